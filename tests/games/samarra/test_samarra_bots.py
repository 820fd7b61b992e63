"""Bots at Samarra: positions with one right move, and advice that uses nothing a seat cannot know."""

from typing import Any

import numpy as np
import pytest

from tablier import Bot, Match
from tablier.core.random import seeded
from tablier.games.samarra.advice import favour, seen
from tests.games.samarra.boards import drawn, opened, played
from tests.series import series

SEEDS = (1, 2, 3)
ONE_TURN = [(level, seed) for level in (4, 5, 6) for seed in SEEDS]

ARRIVE = """
    . . m s .
    . S . . d
    . . . . .
    . . . . .
    . M D . .
"""
KILL = """
    . . m d .
    . . . . .
    . . s . .
    . . D . .
    . M . S .
"""
STEP_AND_KILL = """
    . . m d .
    . . . . .
    . . s . .
    . . . . .
    . M D S .
"""
GO_HOME = """
    . . . d .
    . . . . .
    S . . . .
    . . s . .
    . M . . D
"""
STAY_HOME = """
    . . . d .
    . . . . .
    S . . . .
    . s . . .
    . . D . M
"""
DOUBLE_THREAT = """
    . . S . .
    s M . . .
    . . . d .
    . m . . .
    D . . . .
"""
OUT_AND_IN = """
    . . d . .
    S . . . .
    . D . . .
    M . . . .
    . s . . .
"""
LURKING = """
    . s m . .
    . . d . .
    . . . . .
    . S . . .
    . M D . .
"""
GUARDED = """
    . . m d .
    . S . . .
    . . . . .
    . . . . s
    . M D . .
"""
RACE = """
    . . . . .
    . . . . s
    . . . . .
    . . . . .
    M S . . m
"""
WALK_IN = """
    . . m . s
    . . . d .
    . S . . .
    . . . . .
    . M D . .
"""
BY_ELIMINATION = """
    . . . d .
    . . . m .
    . . s . .
    . . D . .
    . M . S .
"""
NEARER = """
    . . d . .
    . . . S .
    . s . . .
    . . . D .
    . . . . .
"""
INSIDE = """
    . . . . .
    . . . . S
    . . . . .
    . . d D .
    . s . . M
"""
GATE = """
    . . . . m
    . . . . .
    . S . d .
    . M . . .
    s . . . .
"""
PRESENT = """
    . . d . .
    . . . . .
    . S . . .
    . . . . .
    . D s M .
"""
PAST_DEATH = """
    . . . D .
    m . . . .
    S . . . .
    . s d . .
    . M . . .
"""
EITHER_WAY = """
    . . . . .
    . . d . .
    s . . S .
    . . . . D
    . . . . .
"""
AROUND = """
    . . . . .
    . D . s .
    S . . M .
    . . . . .
    . d . . .
"""
WAYS = ("classic", "corners", "#SSSSS.#/.S.SS.../..#..#../...BB.B./#.BBBBB#")


def chosen(match: Match, level: int, seed: int) -> str:
    """What a bot plays."""
    return Bot("samarra", level=level, seed=seed).choose(match)


@pytest.mark.parametrize(("level", "seed"), ONE_TURN)
def test_the_servant_arrives_in_a_city_that_is_surely_unguarded(level: int, seed: int) -> None:
    assert chosen(drawn(ARRIVE, revealed="d"), level, seed) == "b4-b5"


@pytest.mark.parametrize(("level", "seed"), ONE_TURN)
def test_death_kills_a_servant_it_knows(level: int, seed: int) -> None:
    assert chosen(drawn(KILL, revealed="s", actions=1), level, seed) == "c2xc3"


@pytest.mark.parametrize(("level", "seed"), ONE_TURN)
def test_death_steps_up_to_a_servant_it_knows_and_kills_it(level: int, seed: int) -> None:
    match = played(drawn(STEP_AND_KILL, revealed="s"), "c1-c2")
    assert chosen(match, level, seed) == "c2xc3"
    assert chosen(drawn(STEP_AND_KILL, revealed="s"), level, seed) == "c1-c2"


