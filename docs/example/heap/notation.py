"""Moves and positions of Heap: ``2`` takes two stones."""

from typing import Any

from tablier.core.reading import Reader, read_turns


def write(options: Any, state: Any, move: int) -> str:
    """The number of stones taken."""
    return str(move)


def position(options: Any, state: Any) -> dict[str, Any]:
    """Whose turn it is and what is left."""
    return {"turn": int(state.turn), "turns": int(state.turns), "stones": int(state.stones)}


def place(options: Any, state: Any, data: Reader, finished: bool) -> None:
    """Load a position."""
    data.keys("turn", "turns", "stones")
    state.turn, state.turns = read_turns(data, "heap", int(options.seats))
    state.stones = data.whole("stones", 0, int(options.stones))
