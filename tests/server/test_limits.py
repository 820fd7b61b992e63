"""Limits: how often, how long, how many, and what texts may hold; all of them as they are documented."""

import re

import pytest
from hypothesis import given
from hypothesis import strategies as st

from tablier.core.words import catalogue
from tablier.server.authority import limits
from tablier.server.authority.limits import clean
from tablier.server.authority.refusals import Refused, described, too_often
from tablier.server.entrance import rates
from tablier.server.entrance.rates import Meter, Meters, Rate, network
from tests.api.kit import ROOT


def test_what_comes_too_often_is_refused_until_time_has_passed() -> None:
    now = [0.0]
    meter = Meter(Rate(2, 0.5), lambda: now[0])
    meter.take("ann")
    meter.take("ann")
    with pytest.raises(Refused) as refused:
        meter.take("ann")
    assert refused.value.retry_after == pytest.approx(2)
    meter.take("bob")
    now[0] = 2.0
    meter.take("ann")


@given(st.text())
def test_a_cleaned_text_can_be_kept_and_shown_on_one_line(text: str) -> None:
    cleaned = clean(text, 10_000)
    cleaned.encode()
    assert clean(cleaned, 10_000) == cleaned
    assert len(cleaned.splitlines()) <= 1


def test_a_text_that_is_too_long_is_refused() -> None:
    assert clean("  a \n b ", 3) == "a b"
    with pytest.raises(Refused):
        clean("abcd", 3)


def test_nothing_turns_the_text_around_or_breaks_encodings() -> None:
    assert clean("a\u202eb\ud800c\x00", 9) == "abc"


def test_waiting_is_rounded_up_and_never_nothing() -> None:
    for seconds, told in ((0.0, 0.1), (0.001, 0.1), (0.11, 0.2), (1.0, 1.0), (1.01, 1.1)):
        assert described(too_often("chats", seconds), "en")["retry_after"] == told


@pytest.mark.parametrize(
    ("address", "counted"),
    [
        ("192.0.2.7", "192.0.2.7"), ("::ffff:192.0.2.7", "192.0.2.7"), ("::ffff:c000:207", "192.0.2.7"),
        ("2001:db8:1:2:3:4:5:6", "2001:db8:1:2::/64"), ("2001:db8:1:2::9", "2001:db8:1:2::/64"),
        ("2001:db8:1:3::9", "2001:db8:1:3::/64"), ("::1", "::/64"), ("fe80::1%eth0", "fe80::/64"),
        ("testclient", "testclient"), ("", ""),
    ],
)  # fmt: skip
def test_a_network_of_a_household_counts_as_one_address(address: str, counted: str) -> None:
    assert network(address) == counted


@pytest.mark.parametrize(
    ("seconds", "told"),
    [
        (0.2, "one second"), (1.0, "one second"), (1.2, "2 seconds"), (59.0, "59 seconds"), (119.0, "119 seconds"),
        (120.0, "2 minutes"), (121.0, "3 minutes"), (7_200.0, "2 hours"), (200_000.0, "3 days"),
    ],
)  # fmt: skip
def test_what_comes_too_often_is_told_what_it_was_and_how_long_to_wait(seconds: float, told: str) -> None:
    refused = too_often("tables", seconds)
    assert described(refused, "en")["message"] == f"Too many tables opened at once: wait {told}."
    assert described(refused, "fr")["message"].startswith("Trop de tables ouvertes à la fois\u00a0: attendez ")


def test_all_that_is_counted_has_a_name() -> None:
    for name in rates.quotas():
        for language in ("en", "fr"):
            assert "{" not in too_often(name, 3.0).say(language)


