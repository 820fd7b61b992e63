"""Reviews of games that are over: who may have one, how it is worked out portion by portion, and where it is kept.

It may import the authority, the store, the bots and what operators see.
"""
