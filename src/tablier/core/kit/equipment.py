"""Equipment: what the fields of a record stand for, so that positions, pictures and secrets follow from them.

    class State(BaseState):
        cells: Array = pieces(BOARD, "man", "king")   # what stands on each cell
        left: Array = counter(9, seats=2)             # a number for each seat
        dice: Array = dice(5, seats=4)                # each seat's own, hidden from the others

Whatever a field is, its number 0 is nothing: an empty cell, no die, no card; only ``cell`` has OFF for that. What a
viewer may not know reads HIDDEN in a concealed record. A plain field, such as ``i8()``, is kept and not shown.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

import numpy as np

from tablier.core.compile import rule
from tablier.core.kit.boards import Board
from tablier.core.records import Field

MOST_SEATS = 8
NOTHING = 0
HIDDEN = -1
"""In a concealed record: something is there, and it is not known what."""
MOST_CARDS = 126  # so that a card and one more is a signed byte
STONE = "stone"


class Pieces(Field):
    """What stands on each cell of a board: 0, a seat's piece as ``piece`` makes it, or a neutral one below 0."""

    def __init__(self, board: Board, kinds: Sequence[str], neutral: Sequence[str]) -> None:
        super().__init__("i1", (board.size,))
        self.board, self.kinds, self.neutral = board, tuple(kinds) or (STONE,), tuple(neutral)
        if len(self.kinds) * MOST_SEATS > np.iinfo(np.int8).max:
            raise ValueError("a board has room for fifteen kinds of pieces")


def pieces(board: Board, *kinds: str, neutral: Sequence[str] = ()) -> Any:
    """The pieces on a board: kinds that every seat has, "stone" if none is named, and kinds that belong to nobody."""
    return Pieces(board, kinds, neutral)


@rule
def piece(seat: int, kind: int) -> int:
    """The number on a cell of a seat's piece of a kind; with one kind that is the seat plus 1."""
    return 1 + seat + MOST_SEATS * kind


@rule
def owner(number: int) -> int:
    """The seat to which a piece belongs; -1 for nothing, and for a neutral piece."""
    return (number - 1) % MOST_SEATS if number > 0 else -1


@rule
def kind_of_piece(number: int) -> int:
    """The kind of a seat's piece, counted from 0 as declared."""
    return (number - 1) // MOST_SEATS


class Counter(Field):
    """A number from ``low`` to ``high``, or one for each seat."""

    def __init__(self, low: int, high: int, seats: int | None, shown: bool, follows: bool = False) -> None:
        super().__init__("i1" if max(-low, high) < np.iinfo(np.int8).max else "i2", () if seats is None else (seats,))
        self.low, self.high, self.per_seat, self.shown = low, high, seats is not None, shown
        self.follows = follows


def counter(high: int, low: int = 0, *, seats: int | None = None, shown: bool = True, follows: bool = False) -> Any:
    """A number up to ``high``, one for each seat if ``seats`` are given; ``shown`` beside the board by its word.

    One that ``follows`` from the rest of the record is filled in by the rule ``follow`` where a position was set up.
    """
    return Counter(low, high, seats, shown, follows)


def flag() -> Any:
    """Yes or no: 1 or 0; not shown."""
    return Counter(0, 1, None, False)


class Place(Field):
    """A cell of a board, or OFF."""

    def __init__(self, board: Board) -> None:
        super().__init__("i2", ())
        self.board = board


def cell(board: Board) -> Any:
    """A cell of a board, or OFF; pointed out in the picture."""
    return Place(board)


class Kept(Field):
    """Dice or cards that somebody keeps: in rows, one for each seat, or in one row that belongs to nobody.

    ``known`` says who knows them: "everybody", "owner" or "nobody"; all do while the field ``shown_by`` is not 0.
    """

    def __init__(self, shape: tuple[int, ...], known: str, shown_by: str | None) -> None:
        super().__init__("i1", shape)
        self.known, self.shown_by = known, shown_by

    @property
    def secret(self) -> bool:
        """Whether somebody does not know all of it."""
        return self.known != "everybody"


class Dice(Kept):
    """Dice: 1 to ``faces``, or 0 where there is none."""

    def __init__(self, faces: int, shape: tuple[int, ...], known: str, shown_by: str | None) -> None:
        super().__init__(shape, known, shown_by)
        self.faces = faces


def dice(
    count: int, faces: int = 6, *, seats: int | None = None, secret: bool = True, shown_by: str | None = None
) -> Any:
    """So many dice for each of ``seats``, each seat's own secret; or dice in the middle, known to everybody.

    ``shown_by`` names a field of the record: while it is not 0, all dice are open.
    """
    if seats is None:
        return Dice(faces, (count,), "everybody", None)
    return Dice(faces, (seats, count), "owner" if secret else "everybody", shown_by)


class Cards(Kept):
    """Cards of a deck: the number of a card in it, from 1, or 0 where there is none."""

    def __init__(self, deck: Deck, shape: tuple[int, ...], known: str, shown_by: str | None) -> None:
        super().__init__(shape, known, shown_by)
        self.deck = deck


class Deck:
    """A deck of different cards by their names; in records a card is its place in the deck plus 1.

    What lies nowhere is still to be drawn: CHANCE draws among the cards that no field holds.
    """

    low = 1  # the number of the first card

    def __init__(self, *cards: str) -> None:
        if not 0 < len(cards) <= MOST_CARDS or len(set(cards)) < len(cards):
            raise ValueError(f"a deck has up to {MOST_CARDS} cards, all with different names")
        self.names, self.size = cards, len(cards)

    @classmethod
    def french(cls, ranks: str = "23456789TJQKA") -> Deck:
        """Cards of four suits, by suit and rank: c2 … sA."""
        return cls(*(suit + rank for suit in "cdhs" for rank in ranks))

    def hands(self, most: int, seats: int, *, shown_by: str | None = None) -> Any:
        """A hand of up to so many cards for each seat, which it alone knows."""
        return Cards(self, (seats, most), "owner", shown_by)

    def rows(self, most: int, seats: int) -> Any:
        """Up to so many cards of each seat that lie open before it."""
        return Cards(self, (seats, most), "everybody", None)

    def pile(self, most: int) -> Any:
        """Up to so many cards that lie open in the middle."""
        return Cards(self, (most,), "everybody", None)

    def aside(self, most: int, *, shown_by: str | None = None) -> Any:
        """Up to so many cards that lie face down in the middle, known to nobody."""
        return Cards(self, (most,), "nobody", shown_by)
