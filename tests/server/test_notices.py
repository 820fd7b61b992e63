"""Notices: what a push service gets, who is told and how often, where nothing is sent; feeds as programs read them."""

import asyncio
import http.server
import ipaddress
import json
import queue
import threading
from collections.abc import Iterator
from dataclasses import replace
from typing import Any
from xml.etree import ElementTree

import http_ece  # type: ignore[import-untyped]
import pytest
from cryptography.hazmat.primitives import serialization
from cryptography.hazmat.primitives.asymmetric import ec
from pywebpush import Vapid  # type: ignore[import-untyped]

from tablier.core.words import word
from tablier.server.authority import making
from tablier.server.authority.events import DAYS, ClockPlan, SeatPlan, Setup
from tablier.server.authority.limits import DAY, MOST_SUBSCRIPTIONS
from tablier.server.authority.refusals import Refused
from tablier.server.notices import feeds, keys
from tablier.server.notices.endpoints import endpoint, is_public, resolved
from tablier.server.notices.pushing import push
from tablier.server.notices.subscriptions import Subscription, refuse_unreadable, subscriptions
from tablier.server.notices.telling import INVITED, OVER, TURN, Notice, Notices
from tablier.server.operation.settings import Settings
from tablier.server.store.protocol import Store
from tablier.server.tables.connections import Connection, OpenTable
from tablier.server.tables.hub import Hub
from tests.api.kit import QuickBots
from tests.server.kit import NOW

GAME, SECONDS, GONE, BUSY = "samliam", 20, 410, 503


class Service:
    """A push service that keeps what it is sent, and answers as it is told."""

    def __init__(self) -> None:
        self.got: queue.SimpleQueue[tuple[str, dict[str, str], bytes]] = queue.SimpleQueue()
        self.statuses: list[int] = []
        service = self

        class Handler(http.server.BaseHTTPRequestHandler):
            def do_POST(self) -> None:
                body = self.rfile.read(int(self.headers["content-length"]))
                service.got.put((self.path, dict(self.headers), body))
                self.send_response(service.statuses.pop(0) if service.statuses else 201)
                self.send_header("Location", "/elsewhere")
                self.end_headers()

            def log_message(self, *_: Any) -> None:
                pass

        self.server = http.server.ThreadingHTTPServer(("127.0.0.1", 0), Handler)
        self.url = f"http://127.0.0.1:{self.server.server_address[1]}"
        self.thread = threading.Thread(target=self.server.serve_forever)
        self.thread.start()

    def close(self) -> None:
        self.server.shutdown()
        self.thread.join()
        self.server.server_close()


class Browser:
    """A browser that has subscribed, and can read what is meant for it."""

    def __init__(self, service: Service, visitor: str = "bob", path: str = "/send/1") -> None:
        self.key, self.secret = ec.generate_private_key(ec.SECP256R1()), bytes(range(16))
        point = self.key.public_key().public_bytes(
            serialization.Encoding.X962, serialization.PublicFormat.UncompressedPoint
        )
        texts = keys.text_of(point), keys.text_of(self.secret)
        self.subscription = Subscription(visitor, service.url + path, *texts, "en", NOW)

    def reads(self, content: bytes) -> dict[str, str]:
        plain = http_ece.decrypt(content, private_key=self.key, auth_secret=self.secret, version="aes128gcm")
        found: dict[str, str] = json.loads(plain)
        return found


@pytest.fixture
def service() -> Iterator[Service]:
    made = Service()
    yield made
    made.close()


async def server(store: Store, **settings: Any) -> Notices:
    """A server without a network of its own, which tells at once."""
    usual: dict[str, Any] = {
        "prepare": False,
        "limited": False,
        "push_private": True,
        "contact": "mailto:host@example.org",
    }
    known = Settings(**usual | settings)
    hub = Hub(store, QuickBots(1, 1.0), known, lambda: NOW)
    notices = Notices(hub, known)
    notices.pause = notices.again = 0.0
    hub.followers.append(notices.follow)
    await notices.begin()
    return notices


