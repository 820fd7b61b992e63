"""Findings: the games of a study as numbers, in no language, ready to be written as JSON."""

import math
from collections import Counter
from collections.abc import Sequence
from dataclasses import asdict
from itertools import pairwise
from typing import Any

from tablier.core.contract import CHANCE
from tablier.core.registry import load
from tablier.core.words import LANGUAGES, catalogue, text
from tablier.lab.arena import mean
from tablier.lab.keeping import KeptRow
from tablier.lab.statistics import described, quantile, resampled, share
from tablier.lab.study import SERIES, Study

FORMAT = 1
NETS = ("limit",)  # reasons that only end what would not end by itself
LEAD = 0.1  # a seat leads if its chances are so much above those of the next
KNOWN = 0.8  # chances of a winner who is known
DECIDED = 0.9  # chances of somebody in a game that is decided
LOST = 0.2  # of a fair share: chances after a disaster
HOPELESS = 0.05  # chances of a seat that cannot win itself
SWING = 0.2  # by which it makes a king
HANDLING, DOUBLING, ROLLING = 4.0, 2.5, 3.0  # seconds a person takes: to move, per doubling of choices, to roll
PARTS = 20  # of a game, in which curves are drawn
MOST_POINTS = 40  # of a curve over decisions

Chances = list[list[float]]
"""For each position, the chances of every seat; the last one is how it ended."""


def findings(study: Study, rows: Sequence[KeptRow]) -> dict[str, Any]:
    """All that is found in the games of a study."""
    rows = sorted(rows, key=lambda row: int(row["number"]))
    games = [row for row in rows if row["number"] < SERIES]
    game = load(study.game)
    curves = [curve(row, game.hidden) for row in games]
    return {
        "format": FORMAT, "study": asdict(study), "games": len(games),
        "seats": [won(games, seat) for seat in range(study.seats)],
        "length": {name: described(values) for name, values in lengths(games).items()},
        "box_minutes": game.box.minutes,
        "branching": branching(games),
        "draws": share(sum(is_draw(row) for row in games), len(games)),
        "nets": share(sum(row["reason"] in NETS for row in games), len(games)),
        "reasons": {reason: share(sum(row["reason"] == reason for row in games), len(games))
                    for reason in game.rules.REASONS},
        "leads": {**described([lead_changes(found) for found in curves]),
                  "counts": dict(sorted(Counter(lead_changes(found) for found in curves).items()))},
        "known": known(games, curves),
        "skill": skill(study, rows),
        "luck": luck(games, game.hidden) if any(CHANCE in row["movers"] for row in games) else None,
        "used": used(games), "unused": unused(study.game, games),
        "first_turn": [first_turn(games, curves, seat) for seat in range(study.seats)],
        "kingmaking": kingmaking(games, curves) if study.seats > 2 else None,
        "samples": samples(games, curves),
    }  # fmt: skip


def curve(row: KeptRow, hidden: bool, judge: int | None = None) -> Chances:
    """The chances along a game, the two judgements averaged unless one of them is named, and the scores at its end."""
    pairs = row["chances"]
    single = [
        pair[judge] if judge is not None else [mean(list(both)) for both in zip(*pair, strict=True)] for pair in pairs
    ]
    return [*(shared_view(row["movers"], single) if hidden else single), list(row["scores"])]


def shared_view(movers: Sequence[int], chances: Chances) -> Chances:
    """Where seats know different things: the average of what each of them thought last."""
    last: dict[int, list[float]] = {}
    found = []
    for mover, values in zip(movers, chances, strict=True):
        last[mover] = values
        found.append([mean(list(column)) for column in zip(*last.values(), strict=True)])
    return found


def won(games: Sequence[KeptRow], seat: int) -> dict[str, float]:
    """How often a seat won; who shares a win has a part of it."""
    return share(sum(row["scores"][seat] for row in games), len(games))


def is_draw(row: KeptRow) -> bool:
    """Whether no seat won alone."""
    return bool(max(row["scores"]) < 1)


def lengths(games: Sequence[KeptRow]) -> dict[str, list[float]]:
    """How long each game was, in turns, in decisions of seats, and in minutes of people."""
    return {
        "turns": [row["turns"] for row in games],
        "decisions": [sum(mover != CHANCE for mover in row["movers"]) for row in games],
        "minutes": [minutes(row) for row in games],
    }


def minutes(row: KeptRow) -> float:
    """How long people would take, whoever played: a fixed time to move, more the more there is to choose from."""
    pairs = zip(row["movers"], row["branching"], strict=True)
    return sum(ROLLING if mover == CHANCE else HANDLING + DOUBLING * math.log2(count) for mover, count in pairs) / 60


def branching(games: Sequence[KeptRow]) -> dict[str, Any]:
    """How many moves there are to choose from: on average, at most, and decision by decision."""
    counts = [[n for mover, n in zip(row["movers"], row["branching"], strict=True) if mover != CHANCE] for row in games]
    everything = [count for game in counts for count in game]
    longest = quantile([len(game) for game in counts], 0.75)
    step = max(1, math.ceil(longest / MOST_POINTS))
    points = []
    for begin in range(0, int(longest), step):
        there = [count for game in counts for count in game[begin : begin + step]]
        points.append([begin, *(quantile(there, part) for part in (0.25, 0.5, 0.75))])
    return {"mean": mean(everything), "most": max(everything, default=0), "curve": points}


def lead_changes(chances: Chances) -> int:
    """How often another seat took the lead, and a clear one."""
    leaders = [leader for leader in map(leader_of, chances) if leader is not None]
    return sum(before != after for before, after in pairwise(leaders))


