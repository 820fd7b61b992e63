"""Clocks in front of people: chosen, seen running, over; holidays and answers in advance; touched and by keys."""

import re
import time
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

from tablier import Match
from tablier.server.authority import making
from tablier.server.authority.events import DAYS, FISCHER, ClockPlan, Event, Setup
from tablier.server.authority.limits import DAY
from tablier.server.authority.summaries import summary
from tablier.server.authority.table import Table
from tablier.server.entrance import visitors
from tablier.server.store.sqlite import DATABASE, SqliteStore
from tests.browser.house import ANN, BOB, Server, ann, bob
from tests.browser.people import PHONE, Person
from tests.browser.test_access import findings

Meet = Callable[..., Person]
LOOKS = pytest.mark.parametrize(("look", "language"), [({}, "en"), (PHONE, "fr")])
FIGURES = "(seat) => document.querySelector(`#players [data-seat='${seat}'] .figures`).textContent"
BEGIN, KEEP = (
    {"en": "Answer in advance", "fr": "Répondre d’avance"},
    {"en": "Leave this answer", "fr": "Laisser cette réponse"},
)
WITHDRAW = {"en": "Withdraw", "fr": "Retirer"}
HOLIDAY = {"en": "Take a holiday (14 d)", "fr": "Prendre congé (14 j)"}
RETURN = {"en": "End the holiday", "fr": "Rentrer de congé"}
RESTING = {"en": "on holiday", "fr": "en congé"}


def laid(server: Server, plan: ClockPlan, moves: int, used: float = 0.0) -> str:
    """A table of Ann and Bob with a clock, on which whoever is to move has used so many seconds."""
    now, match = time.time(), Match("samliam", 2, seed=1)
    setup = Setup(
        making.fresh_name(), "samliam", match.options, 1, (ann(), bob()), "", visitors.identity(ANN), now, clock=plan
    )
    for _ in range(moves):
        match.play(match.legal()[40])
    events = [
        Event("name", now - used, 0, name="Ann"),
        *(Event("move", now - used, None, move) for move in match.moves),
    ]
    store = SqliteStore(Path(server.data) / DATABASE)
    store.create(setup, events, summary(Table(setup, events))).result()
    store.close()
    return f"/t/{setup.table}"


def figures(person: Person, seat: int) -> str:
    return str(person.page.evaluate(FIGURES, seat))


def come(meet: Meet, cookie: str, address: str, language: str = "en", look: dict[str, Any] | None = None) -> Person:
    """Somebody at a table, whatever is to be done there."""
    person = meet(language, cookie, **look or {})
    person.go(address)
    person.page.locator("#players .figures").first.wait_for()
    person.page.wait_for_timeout(0)
    if person.page.locator("dialog[open]").count():
        person.page.locator("dialog[open] .row button").first.click()
    return person


@LOOKS
def test_a_clock_is_chosen_in_the_form(meet: Meet, look: dict[str, Any], language: str) -> None:
    person = meet(language, **look)
    person.go("/games/samliam")
    kind = person.page.locator("[data-clock-kind]")
    assert not person.page.locator("[data-clock-number=minutes]").is_visible()
    kind.select_option("days")
    assert person.page.locator("[data-clock-number=holidays]").is_visible()
    kind.select_option("fischer")
    person.page.locator("[data-clock-number=minutes]").fill("7")
    person.page.locator("[data-clock-number=seconds]").fill("0")
    assert not findings(person)
    person.page.locator("form#table > button").click()
    person.page.locator("#players .clock.running").wait_for()
    assert re.fullmatch(r"(7:00|6:5\d)", figures(person, 0))
    assert person.page.locator("#players .clock").count() == 1, "a bot has none"
    person.page.wait_for_function(f"() => ({FIGURES})(0) !== '7:00'")


def test_a_clock_is_chosen_by_keys(meet: Meet) -> None:
    person = meet()
    person.go("/games/samliam")
    person.tab("[data-clock-kind]")
    person.page.keyboard.press("ArrowDown")
    person.page.keyboard.press("ArrowDown")
    person.tab("[data-clock-number=minutes]")
    person.page.keyboard.press("Control+a")
    person.page.keyboard.type("12")
    person.page.keyboard.press("Enter")
    person.page.locator("#players .clock.running").wait_for()
    assert re.fullmatch(r"(12:00|11:\d\d)", figures(person, 0))


@LOOKS
def test_a_running_clock_is_seen_and_heard(meet: Meet, server: Server, look: dict[str, Any], language: str) -> None:
    person = come(meet, ANN, laid(server, ClockPlan(FISCHER, 300.0, 3.0), 0), language, look)
    running = person.page.locator("#players .clock.running")
    assert running.get_attribute("role") == "timer"
    assert re.search(r"\d min \d+ s", running.get_attribute("aria-label") or "")
    before = figures(person, 0)
    person.page.wait_for_function(f"(text) => ({FIGURES})(0) !== text", arg=before)
    assert figures(person, 1) == "5:00"
    assert not findings(person)


