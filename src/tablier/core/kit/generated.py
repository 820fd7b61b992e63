"""Rules that follow from the declared fields of a record, written out as source and compiled like any others.

Compiled rules cannot ask a record for its fields, so what goes over all of them is generated, once for each game.
"""

from __future__ import annotations

import math
from collections.abc import Callable, Iterator, Sequence
from textwrap import indent
from typing import Any

import numpy as np

from tablier.core.compile import rule
from tablier.core.contract import CHANCE, EVERYONE, NOBODY, RUNNING
from tablier.core.kit.boards import OFF
from tablier.core.kit.equipment import HIDDEN, MOST_SEATS, Cards, Counter, Deck, Dice, Kept, Pieces, Place
from tablier.core.random import below
from tablier.core.records import Field, Record, fields

WORD = 62  # bits of a mask that stay clear of the sign
NAMES: dict[str, Any] = {
    "CHANCE": CHANCE, "EVERYONE": EVERYONE, "NOBODY": NOBODY, "RUNNING": RUNNING, "OFF": OFF, "HIDDEN": HIDDEN,
    "below": below,
}  # fmt: skip
"""What generated rules may use."""


def written(name: str, arguments: str, lines: Sequence[str], known: dict[str, Any] | None = None) -> Callable[..., Any]:
    """A rule with a name, some arguments and a body."""
    source = f"def {name}({arguments}):\n" + indent("\n".join(lines) or "pass", "    ") + "\n"
    names = NAMES | {"__name__": __name__} | (known or {})
    exec(compile(source, f"<generated {name}>", "exec"), names)
    return rule(names[name])  # type: ignore[no-any-return]


def loops(shape: Sequence[int], body: Sequence[str], names: str = "ijkl") -> list[str]:
    """A body within a loop over each axis of a shape."""
    for name, length in reversed(list(zip(names, shape, strict=False))):
        body = [f"for {name} in range({length}):", *(f"    {line}" for line in body)]
    return list(body)


def item(name: str, shape: Sequence[int]) -> str:
    """A number of a field, within such loops."""
    return f"state.{name}[{', '.join('ijkl'[: len(shape)])}]" if shape else f"state.{name}"


# Start


def cleared(state: type[Record]) -> Callable[[Any], None]:
    """A rule that empties a record: no pieces, no dice, all counts at their lowest, no cell pointed out."""
    lines: list[str] = []
    for name, field in fields(state).items():
        lines += loops(field.shape, [f"{item(name, field.shape)} = {empty(field)}"])
    return written("clear", "state", lines)


def empty(field: Field) -> int:
    """What a number of a field is at first."""
    if isinstance(field, Place):
        return OFF
    return field.low if isinstance(field, Counter) else 0


def starting(state: type[Record]) -> Callable[[Any, Any], None]:
    """A rule that starts a game on an empty table."""
    return written("start", "options, state", ["clear(state)"], {"clear": cleared(state)})


def deciding() -> Callable[[Any, Any], int]:
    """A rule that lets the seat decide whose turn it is."""
    return written("actor", "options, state", ["return NOBODY if state.reason != RUNNING else int(state.turn)"])


def listing(is_legal: Callable[[Any, Any, int], bool], size: int) -> Callable[[Any, Any, Any], int]:
    """A rule that lists legal moves by trying every code."""
    lines = [
        "count = 0",
        f"for move in range({size}):",
        "    if is_legal(options, state, move):",
        "        moves[count] = move",
        "        count += 1",
        "return count",
    ]
    return written("legal_moves", "options, state, moves", lines, {"is_legal": is_legal})


# Secrets


def secrets(state: type[Record]) -> dict[str, Kept]:
    """The fields that somebody does not know."""
    return {name: field for name, field in fields(state).items() if isinstance(field, Kept) and field.secret}


