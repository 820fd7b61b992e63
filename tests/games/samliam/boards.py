"""Drawn positions of Sam Liam.

A drawing's last line is row 1 and its first column is `a`; what it does not show is empty. A cell is `.`, or one or two
triangles: the first letter of the owner's colour (r, g, b, w) and a triangle with its right angle where it points.
"""

from typing import Any

from tablier import Match
from tests.games.samliam.definition import Board, Position, cell_of, name_of, open_cells

FACINGS = {"◥": "ne", "◢": "se", "◣": "sw", "◤": "nw"}
COLOURS = "rgbw"
TRIANGLES = 40


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
                    "cell": name_of((column, row)),
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
    here = Board(data)
    before = [open_cells(here, other) for other in range(here.seats)]
    for cell in sorted(here.cells, reverse=True):
        for facing in FACINGS.values():
            if data["reserve"][seat] and not here.cells[cell]:
                fuller = here.with_triangle(seat, cell, facing)
                if not fuller.standing(seat) and [open_cells(fuller, other) for other in range(here.seats)] == before:
                    here = fuller
                    data["reserve"][seat] -= 1
                    data["triangles"].append({"cell": name_of(cell), "facing": facing, "seat": seat})
    assert data["reserve"][seat] == 0
    return Match.from_position(data)


def cells(moves: list[str]) -> set[str]:
    """The cells of some placements."""
    return {move[:2] for move in moves}


def placements_in(match: Match, cell: str) -> set[str]:
    """The legal placements into a cell."""
    return {move for move in match.legal() if move.startswith(cell)}


def everything(match: Match) -> set[str]:
    """All placements that fit on the board."""
    here = Board(match.position())
    return {name_of(cell) + facing for cell, facing in here.placements()}


def triangles_in(match: Match, cell: str) -> list[tuple[str, int]]:
    """What a cell holds."""
    return [(t["facing"], t["seat"]) for t in match.position()["triangles"] if cell_of(t["cell"]) == cell_of(cell)]
