"""What was said at a table, and whose words somebody does not want to read."""

from __future__ import annotations

from collections.abc import Sequence
from typing import NamedTuple

from tablier.server.authority import limits
from tablier.server.authority.events import Event


class Muted(NamedTuple):
    """Somebody whose words a seat does not want to read: another seat, or a spectator."""

    by: int
    number: int  # of the seat or of the spectator
    visitor: str = ""  # if it is a spectator

    def said(self, event: Event) -> bool:
        """Whether it was this one who said something."""
        return event.visitor == self.visitor if self.visitor else event.seat == self.number


def remembered(chat: Sequence[Event]) -> tuple[Event, ...]:
    """The last messages of players and the last ones of spectators, in order."""
    room, kept = {False: limits.CHAT_KEPT, True: limits.SPECTATOR_CHAT_KEPT}, []
    for event in reversed(chat):
        room[event.seat is None] -= 1
        if room[event.seat is None] >= 0:
            kept.append(event)
    return tuple(reversed(kept))
