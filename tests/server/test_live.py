"""A whole server, short of the network: tables over HTTP and WebSocket, with bots that answer at once."""

import asyncio
import json
import random
import re
from collections import OrderedDict
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st
from starlette.websockets import WebSocketDisconnect

from tablier import Match
from tablier.server.app import create
from tablier.server.authority import checks, limits
from tablier.server.authority.making import Wish, arranged
from tablier.server.authority.table import Table
from tablier.server.bots.pool import Answer, Bots, Question
from tablier.server.operation.settings import Settings
from tablier.server.store.sqlite import SqliteStore
from tablier.server.tables.connections import LOOKED_AT, Connection, OpenTable, spare
from tablier.server.tables.hub import Hub
from tablier.server.telling import Teller
from tests.server.kit import TestClient, dice_message, seasoned

ME, BOT, LINK, HERE = {"kind": "me"}, {"kind": "bot", "level": 1}, {"kind": "link"}, {"kind": "here"}


class QuickBots(Bots):
    """Bots that make some legal move, always the same."""

    async def choose(self, asked: Question) -> Answer:
        return Answer(random.Random(len(asked.text)).choice(Match.from_text(asked.text).legal()))


@pytest.fixture(scope="module")
def client(tmp_path_factory: pytest.TempPathFactory) -> Iterator[TestClient]:
    chosen = Settings(tmp_path_factory.mktemp("data"), prepare=False, pace=0.0, limited=False)
    with TestClient(create(chosen, QuickBots(1, 1.0)), base_url="http://testserver") as client:
        yield client


@pytest.fixture(autouse=True)
def nobody(client: TestClient) -> None:
    """Everybody is new, and nobody is too fast."""
    client.cookies.clear()


def make(client: TestClient, game: str, *seats: Any, **more: Any) -> dict[str, Any]:
    answer = client.post("/api/tables", json={"game": game, "seats": list(seats), **more})
    assert answer.status_code == 201, answer.text
    made: dict[str, Any] = answer.json()
    return made


class Player:
    """A browser at a table: what it was told last."""

    def __init__(self, socket: Any) -> None:
        self.socket, self.messages, self.now = socket, list[dict[str, Any]](), dict[str, Any]()
        self.seasoned: list[dict[str, Any]] = []
        self.hear("table")
        while any(self.now["seats"][seat]["yours"] for seat in self.now["waiting"]):
            self.hear("now", "table")

    def season(self) -> None:
        """A hash, then a salt, for each seat of one's own that is waited for."""
        for seat in self.now["waiting"]:
            message = dice_message(self.now, seat)
            if self.now["seats"][seat]["yours"] and message not in self.seasoned:
                self.seasoned.append(message)
                self.say(message["type"], **message)

    def hear(self, *kinds: str) -> dict[str, Any]:
        """Listen until something of a kind is told."""
        while True:
            message = json.loads(self.socket.receive_text())
            self.messages.append(message)
            if message["type"] in ("table", "now"):
                self.now = message.get("now", message)
                self.season()
            if message["type"] in kinds:
                return dict(message)
            assert message["type"] != "refused", message

    def say(self, kind: str, **rest: Any) -> None:
        self.socket.send_text(json.dumps({**rest, "type": kind}))

    def wait(self) -> None:
        """Listen until there is a move to make, or the game is over."""
        while not self.now["moves"] and not self.now["outcome"]:
            self.hear("table", "now")

    def move(self) -> None:
        """Some legal move, once there is one."""
        self.wait()
        if self.now["moves"]:
            number = self.now["number"]
            self.say("move", number=number, move=random.Random(number).choice(self.now["moves"])["move"])
            self.now = {"moves": [], "outcome": None}

    def play(self, count: int) -> None:
        """So many moves, and all that follows until the next one or the end."""
        for _ in range(count):
            self.move()
        self.wait()


def live(client: TestClient, table: str, query: str = "", **headers: str) -> Any:
    return client.websocket_connect(f"/api/tables/{table}/live?language=en{query}", headers=headers)


