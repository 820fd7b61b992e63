"""Strangers in front of browsers: open tables, pairing, invitations, swapped seats, notices; touched and by keys."""

import json
import re
from collections.abc import Callable
from typing import Any

import pytest

from tests.browser.house import ANN, Server, ann, bob, bot
from tests.browser.people import PHONE, Person
from tests.browser.test_access import findings

Meet = Callable[..., Person]
LOOKS = pytest.mark.parametrize(("look", "language"), [({}, "en"), (PHONE, "fr")])
PUSH = """
  const kept = { value: null };
  const subscription = {
    toJSON: () => ({ endpoint: "https://push.example.org/1", keys: { p256dh: POINT, auth: "AAAAAAAAAAAAAAAAAAAAAA" } }),
    endpoint: "https://push.example.org/1",
    unsubscribe: async () => { kept.value = null; return true; },
  };
  PushManager.prototype.subscribe = async (options) => {
    window.asked = [...new Uint8Array(options.applicationServerKey)].length;
    return (kept.value = subscription);
  };
  PushManager.prototype.getSubscription = async () => kept.value;
  Object.defineProperty(Notification, "permission", { get: () => "granted" });
  Notification.requestPermission = async () => "granted";
"""


def opened(person: Person, game: str = "samliam") -> None:
    """Set a table that is open to everybody, with the form."""
    person.go(f"/games/{game}")
    person.page.locator("[data-strangers]").wait_for(state="hidden")
    person.page.locator("[data-seat='1'] [data-kind]").select_option("link")
    person.page.locator("[name=open]").check()
    person.page.locator("form#table > button").click()
    person.page.wait_for_url(re.compile("/t/"))


def offers(person: Person) -> Any:
    return person.page.locator("#open .offer-table", has_text="Sam Liam")


@LOOKS
def test_a_stranger_sits_down_at_an_open_table(meet: Meet, look: dict[str, Any], language: str) -> None:
    host, guest = meet(), meet(language, **look)
    guest.go("/lobby")
    guest.page.locator("#nobody").wait_for()
    assert not findings(guest)
    opened(host)
    offers(guest).wait_for()
    assert not findings(guest)
    offers(guest).locator(".button.main").click()
    guest.page.wait_for_url(host.page.url)
    host.go("/lobby")
    host.page.locator("#nobody").wait_for()


def test_a_table_is_taken_out_of_the_lobby_again(meet: Meet) -> None:
    host, guest = meet(), meet()
    opened(host)
    guest.go("/lobby")
    offers(guest).wait_for()
    host.watch()
    host.press("Take out of the lobby")
    offers(guest).wait_for(state="detached")


def looks_for(person: Person, waits: bool = True) -> None:
    """Look for somebody to play Sam Liam, by keys alone; who finds somebody at once does not wait."""
    person.go("/games/samliam")
    person.page.locator("#seek-form button.main:enabled").wait_for()
    person.tab("#seek-form button.main")
    person.page.keyboard.press("Enter")
    if waits:
        person.page.locator("#waiting .dots").wait_for()


def test_two_who_look_for_the_same_are_led_to_one_table(meet: Meet) -> None:
    one, other = meet(), meet("fr", **PHONE)
    looks_for(one)
    assert not findings(one)
    other.go("/lobby")
    other.page.locator("#seek-form button.main:enabled").wait_for()
    counts = other.page.locator("#seek-form [name=seats]:enabled")
    assert counts.count() == 1  # the first game is for two
    for game in other.page.locator("#seek-form [name=game]").all():
        game.set_checked(game.get_attribute("value") == "samliam", force=True)
    assert [count.get_attribute("value") for count in counts.all()] == ["2", "3", "4"]
    other.page.locator("#seek-form button.main").click()
    for person in (one, other):
        person.page.wait_for_url(re.compile("/t/"))
    assert one.page.url == other.page.url
    one.page.locator("#players > li").nth(1).wait_for()


def test_who_plays_a_bot_meanwhile_keeps_the_place_and_is_told(meet: Meet) -> None:
    one, other = meet(), meet()
    looks_for(one)
    one.press("Play against a bot")
    one.page.wait_for_url(re.compile("/t/"))
    bots = one.page.url
    one.watch()
    looks_for(other, waits=False)
    one.page.locator("#found").wait_for()
    assert one.page.title() == "● Somebody was found"
    one.page.locator("#found .main").click()
    other.page.wait_for_url(re.compile("/t/"))
    one.page.wait_for_url(other.page.url)
    assert one.page.url != bots