def laid(*owners: str, **more: Any) -> Setup:
    places = tuple(SeatPlan("link", name=owner.title(), owners=(owner,)) for owner in owners)
    return replace(Setup(making.fresh_name(), GAME, {}, 1, places, made=NOW), **more)


async def move(notices: Notices, here: OpenTable, visitor: str) -> None:
    """The first legal move of somebody, by the path of all commands."""
    table = here.table
    command = {"type": "move", "number": table.number, "move": table.match.legal()[0]}
    notices.hub.command(here, Connection(visitor, "en"), command)
    while here.changes:
        await asyncio.sleep(0)
    await settled(notices)


async def settled(notices: Notices) -> None:
    """Wait until nothing is to be told any more."""
    while notices.tasks:
        await asyncio.gather(*notices.tasks)


def count(service: Service) -> int:
    """How many notices came since the last look."""
    found = 0
    while not service.got.empty():
        service.got.get()
        found += 1
    return found


# On the way


def test_a_notice_is_encrypted_for_its_browser_and_signed_by_the_server(service: Service) -> None:
    browser, pair = Browser(service), keys.fresh()
    assert push(browser.subscription, b'{"title": "Hello"}', pair, "mailto:host@example.org", True) == 201
    path, headers, body = service.got.get(timeout=SECONDS)
    assert (path, headers["Content-Encoding"], b"Hello" in body) == ("/send/1", "aes128gcm", False)
    assert browser.reads(body) == {"title": "Hello"}
    assert headers["Authorization"].endswith(f"k={pair.public}")
    assert Vapid.verify(headers["Authorization"])
    claims = json.loads(keys.bytes_of(headers["Authorization"].split("t=")[1].split(".")[1]))
    assert (claims["aud"], claims["sub"]) == (service.url, "mailto:host@example.org")
    assert int(headers["TTL"]) > 0


def test_a_service_that_points_elsewhere_is_not_followed(service: Service) -> None:
    service.statuses = [307]
    assert push(Browser(service).subscription, b"x", keys.fresh(), "mailto:a@example.org", True) == 307
    assert count(service) == 1


PRIVATE = (
    "http://push.example.org/x", "https://127.0.0.1/x", "https://[::1]/x", "https://10.0.0.7/x", "https://192.168.1.1/",
    "https://169.254.169.254/latest", "https://[::ffff:10.0.0.1]/x", "https://localhost/x", "https://push/x",
    "https://push.example.org:8443/x", "https://ann:secret@push.example.org/x", "ftp://push.example.org/x",
    "https://push.example.org/a b", "https:///x", "https://[fd00::1]/x", "https://0.0.0.0/", "//push.example.org/",
    "https://push.example.org/" + "x" * 1000, "https://224.0.0.1/x", "https://[64:ff9b::7f00:1]/x",
)  # fmt: skip


@pytest.mark.parametrize("url", PRIVATE)
def test_nothing_is_ever_sent_into_the_own_network(url: str) -> None:
    with pytest.raises(Refused):
        endpoint(url, False)
    assert endpoint("https://push.example.org/x?y", False).path == "/x?y"


