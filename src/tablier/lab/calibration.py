"""Calibration: whether positions that a bot calls 70 per cent are won 70 per cent of the time.

``python -m tablier.lab.calibration --games 40 --seconds 0.3 --picture docs/pictures/calibration.svg`` lets a bot play
against itself and draws what it expected against what came; games are kept, so it can be interrupted.
"""

import argparse
import math
import sys
from collections.abc import Iterable, Iterator
from pathlib import Path
from typing import Any

import numpy as np

from tablier.bots.balance import around
from tablier.bots.bot import Bot
from tablier.core.match import Match
from tablier.core.records import Array
from tablier.core.registry import keys, load
from tablier.core.scene import PAPER
from tablier.lab.arena import mean
from tablier.lab.jobs import Crew
from tablier.lab.keeping import played
from tablier.lab.ladder import usual_seats

LEVEL = 8
BINS = 10
MOST = 40  # decisions of one game that are looked at
LEAST = 1e-3  # a value that is told from nothing
FEWEST = 20  # positions of a bin that is shown
PANEL, MARGIN, DOT = 220, 44, 4
INK, QUIET, ACCENT = "#2b2622", "#6d6258", "#b5432e"

Observed = tuple[float, float, int]  # what was expected, what came, and in which game


def play(key: str, seconds: float, number: int) -> dict[str, Any]:
    """One game of a bot against itself, by its number."""
    match = Match(key, usual_seats(load(key)), seed=number)
    return {"number": number, **watched(match, Bot(key, level=LEVEL, seconds=seconds, seed=number))}


def watched(match: Match, bot: Bot) -> dict[str, Any]:
    """Play on to the end: what a bot expected for each seat at every decision, and the scores."""
    expected, movers = [], []
    while match.actor is not None:
        if match.actor == "chance":
            match.roll()
            continue
        analysis = bot.analyse(match)
        expected.append([round(value, 4) for value in analysis.values])
        movers.append(match.actor)
        match.play(analysis.moves[0][0])
    assert match.outcome is not None
    return {"expected": expected, "movers": movers, "scores": match.outcome.scores}


def games(key: str, numbers: range, seconds: float, crew: Crew, folder: Path) -> Iterator[dict[str, Any]]:
    """The games of these numbers, those of an interrupted run first."""
    arguments = {number: (key, seconds, number) for number in numbers}
    return played(play, arguments, crew, {"game": key, "seconds": seconds}, folder / f"{key}-{seconds}.jsonl")


