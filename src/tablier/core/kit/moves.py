"""Moves by their parts: a game names its kinds of moves and what each is made of, and codes follow from that.

    MOVES = Moves(place=(BOARD,), slide=(BOARD, BOARD), bid=(Range("count", 1, 20), Range("face", 1, 6)), doubt=())
    place, slide, bid, doubt = MOVES.codes      # rules that make codes: slide(3, 4)
    kind_of, part = MOVES.kind_of, MOVES.part   # rules that read them: part(move, 1) is the second part
    PLACE, SLIDE, BID, DOUBT = MOVES.kinds      # 0, 1, 2, 3

The codes of a kind follow those of the kind before it, and within a kind they ascend with its parts, the first part
most: so moves that are listed in that order are listed as the contract asks.
"""

from __future__ import annotations

from collections.abc import Callable, Collection, Sequence
from functools import cached_property
from typing import Any

import numpy as np

from tablier.core.compile import rule
from tablier.core.kit.boards import Board
from tablier.core.kit.equipment import Deck

MOST_PARTS = 4
CODES = 1 << 15


class Range:
    """A part of a move that is a number from ``low`` to ``high``."""

    def __init__(self, key: str, low: int, high: int) -> None:
        self.key, self.low, self.high = key, low, high
        self.size = high - low + 1
        self.names = tuple(map(str, range(low, high + 1)))


class Among:
    """A part of a move that is one of some things that have words of their own: ``KEY.THING`` in the game's words."""

    def __init__(self, key: str, *names: str) -> None:
        self.key, self.names, self.size, self.low = key, names, len(names), 0


MovePart = Board | Range | Among | Deck
"""What a move can be made of: a cell, a number, a thing with a word, a card."""


def are_alike(parts: Sequence[MovePart], others: Sequence[MovePart]) -> bool:
    """Whether moves of these parts and of those may be called the same."""
    return len(parts) == len(others) and all(
        not set(part.names).isdisjoint(other.names) for part, other in zip(parts, others, strict=True)
    )


class Kind:
    """A kind of moves: its name, its parts, and its first code."""

    def __init__(self, name: str, parts: Sequence[MovePart], first: int, secret: bool) -> None:
        if len(parts) > MOST_PARTS:
            raise ValueError(f"{name}: a move has at most {MOST_PARTS} parts")
        self.name, self.parts, self.first, self.secret = name, tuple(parts), first, secret
        self.size = int(np.prod([part.size for part in parts], dtype=np.int64))
        self.divisors = [
            int(np.prod([part.size for part in parts[i + 1 :]], dtype=np.int64)) for i in range(len(parts))
        ]

    def code(self) -> Callable[..., int]:
        """A rule that makes codes of this kind from parts."""
        first = self.first - sum(part.low * divisor for part, divisor in zip(self.parts, self.divisors, strict=True))
        one, two, three, four = [*self.divisors, 0, 0, 0, 0][:MOST_PARTS]

        @rule
        def code0() -> int:
            return first

        @rule
        def code1(a: int) -> int:
            return first + one * a

        @rule
        def code2(a: int, b: int) -> int:
            return first + one * a + two * b

        @rule
        def code3(a: int, b: int, c: int) -> int:
            return first + one * a + two * b + three * c

        @rule
        def code4(a: int, b: int, c: int, d: int) -> int:
            return first + one * a + two * b + three * c + four * d

        makers: tuple[Callable[..., int], ...] = (code0, code1, code2, code3, code4)
        return makers[len(self.parts)]


class Moves:
    """All kinds of moves of a game, in the order of their codes.

    Moves of ``secret`` kinds are seen only by the seat that makes them or, if chance does, by the one whose turn it
    is. Kinds that are ``named`` begin with a touch of their name, which tells them from others with the same parts.
    """

    def __init__(
        self, *, secret: Collection[str] = (), named: Collection[str] = (), **kinds: Sequence[MovePart]
    ) -> None:
        self.all: list[Kind] = []
        first = 0
        for name, parts in kinds.items():
            self.all.append(Kind(name, parts, first, name in secret))
            first += self.all[-1].size
        if not 0 < first <= CODES - len(kinds):
            raise ValueError(f"these moves need {first} codes, and there are {CODES - len(kinds)}")
        self.size, self.named = first, frozenset(named)
        for name in {*secret, *named} - set(kinds):
            raise ValueError(f"{name} is no kind of these moves")

    @property
    def codes(self) -> tuple[Callable[..., int], ...]:
        """For each kind a rule that makes codes from its parts."""
        return tuple(kind.code() for kind in self.all)

    @property
    def kinds(self) -> range:
        """The numbers of the kinds, as ``kind_of`` gives them."""
        return range(len(self.all))

    @cached_property
    def tables(self) -> tuple[Any, Any, Any, Any]:
        """The first code of each kind, then the sizes, the divisors and the lowest values of its parts."""
        starts = np.array([kind.first for kind in self.all], dtype=np.int64)
        sizes = np.ones((len(self.all), MOST_PARTS), dtype=np.int64)
        divisors, lows = np.ones_like(sizes), np.zeros_like(sizes)
        for number, kind in enumerate(self.all):
            sizes[number, : len(kind.parts)] = [part.size for part in kind.parts]
            divisors[number, : len(kind.parts)] = kind.divisors
            lows[number, : len(kind.parts)] = [part.low for part in kind.parts]
        return starts, sizes, divisors, lows

    @cached_property
    def kind_of(self) -> Callable[[int], int]:
        """A rule that says of which kind a move is."""
        starts, count = self.tables[0], len(self.all)

        @rule
        def kind_of(move: int) -> int:
            kind = count - 1
            while starts[kind] > move:
                kind -= 1
            return kind

        return kind_of

    @cached_property
    def part(self) -> Callable[[int, int], int]:
        """A rule that reads a part of a move, counted from 0."""
        starts, sizes, divisors, lows = self.tables
        kind_of = self.kind_of

        @rule
        def part(move: int, place: int) -> int:
            kind = kind_of(move)
            rest = (move - starts[kind]) // divisors[kind, place] % sizes[kind, place]
            return rest + lows[kind, place]  # type: ignore[no-any-return]

        return part

    # For plain Python

    def read(self, move: int) -> tuple[Kind, tuple[int, ...]]:
        """The kind of a move and its parts."""
        kind = self.all[self.kind_of(move)]
        return kind, tuple(int(self.part(move, place)) for place in range(len(kind.parts)))

    def written(self, move: int) -> str:
        """A move as text: its parts, after the name of its kind unless they alone tell it."""
        kind, values = self.read(move)
        texts = [part.names[value - part.low] for part, value in zip(kind.parts, values, strict=True)]
        if kind.parts and not self.is_ambiguous(kind):
            return "-".join(texts)
        return ":".join([kind.name, "-".join(texts)]) if texts else kind.name

    def is_ambiguous(self, kind: Kind) -> bool:
        """Whether moves of an earlier kind may have the same texts, or it is told by its name anyway."""
        earlier = self.all[: self.all.index(kind)]
        return kind.name in self.named or any(are_alike(kind.parts, other.parts) for other in earlier)

    @cached_property
    def by_text(self) -> dict[str, int]:
        """All moves by their texts."""
        return {self.written(move): move for move in range(self.size)}
