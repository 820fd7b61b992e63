"""How a move is chosen: in the cell itself, by dragging, by putting things in places in any order."""

import json
from collections.abc import Callable, Mapping

import pytest
from playwright.sync_api import WebSocketRoute

from tests.browser.house import ANN, Server, ann, bot
from tests.browser.people import PHONE, Lit, Person
from tests.browser.test_access import findings
from tests.browser.test_touching import UNLIT

Meet = Callable[..., Person]
FAN = """() => [...document.querySelectorAll("#board .target.fan")].map((node) => {
  const { x, y, width, height } = node.querySelector(".reach").getBoundingClientRect();
  return { id: node.dataset.target, name: node.getAttribute("aria-label"), x, y, width, height, focused: false };
})"""
BOX = """(selector) => {
  const { x, y, width, height } = document.querySelector(selector).getBoundingClientRect();
  return [x, y, width, height];
}"""
GHOSTS = "() => document.querySelectorAll('#board .layer-ghosts > *').length"
DOTS = """() => [...document.querySelectorAll("#board .target .dot")].map((node) => {
  const cell = document.querySelector(`#board [data-id="${node.parentNode.dataset.target}"]`).getBoundingClientRect();
  return node.getBoundingClientRect().width / Math.min(cell.width, cell.height);
})"""


def seated(meet: Meet, address: str, language: str = "en", look: Mapping[str, object] | None = None) -> Person:
    """Ann, at a table at which she is to move."""
    person = meet(language, ANN, **look or {})
    person.go(address)
    person.sit()
    return person


def fan(person: Person) -> list[Lit]:
    """The choices around a cell."""
    return [Lit(**lit) for lit in person.page.evaluate(FAN)]


def lit(person: Person, name: str) -> Lit:
    """A lit place by its id."""
    return next(found for found in person.sees().lit if found.id == name)


def part(person: Person, name: str) -> Lit:
    """Where a part of the picture is, lit or not."""
    x, y, width, height = person.page.evaluate(BOX, f"#board [data-id='{name}']")
    return Lit("", name, x, y, width, height, focused=False)


# Marks of what can be touched


@pytest.mark.parametrize("game", ["minelfield", "samarra", "samliam", "sprawl"])
def test_marks_of_cells_are_a_quarter_of_a_cell_wide(meet: Meet, server: Server, game: str) -> None:
    person = seated(meet, server.lay(game, 6))
    sizes = person.page.evaluate(DOTS)
    if not sizes:
        person.touch(person.sees().lit[0])
        sizes = person.page.evaluate(DOTS)
    assert sizes
    assert min(sizes) >= 0.25


# Choices that belong to a cell


@pytest.mark.parametrize("look", [{}, PHONE])
def test_what_belongs_to_a_cell_is_offered_at_the_cell(meet: Meet, server: Server, look: dict[str, object]) -> None:
    person = seated(meet, server.lay("samliam", 4), look=look)
    person.touch(lit(person, "cell.e5"))
    offered = fan(person)
    assert {found.id for found in offered} == {"facing.ne", "facing.se", "facing.sw", "facing.nw"}
    x, y, width, height = person.page.evaluate(BOX, "#board [data-id='cell.e5']")
    middle = x + width / 2, y + height / 2
    for found in offered:
        right, down = found.middle[0] - middle[0], found.middle[1] - middle[1]
        assert (down < 0, right < 0) == ("n" in found.id.split(".")[1], "w" in found.id.split(".")[1]), "by direction"
        assert max(abs(right), abs(down)) < 2 * width, "near the cell"
    for found in person.sees().lit:
        assert min(found.width, found.height) >= (43.9 if look else 27.9), "at the cell and in the tray"
    before = person.sees().made
    person.touch(next(found for found in offered if found.id == "facing.sw"))
    person.awaits(before + 1)
    assert "e5" in person.log()[before]
    assert "south-west" in person.log()[before]


def test_the_choices_at_a_corner_stay_in_the_picture(meet: Meet, server: Server) -> None:
    person = seated(meet, server.lay("samliam", 4), look=PHONE)
    for corner in ("cell.a1", "cell.i9"):
        person.touch(lit(person, corner))
        left, top, width, height = person.page.evaluate(BOX, "#board")
        for found in fan(person):
            assert left - 1 <= found.x
            assert found.x + found.width <= left + width + 1
            assert top - 1 <= found.y
            assert found.y + found.height <= top + height + 1
        person.page.keyboard.press("Escape")


def test_the_keyboard_reaches_the_choices_at_a_cell(meet: Meet, server: Server) -> None:
    person = seated(meet, server.lay("samliam", 4), "fr")
    made = person.sees().made
    person.tab("[data-target]")
    person.page.locator("[data-target='cell.e5']").focus()
    person.page.keyboard.press("Enter")
    focused = person.page.evaluate("document.activeElement.getAttribute('class')")
    assert "fan" in focused
    assert not findings(person)
    assert person.page.evaluate(GHOSTS) > 0, "the result is shown where the focus is"
    person.page.keyboard.press("Enter")
    person.awaits(made + 1)