def test_little_time_is_told_once(meet: Meet, server: Server) -> None:
    person = come(meet, ANN, laid(server, ClockPlan(FISCHER, 300.0, 0.0), 0, used=260.0))
    person.page.locator("#players .clock.running.low").wait_for()
    person.page.locator("#aloud", has_text="30 seconds left.").wait_for(state="attached")
    assert person.page.locator("#aloud p", has_text="seconds left").count() == 1


@LOOKS
def test_a_flag_falls_and_both_are_told(meet: Meet, server: Server, look: dict[str, Any], language: str) -> None:
    address = laid(server, ClockPlan(FISCHER, 300.0, 0.0), 2, used=296.0)
    person, other = come(meet, ANN, address, language, look), come(meet, BOB, address)
    ended = {"en": "Your time is over", "fr": "Votre temps est écoulé"}[language]
    person.page.locator("#end", has_text=ended).wait_for()
    other.page.locator("#end", has_text="You have won").wait_for()
    assert figures(person, 0) == "0.0"
    person.go(f"{address}/replay")
    person.page.locator("#players .clock").first.wait_for()


@LOOKS
def test_a_holiday_is_taken_and_ended_at_a_touch(
    meet: Meet, server: Server, look: dict[str, Any], language: str
) -> None:
    address = laid(server, ClockPlan(DAYS, 3 * DAY, holidays=14), 0)
    person, other = come(meet, ANN, address, language, look), come(meet, BOB, address)
    person.press(HOLIDAY[language])
    person.page.get_by_role("button", name=RETURN[language]).wait_for()
    other.page.locator("#players [data-seat='0']", has_text="on holiday").wait_for()
    person.press(RETURN[language])
    other.page.locator("#players [data-seat='0'] .resting").wait_for(state="detached")


@LOOKS
def test_an_answer_is_left_in_advance(meet: Meet, server: Server, look: dict[str, Any], language: str) -> None:
    address = laid(server, ClockPlan(DAYS, 3 * DAY), 0)
    person, other = come(meet, BOB, address, language, look), come(meet, ANN, address)
    heard = len(other.heard)
    person.press(BEGIN[language])
    for rows in (1, 2):
        person.page.locator(".ahead.trying").wait_for()
        tried(person)
        person.page.locator(f".ahead.trying li:nth-child({rows})").wait_for()
    assert not findings(person)
    person.press(KEEP[language])
    kept = person.page.locator(".ahead:not(.trying) li span")
    kept.wait_for()
    first, answer = kept.inner_text().split(" → ")
    assert len(other.heard) == heard, "nobody else is told"
    assert not person.log(), "nothing has happened"
    other.page.evaluate("() => 0")
    made(other, first)
    person.awaits(2)
    other.awaits(2)
    assert answer[:2] in person.log()[1]
    assert person.page.locator(".ahead").count() == 0


def test_answers_are_left_and_withdrawn_by_keys(meet: Meet, server: Server) -> None:
    person = come(meet, BOB, laid(server, ClockPlan(DAYS, 3 * DAY), 0))
    person.page.get_by_role("button", name=BEGIN["en"]).focus()
    person.page.keyboard.press("Enter")
    for rows in (1, 2):
        person.page.locator(".ahead.trying").wait_for()
        while person.page.locator(".ahead.trying li").count() < rows:
            if person.page.locator("#confirm button").count():
                person.page.locator("#confirm button").first.focus()
            else:
                person.page.locator("[data-target]").first.focus()
            person.page.keyboard.press("Enter")
            person.page.wait_for_timeout(200)
    person.page.get_by_role("button", name=KEEP["en"]).focus()
    person.page.keyboard.press("Enter")
    withdraw = person.page.get_by_role("button", name=WITHDRAW["en"])
    withdraw.wait_for()
    withdraw.focus()
    person.page.keyboard.press("Enter")
    withdraw.wait_for(state="detached")


def tried(person: Person) -> None:
    """Try some move on the board."""
    rows = person.page.locator(".ahead.trying li").count()
    while person.page.locator(".ahead.trying li").count() == rows:
        if person.page.locator("#confirm button").count():
            person.page.locator("#confirm button").first.click()
        else:
            person.touch(person.sees_lit()[0])
        person.page.wait_for_timeout(200)


def made(person: Person, move: str) -> None:
    """Make a certain move, cell and facing."""
    person.page.reload()
    person.sit()
    person.touch(next(lit for lit in person.sees().lit if lit.id == f"cell.{move[:2]}"))
    person.touch(next(lit for lit in person.sees_lit() if lit.id == f"facing.{move[2:]}"))
