"""What a table keeps beside its match and its seats: offers, notes for the log, and how visitors sit."""

from dataclasses import dataclass
from typing import NamedTuple


@dataclass(frozen=True)
class Offer:
    """What somebody asks the others to agree to, and the seats that have agreed."""

    kind: str
    seat: int
    visitor: str
    agreed: frozenset[int] = frozenset()
    other: int | None = None  # with whom a seat would change places


@dataclass(frozen=True)
class Note:
    """Something for the log that is no move, said after so many moves."""

    number: int
    seat: int | None
    key: str


class Role(NamedTuple):
    """How a visitor sits at a table: the own seats, those at which they decide, and those at which others do."""

    mine: list[int]
    active: list[int]
    others: list[int]
