"""The analysis board: everything is tried by mouse, finger and keys, kept in the browser, saved and passed on."""

import random
from collections.abc import Callable
from functools import cache
from pathlib import Path
from typing import Any

import pytest

from tablier import Match, Notebook
from tests.browser.house import ANN, Server, ann, bot
from tests.browser.people import ARROWS, PHONE, WORK, Person
from tests.browser.test_access import findings
from tests.browser.test_replay import AT_REST

Meet = Callable[..., Person]
CURRENT = ".ply[aria-current]"


@cache
def whole(game: str, seats: int = 2) -> Match:
    """A whole game."""
    for seed in range(100):
        match, rng = Match(game, seats, seed=seed), random.Random(seed)
        while match.outcome is None and len(match.moves) < 300:
            match.roll() if match.actor == "chance" else match.play(rng.choice(match.legal()))
        if match.outcome:
            return match
    raise AssertionError(f"{game} never ends")


def tried(person: Person) -> list[str]:
    """All moves of the tree, in order."""
    return [text.split()[-1] for text in person.page.locator(".ply").all_inner_texts()]


def stands_at(person: Person, move: str) -> None:
    """Wait until a move is the one that is shown, with its position."""
    person.reads(CURRENT, move)


def bring(person: Person, text: str) -> None:
    """Paste a saved game."""
    person.go("/analysis")
    person.page.locator("#text").fill(text)
    person.page.locator("#bring-form button.main").click()
    person.sees_lit()


def saved(person: Person, path: Path) -> Notebook:
    """What the page saves."""
    with person.page.expect_download() as download:
        person.page.locator("#save").click()
    download.value.save_as(path)
    return Notebook.from_text(path.read_text(encoding="utf-8"))


def fits(person: Person) -> bool:
    return bool(person.page.evaluate("document.documentElement.scrollWidth <= innerWidth"))


def test_by_mouse_from_the_replay_of_a_finished_game(meet: Meet, server: Server, tmp_path: Path) -> None:
    person, match = meet("en", ANN, permissions=["clipboard-read", "clipboard-write"]), whole("minelfield")
    person.go(f"{server.keep(match, (ann(), bot()))}/replay?move=2")
    person.page.locator("#analyse").click()
    stands_at(person, match.moves[1])
    person.page.locator("#back").click()
    person.reads("#chances", "Draw at random")
    other = next(roll for roll in ("*1", "*2", "*3", "*4", "*5", "*6") if roll != match.moves[1])
    person.page.locator("#chances .row button").nth(int(other[1])).click()
    stands_at(person, other)
    person.page.locator("#comment").fill("A luckier die")
    if person.page.locator("#chances").is_hidden():
        person.touch(person.sees_lit()[0])
    person.page.locator("#lines").select_option("2")
    found = saved(person, tmp_path / "game.txt")
    assert [ply.move for ply in found.main] == match.moves
    aside = found.main[0].following[1]
    assert (aside.move, aside.comment) == (other, "A luckier die")
    assert found.match.names == ["Ann", "Level 1 bot"]
    person.page.locator(".ply", has_text=other).first.click()
    stands_at(person, other)
    person.press("Put first")
    assert [ply.move for ply in saved(person, tmp_path / "other.txt").main][1] == other
    assert findings(person) == []
    person.press("Copy link")
    person.reads("#notice", "Link copied.")
    link = person.page.evaluate("navigator.clipboard.readText()")
    guest = meet("fr")
    guest.go(link)
    guest.reads(".said-of", "A luckier die")
    assert other in tried(guest)
    person.page.reload()
    stands_at(person, other)
    person.reads("#kept", "Everything is kept")
    person.press("Delete")
    if person.page.locator("dialog[open]").count():
        person.page.locator("dialog[open] .button.main").click()
    stands_at(person, match.moves[0])
    assert "A luckier die" not in person.page.locator("#tree").inner_text()


