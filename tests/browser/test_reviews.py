"""Reviews on the page of a replay: asked for, waited for and left; looked through by mouse, finger and keyboard."""

import json
from collections.abc import Callable

import pytest
from playwright.sync_api import Route, expect

from tablier import Match, review
from tablier.core.words import LANGUAGES
from tablier.server.authority.table import Table
from tablier.server.reviews import subjects
from tablier.server.reviews.running import KEPT
from tablier.server.store.protocol import Document
from tablier.server.store.sqlite import SqliteStore
from tests.browser.house import ANN, Server, ann, bot
from tests.browser.people import PHONE, WAIT, WORK, Person
from tests.browser.test_access import findings
from tests.browser.test_languages import checked
from tests.browser.test_phone import fits
from tests.browser.test_replay import AT_REST, PICTURE, ended
from tests.reviewing.kit import recorded

Meet = Callable[..., Person]
SIMULATIONS = 20
BLUNDER = 20  # the move of a recorded game that left a square open
ASKED = {"key": None, "asked": True, "yours": [0], "fault": None, "review": None}


def over(server: Server, match: Match) -> str:
    """A table of Ann's at which a game was played; the address of its page."""
    return server.keep(match, (ann(), *[bot()] * (match.seats - 1)))


def reviewed(server: Server, match: Match, simulations: int = SIMULATIONS) -> str:
    """The same with a review that somebody has asked for; the address of its replay."""
    address, found = over(server, match), review(match, simulations=simulations)
    name, told = address.removeprefix("/t/"), {language: json.dumps(found.data(language)) for language in LANGUAGES}
    store = SqliteStore(server.data / "tables.sqlite")
    stored = store.load(name).result()
    assert stored is not None
    stamp = subjects.of_table(Table(stored.setup, stored.events)).stamp
    store.keep([Document(KEPT, name).saying({"stamp": stamp, "told": told}, ["table"])]).result()
    store.close()
    return f"{address}/replay"


def picture(person: Person) -> object:
    """What the board shows as soon as nothing moves any more."""
    person.page.wait_for_function(AT_REST)
    return person.page.evaluate(PICTURE)


def test_a_known_blunder_is_found_shown_and_stepped_through_by_mouse(meet: Meet, server: Server) -> None:
    match, person = recorded("unblocked"), meet(cookie=ANN)
    page = person.page
    person.go(f"{over(server, match)}/replay")
    person.press("Review this game")
    expect(page.locator("#chances")).to_be_visible(timeout=WORK)
    page.locator(f"#review-turning [data-move='{BLUNDER}'] button").click()
    expect(page.locator("#count")).to_have_text(f"Move {BLUNDER} of {len(match.moves)}")
    person.reads("#moment", "This left Red a square at d3 that nothing could stop.")
    person.reads("#moment .judgement", "blunder")
    expect(page.locator("#legend li").first).to_contain_text("100%")
    after = picture(person)
    page.locator("#moment").get_by_role("button", name="Better: d3").click()
    person.reads("#status", "placed a triangle in d3")
    better = picture(person)
    assert better != after
    page.locator("#branch").get_by_role("button", name="Previous move").click()
    person.reads("#status", f"Before move {BLUNDER}")
    expect(page.locator("[data-mark='cell.d3']")).to_have_count(1)
    page.locator("#branch-line button").first.click()
    person.reads("#status", "placed a triangle in d3")
    assert picture(person) == better
    person.press("Back to the game")
    assert picture(person) == after
    box = page.locator("#graph").bounding_box()
    assert box is not None
    page.mouse.click(box["x"] + box["width"] - 13, box["y"] + box["height"] / 2)
    expect(page.locator("#count")).to_have_text(f"Move {len(match.moves)} of {len(match.moves)}")
    stranger = meet("fr")
    stranger.go(page.url)
    stranger.reads("#review-turning", "Cela a laissé à Rouge un carré à fermer en d3")


