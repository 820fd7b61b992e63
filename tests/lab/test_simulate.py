"""A simulation plays real games at a real hub, in no time, and its page says what they took."""

import asyncio
from pathlib import Path

import pytest
from rich.console import Console

from tablier.lab import simulate
from tablier.lab.capacity import Machine, needs
from tablier.lab.simulate import BEGIN, Simulation
from tablier.lab.simulated import LeapingSelector, SimulatedLoop
from tablier.server.authority.limits import DAY
from tablier.server.authority.table import Table
from tests.server.conftest import cluster as cluster
from tests.server.conftest import database as database

GAMES = ("minelfield",)


def simulated(folder: Path, store: str = "") -> Simulation:
    return Simulation(folder, store, GAMES, 12.0, 3)


def test_a_day_passes_in_no_time_and_what_is_kept_are_games(tmp_path: Path) -> None:
    simulation = simulated(tmp_path)
    month = simulation.run(1, Console(quiet=True))
    assert (month.errors, simulation.traffic.errors) == (0, [])
    assert simulation.loop.time() == pytest.approx(DAY)
    assert month.made == sum(month.counted[kind] for kind in ("alone", "live", "letters")) > 2
    assert min(month.moves["person"], month.moves["bot"], month.kept.size, month.kept.rows, month.kept.written) > 0
    assert month.transactions >= month.moves["person"]
    tables = [simulation.store.load(name).result() for name in simulation.traffic.standings]
    moments = [event.at for stored in tables for event in stored.events]
    assert BEGIN < min(moments) <= max(moments) < BEGIN + DAY
    replayed = [Table(stored.setup, stored.events) for stored in tables]
    assert sum(table.over for table in replayed) == month.counted["over"] > 0
    kept = sum(event.kind == "move" for stored in tables for event in stored.events)
    assert kept == month.moves.total()
    simulation.close()


def test_a_database_is_asked_for_the_same(tmp_path: Path, database: str) -> None:
    counted = []
    for store in ("", database):
        (tmp_path / str(bool(store))).mkdir()
        simulation = simulated(tmp_path / str(bool(store)), store)
        month = simulation.run(1, Console(quiet=True))
        counted.append((month.errors, month.made > 0, month.transactions / month.decisions > 1))
        simulation.close()
    assert counted[0] == counted[1] == (0, True, True)


def test_the_page_says_what_breaks_first(tmp_path: Path) -> None:
    page = tmp_path / "capacity.md"
    simulate.main(["--days", "1", "--games-a-day", "10", "--game", GAMES[0], "--cores", "4", "--write", str(page)])
    told = page.read_text(encoding="utf-8")
    assert "**What breaks first is " in told
    assert "A machine of 4 cores" in told
    assert "{" not in told


def test_what_breaks_first_stands_first(tmp_path: Path) -> None:
    simulation = simulated(tmp_path)
    month = simulation.run(1, Console(quiet=True))
    simulation.close()
    found = needs(month, Machine(2, 8.0, 80.0, 15.0, 0.5, 1.5))
    assert [need.games for need in found] == sorted(need.games for need in found)
    small = needs(month, Machine(2, 8.0, 0.001, 15.0, 0.5, 1.5))
    assert small[0].name == "disk"


def test_time_leaps_to_what_is_due_and_stands_still_while_there_is_something_to_do() -> None:
    loop, heard = SimulatedLoop(), list[float]()

    async def passing() -> None:
        await asyncio.sleep(10 * DAY)
        heard.append(loop.time())
        assert await asyncio.to_thread(lambda: 7) == 7
        heard.append(loop.time())

    loop.run_until_complete(passing())
    loop.close()
    assert heard == [pytest.approx(10 * DAY)] * 2
    assert heard[0] == heard[1]


def test_nobody_waits_for_ever_unnoticed() -> None:
    with pytest.raises(RuntimeError, match="everybody waits"):
        LeapingSelector().select(None)
