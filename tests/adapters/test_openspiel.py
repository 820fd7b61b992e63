"""Games registered with OpenSpiel pass its own checks, its algorithms run on them, and no state tells a secret."""

import json
from collections.abc import Iterator
from typing import Any

import numpy as np
import pyspiel
import pytest
from open_spiel.python import policy, rl_environment
from open_spiel.python.algorithms import (
    cfr,
    exploitability,
    external_sampling_mccfr,
    ismcts,
    mcts,
    outcome_sampling_mccfr,
)
from open_spiel.python.observation import make_observation
from open_spiel.python.tests import games_sim_test

import tablier
from tablier.adapters import openspiel
from tablier.core.contract import CHANCE, NOBODY
from tests.adapters.conftest import EXAMPLES
from tests.adapters.variants import ALL, named

SMALL = "tablier_samarra(board=SSS/BBB,turn_limit=3)"
over_variants = pytest.mark.parametrize(("game", "seats", "options"), ALL, ids=named)


@pytest.fixture(autouse=True, scope="module")
def registered(examples: None) -> None:
    """The examples, beside all games."""
    for key in EXAMPLES:
        openspiel.register(key)


def loaded(game: str, seats: int | None, options: dict[str, Any]) -> Any:
    return pyspiel.load_game(f"tablier_{game}", options | ({"players": seats} if seats else {}))


@over_variants
def test_the_library_s_own_simulations_pass(
    game: str, seats: int | None, options: dict[str, Any], capfd: pytest.CaptureFixture[str]
) -> None:
    np.random.seed(1)
    found = loaded(game, seats, options)
    pyspiel.random_sim_test(found, num_sims=1, serialize=True, verbose=False)
    games_sim_test.GamesSimTest().sim_game(found)
    assert capfd.readouterr().out


def test_a_game_has_the_parameters_and_facts_that_are_declared() -> None:
    kinds = {kind.short_name: kind for kind in pyspiel.registered_games()}
    assert {f"tablier_{key}" for key in tablier.games()} <= kinds.keys()
    samarra, sprawl = kinds["tablier_samarra"], kinds["tablier_sprawl"]
    assert samarra.information == pyspiel.GameType.Information.IMPERFECT_INFORMATION
    assert (sprawl.min_num_players, sprawl.max_num_players) == (3, 8)
    modes = pyspiel.GameType.ChanceMode
    assert loaded("sprawl", 3, {}).get_type().chance_mode == modes.DETERMINISTIC
    assert loaded("sprawl", 3, {"coup": True}).get_type().chance_mode == modes.EXPLICIT_STOCHASTIC


def test_a_board_of_one_s_own_is_drawn_or_given_as_json() -> None:
    board = {"side": 3, "green": ["a1", "e3"], "red": []}
    state = loaded("minelfield", None, {"board": json.dumps(board)}).new_initial_state()
    assert state.moment.engine.options["board"] == board
    assert pyspiel.load_game(SMALL).new_initial_state().moment.engine.options["board"] == "SSS/BBB"
    with pytest.raises(tablier.BadOption):
        loaded("samarra", None, {"board": "nowhere"})


@pytest.mark.parametrize("game", ["minelfield", "samarra", "liars"])
def test_a_whole_game_goes_as_a_match_does(game: str) -> None:
    state, match, rng = loaded(game, None, {}).new_initial_state(), tablier.Match(game), np.random.default_rng(1)
    while not state.is_terminal():
        survey = match._survey
        assert state.current_player() == survey.actor
        assert tuple(state.legal_actions()) == survey.moves
        assert [state.action_to_string(action) for action in state.legal_actions()] == match.legal()
        if survey.actor == CHANCE:
            odds = np.array(survey.weights) / sum(survey.weights)
            assert [odd for _, odd in state.chance_outcomes()] == pytest.approx(odds)
        else:
            planes = match.engine.observed(match.state, survey.actor)
            assert np.array_equal(state.observation_tensor(), planes.ravel())
        action = int(rng.choice(survey.moves))
        match.play(match.legal()[survey.moves.index(action)])
        state.apply_action(action)
    assert state.returns() == [2 * score - 1 for score in match.outcome.scores]


