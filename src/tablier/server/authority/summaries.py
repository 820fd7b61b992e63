"""What lists tell about a table, so that nobody has to open it for that."""

from typing import NamedTuple

from tablier.server.authority.seats import chair_of
from tablier.server.authority.table import Table

RUNNING, FINISHED, ABANDONED = range(3)  # states of a table


class Summary(NamedTuple):
    """What a list of tables tells about one of them; ``players`` is JSON."""

    moved: float
    over: bool
    deciding: int | None
    players: str
    sitters: tuple[tuple[str, int], ...]  # visitors and their seats, if they are not kept already
    abandoned: bool = False

    @property
    def state(self) -> int:
        """Whether the table is running, finished or abandoned, as it is kept."""
        return ABANDONED if self.abandoned else FINISHED if self.over else RUNNING


def chair(table: Table, seat: int) -> int:
    """Where whoever has a seat now sat in the beginning: lists of tables go by that, so links to seats stay true."""
    return chair_of(table.setup.places, table.seats[seat], seat)


def summary(table: Table, before: Table | None = None) -> Summary:
    """What lists tell about a table; who sits at it only if that is not as before."""
    known = before is not None and before.seats is table.seats
    seats = () if known else enumerate(table.seats)
    sitters = tuple((owner, chair(table, number)) for number, seat in seats for owner in seat.owners)
    awaited = table.waiting[0] if table.waiting and not table.unsealed else table.deciding
    waiting = chair(table, awaited) if awaited is not None and table.seats[awaited].is_person else None
    return Summary(table.moved, table.over, waiting, table.players, sitters, table.abandoned)
