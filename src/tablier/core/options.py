"""Options: one table per game says each option's values, default, meaning and source; all else follows from it."""

import copy
from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from typing import Any

from tablier.core.errors import BadOption
from tablier.core.words import Word

SHEET = "sheet"
"""The author's sheet has this option."""
OURS = "ours"
"""The option is ours: a net, a preset, a reading of a gap."""


@dataclass(frozen=True)
class Option:
    """One option. ``values`` are those to choose from, the default first; with ``most``, any whole number up to it."""

    game: str
    name: str
    values: tuple[Any, ...]
    source: str
    most: int | None = None  # for nets: whole numbers, 0 = none, up to this
    seats: Mapping[Any, tuple[int, ...]] = field(default_factory=dict)  # values that only some numbers of seats have
    own: Callable[[Any], None] | None = None  # checks a value of one's own (any string or object); raises BadOption
    examples: tuple[Any, ...] = ()  # some values of one's own
    saved: Callable[[Any], Any] = copy.deepcopy  # the form in which a checked value is kept

    @property
    def default(self) -> Any:
        """The usual value."""
        return self.values[0]

    @property
    def words(self) -> Word:
        """What the option does, in a sentence."""
        return Word(f"{self.game}.option.{self.name}")

    def named(self, value: Any) -> Word:
        """What a value that the option can have is called, in a few words."""
        if not self.takes(value):
            return Word(f"{self.game}.value.{self.name}.own")
        if self.most is not None and value:
            return Word(f"{self.game}.value.{self.name}.number", {"number": value})
        return Word(f"{self.game}.value.{self.name}.{spelled(value)}")

    @property
    def sentence(self) -> str:
        """The same in English."""
        return self.words.say("en")

    def check(self, value: Any, seats: int) -> None:
        """Raise BadOption unless the option can have this value with this number of seats."""
        if not self.takes(value):
            if self.own is None or not isinstance(value, str | dict):
                values = self.choices if self.most is None else Word("core.option.whole", {"most": self.most})
                raise BadOption("core.option.value", option=self.name, value=repr(value), values=values)
            self.own(value)
        elif seats not in self.seats.get(value, (seats,)):
            raise BadOption("core.option.seats", option=self.name, value=repr(value), seats=list(self.seats[value]))

    def takes(self, value: Any) -> bool:
        """Whether a value is one of those to choose from."""
        if self.most is not None:
            return type(value) is int and 0 <= value <= self.most
        return any(type(value) is type(known) and value == known for known in self.values)

    @property
    def choices(self) -> str:
        """The values to choose from, for a sentence."""
        return f"0-{self.most}" if self.most is not None else ", ".join(map(spelled, self.values))


def spelled(value: Any) -> str:
    """A value as a person types it: JSON's true and false rather than Python's."""
    return str(value).lower() if isinstance(value, bool) else str(value)


def checked(table: Mapping[str, Option], given: Mapping[str, Any], seats: int) -> dict[str, Any]:
    """All options in the order of the table, those not given by default; BadOption for any that cannot be."""
    for name in given:
        if name not in table:
            raise BadOption("core.option.unknown", option=name, options=list(table))
    values = {name: given.get(name, option.default) for name, option in table.items()}
    for name, value in values.items():
        table[name].check(value, seats)
    return {name: table[name].saved(value) for name, value in values.items()}
