"""The table explains itself: why something cannot be touched, what just happened, who is to move."""

import re
from collections.abc import Callable
from typing import Any

import pytest

from tablier.games import GAMES
from tests.browser.house import Server, ann, bot
from tests.browser.people import PHONE, Person
from tests.browser.test_access import findings
from tests.browser.test_choosing import seated
from tests.browser.test_touching import UNLIT

Meet = Callable[..., Person]
BOXES = """(selector) => [...document.querySelectorAll(selector)].map((node) => {
  const { x, y, width, height } = node.getBoundingClientRect();
  return [x, y, width, height];
})"""
MARKS = """() => [...document.querySelectorAll("#board .mark")].map((node) => [
  node.dataset.mark, node.classList.contains("to"), getComputedStyle(node).color])"""
NUMBERS = "() => [...document.querySelectorAll('#board .badge-number')].map((node) => node.textContent)"
WATCH = """() => {
  window.seen = [];
  const look = () => window.seen.push({
    turn: [...document.querySelectorAll("#players > li")].findIndex((item) => item.classList.contains("turn")),
    current: document.querySelectorAll("#players > [aria-current=true]").length,
    lit: document.querySelectorAll("#board .target").length,
    line: document.querySelector("#line").textContent,
    status: document.querySelector("#status").textContent,
    moving: document.getAnimations().filter((each) => each.effect.target.closest("#board")).length,
  });
  new MutationObserver(look).observe(document.body, { subtree: true, childList: true, attributes: true });
}"""
NOTE_RATES = """() => {
  const old = Element.prototype.animate;
  window.rates = [];
  Element.prototype.animate = function (...all) {
    const made = old.apply(this, all);
    queueMicrotask(() => window.rates.push(made.playbackRate));
    return made;
  };
}"""
Box = tuple[float, float, float, float]


def overlap(one: Box, other: Box) -> float:
    """How much of two boxes is the same."""
    width = min(one[0] + one[2], other[0] + other[2]) - max(one[0], other[0])
    height = min(one[1] + one[3], other[1] + other[3]) - max(one[1], other[1])
    return max(0, width) * max(0, height)


def box(person: Person, selector: str) -> Box:
    """Where the first such thing is."""
    found: Box = tuple(person.page.evaluate(BOXES, selector)[0])
    return found


# Why not


@pytest.mark.parametrize("look", [{}, PHONE])
@pytest.mark.parametrize("game", ["minelfield", "samarra", "sprawl"])  # in Sam Liam nearly all cells are lit
def test_the_reason_stands_next_to_what_was_touched(
    meet: Meet, server: Server, game: str, look: dict[str, object]
) -> None:
    person = seated(meet, server.lay(game, 4), look=look)
    before, place = person.sees(), person.page.evaluate(UNLIT)
    assert place, "everything is lit"
    tap = person.page.touchscreen.tap if look else person.page.mouse.click
    tap(place["x"], place["y"])
    person.page.locator("#why span").wait_for()
    shown = box(person, "#why span")
    x, y = place["x"], place["y"]
    part = next(
        found
        for found in person.page.evaluate(BOXES, f'#board [data-id][aria-label="{place["name"]}"]')
        if overlap(tuple(found), (x - 1, y - 1, 2, 2))
    )
    wide, high = person.page.viewport_size["width"], person.page.viewport_size["height"]
    assert not overlap(shown, tuple(part)) or part[2] * part[3] > wide * high / 12, "it points at it"
    near = (part[0] - 60, part[1] - 60, part[2] + 120, part[3] + 120)
    assert overlap(shown, near), "it is next to it"
    assert min(shown[:2]) >= 0
    assert shown[0] + shown[2] <= wide
    assert person.page.locator("#why").get_attribute("role") == "status"
    assert person.sees() == before
    assert not findings(person)
    person.touch(before.lit[0])
    assert not person.page.locator("#why span").count(), "the next touch takes it away"


def test_the_reason_covers_nothing_that_is_lit(meet: Meet, server: Server) -> None:
    person = seated(meet, server.lay("minelfield", 6))
    for lit in person.sees().lit[:2]:
        person.touch(lit)
        place = person.page.evaluate(UNLIT)
        person.page.mouse.click(place["x"], place["y"])
        person.page.locator("#why span").wait_for()
        shown = box(person, "#why span")
        assert not any(overlap(shown, tuple(reach)) for reach in person.page.evaluate(BOXES, "#board .target .reach"))
        person.page.keyboard.press("Escape")


