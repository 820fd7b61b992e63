"""Packages of other authors for tests: written into a folder, put on the path, announced, and forgotten again."""

import sys
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

from tablier.core import registry, words

WORDS = """
[name]
fr = "Essai"
en = "Try"
[tagline]
fr = "Un essai."
en = "A try."
[author]
fr = "personne"
en = "nobody"
"""
RULES = '''"""Put stones down."""

from tablier.kit import Array, BaseOptions, BaseState, Moves, Squares, draw, next_turn, pieces, rule

BOARD = Squares(3, 3)
MOVES = Moves(place=(BOARD,))
REASONS = ("full",)


class State(BaseState):
    """The stones."""

    cells: Array = pieces(BOARD)


@rule
def is_legal(options: BaseOptions, state: State, move: int) -> bool:
    """Onto an empty cell."""
    return state.cells[move] == 0


@rule
def apply(options: BaseOptions, state: State, move: int) -> None:
    """Put a stone down."""
    state.cells[move] = int(state.turn) + 1
    next_turn(options, state)
    if state.turns == 9:
        draw(options, state, 1)
'''
MAIN = '''"""A try."""

from {key} import rules
from tablier import Game

GAME = Game(key="{key}", seats=(2,), rules=rules)
'''


def write(folder: Path, key: str, changes: dict[str, str] | None = None) -> Path:
    """Write a small game that is right but for some files."""
    files = {"__init__.py": MAIN.replace("{key}", key), "rules.py": RULES, "words.toml": WORDS} | (changes or {})
    package = folder / key
    package.mkdir(parents=True)
    for name, text in files.items():
        (package / name).write_text(text, encoding="utf-8")
    return package


@contextmanager
def announced(folder: Path, *keys: str) -> Iterator[None]:
    """Make packages of a folder known, and forget them afterwards."""
    sys.path.insert(0, str(folder))
    aside = dict(registry.ASIDE)
    registry.announce({key: key for key in keys})
    try:
        yield
    finally:
        sys.path.remove(str(folder))
        for key in keys:
            registry.SOURCES.pop(key, None)
            words.FOLDERS.pop(key, None)
            for name in [name for name in sys.modules if name.partition(".")[0] == key]:
                del sys.modules[name]
        registry.ASIDE.clear()
        registry.ASIDE.update(aside)
        words.catalogue.cache_clear()
