"""Reviews of games: everybody's chances after each move, luck and skill told apart, and what would have been better.

They know no game; they may import core and bots, and of the house the terminal and the server import them.
"""
