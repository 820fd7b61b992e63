"""The environments for PettingZoo pass its own tests, and play the games that the house plays."""

import pickle
import warnings
from functools import partial
from typing import Any

import numpy as np
import pytest
from pettingzoo.test import api_test, render_test, seed_test

import tablier
from tablier.adapters import pettingzoo
from tablier.core.random import seeded
from tests.adapters.variants import ALL, named

EXPECTED = (
    "Observation is not a NumPy array",
    "Observation space for each agent probably should be",
    "The observation contains negative numbers and is in the shape of a graphical observation",
)
"""It says so of every environment with masks but those that it lists, and of dice that a seat does not see."""
CYCLES = 12
over_variants = pytest.mark.parametrize(("game", "seats", "options"), ALL, ids=named)


def play(env: Any, seed: int, choices: int, most: int = 400) -> list[Any]:
    """Moves, rewards and ends of a game played at random."""
    rng, told = np.random.default_rng(choices), []
    env.reset(seed=seed)
    for agent in env.agent_iter(most):
        seen, reward, over, cut, _ = env.last()
        action = None if over or cut else int(rng.choice(np.flatnonzero(seen["action_mask"])))
        told.append((agent, action, reward, over, seen["observation"].tobytes()))
        env.step(action)
    return told


@over_variants
def test_the_library_s_own_tests_pass(game: str, seats: int | None, options: dict[str, Any]) -> None:
    with warnings.catch_warnings(record=True) as told:
        warnings.simplefilter("always")
        api_test(pettingzoo.env(game, seats=seats, options=options), num_cycles=CYCLES)
        seed_test(lambda: pettingzoo.env(game, seats=seats, options=options), num_cycles=CYCLES)
    assert [str(warning.message) for warning in told if not str(warning.message).startswith(EXPECTED)] == []


def test_the_library_s_test_of_drawing_passes(capsys: pytest.CaptureFixture[str]) -> None:
    render_test(partial(pettingzoo.env, "konane"))
    assert "1" in capsys.readouterr().out


def test_a_game_is_cut_off_after_as_many_moves_as_were_asked_for() -> None:
    env = pettingzoo.env("minelfield", max_moves=4)
    told = play(env, 3, choices=1)
    assert sum(action is not None for _, action, *_ in told) == 4
    assert all(env.unwrapped.truncations.values())
    assert not any(reward or over for _, _, reward, over, _ in told)


@pytest.mark.parametrize(("game", "seats"), [("minelfield", 2), ("samarra", 2), ("liars", 3), ("sprawl", 4)])
def test_a_whole_game_goes_by_the_rules(game: str, seats: int) -> None:
    """Who decides, what is legal and seen, and the scores, are those of the engine."""
    env = pettingzoo.raw_env(game, seats)
    env.reset(seed=5)
    rng = np.random.default_rng(5)
    while not all(env.terminations.values()):
        seen = env.observe(env.agent_selection)
        engine, state = env.play.engine, env.play.batch.states
        survey = engine.survey(state)
        assert env.agent_selection == f"seat_{survey.actor}"
        assert tuple(np.flatnonzero(seen["action_mask"])) == survey.moves
        assert np.array_equal(seen["observation"], engine.observed(state, survey.actor))
        for other in env.agents:
            assert other == env.agent_selection or not env.observe(other)["action_mask"].any()
        env.step(rng.choice(survey.moves))
    assert sum(env.rewards.values()) == pytest.approx(0)
    assert tuple(env.infos[agent]["score"] for agent in env.agents) == env.play.match.outcome.scores
    assert env.infos["seat_0"]["reason"] == env.play.match.outcome.reason


@pytest.mark.parametrize("game", ["samarra", "liars"])
def test_what_an_agent_sees_tells_no_secret(game: str) -> None:
    """States that it cannot tell apart give it the same observation, mask included."""
    env = pettingzoo.raw_env(game)
    env.reset(seed=2)
    state, engine, rng = env.play.batch.states, env.play.engine, seeded(3)
    told = 0
    for _ in range(15):
        for seat, agent in enumerate(env.possible_agents):
            real, seen = state.copy(), env.observe(agent)
            state[:] = engine.redealt(engine.concealed(state, seat), seat, rng)
            told += state.tobytes() != real.tobytes()
            other = env.observe(agent)
            assert other["observation"].tobytes() == seen["observation"].tobytes()
            assert other["action_mask"].tobytes() == seen["action_mask"].tobytes()
            state[:] = real
        env.step(env.play.draw())
    assert told > 5


def test_a_game_follows_from_its_seed_and_the_moves_whatever_other_environments_do() -> None:
    alone = play(pettingzoo.env("minelfield"), 3, choices=1)
    one, two = pettingzoo.env("minelfield"), pettingzoo.env("minelfield")
    one.reset(seed=3)
    other = play(two, 4, choices=1)
    assert play(one, 3, choices=1) == alone
    assert other != alone


def test_a_series_of_games_follows_from_the_seed_of_the_first() -> None:
    env = pettingzoo.env("minelfield")
    series = [play(env, 3, choices=1), play(env, None, choices=1), play(env, None, choices=1)]
    assert [play(env, 3, choices=1), play(env, None, choices=1), play(env, None, choices=1)] == series
    assert series[0] != series[1]


def test_rewards_of_many_seats_add_up_to_nothing_and_the_winner_has_one() -> None:
    env = pettingzoo.env("sprawl", seats=5)
    told = play(env, 1, choices=1, most=5_000)
    ends = [reward for _, _, reward, over, _ in told if over]
    assert len(ends) == 5
    assert sum(ends) == pytest.approx(0)
    assert max(ends) <= 1
    assert min(ends) == pytest.approx(-0.25)


def test_an_illegal_move_loses_with_the_wrappers_and_is_refused_without() -> None:
    env = pettingzoo.env("konane")
    env.reset(seed=1)
    illegal = int(np.flatnonzero(env.observe("seat_0")["action_mask"] == 0)[0])
    with warnings.catch_warnings():
        warnings.simplefilter("ignore")
        env.step(illegal)
    assert all(env.unwrapped.terminations.values())
    assert env.unwrapped.rewards["seat_0"] == -1
    bare = pettingzoo.raw_env("konane")
    bare.reset(seed=1)
    before = bare.play.batch.states.tobytes()
    with pytest.raises(tablier.IllegalMove):
        bare.step(illegal)
    assert bare.play.batch.states.tobytes() == before


def test_a_position_is_drawn_as_text_and_in_pixels() -> None:
    env = pettingzoo.env("minelfield", render_mode="ansi")
    env.reset(seed=3)
    assert "(□)" in env.render()
    env = pettingzoo.env("konane", render_mode="rgb_array")
    env.reset(seed=3)
    drawn = env.render()
    assert drawn.dtype == np.uint8
    assert drawn.shape[2] == 3
    assert drawn.std() > 10
    with pytest.raises(tablier.BadOption, match="human, ansi, rgb_array"):
        pettingzoo.env("konane", render_mode="pixels")


def test_an_environment_can_be_sent_to_another_process() -> None:
    env = pickle.loads(pickle.dumps(pettingzoo.raw_env("sprawl", 4, {"coup": True})))
    assert len(env.possible_agents) == 4
    assert env.play.engine.options["coup"] is True
