"""Which games there are. Ours are announced by ``tablier``, others by the entry point group ``tablier.games``."""

from functools import cache, partial
from importlib import import_module
from importlib.metadata import entry_points
from importlib.util import find_spec
from pathlib import Path
from typing import TYPE_CHECKING

from tablier.core import words
from tablier.core.errors import BadOption

if TYPE_CHECKING:  # whoever only asks which games there are does not wait for the compiler to be imported
    from tablier.core.game import Game

SOURCES: dict[str, str] = {}
"""Module of each game, by key; the module's ``GAME`` is the game. Nothing is imported before it is needed."""


def announce(sources: dict[str, str]) -> None:
    """Make games known by their modules."""
    for key, module in sources.items():
        SOURCES[key] = module
        words.announce(key, partial(folder, module))


def folder(module: str) -> Path:
    """Where a module lies, without running it."""
    spec = find_spec(module)
    if spec is None or spec.origin is None:
        raise ModuleNotFoundError(module)
    return Path(spec.origin).parent


@cache
def discover() -> None:
    """Make the games of other installed packages known; a key that is taken keeps its game."""
    announce({point.name: point.value for point in entry_points(group="tablier.games") if point.name not in SOURCES})


def keys() -> list[str]:
    """The keys of all games, sorted."""
    discover()
    return sorted(SOURCES)


def load(key: str) -> "Game":
    """The game of a key."""
    if not isinstance(key, str) or key not in keys():
        raise BadOption("core.game.unknown", game=repr(key), games=keys())
    game: Game = import_module(SOURCES[key]).GAME
    return game
