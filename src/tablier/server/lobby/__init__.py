"""The lobby: where strangers meet. Open tables, people who look for others to play with, groups that are invited again.

It may import the authority, what is told in words, operation, the store, tables, people, and notices. All that it knows
is documents, so several servers on one database have one lobby.
"""
