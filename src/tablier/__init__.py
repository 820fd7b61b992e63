"""Tablier: a home for tabletop games.

>>> import tablier
>>> match = tablier.Match("minelfield", seed=7)
>>> match.legal()[:3]
"""

from typing import TYPE_CHECKING, Any

from tablier.core import registry
from tablier.core.errors import BadOption, BadPosition, BadText, Error, IllegalMove, NotNow
from tablier.games import GAMES

if TYPE_CHECKING:
    from tablier.bots.bot import Analysis, Bot
    from tablier.core.dice import commitment
    from tablier.core.engine import Outcome
    from tablier.core.fairness import Report, verify
    from tablier.core.game import Game
    from tablier.core.kit.looks import Looks
    from tablier.core.match import Match, Saved
    from tablier.core.notebook import Notebook, Ply
    from tablier.core.options import Option
    from tablier.research.batch import Batch, batch
    from tablier.reviewing.review import Review, review

    __version__: str

__all__ = [
    "Analysis", "BadOption", "BadPosition", "BadText", "Batch", "Bot", "Error", "Game", "IllegalMove", "Looks",
    "Match", "NotNow", "Notebook", "Outcome", "Ply", "Report", "Review", "Saved", "__version__", "batch", "commitment",
    "games", "options", "review", "verify",
]  # fmt: skip

registry.announce(GAMES)
registry.OURS.update(GAMES)

LAZY = {
    "Analysis": "tablier.bots.bot",
    "Batch": "tablier.research.batch",
    "Bot": "tablier.bots.bot",
    "Game": "tablier.core.game",
    "Looks": "tablier.core.kit.looks",
    "Match": "tablier.core.match",
    "Outcome": "tablier.core.engine",
    "Ply": "tablier.core.notebook",
    "Report": "tablier.core.fairness",
    "Review": "tablier.reviewing.review",
    "Saved": "tablier.core.match",
    "Notebook": "tablier.core.notebook",
    "batch": "tablier.research.batch",
    "commitment": "tablier.core.dice",
    "review": "tablier.reviewing.review",
    "verify": "tablier.core.fairness",
}
"""Names that are imported when they are first used, since compiling is slow to import."""


def __getattr__(name: str) -> Any:
    if name == "__version__":
        from importlib.metadata import version

        return version("tablier")
    if name not in LAZY:
        raise AttributeError(f"module 'tablier' has no attribute {name!r}")
    from importlib import import_module

    return getattr(import_module(LAZY[name]), name)


def games() -> list[str]:
    """The keys of all games."""
    return registry.keys()


def options(game: str) -> "tuple[Option, ...]":
    """The options of a game: name, values, default, sentence and source of each."""
    return registry.load(game).options.TABLE
