"""Rehearsing a game: each of its kernels is called once, so that it is compiled, or loaded from the cache, beforehand.

A rehearsal has steps, and each can be done by itself, in any process: in one that compiles, then in those that play.
"""

from collections.abc import Callable
from functools import cache
from typing import NamedTuple

from tablier.bots import attention, judging, tree, wins
from tablier.bots.search import Search, strong_plan, strong_search
from tablier.core import kernels
from tablier.core.compile import compiling, keep_sources
from tablier.core.contract import CHANCE, SPECTATOR, UNSEEN
from tablier.core.engine import Engine
from tablier.core.match import Match
from tablier.core.networks import fitting
from tablier.core.random import seeded
from tablier.core.records import Bytes
from tablier.core.registry import load

SEED = 1


class Stage(NamedTuple):
    """A game at the first decision of a seat."""

    engine: Engine
    state: Bytes
    seat: int

    def search(self) -> Search:
        """A search from there."""
        known = self.engine.concealed(self.state, self.seat)
        return Search(self.engine, known, self.seat, strong_plan(self.engine.game), SEED)

    def judged(self) -> Search:
        """A search from there with the network that comes with the game."""
        return strong_search(self.engine, self.engine.concealed(self.state, self.seat), self.seat, SEED)

    def glance(self) -> list[int]:
        """How much each move strikes the eye."""
        known = self.engine.concealed(self.state, self.seat)
        return attention.strikes(self.engine, known, self.seat, UNSEEN, SEED)

    def move(self) -> int:
        """A legal move."""
        return self.engine.survey(self.state).moves[0]


class Step(NamedTuple):
    """One step: kernels that are compiled, all that are met if none is named, and what calls them."""

    kernels: tuple[Callable[..., object], ...]
    run: Callable[[Stage], object]


@cache
def stage(game: str) -> Stage:
    """The stage of a game with its usual options."""
    engine = Engine(load(game))
    keep_sources(engine.game)
    state = engine.start()
    while (actor := engine.actor(state)) == CHANCE:
        state = engine.after(state, engine.survey(state).moves[0])
    return Stage(engine, state, actor)


def look(stage: Stage) -> None:
    """Who decides, and what."""
    stage.engine.actor(stage.state)
    stage.engine.survey(stage.state)


def hide(stage: Stage) -> None:
    """What a spectator knows, and what may be behind it."""
    if stage.engine.game.hidden:
        known = stage.engine.concealed(stage.state, SPECTATOR)
        stage.engine.redealt(known, SPECTATOR, seeded(SEED))


def show(stage: Stage) -> None:
    """A position written, read and drawn, and a move told: what a game compiles for that on its own."""
    match = Match(stage.engine.game.key)
    while match.actor == "chance":
        match.roll()
    match.play(match.legal()[0])
    Match.from_position(match.position()).svg()
    match.log(None)


def judge(stage: Stage) -> None:
    """A search with a network, if the game has one; others than the usual options may have none."""
    if fitting(stage.engine):
        stage.judged().grow(1)


AT_ALL = {
    "search": Step((tree.search,), lambda stage: stage.search().grow(1)),
    "wins_now": Step((wins.wins_now,), lambda stage: stage.search().sure_win()),
}
"""What a bot needs before it can think at all."""
THINKING = AT_ALL | {
    "judge": Step((judging.judged_search,), judge),
    "gives_away": Step((wins.gives_away,), lambda stage: stage.search().refuted(stage.move(), 0)),
    "prove": Step((wins.prove,), lambda stage: stage.search().proved(stage.search().known, 1)),
}
"""What one needs that looks ahead for wins."""
PLAYING = {
    "glance": Step((attention.glance,), lambda stage: stage.glance()),
    "advance": Step((kernels.advance,), lambda stage: stage.engine.after(stage.state, stage.move())),
    "survey": Step((kernels.survey, kernels.who), look),
    "begin": Step((kernels.begin, kernels.judge), lambda stage: stage.engine.outcome(stage.engine.start())),
    "hide": Step((kernels.erase, kernels.deal), hide),
    "show": Step((), show),
}
"""What makes play quick that is possible without it, too: whatever is not compiled runs as plain Python."""
STEPS = THINKING | PLAYING


def rehearse(game: str, *steps: str) -> None:
    """Do some steps for a game, all of them if none is named."""
    for step in steps or STEPS:
        wanted, run = STEPS[step]
        with compiling(*wanted):
            run(stage(game))
