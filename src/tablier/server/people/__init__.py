"""People who keep a name here, if they want to; a visitor needs none to play. What is kept of them, and how it goes.

It may import the authority, the store, tables, and what operators see; it knows no web.
"""