def test_who_asks_is_counted_and_so_is_from_where(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(rates, "CHATS", Rate(2, 1))
    monkeypatch.setattr(rates, "ADDRESS_CHATS", Rate(3, 1))
    meters = Meters(clock=lambda: 0.0)
    meters.take("chats", "ann", "here")
    meters.take("chats", "ann", "there")
    with pytest.raises(Refused):
        meters.take("chats", "ann", "elsewhere")
    meters.take("chats", "bob", "here")
    meters.take("chats", "cid", "here")
    with pytest.raises(Refused):
        meters.take("chats", "dan", "here")


def test_nobody_is_counted_where_nobody_is_limited() -> None:
    meters = Meters(limited=False)
    for _ in range(10_000):
        meters.take("chats", "ann", "here")


# The document

ROW = re.compile(r"^\| (.+) \|$", re.MULTILINE)
OFTEN = {
    "messages over WebSockets": "messages",
    "things said, and names taken": "chats",
    "tables made": "tables",
    "attempts to sign in, codes, links and passkeys made": "tries",
    "data taken along, or deleted": "exports",
    "reports": "reports",
    "touches in the editor of positions": "edits",
    "reviews of games begun": "reviews",
    "looks at how far reviews are": "glances",
    "games downloaded, replayed, checked or begun from": "readings",
    "trials of a board by bots, one at a time": "trials",
    "positions of the analysis board that bots look at": "explorations",
    "films of games": "films",
    "requests other than `GET`, well formed or not": "requests",
    "pictures of games and codes to be scanned": "pictures",
    "searches begun or ended, seats taken in the lobby": "searches",
    "groups invited": "invitations",
    "browsers and feeds added or removed": "notices",
    "looks at the lobby and at feeds": "looks",
}
MANY = {
    ("running tables", "visitor"): limits.MOST_TABLES,
    ("connections", "visitor"): limits.SOCKETS_PER_VISITOR,
    ("connections of spectators", "address"): limits.SPECTATORS_PER_ADDRESS,
    ("connections of spectators", "address and table"): limits.NEIGHBOURS_PER_TABLE,
    ("connections of spectators", "table"): limits.SPECTATORS_PER_TABLE,
    ("messages of players that are remembered", "table"): limits.CHAT_KEPT,
    ("messages of spectators that are remembered", "table"): limits.SPECTATOR_CHAT_KEPT,
    ("events, such as moves", "table"): limits.MOST_HISTORY,
    ("moves taken back", "seat"): limits.MOST_EVENTS["back"],
    ("offers", "seat"): limits.MOST_EVENTS["offer"],
    ("other names", "seat"): limits.MOST_EVENTS["name"],
    ("people muted or heard again", "seat"): limits.MOST_EVENTS["mute"],
    ("chat closed or opened", "seat"): limits.MOST_EVENTS["open_chat"],
    ("seats handed over", "seat"): limits.MOST_EVENTS["hand_over"],
    ("holidays begun or ended", "seat"): limits.MOST_EVENTS["holiday"],
    ("conditional moves left or withdrawn", "seat"): limits.MOST_EVENTS["conditions"],
    ("seats swapped without being asked for", "seat"): limits.MOST_EVENTS["swap"],
    ("pages that are told of the lobby", "visitor"): limits.LOBBY_PER_VISITOR,
    ("pages that are told of the lobby", "address"): limits.LOBBY_PER_ADDRESS,
    ("browsers that are sent notices", "visitor"): limits.MOST_SUBSCRIPTIONS,
    ("invitations without an answer", "visitor"): limits.MOST_INVITATIONS,
    ("rows of conditional moves", "seat"): limits.MOST_LINES,
    ("devices that share a seat", "seat"): limits.MOST_DEVICES,
    ("links for a device that can be used", "visitor and table"): limits.DEVICE_LINKS,
    ("bytes of a message", "message"): limits.MESSAGE_BYTES,
    ("bytes of a body", "request"): limits.BODY_BYTES,
    ("bytes of a body with a saved game or position", "request"): limits.TEXT_BYTES,
    ("characters of a name", "name"): limits.NAME_LENGTH,
    ("characters of something said", "message"): limits.CHAT_LENGTH,
}


def documented(heading: str) -> list[list[str]]:
    """The rows of the table of limits whose second column is called so."""
    text = (ROOT / "docs" / "api.md").read_text(encoding="utf-8").partition("\n## Limits\n")[2].partition("\n## ")[0]
    tables = [[row.split(" | ") for row in ROW.findall(part)] for part in text.split("\n\n")]
    (found,) = [rows for rows in tables if rows and rows[0][1] == heading]
    return found[2:]


def test_how_often_is_documented_as_it_is() -> None:
    known = {(name, by): getattr(quota, by) for name, quota in rates.quotas().items() for by in ("visitor", "address")}
    told = {
        (OFTEN[what], by): Rate(float(burst), float(second)) for what, burst, second, by, _ in documented("at once")
    }
    assert told == {key: rate for key, rate in known.items() if rate}


def test_how_many_is_documented_as_it_is() -> None:
    assert {(what, of): int(most) for what, most, of, _ in documented("at most")} == MANY
    codes = re.findall(r"`([a-z]+\.[a-z]+)`", str(documented("at most") + documented("at once")))
    assert {f"server.{code}" for code in codes} <= set(catalogue("server"))


def test_who_has_not_come_for_long_is_forgotten() -> None:
    now = [0.0]
    meter = Meter(Rate(4, 2), lambda: now[0])
    for number in range(100):
        now[0] += 1.0
        meter.take(str(number))
    assert list(meter.levels) == ["98", "99"]
