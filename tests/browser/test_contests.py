"""Tournaments and ratings in front of people: made, joined, followed, played and looked up; by touch and by keys."""

import asyncio
import threading
import time
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

from tablier.server.entrance import visitors
from tablier.server.people.persons import People
from tablier.server.ratings.book import Ratings
from tablier.server.ratings.counting import Division, Played
from tablier.server.store.protocol import Document
from tablier.server.store.sqlite import DATABASE, SqliteStore
from tests.browser.house import Server
from tests.browser.people import PHONE, Person
from tests.browser.test_access import findings

Meet = Callable[..., Person]
GAMES = 24  # that make a rating sure enough
DIVISION = Division("samliam", 2, "fast")
ORSOLINE, BERTRAND = "orsoline".ljust(22, "-"), "bertrand".ljust(22, "-")


@pytest.fixture(scope="module", autouse=True)
def names(server: Server) -> None:
    """Two people, of no other test, keep names, and have played a series of games."""
    store = SqliteStore(Path(server.data) / DATABASE)
    thread = threading.Thread(target=lambda: asyncio.run(series(store)))  # here a loop runs already
    thread.start()
    thread.join()
    store.close()


async def series(store: SqliteStore) -> None:
    people, ids = People(store), [visitors.identity(ORSOLINE), visitors.identity(BERTRAND)]
    for who, name in zip(ids, ("Orsoline", "Bertrand"), strict=True):
        await people.keep(who, name, time.time())
    ratings = Ratings(store, people, time.time)
    for number in range(GAMES):
        table = f"series{number:010d}"
        store.keep([Document("pending", table).saying({"people": ids}, ["pending"], float(number))]).result()
        await ratings.count(Played(table, DIVISION, (number % 3 == 0, number % 3 != 0), time.time()))


def test_a_tournament_is_made_joined_and_followed_by_two(meet: Meet, server: Server) -> None:
    orsoline, bertrand = meet(cookie=ORSOLINE), meet("fr", BERTRAND, **PHONE)
    orsoline.go("/tournaments")
    orsoline.page.get_by_role("link", name="New tournament").click()
    orsoline.page.locator("[name=name]").fill("Evening cup")
    orsoline.page.locator("[name=game]").select_option("samliam")
    orsoline.page.get_by_text("Everybody meets everybody.").click()
    orsoline.page.locator("[name=most]").fill("2")
    assert not findings(orsoline)
    orsoline.press("Make the tournament")
    orsoline.page.locator(".entrants li", has_text="Orsoline").wait_for()
    assert not findings(orsoline)
    bertrand.go(orsoline.page.url)
    bertrand.press("S’inscrire")
    for person in (orsoline, bertrand):
        person.page.locator("#sit").wait_for()
        assert not findings(person)
    orsoline.page.locator("#sit").click()
    bertrand.page.locator("#sit").click()
    orsoline.page.locator("#standing a", has_text="Evening cup").wait_for()
    orsoline.page.locator("#players .strength").nth(1).wait_for()
    bertrand.page.locator("#players .clock").first.wait_for()
    bertrand.skip_words()
    give_up(bertrand)
    orsoline.go(orsoline.page.locator("#standing a").get_attribute("href") or "")
    orsoline.page.locator(".state", has_text="The tournament is over").wait_for()
    winner = orsoline.page.locator(".cross tbody tr").first
    assert winner.inner_text().split() == ["1", "Orsoline", "1", "1", "1", "0", "1"]
    assert not findings(orsoline)


def give_up(person: Person) -> None:
    """Resign, and say that one is sure."""
    person.page.locator("#actions button", has_text="Abandonner").click()
    person.page.locator("dialog[open]").get_by_role("button", name="Abandonner").click()
    person.page.locator("#end:not([hidden])").wait_for()
    person.page.locator("#standing").wait_for(state="attached")


@pytest.mark.parametrize(("look", "language"), [({}, "en"), ({**PHONE, "color_scheme": "dark"}, "fr")])
def test_ratings_are_looked_up(meet: Meet, look: dict[str, Any], language: str) -> None:
    person = meet(language, BERTRAND, **look)
    person.go("/ratings")
    person.page.locator(".strengths a").first.wait_for()
    assert not findings(person)
    person.page.locator(".division h3 a").first.click()
    assert person.page.locator(".ranking tbody tr.you").count() == 1
    assert not findings(person)
    person.page.locator(".ranking tbody th a", has_text="Orsoline").click()
    person.page.locator(".curve svg[role=img]").wait_for()
    assert person.page.locator(".counted li").count() == GAMES
    assert not findings(person)
    width = person.page.evaluate("document.documentElement.scrollWidth - innerWidth")
    assert width <= 0, "nothing is wider than the screen"


def test_a_tournament_is_made_and_cancelled_by_keys(meet: Meet) -> None:
    person = meet(cookie=ORSOLINE)
    person.go("/tournaments/new")
    person.tab("[name=name]")
    person.page.keyboard.type("Keys")
    person.tab("[name=kind]:checked")
    person.page.keyboard.press("ArrowDown")
    person.tab("#tournament > button")
    person.page.keyboard.press("Enter")
    person.page.locator(".entrants li.you").wait_for()
    person.tab("[data-deed=cancel]")
    person.page.keyboard.press("Enter")
    person.tab("#sure[open] [value=yes]")
    person.page.keyboard.press("Enter")
    person.page.locator(".state", has_text="Cancelled by its organiser").wait_for()


def test_who_keeps_no_name_is_told_how_and_nobody_else_is_bothered(meet: Meet) -> None:
    stranger, orsoline = meet(), meet(cookie=ORSOLINE)
    stranger.go("/tournaments/new")
    assert stranger.page.get_by_role("link", name="Keep a name").count() == 1
    for person, text in ((stranger, "you have to keep a name"), (orsoline, "")):
        person.go("/games/samliam")
        rated = person.page.locator("[data-rated]")
        assert not rated.is_visible(), "who plays a bot is not asked"
        person.page.locator("[data-seat='1'] [data-kind]").select_option("link")
        rated.wait_for()
        assert text in person.page.locator("#rated-why").inner_text()
        assert person.page.locator("[data-rated-box]").is_disabled() == bool(text)
    orsoline.page.locator("[data-rated-box]").check()
    orsoline.page.locator("form#table > button").click()
    orsoline.page.locator("#links [data-go]").click()
    orsoline.page.locator("#standing", has_text="Rated game").wait_for()
