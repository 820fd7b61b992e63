"""Moves and positions of Samarra as text and JSON, whole or as one seat knows them."""

from tablier.games.samarra.account import completions, guesses, knowledge, masked, masked_position
from tablier.games.samarra.loading import place
from tablier.games.samarra.writing import position, write

__all__ = ["completions", "guesses", "knowledge", "masked", "masked_position", "place", "position", "write"]
