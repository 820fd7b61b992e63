"""Tablier's games for OpenSpiel: importing this registers each as ``tablier_KEY``, with its seats and options.

    pyspiel.load_game("tablier_samarra(board=SSS/.../BBB,turn_limit=4)")

The number of seats is the parameter ``players``, all options are parameters by their names; a board of one's own that
is data is given as JSON. Actions are the codes of moves, and chance's are nodes of their own. In a game with secrets
information states are of perfect recall; in others the information state is the history.
"""

from __future__ import annotations

import json
from collections.abc import Callable, Mapping
from types import new_class
from typing import Any

import numpy as np

from tablier.adapters.extras import lacking
from tablier.adapters.moments import CODE_BITS, DIGEST, Moment, engine_of
from tablier.adapters.playing import SEEDS, least_value, values
from tablier.core.contract import EVERYONE, NOBODY, SPECTATOR
from tablier.core.engine import Engine
from tablier.core.errors import Error, NotNow
from tablier.core.game import Game
from tablier.core.options import checked
from tablier.core.registry import keys, load

try:
    import pyspiel
except ModuleNotFoundError as error:
    raise lacking(error, "openspiel") from None

PREFIX = "tablier_"
PLAYERS = "players"
LONGEST_GAME = 100_000  # decisions; no game of any variant lasts so long
ROWS = 32  # moves in the tensor of an information state
REGISTERED: set[str] = set()
Perspective = pyspiel.PrivateInfoType
VIEWPOINTS = {Perspective.NONE: SPECTATOR, Perspective.ALL_PLAYERS: EVERYONE}


def game_type(game: Game, rolls: bool) -> Any:
    """What OpenSpiel is told of a game; ``rolls``: dice or cards decide something."""
    modes = pyspiel.GameType.ChanceMode
    information = pyspiel.GameType.Information
    return pyspiel.GameType(
        short_name=PREFIX + game.key,
        long_name=f"Tablier: {game.key}",
        dynamics=pyspiel.GameType.Dynamics.SEQUENTIAL,
        chance_mode=modes.EXPLICIT_STOCHASTIC if rolls else modes.DETERMINISTIC,
        information=information.IMPERFECT_INFORMATION if game.hidden else information.PERFECT_INFORMATION,
        utility=pyspiel.GameType.Utility.ZERO_SUM,
        reward_model=pyspiel.GameType.RewardModel.TERMINAL,
        max_num_players=max(game.seats),
        min_num_players=min(game.seats),
        provides_information_state_string=True,
        provides_information_state_tensor=game.hidden,
        provides_observation_string=True,
        provides_observation_tensor=True,
        parameter_specification={PLAYERS: min(game.seats), **{row.name: row.default for row in game.options.TABLE}},
    )


def game_info(engine: Engine) -> Any:
    """The numbers of a variant."""
    actions = int(engine.game.tensors.ACTIONS)
    return pyspiel.GameInfo(
        num_distinct_actions=actions,
        max_chance_outcomes=actions if engine.game.rolls(engine.options) else 0,
        num_players=engine.seats,
        min_utility=least_value(engine.seats),
        max_utility=1.0,
        utility_sum=0.0,
        max_game_length=LONGEST_GAME,
    )


def engine_for(key: str, parameters: Mapping[str, Any]) -> Engine:
    """The engine of the variant that some parameters describe."""
    game, given = load(key), dict(parameters)
    seats = given.pop(PLAYERS, min(game.seats))
    given = {name: read(value) for name, value in given.items()}
    return engine_of(key, seats, json.dumps(checked(game.table, given, seats)))


def read(value: Any) -> Any:
    """An option as it was given; data came as JSON."""
    return json.loads(value) if isinstance(value, str) and value.startswith("{") else value


class SpielGame(pyspiel.Game):  # type: ignore[misc]
    """A variant of a game, as OpenSpiel has it; each game has a class of its own, made when it is registered."""

    key = ""

    def __init__(self, params: Mapping[str, Any] | None = None) -> None:
        engine = engine_for(self.key, params or {})
        rolls = engine.game.rolls(engine.options)
        super().__init__(game_type(engine.game, rolls), game_info(engine), dict(params or {}))
        self.first = Moment.first(engine)

    def __reduce__(self) -> tuple[Any, ...]:
        return again, (self.key, dict(self.get_parameters()))

    def new_initial_state(self) -> SpielState:
        """The start of a game."""
        return SpielState(self)

    def max_chance_nodes_in_history(self) -> int:
        """No game has more; 0 where nothing is left to chance."""
        return LONGEST_GAME if self.get_type().chance_mode != pyspiel.GameType.ChanceMode.DETERMINISTIC else 0

    def make_py_observer(self, iig_obs_type: Any = None, params: Any = None) -> SpielObserver:
        """Whoever looks at states; without a type, at what a seat sees now."""
        return SpielObserver(self.first.engine, iig_obs_type or pyspiel.IIGObservationType(perfect_recall=False))