def leader_of(values: Sequence[float]) -> int | None:
    """The seat that is clearly ahead, if one is."""
    first, second = sorted(range(len(values)), key=lambda seat: values[seat], reverse=True)[:2]
    return first if values[first] - values[second] >= LEAD else None


def known_from(row: KeptRow, chances: Chances) -> float | None:
    """After which part of a game the winner's chances were high and stayed so; None if nobody won alone."""
    if is_draw(row):
        return None
    winner, number = row["scores"].index(1), len(chances) - 1
    while number and chances[number - 1][winner] >= KNOWN:
        number -= 1
    return number / max(1, len(chances) - 1)


def known(games: Sequence[KeptRow], curves: Sequence[Chances]) -> dict[str, Any]:
    """When the winner was known: the median, and in which share of the games after each part of them."""
    moments = [known_from(row, found) for row, found in zip(games, curves, strict=True)]
    clear = [moment for moment in moments if moment is not None]
    points = [[part / PARTS, mean([moment <= part / PARTS for moment in clear])] for part in range(PARTS + 1)]
    return {**described(clear), "curve": points}


def skill(study: Study, rows: Sequence[KeptRow]) -> list[dict[str, float]]:
    """What a seat wins that thinks several times as much as the others."""
    found = []
    for times in sorted({row["times"] for row in rows if row["number"] >= SERIES}):
        scores = [row["score"] for row in rows if row.get("times") == times]
        found.append({"times": times, "even": 1 / study.seats, **share(sum(scores), len(scores))})
    return found


def luck(games: Sequence[KeptRow], hidden: bool) -> dict[str, float]:
    """Which part of all that changed the chances was done by chance."""
    moved = [changes(row, hidden) for row in games]
    low, high = resampled(moved, chance_part)
    return {"share": chance_part(moved), "low": low, "high": high, "games": len(games)}


def changes(row: KeptRow, hidden: bool) -> tuple[float, float]:
    """The squares of what chance, and of what everything changed in a game.

    The error of a search is not in them: each square is the product of the changes that two searches saw, whose errors
    have nothing to do with each other.
    """
    by_chance = everything = 0.0
    curves = [curve(row, hidden, judge) for judge in range(2)]
    for number, mover in enumerate(row["movers"]):
        one, other = ([b - a for a, b in zip(*found[number : number + 2], strict=True)] for found in curves)
        square = sum(a * b for a, b in zip(one, other, strict=True))
        everything += square
        by_chance += square if mover == CHANCE else 0.0
    return by_chance, everything


def chance_part(moved: Sequence[tuple[float, float]]) -> float:
    """The part of chance in several games together."""
    by_chance, everything = (sum(column) for column in zip(*moved, strict=True))
    return min(1.0, max(0.0, by_chance / everything)) if everything > 0 else 0.0


def used(games: Sequence[KeptRow]) -> list[dict[str, Any]]:
    """What happened at all: how often in a game, in which share of the games, and as it is told."""
    found: dict[str, dict[str, Any]] = {}
    for row in games:
        for key, entry in row["happened"].items():
            row_of = found.setdefault(
                key, {"key": key, "times": 0, "in": 0} | {name: entry[name] for name in LANGUAGES}
            )
            row_of["times"] += entry["times"]
            row_of["in"] += 1
    rows = sorted(found.values(), key=lambda row: (-row["times"], row["key"]))
    return [row | share(row["in"], len(games)) for row in rows]


def unused(game: str, games: Sequence[KeptRow]) -> list[dict[str, str]]:
    """Sentences beside those that were told, which never were."""
    seen = {key for row in games for key in row["happened"]}
    stems = {key.rpartition(".")[0] for key in seen if key.startswith(f"{game}.")}
    keys = [key for key in catalogue(game) if key.rpartition(".")[0] in stems and key not in seen]
    return [{"key": key} | {language: text(key, language) for language in LANGUAGES} for key in sorted(keys)]


def first_turn(games: Sequence[KeptRow], curves: Sequence[Chances], seat: int) -> dict[str, Any]:
    """How often the game was decided when a seat had made its first turn, and how often that seat had lost it."""
    ends = [
        found[row["first_turns"][seat]]
        for row, found in zip(games, curves, strict=True)
        if row["first_turns"][seat] is not None
    ]
    return {
        "decided": share(sum(max(values) >= DECIDED for values in ends), len(ends)),
        "lost": share(sum(values[seat] <= LOST / len(values) for values in ends), len(ends)),
    }


def kingmaking(games: Sequence[KeptRow], curves: Sequence[Chances]) -> dict[str, float]:
    """In which share of the games a seat without a chance decided between others."""
    made = [kings(row, found) for row, found in zip(games, curves, strict=True)]
    return {**share(sum(count > 0 for count in made), len(made)), "times": mean(list(map(float, made)))}


def kings(row: KeptRow, chances: Chances) -> int:
    """Moves of a seat without a chance, before and after it, by which another seat's chances swung."""
    return sum(
        mover != CHANCE
        and max(before[mover], after[mover]) <= HOPELESS
        and max(abs(b - a) for a, b in zip(before, after, strict=True)) >= SWING
        for mover, (before, after) in zip(row["movers"], pairwise(chances), strict=True)
    )


def samples(games: Sequence[KeptRow], curves: Sequence[Chances]) -> dict[str, list[Any]]:
    """What two studies are compared by, game by game."""
    pairs = list(zip(games, curves, strict=True))
    return {
        "scores": [row["scores"] for row in games],
        "reason": [row["reason"] for row in games],
        **{name: [round(value, 2) for value in values] for name, values in lengths(games).items()},
        "branching": [round(mean(row["branching"]), 2) for row in games],
        "leads": [lead_changes(found) for _, found in pairs],
        "known": [known_from(row, found) for row, found in pairs],
        "kings": [kings(row, found) for row, found in pairs],
    }
