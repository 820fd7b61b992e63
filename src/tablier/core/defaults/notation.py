"""The notation of a game in which nothing is hidden. Each function is given the game first."""

from typing import Any


def masked(game: Any, options: Any, before: Any, move: int, now: Any, seat: int) -> str:
    """Every move is made openly."""
    return game.notation.write(options, before, move)  # type: ignore[no-any-return]


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
