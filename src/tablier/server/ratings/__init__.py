"""Ratings of people who keep a name: how they are worked out, which games count, and where they are kept.

It may import the authority, the store, what operators see, and people; it knows no open tables and no web.
"""
