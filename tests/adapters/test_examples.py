"""The worked examples really learn: here in seconds, and as the documentation runs them in the slow tests."""

import importlib.util
from types import ModuleType
from typing import Any

import pytest

from tests import EXAMPLE

SMALL = {"board": "small"}


def example(name: str) -> ModuleType:
    """One of the examples, as a module."""
    spec = importlib.util.spec_from_file_location(name, EXAMPLE / "research" / f"{name}.py")
    module = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(module)
    return module


def quiet(*_: Any) -> None:
    """Nobody listens."""


def test_a_network_that_plays_itself_through_pettingzoo_beats_chance() -> None:
    curve = example("selfplay").train("minelfield", SMALL, rounds=1, games=250, tests=60, told=quiet)
    share, low, high = curve[-1]
    assert low < share < high
    assert low > 0.55


def test_averages_of_moves_from_a_batch_beat_chance() -> None:
    curve = example("averages").train("minelfield", SMALL, rounds=2, size=512, told=quiet)
    assert curve[-1][1] > 0.65


def test_regret_on_a_small_samarra_makes_its_play_hardly_exploitable() -> None:
    regret = example("regret")
    game = regret.tree_of("tablier_samarra(board=SSS/BBB,turn_limit=3)")
    curve, solver = regret.solve(game, 100, steps=4, told=quiet)
    assert [done for done, _ in curve] == [3, 10, 32, 100]
    assert curve[-1][1] < 0.02 < curve[0][1] / 5
    assert regret.value(game, solver.tabular_average_policy()) == pytest.approx(0.0, abs=0.3)


@pytest.mark.slow
def test_the_examples_learn_as_much_as_the_documentation_says() -> None:
    assert max(example("selfplay").train("minelfield", SMALL, 5, 2000, 400, told=quiet))[1] > 0.8
    assert max(example("averages").train("minelfield", SMALL, 5, 2048, told=quiet))[1] > 0.9
    regret = example("regret")
    game = regret.tree_of(f"tablier_samarra(board={regret.BOARD},turn_limit={regret.TURNS})")
    assert regret.solve(game, 300, told=quiet)[0][-1][1] < 0.001