def test_the_tray_is_the_other_way_in(meet: Meet, server: Server) -> None:
    person = seated(meet, server.lay("samliam", 4))
    made = person.sees().made
    person.touch(lit(person, "cell.e5"))
    around = {(found.x, found.y) for found in fan(person)}
    tray = next(found for found in person.sees().lit if (found.x, found.y) not in around)
    person.touch(tray)
    person.awaits(made + 1)


# Going back


def test_a_touch_around_the_board_goes_back(meet: Meet, server: Server) -> None:
    person = seated(meet, server.lay("samliam", 4))
    person.touch(lit(person, "cell.e5"))
    assert fan(person)
    x, y, _, _ = person.page.evaluate(BOX, "#board")
    person.page.mouse.click(x - 10, y + 200)
    assert not fan(person)
    person.touch(lit(person, "cell.e5"))
    person.touch(part(person, "cell.e5"))
    assert not fan(person), "touching the same thing again puts it back"
    for outside in ("#players", ".top", "#variant"):
        person.touch(lit(person, "cell.e5"))
        person.page.locator(outside).click(position={"x": 3, "y": 3})
        assert not fan(person), "and so does a touch anywhere outside"
    person.touch(lit(person, "cell.e5"))
    person.page.locator("#log").click(position={"x": 3, "y": 3})
    assert fan(person), "reading the log does not"


# Dragging


@pytest.mark.parametrize("game", ["samarra", "minelfield"])
def test_a_piece_is_dragged_to_its_place(meet: Meet, server: Server, game: str) -> None:
    person = seated(meet, server.lay(game, 8))
    before = person.sees()
    piece = next(found for found in before.lit if not found.id.startswith("reserve"))
    person.page.mouse.move(*piece.middle)
    person.page.mouse.down()
    person.page.mouse.move(piece.middle[0] + 12, piece.middle[1] + 3)
    assert person.page.locator("#board .carried").count() == 1
    goal = person.sees().lit[0]
    person.page.mouse.move(*goal.middle, steps=4)
    assert person.page.evaluate(GHOSTS) > 0
    person.page.mouse.up()
    person.awaits(before.made + 1)
    assert person.page.locator("#board .carried").count() == 0


def test_one_soldier_is_dragged_out_of_those_who_wait(meet: Meet, server: Server) -> None:
    person = seated(meet, server.lay("minelfield", 2))
    waiting = lit(person, "reserve.0")
    person.page.mouse.move(*waiting.middle)
    person.page.mouse.down()
    goal = next(found for found in person.sees().lit if found.id != waiting.id)
    person.page.mouse.move(*goal.middle, steps=4)
    carried = person.page.locator("#board .carried use").get_attribute("href")
    assert carried == "#minelfield-soldier"
    person.page.mouse.up()
    person.awaits(3)


def test_a_piece_that_is_dropped_elsewhere_goes_back(meet: Meet, server: Server) -> None:
    person = seated(meet, server.lay("samarra", 8))
    before = person.sees()
    person.page.mouse.move(*before.lit[0].middle)
    person.page.mouse.down()
    left, top, _, _ = person.page.evaluate(BOX, "#board")
    person.page.mouse.move(left + 4, top + 4, steps=5)
    person.page.mouse.up()
    assert [found.id for found in person.sees().lit] == [found.id for found in before.lit]
    assert person.page.locator("#why").count() == 0 or not person.page.locator("#why").inner_text()
    person.page.keyboard.press("Escape")
    person.page.mouse.move(*before.lit[0].middle)
    person.page.mouse.down()
    person.page.mouse.move(left + 40, top + 40, steps=5)
    person.page.keyboard.press("Escape")
    assert person.page.locator("#board .carried").count() == 0
    person.page.mouse.up()
    assert [found.id for found in person.sees().lit] == [found.id for found in before.lit]


@pytest.mark.parametrize("game", ["samarra", "minelfield"])
def test_a_piece_that_is_dropped_in_vain_is_told_why(meet: Meet, server: Server, game: str) -> None:
    person = seated(meet, server.lay(game, 8), "fr")
    before = person.sees()
    piece = next(found for found in before.lit if not found.id.startswith("reserve"))
    person.page.mouse.move(*piece.middle)
    person.page.mouse.down()
    person.page.mouse.move(piece.middle[0] + 12, piece.middle[1] + 3)
    place = person.page.evaluate(UNLIT)
    person.page.mouse.move(place["x"], place["y"], steps=4)
    person.page.mouse.up()
    person.page.locator("#why span").wait_for()
    assert [found.id for found in person.sees().lit] == [found.id for found in before.lit]


