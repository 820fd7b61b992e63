"""Whatever is sent, the server answers in order: examples that are right are spoilt by chance, and sent to a server.

    python -m tests.server.fuzz --inputs 100000 --seed 1

ends with status 1 and the input at the first answer that says that the server has failed, and at the first fault that
it writes down. The same seed spoils the same examples in the same way.
"""

import argparse
import asyncio
import copy
import json
import logging
import random
import sys
import tempfile
from collections import Counter
from collections.abc import Callable, Iterator
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any
from urllib.parse import quote, unquote

from fastapi import FastAPI

from tablier import Match
from tablier.core.registry import load
from tablier.games import GAMES
from tablier.server.app import create
from tablier.server.entrance import visitors
from tablier.server.operation.settings import Settings
from tests.server.test_live import QuickBots

Pair = tuple[bytes, bytes]

DOCUMENTED = (503, 507)  # of those that say that the server cannot
FAILURES = 500  # statuses from here on
UNANSWERED = 599
LIVE = 0.06  # of all inputs begin a socket
CHANGES = 0.5  # of all requests at least are not just looks
MISUSED = 0.03  # of all requests have another method
MESSAGES = 8  # sent over one socket
RENEWED = 400  # inputs after which there are new tables
PROGRESS = 5_000
NASTY: list[Any] = [
    None, True, False, 0, -1, 1, 0.5, -0.0, 1e308, 2**31, 2**53, 2**63, 2**64, -(2**63), 10**400, float("nan"),
    float("inf"), "", " ", "\x00", "\ud800", "a\udfff", "\u202e", "\ufeff", "é" * 40, "x" * 5000, "null", "../..", "{}",
    "%00", "[]", "𝟘", "١", "0x10", "1e5", "NaN", "\r\n", "<b>", "{name}", "{0}", "%s", [], {}, [[]], [None] * 50,
    {"": ""}, {"\ud800": 1}, {"a": ["\udc00"]}, "\ud83d", "\ude00x", {"game": "samliam"}, "everyone", "spectator", "me",
    "bot", "minelfield", "sprawl",
]  # fmt: skip
DEEP = ["[" * 200 + "]" * 200, '{"a":' * 400 + "1" + "}" * 400, "[" * 100_000, '{"options":' * 60 + "{}" + "}" * 60]
HOSTS = [
    b"[",
    b"[::1",
    b"a b",
    b"",
    b"testserver:99999999",
    b"\xff",
    b"a/b",
    b"a@b",
    b"x" * 5000,
    b"[::1]:8000",
    b"\xc3",
]
ADDRESSES = [
    b"http://[",
    b"http://]",
    b"//[",
    b"null",
    b"",
    b"http://testserver",
    b"http://\xff",
    b"http://a:b:c",
    b"\x80",
]
REFERERS = [*ADDRESSES, b"http://testserver/t/\xff?\xfe", b"http://testserver//x", b"http://testserver/\\\\x"]
COOKIES = [
    b"visitor=", b"visitor=\xff", b"language=fr; theme=dark", b"language=\x80", b";;==;", b"visitor=" + b"a" * 9000,
    b'visitor="\\777"', b"theme=\xe9",
]  # fmt: skip
TYPES = [
    b"", b"text/plain", b"application/json; charset=\xff", b"application/json;;;", b"multipart/form-data", b"\xff/\xff",
    b"application/x-www-form-urlencoded", b"application/json; charset=utf-16",
]  # fmt: skip
HEADERS: dict[bytes, list[bytes]] = {
    b"host": HOSTS, b"origin": ADDRESSES, b"referer": REFERERS, b"cookie": COOKIES, b"content-type": TYPES,
    b"content-length": [b"0", b"-1", b"99999999999999999999", b"x"], b"accept": [b"text/html", b"*/*", b"\xff", b""],
    b"accept-language": [b"fr", b"\xff", b",,,", b"fr-CH, fr;q=0.9", b"\xe9" * 900],
    b"accept-encoding": [b"gzip", b"\xff"], b"if-none-match": [b'"', b"*", b"\xff"],
    b"range": [b"bytes=0-", b"bytes=-1", b"bytes=9-1", b"bytes=\xff", b"x"], b"if-range": [b"\xff"],
    b"if-modified-since": [b"x", b"Thu, 99 Foo 0000 99:99:99 GMT", b"\xff"],
    b"x-forwarded-for": [b"\xff", b"::1", b",,"], b"x-http-method-override": [b"POST"],
}  # fmt: skip
STEPS = [
    "%00",
    "%ff",
    "%2e%2e",
    "..",
    "%2F",
    "%5c",
    "",
    "%C3%28",
    "x" * 3000,
    "%ED%A0%80",
    ";a=b",
    "%0d%0a",
    "%",
    "%zz",
    "~",
    "{game}",
]
TOLD = (b"host", b"origin", b"referer", b"cookie") * 4  # those of which more is made
QUERIES = [
    b"=", b"&&&", b"%ff=%ff", b"as=%00", b"number=%D9%A1", b"language=%ff", b"seats=99999", b"options=%7B", b"a" * 4000,
    b"options=%5B%5D", b"options=%7B%22%5Cud800%22%3A1%7D", b"options=NaN", b"as=-1", b"as=9", b"number=-1",
    b"\xff\xfe",
]  # fmt: skip


