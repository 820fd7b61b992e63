"""Two nodes over one database: whoever comes to either plays as if there were one server."""

import asyncio
import json
import random
import threading
from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor
from dataclasses import replace
from typing import Any

import httpx
import pytest
from starlette.requests import HTTPConnection
from websockets.exceptions import InvalidStatus
from websockets.sync.client import connect

from tablier.reviewing import stages
from tablier.server.bots.pool import ReviewStage
from tablier.server.cluster.envelope import HEADER, Envelope
from tablier.server.entrance import visitors
from tablier.server.entrance.gate import Gate
from tablier.server.entrance.visitors import fresh, identity
from tests.api.kit import QuickBots
from tests.reviewing.kit import recorded
from tests.server.nodes import SECONDS, Guest, NodeHouse, heard, how_it_stands, played, sat, until

Pair = tuple[NodeHouse, NodeHouse]


@pytest.fixture(scope="module")
def pair(cluster: Any) -> Iterator[Pair]:
    database = cluster.database()
    with NodeHouse(database) as one, NodeHouse(database) as other:
        yield one, other


def at(guest: Guest, house: NodeHouse) -> Guest:
    """The same person, who has come to another node."""
    return Guest(house.url, guest.cookie, guest.seat)


@pytest.mark.parametrize("game", ["minelfield", "samarra"])
def test_a_game_is_played_by_one_at_each_node(pair: Pair, game: str) -> None:
    one, other = pair
    table, ann, bob = sat(one.url, other.url, game)
    played(table, (ann, bob), 12, random.Random(1))
    assert ann.told
    assert table in one.hub.open_tables
    assert table not in other.hub.open_tables
    stored = other.hub.store.load(table).result(SECONDS)
    assert [event.move for event in stored.events if event.kind == "move" and event.seat is not None] == ann.told


def test_everything_about_a_table_is_answered_the_same_by_either_node(pair: Pair) -> None:
    one, other = pair
    table, ann, bob = sat(one.url, other.url)
    played(table, (ann, bob), 4, random.Random(2))
    for path in (
        f"/t/{table}", f"/t/{table}/replay", f"/api/tables/{table}/replay", f"/api/tables/{table}/text",
        f"/api/tables/{table}/verify", "/api/tables", "/", "/games/samliam/cover.svg",
    ):  # fmt: skip
        answers = [at(ann, house).ask("GET", path) for house in pair]
        assert [answer.status_code for answer in answers] == [200, 200], path
        told = [answer.text.replace(house.url, "") for answer, house in zip(answers, pair, strict=True)]
        assert told[0] == told[1], path  # but for where the picture of a page is, which has its whole address
        assert {name: answers[0].headers.get(name) for name in KEPT} == {
            name: answers[1].headers.get(name) for name in KEPT
        }
    tag = at(ann, other).ask("GET", f"/api/tables/{table}/replay").headers["etag"]
    assert at(ann, other).ask("GET", f"/api/tables/{table}/replay", headers={"If-None-Match": tag}).status_code == 304
    assert at(ann, other).ask("GET", "/api/tables/nowhere/replay").status_code == 404


KEPT = ("content-type", "etag", "content-disposition", "content-security-policy", "cache-control", "set-cookie")


def test_links_and_rematches_work_from_either_node(pair: Pair) -> None:
    one, other = pair
    table, ann, _ = sat(one.url, other.url)
    link = at(ann, other).ask("POST", f"/api/tables/{table}/device").json()["link"]
    tablet = Guest(other.url, fresh(), 0)
    assert tablet.ask("GET", link).status_code == 200
    assert tablet.ask("POST", f"/api/devices/{link.removeprefix('/device/')}").json() == {"url": f"/t/{table}"}
    assert tablet.ask("POST", f"/api/devices/{link.removeprefix('/device/')}").status_code == 404
    with tablet.live(table) as line:
        assert 0 in heard(line)["yours"]
        line.send(json.dumps({"type": "resign", "seat": 0}))
        while (message := heard(line))["type"] != "table" or how_it_stands(message)["outcome"] is None:
            pass
    again = [at(ann, house).ask("POST", f"/api/tables/{table}/rematch").json()["url"] for house in (other, one)]
    assert again[0] == again[1] != f"/t/{table}"


