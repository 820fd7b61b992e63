"""A seat of a table: who plays there, under which name, and their part in the dice."""

from dataclasses import dataclass

from tablier.core import dice
from tablier.core.sealing import SERVER
from tablier.server.authority.events import SeatPlan

SUBSTITUTE = 4  # the level of a bot that plays on for somebody


@dataclass(frozen=True)
class Seat:
    """A seat as it is now."""

    place: SeatPlan
    name: str
    owners: tuple[str, ...]
    salt: str
    hash: str = ""  # by which the salt was promised
    giver: str = ""  # who gave the salt
    handed: bool = False
    resigned: bool = False
    flagged: bool = False  # its time was over

    @property
    def is_person(self) -> bool:
        """Whether a person decides here now."""
        return self.place.kind != "bot" and not (self.handed or self.resigned or self.flagged)

    @property
    def level(self) -> int | None:
        """The level of the bot that decides here now."""
        return None if self.is_person else self.place.level or SUBSTITUTE


def begun_seat(place: SeatPlan) -> Seat:
    """A seat before anything has happened; a bot's salt is known, and with it its hash."""
    promised = (dice.hash_of(place.salt), SERVER) if place.salt else ()
    return Seat(place, place.name, place.owners, place.salt, *promised)
