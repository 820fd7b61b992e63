"""What a seat knows in Samarra, against the slow definition: replay the whole game with every assignment."""

import random

import pytest

from tablier import Match
from tablier.core.contract import SPECTATOR
from tablier.core.random import seeded
from tests.contract.kit import ALL_CASES, Case, at_move, random_match, sampled
from tests.reference import samarra

CASES = [case for case in ALL_CASES if case.game == "samarra"]
REDEALS = 300


def dealt(match: Match, observer: int | None) -> set:
    """All assignments that redeals give an observer."""
    viewpoint = SPECTATOR if observer is None else observer
    known, rng = match.engine.concealed(match.state, viewpoint), seeded(1)
    found = set()
    for _ in range(REDEALS):
        state = match.engine.redealt(known, viewpoint, rng)
        pieces = match.engine.game.notation.position(match.engine.record[0], state[0])["pieces"]
        hands = ["".join(piece["character"] for piece in pieces if piece["seat"] == seat) for seat in (0, 1)]
        found.add(tuple(hands) if observer is None else hands[1 - observer])
    return found


def compare(match: Match, other: samarra.Reference) -> None:
    for observer in (None, 0, 1):
        assert other.view(observer) == match.view(observer)
        if match.outcome is None and len(match.position()["pieces"]) == 6:
            assert dealt(match, observer) == other.possible(observer)


@pytest.mark.parametrize("case", CASES, ids=str)
def test_redeals_are_the_assignments_that_replaying_leaves(case: Case) -> None:
    played = random_match(case, 3)
    other = samarra.start(2, played.options)
    chosen = sampled(played, random.Random(1), 5)
    for number, move in enumerate(played.moves):
        if number in chosen:
            compare(at_move(played, number), other)
        other.play(move)


@pytest.mark.parametrize("case", CASES, ids=str)
def test_after_loading_all_assignments_that_fit_are_possible(case: Case) -> None:
    played = random_match(case, 4)
    match = Match.from_position(at_move(played, len(played.moves) * 2 // 3).position())
    other = samarra.load(match.position())
    rng = random.Random(2)
    for _ in range(6):
        compare(match, other)
        if match.actor is None:
            break
        move = rng.choice(match.legal())
        match.play(move)
        other.play(move)
