"""The house without its games: contract, records, compilation, matches, scenes and words. Nothing here knows a game."""
