"""Faults in the middle of games lose nothing, and a journal notices whatever would be lost."""

import argparse
import asyncio
from collections.abc import Sequence
from contextlib import suppress
from pathlib import Path

import pytest

from tablier.lab import faults, throwaway, tried
from tablier.lab.bench_clients import Laid
from tablier.lab.cutting import CuttableLine
from tablier.lab.faults import FAULTS, Endured
from tablier.lab.journals import Journal
from tablier.lab.leaping import leap
from tablier.server.authority.events import event_text, setup_text
from tests.server.kit import move, person, seasoned, table

SHORT = (faults.node_killed, faults.node_paused, faults.database_killed, faults.line_cut)
GAME = "konane"
needs_postgres = pytest.mark.skipif(throwaway.binary("initdb") is None, reason=throwaway.MISSING)


def rounds(some: Sequence[faults.Harm], number: int) -> Endured:
    """So many rounds, which all have to come to their end."""
    given = tried.read_arguments(["--tables", "3"])

    def told(_: str) -> None:
        """Nobody reads it."""

    found = asyncio.run(tried.tried(number, some, given, told))
    assert (found.wrong, found.rounds) == ([], number)
    assert found.moves > 2 * number
    return found


@needs_postgres
def test_a_few_faults_lose_nothing() -> None:
    found = rounds(SHORT, len(SHORT))
    told = tried.page(found, tried.read_arguments([]))
    assert "Nothing was lost" in told
    for fault in SHORT:
        assert f"| {faults.name_of(fault)} | 1 |" in told


@pytest.mark.slow
@needs_postgres
def test_all_faults_lose_nothing() -> None:
    rounds([fault for fault in FAULTS if fault is not faults.disk_full], 4 * len(FAULTS))


# What a journal notices


def written() -> tuple[Journal, str, list[tuple[int, str]]]:
    """A journal of three moves, and what was kept of them."""
    here = table(GAME, person("ann"), person("bob"))
    here = type(here)(seasoned(here.setup))
    journal, events = Journal(Laid("table", ("", "")), 2), list[tuple[int, str]]()
    for visitor in ("ann", "bob", "ann"):
        number = here.number
        for event in move(here, visitor):
            journal.send(number, event.move)
            journal.hear(number + 1, [event.move])
            events.append((len(events), event_text(event)))
    return journal, setup_text(here.setup), events


def wrong(journal: Journal, setup: str, events: list[tuple[int, str]]) -> str:
    return "\n".join(journal.compared(setup, events))


def test_what_is_as_it_was_told_is_right() -> None:
    assert wrong(*written()) == ""


def test_a_move_that_was_told_and_is_not_there_is_noticed() -> None:
    journal, setup, events = written()
    assert "lost: 3 moves were told, 2 are kept" in wrong(journal, setup, events[:-1])


def test_a_move_in_another_place_or_twice_is_noticed() -> None:
    journal, setup, events = written()
    texts = [text for _, text in events]
    for other in ([texts[0], texts[2], texts[1]], [*texts, texts[2]]):
        assert wrong(journal, setup, list(enumerate(other)))


def test_an_event_that_is_missing_is_noticed() -> None:
    journal, setup, events = written()
    assert "an event is missing" in wrong(journal, setup, [(number + (number > 1), text) for number, text in events])


def test_what_two_were_told_otherwise_is_noticed() -> None:
    journal, setup, events = written()
    journal.hear(2, ["another move"])
    assert "told in two ways" in wrong(journal, setup, events)


def test_fewer_moves_than_were_known_are_noticed() -> None:
    journal, setup, events = written()
    journal.look(3, {"number": 2, "log": []})
    assert "3 moves were told, and later only 2" in wrong(journal, setup, events)


# Tools


def test_a_line_passes_on_is_cut_and_is_held() -> None:
    async def tried_out() -> None:
        async def echo(reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
            while piece := await reader.read(100):
                writer.write(piece)
            writer.close()

        server = await asyncio.start_server(echo, "127.0.0.1", 0)
        line = CuttableLine(server.sockets[0].getsockname()[1])
        await line.begin()
        reader, writer = await asyncio.open_connection("127.0.0.1", line.port)
        writer.write(b"one")
        assert await reader.read(100) == b"one"
        line.hold()
        writer.write(b"two")
        with pytest.raises(TimeoutError):
            await asyncio.wait_for(reader.read(100), 0.05)
        line.mend()
        assert await reader.read(100) == b"two"
        line.cut()
        with suppress(ConnectionResetError):
            assert await reader.read(100) == b""
        writer.close()
        await line.end()
        server.close()

    asyncio.run(tried_out())


def test_a_clock_is_as_wrong_as_a_file_says(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    import time

    monkeypatch.setattr(time, "time", time.time)
    file = tmp_path / "clock"
    file.write_text("0")
    leap(file)
    before = time.time()
    file.write_text("3600")
    assert 3_599 < time.time() - before < 3_700


def test_only_faults_that_there_are_can_be_asked_for() -> None:
    assert isinstance(tried.read_arguments(["--fault", "line_cut"]), argparse.Namespace)
    with pytest.raises(SystemExit):
        tried.read_arguments(["--fault", "rain"])
