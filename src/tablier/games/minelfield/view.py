"""The picture of Minelfield, what a person touches in it, and what is told."""

from collections.abc import Iterator, Sequence
from dataclasses import replace
from functools import cache, lru_cache, partial

from tablier.core.boards import Point
from tablier.core.contract import RUNNING
from tablier.core.scene import Choice, Group, Part, Scene, Thing, bytes_of
from tablier.core.words import Word, word
from tablier.games.minelfield.board import DIRECTIONS, OFF, names
from tablier.games.minelfield.geometry import (
    ARROW_REACH,
    CORNER,
    DIE_REACH,
    DIE_SCALE,
    LARGE_REACH,
    NAME_DEPTH,
    NAME_SIZE,
    STATUS_SIZE,
    STRIP,
    Map,
    layouts,
    map_of,
)
from tablier.games.minelfield.guidance import asked, marks, questions, why
from tablier.games.minelfield.options import Options, seat_word
from tablier.games.minelfield.rules import LIMIT
from tablier.games.minelfield.state import DIES, ENTER, MOST_PIECES, MOST_SOLDIERS, ROLL, STAYS, State, blown, decode
from tablier.games.minelfield.story import called, ended, reasons, story

__all__ = ["asked", "choices", "effects", "marks", "reasons", "scene", "steps", "story", "why"]

ARMIES_KEPT = 1_024
SOLDIER = "soldier"  # how it looks; a commander looks otherwise
LABEL = word("minelfield.scene.label")
LIFT = 5.0  # pieces stand a little above the middle, clear of the cell's name


def scene(options: Options, state: State, seat: int) -> Scene:
    """A field map, the own side below."""
    chart = map_of(options)
    groups = chart.groups(bytes_of(state), contents, options, state)
    arranged = layouts(chart.width, chart.depth, turned=seat == 1)
    return Scene("minelfield", chart.width, chart.height, chart.once(ground), groups, LABEL, arranged)


# What never changes


def ground(chart: Map) -> Group:
    """All that stays."""
    return Group(*still_parts(chart.options, chart))


def still_parts(options: Options, chart: Map) -> Iterator[Part]:
    """The map itself: contour lines, cells and the wire around them."""
    yield Part("ground", "ground", chart.width / 2, chart.depth / 2)
    yield Part("strip", "strip", chart.width / 2, chart.depth)
    yield Part("compass", "compass", CORNER, CORNER, style="turns")
    gates = list(fictitious(options, chart))
    for seat, direction, gate in gates:
        label = word("minelfield.scene.gate", seat=seat_word(seat))
        yield Part(f"gate.{seat}.{direction}", "gate", *gate, seat=seat, label=label)
    for cell in range(len(chart.names)):
        yield from field(options, chart, cell)
    for cell in range(len(chart.names)):
        yield from wires(options, chart, cell, {gate for _, _, gate in gates})


def fictitious(options: Options, chart: Map) -> Iterator[tuple[int, str, Point]]:
    """The fictitious cells: seat, direction from its green star, and where they lie."""
    for seat, star in enumerate(map(int, options.green)):
        for direction, name in enumerate(DIRECTIONS):
            if options.neighbours[star, direction] == OFF:
                yield seat, name, chart.next_to(star, direction)


def field(options: Options, chart: Map, cell: int) -> Iterator[Part]:
    """A cell and its name."""
    name, place = chart.names[cell], chart.at(cell)
    owners = [seat for seat in range(2) if options.green[seat] == cell]
    kind = "green" if owners else "red" if options.red[cell] else "cell"
    args = {"cell": name} | ({"seat": seat_word(owners[0])} if owners else {})
    label = word(f"minelfield.scene.{kind}", **args)
    yield Part(f"cell.{name}", kind, *place, label=label, seat=owners[0] if owners else None)
    yield Part(f"name.{name}", "", *place, down=NAME_DEPTH, scale=chart.text_scale(NAME_SIZE), text=name)


def wires(options: Options, chart: Map, cell: int, gates: set[Point]) -> Iterator[Part]:
    """Barbed wire along the rim, open towards the fictitious cells."""
    for direction, name in enumerate(DIRECTIONS):
        if options.neighbours[cell, direction] == OFF and chart.next_to(cell, direction) not in gates:
            place, turn = chart.at(cell), chart.angle(direction)
            yield Part(f"wire.{chart.names[cell]}.{name}", "wire", *place, turn=turn, style="turns")


# What changes