def test_a_finger_drags_too(meet: Meet, server: Server) -> None:
    person = seated(meet, server.lay("samarra", 8), look=PHONE)
    before = person.sees()
    session = person.context.new_cdp_session(person.page)

    def finger(kind: str, *points: tuple[float, float]) -> None:
        touches = [{"x": x, "y": y} for x, y in points]
        session.send("Input.dispatchTouchEvent", {"type": kind, "touchPoints": touches})

    x, y = before.lit[0].middle
    finger("touchStart", (x, y))
    finger("touchMove", (x + 14, y))
    goal = person.sees().lit[0].middle
    finger("touchMove", ((x + goal[0]) / 2, (y + goal[1]) / 2))
    finger("touchMove", goal)
    finger("touchEnd")
    person.awaits(before.made + 1)


# Things in places, in any order

CHOOSE = """(moves) => import("/static/table/walk.js").then(({ Walk }) => {
  const made = moves.map((path) => ({ move: path.join(), path, label: "", ghost: [], asks: path, pairs: true }));
  const walk = new Walk(made);
  return (touches) => touches.map((id) => {
    walk.step(id);
    return walk.finished ? walk.finished.move : [...walk.chosen];
  });
}).then((walked) => (window.walked = walked) && true)"""


def test_things_are_put_in_places_in_any_order_and_taken_up_again(meet: Meet, server: Server) -> None:
    person = seated(meet, server.lay("samarra"))
    moves = [["a", x, "b", y, "c", z] for x, y, z in ("pqr", "prq", "qpr", "qrp", "rpq", "rqp")]
    assert person.page.evaluate(CHOOSE, moves)

    def touched(*ids: str) -> list[object]:
        return list(person.page.evaluate("(ids) => window.walked(ids)", list(ids)))

    assert touched("b", "r") == [["b"], ["b", "r"]]
    assert touched("c", "p") == [["b", "r", "c"], "a,q,b,r,c,p"], "the last one goes where there is room"
    assert touched("r") == [["c", "p", "b"]], "a place gives back what stands there"
    assert touched("q") == ["a,r,b,q,c,p"]
    assert touched("a", "p") == [["c", "p", "b", "q", "a"], "a,p,b,q,c,r"], "two change places"


IDLE = """(touches) => import("/static/table/walk.js").then(({ Walk }) => {
  const [silent, due] = [{ free: 2, idle: "call" }, {}];
  const moves = [["a", "n"], ["a", "s"], ["b", "n"]].map((path) => ({ path, ...silent }));
  const made = [...moves, { path: ["call", "b", "s"], ...due }, { path: ["b", "s"], free: 2 }];
  const plain = { label: "", ghost: [], asks: [] };
  const walk = new Walk(made.map((move) => ({ ...plain, move: move.path.join(), ...move })));
  return [[...walk.choices().keys()].sort(), ...touches.map((id) => {
    walk.step(id);
    return walk.finished ? walk.finished.move : [...walk.choices().keys()].sort();
  })];
})"""


@pytest.mark.parametrize(
    ("touches", "made"),
    [(["call", "a", "n"], "a,n"), (["call", "b", "s"], "call,b,s"), (["b", "s"], "b,s"), (["n", "a"], "a,n")],
)
def test_what_changes_nothing_is_lit_like_what_does(meet: Meet, server: Server, touches: list[str], made: str) -> None:
    person = seated(meet, server.lay("samliam"))
    seen = person.page.evaluate(IDLE, touches)
    assert seen[0] == ["a", "b", "call", "n", "s"]
    if touches[0] == "call":
        assert seen[1:3] == [["a", "b"], ["n", "s"]], "nothing tells whether something is due"
    assert seen[-1] == made


def pairs(route: WebSocketRoute) -> None:
    """Let all moves of a table come by twos."""
    server = route.connect_to_server()

    def told(text: str | bytes) -> None:
        message = json.loads(text)
        now = message.get("now", message)
        for move in now.get("moves") or []:
            move["pairs"] = True
        route.send(json.dumps(message))

    server.on_message(told)


def test_a_set_up_is_shown_rearranged_and_confirmed(meet: Meet, server: Server) -> None:
    person = meet("fr", ANN)
    person.page.route_web_socket("**/live*", pairs)
    person.go(server.lay("samarra", places=(ann(), bot())))
    person.sit()
    person.touch(lit(person, "figure.1"))
    person.touch(lit(person, "cell.b1"))
    assert person.page.evaluate(GHOSTS) == 1, "what has been placed is seen"
    person.touch(lit(person, "figure.0"))
    person.touch(lit(person, "cell.d1"))
    assert person.page.evaluate(GHOSTS) == 3, "the last one is placed by itself"
    assert person.sees().confirm
    assert person.sees().made == 0
    place = part(person, "cell.b1")
    person.touch(place)
    assert not person.sees().confirm
    person.touch(lit(person, "cell.c1"))
    assert person.sees().confirm
    assert not findings(person)
    person.press("Confirmer")
    person.awaits(1)
