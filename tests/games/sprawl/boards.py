"""Boards drawn in text, as positions.

    .   a3n .       an empty cell, or a large branch of seat 0 that points north and grew from the cell behind it,
    .   A32 B1      a tower of seat 0 with a medium piece on a large one, a small tower of seat 1,
    .   a1e/b2 A3B2 a branch that grew from elsewhere, a tower of two owners.

Seats 0 to 7 are a to h; towers in capitals. Rows from the top; columns from the left.
"""

import re
from typing import Any

from tablier import Match

SEATS = {(5, 6): 3, (6, 6): 4, (8, 8): 7}
EMPTY = "."
BEHIND = {"n": (0, -1), "e": (-1, 0), "s": (0, 1), "w": (1, 0)}
EACH = 5


def seat_of(letter: str) -> int:
    return ord(letter.lower()) - ord("a")


def behind(cell: str, points: str) -> str:
    right, up = BEHIND[points]
    return f"{chr(ord(cell[0]) + right)}{int(cell[1]) + up}"


def tower(cell: str, token: str) -> dict[str, Any]:
    pieces = []
    for letter, sizes in re.findall(r"([A-H])(\d+)", token):
        pieces += [{"seat": seat_of(letter), "size": int(size)} for size in sizes]
    return {"cell": cell, "pieces": pieces}


def branch(cell: str, token: str) -> dict[str, Any]:
    seat, size, points, source = re.fullmatch(r"([a-h])(\d)([nesw])(?:/(..))?", token).groups()
    source = source or behind(cell, points)
    return {"cell": cell, "seat": seat_of(seat), "size": int(size), "points": points, "source": source}


def position(
    drawing: str,
    turn: int = 0,
    seats: int | None = None,
    ending: int | None = None,
    pending: dict[str, Any] | None = None,
    cards: list[int] | None = None,
    **options: Any,
) -> dict[str, Any]:
    """The JSON of a drawn board, ten rounds into the game."""
    rows = [line.split() for line in drawing.strip().splitlines()]
    seats = seats or SEATS[len(rows[0]), len(rows)]
    cells = {f"{chr(ord('a') + c)}{len(rows) - r}": token for r, row in enumerate(rows) for c, token in enumerate(row)}
    towers = [tower(cell, token) for cell, token in sorted(cells.items()) if token[0].isupper()]
    branches = [branch(cell, token) for cell, token in sorted(cells.items()) if token[0].islower()]
    pieces = [piece for tower in towers for piece in tower["pieces"]] + branches
    laid = [(piece["seat"], piece["size"]) for piece in pieces]
    return {
        "game": "sprawl",
        "options": options,
        "seats": seats,
        "turn": turn,
        "turns": 10 * seats + turn,
        "ending": ending,
        "towers": towers,
        "branches": branches,
        "stash": [[EACH - laid.count((seat, size)) for size in (1, 2, 3)] for seat in range(seats)],
        "cards": cards or [0] * seats,
        "started": [any(owner == seat for owner, _ in laid) for seat in range(seats)],
        "pending": pending,
    }


def drawn(drawing: str, **given: Any) -> Match:
    """A match that begins at a drawn board."""
    return Match.from_position(position(drawing, **given), seed=1)


def looks(match: Match, drawing: str) -> bool:
    """Whether the board is as drawn."""
    found, expected = match.position(), position(drawing, seats=match.seats)
    return all(found[key] == expected[key] for key in ("towers", "branches", "stash", "started"))


def moves(match: Match, kind: str) -> set[str]:
    """The legal moves of one kind: T, B or R."""
    return {move for move in match.legal() if move[0] == kind}
