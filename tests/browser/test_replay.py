"""Games looked at again: by mouse and keyboard, from every side, from a link."""

import random
from collections.abc import Callable
from itertools import cycle

import pytest
from playwright.sync_api import expect

from tablier import Match
from tablier.core.registry import load
from tablier.core.words import LANGUAGES
from tablier.games import GAMES
from tests.browser.house import ANN, BOB, Server, ann, bob, bot
from tests.browser.people import PHONE, WAIT, Person
from tests.browser.test_access import findings
from tests.browser.test_languages import checked
from tests.browser.test_phone import fits

Meet = Callable[..., Person]
HIDDEN = "samarra"
KNOWN = ", which hides "
DICE = "minelfield"
PATIENCE = 5000  # milliseconds after which a page has looked for news
PICTURE = """() => [...document.querySelectorAll("#board .layer-parts [data-id]")].map((node) =>
  [node.dataset.id, node.getAttribute("transform"), node.getAttribute("class"), node.getAttribute("aria-label")])"""
LABELS = (
    """() => [...document.querySelectorAll("#board [aria-label]")].map((node) => node.getAttribute("aria-label"))"""
)
AT_REST = "() => document.getAnimations().every((moving) => moving instanceof CSSAnimation)"
IN_VIEW = """() => {
  const [list, entry] = [document.querySelector("#log"), document.querySelector("#log [aria-current]")];
  const [outer, inner] = [list.getBoundingClientRect(), entry.getBoundingClientRect()];
  return inner.top >= outer.top - 1 && inner.bottom <= outer.bottom + 1;
}"""


def ended(game: str, least: int = 4, most: int = 400, seats: int | None = None) -> Match:
    """A whole game of random moves, the same every time."""
    for seed in range(1000):
        match, chance = Match(game, seats, seed=seed), random.Random(seed)
        while match.actor is not None and len(match.moves) < most:
            match.play(chance.choice(match.legal()))
        if match.actor is None and len(match.moves) >= least:
            return match
    raise AssertionError(f"no game of {game} ends after {least} to {most} moves")


def kept(server: Server, match: Match) -> str:
    """A table of Ann's with a whole game; the address of its replay."""
    return server.keep(match, (ann(), *[bot()] * (match.seats - 1))) + "/replay"


def stands(person: Person, number: int, last: int, text: str = "Move {} of {}") -> None:
    """Wait until the replay stands at a move, in the counter, at the slider and in the log."""
    expect(person.page.locator("#count")).to_have_text(text.format(number, last), timeout=WAIT)
    expect(person.page.locator("#slider")).to_have_value(str(number))
    current = person.page.locator("#log li[data-number]:has([aria-current])")
    assert int(current.get_attribute("data-number") or -1) <= number
    assert person.page.evaluate(IN_VIEW)


def made(person: Person, table: str) -> int:
    """How many moves have been made at a table."""
    told = person.context.request.get(f"/api{table.replace('/t/', '/tables/')}/replay").json()
    return int(told["number"])


def revealed(person: Person) -> int:
    """How many closed pieces of which one sees what they are."""
    return sum(KNOWN in label for label in person.page.evaluate(LABELS))