def test_a_review_is_one_whatever_node_is_asked_for_it(pair: Pair, monkeypatch: pytest.MonkeyPatch) -> None:
    one, other = pair
    held, text = threading.Event(), recorded("rim").text("everyone")
    held.set()

    async def review(_: QuickBots, asked: ReviewStage) -> Any:
        while asked.stage == stages.LOOK and held.is_set():
            await asyncio.sleep(0.01)
        found = await asyncio.to_thread(stages.done, asked.stage, asked.given)
        return found | {"effort": (4, 0)} if asked.stage == stages.PLAN else found

    monkeypatch.setattr(QuickBots, "review", review)
    ann = Guest(one.url, fresh(), 0)
    path = f"/api/reviews/{ann.ask('POST', '/api/reviews', json={'text': text}).json()['key']}"
    at(ann, other).ask("POST", "/api/reviews", json={"text": text})
    assert [at(ann, house).ask("GET", path).json()["state"] for house in pair] == ["running", "running"]
    assert at(ann, other).ask("DELETE", path).json()["state"] == "none"
    until(lambda: not one.application.state.living.reviews.runs)
    ann.ask("POST", "/api/reviews", json={"text": text})
    held.clear()
    until(lambda: at(ann, other).ask("GET", path).json()["state"] == "kept")
    table, ann, bob = sat(one.url, other.url)
    played(table, (ann, bob), 4, random.Random(2))
    address = f"/api/tables/{table}/review"
    assert at(ann, other).ask("POST", address).json()["error"]["code"] == "review.running"
    with ann.live(table) as line:
        line.send(json.dumps({"type": "resign", "seat": 0}))
        while (message := heard(line))["type"] != "table" or how_it_stands(message)["outcome"] is None:
            pass
    at(ann, other).ask("POST", address)
    until(lambda: at(ann, other).ask("GET", address).json()["state"] == "kept")
    assert len({at(ann, house).ask("GET", address).content for house in pair}) == 1


def test_a_new_visitor_is_given_one_cookie_and_is_that_visitor_elsewhere(pair: Pair) -> None:
    one, other = pair
    made = httpx.post(f"{one.url}/api/tables", json={"game": "samliam", "seats": [{"kind": "me"}, {"kind": "link"}]})
    link = made.json()["seats"][1]["link"].removeprefix("/seat/")
    claimed = httpx.post(f"{other.url}/api/seats/{link}/claim", json={"name": "Bob"}, timeout=SECONDS)
    assert len(claimed.headers.get_list("set-cookie")) == 1
    seats = one.hub.open_tables[made.json()["table"]].table.seats
    assert seats[1].owners == (identity(claimed.cookies["visitor"]),)


def test_address_scheme_and_host_arrive_as_they_were(pair: Pair, monkeypatch: pytest.MonkeyPatch) -> None:
    """Limits count by the visitor's address, wherever they come in; and only what a proxy says is believed."""
    one, other = pair
    table, ann, _ = sat(one.url, other.url)
    forwarded = {"X-Forwarded-For": "203.0.113.7", "X-Forwarded-Proto": "https", "Host": "play.example"}
    seen: list[tuple[Any, ...]] = []
    count = Gate.count

    def noting(gate: Gate, connection: HTTPConnection, *what: str) -> None:
        seen.append((visitors.address(connection), connection.url.scheme, connection.url.netloc))
        count(gate, connection, *what)

    monkeypatch.setattr(Gate, "count", noting)
    assert at(ann, other).ask("GET", f"/api/tables/{table}/verify", headers=forwarded).status_code == 200
    assert seen == [("203.0.113.7", "https", "play.example")] * 2, "at the node that was asked, and at the owner"


# Secrets


