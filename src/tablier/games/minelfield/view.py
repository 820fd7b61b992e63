"""The picture of Minelfield, what a person touches in it, and what is told."""

from collections.abc import Iterator, Sequence
from dataclasses import replace
from functools import cache, lru_cache, partial
from typing import Any, NamedTuple

from tablier.core.contract import RUNNING
from tablier.core.records import remembered
from tablier.core.scene import HALF, Area, Chart, Choice, Group, Layout, Part, Scene, Thing, bytes_of
from tablier.core.words import Word, word
from tablier.games.minelfield.options import DIRECTIONS, OFF, STEPS, Options, axial, names
from tablier.games.minelfield.rules import DIES, ENTER, LIMIT, MOST_PIECES, MOST_SOLDIERS, ROLL, STAYS, State, decode
from tablier.games.minelfield.story import called, ended, seat_word, story

__all__ = ["choices", "effects", "scene", "steps", "story"]

CELL_WIDTH, ROW_HEIGHT = 69.28, 60.0  # hexagons of radius 40, a corner up
MARGIN = 112.0  # from the centres of the outermost cells up to the edge: room for a fictitious cell
SIDES = 54.0  # from those cells, or from fictitious ones, to the left and right edge
STRIP = 46.0  # under the map
CORNER = 45.0  # from the edge to the middle of what lies in a corner
NAME_SIZE, STATUS_SIZE = 11.5, 19.0
NAME_DEPTH = 26.0  # of a cell's name under the cell's middle
TEXTS_ACROSS = 40  # a text of scale 1 is so many times smaller than the picture is wide
DIE_REACH, ARROW_REACH = 38.0, 54.0  # from the piece that waits for the die
LARGE_REACH = 53.0  # the same for the faces without a direction, above and below
MAPS_KEPT = 64  # for the options used most lately
ARMIES_KEPT = 1_024
SOLDIER = "soldier"  # how it looks; a commander looks otherwise
LABEL = word("minelfield.scene.label")
LIFT = 5.0  # pieces stand a little above the middle, clear of the cell's name


class Place(NamedTuple):
    """A point of the picture."""

    x: float
    y: float


class Map(Chart):
    """Where things lie in the picture, which is the same for both seats: seat 1 has it turned round."""

    def __init__(self, options: Options) -> None:
        super().__init__()
        self.side = int(options.side)
        self.names = names(self.side)
        self.places = axial(self.side)
        self.width = 2 * (self.reach(options) * CELL_WIDTH + SIDES)
        self.depth = (2 * self.side - 2) * ROW_HEIGHT + 2 * MARGIN
        self.height = self.depth + STRIP
        self.has_large_faces = bool(options.die == DIES)
        self.neighbours: list[list[int]] = options.neighbours.tolist()
        self.havens = tuple(map(int, options.green))
        self.ground = Group(*ground(options, self))

    def reach(self, options: Options) -> float:
        """How many cells the board reaches to the left and right of its middle, fictitious ones counted."""
        centre = self.side - 1
        gates = (
            (self.places[star], STEPS[direction])
            for star in map(int, options.green)
            for direction in range(len(DIRECTIONS))
            if options.neighbours[star, direction] == OFF
        )
        reached = [abs(column + along + (row + up - centre) / 2) for (row, column), (up, along) in gates]
        return max(centre, *reached)

    def at(self, cell: int) -> Place:
        """The middle of a cell."""
        return self.middle(*self.places[cell])

    def next_to(self, cell: int, direction: int) -> Place:
        """The middle of a neighbour, on the board or off it."""
        (row, column), (up, along) = self.places[cell], STEPS[direction]
        return self.middle(row + up, column + along)

    def middle(self, row: int, column: int) -> Place:
        """The middle of a row's cell in a slanted column."""
        up = row - (self.side - 1)
        return self.place(CELL_WIDTH * (column + up / 2), -ROW_HEIGHT * up)

    def place(self, right: float, down: float) -> Place:
        """A place given from the middle of the board."""
        return Place(self.width / 2 + right, self.depth / 2 + down)

    def angle(self, direction: int) -> float:
        """How far a thing that points to ``e`` must be turned to point in a direction."""
        return (direction - 1) * 60 % 360

    def towards(self, cell: int, direction: int, reach: float) -> Place:
        """A place on the way from the middle of a cell to that of its neighbour."""
        (x, y), (there_x, there_y) = self.at(cell), self.next_to(cell, direction)
        return Place(x + (there_x - x) * reach / CELL_WIDTH, y + (there_y - y) * reach / CELL_WIDTH)

    def text_scale(self, size: float) -> float:
        """How much a text must be scaled to have a size."""
        return size * TEXTS_ACROSS / self.width


@remembered(MAPS_KEPT)
def map_of(options: Options) -> Map:
    """The map with the side of seat 0 below."""
    return Map(options)


def scene(options: Options, state: State, seat: int) -> Scene:
    """A field map, the own side below."""
    chart = map_of(options)
    groups = chart.groups(bytes_of(state), contents, options, state)
    arranged = layouts(chart.width, chart.depth, turned=seat == 1)
    return Scene("minelfield", chart.width, chart.height, chart.ground, groups, LABEL, arranged)


@cache
def layouts(width: float, depth: float, turned: bool) -> tuple[Layout, ...]:
    """The map alone, and the map turned round; seat 1 has the turned one first."""
    field = Area(0, 0, width, depth, turned=True)
    return tuple(Layout(width, depth, (field,), turn) for turn in ((HALF, 0) if turned else (0, HALF)))


# What never changes


def ground(options: Options, chart: Map) -> Iterator[Part]:
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


def fictitious(options: Options, chart: Map) -> Iterator[tuple[int, str, Place]]:
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


def wires(options: Options, chart: Map, cell: int, gates: set[Place]) -> Iterator[Part]:
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
        yield from die_arrow(chart, cell, (direction + face - 1) % 6, face)
    if chart.has_large_faces:
        for face, kind, depth in ((STAYS, "stays", LARGE_REACH), (DIES, "dies", -LARGE_REACH)):
            label = word(f"minelfield.scene.die_{kind}", face=face)
            yield Part(f"die.{face}", f"die-{face}", *chart.at(cell), down=depth - LIFT, label=label)


def die_arrow(chart: Map, cell: int, direction: int, face: int) -> Iterator[Part]:
    """A face of the die with its arrow."""
    target = chart.neighbours[cell][direction]
    if target == OFF:
        label = word("minelfield.scene.die_off", face=face)
    else:
        label = word("minelfield.scene.die_to", face=face, cell=chart.names[target])
    arrow, square = (chart.towards(cell, direction, reach) for reach in (ARROW_REACH, DIE_REACH))
    yield Part(f"arrow.{face}", "arrow", *arrow, down=-LIFT, turn=chart.angle(direction), style="turns")
    yield Part(f"die.{face}", f"die-{face}", *square, down=-LIFT, label=label)


def status(state: State) -> tuple[Any, ...]:
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
    place = Place(chart.width / 2, chart.depth + STRIP / 2)
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
    return Choice(steps(options, state, move), called(options, state, move), ghost(options, state, move))


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
