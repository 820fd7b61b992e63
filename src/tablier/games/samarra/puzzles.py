"""Puzzles of Samarra: what a strong action does, and which positions are alike."""

from collections.abc import Mapping, Sequence
from typing import Any

from tablier.core.likeness import Naming, apart_from, namings, renamed
from tablier.games.samarra.board import CITIES, SIDE, rows
from tablier.games.samarra.board import name as cell_named
from tablier.games.samarra.notation import ACTIONS
from tablier.games.samarra.options import Options
from tablier.games.samarra.state import (
    BIT,
    DEATH,
    KILL_KIND,
    OFF,
    PASS,
    REVEAL_KIND,
    SERVANT,
    State,
    hidden,
    is_in,
    tent_of,
)


def theme(options: Options, before: State, move: int, after: State) -> str:
    """A strike, a reveal, an arrival, a flight, or a Death that guards her town."""
    if move >= PASS:
        return ""
    seat = int(before.turn)
    kind, tent, stride = ACTIONS[move]
    if kind == KILL_KIND:
        return "strike"
    if kind == REVEAL_KIND:
        return "reveal"
    start = int(before.cells[seat, tent])
    if before.characters[seat, tent] == SERVANT:
        return of_servant(options, before, seat, start, start + stride)
    return "guard" if comes_home(options, before, seat, tent, start, start + stride) else "approach"


def of_servant(options: Options, before: State, seat: int, start: int, target: int) -> str:
    """What a step of the Servant is: into the enemy town, out of Death's reach, or on the way."""
    if is_in(options.city[1 - seat], target) and not is_in(options.city[1 - seat], start):
        return "arrival"
    fled = is_in_reach(options, before, 1 - seat, start) and not is_in_reach(options, before, 1 - seat, target)
    return "flight" if fled else "journey"


def is_in_reach(options: Options, state: State, enemy: int, cell: int) -> bool:
    """Whether a piece that may be a Death who can still kill stands beside a cell, as far as the seat knows."""
    if state.kill_used[enemy]:
        return False
    tent = tent_of(state, enemy, DEATH)
    if tent >= 0:
        at = int(state.cells[enemy, tent])
        return at != OFF and bool(options.around[cell] & BIT[at])
    return bool(options.around[cell] & hidden(state, enemy))


def comes_home(options: Options, before: State, seat: int, tent: int, start: int, target: int) -> bool:
    """Whether Death goes back to guard her town."""
    city = options.city[seat]
    return bool(before.characters[seat, tent] == DEATH and is_in(city, target) and not is_in(city, start))


def twins(position: Mapping[str, Any]) -> Sequence[Mapping[str, Any]]:
    """The position turned and mirrored as far as the towns allow, with the seats changed where these have changed.

    Which symbol a tent bears tells nothing, so tents have no numbers here.
    """
    drawing = rows(position["options"]["board"])
    marks = {cell_named(SIDE * y + x): mark for y, row in enumerate(drawing) for x, mark in enumerate(row)}
    found = []
    for naming in namings(len(drawing[0]), len(drawing)):
        there = {naming[cell]: mark for cell, mark in marks.items()}
        if there == marks:
            found.append(twin(position, naming, False))
        elif {cell: swapped(mark) for cell, mark in there.items()} == marks:
            found.append(twin(position, naming, True))
    return found


def swapped(mark: str) -> str:
    """A mark of a drawing, with the towns exchanged."""
    return CITIES[1 - CITIES.index(mark)] if mark in CITIES else mark


def twin(position: Mapping[str, Any], naming: Naming, changes: bool) -> Mapping[str, Any]:
    """One of them."""
    found = apart_from(position, lambda data: renamed(data, naming))
    pieces = [piece | {"tent": 0} for piece in found["pieces"]]
    if not changes:
        return found | {"pieces": pieces}
    pieces = [piece | {"seat": 1 - piece["seat"]} for piece in pieces]
    powers = {power: found[power][::-1] for power in ("kill", "reveal")}
    return found | powers | {"turn": 1 - found["turn"], "pieces": pieces}