@pytest.mark.parametrize("who", ["ann", "bob", "eve"])
def test_what_is_told_through_another_node_is_what_the_owner_tells(pair: Pair, who: str) -> None:
    """Byte for byte, for each seat and a spectator, while a game with secrets is played."""
    one, other = pair
    table, ann, bob = sat(one.url, other.url, "samarra")
    looking = {"ann": ann, "bob": bob, "eve": Guest(one.url, fresh(), 2)}[who]
    with at(looking, one).live(table) as near, at(looking, other).live(table) as far:
        first = [line.recv(timeout=SECONDS) for line in (near, far)]
        played(table, (ann, bob), 6, random.Random(3))
        told = [drained(line) for line in (near, far)]
    assert first[0] == first[1]
    assert told[0] == told[1]
    assert sum('"type":"happened"' in text for text in told[0]) >= 6


def drained(line: Any) -> list[str]:
    """All that was told until something was answered that was asked last."""
    line.send(json.dumps({"type": "nonsense"}))
    texts: list[str] = []
    while '"type":"refused"' not in (text := line.recv(timeout=SECONDS)):
        texts.append(text)
    return texts


# Whoever is no node


def test_nobody_else_can_say_for_whom_they_ask(pair: Pair) -> None:
    one, other = pair
    table, ann, _ = sat(one.url, other.url)
    path, now = f"/api/tables/{table}/text", one.hub.clock()
    who = identity(ann.cookie)
    letter = Envelope(who, who, "", ("203.0.113.7", 1), "http", "GET", path, now)
    secret = one.application.state.living.member.secret
    good = letter.sealed(secret)
    forged = {
        "another secret": letter.sealed(b"secret"),
        "no seal": good.partition(b".")[0],
        "nonsense": b"nonsense.00",
        "another seal": good[:-1] + (b"0" if good[-1:] != b"0" else b"1"),
        "another address": replace(letter, target="/").sealed(secret),
        "another method": replace(letter, method="POST").sealed(secret),
        "long ago": replace(letter, at=now - 60).sealed(secret),
    }
    name = HEADER.decode()
    for house in pair:
        for url in (house.url, house.inside):
            for why, value in forged.items():
                answer = httpx.get(url + path, headers={name: value.decode()})
                assert (answer.status_code, answer.json()["error"]["code"]) == (403, "cluster.forged"), why
        assert httpx.get(house.inside + path).status_code == 403, "nobody asks there but nodes"
        assert httpx.get(house.inside + "/health").json()["node"] == house.name
        assert f'node_info{{node="{house.name}"}} 1' in httpx.get(house.inside + "/metrics").text
    assert httpx.get(one.url + path, headers={name: good.decode()}).status_code == 200
    for url in (one.url, one.inside):
        with pytest.raises(InvalidStatus) as refused:
            connect(f"{url.replace('http', 'ws')}/api/tables/{table}/live", additional_headers={name: "x.y"})
        assert refused.value.response.status_code == 403


# One after the other


def test_a_table_that_is_asked_for_at_both_nodes_at_once_has_one_owner(pair: Pair) -> None:
    one, other = pair
    for _ in range(5):
        table, ann, _ = sat(one.url, other.url)
        one.loop.call_soon_threadsafe(forgotten, one, table)
        with ThreadPoolExecutor(6) as threads:
            asked = [threads.submit(at(ann, house).ask, "GET", f"/api/tables/{table}/text") for house in pair * 3]
            answers = [one.result() for one in asked]
        assert {answer.status_code for answer in answers} == {200}
        assert len({answer.content for answer in answers}) == 1
        assert (table in one.hub.open_tables) != (table in other.hub.open_tables)


def forgotten(house: NodeHouse, table: str) -> None:
    """Have a node drop a table, as it does when it has too many."""
    house.hub.open_tables.pop(table)
    house.hub.node.release([table])


def test_a_node_that_leaves_is_followed_at_once(pair: Pair) -> None:
    one, _ = pair
    with NodeHouse(one.hub.store.address, lease=60.0) as third:  # type: ignore[attr-defined]
        table, ann, bob = sat(third.url, one.url)
        played(table, (ann, bob), 2, random.Random(4))
    ann = at(ann, one)
    with ann.live(table) as line:
        assert how_it_stands(heard(line))["number"] == 2
    assert table in one.hub.open_tables