@pytest.mark.parametrize(("level", "seed"), ONE_TURN)
def test_death_goes_home_when_the_enemy_servant_is_at_the_gate(level: int, seed: int) -> None:
    assert chosen(drawn(GO_HOME, revealed="s", dead="m", actions=1), level, seed) == "e1-d1"


@pytest.mark.parametrize(("level", "seed"), ONE_TURN)
def test_death_stays_home_while_the_enemy_servant_is_at_the_gate(level: int, seed: int) -> None:
    assert chosen(drawn(STAY_HOME, revealed="s", dead="m", actions=1), level, seed) != "c1-c2"


@pytest.mark.parametrize(("level", "seed"), ONE_TURN)
def test_the_servant_does_not_step_next_to_death(level: int, seed: int) -> None:
    assert chosen(drawn(LURKING, revealed="d", actions=1), level, seed) not in ("b2-b3", "b2-c2")


@pytest.mark.parametrize(("level", "seed"), ONE_TURN)
def test_the_servant_does_not_enter_a_city_where_death_strikes_by_itself(level: int, seed: int) -> None:
    assert chosen(drawn(GUARDED, revealed="d", automatic_death=True), level, seed) != "b4-b5"


@pytest.mark.parametrize(("level", "seed"), ONE_TURN)
@pytest.mark.parametrize(
    ("drawing", "given", "right"),
    [
        pytest.param(WALK_IN, {"revealed": "d"}, "b3-b4", id="the Servant steps up to the city and arrives"),
        pytest.param(BY_ELIMINATION, {"revealed": "dm", "actions": 1}, "c2xc3", id="who is left is the Servant"),
        pytest.param(NEARER, {"dead": "Mm", "actions": 1}, "d2-d1", id="Death goes home to win as the nearer"),
    ],
)
def test_a_turn_that_wins_is_found(drawing: str, given: dict[str, Any], right: str, level: int, seed: int) -> None:
    match = drawn(drawing, **given)
    assert winning(match, 0, 1) == {right}
    assert chosen(match, level, seed) == right


@pytest.mark.parametrize(("level", "seed"), ONE_TURN)
@pytest.mark.parametrize(
    ("drawing", "given", "right"),
    [
        pytest.param(INSIDE, {"dead": "m", "revealed": "s"}, {"d2-d1"}, id="Death goes home before a second arrival"),
        pytest.param(GATE, {"dead": "D", "revealed": "sd"}, {"b2-b1"}, id="the Merchant closes the gate"),
    ],
)
def test_a_turn_that_loses_is_avoided(
    drawing: str, given: dict[str, Any], right: set[str], level: int, seed: int
) -> None:
    match = drawn(drawing, actions=1, **given)
    assert set(match.legal()) - winning(match, 1, 2) == right
    assert chosen(match, level, seed) in right


@pytest.mark.parametrize(("level", "seed"), ONE_TURN)
def test_death_does_not_leave_a_servant_alone_in_its_city(level: int, seed: int) -> None:
    match = drawn(PRESENT, dead="m", revealed="s", actions=1, arrival="presence")
    assert winning(match, 1, 1) == {"b1-a1", "b1-b2"}
    assert chosen(match, level, seed) not in {"b1-a1", "b1-b2"}


def winning(match: Match, seat: int, turns: int) -> set[str]:
    """The legal moves after which a seat can force a win in so many turns, this one counted, with all tents open."""
    known: dict[tuple[bytes, int], bool] = {}
    return {move for move in match.legal() if forces(match, move, seat, turns, known)}


def forces(match: Match, move: str, seat: int, turns: int, known: dict[tuple[bytes, int], bool]) -> bool:
    """Whether a move is one of them."""
    after = played(match.copy(), move)
    turns -= after.position()["turns"] - match.position()["turns"]
    if after.outcome is not None or turns == 0:
        return after.outcome is not None and after.outcome.scores[seat] == 1.0
    key = after.state.tobytes(), turns
    if key not in known:
        replies = (forces(after, reply, seat, turns, known) for reply in after.legal())
        known[key] = any(replies) if after.actor == seat else all(replies)
    return known[key]


