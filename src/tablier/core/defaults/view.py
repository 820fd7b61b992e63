"""What a view can do without. Each function is given the game first."""

from collections.abc import Sequence
from typing import Any

from tablier.core.contract import CHANCE, UNSEEN
from tablier.core.kit import offering, pictures, telling
from tablier.core.presentation import Belief, KitPicture
from tablier.core.scene import Choice, Part, Scene
from tablier.core.words import Word, word


def scene(game: Any, options: Any, state: Any, seat: int) -> Scene:
    """The board with its pieces, and what each seat has beside it."""
    return pictures.scene(game, options, state, seat)


def besides(game: Any, options: Any, state: Any, seat: int, picture: KitPicture) -> Sequence[Part]:
    """Nothing."""
    return ()


def steps(game: Any, options: Any, state: Any, move: int) -> tuple[str, ...]:
    """What a move is made of; a piece rather than the cell on which it stands."""
    return telling.steps(game, state, move)


def story(game: Any, options: Any, before: Any, move: int, after: Any) -> Sequence[Word]:
    """Who made which move, and how it ended."""
    return telling.story(game, options, before, move, after)


def choices(game: Any, options: Any, state: Any, moves: Sequence[int], seat: int) -> list[Choice]:
    """Moves are called by their parts, with the piece where it would stand; else by what is touched, and no more."""
    if is_derived(game):
        return offering.choices(game, options, state, moves)
    return [Choice(game.view.steps(options, state, move)) for move in moves]


def is_derived(game: Any) -> bool:
    """Whether pictures and touches of a game follow from its fields and moves."""
    own = game.view.scene, game.view.steps
    return game.moves is not None and [getattr(function, "func", None) for function in own] == [scene, steps]


def reasons(game: Any, options: Any, before: Any, move: int, after: Any) -> tuple[Word, ...]:
    """The word for the reason."""
    return (word(f"{game.key}.reason.{game.rules.REASONS[int(after.reason) - 1]}"),)


def effects(game: Any, options: Any, before: Any, move: int, after: Any) -> Sequence[tuple[str, str]]:
    """Dice that are thrown and pieces that are taken, where the picture is the kit's; else nothing but its change."""
    return list(offering.effects(game, options, before, move, after)) if is_derived(game) else ()


def asked(game: Any, options: Any, state: Any) -> tuple[Word, ...]:
    """What the first step of a move is, where it follows from the moves; else that one is to be chosen."""
    return offering.asked(game, options, state) if is_derived(game) else (word("core.view.asked"),)


def why(game: Any, options: Any, state: Any, begun: Sequence[str], part: str) -> Word:
    """Whose piece it is or that nothing leads there, where that follows from the fields; else that it cannot be."""
    return offering.why(game, options, state, begun, part) if is_derived(game) else word("core.view.why")


def marks(game: Any, options: Any, before: Any, move: int, after: Any) -> Sequence[str]:
    """The cells of a move, or what was touched, unless nobody has touched anything, or nobody may know it."""
    if move == UNSEEN or game.rules.actor(options, before) == CHANCE:
        return ()
    if is_derived(game):
        return offering.marks(game, options, before, move)
    steps: Sequence[str] = game.view.steps(options, before, move)
    return steps


def remark(game: Any, options: Any, before: Any, move: int, after: Any, better: int) -> Word | None:
    """Nothing but what can be said of all games."""
    return None


def beliefs(game: Any, options: Any, state: Any, seat: int) -> Sequence[Belief]:
    """Nothing is said of it."""
    return ()
