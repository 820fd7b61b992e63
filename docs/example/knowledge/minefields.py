"""Small minefields solved exactly, and how much our bots give away on them.

    python docs/example/knowledge/minefields.py

The field has three cells on each side, and nobody has more than one soldier on it at a time (`skirmish`). The value is
the chance of the first seat to win if nobody ever makes a mistake. What a level gives away is added up over its games
against a seat that makes none, so it is what the level scores less than it could.
"""

import argparse
import random
import sys
from pathlib import Path

sys.path.insert(0, str(Path(__file__).parent))

from tablier import Bot, Match
from tablier.core import registry
from tablier.core.engine import Engine
from tablier.lab.arena import interval
from tablier.lab.exact import Exact

GREEN = ["a2", "e2"]
FIELDS = {"red star in the middle": ["c3"], "no red star": [], "three red stars": ["c2", "c3", "c4"]}


def options(red, soldiers=1):
    """A field of three cells a side, without an end to the game but its own."""
    return {"board": {"side": 3, "green": GREEN, "red": red}, "turn_limit": 0, "soldiers": soldiers}


def solved(red, soldiers=1):
    """All positions of a field, with their values."""
    engine = Engine(registry.load("skirmish"), 2, options(red, soldiers))
    return Exact(engine, engine.start(), ("turns",))


def given_away(exact, level, number):
    """What one game of a level against a seat without mistakes has cost the level, and what the level scored."""
    match, seat, chance, lost = (
        Match("skirmish", 2, exact.engine.options, number),
        number % 2,
        random.Random(number),
        0.0,
    )
    bot = Bot("skirmish", level=level, seed=number)
    while match.actor is not None:
        if match.actor == "chance":
            match.roll()
            continue
        worth = exact.moves(match)
        best = max(worth.values())
        move = bot.choose(match) if match.actor == seat else chance.choice([m for m in worth if worth[m] == best])
        lost += best - worth[move]
        match.play(move)
    return lost, match.outcome.scores[seat]


def report(exact, levels, games, told=print):
    """What each level gives away, in points of 100 for each game."""
    for level in levels:
        results = [given_away(exact, level, number) for number in range(games)]
        lost, scores = [100 * lost for lost, _ in results], [score for _, score in results]
        mean = sum(lost) / games
        error = 1.96 * (sum((value - mean) ** 2 for value in lost) / max(1, games - 1) / games) ** 0.5
        low, high = interval(scores)
        told(f"| {level} | {mean:.1f} ± {error:.1f} | {sum(scores) / games:.0%} ({low:.0%}–{high:.0%}) |")


def main():
    """As the command line says."""
    parser = argparse.ArgumentParser(description=__doc__.split("\n")[0])
    parser.add_argument("--field", choices=FIELDS, action="append")
    parser.add_argument("--level", type=int, action="append", default=[])
    parser.add_argument("--games", type=int, default=100)
    given = parser.parse_args()
    registry.announce({"skirmish": "skirmish"})
    for name in given.field or FIELDS:
        exact = solved(FIELDS[name])
        print(
            f"{name}: {exact.count:,} positions, {len(exact.links):,} links, {exact.sweeps} sweeps, gap {exact.gap:.0e}"
        )
        print(f"worth {exact.values[0]:.6f} to the first seat")
        start = Match("skirmish", 2, exact.engine.options)
        print(
            ", ".join(f"{move} {value:.4f}" for move, value in sorted(exact.moves(start).items(), key=lambda m: -m[1]))
        )
        report(exact, given.level, given.games)


if __name__ == "__main__":
    main()