def test_a_name_that_leads_into_the_own_network_is_refused_where_it_is_looked_up(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    import socket

    def looked_up(*addresses: str) -> None:
        known = [(socket.AF_INET, socket.SOCK_STREAM, 6, "", (address, 443)) for address in addresses]
        monkeypatch.setattr(socket, "getaddrinfo", lambda *_, **__: known)

    found = endpoint("https://push.example.org/x", False)
    looked_up("1.1.1.1", "127.0.0.1")
    with pytest.raises(Refused):
        resolved(found, False)
    looked_up("1.1.1.1")
    assert resolved(found, False) == "1.1.1.1"
    assert not is_public(ipaddress.ip_address("100.64.0.1"))


def test_keys_of_no_browser_are_refused(service: Service) -> None:
    good = Browser(service).subscription
    refuse_unreadable(good.key, good.secret)
    wrong = keys.text_of(b"\x04" + bytes(64))
    for point, secret in (("", ""), (good.key, "AAAA"), (wrong, good.secret), ("é", good.secret), (good.secret, "")):
        with pytest.raises(Refused):
            refuse_unreadable(point, secret)


# Who is told


def test_who_does_not_look_is_told_once_until_they_are_back(store: Store, service: Service) -> None:
    async def told() -> None:
        notices, browser = await server(store), Browser(service)
        await notices.subscribe(browser.subscription)
        here = await notices.hub.make(laid("ann", "bob"))
        await move(notices, here, "ann")
        _, _, body = service.got.get(timeout=SECONDS)
        found = browser.reads(body)
        assert (found["title"], found["body"]) == ("Sam Liam", "Your turn: Sam Liam")
        assert here.table.setup.table not in body.decode("latin-1") + json.dumps(found)
        await move(notices, here, "bob")
        await move(notices, here, "ann")
        assert count(service) == 1, "whoever moved was back"
        other = await notices.hub.make(laid("ann", "bob"))
        await move(notices, other, "ann")
        assert count(service) == 0, "at another table, and not back yet"
        await notices.back("bob")
        third = await notices.hub.make(laid("ann", "bob"))
        await move(notices, third, "ann")
        assert count(service) == 1

    asyncio.run(told())


def test_who_looks_at_the_table_or_at_the_lobby_is_not_told(store: Store, service: Service) -> None:
    async def silent() -> None:
        notices = await server(store)
        await notices.subscribe(Browser(service).subscription)
        here = await notices.hub.make(laid("ann", "bob"))
        await notices.hub.connect(here.table.setup.table, Connection("bob", "en"), None)
        await move(notices, here, "ann")
        notices.looking.add("bob")
        other = await notices.hub.make(laid("ann", "bob"))
        await move(notices, other, "ann")
        assert count(service) == 0

    asyncio.run(silent())


def test_the_end_of_a_game_is_told(store: Store, service: Service) -> None:
    async def ended() -> None:
        notices, browser = await server(store), Browser(service)
        await notices.subscribe(browser.subscription)
        here = await notices.hub.make(laid("ann", "bob"))
        notices.hub.command(here, Connection("ann", "en"), {"type": "resign", "seat": 0})
        while here.changes:
            await asyncio.sleep(0)
        await settled(notices)
        _, _, body = service.got.get(timeout=SECONDS)
        assert browser.reads(body)["tag"] == OVER

    asyncio.run(ended())


def test_of_several_servers_one_tells(store: Store, service: Service) -> None:
    async def both() -> None:
        one, other = await server(store), await server(store)
        assert one.keys == other.keys
        await one.subscribe(Browser(service).subscription)
        notice = Notice(TURN, GAME, word("server.notice.turn", table="x"), "/turn", "table", 3, 1, (0, 1, 0))
        await asyncio.gather(one.tell("bob", notice), other.tell("bob", notice))
        assert count(service) == 1

    asyncio.run(both())


def test_a_subscription_that_is_gone_is_forgotten_and_a_busy_service_asked_again(
    store: Store, service: Service
) -> None:
    async def gone() -> None:
        notices = await server(store)
        await notices.subscribe(Browser(service).subscription)
        notice = Notice(INVITED, GAME, word("server.notice.invited", name="Ann", game="x"))
        service.statuses = [BUSY, 201]
        await notices.tell("bob", notice)
        assert count(service) == 2
        service.statuses = [GONE]
        await notices.tell("bob", notice)
        assert await subscriptions(store, "bob") == []

    asyncio.run(gone())


def test_a_service_that_is_not_there_holds_nobody_up(store: Store) -> None:
    async def dead() -> None:
        notices, service = await server(store), Service()
        browser = Browser(service)
        service.close()
        await notices.subscribe(browser.subscription)
        here = await notices.hub.make(laid("ann", "bob"))
        await move(notices, here, "ann")
        assert here.table.number == 1
        assert len(await subscriptions(store, "bob")) == 1

    asyncio.run(dead())


def test_a_visitor_has_so_many_browsers_and_only_their_own(store: Store, service: Service) -> None:
    async def many() -> None:
        notices = await server(store)
        for number in range(MOST_SUBSCRIPTIONS + 2):
            await notices.subscribe(replace(Browser(service, path=f"/{number}").subscription, made=NOW + number))
        found = [one.endpoint for _, one in await subscriptions(store, "bob")]
        assert (len(found), f"{service.url}/0" in found) == (MOST_SUBSCRIPTIONS, False)
        await notices.unsubscribe("ann", found[0])
        assert len(await subscriptions(store, "bob")) == MOST_SUBSCRIPTIONS
        await notices.unsubscribe("bob", found[0])
        assert len(await subscriptions(store, "bob")) == MOST_SUBSCRIPTIONS - 1

    asyncio.run(many())


# Feeds

ATOM = f"{{{feeds.ATOM}}}"
SITE = "https://games.example.org"


def unfolded(text: str) -> list[str]:
    """The lines of a calendar, as RFC 5545 has them read."""
    assert all(len(line.encode()) <= 75 for line in text.split("\r\n"))
    return text.replace("\r\n ", "").removesuffix("\r\n").split("\r\n")


def test_turns_and_deadlines_are_read_by_programs(store: Store) -> None:
    async def read() -> None:
        notices = await server(store)
        clock, name = ClockPlan(DAYS, 3 * DAY), "Été; à deux, ou « trois » – une table au nom bien trop long pour tout"
        here = await notices.hub.make(laid("ann", "bob", clock=clock, name=name))
        await notices.hub.make(laid("bob", "ann"))
        await move(notices, here, "ann")
        reader = feeds.FeedReader("bob", "fr")
        tables = await feeds.turns(notices.hub, reader)
        feed = ElementTree.fromstring(feeds.atom(tables, reader, SITE, "/feeds/x/turns.atom"))
        entries = feed.findall(f"{ATOM}entry")
        assert [one.findtext(f"{ATOM}title") for one in entries].count(f"À vous de jouer\u202f: {name}") == 1
        assert len({one.findtext(f"{ATOM}id") for one in entries}) == len(entries) == 2
        for element in (feed, *entries):
            assert element.findtext(f"{ATOM}updated", "").endswith("Z")
        links = {link.get("href") for one in entries for link in one.findall(f"{ATOM}link")}
        assert f"{SITE}/t/{here.table.setup.table}" in links
        due = await feeds.deadlines(notices.hub, reader)
        assert [one.moment for one in due] == [NOW + 3 * DAY]
        notices.hub.open_tables.clear()
        assert await feeds.deadlines(notices.hub, reader) == due, "from what is kept"
        lines = unfolded(feeds.calendar(due, reader, SITE, NOW))
        assert (lines[0], lines[-1], lines.count("BEGIN:VEVENT")) == ("BEGIN:VCALENDAR", "END:VCALENDAR", 1)
        assert f"DTEND:{feeds.compact(NOW + 3 * DAY)}" in lines
        assert any(line.startswith("SUMMARY:") and "Été\\; à deux\\, ou" in line for line in lines)

    asyncio.run(read())


def test_addresses_are_secret_renewed_and_revoked(store: Store) -> None:
    async def secret() -> None:
        assert await feeds.token_of(store, "bob") is None
        await feeds.renew(store, "bob", "en", NOW)
        first = await feeds.token_of(store, "bob")
        assert first is not None
        assert await feeds.reader_of(store, first) == ("bob", "en")
        await feeds.renew(store, "bob", "fr", NOW)
        second = await feeds.token_of(store, "bob")
        assert second not in (None, first)
        await feeds.revoke(store, "bob")
        for token in (first, second):
            with pytest.raises(Refused):
                await feeds.reader_of(store, token)
        assert await feeds.token_of(store, "bob") is None

    asyncio.run(secret())
