"""Tournaments: who meets whom, how they stand, and the tables at which they play; run by the server itself.

It may import the authority, the store, what operators see, open tables, people and ratings; it knows no web.
"""
