"""The environment for Gymnasium passes its checker, and is one seat of a game like any other."""

import gymnasium as library
import numpy as np
import pytest
from gymnasium.utils.env_checker import check_env

import tablier
from tablier.adapters import gymnasium
from tests.adapters.variants import ALL, named

pytestmark = pytest.mark.filterwarnings("ignore:.*A Box observation space m")  # numbers of games have no common bound


def play(env: gymnasium.OneSeatEnv, seed: int | None, choices: int = 1) -> list[object]:
    """What is seen, legal and won in a game played at random."""
    rng = np.random.default_rng(choices)
    seen, info = env.reset(seed=seed)
    told: list[object] = [seen.tobytes()]
    over = False
    while not over:
        seen, reward, over, cut, info = env.step(rng.choice(np.flatnonzero(info["action_mask"])))
        assert not cut
        told.append((seen.tobytes(), reward, info["action_mask"].tobytes(), info.get("scores"), info.get("reason")))
    return told


@pytest.mark.filterwarnings("ignore:.*render_mode")
@pytest.mark.parametrize(("game", "seats", "options"), [case for case in ALL if not case[2]], ids=named)
def test_the_library_s_own_checks_pass(game: str, seats: int | None, options: dict[str, object]) -> None:
    check_env(gymnasium.env(game, seats=seats, options=options), skip_render_check=True)


@pytest.mark.filterwarnings("ignore:.*render_mode")
def test_games_can_be_made_by_name() -> None:
    gymnasium.register()
    gymnasium.register()
    env = library.make("tablier/konane-v1", seat=1, level=1, render_mode="rgb_array")
    check_env(env.unwrapped)


def test_a_game_follows_from_its_seed() -> None:
    env, other = gymnasium.env("minelfield", seat=1, level=1), gymnasium.env("minelfield", seat=1, level=1)
    series = [play(env, 3), play(env, None)]
    assert [play(other, 3), play(other, None)] == series
    assert series[0] != series[1]
    assert play(other, 4) != series[0]


def test_the_seat_decides_whenever_it_is_asked_and_is_told_the_scores() -> None:
    env = gymnasium.env("sprawl", seat=2, seats=4)
    _, info = env.reset(seed=1)
    over, reward = False, 0.0
    while not over:
        assert env.play.actor == 2
        _, reward, over, _, info = env.step(np.flatnonzero(info["action_mask"])[0])
    assert sum(info["scores"]) == pytest.approx(1)
    assert reward == pytest.approx((4 * info["scores"][2] - 1) / 3)
    assert info["reason"] in env.play.engine.game.rules.REASONS


def test_a_bot_of_a_level_is_stronger_than_chance() -> None:
    won = [sum(play(gymnasium.env("konane", level=level), seed)[-1][1] for seed in range(12)) for level in (None, 2)]  # type: ignore[index]
    assert won[1] < won[0] - 6


def test_an_illegal_action_loses_at_once() -> None:
    env = gymnasium.env("konane")
    _, info = env.reset(seed=1)
    _, reward, over, _, info = env.step(np.flatnonzero(info["action_mask"] == 0)[0])
    assert (reward, over, info["illegal"]) == (-1.0, True, True)


def test_a_seat_that_there_is_not_is_refused() -> None:
    with pytest.raises(tablier.BadOption, match="0 to 1"):
        gymnasium.env("konane", seat=2)