@dataclass(frozen=True)
class Request:
    """Something to be asked over HTTP."""

    method: str
    path: str
    query: bytes = b""
    body: Any = None
    headers: tuple[Pair, ...] = ()

    def sent(self) -> bytes:
        """The body as it goes over the wire."""
        if self.body is None or isinstance(self.body, bytes):
            return self.body or b""
        return json.dumps(self.body).encode()


@dataclass
class Faults(logging.Handler):
    """Collects what the server writes down when something fails."""

    found: list[str] = field(default_factory=list)

    def __post_init__(self) -> None:
        super().__init__(logging.ERROR)

    def emit(self, record: logging.LogRecord) -> None:
        """Keep a fault."""
        self.found.append(logging.Formatter().format(record))

    __hash__ = object.__hash__


class Failed(Exception):
    """The server has failed; says upon which input."""


# What is right


@dataclass
class Examples:
    """Requests and messages that are right at some tables."""

    tables: list[str]
    tokens: list[str]
    texts: dict[str, str]
    positions: dict[str, Any]

    def requests(self) -> list[Request]:
        """One of each kind, for a random table."""
        table, token, text = self.tables[0], self.tokens[0], next(iter(self.texts.values()))
        looks = [
            "/", "/health", "/metrics", "/api", "/api/guide", "/api/saved-games", "/api/bot.py", "/openapi.json",
            "/dice", "/api/games", "/api/games/samliam", "/api/tables", f"/api/tables/{table}/text",
            f"/api/tables/{table}/replay",
            f"/api/tables/{table}/verify", f"/t/{table}", f"/t/{table}/replay", f"/seat/{token}", f"/device/{token}",
            f"/seat/{token}/code.svg", "/replay", "/language/fr", "/theme/dark", "/games/samliam",
            "/games/samliam/editor", "/games/samliam/art.svg", "/games/samarra/cover.svg", "/games/sprawl/start.svg",
            "/static/room.css",
            "/static/words/fr.json", "/static/table/main.js", f"/api/tables/{table}/live", "/nowhere/at/all",
        ]  # fmt: skip
        changes: dict[str, Any] = {
            f"/api/seats/{token}/claim": {"name": "Bob"}, f"/api/tables/{table}/device": {},
            f"/api/devices/{token}": {},
            f"/api/tables/{table}/rematch": {}, "/play/samliam": {}, "/api/replays": {"text": text, "as": "spectator"},
            "/api/verify": {"text": text},
        }  # fmt: skip
        return [Request("GET", path) for path in looks] + [
            *(Request("POST", path, body=body) for path, body in changes.items()),
            *self.new_tables(),
            *self.edits(),
        ]

    def new_tables(self) -> Iterator[Request]:
        """Tables to be made, from the start, at positions and in saved games."""
        for game, position in self.positions.items():
            seats, options = wanted(game), position["options"]
            yield Request("POST", "/api/tables", body={"game": game, "seats": seats, "options": options, "name": "n"})
            yield Request("POST", "/api/tables", body={"from": {"position": position}, "seats": seats})
            yield Request("POST", "/api/tables", body={"from": {"text": self.texts[game], "number": 1}})

    def edits(self) -> Iterator[Request]:
        """Drafts to be changed."""
        for game, position in self.positions.items():
            body = {"game": game, "position": position, "options": position["options"], "tool": "x", "target": "a1"}
            yield Request("POST", "/api/editor", body=body)
            yield Request("POST", "/api/editor", body={"game": game})
            board = position["options"].get("board")
            yield Request("POST", "/api/workshop", body={"game": game, "board": board, "tool": "x", "target": "a1"})

    def messages(self) -> list[dict[str, Any]]:
        """What is said over a socket."""
        return [
            {"type": "move", "number": 0, "move": "a1"}, {"type": "chat", "text": "Hello"}, {"type": "takeback"},
            {"type": "draw"}, {"type": "answer", "offer": "draw", "yes": False}, {"type": "resign", "seat": 3},
            {"type": "ready", "seat": 0}, {"type": "hand_over", "seat": 1}, {"type": "take_seat_back", "seat": 0},
            {"type": "name", "name": "Anna"}, {"type": "salt", "seat": 0, "salt": "0123456789abcdef"},
            {"type": "mute", "spectator": 1, "yes": True}, {"type": "mute", "seat": 1, "yes": False},
            {"type": "open_chat", "yes": True},
        ]  # fmt: skip


