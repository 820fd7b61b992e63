"""The highest level thinks on while the others do, in its own process, until that is asked something."""

import threading
from collections.abc import Iterator

import pytest

from tablier import Match
from tablier.server.bots import worker
from tablier.server.bots.afterthought import Afterthought
from tablier.server.bots.worker import choose

SECONDS = 0.05


@pytest.fixture
def thoughts(monkeypatch: pytest.MonkeyPatch) -> Iterator[Afterthought]:
    """Those of a process of its own."""
    made = Afterthought()
    monkeypatch.setattr(worker, "afterthought", made)
    yield made
    made.end()


def test_it_thinks_on_after_its_move_until_it_is_asked_again(thoughts: Afterthought) -> None:
    match = Match("samliam", seed=1)
    move = choose(match.text(0), 8, 1.0, SECONDS)
    thoughts.begin()
    thread = thoughts.thread
    assert thread is not None
    assert thread in threading.enumerate()
    thoughts.end()
    assert not thread.is_alive()
    match.play(move)
    assert thoughts.bot is not None
    assert thoughts.bot.kept is not None
    assert thoughts.bot.kept.codes == tuple(match.codes)
    match.play(match.legal()[0])
    assert choose(match.text(0), 8, 1.0, SECONDS) in match.legal()


@pytest.mark.parametrize(("game", "level"), [("samarra", 8), ("minelfield", 7), ("minelfield", 1)])
def test_no_other_level_does_and_none_with_secrets(game: str, level: int, thoughts: Afterthought) -> None:
    choose(Match(game, seed=1).text(0), level, 1.0, SECONDS)
    thoughts.begin()
    assert thoughts.thread is None


def test_who_asks_about_something_else_is_answered_as_ever(thoughts: Afterthought) -> None:
    choose(Match("samliam", seed=1).text(0), 8, 1.0, SECONDS)
    thoughts.begin()
    thoughts.end()
    match = Match("minelfield", seed=1)
    assert choose(match.text(0), 8, 1.0, SECONDS) in match.legal()
    assert thoughts.bot is not None
    assert thoughts.bot.game.key == "minelfield"
    choose(match.text(0), 4, 1.0, SECONDS)
    assert thoughts.bot.kept is None