def contents(options: Options, state: State) -> list[Thing]:
    """What lies on the map, from back to front, whoever looks at it."""
    cells, (blue, orange), lives = state.pieces.tobytes(), state.commander.tolist(), state.lives.tolist()
    one = army(0, cells[:MOST_PIECES], blue, commander_symbol(options, lives[0]))
    other = army(1, cells[MOST_PIECES:], orange, commander_symbol(options, lives[1]))
    camps, pieces = (one[0], other[0]), (*one[1:], *other[1:])
    if state.reason != RUNNING or state.scatter == OFF:
        return [*camps, *pieces, status(state)]
    where = int(state.scatter)
    return [*camps, (blast, where), *pieces, (die, where, int(state.direction)), status(state)]


@lru_cache(ARMIES_KEPT)
def army(seat: int, cells: bytes, commander: int, symbol: str) -> list[Thing]:
    """The camp of a seat that has pieces on these cells, then the pieces; its commander looks like the symbol."""
    pieces: list[Thing] = [
        (piece, seat, cell, symbol if cell == commander else SOLDIER) for cell in cells if cell != OFF
    ]
    return [(camp, seat, soldiers_waiting(len(pieces), commander)), *pieces]


def soldiers_waiting(pieces: int, commander: int) -> int:
    """How many soldiers a seat with so many pieces on the board may still bring there."""
    return MOST_SOLDIERS - pieces + (commander != OFF)


def camp(chart: Map, seat: int, count: int) -> Group:
    """The soldiers of a seat that wait, the own ones in the lower left corner as the seat sees it."""
    side = -1 if seat == 0 else 1
    place = chart.place(side * (chart.width / 2 - CORNER), side * (CORNER - chart.depth / 2))
    label = word("minelfield.scene.reserve", seat=seat_word(seat), count=count)
    return Group(Part(f"reserve.{seat}", f"camp-{count}", *place, seat=seat, label=label))


def piece(chart: Map, seat: int, cell: int, symbol: str) -> Group:
    """A piece on a cell."""
    label = word(f"minelfield.scene.{symbol}", seat=seat_word(seat), cell=chart.names[cell])
    name = f"soldier.{seat}.{chart.names[cell]}" if symbol == SOLDIER else f"commander.{seat}"
    return Group(Part(name, symbol, *chart.at(cell), down=-LIFT, seat=seat, label=label))


def piece_symbol(options: Options, state: State, seat: int, cell: int) -> str:
    """How a piece looks."""
    return SOLDIER if cell != state.commander[seat] else commander_symbol(options, state.lives[seat])


def commander_symbol(options: Options, lives: int) -> str:
    """How a commander with so many lives left looks."""
    if options.lives == 1:
        return "commander"
    return "sun" if lives > 1 else "moon"


def piece_id(options: Options, state: State, seat: int, cell: int) -> str:
    """A commander is always the same one; soldiers are told apart by where they stand."""
    return f"commander.{seat}" if cell == state.commander[seat] else f"soldier.{seat}.{names(int(options.side))[cell]}"


def blast(chart: Map, cell: int) -> Group:
    """A mine that goes off."""
    return Group(Part("burst", "burst", *chart.at(cell), down=-LIFT))


def die(chart: Map, cell: int, direction: int) -> Group:
    """Every face of the die where it leads a piece that came to a cell in a direction."""
    return Group(*faces(chart, cell, direction))


def faces(chart: Map, cell: int, direction: int) -> Iterator[Part]:
    """The faces, one after the other."""
    for face in range(1, STAYS):
        yield from die_arrow(chart, cell, blown(direction, face), face)
    if chart.has_large_faces:
        for face, kind, depth in ((STAYS, "stays", LARGE_REACH), (DIES, "dies", -LARGE_REACH)):
            label = word(f"minelfield.scene.die_{kind}", face=face)
            yield Part(f"die.{face}", f"die-{face}", *chart.at(cell), down=depth - LIFT, scale=DIE_SCALE, label=label)


def die_arrow(chart: Map, cell: int, direction: int, face: int) -> Iterator[Part]:
    """A face of the die with its arrow."""
    target = chart.neighbours[cell][direction]
    if target == OFF:
        label = word("minelfield.scene.die_off", face=face)
    else:
        label = word("minelfield.scene.die_to", face=face, cell=chart.names[target])
    arrow, square = (chart.towards(cell, direction, reach) for reach in (ARROW_REACH, DIE_REACH))
    yield Part(f"arrow.{face}", "arrow", *arrow, down=-LIFT, turn=chart.angle(direction), style="turns")
    yield Part(f"die.{face}", f"die-{face}", *square, down=-LIFT, scale=DIE_SCALE, label=label)


