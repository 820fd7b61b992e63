"""Moves and positions of Sprawl as text and JSON."""

from collections.abc import Iterator
from functools import lru_cache
from typing import Any

from tablier.core.records import remembered
from tablier.games.sprawl.equipment import ANSWERING, ASKING, BUILDING, NO_SEAT, STEP, TURNING_UP
from tablier.games.sprawl.moves import ASK, BRANCH, BUILD, CARD, DONE, LET, STAND, UNDO, branch_of, piece_of
from tablier.games.sprawl.options import CELLS, DIRECTIONS, SIDE, SIZES, names
from tablier.games.sprawl.placing import place

__all__ = ["place", "position", "write"]

STACKS_KEPT = 256
MASKS_KEPT = 4_096

ANSWERS = {
    DONE: "done", ASK: "ask", LET: "let", STAND: "stand", UNDO: "undo", CARD: "card1", CARD + 1: "card2",
}  # fmt: skip


def cell_name(cell: int) -> str:
    """The name of a cell."""
    return f"{chr(ord('a') + cell // SIDE)}{cell % SIDE + 1}"


def source_of(cell: int, grew: int) -> int:
    """The cell of a branch's source."""
    return (cell - STEP[grew]) % CELLS


def write(options: Any, state: Any, move: int) -> str:
    """The notation of a move: ``T3c4``, ``B2c4``, ``R3c4n``, ``R1c4e/c3``, or an answer in a word."""
    if move >= DONE:
        return ANSWERS[move]
    if move < BRANCH:
        cell, size = piece_of(move)
        return f"{'T' if move < BUILD else 'B'}{size + 1}{cell_name(cell)}"
    grew, points, size, cell = branch_of(move)
    text = f"R{size + 1}{cell_name(cell)}{DIRECTIONS[points]}"
    return text if points == grew else f"{text}/{cell_name(source_of(cell, grew))}"


def position(options: Any, state: Any) -> dict[str, Any]:
    """The position as JSON."""
    seats = range(int(options.seats))
    return {
        "turn": int(state.turn),
        "turns": int(state.turns),
        "ending": None if state.ending == NO_SEAT else int(state.ending),
        "towers": list(towers(options, state)),
        "branches": list(branches(options, state)),
        "stash": [state.stash[seat].tolist() for seat in seats],
        "cards": state.cards[: len(seats)].tolist(),
        "started": [bool(state.holds[seat].any()) for seat in seats],
        "pending": pending(options, state),
    }


def pieces_on(options: Any, state: Any, cell: int) -> list[tuple[int, int]]:
    """Seat and size of every piece on a cell, from the bottom up."""
    return stacks(options, state).get(cell, [])


@remembered(STACKS_KEPT)
def stacks(options: Any, state: Any) -> dict[int, list[tuple[int, int]]]:
    """The same for every cell with a piece, in no order; not to be changed."""
    found: dict[int, list[tuple[int, int]]] = {}
    holds = state.holds[: options.seats].tolist()
    for size in reversed(range(SIZES)):
        for seat, own in enumerate(holds):
            for cell in cells_of(own[size]):
                found.setdefault(cell, []).append((seat, size))
    return found


@lru_cache(MASKS_KEPT)
def cells_of(mask: int) -> tuple[int, ...]:
    """The cells of a mask, in order."""
    return tuple(cell for cell in range(CELLS) if mask >> cell & 1)


def direction_on(masks: Any, cell: int) -> int:
    """The direction whose mask has a cell."""
    return next(direction for direction in range(len(DIRECTIONS)) if int(masks[direction]) >> cell & 1)


def towers(options: Any, state: Any) -> Iterator[dict[str, Any]]:
    """The towers as JSON."""
    for name, cell in names(options.columns, options.rows).items():
        if int(state.towers) >> cell & 1:
            pieces = [{"seat": seat, "size": size + 1} for seat, size in pieces_on(options, state, cell)]
            yield {"cell": name, "pieces": pieces}


def branches(options: Any, state: Any) -> Iterator[dict[str, Any]]:
    """The branches as JSON."""
    for name, cell in names(options.columns, options.rows).items():
        pieces = pieces_on(options, state, cell)
        if pieces and not int(state.towers) >> cell & 1:
            seat, size = pieces[0]
            source = cell_name(source_of(cell, direction_on(state.grew, cell)))
            points = DIRECTIONS[direction_on(state.points, cell)]
            yield {"cell": name, "seat": seat, "size": size + 1, "points": points, "source": source}


def pending(options: Any, state: Any) -> dict[str, Any] | None:
    """What is unfinished, as JSON."""
    if state.phase == TURNING_UP:
        return {"turned": [1 + (int(state.twos) >> card & 1) for card in range(int(state.turned))]}
    parts: dict[str, Any] = {}
    if state.phase == BUILDING:
        parts = {"build": cell_name(int(state.tower)), "left": int(state.left)}
    elif state.phase in (ASKING, ANSWERING):
        key = "ask" if state.phase == ASKING else "asked"
        parts = {key: int(state.asked), "tower": cell_name(int(state.tower))}
    taken_back = withdrawn(options, state)
    if taken_back:
        parts["withdrawn"] = taken_back
    return parts or None


def withdrawn(options: Any, state: Any) -> list[str]:
    """The spores taken back in this turn, by cell, then size."""
    cells = names(options.columns, options.rows).items()
    return [
        f"T{size + 1}{name}" for name, cell in cells for size in range(SIZES) if int(state.withdrawn[size]) >> cell & 1
    ]
