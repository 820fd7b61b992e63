"""A table as it is kept, with other people or other names than before: all that happened there is as it was."""

from __future__ import annotations

from collections.abc import Callable, Collection
from dataclasses import dataclass, replace

from tablier.server.authority.events import Event, SeatPlan, Setup, Stored

NAMES = ("name", "claim")
"""Kinds of events by which a seat gets a name."""
NOTHING_SAID = "…"  # in the place of what was said in the history of a table of old


@dataclass(frozen=True)
class Spots:
    """Where a name stood that was removed: at which places of the setup, in which events, by number."""

    places: tuple[int, ...] = ()
    events: tuple[int, ...] = ()

    def __bool__(self) -> bool:
        return bool(self.places or self.events)


def exchanged(stored: Stored, old: str, new: str) -> Stored:
    """The table with one visitor in the place of another."""

    def owned(place: SeatPlan) -> SeatPlan:
        owners = dict.fromkeys(new if owner == old else owner for owner in place.owners)
        return replace(place, owners=tuple(owners))

    def event(one: Event) -> Event:
        text = new if one.kind == "device" and one.text == old else one.text
        return one._replace(visitor=new if one.visitor == old else one.visitor, text=text)

    setup = stored.setup
    maker = new if setup.maker == old else setup.maker
    setup = replace(setup, maker=maker, places=tuple(map(owned, setup.places)))
    return Stored(setup, [event(one) for one in stored.events], [event(one) for one in stored.chat])


def spots(stored: Stored, seats: Collection[int], visitor: str, meant: Callable[[str], bool] = bool) -> Spots:
    """Where the names of some seats stand, those that are meant."""
    places = (seat for seat in seats if meant(stored.setup.places[seat].name))
    events = (number for number, event in enumerate(stored.events) if is_name(event, seats, visitor, meant))
    return Spots(tuple(places), tuple(events))


def is_name(event: Event, seats: Collection[int], visitor: str, meant: Callable[[str], bool]) -> bool:
    """Whether by an event somebody is called as is meant."""
    theirs = event.seat in seats or (event.kind == "claim" and event.visitor == visitor)
    return event.kind in NAMES and theirs and meant(event.name)


def named(stored: Stored, where: Spots, name: str) -> Stored:
    """The table with another name where one stands, or none."""
    places = [
        replace(place, name=name) if seat in where.places else place for seat, place in enumerate(stored.setup.places)
    ]
    events = [
        event._replace(name=name) if number in where.events else event for number, event in enumerate(stored.events)
    ]
    return Stored(replace(stored.setup, places=tuple(places)), events, stored.chat)


def unsaid(stored: Stored, gone: Callable[[Event], bool]) -> Stored:
    """The table without some of what was said there."""
    history = [
        event._replace(text=NOTHING_SAID) if event.kind == "chat" and gone(event) else event for event in stored.events
    ]
    return Stored(stored.setup, history, [event for event in stored.chat if not gone(event)])


def resaid(stored: Stored, said: Event) -> Stored:
    """The table with something that was said there and had been removed, if its place is free."""
    if any(event.number == said.number for event in stored.chat):
        return stored
    chat = sorted([*stored.chat, said], key=lambda event: event.number)
    return Stored(stored.setup, stored.events, chat)


def forgotten(stored: Stored, visitor: str, stand_in: str, seats: Collection[int]) -> Stored:
    """The table without anything of a visitor but the moves: somebody without a name has sat there."""
    without = named(stored, spots(stored, seats, visitor), "")
    without = unsaid(without, lambda event: event.visitor == visitor or (event.seat in seats))
    if stored.setup.maker == visitor:
        without = Stored(untitled(without.setup), without.events, without.chat)
    return exchanged(without, visitor, stand_in)


def untitled(setup: Setup) -> Setup:
    """A table without the name that its maker gave it."""
    return replace(setup, name="")
