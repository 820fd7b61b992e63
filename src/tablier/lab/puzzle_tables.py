"""The tables of ``docs/puzzles.md``: ``python -m tablier.lab.puzzle_tables docs/puzzles.md`` writes them anew."""

import sys
from collections import Counter
from collections.abc import Iterable, Iterator
from pathlib import Path

from tablier.core import puzzle_words
from tablier.core.puzzles import EASIEST, HARDEST, PROOFS, puzzles
from tablier.core.words import word
from tablier.games import GAMES

BEGIN, END = "<!-- tables -->\n", "<!-- end of tables -->\n"


def tables() -> str:
    """How many puzzles there are of each game, by difficulty, proof and theme."""
    steps = range(EASIEST, HARDEST + 1)
    counts = table(["game", "puzzles", *(f"difficulty {step}" for step in steps), *PROOFS], map(numbers, GAMES))
    return f"{counts}\n{table(['game', 'themes'], ([name(game), themes(game)] for game in GAMES))}"


def table(head: Iterable[str], rows: Iterable[Iterable[object]]) -> str:
    """A table in Markdown."""
    cells = [list(head)]
    cells += [["---"] * len(cells[0]), *(list(map(str, row)) for row in rows)]
    return "".join(f"| {' | '.join(row)} |\n" for row in cells)


def name(game: str) -> str:
    """What a game is called."""
    return word(f"{game}.name").say("en")


def numbers(game: str) -> Iterator[object]:
    """How many puzzles a game has, of each difficulty and by each proof."""
    found = puzzles(game).values()
    yield name(game)
    yield len(found)
    for step in range(EASIEST, HARDEST + 1):
        yield sum(puzzle.difficulty == step for puzzle in found)
    for proof in PROOFS:
        yield sum(puzzle.proof == proof for puzzle in found)


def themes(game: str) -> str:
    """The themes of a game, the most frequent ones first."""
    found = Counter(puzzle.group for puzzle in puzzles(game).values())
    return ", ".join(
        f"{puzzle_words.group_word(game, group).say('en')} {count}" for group, count in found.most_common()
    )


def main() -> None:
    """Write them between their marks in a file."""
    file = Path(sys.argv[1])
    before, rest = file.read_text(encoding="utf-8").split(BEGIN)
    file.write_text(f"{before}{BEGIN}{tables()}{END}{rest.split(END)[1]}", encoding="utf-8")


if __name__ == "__main__":
    main()
