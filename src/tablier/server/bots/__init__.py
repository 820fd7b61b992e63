"""Bots: processes in which they think, turns at those processes, and games compiled for them.

It may import the authority.
"""
