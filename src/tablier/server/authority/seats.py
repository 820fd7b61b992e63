"""A seat of a table: who plays there, under which name, and their part in the dice."""

from collections.abc import Sequence
from dataclasses import dataclass, replace

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


def exchanged(one: Seat, other: Seat) -> tuple[Seat, Seat]:
    """Two seats whose players have changed places; what was drawn for the dice stays where it is.

    A hash without its salt is forgotten: only who sent it has the salt.
    """
    return seated(other, one), seated(one, other)


def seated(player: Seat, seat: Seat) -> Seat:
    """A player on another seat."""
    return replace(player, salt=seat.salt, hash=seat.hash if seat.salt else "", giver=seat.giver)


def chair_of(places: Sequence[SeatPlan], seat: Seat, number: int) -> int:
    """The number of the place at which whoever has a seat sat in the beginning."""
    return number if places[number] is seat.place else list(places).index(seat.place)


def as_begun(places: Sequence[SeatPlan], seats: Sequence[Seat]) -> list[Seat]:
    """Seats in the order in which their players sat in the beginning."""
    order = {chair_of(places, seat, number): seat for number, seat in enumerate(seats)}
    return [order[number] for number in range(len(seats))] if len(order) == len(seats) else list(seats)


def begun_seat(place: SeatPlan) -> Seat:
    """A seat before anything has happened; a bot's salt is known, and with it its hash."""
    promised = (dice.hash_of(place.salt), SERVER) if place.salt else ()
    return Seat(place, place.name, place.owners, place.salt, *promised)
