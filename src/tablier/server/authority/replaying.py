"""Tables whose game has changed under them: they are replayed as far as they go."""

from __future__ import annotations

from dataclasses import dataclass, replace

from tablier.core.errors import Error
from tablier.core.words import word
from tablier.server.authority.events import Stored
from tablier.server.authority.table import Table


@dataclass(frozen=True)
class Stop:
    """Where a table stopped that was replayed under new rules: after so many moves of so many, at this one."""

    made: int
    all: int
    move: str

    def say(self, language: str) -> str:
        """In a sentence."""
        told = word("server.developing.stopped", made=self.made, all=self.all, number=self.made + 1, move=self.move)
        return told.say(language)


def replayed(stored: Stored) -> tuple[Stored, Stop | None]:
    """A table without the events that are not possible any more, and where it stopped if there are any.

    One of which not even the beginning is possible is left as it is: it is refused with a sentence when it is opened.
    """
    try:
        table = Table(stored.setup)
    except Error:
        return stored, None
    for count, event in enumerate(stored.events):
        try:
            table.apply(event)
        except Error:
            moves = sum(event.kind == "move" for event in stored.events)
            return replace(stored, events=stored.events[:count]), Stop(table.number, moves, event.move)
    return stored, None
