"""The soak: it plays at a real server, always at as many tables, and tells by how much that has grown."""

import argparse
import asyncio
from pathlib import Path

import pytest

from tablier.lab import soak
from tablier.lab.bench_server import MeasuredServer
from tablier.lab.soak import SETTLING, Minute, growth, soaked
from tablier.server.operation.settings import variable

TABLES = 4


def test_it_plays_games_to_their_end_and_begins_others(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(soak, "MINUTE", 2.0)
    monkeypatch.setattr(soak, "LEFT", 1.0)
    monkeypatch.setattr(soak, "MOST_MOVES", 3)
    monkeypatch.setenv(variable("open_tables"), str(TABLES))
    server = MeasuredServer(tmp_path, ["minelfield"], None, 0)

    async def minutes() -> list[Minute]:
        arguments = argparse.Namespace(tables=TABLES, minutes=2, pace=200.0)
        return [minute async for minute in soaked(server, ["minelfield"], arguments)]

    try:
        first, second = asyncio.run(minutes())
    finally:
        server.stop()
    assert (first.number, second.number) == (1, 2)
    assert first.tables == second.tables == TABLES
    assert second.moves > 0
    assert 0 < second.half <= second.most
    assert len(list(tmp_path.glob("*.sqlite"))) == 2


def test_growth_is_told_of_what_comes_after_settling() -> None:
    def minutes(count: int) -> list[Minute]:
        wild = [Minute(number, 50.0 * number, 1, 1, 1.0, 1.0, 1.0) for number in range(1, SETTLING)]
        return wild + [Minute(number, 300.0 + 2 * number, 1, 1, 1.0, 1.0, 1.0) for number in range(SETTLING, count + 1)]

    assert growth(minutes(SETTLING)) is None
    assert growth(minutes(SETTLING + 1)) == pytest.approx(2)
    assert growth(minutes(30)) == pytest.approx(2)
