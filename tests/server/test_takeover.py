"""Nodes and processes that are killed or paused in the middle of games: others go on, and nothing told is lost."""

import json
import os
import random
import signal
import subprocess
from pathlib import Path
from typing import Any

import pytest
from websockets.exceptions import ConnectionClosed

from tablier.server.store.postgres import PostgresStore
from tests.api.kit import TABLIER, clean_environment
from tests.server.nodes import (
    SECONDS,
    Guest,
    NodeHouse,
    alive,
    due,
    heard,
    how_it_stands,
    node_process,
    owner,
    played,
    sat,
    until,
)


def hung_up(line: Any) -> bool:
    """Whether a connection ends, whatever is told before."""
    try:
        while True:
            heard(line)
    except ConnectionClosed:
        return True


def kept(database: str, table: str) -> list[str]:
    """The moves of people that are on disk."""
    store = PostgresStore(database, alone=False)
    stored = store.load(table).result(SECONDS)
    store.close()
    return [event.move for event in stored.events if event.kind == "move" and event.seat is not None]


def test_a_node_is_killed_and_play_goes_on_at_another(database: str, tmp_path: Path) -> None:
    with node_process(database, tmp_path) as (first, one), node_process(database, tmp_path) as (_, other):
        table, ann, bob = sat(one, other)
        played(table, (ann, bob), 5, random.Random(1))
        assert (owner(one)[1], owner(other)[1]) == (1, 0)
        with bob.live(table) as line:  # led to the owner, which is killed
            heard(line)
            first.kill()
            assert hung_up(line)
        assert bob.ask("GET", f"/api/tables/{table}/text").status_code == 200, "waited for, until it has another owner"
        ann.url = other
        played(table, (ann, bob), 10, random.Random(2))
        assert len(ann.told) == 10
        assert kept(database, table) == ann.told


def test_a_node_that_was_paused_cannot_write_when_it_wakes(database: str, tmp_path: Path) -> None:
    with node_process(database, tmp_path) as (first, one), node_process(database, tmp_path) as (_, other):
        table, ann, bob = sat(one, other)
        played(table, (ann, bob), 4, random.Random(3))
        with ann.live(table) as line:
            now = how_it_stands(heard(line))
            asleep = due(now, 0, random.Random(0)) if now["moves"] else {"type": "resign", "seat": 0}
            first.send_signal(signal.SIGSTOP)
            line.send(json.dumps(asleep))  # it will find this when it wakes
            awake = Guest(other, ann.cookie, 0, ann.told)
            played(table, (awake, bob), 8, random.Random(4))
            first.send_signal(signal.SIGCONT)
            assert hung_up(line)
        until(lambda: owner(one)[1] == 0)
        played(table, (Guest(one, ann.cookie, 0, ann.told), bob), 10, random.Random(5))
        assert len(ann.told) == 10
        assert kept(database, table) == ann.told


def test_several_processes_serve_at_one_address_and_one_of_them_is_killed(database: str, tmp_path: Path) -> None:
    """The first process starts another one, and a lease that would last for minutes keeps nobody waiting."""
    with several(database, tmp_path, "--processes", "2") as (first, url):
        games = [sat(url, url) for _ in range(4)]
        for table, ann, bob in games:
            played(table, (ann, bob), 3, random.Random(6))
        nodes = {owner(url)[0] for _ in range(50)}
        assert len(nodes) == 2
        victim = children(first)[0]
        os.kill(victim, signal.SIGKILL)
        for table, ann, bob in games:
            played(table, (ann, bob), 6, random.Random(7))
            assert kept(database, table) == ann.told
        until(lambda: len(set(children(first)) - {victim}) == 2)
        until(lambda: len({owner(url)[0] for _ in range(20)} - nodes) == 1)
        running = children(first)
        first.terminate()
        assert first.wait(SECONDS) == 0
        assert not any(map(alive, running))
        assert first.stdout.read() == "", "one address was printed"


def test_processes_end_when_the_first_one_is_killed(database: str, tmp_path: Path) -> None:
    with several(database, tmp_path, "--processes", "2") as (first, url):
        running = children(first)
        owner(url)
        first.kill()
        first.wait()
        until(lambda: not any(map(alive, running)))