@pytest.mark.parametrize(("game", "seats"), [("minelfield", 2), ("samarra", 2), ("samliam", 2), ("sprawl", 3)])
def test_a_newcomer_plays_a_game_to_its_end(client: TestClient, game: str, seats: int) -> None:
    answer = client.post(f"/play/{game}", follow_redirects=False)
    assert answer.status_code == 303
    table = answer.headers["location"].removeprefix("/t/")
    with live(client, table) as socket:
        player = Player(socket)
        while not player.now["outcome"]:
            player.move()
        numbers = [message["number"] for message in player.messages if message["type"] == "happened"]
    assert numbers == list(range(1, len(numbers) + 1))
    assert len(player.now["outcome"]["scores"]) == seats
    assert player.now["may"]["rematch"]
    listed = client.get("/api/tables").json()
    assert [(row["table"], row["over"], len(row["players"])) for row in listed] == [(table, True, seats)]


@pytest.mark.parametrize("game", ["minelfield", "samarra", "samliam", "sprawl"])
def test_changes_lead_from_one_picture_to_the_next(client: TestClient, game: str) -> None:
    """Who only applies what is told sees what somebody sees who comes in now."""
    seats = [ME] + [BOT] * (2 if game == "sprawl" else 1)
    table = make(client, game, *seats)["table"]
    with live(client, table) as socket:
        player = Player(socket)
        player.play(5)
        drawn: dict[str, Any] = {}
        for message in player.messages:
            drawn = followed(drawn, message)
    with live(client, table) as socket:
        fresh = Player(socket).messages[0]
    assert list(drawn.values()) == fresh["scene"]["parts"]


def followed(drawn: dict[str, Any], message: dict[str, Any]) -> dict[str, Any]:
    """The moving parts after a message."""
    if message["type"] == "table":
        return {part["id"]: part for part in message["scene"]["parts"]}
    if message["type"] != "happened":
        return drawn
    drawn = drawn | {part["id"]: part for part in message["changed"]}
    for name in message["gone"]:
        del drawn[name]
    return {name: drawn[name] for name in message["order"] or drawn}


def test_two_people_by_a_link(client: TestClient) -> None:
    made = make(client, "samliam", ME, LINK)
    link = made["seats"][1]["link"]
    ann = client.cookies["visitor"]
    with live(client, made["table"]) as socket:
        player = Player(socket)
        assert player.now["seats"][1]["link"] == link
        client.cookies.clear()
        token = link.removeprefix("/seat/")
        answer = client.post(f"/api/seats/{token}/claim", json={"name": " Bob "})
        assert answer.json() == {"url": made["url"]}
        assert player.hear("table")["seats"][1]["name"] == "Bob"
        with live(client, made["table"]) as other:
            bob = Player(other)
            assert bob.messages[0]["yours"] == [1]
            assert player.hear("now")["seats"][1]["online"]
            player.move()
            bob.hear("happened")
            bob.move()
            assert player.hear("happened")["number"] == 1
            assert player.hear("happened")["number"] == 2
            bob.say("chat", text="Bonjour")
            assert player.hear("chat")["name"] == "Bob"
        client.cookies.clear()
        refused = client.post(f"/api/seats/{token}/claim", json={"name": "Eve"})
        assert (refused.status_code, refused.json()["error"]["code"]) == (409, "seat.taken")
    assert ann


def test_a_second_device_by_a_link_good_for_one_use(client: TestClient) -> None:
    made = make(client, "samliam", ME, BOT)
    link = client.post(f"/api/tables/{made['table']}/device").json()["link"]
    token = link.removeprefix("/device/")
    client.cookies.clear()
    assert client.post(f"/api/tables/{made['table']}/device").status_code == 403
    assert client.post(f"/api/devices/{token}").json() == {"url": made["url"]}
    with live(client, made["table"]) as socket:
        assert Player(socket).messages[0]["yours"] == [0]
    client.cookies.clear()
    assert client.post(f"/api/devices/{token}").status_code == 404


def test_a_rematch_is_one_table_with_the_seats_rotated(client: TestClient) -> None:
    made = make(client, "samliam", ME, BOT)
    address = f"/api/tables/{made['table']}/rematch"
    assert client.post(address).status_code == 409
    with live(client, made["table"]) as socket:
        player = Player(socket)
        player.say("resign", seat=0)
        assert player.hear("table")["now"]["outcome"]["reason"] == "resigned"
    again = client.post(address).json()
    assert client.post(address).json() == again
    with live(client, again["url"].removeprefix("/t/")) as socket:
        assert Player(socket).messages[0]["yours"] == [1]


