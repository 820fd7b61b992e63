"""What a seat knows in Samarra, against the slow definition: the whole game, played with every assignment at once."""

import random

import pytest

from tablier import Match
from tablier.core.contract import SPECTATOR
from tablier.core.random import seeded
from tests.contract.kit import ALL_CASES, Case, at_move, random_match, sampled
from tests.reference import samarra
from tests.reference.samarra_worlds import OBSERVERS, Worlds

CASES = [case for case in ALL_CASES if case.game == "samarra"]
REDEALS = 300


def dealt(match: Match, observer: int | None) -> set:
    """All assignments that redeals give an observer."""
    viewpoint = SPECTATOR if observer is None else observer
    known, rng = match.engine.concealed(match.state, viewpoint), seeded(1)
    states = [match.engine.redealt(known, viewpoint, rng) for _ in range(REDEALS)]
    found = set()
    for state in {state.tobytes(): state for state in states}.values():
        pieces = match.engine.game.notation.position(match.engine.record[0], state[0])["pieces"]
        hands = ["".join(piece["character"] for piece in pieces if piece["seat"] == seat) for seat in (0, 1)]
        found.add(tuple(hands) if observer is None else hands[1 - observer])
    return found


def compare(match: Match, worlds: Worlds) -> None:
    for observer in OBSERVERS:
        assert worlds.true.view(observer) == match.view(observer)
        if match.outcome is None and not worlds.true.in_setup():
            alike = worlds.alike[observer]
            assert dealt(match, observer) == (alike if observer is None else {pair[1 - observer] for pair in alike})


@pytest.mark.parametrize("case", CASES, ids=str)
def test_redeals_are_the_assignments_that_playing_side_by_side_leaves(case: Case) -> None:
    played = random_match(case, 3)
    worlds = Worlds(samarra.start(2, played.options))
    chosen = sampled(played, random.Random(1), 5)
    for number, move in enumerate(played.moves):
        if number in chosen:
            compare(at_move(played, number), worlds)
        worlds.play(move)


@pytest.mark.parametrize("case", CASES, ids=str)
def test_after_loading_all_assignments_that_fit_are_possible(case: Case) -> None:
    played = random_match(case, 4)
    match = Match.from_position(at_move(played, len(played.moves) * 2 // 3).position())
    worlds = Worlds(samarra.load(match.position()))
    rng = random.Random(2)
    for _ in range(6):
        compare(match, worlds)
        if match.actor is None:
            break
        move = rng.choice(match.legal())
        match.play(move)
        worlds.play(move)
