"""Tablier's games for Gymnasium: ``env("samarra", seat=0, level=3)`` is one seat against bots, or against chance.

An observation is the planes that the seat sees, an action the code of a move; ``info["action_mask"]`` says which codes
are legal. The others, and dice and cards, have decided when it is the seat's turn again. The reward comes at the end:
1 for a sole win, -1 for a defeat with two seats, 0 for a draw; an illegal action loses the game at once.

``register`` makes all games known to ``gymnasium.make`` as ``tablier/KEY-v1``.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

import numpy as np

from tablier.adapters.extras import lacking
from tablier.adapters.playing import DRAWINGS, SEEDS, Play, values
from tablier.bots.bot import Bot
from tablier.core.contract import NOBODY
from tablier.core.errors import BadOption
from tablier.core.records import Array
from tablier.core.registry import keys

try:
    import gymnasium
except ModuleNotFoundError as error:
    raise lacking(error, "gymnasium") from None

PICTURES_PER_SECOND = 2
NAMESPACE = "tablier"


class OneSeatEnv(gymnasium.Env[Array, Any]):
    """One seat of a game; the others are bots of a ``level``, or draw their moves without one.

    ``reset`` without a seed goes on with the generator of the last one. At the end ``info`` has the scores of all seats
    and the reason, one word of the game's rules; after an illegal action it has ``illegal`` instead.
    """

    metadata = {"render_modes": list(DRAWINGS), "render_fps": PICTURES_PER_SECOND}  # noqa: RUF012

    def __init__(
        self,
        game: str,
        seat: int = 0,
        level: int | None = None,
        seats: int | None = None,
        options: Mapping[str, Any] | None = None,
        render_mode: str | None = None,
    ) -> None:
        self.play = Play(game, seats, options, render_mode)
        if type(seat) is not int or not 0 <= seat < self.play.seats:
            raise BadOption("core.adapter.seat", given=repr(seat), last=self.play.seats - 1)
        self.seat, self.render_mode = seat, render_mode
        self.bot = None if level is None else Bot(game, level=level, seed=0)
        self.observation_space = gymnasium.spaces.Box(-np.inf, np.inf, self.play.shape, np.float32)
        self.action_space = gymnasium.spaces.Discrete(self.play.actions)

    def reset(self, *, seed: int | None = None, options: dict[str, Any] | None = None) -> tuple[Array, dict[str, Any]]:
        """Begin a game that lasts until the seat decides; the variant was chosen when the environment was made."""
        super().reset(seed=seed)
        self.play.begin(self._seed())
        self._await_turn()
        while self.play.actor == NOBODY:
            self.play.begin(self._seed())
            self._await_turn()
        self.play.show()
        return self.play.observe(self.seat), self._info()

    def _seed(self) -> int:
        """Another seed."""
        return int(self.np_random.integers(SEEDS))

    def step(self, action: Any) -> tuple[Array, float, bool, bool, dict[str, Any]]:
        """Make the seat's move, and those of the others up to its next turn or the end."""
        code = int(action)
        if self.play.actor == NOBODY or not self.play.is_legal(code):
            lost = -1.0 if self.play.actor != NOBODY else 0.0
            return self.play.observe(self.seat), lost, True, False, {**self._info(), "illegal": True}
        self.play.play(code)
        self._await_turn()
        self.play.show()
        outcome = self.play.outcome
        reward = values(outcome.scores)[self.seat] if outcome else 0.0
        return self.play.observe(self.seat), reward, outcome is not None, False, self._info()

    def _await_turn(self) -> None:
        """Let the others decide until the seat does, or the game is over."""
        while self.play.actor not in (self.seat, NOBODY):
            self.play.play(self.play.draw() if self.bot is None else self._choice(self.bot))

    def _choice(self, bot: Bot) -> int:
        """What a bot decides, from what its seat knows; another seed each time, since it is asked anew."""
        bot.seed = self._seed()
        match = self.play.match
        return self.play.code_of(match, bot.choose(match))

    def _info(self) -> dict[str, Any]:
        """What is legal, and how it ended."""
        outcome = self.play.outcome
        ended = {"scores": outcome.scores, "reason": outcome.reason} if outcome else {}
        return {"action_mask": self.play.mask(self.seat), **ended}

    def render(self) -> Any:
        """The whole position, with nothing hidden: a text, or pixels; printed for ``human``."""
        return self.play.drawn()


def env(game: str, **given: Any) -> OneSeatEnv:
    """One seat of a game: ``seat``, ``level``, ``seats``, ``options``, ``render_mode`` as ``OneSeatEnv`` takes them."""
    return OneSeatEnv(game, **given)


def register() -> None:
    """Make all games known to ``gymnasium.make``, with the same arguments."""
    for key in keys():
        name = f"{NAMESPACE}/{key}-v1"
        if name not in gymnasium.registry:
            gymnasium.register(name, entry_point=f"{__name__}:OneSeatEnv", kwargs={"game": key})
