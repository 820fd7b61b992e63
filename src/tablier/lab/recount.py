"""How often bots find the puzzles that are shipped, counted anew: needed whenever what levels think has changed.

``python -m tablier.lab.recount --level 1 --level 3`` counts again for these levels, in the files of all games.
"""

import argparse
import sys
from collections.abc import Collection

from tablier.core.puzzles import FILE, LEVELS, puzzles
from tablier.core.registry import keys, load
from tablier.lab import hardness
from tablier.lab.puzzles import PuzzleRow, order, read, write


def recounted(game: str, row: PuzzleRow, levels: Collection[int]) -> PuzzleRow:
    """A puzzle with what these levels find now, and as hard as that makes it."""
    match, answers = puzzles(game)[row["id"]].match(), {line[0] for line in row["lines"]}
    hits = [
        hardness.hits(hardness.choices(match, level), answers) if level in levels else before
        for level, before in zip(LEVELS, row["hits"], strict=True)
    ]
    return row | {"hits": hits, "difficulty": hardness.difficulty(hits)}


def main() -> None:
    """Write the files anew."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("names", nargs="*", metavar="GAME", help="all games if none is named")
    parser.add_argument("--level", type=int, action="append", choices=LEVELS, help="all levels if none is named")
    given = parser.parse_args()
    for game in given.names or keys():
        file = load(game).folder / FILE
        rows = [recounted(game, row, given.level or LEVELS) for row in read(file)]
        write(sorted(rows, key=order), file)
        print(f"{game}: {len(rows)}", file=sys.stderr)


if __name__ == "__main__":
    main()
