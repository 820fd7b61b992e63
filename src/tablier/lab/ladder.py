"""The ladder: every level against the one below it, and the last against plain UCT, in every game.

``python -m tablier.lab.ladder --games 100 --scale 0.1`` writes a table; games are kept, so it can be interrupted.
"""

import argparse
import sys
from collections.abc import Iterator
from pathlib import Path
from typing import Any

from tablier.bots.levels import LEVELS
from tablier.core.game import Game
from tablier.core.registry import keys, load
from tablier.lab import arena
from tablier.lab.jobs import Crew

HEADS = ("game", "seats", "bot", "against", "games", "score", "95 %", "even", "time per move")


def usual_seats(game: Game) -> int:
    """Two, or for a game of many the next to fewest."""
    return 2 if 2 in game.seats else game.seats[1]


def rungs(game: Game) -> Iterator[tuple[str, str, int]]:
    """All pairs to be compared: the bot, the one below it, and the number of seats."""
    for level in list(LEVELS)[1:]:
        yield f"level{level}", f"level{level - 1}", usual_seats(game)
    yield f"level{max(LEVELS)}", "uct", usual_seats(game)
    for seats in {min(game.seats), max(game.seats), *game.seats[:3]} - {usual_seats(game)}:
        yield "level4", "level3", seats


def climb(names: list[str], games: int, scale: float, crew: Crew, folder: Path) -> Iterator[dict[str, Any]]:
    """The result of each rung, as it is finished."""
    for key in names:
        for upper, lower, seats in rungs(load(key)):
            seconds = LEVELS[max(LEVELS)].seconds if lower == "uct" else None
            contest = arena.contest(key, [upper, lower], seats, {}, scale=scale, seconds=seconds)
            kept = folder / f"{key}-{seats}-{upper}-{lower}.jsonl"
            rows = list(arena.run(contest, games, crew.jobs, kept, crew.cluster))
            yield {"game": key, "seats": seats, "against": lower, **arena.summary(contest, rows)[0]}


def written(row: dict[str, Any]) -> str:
    """A row of the table."""
    low, high = row["interval"]
    cells = [row["game"], row["seats"], row["bot"], row["against"], row["games"], f"{row['score']:.0%}"]
    cells += [f"{low:.0%}–{high:.0%}", f"{1 / row['seats']:.0%}", f"{row['seconds_per_move'] * 1000:.0f} ms"]
    return f"| {' | '.join(map(str, cells))} |"


def main() -> None:
    """Climb, and print the table as Markdown while it grows."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("names", nargs="*", metavar="GAME", help="all games if none is named")
    parser.add_argument("--games", type=int, default=100)
    parser.add_argument("--scale", type=float, default=0.1, help="how much every bot thinks")
    parser.add_argument("--jobs", type=int, default=2)
    parser.add_argument("--cluster", metavar="ADDRESS", help="of a Dask scheduler, instead of --jobs")
    parser.add_argument("--folder", type=Path, default=Path("ladder"), help="where games are kept")
    given = parser.parse_args()
    print(f"| {' | '.join(HEADS)} |\n|{' --- |' * len(HEADS)}")
    crew = Crew(given.jobs, given.cluster)
    for row in climb(given.names or keys(), given.games, given.scale, crew, given.folder):
        print(written(row))
        sys.stdout.flush()


if __name__ == "__main__":
    main()
