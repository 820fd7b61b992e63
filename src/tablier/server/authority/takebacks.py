"""Taking back: to where, and why not."""

from __future__ import annotations

from collections.abc import Callable
from functools import partial

from tablier.core.contract import CHANCE
from tablier.core.records import frozen
from tablier.server.authority.table import Table


def target(table: Table, visitor: str, has_taught: Callable[[int], bool] | None = None) -> tuple[int, str]:
    """The number of moves before the visitor's last decision, and why it cannot be taken back to without unfairness.

    ``has_taught``: whether somebody learned something from a move, if that need not be worked out.
    """
    mine, has_taught = table.active_of(visitor), has_taught or partial(taught, table)
    for number in reversed(range(table.number)):
        if table.actors[number] == CHANCE:
            return number, "chance"
        if has_taught(number):
            return number, "taught"
        if table.actors[number] in mine:
            return number, "spent" if table.is_spent("back", table.actors[number]) else ""
    return 0, "none"


def fault(table: Table, visitor: str, has_taught: Callable[[int], bool]) -> str:
    """Why a visitor who plays cannot take a move back, in a word; empty if nothing is in the way."""
    if table.offer is not None:
        return "pending"
    if ("takeback", visitor) in table.declined:
        return "declined"
    return target(table, visitor, has_taught)[1]


def taught(table: Table, number: int) -> bool:
    """Whether somebody learned something from a move that taking it back would not undo."""
    if not table.hidden:
        return False
    engine, history = table.match.engine, table.match.history
    knowledge = engine.game.notation.knowledge
    before, after = (knowledge(engine.frozen_options, frozen(history[made])) for made in (number, number + 1))
    return bool(before != after)
