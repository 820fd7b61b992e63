"""Tablier's games for PettingZoo: ``env("minelfield")`` is an AEC environment in which one agent after another decides.

Agents are called ``seat_0``, ``seat_1``, … An observation is ``{"observation": planes, "action_mask": …}``, an action
the code of a move. Dice and cards are drawn by the environment, from the seed that ``reset`` was given. Rewards come
at the end and add up to 0.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

import numpy as np

from tablier.adapters.extras import lacking
from tablier.adapters.playing import DRAWINGS, SEEDS, Play, values
from tablier.core.contract import NOBODY
from tablier.core.engine import Outcome

try:
    from gymnasium import spaces
    from gymnasium.utils import EzPickle
    from pettingzoo import AECEnv
    from pettingzoo.utils.wrappers import AssertOutOfBoundsWrapper, OrderEnforcingWrapper, TerminateIllegalWrapper
except ModuleNotFoundError as error:
    raise lacking(error, "pettingzoo") from None

ILLEGAL_REWARD = -1.0
PICTURES_PER_SECOND = 2


def env(
    game: str,
    *,
    seats: int | None = None,
    options: Mapping[str, Any] | None = None,
    render_mode: str | None = None,
    max_moves: int | None = None,
) -> Any:
    """The environment with PettingZoo's usual wrappers: an illegal move loses the game at once, for -1."""
    bare = raw_env(game, seats, options, render_mode, max_moves)
    wrapped = TerminateIllegalWrapper(bare, illegal_reward=ILLEGAL_REWARD)
    return OrderEnforcingWrapper(AssertOutOfBoundsWrapper(wrapped))


class SeatsEnv(AECEnv, EzPickle):  # type: ignore[misc]
    """The environment without wrappers: an illegal move is refused, and nothing is done.

    ``reset`` without a seed goes on with the generator of the last one, so a whole series of games follows from the
    seed of its first. At the end ``infos`` has the scores and the reason, one word of the game's rules. A game that is
    not over after ``max_moves`` decisions of agents is truncated.
    """

    def __init__(
        self,
        game: str,
        seats: int | None = None,
        options: Mapping[str, Any] | None = None,
        render_mode: str | None = None,
        max_moves: int | None = None,
    ) -> None:
        EzPickle.__init__(self, game, seats, options, render_mode, max_moves)
        super().__init__()
        self.play = Play(game, seats, options, render_mode)
        self.render_mode, self.max_moves = render_mode, max_moves
        self.metadata = {
            "name": f"tablier_{game}_v{self.play.engine.game.version}",
            "render_modes": list(DRAWINGS),
            "render_fps": PICTURES_PER_SECOND,
            "is_parallelizable": False,
        }
        self.possible_agents = [f"seat_{seat}" for seat in range(self.play.seats)]
        self.agents: list[str] = []
        self.seeds = np.random.default_rng()
        self._make_spaces()

    def _make_spaces(self) -> None:
        """What agents see and do, the same for all."""
        planes = spaces.Box(-np.inf, np.inf, self.play.shape, np.float32)
        mask = spaces.Box(0, 1, (self.play.actions,), np.int8)
        self.observation_spaces = {
            agent: spaces.Dict({"observation": planes, "action_mask": mask}) for agent in self.possible_agents
        }
        self.action_spaces = {agent: spaces.Discrete(self.play.actions) for agent in self.possible_agents}

    def observation_space(self, agent: str) -> Any:
        """What an agent sees, as a space."""
        return self.observation_spaces[agent]

    def action_space(self, agent: str) -> Any:
        """What an agent does, as a space."""
        return self.action_spaces[agent]

    def reset(self, seed: int | None = None, options: dict[str, Any] | None = None) -> None:
        """Begin a game; the variant was chosen when the environment was made."""
        if seed is not None:
            self.seeds = np.random.default_rng(seed)
        self.play.begin(int(self.seeds.integers(SEEDS)))
        self.agents, self.moves_made = list(self.possible_agents), 0
        self.rewards = dict.fromkeys(self.agents, 0.0)
        self._cumulative_rewards = dict.fromkeys(self.agents, 0.0)
        self.terminations = dict.fromkeys(self.agents, False)
        self.truncations = dict.fromkeys(self.agents, False)
        self.infos: dict[str, dict[str, Any]] = {agent: {} for agent in self.agents}
        self.agent_selection = self.possible_agents[self.play.actor]
        self.play.show()

    def observe(self, agent: str) -> dict[str, Any]:
        """What an agent sees now, and what it may do, which is nothing unless it decides."""
        seat = self.possible_agents.index(agent)
        return {"observation": self.play.observe(seat), "action_mask": self.play.mask(seat)}

    def step(self, action: Any) -> None:
        """Make the move of the agent that decides."""
        if self.terminations[self.agent_selection] or self.truncations[self.agent_selection]:
            self._was_dead_step(action)
            return
        self.play.play(int(action))
        self._cumulative_rewards[self.agent_selection] = 0.0
        self.moves_made += 1
        outcome = self.play.outcome
        if outcome:
            self._finish(outcome)
        elif self.moves_made == self.max_moves:
            self.truncations = dict.fromkeys(self.agents, True)
        if self.play.actor != NOBODY:
            self.agent_selection = self.possible_agents[self.play.actor]
        self._accumulate_rewards()
        self.play.show()

    def _finish(self, outcome: Outcome) -> None:
        """Tell all agents how the game ended."""
        self.terminations = dict.fromkeys(self.agents, True)
        for agent, score, value in zip(self.agents, outcome.scores, values(outcome.scores), strict=True):
            self.rewards[agent] = value
            self.infos[agent] = {"score": score, "reason": outcome.reason}

    def render(self) -> Any:
        """The whole position, with nothing hidden: a text, or pixels; printed for ``human``."""
        return self.play.drawn()

    def close(self) -> None:
        """There is nothing to close."""


raw_env = SeatsEnv