def status(state: State) -> Thing:
    """A line under the map: whose turn it is, or how it ended."""
    if state.reason != RUNNING:
        return end_line, bool(state.reason == LIMIT), 0 if state.winners == 1 else 1
    return turn_line, "moves" if state.scatter == OFF else "throws", int(state.turns) + 1, int(state.turn)


def turn_line(chart: Map, kind: str, turn: int, seat: int) -> Group:
    """Whose turn it is."""
    return status_line(chart, word(f"minelfield.scene.{kind}", turn=turn, seat=seat_word(seat)))


def end_line(chart: Map, drawn: bool, winner: int) -> Group:
    """How it ended."""
    return status_line(chart, ended(drawn, winner))


def status_line(chart: Map, text: Word) -> Group:
    """A text under the map."""
    place = Point(chart.width / 2, chart.depth + STRIP / 2)
    return Group(Part("status", "", *place, scale=chart.text_scale(STATUS_SIZE), text=text))


# Touches


def steps(options: Options, state: State, move: int) -> tuple[str, ...]:
    """A piece and its target; the camp and the cell of an entry; a face of the die."""
    kind, cell, number = decode(move)
    known, seat = names(int(options.side)), int(state.turn)
    if kind == ROLL:
        return (f"die.{number + 1}",)
    if kind == ENTER:
        return (f"reserve.{seat}", f"cell.{known[cell]}")
    return (piece_id(options, state, seat, cell), f"cell.{known[options.neighbours[cell, number]]}")


# Moves before they are made, and what is seen of them


def choices(options: Options, state: State, moves: Sequence[int], _: int) -> Sequence[Choice]:
    """A move looks as its code says; only a commander, and how many lives it has left, must be known too."""
    seat = int(state.turn)
    commander = int(state.commander[seat])
    symbol = commander_symbol(options, state.lives[seat])
    looks = [(move, seat, symbol) if cell_of(move) == commander else (move, seat) for move in moves]
    return map_of(options).choices(looks, moves, partial(choice, options, state))


def choice(options: Options, state: State, move: int) -> Choice:
    """A move as it is offered."""
    touched, name = steps(options, state, move), called(options, state, move)
    return Choice(touched, name, ghost(options, state, move), questions(options, state, move))


@cache
def cell_of(move: int) -> int:
    """The cell of a step or an entry."""
    return decode(move)[1]


def ghost(options: Options, state: State, move: int) -> list[Part]:
    """The piece where it would step, and where each face of the die would carry it from there."""
    kind, cell, direction = decode(move)
    owner = int(state.turn)
    chart = map_of(options)
    target = cell if kind == ENTER else chart.neighbours[cell][direction]
    symbol = SOLDIER if kind == ENTER else piece_symbol(options, state, owner, cell)
    return shadows(chart, symbol, owner, target, direction)


def shadows(chart: Map, symbol: str, owner: int, target: int, direction: int) -> list[Part]:
    """A piece that would come to a cell in a direction, and the faces of the die around it."""
    parts = [Part("piece", symbol, *chart.at(target), down=-LIFT, seat=owner)]
    if target not in chart.havens:
        around = [part for part in faces(chart, target, direction) if part.symbol != "arrow"]
        parts = [*blast(chart, target).parts, *parts, *around]
    return [replace(part, id=f"ghost.{part.id}", label=None) for part in parts]


def effects(options: Options, before: State, move: int, after: State) -> list[tuple[str, str]]:
    """The die, the pieces that were lost or wounded, and a mine that goes off."""
    kind, _, number = decode(move)
    seen = []
    if kind == ROLL:
        seen.append(("roll", f"die.{number + 1}"))
        if losses(before) != losses(after):
            seen += [("strike", name) for seat in range(2) for name in struck(options, before, after, seat)]
    if after.reason == RUNNING and after.scatter != OFF:
        seen.append(("burst", "burst"))
    return seen


def losses(state: State) -> tuple[int, bytes]:
    """What tells whether a piece was lost or wounded."""
    return state.pieces.tobytes().count(OFF), state.lives.tobytes()


def struck(options: Options, before: State, after: State, seat: int) -> Iterator[str]:
    """The piece that a seat lost, or its wounded commander, as it stood before."""
    stood, stands = before.pieces[seat].tolist(), after.pieces[seat].tolist()
    if stands.count(OFF) > stood.count(OFF):
        cell = int(before.scatter) if seat == before.turn else (set(stood) - set(stands)).pop()
        yield piece_id(options, before, seat, cell)
    elif after.lives[seat] < before.lives[seat]:
        yield f"commander.{seat}"
