"""Records: a game's state and options as one flat piece of memory, declared as an annotated class.

    class State(Record):
        turn: int = i8()            # a number
        cells: Array = u8(6, 6)     # a nested array

The class is what a type checker sees; ``layout(State)`` is the NumPy dtype that both compiled and plain rules work on.
"""

from functools import cache
from typing import Any

import numpy as np
from numpy.typing import NDArray

Array = NDArray[Any]
Bytes = Any  # a one-element recarray; mypy has no name for records of a given class


class Field:
    """How one field is stored: the type of its numbers and the shape of its array, () for a single number."""

    def __init__(self, kind: str, shape: tuple[int, ...]) -> None:
        self.type = np.dtype(kind)
        self.shape = shape


def i8(*shape: int) -> Any:
    """A signed byte, or an array of them."""
    return Field("i1", shape)


def u8(*shape: int) -> Any:
    """An unsigned byte, or an array of them."""
    return Field("u1", shape)


def i16(*shape: int) -> Any:
    """A signed number of 16 bits, or an array of them."""
    return Field("i2", shape)


def u16(*shape: int) -> Any:
    """An unsigned number of 16 bits, or an array of them."""
    return Field("u2", shape)


def i32(*shape: int) -> Any:
    """A signed number of 32 bits, or an array of them."""
    return Field("i4", shape)


def u64(*shape: int) -> Any:
    """An unsigned number of 64 bits (a mask, a hash), or an array of them."""
    return Field("u8", shape)


def f32(*shape: int) -> Any:
    """A fraction of 32 bits, or an array of them."""
    return Field("f4", shape)


def f64(*shape: int) -> Any:
    """A fraction of 64 bits, or an array of them."""
    return Field("f8", shape)


class Record:
    """Base of all declared layouts. Instances are never made: ``new(cls)`` makes the memory."""


def fields(cls: type[Record]) -> dict[str, Field]:
    """The declared fields of a layout, those of its bases first."""
    found = {
        name: value for base in reversed(cls.__mro__) for name, value in vars(base).items() if isinstance(value, Field)
    }
    for name in found:
        if hasattr(np.record, name):  # plain rules would read that instead of the field
            raise TypeError(f"{cls.__name__}.{name}: NumPy's records have an attribute of that name already")
    return found


@cache
def layout(cls: type[Record]) -> np.dtype[Any]:
    """The dtype of a declared layout: widest fields first and filled up at the end, so aligned and without padding.

    Bytes that no field owns would make equal records differ, and fields that straddle words are slow on a GPU.
    """
    declared = sorted(fields(cls).items(), key=lambda item: -item[1].type.itemsize)
    widest = declared[0][1].type.itemsize
    size = sum(field.type.itemsize * int(np.prod(field.shape)) for _, field in declared)
    columns: list[Any] = [(name, field.type, field.shape) for name, field in declared]
    if size % widest:
        columns.append(("filling", np.dtype("u1"), (widest - size % widest,)))
    return np.dtype(columns, align=True)


def new(cls: type[Record], count: int = 1) -> Bytes:
    """Fresh records, all zero, as an array: kernels take the array, ``array[0]`` is the record itself."""
    return np.zeros(count, dtype=layout(cls)).view(np.recarray)  # type: ignore[arg-type]  # classes are hashable
