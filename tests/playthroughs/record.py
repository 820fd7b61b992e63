"""Records whole games, perft tables and pictures: ``make playthroughs`` writes them anew, to be read as diffs."""

import json
import random
from collections.abc import Iterator
from pathlib import Path
from typing import Any

from tablier import Match
from tablier.core.registry import load
from tablier.games import GAMES
from tablier.lab.perft import perft
from tablier.lab.variants import Variant, variants

FOLDER = Path(__file__).parent
PERFT = FOLDER / "perft.json"
PICTURES = FOLDER.parent.parent / "docs" / "pictures"
DATE = "2026-01-01"
MOST_SEQUENCES = 3_000_000  # a table goes as deep as this allows
DEEPEST = 12


def recorded(game: str, number: int, variant: Variant) -> Match:
    """A random game with dice from the seed."""
    match = Match(game, *variant, seed=number)
    match.date = DATE
    rng = random.Random(number)
    while match.actor is not None:
        match.roll() if match.actor == "chance" else match.play(rng.choice(match.legal()))
    return match


def account(match: Match) -> str:
    """A recorded game: the saved text, then every event in words, then the last position."""
    story = "\n".join(match.log("everyone", "en"))
    return f"{match.text()}\n---\n{story}\n---\n{json.dumps(match.position(), indent=1)}\n"


def games() -> dict[str, Match]:
    """All recorded games by file name."""
    return {
        f"{game}-{number}.txt": recorded(game, number, variant)
        for game in GAMES
        for number, variant in enumerate(variants(load(game)))
    }


def counts(match: Match) -> list[int]:
    """Perft of a position at depth 1, 2, … as far as it stays quick."""
    found: list[int] = []
    while len(found) < DEEPEST:
        branching = found[-1] / (found[-2] if len(found) > 1 else 1) if found else 1
        if found and (found[-1] == 0 or found[-1] * max(branching, 6) > MOST_SEQUENCES):
            break
        found.append(perft(match.engine, match.state, len(found) + 1))
    return found


def earlier(match: Match, number: int) -> Match:
    """A match taken back to a move."""
    before = match.copy()
    while len(before.moves) > number:
        before.undo()
    return before


def table(name: str, match: Match) -> Iterator[dict[str, Any]]:
    """The perft tables of a recorded game: at its start, and from where two thirds of it are played."""
    for number in (0, 2 * len(match.moves) // 3):
        yield {"game": name, "moves": number, "perft": counts(earlier(match, number))}


def pictures(matches: dict[str, Match]) -> None:
    """A picture of each game for the documentation, as seat 0 sees it where two thirds are played."""
    for game in GAMES:
        match = earlier(matches[f"{game}-0.txt"], 2 * len(matches[f"{game}-0.txt"].moves) // 3)
        (PICTURES / f"{game}.svg").write_text(match.svg(0), encoding="utf-8")


if __name__ == "__main__":
    for old in FOLDER.glob("*.txt"):
        old.unlink()
    matches = games()
    for name, match in matches.items():
        (FOLDER / name).write_text(account(match), encoding="utf-8")
    rows = ",\n".join(json.dumps(row) for name, match in matches.items() for row in table(name, match))
    PERFT.write_text(f"[\n{rows}\n]\n", encoding="utf-8")
    pictures(matches)
