"""Exact values: what is known of a game by reasoning, and what must hold between positions wherever dice are thrown."""

import importlib.util
import random
import sys
from collections.abc import Iterator
from types import ModuleType

import pytest

from tablier.core.engine import Engine
from tablier.core.errors import BadOption
from tablier.core.match import Match
from tablier.core.registry import load
from tablier.lab.exact import Exact
from tests import EXAMPLE
from tests.examples import announced

KNOWLEDGE = EXAMPLE / "knowledge"


@pytest.fixture(scope="module")
def minefields() -> Iterator[ModuleType]:
    """The example that solves small minefields, with its game."""
    spec = importlib.util.spec_from_file_location("minefields", KNOWLEDGE / "minefields.py")
    module = importlib.util.module_from_spec(spec)
    with announced("skirmish"):
        spec.loader.exec_module(module)
        yield module
    sys.path.remove(str(KNOWLEDGE))


def heap(stones: int, most: int = 1_000) -> Exact:
    """Whoever takes the last stone wins; one, two or three are taken."""
    with announced("heap"):
        engine = Engine(load("heap"), 2, {"stones": stones})
    return Exact(engine, engine.start(), most=most)


@pytest.mark.parametrize(("stones", "worth", "best"), [(12, 0.0, {"1", "2", "3"}), (7, 1.0, {"3"})])
def test_a_multiple_of_four_stones_is_lost(stones: int, worth: float, best: set[str]) -> None:
    exact = heap(stones)
    with announced("heap"):
        found = exact.moves(Match("heap", 2, {"stones": stones}))
    assert exact.values[0] == worth
    assert {move for move, value in found.items() if value == max(found.values())} == best


def test_what_a_position_is_worth_is_what_follows_from_it(minefields: ModuleType) -> None:
    exact = minefields.solved(["c3"], soldiers=0)
    assert exact.gap < 1e-8
    chance = random.Random(1)
    for number in range(12):
        match = Match("skirmish", 2, exact.engine.options, number)
        while match.actor is not None:
            weighed = exact.moves(match) if isinstance(match.actor, int) else thrown(exact, match)
            value = exact.value(match.state)
            if match.actor == "chance":
                assert value == pytest.approx(sum(weighed.values()) / len(weighed), abs=1e-7)
                match.roll()
            else:
                assert max(weighed.values()) == pytest.approx(value if match.actor == 0 else 1 - value, abs=1e-7)
                match.play(chance.choice(list(weighed)))


def thrown(exact: Exact, match: Match) -> dict[str, float]:
    """What each face of the die leads to."""
    engine = exact.engine
    return {str(code): exact.value(engine.after(match.state, code)) for code in match._survey.moves}


def test_a_game_that_is_too_large_or_hides_something_is_refused() -> None:
    with pytest.raises(BadOption, match="More than 5 positions"):
        heap(12, most=5)
    hidden = Engine(load("samarra"))
    with pytest.raises(BadOption, match="samarra is not one of them"):
        Exact(hidden, hidden.start(), most=500)


@pytest.mark.slow
def test_small_minefields_are_worth_what_the_documentation_says(minefields: ModuleType) -> None:
    exact = minefields.solved(["c3"])
    assert exact.values[0] == pytest.approx(0.51879, abs=1e-5)
    lost, score = minefields.given_away(exact, 1, 0)
    assert lost > 0
    assert score in (0.0, 1.0)
