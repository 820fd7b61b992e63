"""Statistics, on numbers that are known from elsewhere."""

import random

import pytest

from tablier.lab.statistics import described, fisher, holm, mann_whitney, quantile, ranks, resampled, share


def test_a_share_has_wilson_s_interval() -> None:
    found = share(65, 100)
    assert (found["share"], round(found["low"], 3), round(found["high"], 3)) == (0.65, 0.553, 0.736)
    assert share(0, 0) == {"share": 0.0, "low": 0.0, "high": 1.0, "count": 0, "games": 0}


def test_fisher_tastes_tea() -> None:
    assert fisher((3, 4), (1, 4)) == pytest.approx(0.4857, abs=1e-4)
    assert fisher((8, 10), (1, 6)) == pytest.approx(0.034965, abs=1e-5)
    assert fisher((5, 10), (5, 10)) == pytest.approx(1.0)


def test_mann_and_whitney_compare_ranks() -> None:
    assert mann_whitney(range(1, 6), range(6, 11)) == pytest.approx(0.01219, abs=1e-5)
    # By hand: U is 3 where 8 is expected, the variance 76/7 with ties, so 1.366 standard deviations.
    assert mann_whitney([1, 2, 2, 3], [2, 3, 3, 4]) == pytest.approx(0.1720, abs=1e-4)
    assert mann_whitney([1, 1], [1, 1, 1]) == 1.0
    assert mann_whitney([], [1]) == 1.0
    assert ranks([10, 30, 10, 20]) == ([1.5, 4.0, 1.5, 3.0], 6.0)


def test_holm_corrects_for_many_comparisons() -> None:
    assert holm([0.01, 0.04, 0.03, 0.005]) == pytest.approx([0.03, 0.06, 0.06, 0.02])
    assert holm([0.9, 0.8]) == [1.0, 1.0]


def test_quantiles_lie_between_values() -> None:
    assert quantile([4, 1, 3, 2], 0.5) == 2.5
    assert quantile([], 0.5) == 0.0
    assert described([1, 2, 3])["median"] == 2


def test_a_resampled_interval_holds_the_mean_and_can_be_repeated() -> None:
    rng = random.Random(1)
    values = [rng.gauss(5, 1) for _ in range(100)]
    low, high = resampled(values, lambda some: sum(some) / len(some))
    assert low < sum(values) / 100 < high
    assert high - low == pytest.approx(2 * 1.96 * 0.1, rel=0.4)
    assert resampled(values, lambda some: sum(some) / len(some)) == (low, high)
