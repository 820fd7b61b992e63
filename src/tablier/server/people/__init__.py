"""People who keep a name here, if they want to; a visitor needs none to play.

It may import the authority, the store, and what operators see; it knows no table and no web.
"""
