"""What is over leaves nothing behind: connections, requests and tables are gone without any search for garbage."""

import contextlib
import gc
import json
import weakref
from collections import Counter
from collections.abc import Callable, Iterator
from typing import Any

import pytest
from websockets.exceptions import ConnectionClosedError

from tablier.server.net import wire
from tests.server.kit import dice_message
from tests.server.running import SECONDS, Running, reset_when_closed

KNOWN = ("tablier.server.", "uvicorn.", "websockets.server.", "asyncio.selector_events.", "fastapi.", "starlette.")
TIMES = 6


@pytest.fixture(scope="module")
def aside() -> Iterator[None]:
    """What was there before is not looked at any more: a process that has read all tests holds millions of objects."""
    gc.collect()
    gc.freeze()
    yield
    gc.unfreeze()


@pytest.fixture(scope="module")
def running(aside: None, tmp_path_factory: pytest.TempPathFactory) -> Iterator[Running]:
    with Running(tmp_path_factory.mktemp("data"), open_tables=1) as server:
        yield server


@pytest.fixture(autouse=True)
def without_search(running: Running) -> Iterator[None]:
    """Nobody looks for garbage."""
    gc.collect()
    gc.disable()
    yield
    gc.enable()


def counted() -> Counter[str]:
    """Objects of our kinds, and of those of libraries that belong to connections and requests."""
    names = (f"{type(found).__module__}.{type(found).__qualname__}" for found in gc.get_objects())
    return Counter(name for name in names if name.startswith(KNOWN))


def played(running: Running, table: str, moves: int) -> None:
    """Give salts and make so many moves, on both seats."""
    with running.live(table) as line:
        while True:
            message = json.loads(line.recv(timeout=SECONDS))
            now = message.get("now", message)
            if message["type"] not in ("table", "now"):
                continue
            if now["waiting"]:
                line.send(json.dumps(dice_message(now, now["waiting"][0])))
            elif now["number"] >= moves or now["outcome"]:
                return
            elif now["moves"]:
                line.send(json.dumps({"type": "move", "number": now["number"], "move": now["moves"][0]["move"]}))


def a_game(running: Running) -> None:
    played(running, running.made(), moves=4)


def a_connection(running: Running) -> None:
    with running.live(running.made()) as line:
        line.recv(timeout=SECONDS)
        line.send("nonsense")
        line.send(json.dumps({"type": "move", "number": 7, "move": "a1"}))
        for _ in range(2):
            assert json.loads(line.recv(timeout=SECONDS))["type"] == "refused"


def an_aborted_connection(running: Running) -> None:
    with running.line() as line:
        running.upgraded(line, running.made())
        reset_when_closed(line)


def an_unknown_table(running: Running) -> None:
    running.made()
    with running.live("nowhere") as line:
        assert json.loads(line.recv(timeout=SECONDS))["code"] == "table.unknown"


def many_frames(running: Running) -> None:
    with running.live(running.made()) as line:
        line.recv(timeout=SECONDS)
        with contextlib.suppress(ConnectionClosedError):
            line.send(["x"] * 2_000)
        with pytest.raises(ConnectionClosedError):
            line.recv(timeout=SECONDS)


def requests(running: Running) -> None:
    table = running.made()
    for path in ("/health", "/", "/nowhere", "/t/nowhere", f"/t/{table}", f"/api/tables/{table}/replay"):
        running.ask("GET", path, headers={"accept": "text/html"})
    for body in (b"nonsense", b'{"game":1}', b"{}", b"\xff"):
        running.ask("POST", "/api/tables", content=body, headers={"content-type": "application/json"})
    running.ask("POST", "/api/seats/none/claim", json={})
    running.ask("POST", f"/api/tables/{table}/rematch")


def half_requests(running: Running) -> None:
    post = b"POST /api/tables HTTP/1.1\r\nHost: a\r\nContent-Length: 9\r\n\r\n{"
    for text in (b"GET / HTTP/1.1\r\nHost", post, b"\0\r\n\r\n"):
        with running.line() as line:
            line.sendall(text)
    running.ask("GET", "/health")  # it came last, so the others have come in


VISITS = [a_game, a_connection, an_aborted_connection, an_unknown_table, many_frames, requests, half_requests]


@pytest.mark.parametrize("visit", VISITS, ids=lambda visit: visit.__name__)
def test_what_is_over_leaves_nothing_behind(running: Running, visit: Callable[[Running], None]) -> None:
    visit(running)
    running.settled()
    before = counted()
    for _ in range(TIMES):
        visit(running)
    running.settled()
    assert counted() - before == Counter()


def test_a_closed_connection_and_a_dropped_table_are_gone_at_once(running: Running) -> None:
    table = running.made()
    with running.live(table) as line:
        line.recv(timeout=SECONDS)
        here = running.hub.open_tables[table]
        socket_here: Any
        (socket_here,) = running.server.server_state.connections
        objects = [socket_here, socket_here.conn, here, here.table, here.teller, here.connections[0]]
        seen = [weakref.ref(found) for found in objects]
        del here, socket_here, objects
    running.made()  # there is room for one table in memory
    running.settled()
    assert [found() for found in seen] == [None] * len(seen)


@pytest.mark.parametrize("size", [0, 1])
def test_a_message_of_too_many_frames_is_not_read_to_its_end(
    running: Running, monkeypatch: pytest.MonkeyPatch, size: int
) -> None:
    seen: list[int] = []
    before = wire.Wire.handle_cont

    def watched(self: wire.Wire, event: Any) -> None:
        before(self, event)
        seen.append(len(self.frames))

    monkeypatch.setattr(wire.Wire, "handle_cont", watched)
    with running.live(running.made()) as line:
        line.recv(timeout=SECONDS)
        with contextlib.suppress(ConnectionClosedError):
            line.send(["x" * size] * 50_000)
        with pytest.raises(ConnectionClosedError):
            line.recv(timeout=SECONDS)
    assert max(seen) <= wire.MOST_FRAMES
    assert len(seen) <= wire.PIECE


@pytest.mark.parametrize("size", [0, 1])
def test_a_message_of_too_many_frames_is_refused(running: Running, size: int) -> None:
    with running.live(running.made()) as line:
        line.recv(timeout=SECONDS)
        line.send(["x" * size] * wire.MOST_FRAMES)  # the client adds an empty one
        with pytest.raises(ConnectionClosedError) as closed:
            line.recv(timeout=SECONDS)
    assert closed.value.rcvd
    assert closed.value.rcvd.code == 1009


def test_a_message_may_come_in_a_few_frames(running: Running) -> None:
    with running.live(running.made()) as line:
        line.recv(timeout=SECONDS)
        line.send(["x"] * (wire.MOST_FRAMES - 1))  # the client adds an empty one
        assert json.loads(line.recv(timeout=SECONDS))["code"] == "request.malformed"
