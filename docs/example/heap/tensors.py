"""What a learner sees of Heap."""

from heap.options import Options
from heap.rules import State
from tablier.core.compile import rule
from tablier.core.records import Array

PLANES = (1, 1, 1)


@rule
def observe(options: Options, state: State, seat: int, planes: Array) -> None:
    """The number of stones, and one more."""
    planes[0, 0, 0] = int(state.stones) + 1