def again(key: str, parameters: Mapping[str, Any]) -> Any:
    """A game that was pickled, also in a process that has not registered it."""
    register(key)
    return pyspiel.load_game(PREFIX + key, dict(parameters))


class SpielState(pyspiel.State):  # type: ignore[misc]
    """A moment of a game, as OpenSpiel has it."""

    def __init__(self, game: SpielGame) -> None:
        super().__init__(game)
        self.moment = game.first

    def current_player(self) -> int:
        """Who decides."""
        actor = self.moment.survey.actor
        return int(pyspiel.PlayerId.TERMINAL) if actor == NOBODY else actor

    def _legal_actions(self, player: int) -> list[int]:
        return list(self.moment.survey.moves)

    def chance_outcomes(self) -> list[tuple[int, float]]:
        """What dice or cards can give, and how likely each is."""
        survey = self.moment.survey
        total = sum(survey.weights)
        return [(move, weight / total) for move, weight in zip(survey.moves, survey.weights, strict=True)]

    def _apply_action(self, action: int) -> None:
        self.moment = self.moment.after(action)

    def _action_to_string(self, player: int, action: int) -> str:
        return self.moment.written(action)

    def is_terminal(self) -> bool:
        """Whether the game is over."""
        return self.moment.survey.actor == NOBODY

    def returns(self) -> list[float]:
        """What each seat has won, once the game is over."""
        return values(self.moment.scores) if self.is_terminal() else [0.0] * self.moment.engine.seats

    def resample_from_infostate(self, player: int, sampler: Callable[[], float]) -> SpielState:
        """A state that a seat takes for possible, with its information state; for searches with secrets."""
        other = self.clone()
        other.moment = self.moment.redealt(player, int(sampler() * SEEDS))
        return other  # type: ignore[no-any-return]

    def __str__(self) -> str:
        return self.moment.viewed(EVERYONE)


class SpielObserver:
    """Looks at states for a seat, a spectator or somebody who sees everything: now, or with all that a seat remembers.

    The tensor of what is seen now is the planes that the game's ``observe`` fills in. That of an information state has
    besides the last moves as the seat saw them, and a digest of all that it has seen in order.
    """

    def __init__(self, engine: Engine, wanted: Any) -> None:
        self.recalls, self.is_hidden = wanted.perfect_recall, engine.game.hidden
        self.private = wanted.private_info
        if not wanted.public_info or (self.recalls and self.is_hidden and self.private in VIEWPOINTS):
            raise NotNow("core.adapter.observer")
        self.dict: dict[str, Any] = {"planes": np.zeros(engine.game.tensors.PLANES, np.float32)}
        if self.recalls and self.is_hidden:
            self.dict["moves"] = np.zeros((ROWS, engine.seats + 1 + CODE_BITS), np.float32)
            self.dict["digest"] = np.zeros(8 * DIGEST, np.float32)
        self._join()

    def _join(self) -> None:
        """Make the parts views of one flat tensor; the history of a game without secrets is a string alone."""
        self.tensor: Any = None
        if self.recalls and not self.is_hidden:
            self.dict = {}
            return
        self.tensor = np.zeros(sum(part.size for part in self.dict.values()), np.float32)
        first = 0
        for name, part in self.dict.items():
            self.dict[name] = self.tensor[first : first + part.size].reshape(part.shape)
            first += part.size

    def set_from(self, state: SpielState, player: int) -> None:
        """Fill in the tensor."""
        moment, viewpoint = state.moment, VIEWPOINTS.get(self.private, player)
        if "planes" in self.dict:
            self.dict["planes"][:] = moment.engine.observed(moment.state, viewpoint)
        if "moves" in self.dict:
            self.dict["moves"][:] = moment.rows_recalled(player, ROWS)
            self.dict["digest"][:] = moment.bits_recalled(player)

    def string_from(self, state: SpielState, player: int) -> str:
        """The same as text, which says it exactly."""
        if not self.recalls:
            return state.moment.viewed(VIEWPOINTS.get(self.private, player))
        return state.moment.recalled(player) if self.is_hidden else f"{player} | {state.history_str()}"


def register(key: str) -> None:
    """Make a game known to OpenSpiel; nothing happens if it is.

    OpenSpiel lets go of what makes its games when Python has ended already: a class survives that, a function does not.
    """
    if key not in REGISTERED:
        game = load(key)
        made = new_class(PREFIX + key, (SpielGame,), exec_body=lambda names: names.update(key=key))
        pyspiel.register_game(game_type(game, game.has_chance), made)
        REGISTERED.add(key)


def register_all() -> None:
    """Make all games known that can be loaded; those of other packages that are broken are left out."""
    for key in keys():
        try:
            register(key)
        except Error:
            continue


register_all()
