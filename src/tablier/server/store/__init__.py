"""The store: where tables are kept. What it keeps, it keeps on disk before it says so.

It may import the authority and what operators see.
"""
