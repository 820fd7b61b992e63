"""Games with secrets: what a seat cannot tell apart looks the same to it, and a redeal is always possible."""

import random
from collections.abc import Iterator

import pytest

from tablier import Match
from tablier.core import saving
from tablier.core.contract import EVERYONE, SPECTATOR
from tablier.core.guessing import AccountSearch
from tablier.core.random import seeded
from tablier.core.registry import load
from tests.contract.kit import ALL_CASES, Case, at_move, random_match, sampled

HIDDEN_CASES = [case for case in ALL_CASES if load(case.game).hidden]
# Other games have accounts that nobody could search; tablier/authors/secrecy.py samples them.
WRITTEN_CASES = [case for case in HIDDEN_CASES if not load(case.game).keeps_views]
each_case = pytest.mark.parametrize("case", HIDDEN_CASES, ids=str)
each_written_case = pytest.mark.parametrize("case", WRITTEN_CASES, ids=str)
REDEALS = 400  # enough to draw each of at most 36 possibilities


def viewpoints(case: Case) -> list[int]:
    return [SPECTATOR, *range(case.seats)]


def seat_name(viewpoint: int) -> int | None:
    return None if viewpoint == SPECTATOR else viewpoint


def running(case: Case, seed: int, count: int) -> Iterator[Match]:
    """A random game at some of its moves, while it runs."""
    match = random_match(case, seed)
    for number in sampled(match, random.Random(seed), count):
        here = at_move(match, number)
        if here.outcome is None:
            yield here


def alike(match: Match, viewpoint: int) -> list[Match]:
    """All games that a viewpoint cannot tell from this one, by definition: the same sequence of views and own moves."""
    lines = saving.lines(match, viewpoint)
    start = at_move(match, 0)
    return [other for other in AccountSearch(lines).games([start]) if looks_alike(match, other, viewpoint)]


def looks_alike(match: Match, other: Match, viewpoint: int) -> bool:
    """Whether a viewpoint has seen the same in two games; of the same known record it sees the same."""
    seat = seat_name(viewpoint)
    for number in range(len(match.moves) + 1):
        one, two = at_move(match, number), at_move(other, number)
        if one.known(seat).tobytes() != two.known(seat).tobytes() and one.view(seat) != two.view(seat):
            return False
    return True


@each_written_case
def test_games_that_a_seat_cannot_tell_apart_are_the_same_to_it(case: Case) -> None:
    for here in running(case, 1, 4):
        for viewpoint in viewpoints(case):
            seat = seat_name(viewpoint)
            for other in alike(here, viewpoint):
                assert other.known(seat).tobytes() == here.known(seat).tobytes()
                assert other.text(seat).replace(other.date, "") == here.text(seat).replace(here.date, "")
                assert other.svg(seat) == here.svg(seat)
                assert other.log(seat, "fr") == here.log(seat, "fr")
                observed = (here.engine.observed(moment.state, viewpoint) for moment in (other, here))
                assert (next(observed) == next(observed)).all()
                if here.actor == viewpoint:
                    assert other.legal() == here.legal()


@pytest.mark.bounds
@each_written_case
def test_redeals_are_all_that_the_seat_takes_for_possible_and_nothing_else(case: Case) -> None:
    for here in running(case, 2, 4):
        for viewpoint in viewpoints(case):
            known, rng = here.engine.concealed(here.state, viewpoint), seeded(5)
            dealt = {here.engine.redealt(known, viewpoint, rng).tobytes() for _ in range(REDEALS)}
            possible = {other.state.tobytes() for other in alike(here, viewpoint)}
            assert dealt <= possible
            if len(possible) <= 36:
                assert dealt == possible


@pytest.mark.bounds
@each_case
def test_legal_moves_follow_from_what_the_seat_knows(case: Case) -> None:
    for here in running(case, 3, 10):
        if isinstance(here.actor, int):
            known = here.engine.concealed(here.state, here.actor)
            assert here.engine.survey(known) == here.engine.survey(here.state)


@pytest.mark.bounds
@each_case
def test_concealing_twice_is_concealing_once_and_everyone_sees_all(case: Case) -> None:
    for here in running(case, 4, 6):
        for viewpoint in viewpoints(case):
            once = here.engine.concealed(here.state, viewpoint)
            assert here.engine.concealed(once, viewpoint).tobytes() == once.tobytes()
            spectator = here.engine.concealed(here.state, SPECTATOR)
            assert here.engine.concealed(once, SPECTATOR).tobytes() == spectator.tobytes()
        assert here.engine.concealed(here.state, EVERYONE).tobytes() == here.state.tobytes()


@each_case
def test_after_the_end_nothing_is_hidden(case: Case) -> None:
    match = random_match(case, 5)
    for viewpoint in viewpoints(case):
        assert match.view(seat_name(viewpoint)) == match.position()
        assert match.text(seat_name(viewpoint)) == match.text()


@each_case
def test_an_account_loads_as_what_its_seat_knows(case: Case) -> None:
    for here in running(case, 6, 4):
        for viewpoint in viewpoints(case):
            seat = seat_name(viewpoint)
            text = here.text(seat)
            assert "seed" not in text
            loaded = Match.from_text(text)
            assert loaded.text(seat) == text
            assert loaded.known(seat).tobytes() == here.known(seat).tobytes()
            assert loaded.view(seat) == here.view(seat)
            assert loaded.log(seat, "en") == here.log(seat, "en")
            assert loaded.legal() == (here.legal() if here.actor == viewpoint else [])


@each_case
def test_an_account_from_a_position_hides_the_start_too(case: Case) -> None:
    match = random_match(case, 7)
    middle = Match.from_position(at_move(match, len(match.moves) // 2).position())
    rng = random.Random(7)
    for _ in range(5):
        if middle.actor is not None:
            middle.play(rng.choice(middle.legal()))
    if middle.outcome is None:
        for viewpoint in viewpoints(case):
            seat = seat_name(viewpoint)
            loaded = Match.from_text(middle.text(seat))
            assert loaded.text(seat) == middle.text(seat)
            assert loaded.known(seat).tobytes() == middle.known(seat).tobytes()