@pytest.mark.parametrize(
    ("game", "language", "word"),
    [("samarra", "en", "Shift"), ("samarra", "fr", "Maj"), ("minelfield", "fr", "Maj"), ("sprawl", "en", "Shift")],
)
def test_the_keyboard_asks_why_too(meet: Meet, server: Server, game: str, language: str, word: str) -> None:
    person = seated(meet, server.lay(game, 8), language)
    assert person.page.locator("#why[role=status]").count() == 1, (
        "those who listen need it to be there before it speaks"
    )
    before = [lit.id for lit in person.sees().lit]
    person.tab("[data-target]")
    for _ in range(12):
        person.page.keyboard.press("Shift+ArrowUp")
        looked = person.page.evaluate("document.activeElement.dataset.look")
        assert looked
        if looked not in before:
            break
    assert not findings(person)
    person.page.keyboard.press("Enter")
    person.page.locator("#why span").wait_for()
    assert [lit.id for lit in person.sees().lit] == before
    person.page.keyboard.press("ArrowDown")
    assert person.page.evaluate("document.activeElement.dataset.target") in before
    person.page.locator("#settings").click()
    person.reads("#dialog .keys", word)


# What just happened


def test_all_moves_since_ones_own_are_marked_in_the_colours_of_their_seats(meet: Meet, server: Server) -> None:
    person = seated(meet, server.lay("sprawl", 12, places=(ann(), bot(), bot(), bot())))
    marks = person.page.evaluate(MARKS)
    assert len([last for _, last, _ in marks if last]) == 3
    assert len({colour for _, _, colour in marks}) == 3
    assert person.page.evaluate(NUMBERS) == ["1", "2", "3"]
    assert person.page.evaluate(FILLS) == ["rgb(255, 250, 242)"], "they can be read"
    person.move()
    person.sit()
    assert len({colour for _, _, colour in person.page.evaluate(MARKS)}) == 3
    reds = person.page.evaluate("() => getComputedStyle(document.querySelector('.target .edge')).stroke")
    assert reds not in {colour for _, _, colour in person.page.evaluate(MARKS)}


COLOURS = """() => [...document.querySelectorAll("#board .mark")].map((node) => ["edge", "casing"].map((name) =>
  getComputedStyle(node.querySelector(`.${name}`)).stroke))"""


FILLS = """() => [...new Set([...document.querySelectorAll("#board .badge-number text")].map((node) =>
  getComputedStyle(node).fill))]"""


@pytest.mark.parametrize("light", ["light", "dark"])
@pytest.mark.parametrize("game", GAMES)
def test_marks_have_the_colour_of_a_seat_and_can_be_seen(meet: Meet, server: Server, game: str, light: str) -> None:
    person = seated(meet, server.lay(game, 12), look={"color_scheme": light})
    marks = person.page.evaluate(COLOURS)
    assert marks
    assert person.page.locator("#board .mark.nobody").count() == 0, "what chance did belongs to whoever moved"
    for edge, casing in marks:
        assert edge != casing, "dashes are seen"
        assert ("oklch(0 " in casing) == (min(map(int, re.findall(r"\d+", edge)[:3])) > 200), "dark around light"


@pytest.mark.parametrize("way", ["button", "key", "finger"])
def test_what_happened_is_shown_again_one_by_one(meet: Meet, server: Server, way: str) -> None:
    address = server.lay("sprawl", 12, places=(ann(), bot(), bot(), bot()))
    person = seated(meet, address, "fr", look=PHONE if way == "finger" else {})
    asked, everything = person.page.locator("#status").inner_text(), person.page.evaluate(MARKS)
    actions = {
        "button": lambda: person.page.locator("#again").click(),
        "key": lambda: person.page.keyboard.press("r"),
        "finger": lambda: person.page.locator("#again").tap(),
    }
    colours = list(dict.fromkeys(colour for _, _, colour in everything))
    for number in (1, 2, 3):
        actions[way]()
        assert person.page.evaluate(MARKS) == [mark for mark in everything if mark[2] == colours[number - 1]]
        said = person.page.locator("#status").inner_text()
        assert said.startswith(f"{number} sur 3")
        lit = person.page.locator("#log li.lit")
        assert lit.count() == 1
        assert lit.text_content() in said
    actions[way]()
    assert person.page.evaluate(MARKS) == everything
    assert person.page.locator("#status").inner_text() == asked
    assert not findings(person)


