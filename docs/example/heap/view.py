"""The picture, the touches and the story of Heap."""

from collections.abc import Sequence
from typing import Any

from tablier.core.scene import Group, Part, Scene
from tablier.core.words import Word, word

GAP = 10


def scene(options: Any, state: Any, seat: int) -> Scene:
    """A table, and the stones in a row."""
    table, stones = Group(Part("table", "table")), [stone(number) for number in range(int(state.stones))]
    return Scene("heap", GAP * (int(options.stones) + 1), 2 * GAP, table, stones, word("heap.name"))


def stone(number: int) -> Group:
    """A stone of the row."""
    label = word("heap.stone", number=number + 1)
    return Group(Part(f"stone.{number}", "stone", GAP * (number + 1), GAP, label=label))


def steps(options: Any, state: Any, move: int) -> tuple[str, ...]:
    """Touch the last stone to be taken."""
    return (f"stone.{int(state.stones) - move}",)


def story(options: Any, before: Any, move: int, after: Any) -> Sequence[Word]:
    """Who took how many, and who won."""
    seat = word(f"heap.seat.{int(before.turn)}")
    taken = [word("heap.story.took", seat=seat, number=move)]
    return taken if after.reason == 0 else [*taken, word("heap.story.won", seat=seat)]
