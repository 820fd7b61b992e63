"""What variants are worth: which seat strong bots win from, how games end, and which first moves they like.

``python -m tablier.lab.worth samliam --level 6 --games 100`` writes a table; games are kept, so it can be interrupted.
``--openings 20`` has each variant's first decision searched for so many seconds instead.
"""

import argparse
import sys
import time
from collections import Counter
from collections.abc import Iterator
from pathlib import Path
from typing import Any

from tablier.bots.bot import Bot
from tablier.core.match import Match
from tablier.core.registry import keys, load
from tablier.lab import arena
from tablier.lab.arena import Contest, interval, mean
from tablier.lab.jobs import Crew
from tablier.lab.variants import Variant, variants

HEADS = ("game", "seats", "options", "games", "turns", "share of each seat", "ends")
OPENING_HEADS = ("game", "seats", "options", "simulations", "first moves, with the chance of whoever makes them")
SHOWN = 6  # first moves


def contest(game: str, variant: Variant, level: int, scale: float) -> Contest:
    """Bots of one level on all seats."""
    return arena.contest(game, [f"level{level}"] * variant.seats, variant.seats, variant.options, scale=scale)


def kept(folder: Path, contest: Contest, variant: Variant) -> Path:
    """Where the games of a variant are written down."""
    changed = "".join(f"-{name}-{value}".lower() for name, value in variant.options.items())
    return folder / f"{contest.game}-{variant.seats}{changed}-{contest.bots[0]}.jsonl"


def played(contest: Contest, games: int, crew: Crew, file: Path, deadline: float) -> Iterator[dict[str, Any]]:
    """As many games as there is time for, one at least."""
    for row in arena.run(contest, games, crew.jobs, file, crew.cluster):
        yield row
        if time.monotonic() > deadline:
            return


def shares(rows: list[dict[str, Any]], seats: int) -> str:
    """What each seat got of the points."""
    scores = [[row["scores"][row["lineup"][seat]] for row in rows] for seat in range(seats)]
    return ", ".join(
        f"{mean(column):.0%} ({low:.0%}–{high:.0%})" for column in scores for low, high in [interval(column)]
    )


def ends(rows: list[dict[str, Any]]) -> str:
    """Why games ended, the most frequent reason first."""
    reasons = Counter(row["reason"] for row in rows)
    return ", ".join(f"{reason} {number / len(rows):.0%}" for reason, number in reasons.most_common())


def told(game: str, variant: Variant) -> list[str]:
    """The first cells of a row."""
    return [game, str(variant.seats), ", ".join(f"{name}={value}" for name, value in variant.options.items())]


def worth(game: str, variant: Variant, rows: list[dict[str, Any]]) -> list[str]:
    """A row about games that were played."""
    turns = f"{mean([row['turns'] for row in rows]):.0f}"
    return [*told(game, variant), str(len(rows)), turns, shares(rows, variant.seats), ends(rows)]


def opening(game: str, variant: Variant, seconds: float) -> list[str]:
    """A row about the first decision of a game."""
    found = Bot(game, seconds=seconds, seed=0).analyse(Match(game, variant.seats, variant.options, seed=0))
    moves = ", ".join(f"`{move}` {value:.0%}" for move, value, _ in found.moves[:SHOWN])
    return [*told(game, variant), f"{found.simulations:,}", moves]


def rows(given: argparse.Namespace) -> Iterator[list[str]]:
    """All rows, as they are found."""
    wanted = [(game, variant) for game in given.names or keys() for variant in variants(load(game))]
    for game, variant in wanted:
        if given.openings:
            yield opening(game, variant, given.openings)
            continue
        deadline = time.monotonic() + 60 * given.minutes / len(wanted)
        games = contest(game, variant, given.level, given.scale)
        file, crew = kept(given.folder, games, variant), Crew(given.jobs, given.cluster)
        yield worth(game, variant, list(played(games, given.games, crew, file, deadline)))


def main() -> None:
    """Play or search, and print the table as Markdown while it grows."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("names", nargs="*", metavar="GAME", help="all games if none is named")
    parser.add_argument("--level", type=int, default=6)
    parser.add_argument("--scale", type=float, default=1.0, help="how much every bot thinks")
    parser.add_argument("--games", type=int, default=100, help="of each variant")
    parser.add_argument("--minutes", type=float, default=60.0, help="for all variants, an equal part for each")
    parser.add_argument("--openings", type=float, metavar="SECONDS", help="search first moves instead of playing")
    parser.add_argument("--jobs", type=int, default=1)
    parser.add_argument("--cluster", metavar="ADDRESS", help="of a Dask scheduler, instead of --jobs")
    parser.add_argument("--folder", type=Path, default=Path("worth"), help="where games are kept")
    given = parser.parse_args()
    heads = OPENING_HEADS if given.openings else HEADS
    print(f"| {' | '.join(heads)} |\n|{' --- |' * len(heads)}")
    for row in rows(given):
        print(f"| {' | '.join(row)} |")
        sys.stdout.flush()


if __name__ == "__main__":
    main()
