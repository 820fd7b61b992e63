"""Numbers about the server, as Prometheus reads them."""

from __future__ import annotations

import time
from bisect import bisect_left
from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from contextlib import contextmanager

from tablier.server.authority.events import Event

SECONDS = (0.01, 0.03, 0.1, 0.3, 1.0, 3.0, 10.0)  # that a bot thinks
COMMIT_SECONDS = (0.0003, 0.001, 0.003, 0.01, 0.03, 0.1, 0.3, 1.0)


class Histogram:
    """How often something took how long."""

    def __init__(self, bounds: Sequence[float]) -> None:
        self.bounds = bounds
        self.counts = [0] * (len(bounds) + 1)
        self.total = 0.0

    def add(self, value: float) -> None:
        """Count one more."""
        self.counts[bisect_left(self.bounds, value)] += 1
        self.total += value

    def lines(self, name: str) -> Iterator[str]:
        """The counts as Prometheus reads them: each bound with all that took no longer."""
        count = 0
        for bound, more in zip((*self.bounds, "+Inf"), self.counts, strict=True):
            count += more
            yield f'{name}_bucket{{le="{bound}"}} {count}'
        yield f"{name}_sum {self.total}"
        yield f"{name}_count {count}"


class Metrics:
    """What is counted while a server runs."""

    def __init__(self) -> None:
        self.began = time.monotonic()
        self.moves: Counter[str] = Counter(person=0, bot=0, chance=0)
        self.refusals: Counter[str] = Counter()
        self.turned_away: Counter[str] = Counter()
        self.unwritten: Counter[str] = Counter()
        self.connections = 0
        self.made = 0
        self.thinking = 0
        self.passed_on = self.lost = 0
        self.bot_seconds = Histogram(SECONDS)
        self.commit_seconds = Histogram(COMMIT_SECONDS)

    def happened(self, events: Sequence[Event], people: Sequence[bool]) -> None:
        """Count the moves among events, by who made them; ``people`` says which seats are played by people."""
        for event in events:
            if event.kind == "move":
                who = "chance" if event.seat is None else "person" if people[event.seat] else "bot"
                self.moves[who] += 1

    def refused(self, code: str) -> None:
        """Count a refusal."""
        self.refusals[code] += 1

    @contextmanager
    def thought(self) -> Iterator[None]:
        """Count a bot that thinks, and how long it does."""
        began = time.monotonic()
        self.thinking += 1
        try:
            yield
        finally:
            self.thinking -= 1
            self.bot_seconds.add(time.monotonic() - began)

    def text(self, tables: int, sockets: int, node: str = "", owned: int = 0) -> str:
        """All numbers as they are now, with those of tables in memory, of open sockets, and of a node's own tables."""
        lines = [
            *head("node_info", "gauge", "How this server is called among several; nothing if it is alone."),
            f'tablier_node_info{{node="{node}"}} 1',
            *told("tables_owned", "gauge", "Tables that belong to this server.", owned),
            *told(
                "passed_on_total", "counter", "Requests and sockets that were passed on to other nodes.", self.passed_on
            ),
            *told("leases_lost_total", "counter", "How often this node's time ran out.", self.lost),
            *told("tables_open", "gauge", "Tables in memory.", tables),
            *told("tables_made_total", "counter", "Tables made.", self.made),
            *told("sockets", "gauge", "Open WebSockets.", sockets),
            *told("connections", "gauge", "Open connections of all kinds.", self.connections),
            *labelled("turned_away_total", "Connections refused or cut off, by reason.", "reason", self.turned_away),
            *labelled("moves_total", "Moves made, by who made them.", "by", self.moves),
            *labelled("unwritten_total", "Groups of changes that could not be written.", "reason", self.unwritten),
            *told("bots_thinking", "gauge", "Bots that think or wait to.", self.thinking),
            *labelled("refusals_total", "Requests and messages refused, by code.", "code", self.refusals),
            *told("uptime_seconds", "gauge", "Seconds since the start.", round(time.monotonic() - self.began, 3)),
            *head("bot_seconds", "histogram", "Seconds until a bot has moved."),
            *self.bot_seconds.lines("tablier_bot_seconds"),
            *head("commit_seconds", "histogram", "Seconds to write a group of changes to disk."),
            *self.commit_seconds.lines("tablier_commit_seconds"),
        ]
        return "".join(f"{line}\n" for line in lines)


def head(name: str, kind: str, sentence: str) -> Iterator[str]:
    """What a number is."""
    yield f"# HELP tablier_{name} {sentence}"
    yield f"# TYPE tablier_{name} {kind}"


def told(name: str, kind: str, sentence: str, value: float) -> Iterator[str]:
    """One number."""
    yield from head(name, kind, sentence)
    yield f"tablier_{name} {value}"


def labelled(name: str, sentence: str, label: str, counts: Mapping[str, int]) -> Iterator[str]:
    """Counts by label."""
    yield from head(name, "counter", sentence)
    for value, count in sorted(counts.items()):
        yield f'tablier_{name}{{{label}="{value}"}} {count}'