def test_who_comes_back_is_told_the_moves_in_between(client: TestClient) -> None:
    table = make(client, "samliam", ME, HERE)["table"]
    with live(client, table) as socket:
        player = Player(socket)
        for _ in range(3):
            player.move()
            player.hear("now")
    with live(client, table, "&number=1") as socket:
        player = Player(socket)
        player.hear("now")
        assert [message["number"] for message in player.messages] == [1, 2, 3, 3]
    with live(client, table, "&number=99") as socket:
        assert Player(socket).messages[0]["number"] == 3


def test_a_screen_shared_by_two_who_hide_things_has_a_curtain(client: TestClient) -> None:
    table = make(client, "samarra", ME, HERE)["table"]
    with live(client, table) as socket:
        player = Player(socket)
        assert (player.now["curtain"], player.messages[0]["viewpoint"], player.now["moves"]) == (0, None, [])
        player.say("ready", seat=1)
        assert player.hear("refused")["code"] == "seat.not_here"
        player.say("ready", seat=0)
        assert player.hear("table")["viewpoint"] == 0
        player.move()
        hidden = player.hear("table")
        assert (hidden["viewpoint"], hidden["now"]["curtain"]) == (None, 1)
        player.say("ready", seat=1)
        assert player.hear("table")["viewpoint"] == 1


def test_against_bots_a_move_is_taken_back(client: TestClient) -> None:
    table = make(client, "samliam", ME, BOT)["table"]
    with live(client, table) as socket:
        player = Player(socket)
        player.move()
        while not player.now["moves"]:
            player.hear("now")
        player.say("takeback")
        assert player.hear("table")["number"] == 0


class PatientStore(SqliteStore):
    """A store that has kept something only when it is told so."""

    kept: Callable[[None], None]

    def append(self, *args: Any) -> None:
        self.kept = args[4]


def test_a_move_happens_once_it_is_kept_even_if_who_made_it_has_left(tmp_path: Path) -> None:
    async def left() -> int:
        store = PatientStore(tmp_path / "tables.sqlite")
        hub = Hub(store, QuickBots(1, 1.0), Settings(tmp_path))
        here = await hub.make(seasoned(arranged("samliam", [Wish("me"), Wish("here")], {}, "ann", 0.0)))
        command = {"type": "move", "number": 0, "move": here.table.match.legal()[0]}
        leaving = asyncio.create_task(hub.change(here, lambda: checks.decide(here.table, "ann", command, 1.0)))
        while not hasattr(store, "kept"):
            await asyncio.sleep(0)
        leaving.cancel()
        await asyncio.gather(leaving, return_exceptions=True)
        assert here.table.number == 0
        store.kept(None)
        await hub.close()
        store.close()
        return here.table.number

    assert asyncio.run(left()) == 1


def test_a_table_is_in_memory_only_once_however_few_may_be(tmp_path: Path) -> None:
    async def opened() -> list[tuple[OpenTable, OpenTable]]:
        store = SqliteStore(tmp_path / "tables.sqlite")
        hub = Hub(store, QuickBots(1, 1.0), Settings(tmp_path, open_tables=1))
        setups = [arranged("samliam", [Wish("me"), Wish("here")], {}, "", 0.0) for _ in range(20)]
        for setup in setups:
            await hub.make(setup)
        names = [setup.table for setup in setups]
        once = await asyncio.gather(*(hub.connect(name, Connection("ann", "en"), None) for name in names))
        again = await asyncio.gather(*(hub.connect(name, Connection("bob", "en"), None) for name in names))
        store.close()
        return list(zip(once, again, strict=True))

    assert all(here is there for here, there in asyncio.run(opened()))


def test_room_is_made_of_idle_tables_and_those_in_use_are_not_looked_at_again_at_once() -> None:
    tables = OrderedDict((name, unused()) for name in "abcdef")
    for name in "ac":
        tables[name].connections.append(Connection("ann", "en"))
    assert spare(tables, 2, but=tables["b"]) == ["d", "e"]
    assert "".join(tables) == "defabc"


def test_room_is_not_looked_for_without_end() -> None:
    tables = OrderedDict((str(number), unused()) for number in range(LOOKED_AT + 2))
    for here in list(tables.values())[: LOOKED_AT + 1]:
        here.connections.append(Connection("ann", "en"))
    assert spare(tables, 1, but=unused()) == []
    assert spare(tables, 1, but=unused()) == [str(LOOKED_AT + 1)]  # those met before have gone to the end


