"""Whose sides are whose, beside the picture of the kit."""

from hex.rules import BOARD
from tablier.core.scene import Part

SIDES = (
    ("low", 0, BOARD.rows[0], (0, -0.75)), ("high", 0, BOARD.rows[-1], (0, 0.75)),
    ("left", 1, BOARD.columns[0], (-0.65, 0.37)), ("right", 1, BOARD.columns[-1], (0.65, -0.37)),
)  # fmt: skip
"""The sides of the board: whose they are, their cells, and the way out of the board from there."""


def besides(options, state, seat, picture):
    """A dot beside each cell at the rim, in the colour of the seat that joins this side."""
    for name, whose, cells, (right, up) in SIDES:
        for cell in cells:
            x, y = BOARD.points[cell]
            place = picture.point(BOARD, x + right, y + up)
            yield Part(f"{name}.{BOARD.names[cell]}", "side", *place, seat=whose)
