"""Records: a game's state and options as one flat piece of memory, declared as an annotated class.

    class State(Record):
        turn: int = i8()            # a number
        cells: Array = u8(6, 6)     # a nested array

The class is what a type checker sees; ``layout(State)`` is the NumPy dtype that both compiled and plain rules work on.
"""

from collections.abc import Callable
from functools import cache, lru_cache, wraps
from typing import Any, NoReturn, TypeVar

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
        if hasattr(FrozenRecord, name):  # plain rules would read that instead of the field
            raise TypeError(f"{cls.__name__}.{name}: records have an attribute of that name already")
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
    return np.dtype((np.record, np.dtype(columns, align=True)))


def new(cls: type[Record], count: int = 1) -> Bytes:
    """Fresh records, all zero, as an array: kernels take the array, ``array[0]`` is the record itself."""
    return np.zeros(count, dtype=layout(cls))  # type: ignore[arg-type]  # classes are hashable


def copied(states: Bytes) -> Bytes:
    """The same records again; ten times as quick as ``copy``, which goes from field to field."""
    return np.ndarray(states.shape, states.dtype, bytearray(states.tobytes()))


def revived(cls: type[Record], record: Any) -> Bytes:
    """An array of one record like this one, free to be changed; a kernel takes it at less cost than the record."""
    return np.ndarray(1, layout(cls), bytearray(record.tobytes()))  # type: ignore[arg-type]


class FrozenRecord(np.record):  # type: ignore[misc]  # NumPy's types call its bases final
    """A record that cannot be written, for plain Python that looks at its fields often; equal ones have equal bytes.

    NumPy looks a field up anew each time, which takes microseconds; this record has them as attributes. Whoever tries
    to write a field, or into an array, is refused; ``copy()`` gives an ordinary record with the same content.
    """

    content: bytes = b""
    layout: np.dtype[Any] = np.dtype([])  # that of the ordinary record
    __getattribute__ = object.__getattribute__

    def __setattr__(self, name: str, value: object) -> NoReturn:
        raise TypeError(f"{name}: a frozen record cannot be written; its copy() can")

    def __delattr__(self, name: str) -> NoReturn:
        self.__setattr__(name, None)

    def __setitem__(self, name: object, value: object) -> NoReturn:
        self.__setattr__(str(name), value)

    def __hash__(self) -> int:
        return hash(self.content)

    def __eq__(self, other: object) -> bool:
        return isinstance(other, FrozenRecord) and self.content == other.content

    def __copy__(self) -> "FrozenRecord":
        return self

    def __deepcopy__(self, _: object) -> "FrozenRecord":
        return self

    def __reduce__(self) -> tuple[Any, ...]:
        return frozen_record, (self.layout, self.content)

    def copy(self, *_: Any) -> Any:
        """An ordinary record with the same content, free to be changed."""
        return np.ndarray(1, self.layout, bytearray(self.content))[0]

    def tobytes(self, *_: Any) -> bytes:
        """The record's bytes."""
        return self.content


FROZEN_KEPT = 1_024  # a position is looked at from several sides, and again after the next move


def frozen(states: Bytes) -> Any:
    """The first record of an array as it is now, to be looked at often; the same one for the same content."""
    return frozen_record(states.dtype, states[:1].tobytes())


@lru_cache(FROZEN_KEPT)
def frozen_record(known: np.dtype[Any], content: bytes) -> Any:
    """A frozen record of a layout from its bytes."""
    records = np.frombuffer(content, frozen_layout(known))
    record = records[0]
    record.__dict__.update(zip(known.names or (), records.item(), strict=True), content=content, layout=known)
    return record


@cache
def frozen_layout(known: np.dtype[Any]) -> np.dtype[Any]:
    """A layout whose records are frozen."""
    return np.dtype((FrozenRecord, known))


Made = TypeVar("Made")


def remembered(most: int) -> Callable[[Callable[..., Made]], Callable[..., Made]]:
    """Remember what a function of records and plain values gave the last times; the records count by their content."""

    def wrapped(function: Callable[..., Made]) -> Callable[..., Made]:
        known = lru_cache(most)(function)

        @wraps(function)
        def look_up(*args: Any) -> Made:
            return known(*map(as_frozen, args) if np.record in map(type, args) else args)

        return look_up

    return wrapped


def as_frozen(value: Any) -> Any:
    """A record as a frozen one, anything else as it is."""
    if type(value) is not np.record:
        return value
    return frozen_record(value.dtype, value.tobytes())
