"""The notation of a game that has none, and what is not said by one. Each function is given the game first."""

from typing import Any

from tablier.core.contract import EVERYONE, RUNNING
from tablier.core.kit import positions
from tablier.core.reading import Reader

UNKNOWN = "?"
"""A move that the seat did not see."""


def write(game: Any, options: Any, state: Any, move: int) -> str:
    """The names of a move's parts."""
    return game.moves.written(move)  # type: ignore[no-any-return]


def position(game: Any, options: Any, state: Any) -> dict[str, Any]:
    """Every field of the record by its name."""
    return positions.position(game, options, state)


def place(game: Any, options: Any, state: Any, data: Reader, finished: bool) -> None:
    """Every field by its name, within its bounds."""
    positions.place(game, options, state, data, finished)


def masked(game: Any, options: Any, before: Any, move: int, now: Any, seat: int) -> str:
    """Every move is made openly, but for those of secret kinds by others."""
    if game.moves is None or seat in (EVERYONE, before.turn) or now.reason != RUNNING:
        return game.notation.write(options, before, move)  # type: ignore[no-any-return]
    return UNKNOWN if game.moves.read(move)[0].secret else game.notation.write(options, before, move)


def guesses(game: Any, options: Any, before: Any, text: str) -> tuple[int, ...]:
    """Only the notation of a legal move stands for one."""
    return ()


def masked_position(game: Any, options: Any, start: Any, now: Any, seat: int) -> dict[str, Any]:
    """Everybody knows all of it."""
    return game.notation.position(options, start)  # type: ignore[no-any-return]


def completions(game: Any, position: dict[str, Any]) -> tuple[dict[str, Any], ...]:
    """Nothing is missing."""
    return (position,)


def knowledge(game: Any, options: Any, state: Any) -> bytes:
    """All there is, so that every move changes it."""
    return state.tobytes()  # type: ignore[no-any-return]
