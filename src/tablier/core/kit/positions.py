"""Positions as JSON, in and out, as they follow from the declared fields of a record.

Pieces stand under the names of their cells, cells and cards have their names, and what is hidden is null.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

import numpy as np

from tablier.core.contract import BaseState
from tablier.core.errors import BadPosition
from tablier.core.kit.boards import OFF
from tablier.core.kit.equipment import HIDDEN, MOST_SEATS, Cards, Counter, Dice, Kept, Pieces, Place
from tablier.core.reading import MOST_TURNS, Reader
from tablier.core.records import Field, fields

BASE = frozenset(fields(BaseState))
"""What every game has, and is written by other means."""


def own(game: Any) -> dict[str, Field]:
    """The fields that a game has beside those of all games."""
    return {name: field for name, field in fields(game.rules.State).items() if name not in BASE}


# Out


def position(game: Any, options: Any, state: Any) -> dict[str, Any]:
    """Whose turn it is, and every field by its name."""
    data: dict[str, Any] = {"turn": int(state.turn), "turns": int(state.turns)}
    for name, field in own(game).items():
        data[name] = plain(field, getattr(state, name), int(options.seats))
    return data


def plain(field: Field, value: Any, seats: int) -> Any:
    """What a field holds, as JSON."""
    if isinstance(field, Pieces):
        numbers = enumerate(value.tolist())
        return {field.board.names[cell]: spelled(field, number) for cell, number in numbers if number}
    if isinstance(field, Place):
        return None if value == OFF else field.board.names[int(value)]
    if not field.shape:
        return number_of(field, value)
    rows = value[:seats] if is_per_seat(field) else value
    return nested(field, rows.tolist())


def number_of(field: Field, value: Any) -> Any:
    """A single number as JSON."""
    return float(value) if field.type.kind == "f" else int(value)


def nested(field: Field, value: Any) -> Any:
    """Numbers in lists as JSON."""
    if isinstance(value, list):
        return [nested(field, inner) for inner in value]
    if not isinstance(field, Kept) or value == 0:
        return value
    if value == HIDDEN:
        return None
    return field.deck.names[value - 1] if isinstance(field, Cards) else value


def is_per_seat(field: Field) -> bool:
    """Whether a field has a row for each seat."""
    return (isinstance(field, Counter) and field.per_seat) or (isinstance(field, Kept) and len(field.shape) > 1)


def spelled(field: Pieces, number: int) -> Any:
    """A piece: its seat alone where there is but one kind, else its kind and seat, or its neutral kind."""
    if number < 0:
        return field.neutral[-number - 1]
    seat, kind = (number - 1) % MOST_SEATS, (number - 1) // MOST_SEATS
    return seat if len(field.kinds) == 1 and not field.neutral else f"{field.kinds[kind]}.{seat}"


# In


def place(game: Any, options: Any, state: Any, data: Reader, finished: bool) -> None:
    """Fill a record in from such JSON, then see whether the rules can be asked about it."""
    known = own(game)
    data.keys("turn", "turns", *known)
    seats = int(options.seats)
    state.turn, state.turns = data.whole("turn", 0, seats - 1), data.whole("turns", 0, MOST_TURNS)
    for name, field in known.items():
        read_field(field, data, name, state, seats)
    game.rules.follow(options, state)
    if not finished:
        try_out(game, options, state)


def read_field(field: Field, data: Reader, name: str, state: Any, seats: int) -> None:
    """One field."""
    if isinstance(field, Pieces):
        read_pieces(field, data.object(name), getattr(state, name), seats)
    elif isinstance(field, Place):
        setattr(state, name, OFF if data.null(name) else data.cell(name, field.board.numbers))
    elif not field.shape:
        setattr(state, name, data.whole(name, *bounds(field)))
    else:
        shape = (seats, *field.shape[1:]) if is_per_seat(field) else field.shape
        target = getattr(state, name)
        target[...] = 0 if not isinstance(field, Counter) else max(field.low, 0)
        target[: shape[0]] = read_nested(field, data, name, shape)


def read_pieces(field: Pieces, data: Reader, cells: Any, seats: int) -> None:
    """The pieces on a board."""
    cells[...] = 0
    known = {spelled(field, number): number for number in numbers_of(field, seats)}
    for cell in data.data:
        if cell not in field.board.numbers:
            raise BadPosition("core.position.cell", at=data.at(str(cell)))
        value = data.data[cell]
        if type(value) not in (int, str) or value not in known:
            raise BadPosition("core.position.word", at=data.at(cell), known=list(known))
        cells[field.board.numbers[cell]] = known[value]


def numbers_of(field: Pieces, seats: int) -> list[int]:
    """All pieces that may stand on a board."""
    own = [1 + seat + MOST_SEATS * kind for kind in range(len(field.kinds)) for seat in range(seats)]
    return own + [-1 - kind for kind in range(len(field.neutral))]


def read_nested(field: Field, data: Reader, name: str, shape: Sequence[int]) -> Any:
    """Numbers in lists of a certain shape."""
    listed = data.listed(name, shape[0])
    if len(shape) > 1:
        return [read_nested(field, listed, str(index), shape[1:]) for index in range(shape[0])]
    return [read_number(field, listed, str(index)) for index in range(shape[0])]


def read_number(field: Field, data: Reader, name: str) -> int:
    """One number of a list."""
    if isinstance(field, Kept) and data.null(name):
        if field.secret:
            return HIDDEN
        raise BadPosition("core.position.whole", at=data.at(name), low=0, high=bounds(field)[1])
    if isinstance(field, Cards) and data.data[name] != 0:
        return data.word(name, field.deck.names) + 1
    return data.whole(name, *bounds(field))


def bounds(field: Field) -> tuple[int, int]:
    """The lowest and the highest number that a field takes."""
    if isinstance(field, Counter):
        return field.low, field.high
    if isinstance(field, Dice):
        return 0, field.faces
    known = np.iinfo(field.type)
    return int(known.min), min(int(known.max), 2**53)


def try_out(game: Any, options: Any, state: Any) -> None:
    """Refuse a position in which the rules reach beyond their tables: as plain Python, where that is noticed."""
    rules = game.rules
    moves = np.zeros(rules.MOST_MOVES, dtype=np.int16)
    try:
        if not 0 <= rules.legal_moves(options, state, moves) <= rules.MOST_MOVES:
            raise IndexError
    except (IndexError, ValueError, OverflowError, ZeroDivisionError):
        raise BadPosition("core.position.rules") from None
