"""The page that says what a learner sees of each game, plane by plane. ``python -m tablier.authors.planes FILE``"""

import sys
from collections.abc import Iterable, Iterator
from pathlib import Path

from tablier.authors.reference import text
from tablier.core.game import Game
from tablier.core.registry import OURS, load

HEAD = """# What a learner sees

The planes of each game, as `tablier.batch(…).observations`, the adapters and `Tensors.observe` fill them in. This page
is made of the code by `make contract`. A plane has a number for each cell; one that holds the same number on all cells
is said to do so *throughout*, and so do lives, turns and whatever else has no place on the board. Planes that name
things on cells hold 1 there and 0 elsewhere. *Own* is what belongs to the seat that looks, *the next seat's* what
belongs to the one that plays after it.
"""


def page(keys: Iterable[str]) -> str:
    """The whole page."""
    return "\n".join([HEAD, *(part for key in keys for part in section(load(key)))]).rstrip() + "\n"


def section(game: Game) -> Iterator[str]:
    """One game: its shape, how its board lies, and its planes."""
    planes, rows, columns = game.tensors.PLANES
    yield f"## {game.key}\n"
    yield f"{planes} planes of {rows} × {columns}; codes of moves below {game.tensors.ACTIONS}. {lying(game)}\n"
    yield "| plane | what it holds |\n| --- | --- |"
    yield from (f"| {number} | {name} |" for number, name in enumerate(game.tensors.PLANE_NAMES))
    yield ""


def lying(game: Game) -> str:
    """How the board lies in the planes."""
    if "tensors" not in game.modules:
        return "Rows and columns are those of the board, from below."
    return " ".join(text(game.tensors.observe).split())


if __name__ == "__main__":
    Path(sys.argv[1]).write_text(page(sorted(OURS)), encoding="utf-8")
