"""Random positions of Sam Liam, crowded or sparse, in every phase: nearer to the edges of the rules than play."""

import random
from typing import Any

from tests.reference.samliam_board import FACINGS, Board, cell_name, cells

TRIANGLES = 40
Position = dict[str, Any]


def board_of(position: Position) -> Board:
    """The board of a position."""
    board = Board(position["options"]["size"], position["seats"], {})
    for triangle in position["triangles"]:
        board.put(triangle["seat"], triangle["cell"], triangle["facing"])
    return board


def random_position(rng: random.Random, seats: int, options: dict[str, Any]) -> Position:
    """A position without figures; in phase two for some seats, with a lifted triangle and bans now and then."""
    turns = rng.randrange(300)
    position: Position = {
        "game": "samliam",
        "options": {"size": 9, "announcements": "automatic", "turn_limit": 400, **options},
        "seats": seats,
        "turn": turns % seats,
        "turns": turns,
        "triangles": [],
        "reserve": [TRIANGLES] * seats,
        "lifted": None,
        "banned": [[] for _ in range(seats)],
    }
    scatter(rng, position)
    if position["reserve"][position["turn"]] == 0 and rng.random() < 0.7:
        lift(rng, position)
    if position["options"]["announcements"] == "strict":
        position["banned"] = [random_ban(rng, position["options"]["size"]) for _ in range(seats)]
    return position


def scatter(rng: random.Random, position: Position) -> None:
    """Put triangles where they complete nothing, some of them close together."""
    board = board_of(position)
    counts = [rng.choice((3, 6, 10, 15, 25, 40)) for _ in range(board.seats)]
    favoured = rng.sample(FACINGS, 2) if rng.random() < 0.5 else list(FACINGS)
    corner = rng.randrange(4, board.size + 1)
    for _ in range(8 * max(counts)):
        for seat in range(board.seats):
            cell, facing = cell_name(rng.randrange(corner), rng.randrange(corner)), rng.choice(favoured)
            if TRIANGLES - position["reserve"][seat] < counts[seat] and board.fits(cell, facing):
                fuller = board.after(seat, cell, facing)
                if not fuller.standing(seat):
                    board = fuller
                    position["reserve"][seat] -= 1
    position["triangles"] = [
        {"cell": cell, "facing": facing, "seat": board.held(cell)[facing]}
        for cell in cells(board.size)
        for facing in FACINGS
        if facing in board.held(cell)
    ]


def lift(rng: random.Random, position: Position) -> None:
    """Lift a triangle of the seat to move."""
    own = [triangle for triangle in position["triangles"] if triangle["seat"] == position["turn"]]
    triangle = rng.choice(own)
    position["triangles"].remove(triangle)
    position["lifted"] = {"cell": triangle["cell"], "facing": triangle["facing"]}


def random_ban(rng: random.Random, size: int) -> list[str]:
    """The cells of a silent turn, or none."""
    if rng.random() < 0.6:
        return []
    return sorted(rng.sample(cells(size), rng.choice((1, 3, 20, size * size))))
