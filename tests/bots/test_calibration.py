"""Calibration: bins, the fit, and the picture, on games whose chances are known."""

import random
from typing import Any
from xml.etree import ElementTree

import pytest

from tablier.lab.calibration import bins, error, fitted, picture, play, points


def games(power: float) -> list[dict[str, Any]]:
    """Games of two seats whose true chances are what was expected, raised to a power."""
    rng, rows = random.Random(1), []
    for number in range(4000):
        value = rng.uniform(0.05, 0.95)
        chance = value**power / (value**power + (1 - value) ** power)
        won = float(rng.random() < chance)
        rows.append({"number": number, "expected": [[value, 1 - value]], "movers": [0], "scores": [won, 1 - won]})
    return rows


def test_what_is_expected_and_comes_lies_on_the_diagonal() -> None:
    found = points(games(1.0))
    assert len(bins(found)) == 10
    assert error(found) < 0.03
    assert all(low <= came <= high for _, came, low, high, _ in bins(found))


def test_many_positions_of_one_game_are_one_witness() -> None:
    _, came, low, high, count = bins([(0.75, 1.0, 1)] * 500)[0]
    assert (came, count) == (1.0, 500)
    assert high - low > 0.5


def test_a_search_that_expects_too_little_is_found_out() -> None:
    assert error(points(games(2.0))) > 0.08
    power, shift = fitted(games(2.0))
    assert power == pytest.approx(2.0, abs=0.2)
    assert shift == pytest.approx(0.0, abs=0.15)


def test_the_picture_has_a_panel_for_each_game() -> None:
    root = ElementTree.fromstring(picture({"minelfield": points(games(1.0)), "samarra": []}))
    assert [text.text for text in root.iter("{http://www.w3.org/2000/svg}text") if text.get("font-size") == "15"] == [
        "minelfield",
        "samarra",
    ]
    assert len(list(root.iter("{http://www.w3.org/2000/svg}circle"))) == 10


def test_a_game_tells_what_was_expected_at_every_decision() -> None:
    row = play("samarra", 0.001, 1)
    assert len(row["expected"]) == len(row["movers"]) > 2
    assert all(sum(values) == pytest.approx(1, abs=1e-3) for values in row["expected"])
    assert sum(row["scores"]) == 1
