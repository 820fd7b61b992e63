"""Whoever keeps silent, trickles or does not read is not waited for without end; there is always room for others."""

import logging
import resource
import socket
from collections.abc import Callable, Iterator
from contextlib import ExitStack
from functools import partial
from pathlib import Path
from typing import Any

import pytest

from tablier.server.entrance.rates import network
from tablier.server.net import descriptors
from tablier.server.net.door import Patience
from tablier.server.net.wire import UNSENT_BYTES
from tests.server.running import HANDSHAKE, Running, rest

Start = Callable[..., Running]
PATIENCE = Patience()
LATE = (b"HTTP/1.1 408 Request Timeout", "The request did not come in time.", "La demande n’est pas arrivée à temps.")
NO_ROOM = (b"HTTP/1.1 503 Service Unavailable", "The server has too many open connections.", "connexions ouvertes")
POST = b"POST /api/tables HTTP/1.1\r\nHost: a\r\nContent-Type: application/json\r\nContent-Length: 90\r\n\r\n{"
GET = b"GET /health HTTP/1.1\r\nHost: a\r\n\r\n"
MUCH = 8 * UNSENT_BYTES
PING = bytes(125)
MANY = 400_000  # of which the answers fit into no buffers


class Hand:
    """A clock that is set by hand."""

    def __init__(self) -> None:
        self.now = 1_000.0

    def __call__(self) -> float:
        return self.now


@pytest.fixture
def start(tmp_path: Path) -> Iterator[Start]:
    """Starts servers whose door has a clock of its own, and stops them."""
    with ExitStack() as servers:

        def started(**settings: object) -> Running:
            server = servers.enter_context(Running(tmp_path, **settings))
            server.settled()
            server.door.clock = Hand()
            return server

        yield started


def pass_seconds(server: Running, seconds: float) -> None:
    """Let time pass, as the door sees it."""
    clock = server.door.clock
    assert isinstance(clock, Hand)
    server.in_loop(server.door.look)
    clock.now += seconds
    server.in_loop(server.door.look)


def says(answer: bytes, expected: tuple[bytes, str, str]) -> bool:
    """Whether an answer has a status and says why, in both languages."""
    head, *sentences = expected
    return answer.startswith(head) and all(sentence in answer.decode() for sentence in sentences)


def answered_well(line: socket.socket) -> None:
    """Ask over a connection how the server is, and hear that it is well."""
    line.sendall(GET)
    answer = b""
    while not answer.endswith(b"}"):
        answer += line.recv(65_536)
    assert answer.startswith(b"HTTP/1.1 200")


def test_who_says_nothing_is_sent_away(start: Start) -> None:
    server = start()
    with server.line() as line:
        server.until(lambda: len(server.door.guests) == 1)
        pass_seconds(server, PATIENCE.request - 1)
        assert server.in_loop(lambda: len(server.door.guests)) == 1
        pass_seconds(server, 2)
        assert rest(line) == b""
    server.settled()
    assert not server.door.guests
    assert not server.door.networks
    assert server.hub.metrics.turned_away["late"] == 1


@pytest.mark.parametrize("answered", [False, True])
def test_the_head_of_a_request_may_not_trickle(start: Start, answered: bool) -> None:
    server = start()
    with server.line() as line:
        if answered:
            answered_well(line)
        for piece in (b"GET / HT", b"TP/1.1\r\n", b"Host: "):
            line.sendall(piece)
            server.until(partial(has_come, server, piece))
            pass_seconds(server, PATIENCE.request / 3 + 1)
        assert says(rest(line), LATE)


def has_come(server: Running, piece: bytes) -> bool:
    return any(piece in caller.conn.trailing_data[0] for caller in callers(server))


def callers(server: Running) -> list[Any]:
    return list(server.server.server_state.connections)


def test_a_body_may_not_trickle(start: Start) -> None:
    server = start()
    with server.line() as line:
        line.sendall(POST)
        server.until(lambda: bool(server.door.bodies))
        for _ in range(3):
            line.sendall(b" ")
            pass_seconds(server, PATIENCE.body / 3 + 1)
        assert says(rest(line), LATE)
    server.settled()
    assert not server.door.bodies


def test_who_asks_again_and_again_is_not_sent_away(start: Start) -> None:
    server = start()
    with server.line() as line:
        for _ in range(4):
            answered_well(line)
            pass_seconds(server, PATIENCE.request - 1)


def test_a_watcher_who_only_listens_is_not_sent_away(start: Start) -> None:
    server = start()
    with server.line() as line:
        server.upgraded(line, server.made())
        pass_seconds(server, 100 * PATIENCE.body)
        assert server.in_loop(lambda: len(server.door.sockets)) == 1


def test_a_socket_that_answers_no_ping_is_closed(start: Start) -> None:
    server = start()
    server.server.config.ws_ping_interval = server.server.config.ws_ping_timeout = 0.05
    with server.line() as line:
        server.upgraded(line, server.made())
        assert rest(line).endswith((1011).to_bytes(2, "big") + b"keepalive ping timeout")
    server.settled()
    assert not server.door.sockets


