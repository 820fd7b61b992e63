"""How strengths are worked out: the published examples, and what must hold of any game."""

import math

import pytest

from tablier.server.ratings.glicko import SCALE, Strength, expected, grown, updated
from tablier.server.ratings.strengths import (
    PERIOD,
    after_game,
    after_round,
    is_provisional,
    periods,
    plackett_luce,
)

KNOWN = Strength(1600.0, 60.0, 0.06)


def test_the_example_that_the_author_of_glicko_2_works_through() -> None:
    """Mark Glickman, "Example of the Glicko-2 system": three games in one period, with tau = 0.5."""
    others = [(Strength(1400, 30), 1.0), (Strength(1550, 100), 0.0), (Strength(1700, 300), 0.0)]
    after = updated(Strength(1500, 200, 0.06), others)
    assert after.rating == pytest.approx(1464.06, abs=0.01)
    assert round(after.deviation, 2) == 151.52
    assert after.volatility == pytest.approx(0.05999, abs=0.00001)
    assert (round((after.rating - 1500) / SCALE, 4), round(after.deviation / SCALE, 4)) == (-0.2069, 0.8722)


def test_the_chances_in_that_example() -> None:
    me = Strength(1500, 200)
    chances = [expected(me, other) for other in (Strength(1400, 30), Strength(1550, 100), Strength(1700, 300))]
    assert [round(chance, 3) for chance in chances] == [0.639, 0.432, 0.303]


def test_the_example_in_the_documentation_of_openskill() -> None:
    """Two teams of two unknown players, of which the first wins."""
    model = plackett_luce()
    won, lost = model.rate([[model.rating(), model.rating()], [model.rating(), model.rating()]])
    assert [(one.mu, one.sigma) for one in won] == [pytest.approx((26.964294621803063, 8.177962604389991))] * 2
    assert [(one.mu, one.sigma) for one in lost] == [pytest.approx((23.035705378196937, 8.177962604389991))] * 2


def test_three_and_more_are_rated_as_openskill_does_on_another_scale() -> None:
    model = plackett_luce()
    due = [team[0] for team in model.rate([[model.rating()] for _ in range(4)], ranks=[0, 1, 1, 3])]
    found = after_round([Strength()] * 4, (0, 1, 1, 3))
    assert [(one.rating - 1500) / 42 + 25 for one in found] == pytest.approx([one.mu for one in due])
    assert [one.deviation / 42 for one in found] == pytest.approx([one.sigma for one in due])
    assert found[0].rating > found[1].rating == pytest.approx(found[2].rating)
    assert found[2].rating > found[3].rating


def test_two_win_what_the_other_loses_if_both_are_known_alike() -> None:
    first, second = after_game([KNOWN, KNOWN], (0, 1), (1.0, 1.0))
    assert first.rating - 1600 == pytest.approx(1600 - second.rating)
    assert first.rating > 1600
    one, two = after_game([KNOWN, KNOWN], (0, 0), (1.0, 1.0))
    assert one.rating == pytest.approx(1600) == two.rating


def test_whoever_is_unknown_moves_further_than_whoever_is_known() -> None:
    known, unknown = after_game([KNOWN, Strength()], (1, 0), (0.0, 0.0))
    assert unknown.rating - 1500 > 4 * (1600 - known.rating) > 0
    assert is_provisional(unknown)
    assert not is_provisional(known)


def test_time_without_games_makes_a_rating_less_sure_and_never_more_than_that_of_somebody_unknown() -> None:
    assert grown(KNOWN, periods(0.0, 10 * PERIOD)).deviation > 60
    assert grown(KNOWN, 1e9).deviation == 350
    assert grown(KNOWN, 1e9).rating == 1600
    year = grown(KNOWN, periods(0.0, 365 * 86_400.0))
    assert 100 < year.deviation < 110


def test_many_games_at_once_never_make_anybody_too_sure() -> None:
    """Even without any time between them a deviation stays above nothing, and ratings stay where they can be."""
    one, two = Strength(), Strength()
    for number in range(2_000):
        one, two = after_game([one, two], (number % 2, 1 - number % 2), (0.0, 0.0))
    assert 5 < one.deviation < 60
    assert abs(one.rating - 1500) < 40


def test_a_series_of_upsets_is_worked_out_in_bounded_time() -> None:
    strong, weak = Strength(2400, 40, 0.06), Strength(900, 40, 0.06)
    for _ in range(50):
        weak, strong = after_game([weak, strong], (0, 1), (0.01, 0.01))
    assert weak.rating > 1000
    assert math.isfinite(strong.volatility)
