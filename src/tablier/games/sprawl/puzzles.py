"""Puzzles of Sprawl: what a strong turn does, and which positions are alike."""

from collections.abc import Mapping, Sequence
from functools import partial
from typing import Any

from tablier.core.likeness import apart_from, namings, renamed
from tablier.core.records import revived
from tablier.games.sprawl.board import COLUMNS_ROWS
from tablier.games.sprawl.options import Options
from tablier.games.sprawl.state import (
    BRANCH,
    BUILD,
    DONE,
    State,
    ahead,
    bit,
    branch_of,
    empty_cells,
    is_on,
    piece_of,
    targets,
    usable_branches,
)


def theme(options: Options, before: State, move: int, after: State) -> str:
    """Whether a turn neutralises a tower, the last one of somebody, or frees one; else what it puts on the board."""
    seat = int(before.turn)
    fresh = int(after.neutralised) & ~int(before.neutralised)
    for rival in range(int(options.seats)):
        towers = int(before.controls[rival])
        if rival != seat and fresh & towers:
            return "neutralise" if towers & ~int(after.neutralised) else "last_tower"
    if int(before.neutralised) & ~int(after.neutralised) & int(before.controls[seat]):
        return "rescue"
    return "" if move >= DONE else put_down(revived(Options, options)[0], revived(State, before)[0], move)


def put_down(options: Options, before: State, move: int) -> str:
    """What a piece is good for where it is put: it takes or holds a cell that somebody else aimed at, or else its kind.

    A branch holds the empty cell right before its tip: there others can start only towers of some sizes.
    """
    aimed = [targets(options, before, usable_branches(options, before, rival)) for rival in rivals(options, before)]
    if BUILD <= move < BRANCH:
        return "build"
    _, points, _, cell = branch_of(move) if move >= BRANCH else (0, 0, 0, piece_of(move)[0])
    if any(is_on(int(cells), cell) for cells in aimed):
        return "taken"
    if move < BUILD:
        return "spore"
    held = int(ahead(options, bit(cell), points, 0)) & int(empty_cells(options, before))
    return "held" if any(held & int(cells) for cells in aimed) else "branch"


def rivals(options: Options, state: State) -> list[int]:
    """The seats that are not to move."""
    return [seat for seat in range(int(options.seats)) if seat != state.turn]


def twins(position: Mapping[str, Any]) -> Sequence[Mapping[str, Any]]:
    """The position turned and mirrored."""
    columns, rows = COLUMNS_ROWS[position["seats"]]
    return [apart_from(position, partial(renamed, naming=naming)) for naming in namings(columns, rows)]