@pytest.mark.parametrize("by_key", [False, True])
def test_a_line_of_the_log_lights_its_marks(meet: Meet, server: Server, by_key: bool) -> None:
    person = seated(meet, server.lay("samliam", 6))
    line = person.page.locator("#log li button").nth(1)
    if by_key:
        line.focus()
        person.page.keyboard.press("Enter")
    else:
        line.click()
    cell = person.page.evaluate(MARKS)[-1][0].split(".")[-1]
    assert cell in line.inner_text()
    assert line.get_attribute("aria-pressed") == "true"
    assert not findings(person)
    person.touch(person.sees().lit[0])
    assert person.page.locator("#log li.lit").count() == 0


def test_a_line_of_the_log_closes_the_drawer_of_a_phone(meet: Meet, server: Server) -> None:
    person = seated(meet, server.lay("samliam", 6), look=PHONE)
    person.page.locator("#drawer").tap()
    person.page.locator("#log li button").nth(3).tap()
    assert person.page.locator("#side").is_hidden()
    assert person.page.evaluate(MARKS)


# Who is to move, and how fast things move


TITLES = ("Blue", "Vermilion", "Green", "Pink")


def test_list_status_and_board_agree_at_every_instant(meet: Meet, server: Server) -> None:
    address = server.lay("sprawl", 8, places=(ann(), bot(), bot(), bot()))
    person = seated(meet, address, look={"reduced_motion": "no-preference"})
    asked = person.page.locator("#status").inner_text()
    person.page.evaluate(WATCH)
    person.move()
    person.sit()
    seen: list[dict[str, Any]] = person.page.evaluate("window.seen")
    after = seen[next(number for number, moment in enumerate(seen) if not moment["lit"]) :]
    assert {moment["turn"] for moment in after} >= {0, 1, 2, 3}, "each seat is shown while it moves"
    assert any(moment["moving"] for moment in after)
    for moment in after:
        assert moment["current"] <= 1
        if moment["lit"] or moment["status"] == asked:
            assert moment["turn"] == 0 or not moment["lit"]
        if moment["moving"]:
            assert not moment["lit"], "nothing is asked before it has been seen"
            assert moment["line"].startswith(TITLES[moment["turn"]]), (
                "the line beside the picture speaks of the same seat"
            )
            assert moment["status"] != asked


@pytest.mark.parametrize(("language", "words"), [("en", ["off", "fast", "normal"]), ("fr", ["sans", "rapides"])])
def test_the_speed_of_motion_can_be_set(meet: Meet, server: Server, language: str, words: list[str]) -> None:
    address = server.lay("samarra", 8)
    calm = seated(meet, address, language)
    calm.page.locator("#settings").click()
    select = calm.page.locator("#speed")
    assert select.input_value() == "off", "where the system asks for little motion"
    assert select.locator("option").all_inner_texts()[: len(words)] == words
    assert not findings(calm)
    select.select_option("slow")
    calm.page.keyboard.press("Escape")
    calm.page.evaluate(NOTE_RATES)
    calm.move()
    calm.page.wait_for_function("() => window.rates.length > 0")
    assert set(calm.page.evaluate("window.rates")) == {0.45}
    calm.page.reload()
    calm.page.locator("#board [data-id]").first.wait_for()
    calm.page.locator("#settings").click()
    assert calm.page.locator("#speed").input_value() == "slow", "it is remembered"


@pytest.mark.parametrize(("language", "words"), [("en", "taken back after a die"), ("fr", "ne se reprend pas")])
def test_what_cannot_be_taken_back_says_why(meet: Meet, server: Server, language: str, words: str) -> None:
    person = seated(meet, server.lay("minelfield", 6), language)
    person.page.locator("#actions button[aria-disabled=true]").click(force=True)
    person.reads("#notice", words)
    assert not findings(person)