# What is wrong


class Spoiler:
    """Spoils what is right, by chance."""

    def __init__(self, seed: int) -> None:
        self.chance = random.Random(seed)

    def request(self, right: Request) -> Request:
        """A request with one to three things wrong."""
        looks: list[Callable[[Request], Request]] = [self._path, self._query, self._header]
        ways = [*looks, self._header, *[self._body] * 5] if right.body is not None else [*looks, self._header]
        for _ in range(self.chance.randint(1, 3)):
            right = self.chance.choice(ways)(right)
        if self.chance.random() < MISUSED:
            right = self._method(right)
        return right

    def _body(self, right: Request) -> Request:
        return Request(right.method, right.path, right.query, self.text(right.body), right.headers)

    def _path(self, right: Request) -> Request:
        steps = right.path.split("/")
        place = self.chance.randrange(len(steps))
        steps[place] = self.chance.choice([*STEPS, *GAMES, steps[place] + self.chance.choice(STEPS)])
        return Request(right.method, "/".join(steps) or "/", right.query, right.body, right.headers)

    def _query(self, right: Request) -> Request:
        query = self.chance.choice(
            [*QUERIES, b"as=" + quote(str(self.chance.choice(NASTY)), errors="replace").encode()]
        )
        return Request(right.method, right.path, query, right.body, right.headers)

    def _header(self, right: Request) -> Request:
        name = self.chance.choice([*HEADERS, *TOLD])
        return Request(
            right.method,
            right.path,
            right.query,
            right.body,
            (*right.headers, (name, self.chance.choice(HEADERS[name]))),
        )

    def _method(self, right: Request) -> Request:
        method = self.chance.choice(["GET", "POST", "HEAD", "PUT", "DELETE", "OPTIONS", "PATCH", "TRACE", "É"])
        return Request(method, right.path, right.query, right.body, right.headers)

    def text(self, right: Any) -> bytes:
        """Some data as JSON in which something is wrong, or that is none."""
        if isinstance(right, bytes):
            return self.bytes(right)
        way = self.chance.random()
        if way < 0.04:
            return self.chance.choice(DEEP).encode()
        if way < 0.8:
            spoilt = self.data(copy.deepcopy(right))
            return json.dumps(spoilt, ensure_ascii=self.chance.random() < 0.7).encode(errors="surrogatepass")
        return self.bytes(json.dumps(right).encode())

    def data(self, data: Any) -> Any:
        """Data with something in it that does not belong there."""
        inner: list[Any] = (
            list(data) if isinstance(data, dict) else list(range(len(data))) if isinstance(data, list) else []
        )
        way = self.chance.random()
        if not inner or way < 0.15:
            return self.chance.choice(NASTY)
        place = self.chance.choice(inner)
        if way < 0.25:
            del data[place]
        elif way < 0.4 and isinstance(data, dict):
            data[str(self.chance.choice(NASTY))] = self.chance.choice(NASTY)
        elif way < 0.45 and isinstance(data, list):
            data.extend(data[:] * self.chance.choice([1, 20]))
        elif isinstance(data[place], str) and way < 0.8:
            data[place] = self.words(data[place])
        else:
            data[place] = self.data(data[place])
        return data

    def words(self, text: str) -> str:
        """A text with something in it that does not belong there."""
        place, more = self.chance.randint(0, len(text)), str(self.chance.choice(NASTY))
        return text[:place] + more + text[place + self.chance.randint(0, 9) :]

    def bytes(self, text: bytes) -> bytes:
        """Bytes, some of which are others."""
        spoilt = bytearray(text)
        for _ in range(self.chance.randint(1, 4)):
            place = self.chance.randint(0, len(spoilt))
            spoilt[place : place + self.chance.randint(0, 3)] = self.chance.randbytes(self.chance.randint(0, 3))
        return bytes(spoilt)


