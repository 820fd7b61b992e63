"""A disk that takes nothing: all whose wishes were not kept are told so, and when there is room again all goes on."""

import json
import logging
import os
import sqlite3
import subprocess
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any

import httpx
import pytest
from websockets.exceptions import ConnectionClosedError

from tests.server.kit import dice_message
from tests.server.running import SECONDS, Running

SEATS = [{"kind": "me"}, {"kind": "link"}]
HTML = {"accept": "text/html"}
LONG = "x" * 300
ROOM = 1_000_000  # pages
DISK = 8 << 20  # bytes
TRIES = 500  # after which even the last page is full


def tell(store: Any, statement: str) -> Any:
    """Have the writer's connection do something."""
    return store._later(lambda connection: connection.execute(statement).fetchone()).result(SECONDS)


@contextmanager
def full(server: Running) -> Iterator[None]:
    """Let the database grow no more."""
    pages = tell(server.hub.store, "pragma page_count")[0]
    tell(server.hub.store, f"pragma max_page_count={pages}")
    yield
    tell(server.hub.store, f"pragma max_page_count={ROOM}")


@contextmanager
def filled(server: Running) -> Iterator[None]:
    """Fill the disk to its last byte."""
    filler = server.data / "filler"
    with filler.open("wb", buffering=0) as file:
        for size in (1 << 16, 1 << 12, 1):
            try:
                while file.write(bytes(size)):
                    pass
            except OSError:
                continue
    yield
    filler.unlink()


@contextmanager
def locked(server: Running) -> Iterator[None]:
    """Let nothing be written, for another reason."""
    store: Any = server.hub.store
    connection = store._later(lambda connection: connection).result(SECONDS)
    connection.execute("pragma query_only=1")
    yield
    connection.execute("pragma query_only=0")


@pytest.fixture
def small_disk(tmp_path: Path) -> Iterator[Path]:
    """A small disk of its own."""
    made = os.geteuid() == 0 and not subprocess.call(
        ["mount", "-t", "tmpfs", "-o", f"size={DISK}", "tmpfs", str(tmp_path)], stderr=subprocess.DEVNULL
    )
    if not made:
        pytest.skip("only root may make a disk")
    yield tmp_path
    subprocess.check_call(["umount", str(tmp_path)])


def until_closed(line: Any, *commands: dict[str, Any]) -> tuple[list[str], int]:
    """Say things again and again until the server hangs up: the codes of refusals, and the closing code."""
    codes = []
    try:
        for _ in range(TRIES):
            for command in commands:
                line.send(json.dumps(command))
            while (message := json.loads(line.recv(timeout=SECONDS)))["type"] not in ("refused", "chat"):
                pass
            codes += [message["code"]] if message["type"] == "refused" else []
    except ConnectionClosedError as closed:
        assert closed.rcvd
        return codes, closed.rcvd.code
    raise AssertionError("it went on and on")


def until_refused(ask: Callable[[], httpx.Response]) -> httpx.Response:
    """The first refusal."""
    for _ in range(TRIES):
        answer = ask()
        if answer.status_code >= 400:
            return answer
    raise AssertionError("it went on and on")


@pytest.mark.parametrize(
    ("ailing", "code", "closing", "status"),
    [(full, "storage.full", 4507, 507), (locked, "table.trouble", 1013, 503)],
)
def test_who_could_not_be_heard_is_told_and_all_goes_on_when_there_is_room(
    tmp_path: Path, ailing: Callable[[Running], Any], code: str, closing: int, status: int
) -> None:
    chat = {"type": "chat", "text": LONG}
    with Running(tmp_path) as server:
        table = server.made()
        with server.live(table) as mover, server.live(table) as watcher, ailing(server):
            assert until_closed(mover, chat) == ([code], closing)
            codes, code_of_watcher = until_closed(watcher, chat)
            assert code_of_watcher == closing
            assert set(codes) <= {code}
            answer = until_refused(lambda: server.make(SEATS))
            assert (answer.status_code, answer.json()["error"]["code"]) == (status, code)
            assert answer.headers["retry-after"] == str(int(answer.json()["error"]["retry_after"]))
            page = until_refused(lambda: server.ask("POST", "/play/samliam", headers=HTML))
            assert page.status_code == status
            assert answer.json()["error"]["message"] in page.text.replace("&#39;", "’")
            assert server.ask("GET", "/health").status_code == 200
        with server.live(table) as mover:
            mover.recv(timeout=SECONDS)
            mover.send(json.dumps({"type": "chat", "text": "again"}))
            assert json.loads(mover.recv(timeout=SECONDS))["text"] == "again"
        assert server.make(SEATS).status_code == 201


def test_a_disk_without_a_byte_left_refuses_everything_that_would_have_to_be_kept(
    small_disk: Path, caplog: pytest.LogCaptureFixture
) -> None:
    with Running(small_disk) as server:
        assert refusals(server, filled) == {"storage.full"}
        assert server.hub.metrics.unwritten["full"] >= 1
        assert server.make(SEATS).status_code == 201
    told = [record.getMessage() for record in caplog.records if record.name == "tablier.server.store.disk"]
    assert [line.partition(":")[0] for line in told] == ["the disk is full", "the disk can be written to again"]


def test_a_disk_that_takes_nothing_for_another_reason_refuses_the_same(
    tmp_path: Path, caplog: pytest.LogCaptureFixture
) -> None:
    with Running(tmp_path) as server, caplog.at_level(logging.WARNING):
        assert refusals(server, locked) == {"table.trouble"}
    assert "the disk cannot be written to" in caplog.text


def refusals(server: Running, ailing: Callable[[Running], Any]) -> set[str]:
    """Why everything is refused that has to be kept: a part in the dice, a new table, a seat, a link and a device."""
    made = server.make(SEATS)
    server.cookie = f"visitor={made.cookies['visitor']}"
    table, token = made.json()["table"], made.json()["seats"][1]["link"].removeprefix("/seat/")
    mine = {"cookie": server.cookie}
    device = server.ask("POST", f"/api/tables/{table}/device", headers=mine).json()["link"].removeprefix("/device/")
    with server.live(table) as line, ailing(server):
        line.send(json.dumps(dice_message(json.loads(line.recv(timeout=SECONDS))["now"], 0)))
        told = json.loads(line.recv(timeout=SECONDS))
        answers = [
            server.make(SEATS),
            server.ask("POST", "/play/samliam"),
            server.ask("POST", f"/api/seats/{token}/claim", json={}),
            server.ask("POST", f"/api/tables/{table}/device", headers=mine),
            server.ask("POST", f"/api/devices/{device}"),
        ]
    assert server.ask("POST", f"/api/seats/{token}/claim", json={}).status_code == 200
    assert {answer.status_code for answer in answers} in ({507}, {503})
    return {told["code"], *(answer.json()["error"]["code"] for answer in answers)}


def test_a_disk_that_fails_while_reading_is_trouble(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    with Running(tmp_path) as server:

        def broken(*_: object) -> None:
            raise sqlite3.OperationalError("disk I/O error")

        monkeypatch.setattr("tablier.server.store.sqlite.connected", broken)
        for thread in ("histories", "reader"):
            monkeypatch.setattr(getattr(server.hub.store, thread), "connection", None)
        answer = server.ask("GET", "/api/tables/nowhere/text")
        assert (answer.status_code, answer.json()["error"]["code"]) == (503, "table.trouble")