@pytest.mark.parametrize("language", LANGUAGES)
def test_a_review_is_for_everybody_by_keyboard_alone(meet: Meet, server: Server, language: str) -> None:
    phone = language == "fr"
    person = meet(language, ANN, **(PHONE if phone else {}))
    page, press = person.page, person.page.keyboard.press
    person.go(f"{reviewed(server, recorded('unblocked'), 80)}?move={BLUNDER - 1}")
    expect(page.locator("#chances")).to_be_visible(timeout=WAIT)
    checked(person, language)
    found = findings(person)
    page.locator("#graph").focus()
    press("ArrowRight")
    expect(page.locator("#graph")).to_have_attribute("aria-valuenow", str(BLUNDER))
    assert page.locator("#graph").get_attribute("aria-valuetext")
    person.tab("#moment .button")
    press("Enter")
    page.locator("#branch").wait_for()
    expect(page.locator("#branch-line [aria-current]")).to_have_text("d3nw")
    press("ArrowRight")
    press("Home")
    expect(page.locator("#branch-back")).to_have_attribute("aria-disabled", "true")
    checked(person, language)
    found += findings(person)
    if phone:
        fits(person)
    press("Escape")
    expect(page.locator("#branch")).to_be_hidden()
    expect(page.locator("#graph")).to_have_attribute("aria-valuenow", str(BLUNDER))
    person.tab("#review-ask" if phone else "#tab-review")
    press("Enter")
    if phone:
        fits(person)
    person.tab("#tab-review")
    press("ArrowLeft")
    expect(page.locator("#log")).to_be_visible()
    press("ArrowRight")
    expect(page.locator("#review")).to_be_visible()
    person.tab("#review-turning button")
    press("Enter")
    expect(page.locator("#review-turning [aria-current]")).to_have_count(1)
    checked(person, language)
    assert not found + findings(person)


@pytest.mark.parametrize(("game", "language"), list(zip(("samarra", "sprawl"), LANGUAGES, strict=True)))
def test_every_kind_of_game_is_shown_with_all_its_seats(meet: Meet, server: Server, game: str, language: str) -> None:
    match = ended(game, seats=4 if game == "sprawl" else None)
    person = meet(language, ANN, **(PHONE if game == "sprawl" else {}))
    person.go(f"{reviewed(server, match, 4)}?move=4")
    expect(person.page.locator("#legend li")).to_have_count(match.seats, timeout=WAIT)
    expect(person.page.locator(".ledger .waterfall")).to_have_count(match.seats)
    expect(person.page.locator("#graph polyline.own")).to_have_count(match.seats)
    believers = person.page.locator("#review-beliefs .believer")
    expect(believers).to_have_count(match.seats if game == "samarra" else 0)
    checked(person, language)
    assert not findings(person)
    if game == "sprawl":
        fits(person)


def test_who_waits_sees_how_far_it_is_and_may_stop(meet: Meet, server: Server) -> None:
    person, looked = meet("fr", ANN), [0]
    page, running = person.page, [False]

    def answer(route: Route) -> None:
        method = route.request.method
        running[0] = method == "POST" or (running[0] and method != "DELETE")
        looked[0] += 7 if running[0] else 0
        told = {"state": "running" if running[0] else "none", "looked": min(looked[0], 28), "positions": 30}
        route.fulfill(json=ASKED | told)

    page.route("**/review", answer)
    person.go(f"{over(server, recorded('rim'))}/replay")
    person.press("Passer en revue")
    person.reads("#review-looked", "28 positions explorées sur 30")
    expect(page.locator("#review-progress")).to_have_attribute("value", "28")
    checked(person, "fr")
    assert not findings(person)
    person.press("Arrêter")
    expect(page.locator("#review-begin")).to_be_focused()
    refusal = "Vous avez demandé beaucoup de revues. Réessayez dans 2 minutes."
    page.route("**/review", lambda route: route.fulfill(status=429, json={"error": {"code": "x", "message": refusal}}))
    person.forgiven = ("429",)
    page.locator("#review-begin").click()
    person.reads("#review-refused", refusal)


def test_a_running_game_has_no_review_and_a_game_that_was_brought_has_one(meet: Meet, server: Server) -> None:
    person = meet(cookie=ANN)
    person.go(f"{server.lay('minelfield', 6)}/replay")
    person.reads("#count", "of")
    expect(person.page.locator("#review-ask")).to_be_hidden()
    expect(person.page.locator("#tabs")).to_be_hidden()
    person.go("/replay")
    person.page.locator("#text").fill(recorded("rim").text("everyone"))
    person.press("Replay")
    person.press("Review this game")
    person.page.locator("#review-mistakes [data-move='9'] button").click(timeout=WORK)
    person.page.locator("#moment .button").click()
    person.page.locator("#branch-line li").first.wait_for()
    assert not findings(person)
