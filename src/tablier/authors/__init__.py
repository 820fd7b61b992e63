"""For authors of games: a new game, what is wrong with one, and what every game promises, as tests.

It knows no game and may import ``core`` alone; the command, the server's start and ``tablier.testing`` import it.
"""
