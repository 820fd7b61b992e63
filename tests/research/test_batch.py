"""Many games at once: each goes as a match does, whatever the others do, and whoever plays it."""

from typing import Any

import numpy as np
import pytest

import tablier
from tablier.core import kernels
from tablier.core.contract import CHANCE, NOBODY
from tablier.core.engine import Engine
from tablier.core.records import Array
from tablier.core.registry import load
from tests.contract.kit import ALL_CASES, Case

SIZE, STEPS = 6, 60


def made(case: Case, **given: Any) -> tablier.Batch:
    return tablier.batch(case.game, SIZE, seats=case.seats, options=dict(case.options), **{"seed": 3} | given)


@pytest.mark.parametrize("case", ALL_CASES, ids=str)
def test_every_row_goes_as_a_game_of_its_own_does(case: Case) -> None:
    """Who decides, what is legal, what is seen and how it ends are compared with the engine's answers."""
    found, engine = made(case, chance=False, restart=False), Engine(load(case.game), case.seats, dict(case.options))
    alone = [engine.start() for _ in range(SIZE)]
    for _ in range(STEPS):
        for row, state in enumerate(alone):
            compare(found, row, engine, state)
        codes = found.random()
        for row, state in enumerate(alone):
            if found.counts[row]:
                engine.call(kernels.advance, state, int(codes[row]))
        found.step(codes)
    assert [found.states[row].tobytes() for row in range(SIZE)] == [state[0].tobytes() for state in alone]


def compare(found: tablier.Batch, row: int, engine: Engine, state: Any) -> None:
    """One row against an engine that plays it alone."""
    survey = engine.survey(state)
    assert int(found.actors[row]) == survey.actor
    assert tuple(found.moves[row, : found.counts[row]].tolist()) == survey.moves
    assert tuple(np.flatnonzero(found.masks[row]).tolist()) == survey.moves
    if survey.actor == CHANCE:
        assert tuple(found.weights[row, : found.counts[row]].tolist()) == survey.weights
    seen = engine.observed(state, survey.actor) if survey.actor >= 0 else np.zeros(found.shape)
    assert np.array_equal(found.observations[row], seen)


@pytest.mark.parametrize("game", ["minelfield", "samarra", "liars"])
def test_games_end_are_scored_and_begin_anew(game: str) -> None:
    found = tablier.batch(game, SIZE, seed=1)
    finished = 0
    for _ in range(2_000):
        found.step(found.random())
        over = found.ended.astype(bool)
        finished += int(over.sum())
        assert np.allclose(found.rewards[over].sum(axis=1), 1)
        assert not found.rewards[~over].any()
        assert (found.actors >= 0).all()
        if finished > SIZE:
            return
    raise AssertionError("hardly a game has ended")


def test_a_game_that_is_over_stands_still_if_it_is_not_to_begin_anew() -> None:
    found = tablier.batch("minelfield", SIZE, restart=False, seed=1)
    while (found.actors != NOBODY).any():
        found.step(found.random())
    before = found.states.tobytes()
    assert not found.counts.any()
    assert not found.masks.any()
    assert all(found.reasons_known[reason - 1] == "commander" for reason in found.reasons)
    found.step(np.full(SIZE, 99))
    assert found.states.tobytes() == before
    assert not found.ended.any()


def played(size: int, steps: int, **given: Any) -> list[bytes]:
    found = tablier.batch("minelfield", size, seed=5, **given)
    for _ in range(steps):
        found.step(found.random())
    return [found.states[row].tobytes() for row in range(size)]


def test_what_becomes_of_a_row_depends_on_the_seed_and_its_number_alone() -> None:
    whole = played(200, 80, cores=1)
    assert played(200, 80, cores=2) == whole
    assert played(70, 80) == whole[:70]
    assert played(200, 80, masks=False, observations=False) == whole
    assert len(set(whole)) > 100


