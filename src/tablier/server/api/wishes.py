"""What people may send about themselves and about others: strict shapes, as those of tables."""

from __future__ import annotations

from typing import Annotated, Any, Literal

from pydantic import Field, model_validator
from pydantic_core import PydanticCustomError

from tablier.server.api.messages import HIGHEST, TYPED, Name
from tablier.server.authority.limits import CHAT_LENGTH
from tablier.server.declaration.shape import SeatNumber, Shape

CODE_LENGTH = 60


class KeptName(Shape):
    """A name to be kept."""

    name: Name


class CodeTyped(Shape):
    """A recovery code."""

    code: Annotated[str, Field(max_length=CODE_LENGTH)]


class Credential(Shape):
    """What a browser has made or signed with a passkey, as it says it; ``name``: how a new one is to be called."""

    credential: dict[str, Any]
    name: Name = ""


class Others(Shape):
    """Whether only the other devices are meant."""

    others: bool = False


class Sure(Shape):
    """That somebody means it."""

    sure: Literal[True]


class NewReport(Shape):
    """Something that operators should see: the name of a seat, or what a seat or a spectator has said."""

    seat: SeatNumber | None = None
    spectator: Annotated[int, Field(ge=1, le=HIGHEST)] | None = None
    thing: Literal["name", "said"]
    text: Annotated[str, Field(max_length=TYPED * CHAT_LENGTH)] = ""

    @model_validator(mode="after")
    def one_of_them(self) -> NewReport:
        """Refuse both and neither."""
        if (self.seat is None) == (self.spectator is None):
            raise PydanticCustomError("whom", "should have a seat or a spectator")
        return self