# Sending it


class Fuzz:
    """A server, and the inputs that it has been sent."""

    def __init__(self, application: FastAPI, seed: int) -> None:
        self.application, self.spoiler, self.chance = application, Spoiler(seed), random.Random(seed)
        self.faults, self.cookies = Faults(), ["ann".ljust(22, "-"), "bob".ljust(22, "-"), "eve".ljust(22, "-")]
        self.examples = Examples([], [], *played())
        self.count = self.renewed = self.told = 0
        self.statuses = Counter[str]()

    async def run(self, inputs: int, told: Callable[[str], object] = str) -> None:
        """Send so many inputs; Failed at the first that is not answered in order."""
        logging.getLogger().addHandler(self.faults)
        try:
            async with self.application.router.lifespan_context(self.application):
                self.application.state.hub.shelf.ready |= set(GAMES)
                while self.count < inputs:
                    if self.count >= self.renewed + RENEWED or not self.examples.tables:
                        await self.renew()
                    await (self.socket() if self.chance.random() < LIVE else self.ask())
                    if self.count // PROGRESS > self.told:
                        self.told = self.count // PROGRESS
                        told(f"{self.count} inputs, {dict(self.statuses.most_common())}")
        finally:
            logging.getLogger().removeHandler(self.faults)

    async def renew(self) -> None:
        """Set new tables."""
        self.cookies[2], self.renewed = visitors.fresh(), self.count
        self.examples.tables, self.examples.tokens = [], []
        for game in self.examples.positions:
            request = Request("POST", "/api/tables", body={"game": game, "seats": wanted(game)})
            made = json.loads(await self.answered(request, 0))
            self.examples.tables.append(made["table"])
            self.examples.tokens.append(made["seats"][1]["link"].removeprefix("/seat/"))
            self.cookies[0] = visitors.fresh() if self.chance.random() < 0.1 else self.cookies[0]

    async def ask(self) -> None:
        """Send one request, hardly ever a right one."""
        for names in (self.examples.tables, self.examples.tokens):
            self.chance.shuffle(names)
        requests = self.examples.requests()
        changes = [request for request in requests if request.body is not None]
        right = self.chance.choice(changes if self.chance.random() < CHANGES else requests)
        wrong = self.spoiler.request(right)
        self.count += 1
        await self.answered(wrong, self.chance.randrange(3))

    async def answered(self, request: Request, who: int) -> bytes:
        """The body of an answer."""
        sent: list[dict[str, Any]] = []
        bodies = [request.sent()]

        async def receive() -> dict[str, Any]:
            if not bodies:
                await asyncio.Event().wait()  # nobody hangs up before there is an answer
            return {"type": "http.request", "body": bodies.pop()}

        async def send(message: Any) -> None:
            sent.append(message)

        await self.guarded(self.scope("http", request, who), receive, send, request)
        status = sent[0]["status"] if sent else UNANSWERED
        self.statuses[str(status)] += 1
        self.check(request, status)
        return b"".join(message.get("body", b"") for message in sent[1:])

    def scope(self, kind: str, request: Request, who: int) -> dict[str, Any]:
        """A request as a server hands it on."""
        usual = {
            b"host": b"testserver",
            b"content-type": b"application/json",
            b"cookie": f"visitor={self.cookies[who]}".encode(),
        }
        raw = request.path.encode("ascii", "replace")
        return {
            "type": kind, "asgi": {"version": "3.0"}, "http_version": "1.1", "method": request.method,
            "scheme": "http" if kind == "http" else "ws", "path": unquote(raw.decode()), "raw_path": raw,
            "query_string": request.query, "root_path": "", "headers": list((usual | dict(request.headers)).items()),
            "client": ("127.0.0.1", 1), "server": ("127.0.0.1", 80), "subprotocols": [], "extensions": {}, "state": {},
        }  # fmt: skip

    async def socket(self) -> None:
        """Connect to a table and say several things there."""
        table, who = self.chance.choice(self.examples.tables), self.chance.randrange(3)
        request = Request("GET", f"/api/tables/{table}/live")
        if self.chance.random() < 0.2:
            request = self.spoiler.request(request)
        messages = [self.message() for _ in range(MESSAGES)]
        waiting: list[dict[str, Any]] = [{"type": "websocket.connect"}, *messages]

        async def receive() -> dict[str, Any]:
            while not waiting and self.busy(table):
                await asyncio.sleep(0)
            await asyncio.sleep(0)
            return waiting.pop(0) if waiting else {"type": "websocket.disconnect", "code": 1000}

        async def send(message: Any) -> None:
            self.statuses[message["type"]] += 1

        self.count += MESSAGES
        await self.guarded(self.scope("websocket", request, who), receive, send, (request, messages))
        self.check((request, messages), 0)

    def message(self) -> dict[str, Any]:
        """A message over a socket, hardly ever a right one."""
        right = self.chance.choice(self.examples.messages())
        text = self.spoiler.text(right) if self.chance.random() < 0.8 else json.dumps(right).encode()
        if self.chance.random() < 0.05:
            return {"type": "websocket.receive", "bytes": text}
        return {"type": "websocket.receive", "text": text.decode(errors="replace")}

    def busy(self, table: str) -> bool:
        """Whether something is still to be done at a table."""
        here = self.application.state.hub.open_tables.get(table)
        return here is not None and bool(here.changes)

    async def guarded(self, scope: Any, receive: Any, send: Any, given: object) -> None:
        """Have the server answer; what it lets through is a failure."""
        try:
            await self.application(scope, receive, send)
        except Exception as error:
            raise Failed(f"input {self.count}: {given!r:.4000}\n{error!r}\n{self.faults.found}") from error

    def check(self, given: object, status: int) -> None:
        """Fail if something went wrong."""
        if self.faults.found or (status >= FAILURES and status not in DOCUMENTED):
            faults = "\n".join(self.faults.found)
            raise Failed(f"input {self.count}: {given!r:.4000}\nstatus {status}\n{faults}")