def test_bots_say_what_they_think_as_long_as_one_looks(meet: Meet) -> None:
    person = meet("fr")
    bring(person, whole("konane").at(4).text())
    person.page.locator("#lines").select_option("3")
    person.page.locator("#hints li").nth(2).wait_for()
    person.reads("#thought", "parties imaginées")
    assert person.page.locator("#values li").count() == 2
    assert person.page.locator("#board .suggestion").count() == 3
    assert findings(person) == []
    first = person.page.locator("#hints li .button").first
    first.click()
    person.page.locator(f"{CURRENT}:has-text('1.')").wait_for()
    person.page.locator("#lines").select_option("0")
    person.page.locator("#hints li").first.wait_for(state="detached")
    assert person.page.locator("#board .suggestion").count() == 0


def trying(person: Person, other: str) -> str:
    """Make a move with the keys alone that is not a certain other one; the move."""
    keys, before = person.page.keyboard, len(tried(person))
    chance = random.Random(1)
    for steps in range(12):
        person.tab("[data-target]")
        for arrow in chance.choices(ARROWS, k=steps):
            keys.press(arrow)
        while len(tried(person)) == before and not person.page.locator(CURRENT).inner_text().endswith(other):
            if person.page.locator("[data-target]:focus").count() == 0:
                person.tab("[data-target]")
            keys.press("Enter")
            person.page.wait_for_load_state("networkidle")
        if len(tried(person)) > before:
            return tried(person)[tried(person).index(other) + 1]
        person.tab(".ply")
        keys.press("ArrowLeft")
        person.page.locator(f"{CURRENT}:not(:has-text('{other}'))").wait_for()
    raise AssertionError("no other move was found")


def test_by_keyboard_alone(meet: Meet, tmp_path: Path) -> None:
    person, match = meet("en"), whole("konane")
    fork = next(number for number in range(1, 9) if len(match.at(number).legal()) > 2)
    bring(person, match.at(fork + 2).text())
    keys = person.page.keyboard
    person.tab(".ply")
    for move in match.moves[: fork + 1]:
        keys.press("ArrowRight")
        stands_at(person, move)
    keys.press("ArrowLeft")
    stands_at(person, match.moves[fork - 1])
    new = trying(person, match.moves[fork])
    stands_at(person, new)
    person.tab(".ply")
    keys.press("ArrowUp")
    stands_at(person, match.moves[fork])
    keys.press("ArrowDown")
    stands_at(person, new)
    keys.press("c")
    keys.type("by keys")
    person.tab("#promote")
    keys.press("p")
    found = saved(person, tmp_path / "game.txt")
    assert (found.main[fork].move, found.main[fork].comment) == (new, "by keys")
    assert [ply.move for ply in found.main[fork - 1].following] == [new, match.moves[fork]]
    keys.press("Home")
    stands_at(person, "Start")


@pytest.mark.parametrize(("game", "seats"), [("sprawl", 3), ("samarra", 2)])
def test_with_a_finger_on_a_phone_and_in_french(meet: Meet, game: str, seats: int) -> None:
    person, match = meet("fr", **PHONE), whole(game, seats)
    bring(person, match.at(4).text())
    before = len(tried(person))
    for _ in range(12):
        if len(tried(person)) > before:
            break
        person.touch(random.Random(before).choice(person.sees_lit()))
        if person.page.locator("#confirm button").count():
            person.page.locator("#confirm button").first.click()
    assert fits(person)
    assert findings(person) == []


def test_with_several_seats_nothing_moves_about_and_each_line_has_a_bar_for_all_of_them(meet: Meet) -> None:
    person, match = meet("en"), whole("sprawl", 3)
    bring(person, match.text())
    piles = """() => [...document.querySelectorAll("[data-id^='stash.']")]
        .map((pile) => pile.getAttribute("transform")).join()"""
    for move in match.moves[:3]:
        person.page.locator("#forward").click()
        stands_at(person, move)
    person.page.wait_for_function(AT_REST)
    before = person.page.evaluate(piles)
    person.page.locator("#forward").click()
    stands_at(person, match.moves[3])
    person.page.wait_for_function(AT_REST)
    assert person.page.evaluate(piles) == before
    person.page.locator("#lines").select_option("1")
    bar = person.page.locator("#hints li .chances")
    bar.wait_for()
    assert bar.locator("i").count() == match.seats
    assert (bar.get_attribute("aria-label") or "").count("%") == match.seats


