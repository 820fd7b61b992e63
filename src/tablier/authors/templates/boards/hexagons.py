"""The board: hexagons."""

from tablier.kit import Hexagons

BOARD = Hexagons(4)
IN_A_ROW = 4
