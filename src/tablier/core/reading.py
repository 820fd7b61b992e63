"""Reading JSON positions: every fault is named by the place where it stands and what would be right."""

import json
import math
import re
from collections.abc import Iterable, Iterator, Mapping, Sequence
from typing import Any

from tablier.core.errors import BadPosition
from tablier.core.words import seat_word

MOST_TURNS = 2**31 - 2
LONGEST_NUMBER = 80  # digits
DEEPEST = 16  # lists and objects in each other


class Reader:
    """A JSON object being read. ``path`` is where it stands, for the sentences."""

    def __init__(self, data: Any, path: str = "") -> None:
        self.path = path
        if not isinstance(data, dict):
            raise BadPosition("core.position.object", at=path or "position")
        self.data: dict[str, Any] = data

    def at(self, key: str) -> str:
        """Where a key stands."""
        return f"{self.path}.{key}" if self.path else key

    def keys(self, *required: str, optional: Sequence[str] = ()) -> None:
        """Refuse missing and unknown keys."""
        for key in required:
            if key not in self.data:
                raise BadPosition("core.position.missing", at=self.at(key))
        for key in self.data:
            if key not in required and key not in optional:
                raise BadPosition("core.position.unknown", at=self.at(str(key)))

    def whole(self, key: str, low: int, high: int) -> int:
        """A whole number within bounds."""
        value = self.data[key]
        if type(value) is not int or not low <= value <= high:
            raise BadPosition("core.position.whole", at=self.at(key), low=low, high=high)
        return value

    def flag(self, key: str) -> bool:
        """True or false."""
        value = self.data[key]
        if type(value) is not bool:
            raise BadPosition("core.position.flag", at=self.at(key))
        return value

    def word(self, key: str, known: Sequence[str]) -> int:
        """A string out of a list: its index there."""
        value = self.data[key]
        if not isinstance(value, str) or value not in known:
            choices = list(known) if len(known) <= 12 else f"{known[0]} … {known[-1]}"
            raise BadPosition("core.position.word", at=self.at(key), known=choices)
        return known.index(value)

    def cell(self, key: str, cells: Mapping[str, int]) -> int:
        """A cell by its name, out of those of a board: its number."""
        return cells[list(cells)[self.word(key, list(cells))]]

    def null(self, key: str) -> bool:
        """Whether the value is null."""
        return self.data[key] is None

    def items(self, key: str, count: int | None = None) -> list[Any]:
        """A list, of a certain length if one is given."""
        value = self.data[key]
        if not isinstance(value, list):
            raise BadPosition("core.position.list", at=self.at(key))
        if count is not None and len(value) != count:
            raise BadPosition("core.position.length", at=self.at(key), count=count)
        return value

    def objects(self, key: str) -> Iterator["Reader"]:
        """A list of objects, each as a reader."""
        for index, item in enumerate(self.items(key)):
            yield Reader(item, f"{self.at(key)}[{index}]")

    def object(self, key: str) -> "Reader":
        """An object."""
        return Reader(self.data[key], self.at(key))

    def flags(self, key: str, count: int) -> list[bool]:
        """A list of so many trues and falses."""
        values = self.listed(key, count)
        return [values.flag(str(index)) for index in range(count)]

    def wholes(self, key: str, count: int, low: int, high: int) -> list[int]:
        """A list of so many whole numbers within bounds."""
        values = self.listed(key, count)
        return [values.whole(str(index), low, high) for index in range(count)]

    def listed(self, key: str, count: int | None = None) -> "Reader":
        """A list as a reader whose keys are "0", "1", …, so that its items are read like any value."""
        items = self.items(key, count)
        return Reader({str(index): item for index, item in enumerate(items)}, self.at(key))


def read_turns(data: Reader, game: str, seats: int, finished: bool = False) -> tuple[int, int]:
    """The keys ``turn`` and ``turns``: the one follows from the other, unless the game is over and neither matters."""
    if finished:
        return data.whole("turn", 0, seats - 1), data.whole("turns", 0, MOST_TURNS)
    turns = data.whole("turns", 0, MOST_TURNS)
    turn = data.whole("turn", 0, seats - 1)
    if turn != turns % seats:
        raise BadPosition("core.position.turn", seat=seat_word(game, turns % seats), turns=turns)
    return turn, turns


def is_plain(data: Any, depth: int = 0) -> bool:
    """Whether data that was read from JSON can be written again by anybody: no halves of characters, no numbers that
    others cannot hold, and nothing nested too deep."""
    if isinstance(data, str):
        return not HALF.search(data)
    if isinstance(data, float):
        return math.isfinite(data)
    if isinstance(data, int):
        return abs(data) <= LARGEST
    if isinstance(data, dict):
        data = [*data, *data.values()]
    if not isinstance(data, list):
        return data is None
    return depth < DEEPEST and all(is_plain(item, depth + 1) for item in data)


HALF = re.compile("[\ud800-\udfff]")
LARGEST = 2**53


def parsed(text: str) -> Any:
    """JSON text as data; keys given twice, numbers that are none or far too long, and deep nesting are refused."""
    try:
        data = json.loads(text, object_pairs_hook=once, parse_int=short_number, parse_constant=no_number)
    except BadPosition:
        raise
    except (ValueError, RecursionError) as error:
        raise BadPosition("core.position.json", detail=str(error)) from None
    if is_deep(data):
        raise BadPosition("core.position.deep", most=DEEPEST)
    return data


def once(pairs: list[tuple[str, Any]]) -> dict[str, Any]:
    """A JSON object, provided that no key comes twice."""
    data: dict[str, Any] = {}
    for key, value in pairs:
        if key in data:
            raise BadPosition("core.position.twice", at=key)
        data[key] = value
    return data


def short_number(digits: str) -> int:
    """A whole number, provided that it is of a length that can mean something."""
    if len(digits) > LONGEST_NUMBER:
        raise BadPosition("core.position.long_number", most=LONGEST_NUMBER)
    return int(digits)


def is_deep(data: Any) -> bool:
    """Whether lists and objects lie in each other deeper than those of any position."""
    level = [data]
    for _ in range(DEEPEST):
        level = [item for holder in level if isinstance(holder, dict | list) for item in contents(holder)]
    return any(isinstance(item, dict | list) for item in level)


def contents(holder: dict[str, Any] | list[Any]) -> Iterable[Any]:
    """What lies in a list or an object."""
    return holder.values() if isinstance(holder, dict) else holder


def no_number(name: str) -> Any:
    """Refuse NaN and infinities."""
    raise BadPosition("core.position.json", detail=name)
