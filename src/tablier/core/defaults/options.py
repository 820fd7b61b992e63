"""The options of a game that says nothing of them, and how they become a record. Functions are given the game first."""

from collections.abc import Mapping
from typing import Any

from tablier.core.contract import BaseOptions
from tablier.core.options import Option
from tablier.core.records import i8


class Options(BaseOptions):
    """The number of seats alone, and a field that no other options have.

    A compiler would take a record that is the beginning of another one for that one's kind.
    """

    without: int = i8()


TABLE: tuple[Option, ...] = ()


def fill(game: Any, record: Any, values: Mapping[str, Any]) -> None:
    """Each value into the field of its name; a word as its place among the option's values."""
    for name, value in values.items():
        setattr(record, name, game.table[name].values.index(value) if isinstance(value, str) else int(value))