def wanted(game: str) -> list[dict[str, Any]]:
    """The seats of a new table: one's own, and the others for whoever has a link."""
    return [{"kind": "me", "name": "Ann"}, *[{"kind": "link"}] * (min(load(game).seats) - 1)]


def played() -> tuple[dict[str, str], dict[str, Any]]:
    """Saved games of some moves, and positions."""
    texts, positions = {}, {}
    for game in GAMES:
        match, chance = Match(game, seed=1), random.Random(1)
        while len(match.moves) < 6:
            if match.actor == "chance":
                match.roll()
            else:
                match.play(chance.choice(match.legal()))
        texts[game], positions[game] = match.text(), match.position()
    return texts, positions


def fuzzed(inputs: int, seed: int, data: Path, told: Callable[[str], object] = str) -> Counter[str]:
    """Send so many inputs to a server of one's own; how they were answered."""
    settings = Settings(data, prepare=False, pace=0.0, limited=False)
    fuzz = Fuzz(create(settings, QuickBots(1, 1.0)), seed)
    asyncio.run(fuzz.run(inputs, told))
    return fuzz.statuses


def main() -> None:
    """Fuzz as the arguments say."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--inputs", type=int, default=100_000)
    parser.add_argument("--seed", type=int, default=1)
    given = parser.parse_args()
    with tempfile.TemporaryDirectory() as folder:
        try:
            statuses = fuzzed(given.inputs, given.seed, Path(folder), lambda line: print(line, flush=True))
        except Failed as failed:
            sys.exit(str(failed))
    print(f"{given.inputs} inputs, none of which the server has failed on: {dict(statuses.most_common())}")


if __name__ == "__main__":
    main()
