"""Puzzles of a game that cannot be read, or in which something is not as it is said."""

from collections.abc import Iterator
from functools import partial

from tablier.authors.faults import Fault, message, shortened
from tablier.authors.texts import missing_word, tried
from tablier.core.game import Game
from tablier.core.puzzles import FILE, Puzzle, read, replay
from tablier.core.words import is_said


def puzzle_faults(game: Game) -> Iterator[Fault]:
    """What is wrong with the file of puzzles, line by line; nothing, if there is none."""
    path = game.folder / FILE
    if not path.is_file():
        return
    text = path.read_text(encoding="utf-8", errors="replace")
    try:
        found = read(game.key, text)
    except (ValueError, TypeError) as error:
        yield Fault("file", shortened(path, game.folder), 0, {"error": message(error)})
        return
    lines = {puzzle.id: line_of(text, puzzle) for puzzle in found}
    for puzzle in found:
        yield from tried(game, path, lines[puzzle.id], partial(replay, puzzle))
    for theme in sorted({puzzle.theme for puzzle in found if puzzle.theme}):
        if not is_said(f"{game.key}.theme.{theme}"):
            yield missing_word(game, f"theme.{theme}")


def line_of(text: str, puzzle: Puzzle) -> int:
    """The line on which a puzzle begins."""
    return next((number for number, line in enumerate(text.splitlines(), 1) if f'"{puzzle.id}"' in line), 0)
