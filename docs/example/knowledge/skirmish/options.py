"""Options of Minelfield, and how many soldiers a seat may have on the board."""

from tablier.core.options import OURS, Option
from tablier.core.records import i16
from tablier.games.minelfield import options as usual


class Options(usual.Options):
    """One more number that rules ask for."""

    soldiers: int = i16()  # so wide that no record of the usual rules begins like this one


TABLE = (*usual.TABLE, Option("skirmish", "soldiers", (1, 0, 2), OURS))


def fill(record, values):
    """Write the options into a record."""
    usual.fill(record, values)
    record.soldiers = values["soldiers"]
