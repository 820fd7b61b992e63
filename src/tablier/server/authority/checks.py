"""What people may do at a table: a command is checked and leads to events, or is refused by raising an Error.

Nothing here changes the table that is asked about.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from tablier.core import dice
from tablier.core.sealing import HASH, times
from tablier.server.authority import conditions, leavers, limits, swapping, takebacks, talk, timekeeping
from tablier.server.authority.events import Event
from tablier.server.authority.matters import Offer
from tablier.server.authority.prospects import Prospect, prospect
from tablier.server.authority.refusals import Refused
from tablier.server.authority.table import AGREED, PEOPLE_TO_DRAW, Table

Command = dict[str, Any]


def decide(table: Table, visitor: str, command: Command, now: float) -> Prospect:
    """What follows from a command of a visitor; it is refused by raising an Error."""
    ahead = CHECKS[command["type"]](table, visitor, command, now)
    for event in ahead.events:
        refuse_spent(table, event.kind, event.seat)
    return ahead


def move(table: Table, visitor: str, command: Command, now: float) -> Prospect:
    """A move of a seat of the visitor, in the position that the visitor sees."""
    refuse_over(table)
    refuse_spectator(table, visitor)
    refuse_waiting(table)
    if table.is_full:
        raise Refused("server.table.long", most=limits.MOST_HISTORY)
    if command["number"] != table.number:
        raise Refused("server.table.stale")
    seat = table.deciding
    if seat is None or seat not in table.active_of(visitor):
        raise Refused("server.table.not_your_turn")
    given = timekeeping.refuse_late(table, command.get("lag", 0.0), now)
    return followed(table, [Event("move", now, seat, command["move"], given=given)], now)


def bot_move(table: Table, seat: int, move: str, now: float, note: str = "") -> Prospect:
    """A move of a seat that is played by a bot."""
    refuse_over(table)
    refuse_waiting(table)
    if seat != table.deciding or table.seats[seat].is_person:
        raise Refused("server.table.not_your_turn")
    return moved_by(table, seat, move, now, note)


def moved_by(table: Table, seat: int, move: str, now: float, note: str = "") -> Prospect:
    """A move, and the dice and cards that follow it."""
    return followed(table, [Event("move", now, seat, move, note)], now)


def opening(table: Table, now: float) -> Prospect:
    """What chance decides before anybody moves, once every seat has its part in the dice."""
    return followed(table, [], now)


def seal(table: Table, visitor: str, command: Command, now: float) -> Prospect:
    """The hash of a seat's salt; until every seat has one it may be another, for who has lost the salt."""
    seat = own_salt(table, visitor, command)
    if command["hash"] == table.seats[seat].hash:
        return prospect(table, [])
    if not table.unsealed or table.seats[seat].salt:
        raise Refused("server.seal.late")
    if times(table.order, HASH, seat) >= limits.MOST_SEALS:
        raise Refused("server.seal.often", most=limits.MOST_SEALS)
    return prospect(table, [Event("seal", now, seat, text=command["hash"])])


def salt(table: Table, visitor: str, command: Command, now: float) -> Prospect:
    """A seat's part in the dice, shown once every seat has promised its own; after the last one the game begins."""
    seat = own_salt(table, visitor, command)
    if command["salt"] == table.seats[seat].salt:
        return prospect(table, [])
    if table.seats[seat].salt:
        raise Refused("server.salt.given")
    if table.unsealed:
        raise Refused("server.salt.early")
    if dice.hash_of(command["salt"]) != table.seats[seat].hash:
        raise Refused("server.salt.other")
    return followed(table, [Event("salt", now, seat, text=command["salt"])], now)


def lost(table: Table, visitor: str, command: Command, now: float) -> Prospect:
    """A promised salt that its player no longer has: the server's spare one takes its place."""
    seat = own_salt(table, visitor, command)
    if table.seats[seat].salt:
        raise Refused("server.salt.given")
    if table.unsealed:
        raise Refused("server.lost.early")
    return followed(table, [spared(table, seat, now)], now)


