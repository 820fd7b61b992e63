"""Notices: how somebody hears of their tables who does not look at them. Web Push, a feed of turns, a calendar.

It may import the authority, operation, the store and tables. Nothing here keeps a game waiting: what happened is on
disk before a notice is thought of, and a notice that cannot be sent is not sent.
"""
