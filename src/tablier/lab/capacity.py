"""The page about capacity: what a simulated month has used, what that costs, and a plan for many more games."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass, field
from pathlib import Path
from typing import NamedTuple

from tablier.lab.simulated import TrafficBook
from tablier.lab.traffic import DAILY, HOURLY
from tablier.server.bots.pool import EXPECTED
from tablier.server.net.descriptors import MOST

WANTED = 1_000_000  # games a day
BOT_LEVEL = 4  # that bots think as on the average
TABLE_MEGABYTES = 0.11  # that a table in memory holds with two sockets, as `make bench-server` measures it
SOCKETS = MOST * 7 // 8  # of one process
WRITING = 100e6  # bytes that a disk takes in a second
KEEPING = 30  # days for which games have to fit on a disk
MONTH = 30 * 86_400.0
PEAK = max(HOURLY) * len(HOURLY) / sum(HOURLY) * max(DAILY) * len(DAILY) / sum(DAILY)
"""How many times as much as on the average there is in the busiest hour of the busiest day."""


@dataclass
class KeptSoFar:
    """What lies on a disk, and what was written to it so far."""

    size: float = 0.0  # bytes
    rows: float = 0.0  # inserted, changed or deleted
    written: float = 0.0  # bytes

    def since(self, before: KeptSoFar) -> KeptSoFar:
        """What has come since another moment."""
        return KeptSoFar(self.size - before.size, self.rows - before.rows, self.written - before.written)


@dataclass
class Month:
    """What a simulation has shown."""

    store: str
    days: float
    counted: Counter[str] = field(default_factory=Counter)
    moves: Counter[str] = field(default_factory=Counter)  # by who made them
    made: int = 0
    kept: KeptSoFar = field(default_factory=KeptSoFar)
    ledger: TrafficBook = field(default_factory=TrafficBook)
    server: float = 0.0  # seconds that a processor has worked for the server, the simulated people left out
    database: float = 0.0  # and for a database of its own
    wall: float = 0.0
    sockets: float = 0.0  # open ones, on the average
    most_sockets: int = 0
    errors: int = 0

    @property
    def decisions(self) -> int:
        """Moves of people and bots; dice are none."""
        return self.moves["person"] + self.moves["bot"]

    @property
    def transactions(self) -> int:
        """Groups of changes, without the notes that the server is there."""
        return self.ledger.groups - self.ledger.beats

    @property
    def server_seconds(self) -> float:
        """What a game costs a server."""
        return self.server / self.made

    @property
    def database_seconds(self) -> float:
        """What a game costs a database of its own."""
        return self.database / self.made


class Machine(NamedTuple):
    """A kind of machine that is paid for, and how much of it is used."""

    cores: int
    memory: float  # gigabytes
    disk: float  # gigabytes
    price: float  # euros a month
    busy: float  # the part of its cores that works on the average
    network: float  # times the work of a server, with sockets and pages


# A month

WHO = ("person", "bot", "chance")
MONTHLY: tuple[tuple[str, Callable[[Month], str]], ...] = (
    ("games begun: against bots, live, by letters", lambda m: f"{m.made:,}: " + kinds(m)),
    ("games ended", lambda m: f"{m.counted['over']:,}"),
    ("people who left for good; resigned", lambda m: f"{m.counted['left']:,}; {m.counted['resigned']:,}"),
    ("moves of people, of bots, of chance", lambda m: ", ".join(f"{m.moves[who]:,}" for who in WHO)),
    ("sockets on the average; at most", lambda m: f"{m.sockets:.1f}; {m.most_sockets}"),
    ("on disk for 1,000 games", lambda m: f"{m.kept.size / m.made / 1e3:,.1f} MB"),
    ("transactions for each decision", lambda m: f"{m.transactions / m.decisions:.2f}"),
    ("notes that the server is there", lambda m: f"{m.ledger.beats:,}"),
    ("reads for each decision", lambda m: f"{m.ledger.reads / m.decisions:.2f}"),
    ("rows written for each decision", lambda m: f"{m.kept.rows / m.decisions:.2f}"),
    ("bytes written for each decision", lambda m: f"{m.kept.written / m.decisions:,.0f}"),
    ("bytes sent for each decision", lambda m: f"{m.counted['message bytes'] / m.decisions:,.0f}"),
    ("processor of the server for each decision", lambda m: f"{1e3 * m.server / m.decisions:.2f} ms"),
    ("processor of the database for each decision", lambda m: f"{1e3 * m.database / m.decisions:.2f} ms"),
    ("what went wrong", lambda m: str(m.errors)),
    ("the simulation took", lambda m: f"{m.wall:,.0f} s"),
)


def kinds(month: Month) -> str:
    """How many games there were of each kind."""
    return ", ".join(f"{month.counted[kind]:,}" for kind in ("alone", "live", "letters"))


def monthly(months: Sequence[Month]) -> Iterator[str]:
    """What each simulation has shown."""
    yield f"| | {' | '.join(month.store for month in months)} |"
    yield f"| --- |{' --- |' * len(months)}"
    for name, told in MONTHLY:
        yield f"| {name} | {' | '.join(map(told, months))} |"


# What it costs


def core_seconds(month: Month, machine: Machine) -> float:
    """What 1,000 games take of processors: server, network and database; bots' thinking is reckoned apart."""
    return 1_000 * (month.server_seconds * machine.network + month.database_seconds)


