"""Conditional moves: what a seat would answer, left with the server, which makes it as soon as it applies.

A condition is a row of moves from the position at hand on: those of others have to be made, then those of its seat are.
Nobody else is told of it, and it is gone as soon as something else happens.
"""

from __future__ import annotations

import json
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from typing import NamedTuple

from tablier.core.errors import Error
from tablier.core.match import Match
from tablier.server.authority.events import Event
from tablier.server.authority.refusals import Refused


@dataclass(frozen=True)
class Condition:
    """Moves that are still to come: of others, and of the seat that has left them here."""

    seat: int
    moves: tuple[str, ...]


class Supposed(NamedTuple):
    """A match as it would stand after moves that nobody has made, and who would have made each of them."""

    match: Match
    actors: list[int]


ENDING = ("resign", "hand_over", "flag")
"""After these a bot plays for a seat, or nobody does."""


def after(kept: tuple[Condition, ...], event: Event, over: bool) -> tuple[Condition, ...]:
    """What is left of conditions after an event."""
    if event.kind == "conditions":
        others = [condition for condition in kept if condition.seat != event.seat]
        return (*others, *(Condition(event.seat or 0, tuple(line)) for line in json.loads(event.text)))
    if over or event.kind == "back":
        return ()
    if event.kind in ENDING:
        return tuple(condition for condition in kept if condition.seat != event.seat)
    return applying(kept, event.move) if event.kind == "move" and kept else kept


def applying(kept: Iterable[Condition], move: str) -> tuple[Condition, ...]:
    """The conditions that still apply after a move, without it."""
    rest = (Condition(one.seat, one.moves[1:]) for one in kept if one.moves[0] == move)
    return tuple(dict.fromkeys(one for one in rest if one.moves))


def due(kept: Iterable[Condition], seat: int | None) -> str | None:
    """The move that a seat makes at once, if it decides and has left one for this position."""
    return next((one.moves[0] for one in kept if one.seat == seat), None)


def lines(kept: Iterable[Condition], seats: Sequence[int]) -> list[list[str]]:
    """What some seats have left, as it is sent."""
    return [list(one.moves) for one in kept if one.seat in seats]


# What is supposed


def supposed(match: Match, moves: Sequence[str]) -> Supposed:
    """A match as it would stand after some moves; refused where secrets or dice would have to be known."""
    if match.engine.game.hidden:
        raise Refused("server.conditions.secrets")
    ahead, actors = match.copy(), list[int]()
    for move in moves:
        actors.append(decides(ahead))
        ahead.play(move)
    if ahead.actor == "chance":
        raise Refused("server.conditions.dice")
    return Supposed(ahead, actors)


def decides(match: Match) -> int:
    """The seat that decides; refused if dice do, or nobody any more."""
    if not isinstance(match.actor, int):
        raise Refused("server.conditions.dice" if match.actor == "chance" else "server.conditions.end")
    return match.actor


def checked(match: Match, seat: int, given: Sequence[Sequence[str]]) -> list[list[str]]:
    """Lines that a seat may leave: each begins with a move of others and ends with one of its own."""
    kept = list[list[str]]()
    answers: dict[tuple[str, ...], str] = {}
    for line in given:
        actors = actors_of(match, line) if line else []
        if not actors or actors[0] == seat or actors[-1] != seat:
            raise Refused("server.conditions.shape", 422)
        for number, actor in enumerate(actors):
            if actor == seat and answers.setdefault(tuple(line[:number]), line[number]) != line[number]:
                raise Refused("server.conditions.twice", 422)
        if list(line) not in kept:
            kept.append(list(line))
    return kept


def actors_of(match: Match, line: Sequence[str]) -> list[int]:
    """Who would make the moves of a line; the last one may lead anywhere."""
    try:
        ahead = supposed(match, line[:-1])
        actor = decides(ahead.match)
        if not ahead.match.allows(line[-1]):
            ahead.match.play(line[-1])
    except Refused:
        raise
    except Error as error:
        raise Refused("server.conditions.illegal", 422, detail=error.word) from error
    return [*ahead.actors, actor]
