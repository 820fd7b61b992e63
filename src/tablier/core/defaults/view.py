"""What a view can do without. Each function is given the game first."""

from collections.abc import Sequence
from typing import Any

from tablier.core.contract import CHANCE, UNSEEN
from tablier.core.kit import pictures, telling
from tablier.core.scene import Choice, Scene
from tablier.core.words import Word, word


def scene(game: Any, options: Any, state: Any, seat: int) -> Scene:
    """The board with its pieces, and what each seat has beside it."""
    return pictures.scene(game, options, state, seat)


def steps(game: Any, options: Any, state: Any, move: int) -> tuple[str, ...]:
    """What a move is made of."""
    return telling.steps(game, move)


def story(game: Any, options: Any, before: Any, move: int, after: Any) -> Sequence[Word]:
    """Who made which move, and how it ended."""
    return telling.story(game, options, before, move, after)


def choices(game: Any, options: Any, state: Any, moves: Sequence[int], seat: int) -> list[Choice]:
    """Moves are called by what is touched, and nothing is shown of them beforehand."""
    return [Choice(game.view.steps(options, state, move)) for move in moves]


def reasons(game: Any, options: Any, before: Any, move: int, after: Any) -> tuple[Word, ...]:
    """The word for the reason."""
    return (word(f"{game.key}.reason.{game.rules.REASONS[int(after.reason) - 1]}"),)


def effects(game: Any, options: Any, before: Any, move: int, after: Any) -> tuple[tuple[str, str], ...]:
    """Nothing is shown but the change of the picture."""
    return ()


def asked(game: Any, options: Any, state: Any) -> tuple[Word, ...]:
    """A move is to be chosen."""
    return (word("core.view.asked"),)


def why(game: Any, options: Any, state: Any, begun: Sequence[str], part: str) -> Word:
    """It cannot be touched."""
    return word("core.view.why")


def marks(game: Any, options: Any, before: Any, move: int, after: Any) -> Sequence[str]:
    """What was touched, unless nobody has touched anything, or nobody may know it."""
    if move == UNSEEN or game.rules.actor(options, before) == CHANCE:
        return ()
    steps: Sequence[str] = game.view.steps(options, before, move)
    return steps
