"""All that is told at tables with clocks, in simulated time."""

from dataclasses import replace

from tablier.server.authority import timekeeping
from tablier.server.authority.table import Table
from tablier.server.telling import Teller, Viewer
from tablier.server.telling.writing import written
from tests.server.kit import NOW, do, free, person, table
from tests.server.test_clocks import BLITZ, MANY, OPEN, SLOW, STILL, begun


def now(here: Table, visitor: str, seconds: float) -> str:
    """How things stand then."""
    return Teller(here).now(Viewer(visitor, "en"), NOW + seconds).decode()


def told() -> list[str]:
    """What clocks, leavers, holidays and conditional moves bring with them, each once."""
    slow = begun(OPEN, SLOW)
    moves = slow.match.legal()[0], slow.match.legal()[-1]
    do(slow, "ann", "holiday", NOW, yes=True)
    do(slow, "bob", "conditions", NOW, number=0, lines=[list(moves)])
    many = begun(MANY, BLITZ, person("ann"), person("bob"), person("cid"))
    many.become(timekeeping.by_time(many, 0, [2], NOW + 10).table)
    do(many, "ann", "hand_over", NOW + 90, seat=2)
    flagged = begun(MANY, STILL, person("ann"), person("bob"), person("cid"))
    flagged.become(timekeeping.by_time(flagged, 0, [], NOW + 100).table)
    opened = settling()
    supposed = written(Teller(slow).suppose(Viewer("bob", "en"), 0, moves[:1])).decode()
    whole = written(Teller(slow).everything(Viewer("bob", "en"), NOW)).decode()
    return [
        now(slow, "bob", 5),
        now(many, "bob", 95),
        now(begun(OPEN, STILL), "bob", 1),
        now(flagged, "bob", 101),
        supposed,
        whole,
        now(opened, "ann", 0),
    ]


def settling() -> Table:
    """A table before its first move, open to strangers, at which somebody would like another seat."""
    here = table("samliam", person("bob"), person("ann"), free())
    opened = Table(replace(here.setup, open=True))
    do(opened, "ann", "swap", seat=0)
    return opened
