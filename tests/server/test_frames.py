"""Whatever bytes come over a real socket, the server goes on for everybody else, and says nothing strange."""

import asyncio
import json
import os
import socket
import threading
from collections.abc import Iterator
from typing import Any

import httpx
import pytest
import uvicorn
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st
from websockets.sync.client import ClientConnection, connect

from tablier.server.net.serving import configured, listening
from tablier.server.net.wire import Together
from tablier.server.operation.settings import Settings

TEXT, BINARY, CLOSE, PING = 1, 2, 8, 9
KNOWN = ("table", "now", "happened", "chat", "refused")
MASK = b"\x00\x00\x00\x00"  # the payload stays as it is


@pytest.fixture(scope="module")
def port(tmp_path_factory: pytest.TempPathFactory) -> Iterator[int]:
    listener = listening("127.0.0.1", 0)
    server = uvicorn.Server(configured(Settings(tmp_path_factory.mktemp("data"), prepare=False, limited=False)))
    server.install_signal_handlers = lambda: None  # type: ignore[attr-defined]
    thread = threading.Thread(target=lambda: asyncio.run(server.serve([listener])), daemon=True)
    thread.start()
    yield listener.getsockname()[1]
    server.should_exit = True
    thread.join(20)


@pytest.fixture(scope="module")
def table(port: int) -> str:
    seats = [{"kind": "me"}, {"kind": "here"}]
    made = httpx.post(f"http://127.0.0.1:{port}/api/tables", json={"game": "samliam", "seats": seats})
    return str(made.json()["table"])


@pytest.fixture(scope="module")
def witness(port: int, table: str) -> Iterator[ClientConnection]:
    """Somebody who looks on all the time."""
    with connect(f"ws://127.0.0.1:{port}/api/tables/{table}/live?language=en") as connection:
        yield connection


def frame(first: int, payload: bytes, masked: bool = True, length: int | None = None) -> bytes:
    """A frame as it goes over the wire; its first byte as it is given, its length perhaps a lie."""
    size = len(payload) if length is None else length
    bit = 0x80 if masked else 0
    if size < 126:
        head = bytes((first, bit | size))
    elif size < 1 << 16:
        head = bytes((first, bit | 126)) + size.to_bytes(2, "big")
    else:
        head = bytes((first, bit | 127)) + size.to_bytes(8, "big")
    return head + (MASK if masked else b"") + payload


def spoken(port: int, table: str, data: bytes) -> bytes:
    """What the server answers to these bytes, until it hangs up or says goodbye after us."""
    with socket.create_connection(("127.0.0.1", port), timeout=20) as line:
        key = "dGhlIHNhbXBsZSBub25jZQ=="
        line.sendall(
            f"GET /api/tables/{table}/live?language=en HTTP/1.1\r\nHost: 127.0.0.1:{port}\r\nUpgrade: websocket\r\n"
            f"Connection: Upgrade\r\nSec-WebSocket-Key: {key}\r\nSec-WebSocket-Version: 13\r\n\r\n".encode()
        )
        answer = b""
        while b"\r\n\r\n" not in answer:
            answer += line.recv(65_536)
        assert b" 101 " in answer
        try:
            line.sendall(data + frame(0x80 | CLOSE, (1000).to_bytes(2, "big")))
            line.shutdown(socket.SHUT_WR)
            while piece := line.recv(65_536):
                answer += piece
        except OSError:  # it has hung up already
            pass
        return answer.partition(b"\r\n\r\n")[2]


def messages(data: bytes) -> list[dict[str, Any]]:
    """The texts in what the server has sent."""
    found = []
    while len(data) > 1:
        size, start = data[1] & 0x7F, 2
        if size >= 126:
            start += 2 if size == 126 else 8
            size = int.from_bytes(data[2:start], "big")
        if data[0] & 0x0F == TEXT and len(data) >= start + size:
            found.append(json.loads(data[start : start + size]))
        data = data[start + size :]
    return found


def still_well(witness: ClientConnection) -> None:
    """The witness says something and hears it."""
    said = os.urandom(4).hex()
    witness.send(json.dumps({"type": "chat", "text": said}))
    while True:
        message = json.loads(witness.recv(timeout=20))
        assert message["type"] in KNOWN
        if message.get("text") == said:
            return