def unused() -> OpenTable:
    """A table at which nobody is."""
    table = Table(arranged("samliam", [Wish("me"), Wish("here")], {}, "", 0.0))
    return OpenTable(table, Teller(table))


# Requests that are wrong


@pytest.mark.parametrize(
    "body",
    [
        "", "[]", "null", "{}", '{"game": "samliam"}', '{"game": "samliam", "seats": []}',
        '{"game": "samliam", "seats": [{"kind": "me"}, {"kind": "me"}]}',
        '{"game": "samliam", "seats": [{"kind": "me"}, {"kind": "bot"}]}',
        '{"game": "samliam", "seats": [{"kind": "me"}, {"kind": "bot", "level": true}]}',
        '{"game": "samliam", "seats": [{"kind": "me"}, {"kind": "bot", "level": "2"}]}',
        '{"game": "samliam", "seats": [{"kind": "me"}, {"kind": "bot", "level": 9}]}',
        '{"game": "samliam", "seats": [{"kind": "me"}, {"kind": "link", "level": 1}]}',
        '{"game": "samliam", "seats": [{"kind": "me"}, {"kind": "link"}], "more": 1}',
        '{"game": "samliam", "seats": [{"kind": "me"}, {"kind": "link"}], "options": {"wings": 2}}',
        '{"game": "samliam", "seats": [{"kind": "me"}, {"kind": "link"}], "options": {"announcements": [[]]}}',
        '{"game": "chess", "seats": [{"kind": "me"}, {"kind": "link"}]}',
        '{"game": "samliam", "seats": [{"kind": "me"}]}',
        '{"game": "samliam", "seats": [{"kind": "me", "name": "' + 25 * "n" + '"}, {"kind": "link"}]}',
        '{"game": "samarra", "seats": [{"kind": "me"}, {"kind": "link"}], "options": {"board": "' + 9999 * "." + '"}}',
    ],
)  # fmt: skip
def test_a_wrong_wish_for_a_table_is_refused_in_a_sentence(client: TestClient, body: str) -> None:
    headers = {"content-type": "application/json", "accept-language": "fr-CH, fr;q=0.9"}
    answer = client.post("/api/tables", content=body, headers=headers)
    assert answer.status_code == 422, answer.text
    assert set(answer.json()["error"]) == {"code", "message"}
    assert client.get("/api/tables").json() == []


def test_a_body_that_is_too_long_is_refused(client: TestClient) -> None:
    headers = {"content-type": "application/json"}
    for address, most in (("/api/seats/none/claim", limits.BODY_BYTES), ("/api/tables", limits.TEXT_BYTES)):
        answer = client.post(address, content=b" " * (most + 1), headers=headers)
        assert (answer.status_code, answer.json()["error"]["code"]) == (413, "limits.size")


def test_another_site_cannot_do_anything(client: TestClient) -> None:
    elsewhere = {"origin": "https://elsewhere.test"}
    answer = client.post("/play/samliam", headers=elsewhere)
    assert (answer.status_code, answer.json()["error"]["code"]) == (403, "request.origin")
    table = make(client, "samliam", ME, BOT)["table"]
    with pytest.raises(WebSocketDisconnect), live(client, table, **elsewhere):
        pass
    with live(client, table, origin="http://testserver") as socket:
        Player(socket)


def test_what_does_not_exist_is_refused_in_a_sentence(client: TestClient) -> None:
    for method, address in (
        ("GET", "/api/nothing"), ("POST", "/api/seats/none/claim"), ("POST", "/api/devices/none"),
        ("POST", "/api/tables/none/device"), ("POST", "/api/tables/none/rematch"), ("POST", "/play/chess"),
    ):  # fmt: skip
        answer = client.request(method, address, json={} if "claim" in address else None)
        assert answer.status_code == 404, address
        assert answer.json()["error"]["message"]
    with live(client, "none") as socket:
        assert json.loads(socket.receive_text())["code"] == "table.unknown"


def test_every_answer_has_a_strict_policy_and_a_visitor_is_known_again(client: TestClient) -> None:
    answer = client.get("/api/games")
    assert "default-src 'self'" in answer.headers["content-security-policy"]
    assert "unsafe" not in answer.headers["content-security-policy"]
    cookie = answer.headers["set-cookie"]
    assert all(word in cookie for word in ("visitor=", "HttpOnly", "SameSite=Lax", "Max-Age=31536000"))
    assert "set-cookie" not in client.get("/api/games").headers
    assert client.get("/health").json()["status"] == "ok"
    assert {game["key"] for game in answer.json()} >= {"samarra", "samliam", "sprawl", "minelfield"}