def own_salt(table: Table, visitor: str, command: Command) -> int:
    """The seat of the visitor whose salt this is about."""
    refuse_over(table)
    if command["seat"] not in table.seats_of(visitor):
        raise Refused("server.seat.not_yours", 403)
    if not table.setup.commitment:
        raise Refused("server.salt.never")
    return int(command["seat"])


def spared(table: Table, seat: int, now: float) -> Event:
    """The salt that a seat gets which gives none of its own."""
    return Event("salt", now, seat, text=dice.spare_salt(table.setup.seed, seat))


def followed(table: Table, events: list[Event], now: float) -> Prospect:
    """Events, and what chance decides after them, unless a salt is waited for."""
    trial = table.fork()
    for event in events:
        trial.apply(event)
    return Prospect(events if trial.waiting else [*events, *rolled(trial, now)], trial)


def chat(table: Table, visitor: str, command: Command, now: float) -> Prospect:
    """Something said, by somebody at the table or a spectator."""
    return prospect(table, talk.spoken(table, visitor, command["text"], now))


def mute(table: Table, visitor: str, command: Command, now: float) -> Prospect:
    """Somebody whose words the visitor does not want to read, or wants to read again."""
    refuse_spectator(table, visitor)
    return prospect(table, talk.muting(table, visitor, command, now))


def open_chat(table: Table, visitor: str, command: Command, now: float) -> Prospect:
    """The chat closed to spectators, or opened again, for everybody."""
    refuse_spectator(table, visitor)
    return prospect(table, talk.opening(table, visitor, command["yes"], now))


def takeback(table: Table, visitor: str, _: Command, now: float) -> Prospect:
    """The visitor's last decision, taken back at once or if the others agree."""
    refuse_over(table)
    refuse_spectator(table, visitor)
    target, fault = takebacks.target(table, visitor)
    if fault and fault != "spent":
        raise Refused("server.takeback.never")
    refuse_spent(table, "back", table.actors[target])
    if not table.others(visitor):
        return prospect(table, [Event("back", now, table.actors[target], to=target)])
    return asked(table, "takeback", table.actors[target], visitor, now)


def draw(table: Table, visitor: str, _: Command, now: float) -> Prospect:
    """A draw, agreed on by everybody who plays."""
    refuse_over(table)
    refuse_spectator(table, visitor)
    if not may_draw(table, visitor):
        raise Refused("server.draw.never")
    if not table.others(visitor):
        return prospect(table, [Event(AGREED, now)])
    return asked(table, "draw", table.active_of(visitor)[0], visitor, now)


def may_draw(table: Table, visitor: str) -> bool:
    """Whether there are people with whom a draw can be agreed."""
    mine = table.active_of(visitor)
    return not table.over and bool(mine) and len(mine) + len(table.others(visitor)) >= PEOPLE_TO_DRAW


def hints(table: Table, visitor: str, _: Command, now: float) -> Prospect:
    """Hints for everybody at the table from now on, agreed on by all people who play."""
    refuse_over(table)
    refuse_spectator(table, visitor)
    if table.hinting or not table.others(visitor):
        raise Refused("server.hint.already")
    return asked(table, "hints", table.active_of(visitor)[0], visitor, now)


def hint(table: Table, visitor: str, command: Command, now: float) -> Prospect:
    """A hint for the seat that decides, which the record tells of; a second one about a position is no event."""
    refuse_over(table)
    refuse_spectator(table, visitor)
    refuse_waiting(table)
    if command["number"] != table.number:
        raise Refused("server.table.stale")
    if table.deciding not in table.active_of(visitor):
        raise Refused("server.table.not_your_turn")
    if not may_hint(table, visitor):
        raise Refused("server.hint.never", 403)
    given = table.number in table.match.hints
    return prospect(table, [] if given else [Event("hint", now, table.deciding, to=table.number)])


def may_hint(table: Table, visitor: str) -> bool:
    """Whether a visitor may be helped: nobody else plays, or all have agreed to it."""
    return not table.over and bool(table.active_of(visitor)) and (table.hinting or not table.others(visitor))


def asked(table: Table, kind: str, seat: int, visitor: str, now: float) -> Prospect:
    """An offer to the others, one at a time and each once a move."""
    if table.offer is not None:
        raise Refused("server.offer.pending")
    if (kind, visitor) in table.declined:
        raise Refused("server.offer.again")
    return prospect(table, [Event("offer", now, seat, visitor=visitor, offer=kind)])


