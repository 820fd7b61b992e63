"""What the planes of a tensor are called, in a few words of English; those of a kit's game follow from its fields."""

import math
from collections.abc import Iterator
from typing import Any

from tablier.core.kit.equipment import Counter, Kept, Pieces
from tablier.core.kit.generated import largest, observed
from tablier.core.records import Field, Record

NEAR = ("own", "the next seat's")


def whose(order: int) -> str:
    """A seat's, by how many places after the viewer it plays."""
    return NEAR[order] if order < len(NEAR) else f"the seat's {order} places on"


def plane_names(state: type[Record], seats: int) -> tuple[str, ...]:
    """A name for each plane that follows from the fields."""
    return tuple(text for name, field in observed(state) for text in named(name, field, seats))


def named(name: str, field: Field, seats: int) -> Iterator[str]:
    """The names of the planes of one field."""
    if isinstance(field, Pieces):
        yield from (f"`{name}`: {whose(order)} {kind}" for kind in field.kinds for order in range(seats))
        yield from (f"`{name}`: {kind}" for kind in field.neutral)
    elif name == "turn":
        yield "`turn`: whose it is, 1 for the seat's own, then as they play"
    else:
        unit = largest(field)
        share = f", divided by {unit:g}" if unit != 1 else ""
        for place in range(math.prod(field.shape)):
            yield f"`{name}`{where(field, place, seats)}{share}"


def where(field: Field, place: int, seats: int) -> str:
    """Whose one of the numbers of a field is, or which it is."""
    if not field.shape:
        return ""
    owner, rest = divmod(place, math.prod(field.shape[1:]))
    if not per_seat(field):
        return f": number {place + 1}"
    told = f": {whose(owner)}" if owner < seats else f": seat {owner}, which no game has"
    return told + (f", number {rest + 1}" if len(field.shape) > 1 else "")


def per_seat(field: Any) -> bool:
    """Whether a field has a number, or a row of them, for each seat."""
    return (isinstance(field, Kept) and len(field.shape) > 1) or (isinstance(field, Counter) and field.per_seat)