GARBAGE = [
    "", "{}", "[]", "null", "1", '"move"', "{", '{"type": "move"}', '{"type": "fly"}', '{"type": "ready", "seat": -1}',
    '{"type": "move", "number": false, "move": "a1"}', '{"type": "move", "number": 0, "move": 1}',
    '{"type": "move", "number": 0.0, "move": "a1"}', '{"type": "move", "number": 0, "move": "a1", "seat": 0}',
    '{"type": "move", "number": 1e400, "move": "a1"}', '{"type": "move", "number": 99999999999999999999, "move": "a"}',
    '{"type": "chat", "text": "' + 301 * "x" + '"}', '{"type": "chat", "text": "\\ud800"}', '{"type": "chat"}',
    '{"type": "answer", "offer": "money", "yes": true}', '{"type": "resign", "seat": 7}', "[" * 5000, "x" * 20_000,
    '{"type": "name", "name": "' + 25 * "n" + '"}',
]  # fmt: skip


def test_garbage_is_refused_and_the_connection_goes_on(client: TestClient) -> None:
    table = make(client, "samliam", ME, HERE)["table"]
    with live(client, table) as socket:
        player = Player(socket)
        for text in GARBAGE:
            socket.send_text(text)
            assert player.hear("refused")["message"], text
        socket.send_bytes(b"\xff\x00")
        assert player.hear("refused")["code"] == "request.malformed"
        player.move()
        assert player.hear("happened")["number"] == 1


values = st.recursive(
    st.none() | st.booleans() | st.integers() | st.floats() | st.text(max_size=30),
    lambda inner: st.lists(inner, max_size=3) | st.dictionaries(st.text(max_size=8), inner, max_size=3),
    max_leaves=8,
)
names = st.sampled_from(["type", "number", "move", "text", "seat", "offer", "yes", "name"])
kinds = st.sampled_from(["move", "chat", "takeback", "draw", "answer", "ready", "hand_over", "take_seat_back", "name"])
fuzzed = st.builds(
    lambda kind, rest: {**rest, "type": kind}, kinds | values, st.dictionaries(names, values, max_size=3)
)


@settings(max_examples=25, deadline=None, suppress_health_check=[HealthCheck.function_scoped_fixture])
@given(st.lists(fuzzed, max_size=10))
def test_no_message_breaks_a_table(client: TestClient, sent: list[Any]) -> None:
    client.cookies.clear()
    table = make(client, "samliam", ME, HERE)["table"]
    with live(client, table) as socket:
        player = Player(socket)
        for message in sent:
            socket.send_text(json.dumps(message))
        player.say("chat", text="still here")
        while player.hear("chat", "refused").get("text") != "still here":
            pass


def test_a_table_is_the_same_after_a_restart(tmp_path: Path) -> None:
    chosen = Settings(tmp_path, prepare=False, pace=0.0)
    with TestClient(create(chosen, QuickBots(1, 1.0))) as client:
        table = make(client, "minelfield", ME, BOT)["table"]
        with live(client, table) as socket:
            Player(socket).play(3)
        with live(client, table) as socket:
            before = Player(socket).messages[0]
        cookie = client.cookies["visitor"]
    with TestClient(create(chosen, QuickBots(1, 1.0)), cookies={"visitor": cookie}) as client, live(client, table) as s:
        assert Player(s).messages[0] == before


def test_the_shelf_with_all_that_it_needs_is_light(client: TestClient) -> None:
    """The first page of a newcomer weighs less than 100 KB on its way, covers included."""
    needed = {"/", *re.findall(r'(?:src|href)="(/[^"]+\.(?:svg|css|js))"', client.get("/").text)}
    weights = {path: weight(client, path) for path in needed}
    assert len([path for path in needed if path.endswith("cover.svg")]) >= 4
    assert sum(weights.values()) < 100_000, weights


def weight(client: TestClient, path: str) -> int:
    """The bytes of an answer, compressed as they are sent."""
    with client.stream("GET", path) as answer:
        return len(b"".join(answer.iter_raw()))