def answer(table: Table, visitor: str, command: Command, now: float) -> Prospect:
    """Yes or no to an offer of somebody else."""
    refuse_over(table)
    offer = table.offer
    mine = table.active_of(visitor)
    if offer is None or offer.kind != command["offer"]:
        raise Refused("server.offer.gone")
    if offer.kind == swapping.SWAP:
        return swapping.answered(table, offer, visitor, command["yes"], now)
    if not set(mine) & set(table.others(offer.visitor)):
        raise Refused("server.offer.not_yours", 403)
    if command["yes"] and set(mine) <= offer.agreed:
        return prospect(table, [])
    events = [Event("answer", now, mine[0], visitor=visitor, offer=offer.kind, yes=command["yes"])]
    if command["yes"] and set(table.others(offer.visitor)) <= offer.agreed | set(mine):
        events += agreed(table, offer, now)
    return prospect(table, events)


def agreed(table: Table, offer: Offer, now: float) -> list[Event]:
    """What everybody has agreed to."""
    if offer.kind == "draw":
        return [Event(AGREED, now)]
    if offer.kind == "hints":
        return [Event("hinting", now, offer.seat)]
    target, fault = takebacks.target(table, offer.visitor)
    return [] if fault else [Event("back", now, offer.seat, to=target)]


def resign(table: Table, visitor: str, command: Command, now: float) -> Prospect:
    """A seat of the visitor given up."""
    refuse_over(table)
    if command["seat"] not in table.active_of(visitor):
        raise Refused("server.seat.not_yours", 403)
    return left(table, Event("resign", now, command["seat"]), now)


def hand_over(table: Table, visitor: str, command: Command, now: float) -> Prospect:
    """A seat that keeps the others waiting, handed over to a bot."""
    refuse_over(table)
    refuse_spectator(table, visitor)
    seat = command["seat"]
    if table.clocks is not None and not table.waiting:
        return timekeeping.vote(table, visitor, seat, now)
    if seat not in idle_seats(table, visitor, now):
        raise Refused("server.seat.not_idle", days=round(table.patience / limits.DAY, 1))
    return left(table, Event("hand_over", now, seat), now)


def left(table: Table, event: Event, now: float) -> Prospect:
    """A seat that its player leaves to a bot; if it has no salt yet, it gets a spare one."""
    seat, ends = event.seat or 0, event.kind == "resign" and len(table.seats) == PEOPLE_TO_DRAW
    if seat not in table.unsalted or ends:
        return prospect(table, [event])
    return followed(table, [event, spared(table, seat, now)], now)


def idle_seats(table: Table, visitor: str, now: float) -> list[int]:
    """The seats of others that have been waited for long enough."""
    if table.clocks is not None and not table.waiting:
        return leavers.open_to(table, visitor, now)
    if not table.active_of(visitor) or now - table.moved < table.patience:
        return []
    awaited = table.waiting if table.deciding is None else (table.deciding,)
    return [seat for seat in awaited if table.seats[seat].is_person and visitor not in table.seats[seat].owners]


def holiday(table: Table, visitor: str, command: Command, now: float) -> Prospect:
    """A holiday that begins or ends."""
    refuse_over(table)
    refuse_spectator(table, visitor)
    return timekeeping.holiday(table, visitor, command["yes"], now)


def leave_conditions(table: Table, visitor: str, command: Command, now: float) -> Prospect:
    """Conditional moves, left or withdrawn."""
    refuse_over(table)
    refuse_spectator(table, visitor)
    refuse_waiting(table)
    return timekeeping.leave(table, visitor, command, now)


def take_seat_back(table: Table, visitor: str, command: Command, now: float) -> Prospect:
    """A seat that was handed over, taken back by whom it belongs to."""
    refuse_over(table)
    if command["seat"] not in handed_seats(table, visitor):
        raise Refused("server.seat.not_yours", 403)
    return prospect(table, [Event("take_seat_back", now, command["seat"])])