# Secrets


def tree(state: Any, keys: tuple[tuple[Any, ...], ...]) -> Iterator[tuple[Any, tuple[tuple[Any, ...], ...]]]:
    """All states of a game that are not its end, each with all that every seat has seen and done, by definition."""
    moment = state.moment
    if moment.survey.actor == NOBODY:
        return
    keys = tuple(
        (*key, moment.engine.concealed(moment.state, seat).tobytes(), moment.survey.actor)
        for seat, key in enumerate(keys)
    )
    yield state, keys
    for action in state.legal_actions():
        done = tuple((*key, action) if seat == moment.survey.actor else key for seat, key in enumerate(keys))
        yield from tree(state.child(action), done)


def test_states_look_alike_exactly_if_the_seat_has_seen_and_done_the_same() -> None:
    """In a whole tree: what cannot be told apart has the same bytes, and what once could be is never confused."""
    strings: dict[Any, str] = {}
    tensors: dict[Any, bytes] = {}
    seen: dict[Any, tuple[str, bytes]] = {}
    reached = 0
    for state, keys in tree(pyspiel.load_game(SMALL).new_initial_state(), ((), ())):
        for seat, key in enumerate(keys):
            reached += 1
            assert strings.setdefault((seat, key), state.information_state_string(seat))
            assert strings[seat, key] == state.information_state_string(seat)
            tensor = np.array(state.information_state_tensor(seat)).tobytes()
            assert tensors.setdefault((seat, key), tensor) == tensor
            now = seat, key[-2]
            look = state.observation_string(seat), np.array(state.observation_tensor(seat)).tobytes()
            assert seen.setdefault(now, look) == look
    assert len(strings) < reached
    assert len(set(strings.values())) == len(strings)
    assert len({(seat, bytes_) for (seat, _), bytes_ in tensors.items()}) == len(tensors)


def test_recall_is_perfect() -> None:
    """An information state is reached by one own decision from one earlier information state, whatever the secrets."""
    before: dict[str, tuple[str, int]] = {}
    stack: list[tuple[Any, list[tuple[str, int]]]] = [(pyspiel.load_game(SMALL).new_initial_state(), [("", -1)] * 2)]
    while stack:
        state, last = stack.pop()
        if state.is_terminal():
            continue
        seat = state.current_player()
        here = state.information_state_string()
        assert before.setdefault(here, last[seat]) == last[seat]
        for action in state.legal_actions():
            stack.append((state.child(action), [(here, action) if n == seat else last[n] for n in range(2)]))
    assert len(before) > 300


def test_the_dice_of_others_are_in_no_state_of_a_seat() -> None:
    """The same game with other dice under the other cups, up to the first doubt."""
    rng = np.random.default_rng(4)
    one, two = (loaded("liars", 3, {}).new_initial_state() for _ in range(2))
    thrown = 0
    while one.is_chance_node():
        seat = int(one.moment.state[0].turn)
        faces = rng.choice(one.legal_actions(), 2)
        thrown += int(seat != 1 and faces[0] != faces[1])
        one.apply_action(faces[0])
        two.apply_action(faces[0] if seat == 1 else faces[1])
        assert looks(one, 1) == looks(two, 1)
    assert thrown > 5
    for _ in range(3):
        bid = one.legal_actions()[0]
        one.apply_action(bid)
        two.apply_action(bid)
        assert looks(one, 1) == looks(two, 1)
        assert looks(one, 0) != looks(two, 0)


def looks(state: Any, seat: int) -> list[Any]:
    """All that OpenSpiel gives a seat to see."""
    return [
        state.information_state_string(seat), state.information_state_tensor(seat), state.observation_string(seat),
        state.observation_tensor(seat),
    ]  # fmt: skip


