"""Open tables: those who look at them, and the one path on which everything happens there.

It may import the authority, the store, the bots, what is told to viewers, and what operators see; it knows no web.
"""
