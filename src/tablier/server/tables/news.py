"""What one viewer is told when something has happened at a table."""

from collections.abc import Sequence

from tablier.server.authority import talk
from tablier.server.authority.events import SAID, Event
from tablier.server.tables.connections import Connection, OpenTable
from tablier.server.telling import Message

REASONS_TO_TELL_ALL = ("back", "resign", "flag", "hand_over", "take_seat_back", "agreed", "abandoned", "swap")
REASONS_TO_TELL_MORE = ("claim", "device", "mute", "hint", "hinting", "holiday", "paused", "withdraw")
PRIVATE = ({"mute"}, {"conditions"})


def news(
    here: OpenTable, connection: Connection, events: Sequence[Event], before: int, now: float
) -> list[Message | bytes]:
    """Each move as it was seen, what was said, then how things stand."""
    table, teller, kinds = here.table, here.teller, {event.kind for event in events}
    messages: list[Message | bytes] = []
    if kinds in PRIVATE and events[0].seat not in table.seats_of(connection.visitor):
        return messages  # whom others have muted, and what they would answer, is their own business
    all_anew = not kinds.isdisjoint(REASONS_TO_TELL_ALL)
    if not all_anew:
        messages += teller.happened(connection, range(before + 1, table.number + 1))
        if SAID in kinds:
            heard = talk.heard(events, table, connection.visitor)
            messages += [{"type": "chat", **teller.said(event, connection)} for event in heard]
    if table.hidden:
        all_anew = all_anew or (table.over and table.number > before)  # everything is revealed
        if teller.curtain(connection) is not None and connection.looking is not None:
            connection.looking, all_anew = None, True
    if all_anew or not kinds.isdisjoint(REASONS_TO_TELL_MORE):
        messages.append(teller.everything(connection, now))
    elif kinds != {SAID}:
        messages.append(teller.now(connection, now))
    return messages