def some(row: dict[str, Any]) -> range:
    """Decisions of a game, evenly spread: a long one has no more say than others."""
    decisions = len(row["expected"])
    return range(0, decisions, -(-decisions // MOST))


def points(rows: Iterable[dict[str, Any]]) -> list[Observed]:
    """The expectations, of every seat at some decisions, with what that seat scored."""
    return [
        (value, score, row["number"])
        for row in rows
        for number in some(row)
        for value, score in zip(row["expected"][number], row["scores"], strict=True)
    ]


def bins(found: list[Observed]) -> list[tuple[float, float, float, float, int]]:
    """Per bin of expectations: mean expectation, mean score, an interval for that, and how many positions.

    The positions of one game end alike, so the interval counts games.
    """
    rows = []
    for number in range(BINS):
        inside = [point for point in found if min(int(point[0] * BINS), BINS - 1) == number]
        if len(inside) >= FEWEST:
            came = mean([score for _, score, _ in inside])
            games = len({game for _, _, game in inside})
            rows.append((mean([value for value, _, _ in inside]), came, *around(came, games), len(inside)))
    return rows


def error(found: list[Observed]) -> float:
    """By how much expectations were wrong on average, over the bins."""
    rows = bins(found)
    return sum(abs(row[0] - row[1]) * row[-1] for row in rows) / max(1, sum(row[-1] for row in rows))


def fitted(rows: list[dict[str, Any]]) -> tuple[float, float]:
    """The power and shift that would make these expectations most likely, on a grid."""
    powers = [number / 20 for number in range(8, 61)]
    shifts = [number / 20 for number in range(-40, 21)]
    expected = np.array([row["expected"][number] for row in rows for number in some(row)]).clip(LEAST, 1.0)
    movers = np.array([row["movers"][number] for row in rows for number in some(row)])
    scores = np.array([row["scores"] for row in rows for _ in some(row)])
    logs = np.log(expected)
    pairs = ((power, shift) for power in powers for shift in shifts)
    return max(pairs, key=lambda pair: likelihood(logs, movers, scores, *pair))


def likelihood(logs: Array, movers: Array, scores: Array, power: float, shift: float) -> float:
    """The logarithm of how likely the scores are, if values are raised to a power and the mover's is shifted."""
    raised = power * logs
    raised[np.arange(len(movers)), movers] += shift
    return float((scores * (raised - np.log(np.exp(raised).sum(axis=1, keepdims=True)))).sum())


def picture(results: dict[str, list[Observed]]) -> str:
    """A panel for each game: expectations to the right, what came upwards, perfect on the diagonal."""
    width, height = MARGIN + len(results) * (PANEL + MARGIN), PANEL + 2 * MARGIN
    parts = [
        f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {width} {height}"',
        'font-family="sans-serif" font-size="12">',
        f'<rect width="{width}" height="{height}" fill="{PAPER}"/>',
    ]
    for number, (key, found) in enumerate(results.items()):
        parts += panel(MARGIN + number * (PANEL + MARGIN), MARGIN, key, found)
    return "\n".join([*parts, "</svg>\n"])


def panel(left: float, top: float, key: str, found: list[Observed]) -> Iterator[str]:
    """One game's panel."""
    bottom = top + PANEL
    yield f'<text x="{left}" y="{top - 14}" font-size="15" fill="{INK}">{key}</text>'
    yield f'<rect x="{left}" y="{top}" width="{PANEL}" height="{PANEL}" fill="none" stroke="{QUIET}"/>'
    yield f'<path d="M{left} {bottom}L{left + PANEL} {top}" stroke="{QUIET}" stroke-dasharray="4 4"/>'
    for share in (0.0, 0.5, 1.0):
        height = bottom - share * PANEL + 4
        yield f'<text x="{left - 6}" y="{height}" text-anchor="end" fill="{QUIET}">{share:.0%}</text>'
        yield (
            f'<text x="{left + share * PANEL}" y="{bottom + 18}" text-anchor="middle" fill="{QUIET}">{share:.0%}</text>'
        )
    for expected, came, low, high, count in bins(found):
        x, y = left + expected * PANEL, bottom - came * PANEL
        yield f'<path d="M{x:.1f} {bottom - low * PANEL:.1f}V{bottom - high * PANEL:.1f}" stroke="{ACCENT}"/>'
        radius = DOT * math.sqrt(math.log10(count))
        yield f'<circle cx="{x:.1f}" cy="{y:.1f}" r="{radius:.1f}" fill="{ACCENT}"/>'


def main() -> None:
    """Play, print a table as Markdown, and draw."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("names", nargs="*", metavar="GAME", help="all games if none is named")
    parser.add_argument("--games", type=int, default=40)
    parser.add_argument(
        "--first", type=int, default=0, help="number of the first game: other games than those of a fit"
    )
    parser.add_argument("--seconds", type=float, default=0.3)
    parser.add_argument("--jobs", type=int, default=2)
    parser.add_argument("--cluster", metavar="ADDRESS", help="of a Dask scheduler, instead of --jobs")
    parser.add_argument("--folder", type=Path, default=Path("calibration"), help="where games are kept")
    parser.add_argument("--picture", type=Path, help="where to draw")
    given = parser.parse_args()
    results = {}
    print("| game | games | expected | came | 95 % | positions |\n| --- | --- | --- | --- | --- | --- |")
    for key in given.names or keys():
        numbers = range(given.first, given.first + given.games)
        rows = list(games(key, numbers, given.seconds, Crew(given.jobs, given.cluster), given.folder))
        results[key] = points(rows)
        for expected, came, low, high, count in bins(results[key]):
            print(
                f"| {key} | {given.games} | {expected:.0%} | {came:.0%} | {low:.0%}–{high:.0%} | {count} |", flush=True
            )
        print(f"| {key} | {given.games} | mean error | {error(results[key]):.1%} | | |", flush=True)
        print(f"{key}: better by power and shift {fitted(rows)}", file=sys.stderr)
    if given.picture:
        given.picture.write_text(picture(results), encoding="utf-8")


if __name__ == "__main__":
    main()
