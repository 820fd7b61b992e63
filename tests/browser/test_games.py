"""Each game from the shelf to the result, by touching what is lit."""

import re
from collections import deque
from collections.abc import Callable

import pytest

from tablier.games import GAMES
from tests.browser.people import Person

VERDICT = re.compile(r"(You have won|You have lost[^.]*|A draw)\. (\w.+\.)")


@pytest.mark.parametrize("game", GAMES)
def test_a_newcomer_plays_from_the_shelf_to_the_result(meet: Callable[..., Person], game: str) -> None:
    ann = meet()
    ann.go("/")
    ann.page.locator(f"form[action='/play/{game}'] button").click()
    ann.page.wait_for_url("**/t/*")
    ann.reads("#dialog h2", ann.page.locator("h1").inner_text())
    assert ann.page.locator("#dialog li").count() == 3, "goal and turn in three sentences"
    end = deque(ann.play(seed=1), 1).pop()
    assert VERDICT.fullmatch(end.end), end.end
    if not end.end.startswith("You"):
        assert all(who in end.end for who in winners(ann)), "nobody else is meant"
    assert all(ann.log()), "the log can still be read"
    assert not end.lit
    assert ann.page.locator("#actions button").count() == 0
    ann.page.get_by_role("link", name="Another game").click()
    ann.reads(".tables", "Game over")


def winners(person: Person) -> list[str]:
    """Whoever has won, by name, or by title where several are called the same; some have only a title for a name."""
    names = person.page.locator("#players strong").all_inner_texts()
    won = person.page.locator("#players .won").all()
    found = [seat.locator("strong, .title").all_inner_texts() for seat in won]
    return [called[-1] if names.count(called[0]) > 1 else called[0] for called in found]