@pytest.mark.parametrize("game", GAMES)
def test_every_move_looks_the_same_forward_backward_and_from_a_link(meet: Meet, server: Server, game: str) -> None:
    match, person = ended(game, most=60), meet(cookie=ANN)
    last = len(match.moves)
    person.go(address := kept(server, match))
    stands(person, 0, last)
    pictures = [person.page.evaluate(PICTURE)]
    for number in range(1, last + 1):
        person.page.locator("#forward").click()
        stands(person, number, last)
        pictures.append(person.page.evaluate(PICTURE))
    assert pictures[0] != pictures[1]
    for number in range(last - 1, -1, -1):
        person.page.keyboard.press("ArrowLeft")
        assert person.page.evaluate(PICTURE) == pictures[number], f"back at move {number}"
    for number in (last, last // 2, 1):
        person.go(f"{address}?move={number}")
        stands(person, number, last)
        assert person.page.evaluate(PICTURE) == pictures[number], f"at a link to move {number}"


def test_a_game_is_walked_through_by_mouse(meet: Meet, server: Server) -> None:
    match, person = ended(DICE, 12), meet()
    last = len(match.moves)
    person.context.grant_permissions(["clipboard-read", "clipboard-write"])
    person.go(address := kept(server, match))
    person.page.get_by_role("button", name="To the end").click()
    stands(person, last, last)
    person.reads("#status", "Won by")
    expect(person.page.locator("#forward")).to_have_attribute("aria-disabled", "true")
    person.page.get_by_role("button", name="Previous move").click()
    stands(person, last - 1, last)
    person.page.locator("#log li[data-number='3'] button").click()
    stands(person, 3, last)
    for line in match.story(2, "everyone", "en"):
        person.reads("#status", line)
    person.page.wait_for_url(f"**{address}?move=3")
    person.page.get_by_role("button", name="Copy the link").click()
    person.reads("#notice", "Link copied")
    assert person.page.evaluate("navigator.clipboard.readText()") == f"{server.url}{address}?move=3"
    person.page.locator("#slider").fill("7")
    stands(person, 7, last)
    person.page.get_by_role("button", name="To the beginning").click()
    stands(person, 0, last)
    person.reads("#status", "The beginning of the game")


def test_a_game_is_walked_through_by_keyboard_alone(meet: Meet, server: Server) -> None:
    match, person = ended(DICE, 12), meet("fr", ANN)
    last, press = len(match.moves), person.page.keyboard.press
    person.go(kept(server, match))
    stands(person, 0, last, french := "Coup {} sur {}")
    for key, number in (("ArrowRight", 1), ("ArrowRight", 2), ("ArrowLeft", 1), ("End", last), ("Home", 0)):
        press(key)
        stands(person, number, last, french)
    press("l")
    press("ArrowDown")
    stands(person, 1, last, french)
    press("ArrowDown")
    press("ArrowUp")
    stands(person, 1, last, french)
    assert person.page.evaluate("document.activeElement.closest('li').dataset.number") == "1"
    person.page.locator("#slider").focus()
    press("ArrowRight")
    stands(person, 2, last, french)
    before = person.page.locator("#board").get_attribute("viewBox"), person.page.evaluate(PICTURE)
    press("t")
    assert (person.page.locator("#board").get_attribute("viewBox"), person.page.evaluate(PICTURE)) != before
    press("b")
    person.reads("#aloud", str(person.page.evaluate(LABELS)[-1]))
    press("?")
    person.page.locator("#dialog .booklet").wait_for()
    press("ArrowRight")
    press("Escape")
    stands(person, 2, last, french)


def test_a_game_plays_by_itself_until_it_is_stopped(meet: Meet, server: Server) -> None:
    match, person = ended(DICE, 4, 6), meet(cookie=ANN, reduced_motion="no-preference")
    last = len(match.moves)
    person.go(kept(server, match))
    stands(person, 0, last)
    person.page.keyboard.press("Space")
    expect(person.page.locator("#play")).to_have_accessible_name("Pause")
    stands(person, last, last)
    expect(person.page.locator("#play")).to_have_accessible_name("Play")
    person.page.wait_for_function(AT_REST)
    picture = person.page.evaluate(PICTURE)
    person.page.locator("#play").click()
    person.page.locator("#play").click()
    expect(person.page.locator("#play")).to_have_accessible_name("Play")
    person.page.keyboard.press("Home")
    for _ in range(last):
        person.page.keyboard.press("ArrowRight")
    stands(person, last, last)
    person.page.wait_for_function(AT_REST)
    assert person.page.evaluate(PICTURE) == picture, "also when nobody waits for what moves"


def test_what_was_hidden_is_shown_and_can_be_seen_as_each_seat_saw_it(meet: Meet, server: Server) -> None:
    match, person = ended(HIDDEN, 8), meet(cookie=BOB)
    person.go(address := kept(server, match))
    stands(person, 0, len(match.moves))
    for _ in range(2):
        person.page.keyboard.press("ArrowRight")
    stands(person, 2, len(match.moves))
    assert revealed(person) == 6
    for view, count in (("0", 3), ("1", 3), ("spectator", 0), ("everyone", 6)):
        person.page.locator("#views").select_option(view)
        person.page.wait_for_url(f"**{address}?move=2&as={view}")
        assert revealed(person) == count
    person.page.locator("#views").select_option("1")
    person.page.wait_for_url(f"**{address}?move=2&as=1")
    person.page.reload()
    stands(person, 2, len(match.moves))
    assert revealed(person) == 3


def test_while_a_game_with_secrets_runs_its_replay_shows_no_more_than_the_seat_may_see(
    meet: Meet, server: Server
) -> None:
    address = server.lay(HIDDEN, 8, places=(ann(), bob())) + "/replay"
    for cookie, sides, count in ((ANN, ["0", "spectator"], 3), (BOB, ["1", "spectator"], 3), ("", ["spectator"], 0)):
        person = meet(cookie=cookie)
        person.forgiven = ("403",)
        person.go(f"{address}?move=2&as=everyone")
        person.reads("#notice", "The game is not over")
        expect(person.page.locator("#count")).to_contain_text("Move 2 of")
        options = person.page.locator("#views option")
        assert [option.get_attribute("value") for option in options.all()] == sides
        assert revealed(person) == count


@pytest.mark.parametrize("game", [DICE, HIDDEN])
def test_the_replay_of_a_running_game_grows_by_itself(meet: Meet, server: Server, game: str) -> None:
    table = server.lay(game, 6)
    player, behind, along, stranger = meet(cookie=ANN), meet(cookie=ANN), meet(cookie=ANN), meet()
    first = made(player, table)
    for person, number in ((behind, 2), (along, first), (stranger, first)):
        person.page.clock.install()
        person.go(f"{table}/replay?move={number}")
        stands(person, number, first)
    behind.page.locator("#log li[data-number='1'] button").focus()
    player.go(table)
    player.move()
    player.sit()
    last = made(player, table)
    assert last > first
    entries = len(player.log())
    for person in (behind, along, stranger):
        person.page.clock.fast_forward(PATIENCE)
        expect(person.page.locator("#slider")).to_have_attribute("max", str(last), timeout=WAIT)
    stands(behind, 2, last)
    assert behind.page.evaluate("document.activeElement.closest('li').dataset.number") == "1"
    assert behind.page.locator("#log li").count() == entries + 1, "one more for the beginning"
    for person in (along, stranger):
        while person.page.locator("#slider").input_value() != str(last):
            person.page.clock.fast_forward(PATIENCE)
        stands(person, last, last)
    own, now, theirs = (revealed(person) for person in (behind, along, stranger))
    assert (own, theirs) == ((3, 0) if game == HIDDEN else (0, 0))
    assert (0 < now <= own) == (game == HIDDEN), "one may have been lost by the answer"
    player.press("Resign")
    player.page.locator("dialog[open]").get_by_role("button", name="Resign").click()
    player.reads("#end", "resigned")
    for person in (behind, along):
        person.page.clock.fast_forward(PATIENCE)
        person.reads("#log .result", "resigned")
    person.reads("#status", "resigned")
    stands(behind, 2, last)


def test_playing_on_from_a_moment_of_a_game(meet: Meet, server: Server) -> None:
    match, person = ended(DICE, 12), meet(cookie=ANN)
    number = next(number for number in range(4, len(match.moves)) if match.at(number).actor == 0)
    person.go(f"{kept(server, match)}?move={number}")
    stands(person, number, len(match.moves))
    pieces = {part[0]: part[1] for part in person.page.evaluate(PICTURE)}
    person.press("Play on from here")
    person.page.locator("#dialog select").last.select_option("1")
    person.page.locator("#dialog .main").click()
    person.page.wait_for_url(lambda url: "/replay" not in url)
    assert person.sit().lit
    assert {part[0]: part[1] for part in person.page.evaluate(PICTURE)}.items() & pieces.items()
    person.move()
    person.go(f"{kept(server, match)}?move={len(match.moves)}")
    person.forgiven = ("422",)
    person.press("Play on from here")
    person.page.locator("#dialog .main").click()
    person.reads("#dialog .refusal", "the game is over")


@pytest.mark.parametrize(("game", "language"), list(zip(GAMES, cycle(LANGUAGES), strict=False)))
def test_a_replay_is_for_everybody(meet: Meet, server: Server, game: str, language: str) -> None:
    match = ended(game, seats=max(load(game).seats))
    person = meet(language, ANN, **(PHONE if language == "fr" else {}))
    person.go(f"{kept(server, match)}?move={len(match.moves) // 2}")
    person.page.locator("#log [aria-current]").wait_for(state="attached")
    checked(person, language)
    found = findings(person)
    if language == "fr":
        fits(person)
        person.page.locator("#drawer").click()
        fits(person)
        assert person.page.evaluate(IN_VIEW)
        found += findings(person)
        person.page.locator("#undraw").click()
    person.page.keyboard.press("End")
    checked(person, language)
    person.page.locator("#onward").click()
    checked(person, language)
    found += findings(person)
    person.go("/replay")
    checked(person, language)
    found += findings(person)
    if language == "fr":
        fits(person)
    assert not found
