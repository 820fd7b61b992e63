"""The board: squares."""

from tablier.kit import Squares

BOARD = Squares(6, 6)
IN_A_ROW = 4
