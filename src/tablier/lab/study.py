"""A study: bots of one level against each other, one game at a time, with what a search thinks of every position."""

import re
from collections.abc import Generator
from dataclasses import asdict, dataclass, field
from pathlib import Path
from typing import Any

from tablier.bots.bot import Bot
from tablier.bots.search import strong_search
from tablier.core.contract import CHANCE, EVERYONE
from tablier.core.errors import BadOption
from tablier.core.match import Match
from tablier.core.words import LANGUAGES, Word
from tablier.lab import arena
from tablier.lab.jobs import Arguments, Crew
from tablier.lab.keeping import KeptRow, played

SERIES = 1_000_000  # games of one series at most; a game's number tells the series it belongs to
DOUBLINGS = 3  # of one seat's thinking: twice, four and eight times as much
JUDGE = 1  # a level that looks for no proofs, which would take most of the time
DIGITS = 3  # of a chance that is kept


@dataclass(frozen=True)
class Study:
    """What is played and how: all seats at one level, and how many simulations judge a position."""

    game: str
    seats: int
    options: dict[str, Any] = field(default_factory=dict)
    level: int = 3
    seed: int = 0
    simulations: int = 100  # of each of the two judgements of a position
    scale: float = 1.0  # of the players' thinking

    @property
    def bot(self) -> str:
        """The players, as the arena calls them."""
        return f"level{self.level}"

    def contest(self, times: int) -> arena.Contest:
        """The games in which one seat thinks so many times as much as the others."""
        bots = (f"{self.bot}x{times}",) + (self.bot,) * (self.seats - 1)
        return arena.Contest(self.game, bots, self.seats, self.options, self.seed + times * SERIES, None, self.scale)


def study(game: str, seats: int | None, options: dict[str, Any], level: int, **more: Any) -> Study:
    """A study, after checking that it can be played."""
    first = Match(game, seats, options)
    Bot(game, level=level)
    if level == 0:
        raise BadOption("core.bot.level", given="0", last=8)
    return Study(game, first.seats, first.options, level, **more)


def jobs(study: Study, games: int, doublings: int) -> Arguments:
    """The games to be played, by number: those of equals, and half as many for each doubling of the thinking.

    All series grow at the same rate, so that those that end early are of some use.
    """
    series = {0: games} | {2**doubling * SERIES: skill_games(study, games) for doubling in range(1, doublings + 1)}
    numbers = [(index / count, first + index) for first, count in series.items() for index in range(count)]
    return {number: (study, number) for _, number in sorted(numbers)}


def skill_games(study: Study, games: int) -> int:
    """Half as many, rounded up so that every seat thinks more equally often."""
    return -(-games // (2 * study.seats)) * study.seats


def rows(study: Study, games: int, doublings: int, crew: Crew, file: Path | None) -> Generator[KeptRow]:
    """All games as they end, those of an interrupted run first."""
    return played(play, jobs(study, games, doublings), crew, asdict(study), file)


def play(study: Study, number: int) -> KeptRow:
    """One game, by its number."""
    if number < SERIES:
        return watched(study, number)
    times, number_in_series = divmod(number, SERIES)
    row = arena.play(study.contest(times), number_in_series)
    return {"number": number, "times": times, "score": row["scores"][0], "seat": row["lineup"].index(0)}


def watched(study: Study, number: int) -> KeptRow:
    """A game of equals, every position of it judged twice by searches that know nothing of each other."""
    match = Match(study.game, study.seats, study.options, hash((study.seed, number)))
    contest = study.contest(1)
    players = [contest.player(study.bot, number, seat) for seat in range(study.seats)]
    judges = [judge(study, hash((study.seed, number, -1 - index))) for index in range(2)]
    movers, branching, chances = list[int](), list[int](), list[list[list[float]]]()
    while match.actor is not None:
        chances.append([judged(bot, match) for bot in judges])
        branching.append(len(match.legal()))
        movers.append(match.actor if isinstance(match.actor, int) else CHANCE)
        if isinstance(match.actor, int):
            match.play(players[match.actor].choose(match))
        else:
            match.roll()
    assert match.outcome is not None
    return {
        "number": number, "scores": match.outcome.scores, "reason": match.outcome.reason,
        "turns": int(match.state[0].turns), "movers": movers, "branching": branching, "chances": chances,
        "first_turns": [after_first_turn(match, seat) for seat in range(study.seats)], "happened": happened(match),
    }  # fmt: skip


def judge(study: Study, seed: int) -> Bot:
    """A search that judges positions."""
    return Bot(study.game, level=JUDGE, simulations=study.simulations, seed=seed)


def judged(bot: Bot, match: Match) -> list[float]:
    """The chances of every seat, from what is known to the seat that decides or, before chance, whose turn it is."""
    if isinstance(match.actor, int):
        values = list(bot.analyse(match).values)
    else:
        seat = int(match.state[0].turn)
        known, engine = match.engine.concealed(match.state, seat), match.engine
        search = strong_search(engine, known, seat, hash((bot.seed, len(match.codes))))
        search.run(bot.level.simulations, None)
        values = search.chances(search.values())
    return [round(value, DIGITS) for value in values]


def after_first_turn(match: Match, seat: int) -> int | None:
    """The number of the position in which a seat has completed its first turn; None if it never did."""
    turns = [(int(state[0].turn), int(state[0].turns)) for state in match.history]
    for number in range(1, len(turns)):
        over = turns[number][1] > turns[number - 1][1] or number == len(turns) - 1
        if turns[number - 1][0] == seat and over:
            return number
    return None


def happened(match: Match) -> dict[str, Any]:
    """What happened in a game, by the keys of the sentences that tell it: how often, and one such sentence."""
    found: dict[str, Any] = {}
    for number, move in enumerate(match.moves):
        for key, said in told(match, number, move):
            entry = found.setdefault(key, {"times": 0, **example(said, move)})
            entry["times"] += 1
    return found


def told(match: Match, number: int, move: str) -> list[tuple[str, Word | None]]:
    """The sentences of one move, by their keys; without any, the shape of its notation."""
    return [(said.key, said) for said in match._story(number, EVERYONE)] or [(shape(move), None)]


def example(said: Word | None, move: str) -> dict[str, str]:
    """A sentence in all languages; without one, the move as it is written."""
    return {language: said.say(language) if said else move for language in LANGUAGES}


def shape(move: str) -> str:
    """The kind of a move whose game tells no story: how its notation looks."""
    return re.sub(r"\d+", "1", re.sub(r"[a-z]+", "a", re.sub(r"[A-Z]+", "A", move)))
