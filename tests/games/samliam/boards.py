"""Drawn positions of Sam Liam.

A drawing's last line is row 1 and its first column is `a`; what it does not show is empty. A cell is `.`, or one or two
triangles: the first letter of the owner's colour (r, g, b, w) and a triangle with its right angle where it points.
"""

from typing import Any

from tablier import Match
from tests.reference.samliam_board import cell_name, cells
from tests.reference.samliam_positions import TRIANGLES, Position, board_of

FACINGS = {"◥": "ne", "◢": "se", "◣": "sw", "◤": "nw"}
COLOURS = "rgbw"


def position(drawing: str, *, seats: int = 2, turn: int = 0, **more: Any) -> Position:
    """The position of a drawing; options by name, other keys as in the JSON."""
    options = {name: more.pop(name) for name in ("size", "announcements", "turn_limit") if name in more}
    triangles = list(read(drawing))
    own = [sum(triangle["seat"] == seat for triangle in triangles) for seat in range(seats)]
    return {
        "game": "samliam",
        "options": {"size": 9, "announcements": "automatic", "turn_limit": 400, **options},
        "seats": seats,
        "turn": turn,
        "turns": turn,
        "triangles": triangles,
        "reserve": [TRIANGLES - count for count in own],
        "lifted": None,
        "banned": [[] for _ in range(seats)],
        **more,
    }


def read(drawing: str) -> Any:
    """The triangles of a drawing."""
    for row, line in enumerate(reversed(drawing.split("\n"))):
        for column, content in enumerate(line.split()):
            for colour, triangle in zip(content[::2], content[1::2], strict=False):
                yield {
                    "cell": cell_name(column, row),
                    "facing": FACINGS[triangle],
                    "seat": COLOURS.index(colour),
                }


def board(drawing: str, **more: Any) -> Match:
    """A match at a drawn position."""
    lines = [line.strip() for line in drawing.strip().split("\n")]
    return Match.from_position(position("\n".join(lines), **more))


def used_up(drawing: str, seat: int, **more: Any) -> Match:
    """The same with the seat's whole reserve put on the board, from the last cell on, without new threats."""
    data = board(drawing, **more).position()
    here = board_of(data)
    before = [here.winning_cells(other) for other in range(here.seats)]
    for cell in sorted(cells(here.size), reverse=True):
        for facing in FACINGS.values():
            if data["reserve"][seat] and not here.held(cell):
                fuller = here.after(seat, cell, facing)
                if not fuller.standing(seat) and [fuller.winning_cells(other) for other in range(here.seats)] == before:
                    here = fuller
                    data["reserve"][seat] -= 1
                    data["triangles"].append({"cell": cell, "facing": facing, "seat": seat})
    assert data["reserve"][seat] == 0
    return Match.from_position(data)


def placements_in(match: Match, cell: str) -> set[str]:
    """The legal placements into a cell."""
    return {move for move in match.legal() if move.startswith(cell)}


def everything(match: Match) -> set[str]:
    """All placements that fit on the board."""
    return {cell + facing for cell, facing in board_of(match.position()).placements()}


def triangles_in(match: Match, cell: str) -> list[tuple[str, int]]:
    """What a cell holds."""
    return [(t["facing"], t["seat"]) for t in match.position()["triangles"] if t["cell"] == cell]
