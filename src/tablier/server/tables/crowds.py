"""Who is let in to a table: players always, spectators as long as there is room."""

from __future__ import annotations

from collections import defaultdict

from tablier.server.authority import limits
from tablier.server.authority.refusals import Refused
from tablier.server.tables.connections import Connection, OpenTable


class Crowd:
    """Everybody who is connected, by visitor; spectators also by address."""

    def __init__(self, limited: bool) -> None:
        self.limited = limited
        self.visitors: defaultdict[str, list[Connection]] = defaultdict(list)  # the oldest first
        self.spectators: defaultdict[str, set[Connection]] = defaultdict(set)  # by address

    def come(self, here: OpenTable, connection: Connection) -> Connection | None:
        """Let somebody in; returns an older connection of the same player that has to go for it.

        A spectator is refused where there is no room.
        """
        spectator, older = not here.table.seats_of(connection.visitor), None
        if spectator:
            self._refuse_spectator(here, connection)
            self.spectators[connection.address].add(connection)
        elif self._is_everywhere(connection.visitor):
            older = self.visitors[connection.visitor].pop(0)
        self.visitors[connection.visitor].append(connection)
        return older

    def _is_everywhere(self, visitor: str) -> bool:
        """Whether a visitor has as many connections as one may have."""
        return self.limited and len(self.visitors.get(visitor, ())) >= limits.SOCKETS_PER_VISITOR

    def _refuse_spectator(self, here: OpenTable, connection: Connection) -> None:
        """Refuse one spectator too many: of a visitor, of an address, at a table."""
        others = [other for other in here.connections if not here.table.seats_of(other.visitor)]
        if len(others) >= limits.SPECTATORS_PER_TABLE:
            raise Refused("server.table.full", 503, limits.FULL_SECONDS)
        if not self.limited:
            return
        neighbours = sum(other.address == connection.address for other in others)
        all_of_address = len(self.spectators.get(connection.address, ()))
        if neighbours >= limits.NEIGHBOURS_PER_TABLE or all_of_address >= limits.SPECTATORS_PER_ADDRESS:
            raise Refused("server.limits.crowd", 429, limits.FULL_SECONDS)
        if self._is_everywhere(connection.visitor):
            raise Refused("server.limits.sockets", 429, limits.FULL_SECONDS)

    def leave(self, connection: Connection) -> None:
        """Somebody has gone."""
        mine, neighbours = self.visitors[connection.visitor], self.spectators[connection.address]
        if connection in mine:
            mine.remove(connection)
        neighbours.discard(connection)
        if not mine:
            del self.visitors[connection.visitor]
        if not neighbours:
            del self.spectators[connection.address]