@pytest.mark.parametrize("argument", [("--processes", "2"), ("--node", "127.0.0.1")])
def test_a_folder_is_not_shared(tmp_path: Path, argument: tuple[str, str]) -> None:
    done = subprocess.run(
        [TABLIER, "serve", "--no-browser", "--data", str(tmp_path), *argument],
        env=clean_environment(), capture_output=True, text=True, timeout=SECONDS, check=False,
    )  # fmt: skip
    assert done.returncode == 1
    assert "PostgreSQL" in done.stderr
    assert done.stdout == ""


def test_processes_that_cannot_begin_say_why_and_are_not_started_again(database: str, tmp_path: Path) -> None:
    """Another server has the database for itself; and an address that is none."""
    command = [TABLIER, "serve", "--no-browser", "--processes", "2", "--store"]
    for address in ("mysql://somewhere", "postgresql://nobody@127.0.0.1:1/nothing"):
        done = subprocess.run(
            [*command, address], env=clean_environment(), capture_output=True, text=True, timeout=SECONDS, check=False
        )
        assert done.returncode == 1
        assert done.stderr.count("\n") == 1


class several:  # noqa: N801
    """A server as people start it, with more arguments than usual."""

    def __init__(self, database: str, folder: Path, *arguments: str) -> None:
        environment = {"TABLIER_PREPARE": "no", "TABLIER_LIMITED": "no", "TABLIER_WORKERS": "0", "TABLIER_LEASE": "300"}
        command = [TABLIER, "serve", "--no-browser", "--data", str(folder), "--store", database, *arguments]
        pipe = subprocess.PIPE
        self.process = subprocess.Popen(command, env=clean_environment() | environment, stdout=pipe, text=True)

    def __enter__(self) -> tuple[subprocess.Popen[str], str]:
        url = self.process.stdout.readline().removeprefix("Tablier: ").strip().rstrip("/")
        assert url
        return self.process, url

    def __exit__(self, *_: object) -> None:
        if self.process.poll() is None:
            self.process.terminate()
        self.process.wait()
        self.process.stdout.close()


def children(process: subprocess.Popen[str]) -> list[int]:
    """The processes that another one has started."""
    return [int(one) for one in Path(f"/proc/{process.pid}/task/{process.pid}/children").read_text().split()]


# What goes on by itself


def test_what_a_dead_node_has_left_goes_on_with_nobody_there(database: str) -> None:
    """A bot that was to move moves, and a flag falls; the time in which nobody owned the table is given back."""
    with NodeHouse(database) as one, NodeHouse(database) as other:
        seats = [{"kind": "me"}, {"kind": "link"}]
        table, ann, bob = sat(one.url, one.url, "samliam", clock={"kind": "fischer", "minutes": 3, "seconds": 0})
        played(table, (ann, bob), 3, random.Random(8))
        assert seats
        before = one.hub.open_tables[table].table.clocks
        in_loop(one, lambda: die(one))
        orphaned(database, one.name, seconds_ago=100.0)
        in_loop(other, other.hub.node.hurry.set)  # type: ignore[attr-defined]
        until(lambda: table in other.hub.open_tables)
        found = other.hub.open_tables[table]
        until(lambda: found.table.clocks.since > before.since)
        clocks = found.table.clocks
        assert clocks.turn == before.turn
        used = clocks.spent - before.spent
        assert 0 <= used < 5, "nobody was there for a hundred seconds, which do not count"
        assert found.alarm is not None


def in_loop(house: NodeHouse, work: Any) -> None:
    """Have something done in a node's thread."""
    house.loop.call_soon_threadsafe(work)


def die(house: NodeHouse) -> None:
    """Let a node do nothing any more for its time."""
    house.application.state.living.member.beating.cancel()


def orphaned(database: str, node: str, seconds_ago: float) -> None:
    """Let a node have died some time ago."""
    import psycopg

    with psycopg.connect(database) as connection:
        connection.execute(
            "update nodes set until=clock_timestamp() - make_interval(secs => %s) where node=%s", (seconds_ago, node)
        )
