"""A bot: chooses moves for whoever's turn it is, from what that seat knows and nothing else."""

from __future__ import annotations

import random
import secrets
import time
from collections.abc import Callable, Mapping, Sequence
from concurrent.futures import ThreadPoolExecutor, wait
from dataclasses import dataclass, replace
from pathlib import Path

from tablier.bots.attention import overlooked
from tablier.bots.carrying import Carried, carried
from tablier.bots.levels import DEFAULT_LEVEL, FORESIGHT, LEVELS, Level
from tablier.bots.search import BASELINE, Search, plan, strong_plan
from tablier.core.contract import NOBODY
from tablier.core.engine import Engine
from tablier.core.errors import BadOption, NotNow
from tablier.core.game import Game
from tablier.core.match import Match
from tablier.core.networks import Network, fitting, read
from tablier.core.registry import load

KINDS = ("search", "uct", "random")
SECOND_THOUGHTS = 8  # moves looked at again before one is made
BASELINE_SECONDS = 1.0  # for plain UCT, if it is told nothing else
LOOK = 0.05  # seconds between two looks at whether several cores have decided
PIECE = 0.02  # seconds of thinking on, after which it is asked whether that is still wanted
MOST_THOUGHT = 1_000_000  # nodes of a tree that grows while others decide: 32 MB


@dataclass(frozen=True)
class Analysis:
    """What a search found: a value per seat, the moves with value and visits, best first, and the line it expects."""

    values: tuple[float, ...]
    moves: list[tuple[str, float, int]]
    line: list[str]
    simulations: int
    per_second: float