frames = st.builds(
    frame,
    st.integers(0, 255),
    st.one_of(st.binary(max_size=200), st.text(max_size=80).map(lambda text: json.dumps({"type": text}).encode())),
    st.booleans(),
    st.one_of(st.none(), st.none(), st.integers(0, 1 << 40)),
)


@settings(max_examples=60, deadline=None, suppress_health_check=[HealthCheck.function_scoped_fixture])
@given(st.lists(frames, min_size=1, max_size=6))
def test_no_bytes_disturb_the_others(port: int, table: str, witness: ClientConnection, sent: list[bytes]) -> None:
    for message in messages(spoken(port, table, b"".join(sent))):
        assert message["type"] in KNOWN
        assert "Traceback" not in json.dumps(message)
    still_well(witness)


@pytest.mark.parametrize(
    "data",
    [
        frame(0x80 | BINARY, b"\x00\xff"),
        frame(0x80 | TEXT, b"\xc3\x28"),
        frame(0x80 | TEXT, b"{" * 10_000),
        frame(0x80 | TEXT, b"[" * 15_000),
        frame(0x80 | TEXT, b'{"type":"move","number":NaN,"move":"a1"}'),
        frame(0x80 | TEXT, b'{"type":"move","number":1e400,"move":"a1"}'),
        frame(0x80 | TEXT, b'{"type":"move","number":%s,"move":"a1"}' % (b"9" * 5_000)),
        frame(0x80 | TEXT, b'{"type":"chat","text":"\\ud800"}'),
        frame(0x80 | TEXT, b'{"type":"chat","text":"a","more":1}'),
        frame(0x80 | TEXT, b"a" * 1_000_000),
        frame(TEXT, b"never finished"),
        frame(0xF0 | TEXT, b"bits that nobody has agreed on"),
        frame(0x80 | PING, b"a" * 126),
        frame(0x80 | TEXT, b"not masked", masked=False),
        frame(0x80 | TEXT, b"short", length=1 << 62),
    ],
    ids=lambda data: repr(data[:24]),
)
def test_what_is_malformed_is_refused(port: int, table: str, witness: ClientConnection, data: bytes) -> None:
    heard = messages(spoken(port, table, data))
    assert [message["type"] for message in heard if message["type"] not in ("table", "now")] in ([], ["refused"])
    still_well(witness)


@settings(max_examples=80, deadline=None, suppress_health_check=[HealthCheck.function_scoped_fixture])
@given(
    st.sampled_from(["/api/tables", "/api/seats/x/claim", "/api/tables/x/rematch", "/play/samliam", "/api/devices/x"]),
    st.one_of(st.binary(max_size=300), st.sampled_from([b"[" * 9_000, b'{"game":NaN}', b"\xff\xfe", b"a" * 40_000])),
    st.sampled_from(["application/json", "text/plain", "multipart/form-data", ""]),
)
def test_no_body_breaks_the_server(port: int, path: str, body: bytes, kind: str) -> None:
    headers = {"content-type": kind} if kind else {}
    answer = httpx.post(f"http://127.0.0.1:{port}{path}", content=body, headers=headers)
    assert answer.status_code in (303, 400, 403, 404, 409, 410, 413, 415, 422, 429, 503), answer.text
    if answer.status_code != 303 and "json" in answer.headers["content-type"]:
        assert set(answer.json()["error"]) >= {"code", "message"}


class Closed(list[str]):
    """A socket that keeps what is done for it."""

    def __init__(self) -> None:
        super().__init__()
        self.loop = asyncio.get_running_loop()

    def close(self) -> None:
        self.append("closed")


def test_what_comes_in_one_turn_is_done_together_and_a_failure_closes_one_socket_alone() -> None:
    async def turns() -> None:
        def work(wire: Any, item: str) -> None:
            done.append(item)
            if item == "bad":
                raise ValueError
            wire.append(item)

        done: list[str] = []
        one, other = Closed(), Closed()
        waiting = Together[str](work)
        for wire, item in ((one, "a"), (other, "bad"), (one, "b")):
            waiting.later(wire, item)  # type: ignore[arg-type]  # it only needs to be closed
        assert done == []
        await asyncio.sleep(0)
        assert (done, one, other) == (["a", "bad", "b"], ["a", "b"], ["closed"])
        waiting.later(other, "c")  # type: ignore[arg-type]
        await asyncio.sleep(0)
        assert other == ["closed", "c"]

    asyncio.run(turns())
