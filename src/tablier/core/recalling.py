"""Accounts of games whose notation does not say what each seat may know of a move: they hold what the seat saw.

Such an account has in its header ``seen`` what the seat saw at first and, after each move, what was different then. It
is read as it stands, so that takes no longer than the game is long, whatever is written in it.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import Any

from tablier.core.contract import UNSEEN
from tablier.core.course import Course
from tablier.core.defaults.notation import UNKNOWN
from tablier.core.engine import Engine
from tablier.core.errors import BadText
from tablier.core.reading import Reader
from tablier.core.records import Bytes, frozen


def changes(match: Course, viewpoint: int) -> list[dict[str, Any]]:
    """What a viewpoint saw at first, and what was different after each move."""
    engine, found = match.engine, []
    last: dict[str, Any] = {}
    for state in match.history:
        shown = view(engine, state, viewpoint)
        found.append({key: value for key, value in shown.items() if key not in last or last[key] != value})
        last = shown
    return found


def view(engine: Engine, state: Bytes, viewpoint: int) -> dict[str, Any]:
    """The game's own part of a position as a viewpoint sees it."""
    return engine.game.notation.position(engine.frozen_options, frozen(engine.concealed(state, viewpoint)))


def recalled(engine: Engine, seen: Sequence[Any], moves: Sequence[str]) -> tuple[list[Bytes], list[int]]:
    """The concealed records and the codes of the moves that such an account tells of; BadText if it does not."""
    if len(seen) != len(moves) + 1 or not all(isinstance(change, dict) for change in seen):
        raise BadText("core.text.value", header="seen")
    history = list(records_of(engine, seen))
    return history, [code_of(engine, before, text) for before, text in zip(history, moves, strict=False)]


def records_of(engine: Engine, seen: Sequence[dict[str, Any]]) -> Iterator[Bytes]:
    """The records, each placed from what was seen then."""
    shown: dict[str, Any] = {}
    for change in seen:
        shown |= change
        state = engine.blank()
        engine.game.notation.place(engine.record[0], state[0], Reader(shown), False)
        yield state


def code_of(engine: Engine, before: Bytes, text: str) -> int:
    """The code of a move as it was written, UNSEEN if it was not seen."""
    if text == UNKNOWN:
        return UNSEEN
    if engine.game.moves is not None and text in engine.game.moves.by_text:
        return engine.game.moves.by_text[text]
    write, options, state = engine.game.notation.write, engine.frozen_options, frozen(before)
    listed = {write(options, state, code): code for code in engine.survey(before).moves}
    if text not in listed:
        raise BadText("core.text.value", header="seen")
    return listed[text]