def test_a_socket_that_never_reads_is_cut_off_even_while_it_is_closed(start: Start) -> None:
    server = start()
    server.server.config.ws_ping_interval = server.server.config.ws_ping_timeout = 0.05
    with server.line() as line:
        server.upgraded(line, server.made())
        (wire,) = callers(server)
        server.in_loop(lambda: wire.transport.write(bytes(MUCH)))
        server.until(wire.transport.is_closing)
        assert callers(server) == [wire]
        pass_seconds(server, PATIENCE.closing + 1)
        server.settled()
    assert not server.door.guests


def test_an_answer_that_nobody_reads_is_not_kept_for_ever(start: Start) -> None:
    server = start()
    with server.line() as line:
        answered_well(line)
        (caller,) = callers(server)
        server.in_loop(lambda: caller.transport.write(bytes(MUCH)))
        server.in_loop(lambda: server.door.expect_nothing(caller))  # as while it is written
        server.in_loop(caller._unset_keepalive_if_required)
        pass_seconds(server, PATIENCE.reading - 1)
        assert callers(server) == [caller]
        pass_seconds(server, 2)
        server.settled()
    assert server.hub.metrics.turned_away["stuck"] == 1


def test_what_nobody_reads_does_not_pile_up(start: Start) -> None:
    server = start()
    with server.line() as line:
        server.upgraded(line, server.made())
        (wire,) = callers(server)
        server.in_loop(lambda: wire.send_now([bytes(MUCH)]))
        server.settled()
    assert wire.transport.get_write_buffer_size() == 0


def test_answers_to_pings_do_not_pile_up_either(start: Start) -> None:
    server = start()
    with server.line() as line:
        server.upgraded(line, server.made())
        pings = bytes((0x89, 0x80 | len(PING))) + bytes(4) + PING
        with pytest.raises(ConnectionError):
            line.sendall(pings * MANY)
        server.settled()


def test_silent_connections_make_room_for_others_and_the_log_says_so_once(
    start: Start, caplog: pytest.LogCaptureFixture
) -> None:
    server = start()
    server.door.most = 3
    with caplog.at_level(logging.WARNING, "tablier.server.net.door"):
        lines = [server.line() for _ in range(10)]
        server.until(lambda: server.hub.metrics.turned_away["silent"] == 7)
        assert server.ask("GET", "/health").status_code == 200
        assert [rest(line) for line in lines[:7]] == [b""] * 7
    assert [record.getMessage() for record in caplog.records] == ["connections are refused or cut off"]


def test_sockets_leave_room_for_everything_else(start: Start) -> None:
    server = start()
    server.door.most = 8
    table = server.made()
    server.settled()
    lines = [server.line() for _ in range(8)]
    for line in lines[:7]:
        server.upgraded(line, table)
    lines[7].sendall(HANDSHAKE.format(table=table).encode())
    assert says(rest(lines[7]), NO_ROOM)
    assert server.ask("GET", "/health").status_code == 200


@pytest.mark.parametrize(("proxies", "let_in"), [((), False), (("127.0.0.1",), True)])
def test_one_network_has_only_so_many_connections_unless_it_stands_for_others(
    start: Start, proxies: tuple[str, ...], let_in: bool
) -> None:
    server = start(proxies=proxies)
    server.door.most_of_one = 2
    lines = [server.line() for _ in range(3)]
    server.until(lambda: len(server.door.guests) >= 2)
    if let_in:
        answered_well(lines[2])
    else:
        assert says(rest(lines[2]), NO_ROOM)


@pytest.mark.parametrize(
    ("address", "whose"),
    [
        ("192.0.2.7", "192.0.2.7"),
        ("::ffff:192.0.2.7", "192.0.2.7"),
        ("2001:db8:1:2:3:4:5:6", "2001:db8:1:2::/64"),
        ("2001:db8:1:2::9", "2001:db8:1:2::/64"),
        ("2001:db8:1:3::9", "2001:db8:1:3::/64"),
        ("testclient", "testclient"),
    ],
)
def test_an_address_stands_for_its_network(address: str, whose: str) -> None:
    assert network(address) == whose


def test_there_is_room_for_fewer_connections_than_descriptors(monkeypatch: pytest.MonkeyPatch) -> None:
    allowed = [(1_024, 4_096)]
    monkeypatch.setattr(resource, "getrlimit", lambda _: allowed[-1])
    monkeypatch.setattr(resource, "setrlimit", lambda _, limits: allowed.append(limits))
    assert descriptors.room() == 1_024 - descriptors.RESERVED
    descriptors.raise_descriptors()
    assert allowed[-1] == (4_096, 4_096)
    assert descriptors.room() == 4_096 - descriptors.RESERVED
