"""Random positions of Sam Liam, crowded or sparse, in every phase: nearer to the edges of the rules than play."""

import random
from typing import Any

from tests.games.samliam.definition import FACINGS, Board, Position, name_of

TRIANGLES = 40


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
    board = scattered(rng, Board(position), position)
    if position["reserve"][position["turn"]] == 0 and rng.random() < 0.7:
        lift(rng, position, board)
    if position["options"]["announcements"] == "strict":
        position["banned"] = [random_ban(rng, position["options"]["size"]) for _ in range(seats)]
    return position


def scattered(rng: random.Random, board: Board, position: Position) -> Board:
    """Put triangles where they complete nothing, some of them close together."""
    counts = [rng.choice((3, 6, 10, 15, 25, 40)) for _ in range(board.seats)]
    favoured = rng.sample(FACINGS, 2) if rng.random() < 0.5 else FACINGS
    corner = rng.randrange(4, board.size + 1)
    for _ in range(8 * max(counts)):
        for seat in range(board.seats):
            cell, facing = (rng.randrange(corner), rng.randrange(corner)), rng.choice(favoured)
            if TRIANGLES - position["reserve"][seat] < counts[seat] and board.fits(cell, facing):
                fuller = board.with_triangle(seat, cell, facing)
                if not fuller.standing(seat):
                    board = fuller
                    position["reserve"][seat] -= 1
    position["triangles"] = [
        {"cell": name_of(cell), "facing": facing, "seat": seat}
        for cell, content in board.cells.items()
        for facing, seat in sorted(content.items(), key=lambda item: FACINGS.index(item[0]))
    ]
    return board


def lift(rng: random.Random, position: Position, board: Board) -> None:
    """Lift a triangle of the seat to move."""
    own = [triangle for triangle in position["triangles"] if triangle["seat"] == position["turn"]]
    triangle = rng.choice(own)
    position["triangles"].remove(triangle)
    position["lifted"] = {"cell": triangle["cell"], "facing": triangle["facing"]}


def random_ban(rng: random.Random, size: int) -> list[str]:
    """The cells of a silent turn, or none."""
    if rng.random() < 0.6:
        return []
    cells = [(column, row) for column in range(size) for row in range(size)]
    return [name_of(cell) for cell in sorted(rng.sample(cells, rng.choice((1, 3, 20, size * size))))]