@pytest.mark.parametrize(("level", "seed"), ONE_TURN)
def test_a_servant_that_would_step_out_and_in_again_is_stopped(level: int, seed: int) -> None:
    match = drawn(OUT_AND_IN, dead="m", revealed="SMDsd")
    assert chosen(match, level, seed) in set(match.legal()) - winning(match, 1, 2)


@pytest.mark.parametrize("seed", series(1, 2))
class TestTwoTurns:
    """The move that forces a win in the next turn of one's own, with all tents open."""

    def test_the_servant_runs_past_death(self, seed: int) -> None:
        match = drawn(PAST_DEATH, revealed="SMDsmd")
        assert winning(match, 0, 3) == {"a3-b3"}
        assert chosen(match, 8, seed) == "a3-b3"

    def test_death_that_goes_home_against_an_arrival_loses_as_the_farther(self, seed: int) -> None:
        match = drawn(EITHER_WAY, dead="Mm", revealed="Ss", actions=1)
        assert winning(match, 0, 3) == {"d3-d4"}
        assert chosen(match, 8, seed) == "d3-d4"

    def test_the_servant_arrives_by_one_of_two_ways(self, seed: int) -> None:
        match = drawn(AROUND, dead="m", revealed="SMs", actions=1)
        assert winning(match, 0, 3) == {"a3-a4"}
        assert chosen(match, 8, seed) == "a3-a4"

    def test_a_kill_and_an_arrival_are_threatened_at_once(self, seed: int) -> None:
        match = drawn(DOUBLE_THREAT, revealed="SMDsmd", actions=1)
        assert winning(match, 0, 3) == {"a1-a2"}
        assert chosen(match, 8, seed) == "a1-a2"


@pytest.mark.parametrize("seed", SEEDS)
def test_a_race_of_two_turns_is_run_without_losing_a_step(seed: int) -> None:
    match = drawn(RACE, dead="Dd", revealed="Ss")
    assert Bot("samarra", level=8, seconds=1.0, seed=seed).choose(match) == "b1-b2"


# Advice


def weights(match: Match, state: Any, careful: bool) -> list[int]:
    """What the advice says about the legal moves."""
    moves = np.array(match._survey.moves, dtype=np.int16)
    out = np.zeros(len(moves), dtype=np.int32)
    favour(match.engine.record[0], state[0], moves, len(moves), careful, out)
    return out.tolist()


@pytest.mark.parametrize("board", WAYS)
def test_advice_is_positive_and_uses_only_what_the_seat_knows(board: str) -> None:
    rng = seeded(5)
    for seed in range(4):
        bot, match = Bot("samarra", kind="random", seed=seed), Match("samarra", options={"board": board})
        while match.actor is not None and len(match.moves) < 60:
            seat = int(match.actor)
            for careful in (False, True):
                said = weights(match, match.state, careful)
                assert min(said) > 0
                for _ in range(3):
                    assert weights(match, match.engine.redealt(match.known(seat), seat, rng), careful) == said
            match.play(bot.choose(match))


def codes(match: Match, seat: int) -> dict[str, int]:
    """The codes under which a seat sees the legal moves."""
    given = zip(match.legal(), match._survey.moves, strict=True)
    return {move: seen(match.engine.record[0], match.state[0], code, seat) for move, code in given}


def test_a_set_up_is_seen_as_the_cells_it_takes() -> None:
    match = Match("samarra", options={"board": ".SSSS/...../...../.BBB."})
    assert len(set(codes(match, 1).values())) == 1
    found = codes(played(match, "S@b1 M@c1 D@d1"), 0)
    cells = {move: frozenset(word[2:] for word in move.split()) for move in found}
    assert len(set(found.values())) == len(set(cells.values())) == 4
    assert len(set(zip(found.values(), cells.values(), strict=True))) == 4
    assert not set(found.values()) & set(match._survey.moves)


def test_an_action_is_seen_as_it_is() -> None:
    match = opened()
    assert list(codes(match, 1).values()) == list(match._survey.moves)