def concealing(state: type[Record]) -> Callable[[Any, Any, int], None]:
    """A rule that erases what a viewer does not know: what is there is HIDDEN, what is not stays nothing."""
    lines = ["if seat == EVERYONE or state.reason != RUNNING:", "    return"]
    for name, field in secrets(state).items():
        number = item(name, field.shape)
        theirs = "i != seat and " if field.known == "owner" else ""
        body = loops(field.shape, [f"if {theirs}{number} != 0:", f"    {number} = HIDDEN"])
        lines += [f"if not state.{field.shown_by}:", *(f"    {line}" for line in body)] if field.shown_by else body
    return written("conceal", "options, state, seat", lines)


def redealing(state: type[Record]) -> Callable[[Any, Any, int, Any], None]:
    """A rule that fills in again what is HIDDEN: dice are thrown, cards drawn from those that are not seen."""
    lines: list[str] = []
    for name, field in secrets(state).items():
        if isinstance(field, Dice):
            number = item(name, field.shape)
            lines += loops(field.shape, [f"if {number} == HIDDEN:", f"    {number} = 1 + below(rng, {field.faces})"])
    for deck in decks(state):
        lines += drawing(state, deck)
    return written("redeal", "options, state, seat, rng", lines)


def decks(state: type[Record]) -> list[Deck]:
    """The decks whose cards somebody does not know, each once."""
    return list(dict.fromkeys(field.deck for field in secrets(state).values() if isinstance(field, Cards)))


def drawing(state: type[Record], deck: Deck) -> Iterator[str]:
    """Lines that draw the hidden cards of a deck: those that are seen are noted in two masks."""
    held = {name: field for name, field in fields(state).items() if isinstance(field, Cards) and field.deck is deck}
    yield f"low, high, left = 0, 0, {deck.size}"
    for name, field in held.items():
        yield from loops(field.shape, [f"card = int({item(name, field.shape)}) - 1", *noting("if card >= 0:")])
    for name, field in held.items():
        if field.secret:
            number = item(name, field.shape)
            body = [f"if {number} == HIDDEN:", *(f"    {line}" for line in choosing(deck)), f"    {number} = card + 1"]
            yield from loops(field.shape, body)


def noting(condition: str) -> list[str]:
    """Lines that note a card as seen."""
    return [
        condition,
        "    left -= 1",
        f"    if card < {WORD}:",
        "        low |= 1 << card",
        "    else:",
        f"        high |= 1 << (card - {WORD})",
    ]


def choosing(deck: Deck) -> list[str]:
    """Lines that choose one of the cards that were not seen, each with the same chance, and note it."""
    return [
        "rest = below(rng, left)",
        "card = -1",
        "while rest >= 0:",
        "    card += 1",
        f"    taken = (low >> card) & 1 if card < {WORD} else (high >> (card - {WORD})) & 1",
        "    rest -= 1 - taken",
        *noting("if True:"),
    ]


def seeing(kind_of: Callable[[int], int], hides: Sequence[bool], size: int) -> Callable[..., int]:
    """A rule that says under which code a seat sees a move: secret ones of others under one code for their kind."""
    lines = ["if seat == state.turn:", "    return move", "kind = kind_of(move)"]
    for number, hidden in enumerate(hides):
        if hidden:
            lines += [f"if kind == {number}:", f"    return {size + number}"]
    return written("seen", "options, state, move, seat", [*lines, "return move"], {"kind_of": kind_of})


# Tensors


def planes(state: type[Record], seats: int) -> tuple[int, int, int]:
    """The shape of the tensor that follows from the fields: planes, rows, columns."""
    boards = [field.board for field in fields(state).values() if isinstance(field, Pieces)]
    rows = max([board.grid[0] for board in boards], default=1)
    columns = max([board.grid[1] for board in boards], default=1)
    return sum(depth(field, seats) for _, field in observed(state)), rows, columns


def observed(state: type[Record]) -> list[tuple[str, Field]]:
    """The fields that a learner sees: all but those that only count turns or say how it ended."""
    return [(name, field) for name, field in fields(state).items() if name not in ("turns", "reason", "winners")]