def bot_seconds(month: Month) -> float:
    """What 1,000 games take for bots to think."""
    return 1_000 * month.moves["bot"] / month.made * EXPECTED[BOT_LEVEL]


def price(seconds: float, machine: Machine) -> float:
    """What so many seconds of a core cost."""
    return seconds * machine.price / (machine.cores * MONTH * machine.busy)


def costs(months: Sequence[Month], machine: Machine) -> Iterator[str]:
    """What 1,000 games cost."""
    yield "| 1,000 games | core-seconds | euros | for bots to think | euros | in all |"
    yield "| --- | --- | --- | --- | --- | --- |"
    for month in months:
        played, thought = core_seconds(month, machine), bot_seconds(month)
        prices = price(played, machine), price(thought, machine), price(played + thought, machine)
        shown = f"{played:,.0f} | {prices[0]:.4f} | {thought:,.0f} | {prices[1]:.4f} | {prices[2]:.4f}"
        yield f"| {month.store} | {shown} |"


# A plan


class Need(NamedTuple):
    """Something that many games need."""

    name: str
    amount: float  # that so many games a day need in the busiest hour
    unit: str
    offered: float  # by one machine
    remedy: str

    @property
    def games(self) -> float:
        """The games a day at which one machine has no more of it."""
        return WANTED * self.offered / self.amount if self.amount else float("inf")


def needs(month: Month, machine: Machine) -> list[Need]:
    """What is needed, what runs out first before the rest."""
    second = WANTED / 86_400 * PEAK  # games that begin in it
    live = month.sockets * WANTED / (month.made / month.days) * PEAK
    written = month.kept.written / month.made * second
    found = [
        Need("bots that think", second * bot_seconds(month) / 1_000, "cores", machine.cores, BOTS),
        Need("servers", second * month.server_seconds * machine.network, "cores", machine.cores, SERVERS),
        Need("the database", second * month.database_seconds, "cores", machine.cores, DATABASE),
        Need("writing", written / 1e6, "MB/s", WRITING / 1e6, WRITES),
        Need("disk", month.kept.size / month.made * WANTED * KEEPING / 1e9, "GB", machine.disk, DISK),
        Need("sockets", live, "sockets", SOCKETS, TOGETHER),
        Need("memory for tables", live / 2 * TABLE_MEGABYTES / 1e3, "GB", machine.memory, TOGETHER),
    ]
    return sorted((need for need in found if need.amount), key=lambda need: need.games)


BOTS = "more machines with `tablier worker`, which need nothing but the database; or bots that think less at busy times"
SERVERS = "more nodes: each table is one node's, so that they share nothing but the database"
DATABASE = "a larger machine; beyond the largest, several databases, each with nodes and tables of its own"
WRITES = "as for the database's cores; a disk of its own for what is written ahead"
DISK = "a larger disk, or `TABLIER_FORGET_FINISHED_DAYS`"
TOGETHER = "comes with the nodes that are needed anyway"


def plan(month: Month, machine: Machine) -> Iterator[str]:
    """What is needed for very many games, line by line."""
    yield "| what runs out | needed in the busiest hour | of one such machine | full at games a day | what helps |"
    yield "| --- | --- | --- | --- | --- |"
    for need in needs(month, machine):
        amounts = f"{need.amount:,.0f} {need.unit} | {need.offered:,.0f} {need.unit}"
        yield f"| {need.name} | {amounts} | {rounded(need.games):,} | {need.remedy} |"


def rounded(number: float) -> int:
    """A number of two digits."""
    digits = max(0, len(str(int(number))) - 2)
    return int(round(number, -digits))


def summed_up(month: Month, machine: Machine) -> str:
    """The machines of the plan, and what they cost."""
    cores = {need.name: need.amount / machine.busy for need in needs(month, machine) if need.unit == "cores"}
    machines = {name: -(-amount // machine.cores) for name, amount in cores.items()}
    told = ", ".join(f"{count:,.0f} for {name}" for name, count in machines.items())
    return (
        f"With cores busy for {machine.busy:.0%} in the busiest hour that is {told}: "
        f"{sum(machines.values()) * machine.price:,.0f} euros a month if all are such machines"
    )


PAGE = Path(__file__).with_name("capacity.md")


def page(months: Sequence[Month], machine: Machine, games: Sequence[str], a_day: float) -> str:
    """The whole page; the plan is made from the last month."""
    last = months[-1]
    second = WANTED / 86_400
    decisions = second * PEAK * last.decisions / last.made
    return PAGE.read_text(encoding="utf-8").format(
        **machine._asdict(),
        days=last.days, a_day=a_day, games=", ".join(games), monthly="\n".join(monthly(months)),
        costs="\n".join(costs(months, machine)), level=BOT_LEVEL, thought=EXPECTED[BOT_LEVEL], store=last.store,
        wanted=WANTED, average=second, peak=second * PEAK, decisions=decisions, plan="\n".join(plan(last, machine)),
        summed_up=summed_up(last, machine), first=needs(last, machine)[0].name,
        transactions=decisions * last.transactions / last.decisions,
    )  # fmt: skip