def test_a_header_that_may_be_misspelt_is_named_where_a_game_is_brought(meet: Meet) -> None:
    person = meet("fr")
    person.go("/replay")
    person.page.locator("#text").fill(whole("konane").text().replace("seed:", "sead:"))
    person.page.locator("#bring button:not([type])").click()
    person.reads("#fault", "Vouliez-vous écrire «\u202fseed\u202f»\u202f?")
    assert person.page.locator("#review-ask").is_visible()


def test_what_cannot_be_analysed_is_said_and_several_games_are_chosen_from(meet: Meet, server: Server) -> None:
    person = meet("en", ANN)
    person.forgiven = ("422",)
    table = server.lay("samarra", 4)
    person.go(f"/analysis?table={table.split('/')[-1]}")
    person.reads("#refusal", "A running game cannot be analysed here")
    texts = "\n".join(whole(game).text() for game in ("konane", "minelfield"))
    person.page.locator("#text").fill(texts)
    person.page.locator("#bring-form button.main").click()
    person.page.locator("#several button").nth(1).click()
    person.reads("#name", "Minelfield")
    person.sees_lit()
    person.go("/replay")
    person.page.locator("#text").fill(texts)
    person.page.locator("#bring button:not([type])").click()
    person.page.locator("#several button").first.click()
    person.page.locator("#analyse").click()
    person.reads("#name", "Konane")
    person.sees_lit()
    person.go("/analysis")
    person.page.locator("#before-list li").nth(1).wait_for()
    person.page.locator("#before-list .close").first.click()
    person.page.locator("#before-list li").nth(1).wait_for(state="detached")


def test_a_position_of_the_editor_is_analysed(meet: Meet) -> None:
    person = meet("en")
    person.go("/games/konane/editor")
    person.page.locator("#analyse").click()
    person.sees_lit()
    assert tried(person) == ["Start"]
    state: dict[str, Any] = person.page.evaluate("JSON.parse(localStorage.getItem('analyses'))[0].base.position")
    assert state["game"] == "konane"


def test_a_diagram_and_a_film_are_taken_along(meet: Meet, server: Server, tmp_path: Path) -> None:
    person, match = meet("fr", ANN, permissions=["clipboard-read", "clipboard-write"]), whole("konane")
    person.go(f"{server.keep(match, (ann(), bot()))}/replay?move=5")
    person.page.locator("#picturing summary").click()
    for kind, begin in (("svg", b"<svg"), ("png", b"\x89PNG")):
        with person.page.expect_download() as download:
            person.page.locator(f"#save-{kind}").click()
        download.value.save_as(tmp_path / f"board.{kind}")
        assert download.value.suggested_filename == f"konane-5.{kind}"
        assert (tmp_path / f"board.{kind}").read_bytes().startswith(begin)
    person.page.locator("#copy-diagram").click()
    person.reads("#notice", "Image copiée.")
    copied = "navigator.clipboard.read().then((items) => items[0].types)"
    assert person.page.evaluate(copied) == ["image/png"]
    person.page.locator("#film-moves").select_option("10")
    with person.page.expect_download(timeout=WORK) as download:
        person.page.locator("#film").click()
        person.page.locator("#filming progress").wait_for()
    download.value.save_as(tmp_path / "film.webp")
    assert (tmp_path / "film.webp").read_bytes()[8:12] == b"WEBP"
    person.reads("#filming", "Le film est prêt.")
    assert findings(person) == []