def test_wandering_is_stepping_at_random_and_looking_afterwards() -> None:
    slow, quick = (tablier.batch("samarra", SIZE, seed=2) for _ in range(2))
    for _ in range(STEPS):
        slow.step(slow.random())
    assert quick.wander(STEPS) == SIZE * STEPS
    for name in ("states", "actors", "counts", "masks", "observations", "generators"):
        assert np.array_equal(getattr(slow, name), getattr(quick, name)), name


def test_restarting_begins_with_the_same_generators() -> None:
    found = tablier.batch("minelfield", SIZE, seed=4)
    first = [found.step(found.random()).states.tobytes() for _ in range(40)]
    found.restart()
    assert [found.step(found.random()).states.tobytes() for _ in range(40)] == first


def test_arrays_are_the_same_ones_at_every_step() -> None:
    found = tablier.batch("konane", SIZE)
    before = {name: id(getattr(found, name)) for name in ("observations", "masks", "rewards", "actors", "moves")}
    found.step(found.random())
    assert {name: id(getattr(found, name)) for name in before} == before


def test_a_move_that_is_not_legal_is_refused_by_its_row_and_nothing_is_done() -> None:
    found = tablier.batch("minelfield", 300, cores=2)
    codes, before = found.random(), found.states.tobytes()
    codes[217] = 2055
    with pytest.raises(tablier.IllegalMove, match=r"2055.*217"):
        found.step(codes)
    assert found.states.tobytes() == before
    for wrong in (codes[:9], codes.reshape(2, 150)):
        with pytest.raises(tablier.BadOption, match="300"):
            found.step(wrong)


@pytest.mark.parametrize("given", [{"size": 0}, {"size": 2.5}, {"size": 4, "device": "tpu"}])
def test_what_cannot_be_is_refused_with_a_sentence(given: dict[str, Any]) -> None:
    with pytest.raises(tablier.BadOption, match=r"not possible|no device"):
        tablier.batch("minelfield", **given)


def test_a_row_can_be_taken_out_as_a_position() -> None:
    found = tablier.batch("sprawl", SIZE, seats=3, seed=6)
    found.wander(20)
    match = tablier.Match.from_position(found.position(3))
    assert match.state[0].tobytes() == found.states[3].tobytes()


@pytest.mark.parametrize("game", ["samarra", "liars"])
def test_what_is_observed_tells_no_secret(game: str) -> None:
    """Two states that a seat cannot tell apart give it the same planes, and the same mask where it decides."""
    found = tablier.batch(game, SIZE, seed=8)
    other = tablier.batch(game, SIZE, seed=8)
    differed = 0
    for step in range(40):
        found.step(found.random())
        for seat in range(found.seats):
            differed += redealt(found, other, seat, step)
            assert np.array_equal(found.observe(seat), other.observe(seat))
    assert differed > SIZE


def redealt(found: tablier.Batch, other: tablier.Batch, seat: int, step: int) -> int:
    """Fill the other batch with what a seat takes for possible in this one; in how many rows it is not the truth."""
    rng = np.array([step], np.uint64)
    for row in range(found.size):
        known = found.engine.concealed(found.states[row : row + 1], seat)
        other.states[row] = found.engine.redealt(known, seat, rng)[0]
    return int((as_bytes(other.states) != as_bytes(found.states)).any(axis=1).sum())


def as_bytes(states: Any) -> Array:
    """Records as rows of bytes."""
    return np.frombuffer(states.tobytes(), np.uint8).reshape(states.size, -1)


@pytest.mark.parametrize("case", ALL_CASES, ids=str)
def test_no_code_reaches_the_number_of_actions(case: Case) -> None:
    found = made(case, masks=False, observations=False, chance=False)
    for _ in range(STEPS):
        found.step(found.random())
        assert max(int(found.moves[row, : found.counts[row]].max(initial=0)) for row in range(SIZE)) < found.actions