class Bot:
    """A player. ``kind`` is "search", "uct" (plain, as a baseline) or "random"; limits given override the level's.

    ``network`` judges positions where it fits, instead of playouts: by default what comes with the game, at the highest
    levels and where limits are given; another one, or that of a file, always; False: none.
    """

    def __init__(
        self,
        game: str,
        *,
        level: int | None = None,
        seconds: float | None = None,
        simulations: int | None = None,
        seed: int | None = None,
        cores: int = 1,
        kind: str = "search",
        network: Network | str | Path | bool = True,
    ) -> None:
        self.game = load(game)
        if kind not in KINDS:
            raise BadOption("core.bot.kind", given=repr(kind), kinds=list(KINDS))
        if level is not None and (type(level) is not int or level not in LEVELS):
            raise BadOption("core.bot.level", given=repr(level), last=max(LEVELS))
        for name, value in (("seconds", seconds), ("simulations", simulations), ("cores", cores)):
            if value is not None and (isinstance(value, bool) or not isinstance(value, int | float) or value <= 0):
                raise BadOption("core.bot.limit", name=name, given=repr(value))
        self.kind, self.cores = kind, int(cores)
        self.eases = self.game.advice if simulations is None else None
        self.level = limited(kind, level, seconds, simulations).eased(self.eases.EFFORT if self.eases else 1.0)
        if kind == "search" and seconds is None and self.level.simulations is None:
            self.level = replace(self.level, simulations=self.game.advice.ENOUGH)
        self.seed = secrets.randbits(64) if seed is None else seed
        self.networks = chosen(network if self.level.judged or network is not True else False, self.game)
        self.kept: Carried | None = None
        self.searches: list[Search] = []
        self.stopped = False

    def choose(self, match: Match) -> str:
        """A move for the seat that decides now."""
        legal = self._legal(match)
        moves = list(legal)
        if self.kind == "random" or len(moves) == 1:
            return self._random(match).choice(moves)
        deadline = self._deadline()
        searches = self._searches(match)
        won = self._won(searches[0])
        forgotten = self._overlooked(match)
        for search in searches:
            search.overlook(forgotten)
        if won is None:
            if self.keeps and self.kept is not None:
                self.kept.onto(match, searches)
            found = self._searched(searches, deadline, decide=True)
            code = self._chosen(searches[0], found) if found else self._random(match).choice(match._survey.moves)
            self.kept = carried(match, searches) if self.keeps else None
        else:
            code = won
        return next(move for move, number in legal.items() if number == code)

    def analyse(self, match: Match) -> Analysis:
        """All that a search finds about the position, for the seat that decides now."""
        legal = self._legal(match)
        assert isinstance(match.actor, int)
        names = {code: move for move, code in legal.items()}
        searches = self._searches(match)
        won = self._won(searches[0])
        started = time.perf_counter()
        found = self._searched(searches, self._deadline())
        taken = time.perf_counter() - started
        made = sum(search.simulations for search in searches)
        values = [sum(column) / len(searches) for column in zip(*(search.values() for search in searches), strict=True)]
        moves = [
            (
                names[code],
                searches[0].chances(spread(score / max(1, visits), match.actor, match.seats))[match.actor],
                visits,
            )
            for code, (visits, score) in found.items()
        ]
        moves.sort(key=lambda move: (move[2], move[1]), reverse=True)
        expected = line(searches[0])
        if won is not None:
            values = [float(seat == match.actor) for seat in range(match.seats)]
            moves = [(names[won], 1.0, found.get(won, (0,))[0]), *(move for move in moves if move[0] != names[won])]
            expected = expected if expected[:1] == [names[won]] else [names[won]]
        return Analysis(tuple(searches[0].chances(values)), moves, expected, made, made / taken)

    def think_on(self, match: Match, move: str, seconds: float, wanted: Callable[[], bool] = lambda: True) -> None:
        """Go on thinking after a move, as long as that is wanted and others decide: only who keeps its tree does."""
        if self.kept is None or self.kept.codes != tuple(match.codes):
            return
        code, end = match._legal[move], time.perf_counter() + seconds
        ahead = self.kept.ahead(match.state, code, self.searches[0])
        if ahead is None:
            return
        self.searches, self.kept = [ahead], self.kept.later(code, ahead)
        while wanted() and (now := time.perf_counter()) < end and ahead.desk[0].used < MOST_THOUGHT:
            ahead.run(None, now + PIECE)
        self.kept = self.kept.grown(ahead)

    @property
    def keeps(self) -> bool:
        """Whether the tree is kept between moves: where time alone is the limit, so no move follows from a seed."""
        return self.kind == "search" and self.level.simulations is None and not self.level.overlooks

    def stop(self) -> None:
        """Make a search that runs in another thread answer at once."""
        self.stopped = True
        for search in self.searches:
            search.stop()

    def _legal(self, match: Match) -> dict[str, int]:
        """The legal moves of the seat that decides, by notation."""
        if match.game != self.game.key:
            raise BadOption("core.bot.game", given=match.game, game=self.game.key)
        if not isinstance(match.actor, int) or not match.legal():
            raise NotNow("core.bot.no_seat")
        return dict(zip(match.legal(), match._survey.moves, strict=True))

    def _searches(self, match: Match) -> list[Search]:
        """One search per core, each from what the seat knows."""
        assert isinstance(match.actor, int)
        network = fitting(match.engine, self.networks) if self.kind == "search" else None
        numbers = strong_plan(self.game, network) if self.kind == "search" else plan(BASELINE)
        known, rng = match.known(match.actor), self._random(match)
        self.stopped = False
        self.searches = [
            Search(match.engine, known, match.actor, numbers, rng.getrandbits(64), network) for _ in range(self.cores)
        ]
        return self.searches

    def _won(self, search: Search) -> int | None:
        """A move that wins at once or by force, if that can be told without searching."""
        if self.kind != "search":
            return None
        won = search.sure_win()
        return won if won is not None else search.forced_win(self.level.foresight)

    def _overlooked(self, match: Match) -> list[int]:
        """The moves that do not come to mind, all but one at the most."""
        return overlooked(match, self.level.overlooks, self._random(match)) if self.level.overlooks else []

    def _deadline(self) -> float | None:
        """When a search that begins now has to end."""
        return None if self.level.seconds is None else time.perf_counter() + self.level.seconds

    def _simulations(self, seats: int) -> int | None:
        """How many simulations are made at most in a game with so many seats."""
        part = self.eases.SEAT_EFFORT.get(seats, 1.0) if self.eases else 1.0
        return self.level.eased(part).simulations

    def _searched(
        self, searches: list[Search], deadline: float | None, decide: bool = False
    ) -> dict[int, tuple[int, float]]:
        """Visits and scores of the moves at the root, after all searches have run, or when one move is decided on."""
        simulations = self._simulations(searches[0].engine.seats)
        share = None if simulations is None else -(-simulations // len(searches))
        if len(searches) == 1:
            searches[0].run(share, deadline, decide)
        else:
            together(searches, share, deadline, decide)
        return merged(searches)

    def _chosen(self, search: Search, found: dict[int, tuple[int, float]]) -> int:
        """The most visited move that is not seen to give the game away, if there is one."""
        ordered = sorted(found, key=lambda move: found[move], reverse=True)
        if self.kind == "search" and self.level.foresight:
            for move in ordered[:SECOND_THOUGHTS]:
                if not search.refuted(move, self.level.foresight // SECOND_THOUGHTS):
                    return move
        return ordered[0]

    def _random(self, match: Match) -> random.Random:
        """Chance for this bot at this point of a game."""
        return random.Random(f"{self.seed} {len(match.moves)}")


def together(searches: Sequence[Search], share: int | None, deadline: float | None, decide: bool) -> None:
    """Run searches, each on a core; to decide, until so much time has passed that what is left changes nothing."""
    started, before = time.perf_counter(), sum(search.simulations for search in searches)
    with ThreadPoolExecutor(len(searches)) as pool:
        running = [pool.submit(search.run, share, deadline) for search in searches]
        while decide and deadline is not None and wait(running, LOOK).not_done:
            now, made = time.perf_counter(), sum(search.simulations for search in searches) - before
            if lead(merged(searches)) > made * max(0.0, deadline - now) / (now - started):
                for search in searches:
                    search.stop()
        for each in running:
            each.result()


def merged(searches: Sequence[Search]) -> dict[int, tuple[int, float]]:
    """Visits and scores of the moves at the root, of all searches together."""
    found: dict[int, tuple[int, float]] = {}
    for search in searches:
        for move, visits, score, _ in search.children():
            before = found.get(move, (0, 0.0))
            found[move] = before[0] + visits, before[1] + score
    return found


def lead(found: Mapping[int, tuple[int, float]]) -> int:
    """By how many visits the most visited move is ahead."""
    visits = sorted((visits for visits, _ in found.values()), reverse=True)
    return visits[0] - sum(visits[1:2]) if visits else 0


def chosen(network: Network | str | Path | bool, game: Game) -> Sequence[Network] | None:
    """Networks to choose from; None are those that come with the game."""
    if isinstance(network, bool):
        return None if network else ()
    return [network] if isinstance(network, Network) else read(Path(network), game)


def limited(kind: str, level: int | None, seconds: float | None, simulations: int | None) -> Level:
    """A level with its limits, unless others are given."""
    base = LEVELS[DEFAULT_LEVEL if level is None else level]
    if seconds is not None or simulations is not None:
        foresight = base.foresight if seconds is None else round(FORESIGHT * seconds)
        return replace(base, simulations=simulations, seconds=seconds, foresight=foresight, judged=True)
    return Level(None, BASELINE_SECONDS) if kind == "uct" and level is None else base


def spread(value: float, seat: int, seats: int) -> list[float]:
    """A value for one seat, the rest in equal parts for the others."""
    rest = (1.0 - value) / (seats - 1)
    return [value if other == seat else rest for other in range(seats)]


def line(search: Search) -> list[str]:
    """The expected line in words of the notation, as far as it is legal in one redeal."""
    return spelled(search, search.line())


def spelled(search: Search, codes: Sequence[int]) -> list[str]:
    """Moves in words of the notation, as far as they are legal in one redeal."""
    engine: Engine = search.engine
    state = engine.redealt(search.known, search.seat, search.rng)
    moves = []
    for code in codes:
        survey = engine.survey(state)
        if survey.actor == NOBODY or code not in survey.moves:
            break
        moves.append(engine.game.notation.write(engine.record[0], state[0], code))
        state = engine.after(state, code)
    return moves
