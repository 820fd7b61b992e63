"""Around the board: what a thing is, who is here, what was said, and room for all of it, on phones too."""

import json
from collections.abc import Callable

import pytest
from playwright.sync_api import WebSocketRoute

from tablier.games import GAMES
from tests.browser.house import ANN, BOB, Server, ann, bob, bot
from tests.browser.people import PHONE, Person
from tests.browser.screenshots import ENDED, laid
from tests.browser.test_access import findings
from tests.browser.test_choosing import seated
from tests.browser.test_explaining import BOXES, box, overlap
from tests.browser.test_replay import ended

Meet = Callable[..., Person]
SIZE = "() => [document.scrollingElement.scrollWidth, document.scrollingElement.scrollHeight]"
SPACE = "() => [document.querySelector('.says'), document.querySelector('.above')].map((node) => node.offsetHeight)"
UNREAD = """() => ["#end p", ".players"].map((name) => document.querySelector(name)).map((node) =>
  Math.max(0, node.scrollHeight - node.clientHeight - 2))"""


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
        person.page.locator("#tip span").wait_for()
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


@pytest.mark.parametrize(("language", "called"), [("en", "Level 1 bot"), ("fr", "Bot de niveau 1")])
def test_a_bot_is_called_so_once(meet: Meet, server: Server, language: str, called: str) -> None:
    person = seated(meet, server.lay("samarra", 8), language)
    told = person.page.locator("#players .bot .who").inner_text()
    assert told.lower().count("bot") == 1, told
    assert called in told


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


def laid_for_eight(server: Server) -> str:
    """A game of eight that is over."""
    return server.keep(ended("sprawl", seats=8), (ann(), *[bot()] * 7))


@pytest.mark.parametrize("many", [False, True], ids=["four", "eight"])
def test_a_phone_on_its_side_shows_the_end(meet: Meet, server: Server, many: bool) -> None:
    person = seated(meet, laid_for_eight(server) if many else laid(server, "sprawl", ENDED), "fr", LYING)
    shows_all(person)
    assert person.page.evaluate(UNREAD) == [0, 0], "nothing has to be scrolled"
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