def handed_seats(table: Table, visitor: str) -> list[int]:
    """The seats of a visitor at which a bot plays meanwhile."""
    return [seat for seat in table.seats_of(visitor) if table.seats[seat].handed and not table.over]


def name(table: Table, visitor: str, command: Command, now: float) -> Prospect:
    """Another name for the visitor."""
    refuse_spectator(table, visitor)
    name = limits.clean(command["name"], limits.NAME_LENGTH)
    mine = table.seats_of(visitor)
    seat = next((number for number in mine if table.seats[number].place.kind != "here"), mine[0])
    return prospect(table, [] if table.seats[seat].name == name else [Event("name", now, seat, name=name)])


def claim(table: Table, visitor: str, seat: int, name: str, now: float) -> Prospect:
    """A free seat taken by a visitor; nothing happens if it is theirs already."""
    owners = table.seats[seat].owners
    if visitor in owners:
        return prospect(table, [])
    if owners or table.seats[seat].place.kind != "link":
        raise Refused("server.seat.taken")
    return prospect(table, [Event("claim", now, seat, visitor=visitor, name=limits.clean(name, limits.NAME_LENGTH))])


def device(table: Table, visitor: str, other: str, now: float) -> Prospect:
    """A second device for a visitor: the other one may do all that the visitor may."""
    refuse_spectator(table, visitor)
    mine = table.seats_of(visitor)
    if set(mine) <= set(table.seats_of(other)):
        return prospect(table, [])
    if any(len(table.seats[seat].owners) >= limits.MOST_DEVICES for seat in mine):
        raise Refused("server.device.many", most=limits.MOST_DEVICES)
    return prospect(table, [Event("device", now, visitor=other, text=visitor)])


def rematch(table: Table, visitor: str, other: str, now: float) -> Prospect:
    """Another game, at another table; nothing happens if there is one already."""
    refuse_rematch(table, visitor)
    return prospect(table, [] if table.rematch else [Event("rematch", now, text=other)])


def refuse_rematch(table: Table, visitor: str) -> None:
    """Refuse another game to spectators, and while this one runs."""
    refuse_spectator(table, visitor)
    if not table.over:
        raise Refused("server.table.running")


def refuse_spent(table: Table, kind: str, seat: int | None) -> None:
    """Refuse what a seat has done as often as it may."""
    if table.is_spent(kind, seat):
        raise Refused("server.limits.often", most=limits.MOST_EVENTS[kind])


def refuse_waiting(table: Table) -> None:
    """Refuse what has to wait until the game has begun."""
    if table.waiting:
        raise Refused("server.table.waiting")


def refuse_over(table: Table) -> None:
    """Refuse what cannot be done any more."""
    if table.abandoned:
        raise Refused("server.table.abandoned")
    if table.closed:
        raise Refused("server.table.closed")
    if table.over:
        raise Refused("server.table.over")


def refuse_spectator(table: Table, visitor: str) -> None:
    """Refuse what only players may do."""
    if not table.seats_of(visitor):
        raise Refused("server.table.spectator", 403)


def rolled(trial: Table, now: float) -> list[Event]:
    """What chance decides next, and what seats have left to be answered; the table is changed."""
    events: list[Event] = []
    while (following := unasked(trial, now)) is not None:
        events.append(following)
        trial.apply(following)
    return events


def unasked(table: Table, now: float) -> Event | None:
    """The move that follows without anybody being asked."""
    if table.match.actor == "chance":
        return Event("move", now, None, table.match.draw())
    move = conditions.due(table.conditions, table.deciding) if table.conditions and not table.is_full else None
    return None if move is None else Event("move", now, table.deciding, move)


CHECKS: dict[str, Callable[[Table, str, Command, float], Prospect]] = {
    "move": move, "chat": chat, "takeback": takeback, "draw": draw, "answer": answer, "resign": resign,
    "hand_over": hand_over, "take_seat_back": take_seat_back, "name": name, "seal": seal, "salt": salt, "lost": lost,
    "mute": mute, "open_chat": open_chat, "hints": hints, "hint": hint, "holiday": holiday,
    "conditions": leave_conditions, "swap": swapping.swap, "withdraw": swapping.withdraw,
}  # fmt: skip
