"""Several cores: trees that grow together end together, once they have decided."""

from collections.abc import Iterator

import pytest

from tablier import Bot, Match
from tablier.bots.bot import merged
from tests.examples import announced


@pytest.fixture(scope="module", autouse=True)
def example() -> Iterator[None]:
    """A game in which a danger can be seen is known while these tests run."""
    with announced("four"):
        yield


def test_several_cores_end_early_once_they_have_decided() -> None:
    match = Match("four", seed=1)
    for move in ("d1", "a1", "d2", "a2", "d3"):
        match.play(move)
    bot = Bot("four", seconds=0.6, cores=2, seed=1)
    assert bot.choose(match) == "d4"
    assert [bool(search.desk[0].stop) for search in bot.searches] == [True, True]
    assert sum(visits for visits, _ in merged(bot.searches).values()) == sum(each.simulations for each in bot.searches)