def test_a_spectator_sees_no_secret_and_an_arbiter_all_of_them() -> None:
    game = pyspiel.load_game(SMALL)
    one, two = game.new_initial_state(), game.new_initial_state()
    for state, own in ((one, 0), (two, 1)):
        state.apply_action(state.legal_actions()[own])
        state.apply_action(state.legal_actions()[0])
    told = {}
    for private in (pyspiel.PrivateInfoType.NONE, pyspiel.PrivateInfoType.ALL_PLAYERS):
        observation = make_observation(game, pyspiel.IIGObservationType(perfect_recall=False, private_info=private))
        looked = []
        for state in (one, two):
            observation.set_from(state, 0)
            looked.append((observation.tensor.tobytes(), observation.string_from(state, 0)))
        told[private] = looked[0] == looked[1]
    assert list(told.values()) == [True, False]
    with pytest.raises(tablier.NotNow, match="spectator"):
        game.make_py_observer(
            pyspiel.IIGObservationType(perfect_recall=True, private_info=pyspiel.PrivateInfoType.NONE)
        )


# Algorithms


def test_regrets_that_are_minimised_make_play_less_exploitable() -> None:
    game = pyspiel.load_game("tablier_samarra(board=SSS/BBB,turn_limit=2)")
    solver = cfr.CFRSolver(game)
    start = exploitability.nash_conv(game, solver.average_policy())
    for _ in range(8):
        solver.evaluate_and_update_policy()
    assert exploitability.nash_conv(game, solver.average_policy()) < start / 3


def test_regrets_can_be_sampled() -> None:
    game = pyspiel.load_game(SMALL)
    np.random.seed(1)
    start = exploitability.nash_conv(game, policy.UniformRandomPolicy(game))
    for kind, times in (
        (external_sampling_mccfr.ExternalSamplingSolver, 100),
        (outcome_sampling_mccfr.OutcomeSamplingSolver, 2_000),
    ):
        solver = kind(game)
        for _ in range(times):
            solver.iteration()
        assert exploitability.nash_conv(game, solver.average_policy()) < start


def test_tree_search_beats_chance_where_dice_fall() -> None:
    game, rng = loaded("minelfield", None, {"board": "small"}), np.random.RandomState(2)
    evaluator = mcts.RandomRolloutEvaluator(1, rng)
    bot = mcts.MCTSBot(game, 1.4, 12, evaluator, random_state=rng)
    state = game.new_initial_state()
    while not state.is_terminal():
        if state.is_chance_node():
            moves, odds = zip(*state.chance_outcomes(), strict=True)
            state.apply_action(int(rng.choice(moves, p=odds)))
        else:
            state.apply_action(bot.step(state) if state.current_player() == 0 else rng.choice(state.legal_actions()))
    assert state.returns() == [1, -1]


def test_tree_search_with_secrets_redeals_what_the_seat_cannot_know() -> None:
    game, rng = loaded("samarra", None, {}), np.random.RandomState(2)
    bot = ismcts.ISMCTSBot(game, mcts.RandomRolloutEvaluator(1, rng), 1.4, 20, random_state=rng)
    state = game.new_initial_state()
    for _ in range(6):
        state.apply_action(bot.step(state))
    seat = state.current_player()
    others = [state.resample_from_infostate(seat, rng.random) for _ in range(30)]
    assert {looks(other, seat)[0] for other in others} == {state.information_state_string(seat)}
    assert all(looks(other, seat) == looks(state, seat) for other in others[:5])
    assert len({str(other) for other in others}) > 1


def test_the_environment_for_learners_runs() -> None:
    env = rl_environment.Environment(pyspiel.load_game(SMALL), seed=3)
    step, rng = env.reset(), np.random.default_rng(3)
    while not step.last():
        seat = step.observations["current_player"]
        assert len(step.observations["info_state"][seat]) == env.observation_spec()["info_state"][0]
        step = env.step([rng.choice(step.observations["legal_actions"][seat])])
    assert sum(step.rewards) == pytest.approx(0)
