"""The arena: bots against bots, many games, seats rotated; every game follows from the seed and its number."""

import math
import re
import time
from collections.abc import Iterator
from dataclasses import asdict, dataclass, field
from pathlib import Path
from typing import Any

from tablier.bots.balance import around
from tablier.bots.bot import Bot
from tablier.bots.levels import LEVELS
from tablier.core.errors import BadOption
from tablier.core.match import Match
from tablier.lab.jobs import Crew
from tablier.lab.keeping import played

ELO_SCALE = 400.0
NAMES = [*(f"level{level}" for level in LEVELS), "uct", "random"]
TIMES = re.compile(r"(.+?)(?:x([1-9]\d{0,3}))?(?:@(.+))?")
"""A bot, how many times as much it thinks, and the file of its network: ``level4x2@mine.npz``; ``@none``: without."""
NONE = "none"


@dataclass(frozen=True)
class Contest:
    """What is played: a bot per seat (the last named takes the seats that are left), rotated from game to game."""

    game: str
    bots: tuple[str, ...]
    seats: int
    options: dict[str, Any] = field(default_factory=dict)
    seed: int = 0
    seconds: float | None = None
    scale: float = 1.0  # of the simulations or the time of every bot
    paired: bool = False  # the same dice for as many games as there are seats, one for each rotation

    def lineup(self, number: int) -> list[int]:
        """Which of the bots, by index, sits on each seat in a game."""
        return [(seat + number) % self.seats for seat in range(self.seats)]

    def dice(self, number: int) -> int:
        """The seed of what chance decides in a game."""
        return hash((self.seed, number // self.seats if self.paired else number))

    def player(self, name: str, number: int, seat: int) -> Bot:
        """A bot by its name, which may say how many times as much it thinks, and by which network it judges."""
        parsed = TIMES.fullmatch(name)
        name, times, file = (parsed[1], int(parsed[2] or 1), parsed[3]) if parsed else (name, 1, None)
        if name not in NAMES:
            raise BadOption("core.bot.kind", given=repr(name), kinds=NAMES)
        level = int(name.removeprefix("level")) if name.startswith("level") else None
        kind = name if level is None else "search"
        more: dict[str, Any] = {} if file is None else {"network": file != NONE and file}
        seed = hash((self.seed, number, seat))
        bot = Bot(self.game, level=level, seconds=self.seconds, seed=seed, kind=kind, **more)
        bot.level = bot.level.scaled(self.scale * times)
        return bot


def contest(game: str, bots: list[str], seats: int | None, options: dict[str, Any], **more: Any) -> Contest:
    """A contest, after checking that it can be played."""
    first = Match(game, seats, options)
    if not 2 <= len(bots) <= first.seats:
        raise BadOption("core.arena.bots", seats=first.seats, given=len(bots))
    everyone = tuple(bots) + (bots[-1],) * (first.seats - len(bots))
    found = Contest(game, everyone, first.seats, first.options, **more)
    for name in everyone:
        found.player(name, 0, 0)
    return found


def play(contest: Contest, number: int) -> dict[str, Any]:
    """One game: the scores and seconds of each bot, by its index, and how it went."""
    match = Match(contest.game, contest.seats, contest.options, contest.dice(number))
    lineup = contest.lineup(number)
    players = [contest.player(contest.bots[bot], number, seat) for seat, bot in enumerate(lineup)]
    seconds, moves = [0.0] * contest.seats, [0] * contest.seats
    while match.actor is not None:
        if not isinstance(match.actor, int):
            match.roll()
            continue
        seat = match.actor
        started = time.perf_counter()
        move = players[seat].choose(match)
        seconds[lineup[seat]] += time.perf_counter() - started
        moves[lineup[seat]] += 1
        match.play(move)
    assert match.outcome is not None
    scores = [match.outcome.scores[lineup.index(bot)] for bot in range(contest.seats)]
    return {
        "number": number, "lineup": lineup, "scores": scores, "reason": match.outcome.reason,
        "decisions": len(match.moves), "turns": match.position()["turns"], "seconds": seconds, "moves": moves,
    }  # fmt: skip


def run(
    contest: Contest, games: int, jobs: int, resume: Path | None, cluster: str | None = None
) -> Iterator[dict[str, Any]]:
    """All games, those of an interrupted run first, the others as they end; each is written down at once."""
    arguments = {number: (contest, number) for number in range(games)}
    return played(play, arguments, Crew(jobs, cluster), asdict(contest), resume)


def summary(contest: Contest, rows: list[dict[str, Any]]) -> list[dict[str, Any]]:
    """For each different bot: its share of the points with an interval, per seat, Elo, time per move, game length."""
    table = []
    for name in dict.fromkeys(contest.bots):
        entries = [bot for bot, other in enumerate(contest.bots) if other == name]
        scores = [sum(row["scores"][bot] for bot in entries) / len(entries) for row in rows]
        moves = sum(row["moves"][bot] for row in rows for bot in entries)
        table.append(
            {
                "bot": name,
                "score": mean(scores),
                "interval": interval(scores),
                "per_seat": [mean(by_seat(contest, rows, entries, seat)) for seat in range(contest.seats)],
                "elo": elo(mean(scores), contest.seats),
                "seconds_per_move": sum(row["seconds"][bot] for row in rows for bot in entries) / max(1, moves),
                "decisions_per_game": mean([row["decisions"] for row in rows]),
                "games": len(rows),
            }
        )
    return table


def by_seat(contest: Contest, rows: list[dict[str, Any]], entries: list[int], seat: int) -> list[float]:
    """What a bot has scored on a seat."""
    return [row["scores"][row["lineup"][seat]] for row in rows if row["lineup"][seat] in entries]


def mean(values: list[float]) -> float:
    """The average, 0 of nothing."""
    return sum(values) / len(values) if values else 0.0


def interval(scores: list[float]) -> tuple[float, float]:
    """Where the true share of the points lies, draws counted as they score."""
    return around(mean(scores), len(scores))


def elo(share: float, seats: int) -> float | None:
    """The Elo difference to the others that a share of the points means; None if it is all or nothing."""
    if not 0 < share < 1:
        return None
    return ELO_SCALE * math.log10(share / (1 - share) * (seats - 1))
