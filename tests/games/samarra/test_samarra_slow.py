"""The compiled rules against the slow ones, decision by decision, with what every observer can conclude."""

import random
from itertools import product

import pytest

from tablier import Match
from tablier.games.samarra.state import PLAY
from tests.games.samarra.slow import ASSIGNMENTS, Worlds

TIGHT_BOARDS = ("SSS/BBB", "BBBSSS", ".SSS/BBB.", "SSS/#.#/BBB", "SS.S/.#../B.BB", "BSBSBS/..##..", "SBS/BSB")
OPEN_BOARDS = ("classic", "corners", "long", ".SSSSSSS/S......./B.#.BBB.")
COMBINATIONS = [
    {"arrival": arrival, "automatic_death": death, "passing": passing, "no_repetition": repetition}
    for arrival, death, passing, repetition in product(("entry", "presence"), *[(False, True)] * 3)
]


def expected_pairs(match):
    """The pairs that the record holds as possible."""
    mask = int(match.state[0].possible)
    return {(ASSIGNMENTS[n // 6], ASSIGNMENTS[n % 6]) for n in range(36) if mask >> n & 1}


def compare(match, worlds):
    """Everything that anybody can see of a position."""
    slow = worlds.true
    assert sorted(match.legal()) == sorted(slow.legal())
    for observer, view in ((0, match.view(0)), (1, match.view(1)), (None, match.view(None))):
        expected = slow.view(observer)
        if slow.outcome:  # bookkeeping of the last turn carries no meaning
            expected = {key: view[key] if key in ("turn", "turns", "actions") else expected[key] for key in expected}
        assert view == {"game": "samarra", "options": match.options, **expected}
    if not slow.outcome and not slow.setting_up:
        known = expected_pairs(match)
        own = [tuple(slow.piece(seat=s, tent=t)["character"] for t in range(3)) for s in range(2)]
        assert known == worlds.alike[None]
        for seat in range(2):
            assert {pair for pair in known if pair[seat] == own[seat]} == worlds.alike[seat]


def choose(match, mood, rng):
    """A random move; by mood one that passes or goes back more often, so that passing and repetition matter."""
    moves = match.legal()
    if match.state[0].stage != PLAY or rng.random() < 0.3:
        return rng.choice(moves)
    if mood == "lazy":
        return rng.choice([move for move in moves if move == "pass"] or moves)
    if mood == "restless":
        made = {f"{move[3:]}-{move[:2]}" for move in match.moves[-4:]}
        return rng.choice([move for move in moves if move in made] or moves)
    return rng.choice([move for move in moves if "x" not in move] or moves)


def play_along(match, worlds, rng, most):
    mood = rng.choice(("free", "lazy", "restless"))
    for _ in range(most):
        compare(match, worlds)
        if match.outcome:
            return
        move = choose(match, mood, rng)
        match.play(move)
        worlds.play(move)
    compare(match, worlds)


@pytest.mark.parametrize("choices", COMBINATIONS, ids=lambda choices: "-".join(map(str, choices.values())))
def test_every_decision_agrees_with_the_slow_rules(choices):
    rng = random.Random(str(choices))
    for board in (*TIGHT_BOARDS, rng.choice(OPEN_BOARDS)):
        options = {"board": board, "turn_limit": rng.choice((0, 7, 120)), **choices}
        play_along(Match("samarra", options=options), Worlds(options), rng, 60)


@pytest.mark.parametrize("choices", COMBINATIONS, ids=lambda choices: "-".join(map(str, choices.values())))
def test_every_decision_after_loading_agrees_with_the_slow_rules(choices):
    rng = random.Random(str(choices))
    for board in (*TIGHT_BOARDS[2:5], "classic"):
        options = {"board": board, **choices}
        played = Match("samarra", options=options)
        for _ in range(rng.randrange(40)):
            if played.outcome is None:
                played.play(choose(played, "free", rng))
        position = played.position()
        if "outcome" not in position:
            play_along(Match.from_position(position), Worlds(options, position), rng, 30)