def test_who_stops_looking_is_not_found(meet: Meet) -> None:
    one, other = meet(), meet()
    looks_for(one)
    one.press("Stop looking")
    one.page.locator("#seek-form").wait_for()
    looks_for(other)
    assert "Nobody else" in other.page.locator("#waiting").inner_text()
    other.press("Stop looking")
    other.page.locator("#seek-form").wait_for()


@LOOKS
def test_a_group_is_invited_again(meet: Meet, server: Server, look: dict[str, Any], language: str) -> None:
    server.lay("samliam", places=(ann(), bob()))
    host, guest = meet(cookie=ANN), meet(language, "bob".ljust(22, "-"), **look)
    guest.go("/")
    host.go("/lobby")
    group = host.page.locator(".fellows", has_text="Bob").first
    group.locator(".button.main").click()
    host.page.wait_for_url(re.compile("/t/"))
    letter = guest.page.locator(".letter:not(.sent)", has_text="Sam Liam").first
    letter.wait_for()
    assert not findings(guest)
    letter.locator(".button.main").click()
    guest.page.wait_for_url(host.page.url)
    host.go("/lobby")
    host.page.locator(".letter.sent", has_text="Bob comes").first.wait_for()


def test_seats_are_swapped_with_a_bot_at_a_touch(meet: Meet, server: Server) -> None:
    person = meet(cookie=ANN)
    person.go(server.lay("samliam", places=(ann(), bot())))
    person.sit()
    person.press("Swap seats")
    person.page.locator("#players [data-seat='1'].yours").wait_for()
    person.awaits(1)
    assert any("Seats were swapped" in line for line in person.log())


def test_the_shelf_says_whose_turn_it_is_as_it_changes(meet: Meet, server: Server) -> None:
    waiting, other = meet(cookie="eve".ljust(22, "-")), meet()
    waiting.go("/")
    waiting.page.wait_for_function("() => document.title === 'Tablier'")
    assert waiting.page.locator("#mine").is_hidden()
    data = {"game": "samliam", "seats": [{"kind": "link"}, {"kind": "me", "name": "Fay"}]}
    made = other_asks(other, "/api/tables", data)
    link = made["seats"][0]["link"].removeprefix("/seat/")
    other_asks(waiting, f"/api/seats/{link}/claim", {"name": "Eve"})
    waiting.page.locator("#mine li", has_text="Sam Liam").wait_for()
    other.go(made["url"])
    second = waiting.look()
    second.goto(made["url"])
    waiting.page.wait_for_function("() => document.title === '● Your turn · Tablier'")


def other_asks(person: Person, address: str, data: Any) -> Any:
    """What the server answers to somebody's own request."""
    if person.page.url == "about:blank":
        person.go("/")
    ask = """async ([address, data]) => (await fetch(address, {
      method: "POST", headers: { "Content-Type": "application/json" }, body: data })).json()"""
    return person.page.evaluate(ask, [address, json.dumps(data)])


@LOOKS
def test_a_browser_is_told_and_told_no_more(meet: Meet, look: dict[str, Any], language: str) -> None:
    """A browser without a window tells nothing and reaches no push service: a stub plays both; the server is real."""
    from tablier.server.notices.keys import fresh

    person = meet(language, **look)
    person.page.add_init_script(PUSH.replace("POINT", json.dumps(fresh().public)))
    person.go("/notices")
    person.page.locator("#push-on").click()
    person.page.locator("#push-off").wait_for()
    assert person.page.evaluate("() => window.asked") == 65
    assert not findings(person)
    worker = person.page.evaluate("async () => (await navigator.serviceWorker.ready).active.scriptURL")
    assert worker.endswith("/worker.js")
    standing = "async () => (await (await fetch('/api/notices')).json()).browsers"
    assert person.page.evaluate(standing) == 1
    person.page.locator("#push-off").click()
    person.page.locator("#push-on").wait_for()
    assert person.page.evaluate(standing) == 0


def test_feeds_have_addresses_until_they_are_revoked(meet: Meet) -> None:
    person = meet()
    person.forgiven = ("404",)
    person.go("/notices")
    person.press("Make my addresses")
    person.page.wait_for_function("() => document.querySelector('#feed-atom').value.endsWith('/turns.atom')")
    address = person.page.locator("#feed-atom").input_value()
    status = "async (address) => (await fetch(address)).status"
    assert person.page.evaluate(status, address) == 200
    person.press("Revoke them")
    person.page.locator("#feeds-make").wait_for()
    assert person.page.evaluate(status, address) == 404
