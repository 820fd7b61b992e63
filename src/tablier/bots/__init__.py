"""Bots: one search, generic over the contract, and the levels made from it. Nothing here knows a game."""
