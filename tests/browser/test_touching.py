"""What touches do besides moving: steps back, confirmations, resignations. Wrong ones: test_explaining.py."""

from collections.abc import Callable

import pytest

from tests.browser.house import ANN, Server, ann, bob
from tests.browser.people import Person, Sight

Meet = Callable[..., Person]
UNLIT = """() => {
  const lit = [...document.querySelectorAll("#board .reach")].map((node) => node.getBoundingClientRect());
  const within = (box, x, y) => x >= box.left && x <= box.right && y >= box.top && y <= box.bottom;
  for (const node of document.querySelectorAll("#board [data-id][aria-label]")) {
    const box = node.getBoundingClientRect();
    const [x, y] = [box.left + box.width / 2, box.top + box.height / 2];
    const top = document.elementFromPoint(x, y);
    if (box.width && !lit.some((other) => within(other, x, y)) && top && node.contains(top))
      return { x, y, name: node.getAttribute("aria-label") };
  }
  return null;
}"""


def seated(meet: Meet, server: Server, game: str, moves: int) -> Person:
    """Ann, at a table against bots."""
    person = meet(cookie=ANN)
    person.go(server.lay(game, moves))
    person.sit()
    return person


def begun(person: Person) -> tuple[Sight, Sight]:
    """Touch something after which more is to be touched; what was lit before and after it."""
    before = person.sees()
    for lit in before.lit:
        person.touch(lit)
        after = person.sees()
        if after.lit and [other.id for other in after.lit] != [other.id for other in before.lit]:
            return before, after
        assert after.lit, "a move was made"
    raise AssertionError("nothing leads further")


@pytest.mark.parametrize("back", ["Escape", "elsewhere"])
def test_a_step_is_taken_back(meet: Meet, server: Server, back: str) -> None:
    person = seated(meet, server, "sprawl", 0)
    before, after = begun(person)
    assert person.page.locator("#board .chosen").count() > 0
    if back == "Escape":
        person.page.keyboard.press("Escape")
    else:
        person.page.locator("#board").click(position={"x": 3, "y": 3})
    assert [lit.id for lit in person.sees().lit] == [lit.id for lit in before.lit] != [lit.id for lit in after.lit]
    assert person.page.locator("#board .chosen").count() == 0


def test_a_move_can_ask_for_a_confirming_touch(meet: Meet, server: Server) -> None:
    person = seated(meet, server, "samliam", 2)
    person.press("Settings")
    person.page.get_by_label("Confirm every move").check()
    person.page.keyboard.press("Escape")
    made = person.sees().made
    while (seen := person.sees()).lit:
        person.touch(seen.lit[0])
    assert person.page.get_by_role("button", name="Confirm", exact=True).is_visible()
    assert person.sees().made == made
    person.press("Go back")
    assert person.sees().lit
    while (seen := person.sees()).lit:
        person.touch(seen.lit[0])
    person.press("Confirm")
    person.awaits(made + 1)
    person.page.reload()
    person.sit()
    while (seen := person.sees()).lit:
        person.touch(seen.lit[0])
    assert person.page.get_by_role("button", name="Confirm", exact=True).is_visible(), "the setting is remembered"


def test_a_move_against_a_bot_is_taken_back_at_once(meet: Meet, server: Server) -> None:
    person = seated(meet, server, "samliam", 2)
    log = person.log()
    person.move()
    person.sit()
    person.press("Take back")
    person.reads("#log", "took a move back")
    assert person.sit().lit
    assert person.log()[: len(log)] == log
    assert len(person.log()) == len(log) + 1


def test_resigning_asks_first_and_a_rematch_follows(meet: Meet, server: Server) -> None:
    person = seated(meet, server, "minelfield", 2)
    address = person.page.url
    person.press("Resign")
    person.press("Go back")
    assert not person.sees().end
    person.press("Resign")
    person.page.locator("#dialog").get_by_role("button", name="Resign").click()
    person.reads("#end", "resigned")
    person.press("Rematch")
    person.page.wait_for_url(lambda url: url != address)
    assert person.sit().made <= 3


def test_pointing_shows_how_a_move_would_look(meet: Meet, server: Server) -> None:
    person = seated(meet, server, "samliam", 2)
    seen = person.sees()
    while not person.page.locator("#board .layer-ghosts > *").count():
        person.page.mouse.move(*seen.lit[0].middle)
        if not person.page.locator("#board .layer-ghosts > *").count():
            person.touch(seen.lit[0])
            seen = person.sees()
            assert seen.lit, "the move was made without having been shown"


HEIGHT = """(id) => {
  const { y, height } = document.querySelector(`#board [data-id='${id}']`).getBoundingClientRect();
  return y + height / 2;
}"""


@pytest.mark.parametrize("seat", [0, 1])
def test_the_own_side_is_below_and_a_key_turns_the_board(meet: Meet, server: Server, seat: int) -> None:
    person = meet(cookie=ANN)
    person.go(server.lay("minelfield", places=(ann(), bob()) if seat == 0 else (bob(), ann())))
    person.watch()

    def shown(*names: str) -> list[str]:
        """These things, from top to bottom, once they are drawn."""
        for name in names:
            person.page.wait_for_selector(f'#board [data-id="{name}"]', state="attached")
        return sorted(names, key=lambda name: float(person.page.evaluate(HEIGHT, name)))

    assert shown("commander.0", "commander.1") == [f"commander.{1 - seat}", f"commander.{seat}"]
    person.page.keyboard.press("t")
    assert shown("commander.0", "commander.1") == [f"commander.{seat}", f"commander.{1 - seat}"]
    assert shown("cell.e3", "name.e3") == ["cell.e3", "name.e3"], (
        "a name stands below in its cell, however it is turned"
    )
    person.page.keyboard.press("t")
    assert shown("commander.0", "commander.1") == [f"commander.{1 - seat}", f"commander.{seat}"]
