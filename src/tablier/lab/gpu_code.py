"""What the kernels of our games take on a GPU, without one: ``python -m tablier.lab.gpu_code samarra``.

Each launch is compiled for a kind of GPU, as far as machine code by NVIDIA's assembler ``ptxas``, which says how many
registers and how much memory of its own a thread takes. It needs the extra ``cuda`` and ptxas (CUDA's toolkit has it).
"""

from __future__ import annotations

import argparse
import inspect
import re
import subprocess
from collections.abc import Mapping
from pathlib import Path
from tempfile import TemporaryDirectory
from types import SimpleNamespace
from typing import Any, NamedTuple

import numpy as np

from tablier.core.game import Game
from tablier.core.records import layout
from tablier.core.registry import keys, load
from tablier.research.stepping import Wanted

KIND = (9, 0)  # of GPU: that of an H200
LAUNCHES = (
    "begin_games", "step_games", "wander_games", "look_at_games", "see_games", "draw_codes", "first_illegal",
)  # fmt: skip
HEADS = ("game", "kernel", "registers", "memory of a thread", "constants", "large tables")
NUMBERS = {"registers": r"Used (\d+) registers", "memory": r"(\d+) bytes stack frame", "spilled": r"(\d+) bytes spill"}
CONSTANT, TABLE = r"\.const [^;=\[]*\[(\d+)\]", r"\.global [^;=\[]*table_\w+\[(\d+)\]"


class Code(NamedTuple):
    """What one launch takes, in bytes but for the registers."""

    registers: int
    memory: int
    constants: int
    tables: int


def arguments(game: Game) -> Mapping[str, Any]:
    """The types of all that launches of a game are called with, by name."""
    from numba import from_dtype, types

    def array(kind: Any, axes: int) -> Any:
        return types.Array(from_dtype(np.dtype(kind)), axes, "F" if axes > 1 else "C")

    shapes = {
        "states": (np.uint64, 2), "total": (np.int64, 1), "rngs": (np.uint64, 3), "actors": (np.int8, 1),
        "counts": (np.int32, 1), "moves": (np.int16, 2), "chances": (np.int32, 2), "masks": (np.uint8, 2),
        "planes": (np.float32, 4), "rewards": (np.float32, 2), "ended": (np.uint8, 1), "reasons": (np.int8, 1),
        "codes": (np.int16, 1), "options": (layout(game.options.Options), 1), "wanted": (layout(Wanted), 1),  # type: ignore[arg-type]
    }  # fmt: skip
    return {name: array(*shape) for name, shape in shapes.items()} | {"steps": types.int64, "seat": types.int64}


def assembled(game: Game, name: str, kind: tuple[int, int]) -> str:
    """A launch in the GPU's assembly language."""
    from numba import cuda, types
    from numba.cuda import dispatcher

    from tablier.research import graphics, launching

    dispatcher.get_current_device = lambda: SimpleNamespace(compute_capability=kind)  # it would look for a real one
    launch = graphics.fitted(getattr(launching, name), game)
    given = [arguments(game)[argument] for argument in inspect.signature(launch).parameters]
    with graphics.common_tables():
        text, _ = cuda.compile(launch, types.void(*given), cc=kind, output="ptx", device=False, abi="numba")
    return str(text)


def taken(text: str, kind: tuple[int, int]) -> Code:
    """What machine code made of assembly language takes; it fails where there is too much."""
    with TemporaryDirectory() as folder:
        file = Path(folder) / "kernel.ptx"
        file.write_text(text, encoding="utf-8")
        command = ["ptxas", "-v", f"-arch=sm_{kind[0]}{kind[1]}", str(file), "-o", str(file.with_suffix(".cubin"))]
        told = subprocess.run(command, check=True, capture_output=True, text=True).stderr
    found = {name: max(map(int, re.findall(pattern, told)), default=0) for name, pattern in NUMBERS.items()}
    sums = (sum(map(int, re.findall(pattern, text))) for pattern in (CONSTANT, TABLE))
    return Code(found["registers"], found["memory"] + found["spilled"], *sums)


def main() -> None:
    """Compile all launches of some games, or of all, and print what they take as a table."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("game", nargs="*", help="all, if none is named")
    given = parser.parse_args()
    for cells in (HEADS, ("---",) * len(HEADS)):
        print(f"| {' | '.join(cells)} |")
    for key in given.game or keys():
        for name in LAUNCHES:
            code = taken(assembled(load(key), name, KIND), KIND)
            print(f"| {key} | `{name}` | {' | '.join(f'{number:,}' for number in code)} |", flush=True)


if __name__ == "__main__":
    main()
