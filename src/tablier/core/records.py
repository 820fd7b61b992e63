"""Records: a game's state and options as one flat piece of memory, declared as an annotated class.

    class State(Record):
        turn: int = i8()            # a number
        cells: Array = u8(6, 6)     # a nested array

The class is what a type checker sees; ``layout(State)`` is the NumPy dtype that both compiled and plain rules work on.
"""

from collections.abc import Callable
from functools import cache, lru_cache, wraps
from typing import Any, TypeVar

import numpy as np
from numpy.typing import NDArray

Array = NDArray[Any]
Bytes = Any  # an array of one record; mypy has no name for records of a given class


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
    return np.zeros(count, dtype=np.dtype((np.record, layout(cls))))  # type: ignore[arg-type]  # classes are hashable


def copied(states: Bytes) -> Bytes:
    """The same records again; ten times as quick as ``copy``, which goes from field to field."""
    return np.ndarray(states.shape, states.dtype, bytearray(states.tobytes()))


def revived(cls: type[Record], record: Any) -> Bytes:
    """An array of one record like this one, free to be changed; a kernel takes it at less cost than the record."""
    return np.ndarray(1, np.dtype((np.record, layout(cls))), bytearray(record.tobytes()))  # type: ignore[arg-type]


class Quick(np.record):  # type: ignore[misc]  # NumPy's types call its bases final
    """A record that nobody will change, for plain Python that looks at its fields often; equal ones have equal bytes.

    NumPy looks a field up anew each time, which takes microseconds; this record has them as attributes.
    """

    content: bytes
    __getattribute__ = object.__getattribute__

    def __hash__(self) -> int:
        return hash(self.content)

    def __eq__(self, other: object) -> bool:
        return isinstance(other, Quick) and self.content == other.content

    def tobytes(self, *_: Any) -> bytes:
        """The record's bytes."""
        return self.content


QUICK_KEPT = 1_024  # a position is looked at from several sides, and again after the next move


def quick(states: Bytes) -> Any:
    """The first record of an array as it is now, to be looked at often; the same one for the same content."""
    return quick_record(states.dtype, states[:1].tobytes())


@lru_cache(QUICK_KEPT)
def quick_record(known: np.dtype[Any], content: bytes) -> Any:
    """A quick record of a layout from its bytes."""
    records = np.frombuffer(bytearray(content), quick_layout(known))
    record = records[0]
    record.__dict__.update(zip(known.names or (), records.item(), strict=True), content=content)
    return record


@cache
def quick_layout(known: np.dtype[Any]) -> np.dtype[Any]:
    """A layout whose records are quick."""
    return np.dtype((Quick, known))


Made = TypeVar("Made")


def remembered(most: int) -> Callable[[Callable[..., Made]], Callable[..., Made]]:
    """Remember what a function of records and plain values gave the last times; the records count by their content."""

    def wrapped(function: Callable[..., Made]) -> Callable[..., Made]:
        known = lru_cache(most)(function)

        @wraps(function)
        def look_up(*args: Any) -> Made:
            return known(*map(as_quick, args) if np.record in map(type, args) else args)

        return look_up

    return wrapped


def as_quick(value: Any) -> Any:
    """A record as a quick one, anything else as it is."""
    if type(value) is not np.record:
        return value
    return quick_record(value.dtype, value.tobytes())