def depth(field: Field, seats: int) -> int:
    """How many planes a field takes: one for each piece there may be, or one for each number."""
    if isinstance(field, Pieces):
        return seats * len(field.kinds) + len(field.neutral)
    return math.prod(field.shape)


def observing(state: type[Record], seats: int) -> Callable[[Any, Any, int, Any], None]:
    """A rule that fills in that tensor, seen from a seat: its own pieces and numbers come first."""
    lines, first = ["planes[:] = 0.0", "count = int(options.seats)"], 0
    for name, field in observed(state):
        lines += [f"first = {first}", *observing_field(name, field, seats)]
        first += depth(field, seats)
    places = {
        f"places_{name}": np.array(field.board.places, dtype=np.int64)
        for name, field in fields(state).items()
        if isinstance(field, Pieces)
    }
    return written("observe", "options, state, seat, planes", lines, places)


def noticing(observe: Callable[..., None], shape: Sequence[int]) -> Callable[..., int]:
    """A rule that lists the numbers of a tensor that are not 0; it depends on whatever fills the tensor in."""
    size = math.prod(shape)
    lines = [
        f"observe(options, state, seat, amounts[:{size}].reshape({tuple(shape)}))",
        "count = 0",
        f"for place in range({size}):",
        "    amount = amounts[place]",
        "    if amount != 0.0:",
        "        places[count] = place",
        "        amounts[count] = amount",
        "        count += 1",
        "return count",
    ]
    known = {"observe": observe, "__name__": observe.__module__}
    return written("features", "options, state, seat, places, amounts", lines, known)


def observing_field(name: str, field: Field, seats: int) -> list[str]:
    """Lines that fill in the planes of one field."""
    if isinstance(field, Pieces):
        return observing_pieces(name, field, seats)
    if name == "turn":
        return ["planes[first] = (int(state.turn) - seat) % count + 1"]
    if not field.shape:
        return [f"planes[first] = int(state.{name}) / {largest(field)}"]
    per_seat = (isinstance(field, Kept) and len(field.shape) > 1) or (isinstance(field, Counter) and field.per_seat)
    place = "(i - max(seat, 0)) % count if i < count else i" if per_seat else "i"
    inner = " + ".join(["at * " + str(math.prod(field.shape[1:])), *inner_places(field.shape)])
    body = [f"at = {place}", f"planes[first + {inner}] = int({item(name, field.shape)}) / {largest(field)}"]
    return loops(field.shape, body)


def inner_places(shape: Sequence[int]) -> list[str]:
    """The place of a number in its plane's order, after the first axis."""
    return [f"{'ijkl'[axis]} * {math.prod(shape[axis + 1 :])}" for axis in range(1, len(shape))]


def largest(field: Field) -> float:
    """What the numbers of a field are measured by."""
    if isinstance(field, Counter):
        return float(max(abs(field.low), abs(field.high), 1))
    if isinstance(field, Dice):
        return float(field.faces)
    if isinstance(field, Cards):
        return float(field.deck.size)
    return float(field.board.size) if isinstance(field, Place) else 1.0


def observing_pieces(name: str, field: Pieces, seats: int) -> list[str]:
    """Lines that fill in the planes of the pieces on a board."""
    known = f"places_{name}"
    return [
        f"for cell in range({field.board.size}):",
        f"    number = int(state.{name}[cell])",
        "    if number > 0:",
        f"        owner, kind = (number - 1) % {MOST_SEATS}, (number - 1) // {MOST_SEATS}",
        f"        plane = first + kind * {seats} + (owner - max(seat, 0)) % count",
        f"        planes[plane, {known}[cell, 0], {known}[cell, 1]] = 1.0",
        "    elif number < 0:",
        f"        plane = first + {seats * len(field.kinds)} - number - 1",
        f"        planes[plane, {known}[cell, 0], {known}[cell, 1]] = 1.0",
    ]
