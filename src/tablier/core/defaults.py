"""What a game may leave out, as it is then."""

from collections.abc import Callable, Sequence
from typing import Any

from tablier.core.scene import Choice


def no_effects(options: Any, before: Any, move: int, after: Any) -> Sequence[tuple[str, str]]:
    """Nothing is shown but the change of the picture."""
    return ()


def plain_choices(view: Any) -> Callable[..., Sequence[Choice]]:
    """Moves offered by what is touched alone."""

    def choices(options: Any, state: Any, moves: Sequence[int], seat: int) -> Sequence[Choice]:
        """Each legal move by its steps."""
        return [Choice(view.steps(options, state, move)) for move in moves]

    return choices
