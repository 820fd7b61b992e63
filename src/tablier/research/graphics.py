"""A GPU as a device: all games lie in its memory, and other libraries take its arrays from there by DLPack.

In memory the same number of all games lies together (NumPy's order "F"): neighbouring threads step neighbouring games,
so what they read and write at the same time is in one piece. Shapes are the same as on the processor.
"""

from __future__ import annotations

from collections.abc import Callable
from contextlib import AbstractContextManager, nullcontext
from functools import cache
from importlib import import_module
from typing import Any

import numpy as np

from tablier.core.compile import rebuilt
from tablier.core.engine import Engine
from tablier.core.errors import NotNow
from tablier.core.game import Game
from tablier.core.records import Array, Bytes, layout

if not hasattr(np, "row_stack"):  # numba-cuda still asks for a name that NumPy has given up
    np.row_stack = np.vstack
try:
    import_module("_numba_cuda_redirector")  # done already, unless numba-cuda lies apart from the usual packages
except ModuleNotFoundError:
    raise NotNow("core.batch.extra", extra="cuda") from None

from numba import cuda

from tablier.research import launching

THREADS = 64  # in a block
WORD = 8  # bytes


class DeviceArray:
    """An array in the memory of a GPU. PyTorch, JAX and others take it by DLPack, and nothing is copied.

    ``numpy()``, or ``np.asarray``, is a copy of what it holds now.
    """

    def __init__(self, held: Any) -> None:
        self.held, self.shape, self.dtype = held, held.shape, held.dtype

    def __dlpack__(self, **asked: Any) -> Any:
        return exported(self.held).__dlpack__(**asked)

    def __dlpack_device__(self) -> tuple[int, int]:
        device: tuple[int, int] = exported(self.held).__dlpack_device__()
        return device

    @property
    def __cuda_array_interface__(self) -> dict[str, Any]:  # as all that lies on a GPU has it
        interface: dict[str, Any] = self.held.__cuda_array_interface__
        return interface

    def numpy(self) -> Array:
        """A copy in the processor's memory."""
        copy: Array = self.held.copy_to_host()
        return copy

    def __array__(self, dtype: Any = None, copy: bool | None = None) -> Array:
        return self.numpy().astype(dtype or self.dtype, copy=False)


def exported(held: Any) -> Any:
    """What knows how to give an array on by DLPack; numba's simulator has it in the processor's memory."""
    if simulated():
        return held._ary
    view = import_module("cuda.core.utils").StridedMemoryView
    return view.from_cuda_array_interface(held, stream_ptr=-1)


def simulated() -> bool:
    """Whether numba only plays that there is a GPU."""
    return bool(cuda.is_available() and import_module("numba.cuda.core").config.ENABLE_CUDASIM)


class Graphics:
    """A GPU, and the games of one batch on it. When a call returns, it is done."""

    def __init__(self, engine: Engine, size: int, wanted: Bytes) -> None:
        if not cuda.is_available():
            raise NotNow("core.batch.absent")
        self.engine, self.size = engine, size
        self.known = cuda.to_device(engine.record), cuda.to_device(wanted)
        self.words = self.holding(np.zeros((size, words(engine.game)), np.uint64))

    def array(self, *shape: int, kind: Any) -> DeviceArray:
        """An array whose numbers will be written before anybody looks at them."""
        return DeviceArray(cuda.device_array(shape, kind, order="F"))

    def holding(self, values: Array) -> DeviceArray:
        """An array that holds these values."""
        return DeviceArray(cuda.to_device(np.asfortranarray(values)))

    def given(self, codes: Any) -> DeviceArray:
        """Moves as they were given by the caller, be they on the GPU or elsewhere."""
        if isinstance(codes, DeviceArray) and codes.dtype == np.int16:
            return codes
        if not hasattr(codes, "__cuda_array_interface__"):
            return self.holding(np.ascontiguousarray(codes, dtype=np.int16))
        taken = DeviceArray(cuda.as_cuda_array(codes))
        if taken.shape == (self.size,):
            codes, taken = taken, self.array(self.size, kind=np.int16)
            self.all(launching.take_codes, codes, taken)
        return taken

    @property
    def states(self) -> Bytes:
        """A copy of the records of all games."""
        known = layout(self.engine.game.rules.State)  # type: ignore[arg-type]  # classes are hashable
        raw = np.ascontiguousarray(self.words.numpy()).view(np.uint8)
        return np.ascontiguousarray(raw[:, : known.itemsize]).view(known)[:, 0]

    def state(self, row: int) -> Bytes:
        """A copy of the record of one of the games."""
        return self.states[row : row + 1]

    def all(self, kernel: Callable[..., Any], *rows: Any) -> list[int]:
        """Have all threads do what a kernel does for a core; what it returned, in a list of one."""
        options, wanted = self.known
        total = self.holding(np.zeros(1, np.int64))
        launch = launched(kernel.__name__, self.engine.game)
        held = (row.held if isinstance(row, DeviceArray) else row for row in rows)
        with common_tables():
            launch[blocks(self.size)](options, self.words.held, wanted, total.held, *held)
        return total.numpy().tolist()  # type: ignore[no-any-return]

    quickly = all


def common_tables() -> AbstractContextManager[None]:
    """While it lasts, large tables are put where there is room for them; the simulator has no such limits."""
    return nullcontext() if simulated() else import_module("tablier.research.tables").common_tables()


def blocks(size: int) -> tuple[int, int]:
    """How many blocks of how many threads step so many games."""
    threads = min(THREADS, size)
    return -(-size // threads), threads


def words(game: Game) -> int:
    """How many words a game's record takes."""
    return -(-layout(game.rules.State).itemsize // WORD)  # type: ignore[arg-type]


def padded(game: Game) -> np.dtype[Any]:
    """The layout of a game's record, filled up to whole words: a stride that leaves every field aligned."""
    known = layout(game.rules.State)  # type: ignore[arg-type]
    names = known.names or ()
    fields = [(known.fields[name][0], known.fields[name][1]) for name in names]  # type: ignore[index]
    told = {"names": names, "formats": [kind for kind, _ in fields], "offsets": [place for _, place in fields]}
    return np.dtype((np.record, np.dtype({**told, "itemsize": words(game) * WORD}, align=True)))  # type: ignore[call-overload]


@cache
def launched(name: str, game: Game) -> Any:
    """A launch for one game, compiled when it is first called and then kept on disk."""
    return cuda.jit(cache=True)(fitted(getattr(launching, name), game))


def fitted(function: Callable[..., Any], game: Game) -> Callable[..., Any]:
    """A launch, and the parts of it, with what is a game's own put in."""
    made = rebuilt(function, game)
    made.__globals__.update(STATE=padded(game), WORDS=words(game), MOST_MOVES=game.rules.MOST_MOVES)
    return made
