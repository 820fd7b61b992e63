"""The table explains itself: why something cannot be touched, what just happened, what a thing is, who is to move."""

import json
import re
from collections.abc import Callable
from typing import Any

import pytest
from playwright.sync_api import WebSocketRoute

from tablier.games import GAMES
from tests.browser.house import ANN, BOB, Server, ann, bob, bot
from tests.browser.people import PHONE, Person
from tests.browser.screenshots import ENDED, laid
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
SIZE = "() => [document.scrollingElement.scrollWidth, document.scrollingElement.scrollHeight]"
SPACE = "() => [document.querySelector('.says'), document.querySelector('.above')].map((node) => node.offsetHeight)"
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
    calm.page.locator("#settings").click()
    assert calm.page.locator("#speed").input_value() == "slow", "it is remembered"


@pytest.mark.parametrize(("language", "words"), [("en", "taken back after a die"), ("fr", "ne se reprend pas")])
def test_what_cannot_be_taken_back_says_why(meet: Meet, server: Server, language: str, words: str) -> None:
    person = seated(meet, server.lay("minelfield", 6), language)
    person.page.locator("#actions button[aria-disabled=true]").click(force=True)
    person.reads("#notice", words)
    assert not findings(person)


# What things are, who is here, what was said


@pytest.mark.parametrize("way", ["mouse", "finger", "key"])
def test_a_thing_says_what_it_is(meet: Meet, server: Server, way: str) -> None:
    person = seated(meet, server.lay("samarra", 8), look=PHONE if way == "finger" else {})
    before = person.sees()
    lit = before.lit[0]
    label = person.page.locator(f"#board [data-id='{lit.id}']").get_attribute("aria-label") or ""
    if way == "mouse":
        person.page.mouse.move(*lit.middle)
    elif way == "key":
        person.tab("[data-target]")
    else:
        session = person.context.new_cdp_session(person.page)
        point = {"x": lit.middle[0], "y": lit.middle[1]}
        session.send("Input.dispatchTouchEvent", {"type": "touchStart", "touchPoints": [point]})
        person.page.wait_for_timeout(700)
        session.send("Input.dispatchTouchEvent", {"type": "touchEnd", "touchPoints": []})
    person.page.locator("#tip span").wait_for()
    assert person.page.locator("#tip").inner_text().lower() == label.lower()
    assert [found.id for found in person.sees().lit] == [found.id for found in before.lit], "it was not touched"


@pytest.mark.parametrize(("game", "seats"), [("samliam", 2), ("sprawl", 3), ("sprawl", 5)])
def test_you_are_marked_on_a_phone(meet: Meet, server: Server, game: str, seats: int) -> None:
    places = (ann(), *[bot()] * (seats - 1))
    person = seated(meet, server.lay(game, 6, places=places), "fr", look=PHONE)
    marks = person.page.locator("#players .you")
    assert marks.count() == 1
    assert marks.is_visible()
    assert marks.inner_text() == "vous"
    assert box(person, "#players .you")[0] + box(person, "#players .you")[2] <= 360


def test_unread_words_are_counted_on_a_phone(meet: Meet, server: Server) -> None:
    address = server.lay("samliam", 4, places=(ann(), bob()))
    person, other = seated(meet, address, "fr", look=PHONE), meet(cookie=BOB)
    other.go(address)
    other.watch()
    for number in (1, 2):
        other.page.locator("#say").fill(f"word {number}")
        other.page.locator("#say").press("Enter")
        person.reads("#drawer .badge", str(number))
    assert "2 messages non lus" in (person.page.locator("#drawer").text_content() or "")
    assert not findings(person)
    person.page.locator("#drawer").tap()
    assert person.page.locator("#drawer .badge").count() == 0
    person.reads("#said", "word 2")


@pytest.mark.parametrize(("language", "welcome"), [("en", "You are watching"), ("fr", "Vous regardez")])
def test_a_spectator_is_welcomed_as_one(meet: Meet, server: Server, language: str, welcome: str) -> None:
    person = meet(language)
    person.go(server.lay("samliam", 4))
    person.reads("#dialog", welcome)
    assert not findings(person)
    person.press("Watch" if language == "en" else "Regarder")
    person.reads("#watching", welcome)
    player = seated(meet, server.lay("samliam", 4), language)
    assert player.page.locator("#watching").is_hidden()


LYING = {"viewport": {"width": 844, "height": 390}, "is_mobile": True, "has_touch": True}
NEEDED = ("#settings", "#rules", "#actions button", "#end:not([hidden]) .button", "#status", "#again", "#players li")


def shows_all(person: Person) -> None:
    """Nothing that is needed is cut, and the board takes the height."""
    assert person.page.evaluate(SIZE) == [844, 390]
    for selector in ("#board", *NEEDED):
        for x, y, width, height in person.page.evaluate(BOXES, selector):
            assert min(x, y) >= 0, selector
            assert x + width <= 844, selector
            assert y + height <= 391, selector
    assert not overlap(box(person, ".says"), box(person, "#players"))
    assert box(person, "#board")[3] > 280


@pytest.mark.parametrize(("language", "words"), [("en", "Rotate the board"), ("fr", "Tourner le plateau")])
def test_a_phone_on_its_side_shows_all(meet: Meet, server: Server, language: str, words: str) -> None:
    for game in GAMES:
        person = seated(meet, server.lay(game, 10), language, LYING)
        shows_all(person)
        if game == "samliam":
            assert person.page.get_by_role("button", name=words).is_visible()


def test_a_phone_on_its_side_shows_the_end(meet: Meet, server: Server) -> None:
    person = seated(meet, laid(server, "sprawl", ENDED), "fr", LYING)
    shows_all(person)
    said, room = person.page.evaluate(SPACE)
    assert said <= room


@pytest.mark.parametrize("look", [PHONE, LYING])
def test_a_phone_says_why_it_ended(meet: Meet, server: Server, look: dict[str, object]) -> None:
    person = seated(meet, laid(server, "sprawl", ENDED), "fr", look)
    why = person.page.locator("#end p")
    assert box(person, "#end p")[3] >= 30
    assert "18" in why.inner_text(), "with the numbers"
    assert not findings(person)


@pytest.mark.parametrize(("game", "shown"), [("minelfield", True), ("sprawl", False), ("samliam", False)])
def test_dice_are_offered_only_where_there_are_some(meet: Meet, server: Server, game: str, shown: bool) -> None:
    person = seated(meet, server.lay(game, 2))
    assert person.page.locator("#dice").is_visible() == shown


LONG = "Green threatens an open square at b7 and a closed one at c3: you must block one. Choose a cell or a facing."


def lengthy(route: WebSocketRoute) -> None:
    """Let a table ask at length."""
    server = route.connect_to_server()

    def told(text: str | bytes) -> None:
        message = json.loads(text)
        now = message.get("now", message)
        if now.get("asked"):
            now["asked"] = LONG
        route.send(json.dumps(message))

    server.on_message(told)


@pytest.mark.parametrize("size", [(1440, 900), (390, 844), (360, 740), (844, 390)])
def test_a_long_question_has_room(meet: Meet, server: Server, size: tuple[int, int]) -> None:
    person = meet(cookie=ANN, viewport={"width": size[0], "height": size[1]})
    person.page.route_web_socket("**/live*", lengthy)
    person.go(server.lay("samliam", 6))
    person.sit()
    person.reads("#status", LONG)
    said, room = person.page.evaluate(SPACE)
    assert said <= room
