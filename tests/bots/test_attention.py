"""What low levels overlook: a quiet move sooner than a striking one, and nothing that others hide tells which."""

import random

import pytest

from tablier import Bot, Match
from tablier.bots.attention import GLANCE, last_seen, strikes
from tablier.core.contract import UNSEEN
from tablier.games import GAMES
from tablier.games.samliam.glance import BESIDE, SEEN
from tablier.games.samliam.state import decode
from tests.bots.test_bots import decision
from tests.contract.test_secrets import alike

each_game = pytest.mark.parametrize("game", GAMES)


def seen(match: Match) -> dict[str, int]:
    """How much each legal move strikes the eye."""
    assert isinstance(match.actor, int)
    known = match.known(match.actor)
    found = strikes(match.engine, known, match.actor, last_seen(match, match.actor), 1)
    return dict(zip(match.legal(), found, strict=True))


@each_game
def test_all_moves_strike_the_eye_more_or_less(game: str) -> None:
    for seed in range(6):
        assert all(0 <= strike <= 100 for strike in seen(decision(game, seed)).values())


@each_game
def test_what_strikes_the_eye_is_seldom_overlooked(game: str) -> None:
    match = decision(game, 2)
    strike = seen(match)
    missed = dict.fromkeys(strike, 0)
    names = {code: move for move, code in match._legal.items()}
    for seed in range(300):
        for code in Bot(game, level=1, seed=seed)._overlooked(match):
            missed[names[code]] += 1
    for most in (move for move in strike if strike[move] >= GLANCE):
        quiet = [missed[move] for move in strike if strike[move] == 0]
        assert not quiet or missed[most] < sum(quiet) / len(quiet)


def test_in_sam_liam_an_announced_move_and_an_open_square_are_seen_and_a_fork_is_not() -> None:
    match = Match("samliam", seed=1)
    match.play(match.legal()[100])
    beside = set(seen(match).values())
    assert beside == {0, BESIDE}
    match, rng, called = Match("samliam", options={"announcements": "strict"}, seed=1), random.Random(1), 0
    while match.outcome is None:
        for move, strike in seen(match).items():
            if decode(match._legal[move])[2]:
                assert strike == SEEN
                called += 1
        match.play(rng.choice(match.legal()))
    assert called


def test_what_is_overlooked_says_nothing_of_what_others_hide() -> None:
    compared = 0
    for seed in range(12):
        match = decision("samarra", seed)
        assert isinstance(match.actor, int)
        for other in alike(match, match.actor):
            assert seen(other) == seen(match)
            missed = [Bot("samarra", level=2, seed=3)._overlooked(each) for each in (match, other)]
            assert missed[0] == missed[1]
            compared += other.state.tobytes() != match.state.tobytes()
    assert compared > 5


def test_a_hidden_set_up_is_not_the_last_move_that_was_seen() -> None:
    match = Match("samarra", seed=1)
    assert last_seen(match, 0) == UNSEEN
    match.play(match.legal()[0])
    assert last_seen(match, 1) == UNSEEN
    match.play(match.legal()[0])
    match.play(match.legal()[0])
    assert last_seen(match, 1) == match.codes[-1]
