"""Setting up positions of Minelfield: pieces on cells, and the piece that a mine throws."""

from collections.abc import Iterator, Mapping
from typing import Any

from tablier.core.tools import CELL, CLEAR, ERASE, MARKS, Position, Tool
from tablier.core.words import Word, word
from tablier.games.minelfield.board import DIRECTIONS, names
from tablier.games.minelfield.options import Options, seat_word
from tablier.games.minelfield.positions import COMMANDER, SOLDIER

THROWN = "thrown"
ANGLE = 60.0  # between directions; an arrow points to the second one
LIVES = {"commander": 1, "sun": 2, "moon": 1}


def tools(options: Options, position: Mapping[str, Any]) -> Iterator[Tool]:
    """Soldiers and commanders of both seats, and the blast in each direction."""
    commanders = ("commander",) if options.lives == 1 else ("sun", "moon")
    for seat in range(2):
        for kind in (SOLDIER, *commanders):
            label = word(f"minelfield.tool.{kind}", seat=seat_word(seat))
            yield Tool(f"{kind}.{seat}", label, kind, f"seat{seat}", seat=seat)
    for number, direction in enumerate(DIRECTIONS):
        label = word("minelfield.tool.thrown", direction=direction_word(direction))
        yield Tool(f"{THROWN}.{direction}", label, "arrow", turn=(number - 1) * ANGLE, group=MARKS)


def direction_word(direction: str) -> Word:
    """A direction by its name."""
    return word(f"minelfield.direction.{direction}")


def targets(options: Options, position: Mapping[str, Any], tool: str) -> list[str]:
    """Every cell; for what needs a piece, those that hold one."""
    cells = names(int(options.side))
    if tool.split(".")[0] in (ERASE, THROWN):
        cells = tuple(cell for cell in cells if piece_on(position, cell))
    return [CELL + cell for cell in cells]


def piece_on(position: Mapping[str, Any], cell: str) -> Mapping[str, Any] | None:
    """The piece on a cell."""
    return next((piece for piece in position["pieces"] if piece["cell"] == cell), None)


def edit(options: Options, position: Position, tool: str, target: str) -> None:
    """Put a piece on a cell in the place of another, take one away, or let a mine go off under one."""
    (kind, _, detail), cell = tool.partition("."), target.removeprefix(CELL)
    if kind == THROWN:
        throw(position, cell, detail)
        return
    seat = int(detail or 0)
    position["pieces"] = [
        piece for piece in position["pieces"] if kind != CLEAR and not gives_way(piece, kind, seat, cell)
    ]
    if kind == SOLDIER:
        position["pieces"].append({"seat": seat, "kind": SOLDIER, "cell": cell})
    elif kind in LIVES:
        position["pieces"].append({"seat": seat, "kind": COMMANDER, "cell": cell, "lives": LIVES[kind]})


def gives_way(piece: Mapping[str, Any], kind: str, seat: int, cell: str) -> bool:
    """Whether a piece goes when another comes to a cell: it stood there, or is the same commander."""
    moves = kind in LIVES and piece["kind"] == COMMANDER and piece["seat"] == seat
    return bool(moves or piece["cell"] == cell)


def throw(position: Position, cell: str, direction: str) -> None:
    """A piece waits for the die, so it is its owner's turn; the same again, and it does not."""
    piece, wanted = piece_on(position, cell), {"cell": cell, "direction": direction}
    if position["scatter"] == wanted:
        position["scatter"] = None
    elif piece:
        position["scatter"], position["turn"] = wanted, piece["seat"]


def tidy(options: Options, position: Position) -> None:
    """Pieces are on the board, with as many lives as there are; only one of the seat to play waits for the die."""
    known, most = names(int(options.side)), int(options.lives)
    position["pieces"] = [with_lives(piece, most) for piece in position["pieces"] if piece["cell"] in known]
    waiting = piece_on(position, position["scatter"]["cell"]) if position["scatter"] else None
    if waiting is None or waiting["seat"] != position["turn"]:
        position["scatter"] = None


def with_lives(piece: dict[str, Any], most: int) -> dict[str, Any]:
    """A piece with no more lives than the options give."""
    return piece | {"lives": min(piece["lives"], most)} if piece["kind"] == COMMANDER else piece
