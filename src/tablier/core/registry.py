"""Which games there are. Ours are announced by ``tablier``, others by the entry point group ``tablier.games``."""

from collections.abc import Sequence
from functools import cache, partial
from importlib import import_module
from importlib.metadata import entry_points
from importlib.util import find_spec
from pathlib import Path
from typing import TYPE_CHECKING

from tablier.core import words
from tablier.core.errors import BadOption
from tablier.core.words import Word

if TYPE_CHECKING:  # whoever only asks which games there are does not wait for the compiler to be imported
    from tablier.core.game import Game

SOURCES: dict[str, str] = {}
"""Module of each game, by key; the module's ``GAME`` is the game. Nothing is imported before it is needed."""
OURS: set[str] = set()
"""The keys of the games that come with Tablier."""
ASIDE: dict[str, tuple[Word, ...]] = {}
"""Games that were found to be broken, by key, with what is wrong with each."""


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
    """The keys of all games, sorted, but for those that were set aside."""
    discover()
    return sorted(SOURCES.keys() - ASIDE.keys())


def foreign() -> list[str]:
    """The keys of the games of other packages, sorted, those that were set aside among them."""
    discover()
    return sorted(SOURCES.keys() - OURS)


def set_aside(key: str, faults: Sequence[Word]) -> None:
    """Take a broken game off the list, with what is wrong with it; with no fault, put it back."""
    ASIDE.pop(key, None)
    if faults:
        ASIDE[key] = tuple(faults)


def load(key: str) -> "Game":
    """The game of a key."""
    if isinstance(key, str) and key in ASIDE:
        raise BadOption("core.game.aside", game=key, fault=ASIDE[key][0])
    if not isinstance(key, str) or key not in keys():
        raise BadOption("core.game.unknown", game=repr(key), games=keys())
    try:
        game: Game = import_module(SOURCES[key]).GAME
    except Exception as error:
        raise BadOption("core.game.broken", game=key, error=f"{type(error).__name__}: {error}") from error
    return game
