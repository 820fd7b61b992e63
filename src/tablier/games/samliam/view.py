"""The picture of Sam Liam, and what a person touches in it."""

import math
from collections.abc import Iterator, Sequence
from dataclasses import replace
from functools import cache, partial
from itertools import product

from tablier.core.contract import RUNNING
from tablier.core.scene import Choice, Group, Part, Scene, Thing, bytes_of
from tablier.core.words import Word, word
from tablier.games.samliam.board import LARGE, NAMES, outside
from tablier.games.samliam.calls import Call, Figure, standing_call
from tablier.games.samliam.duty import has_voice
from tablier.games.samliam.geometry import (
    BUTTON,
    BUTTON_SCALE,
    CALL_WIDTH,
    CELL,
    EDGE,
    INSET,
    LARGE_TEXT,
    LINE_AT,
    NAME_AT,
    NAMES_AT,
    PLAIN,
    REASON_AT,
    ROW,
    SEATS_AT,
    SIGN_AT,
    SIGN_SCALE,
    SMALL,
    STATUS_AT,
    TITLE,
    TOP,
    VOICE_HEIGHT,
    Map,
    angle,
    edges,
    layouts,
    map_for,
    painted,
    worn,
)
from tablier.games.samliam.guidance import ALOUD, asked, questions, remark, threats, why
from tablier.games.samliam.notation import spelled
from tablier.games.samliam.options import STRICT, Options, seat_word
from tablier.games.samliam.positions import banned_cells
from tablier.games.samliam.rules import must_lift
from tablier.games.samliam.state import (
    ALL_FACINGS,
    CODES,
    FACINGS,
    FIGURES,
    NOWHERE,
    PLACE,
    State,
    decode,
    encode,
    opposite,
    shows,
)
from tablier.games.samliam.story import call_word, called, reason_word, story
from tablier.games.samliam.threats import SONG

__all__ = ["asked", "choices", "effects", "marks", "remark", "scene", "steps", "story", "why"]

NOTHING = Group()
CELL_OF = tuple(decode(move)[1] >> 2 for move in range(CODES))
"""The cell of every move, by its code."""
ALOUD_TOO = tuple(encode(PLACE, decode(move)[1], 1) for move in range(CODES))
"""The same placement, announced."""


def scene(options: Options, state: State, seat: int) -> Scene:
    """The board with its triangles, the standing call, the reserves, and the facings: the same from every seat."""
    chart = map_for(options)
    groups = chart.groups((bytes_of(options), bytes_of(state)), contents, options, state)
    label = word("samliam.scene.label", status=status_word(*status(state)))
    arranged = layouts(chart, bool(options.announcements == STRICT))
    return Scene("samliam", chart.width, chart.height, chart.once(ground), groups, label, arranged)


def contents(options: Options, state: State) -> list[Thing]:
    """What lies on the board and beside it."""
    call = standing_call(options, state)
    return [
        *triangles(options, state),
        *pending_things(state),
        *traces(state),
        (called_aloud, call),
        *threats(options, state, call),
        *reserves(options, state),
        touches(options, state),
        (status_line, *status(state)),
    ]


def status(state: State) -> tuple[str, int]:
    """What is to be done, or how it ended, and by whom."""
    winners = int(state.winners)
    if state.reason != RUNNING:
        alone = winners & (winners - 1) == 0
        return ("won", winners.bit_length() - 1) if alone else ("drawn", 0)
    return "lift" if must_lift(state) else "place", int(state.turn)


def status_word(kind: str, seat: int) -> Word:
    """The same in words."""
    return word("samliam.status.drawn") if kind == "drawn" else word(f"samliam.status.{kind}", seat=seat_word(seat))


def status_line(chart: Map, kind: str, seat: int) -> Group:
    """The same in the picture."""
    return Group(chart.text("status", status_word(kind, seat), EDGE - INSET, STATUS_AT, PLAIN, TITLE))


# What stays, and what lies on it


def ground(chart: Map) -> Group:
    """All that stays."""
    return Group(*still_parts(chart))


def still_parts(chart: Map) -> Iterator[Part]:
    """The table, the cells and the names of rows and columns."""
    yield Part("table", f"table{chart.side}", chart.width / 2, TOP + chart.board / 2)
    for cell, lacks in enumerate(outside(chart.side)):
        if not lacks:
            label = word("samliam.scene.cell", cell=NAMES[cell])
            yield Part(f"cell.{NAMES[cell]}", "cell", *chart.at(cell), label=label)
    for number in range(chart.side):
        cell = number * LARGE + number
        x, y = chart.at(cell)
        column, row = NAMES[cell][0], NAMES[cell][1]
        yield chart.text(f"column.{column}", column, x, chart.bottom + NAMES_AT, SMALL, "quiet")
        yield chart.text(f"row.{row}", row, EDGE - NAMES_AT, y, SMALL, "quiet")


def triangles(options: Options, state: State) -> Iterator[Thing]:
    """The triangles, cell by cell."""
    shown = list(zip(*state.shown[: options.seats].tolist(), strict=True))
    for cell, taken in enumerate(state.taken.tolist()):
        if taken and any(shown[cell]):
            yield triangles_in, cell, taken, shown[cell]


def triangles_in(chart: Map, cell: int, taken: int, held: tuple[int, ...]) -> Group:
    """The triangles in a cell, given all of them and what each seat shows; two of one colour are halves of a square."""
    found = []
    for facing, (seat, shown) in product(range(len(FACINGS)), enumerate(held)):
        own, symbol = (taken, "half") if shown == ALL_FACINGS else (shown, "triangle")
        if own >> facing & 1:
            found.append(triangle_part(chart, symbol, seat, cell, facing))
    return Group(*found)


def triangle_part(chart: Map, symbol: str, seat: int, cell: int, facing: int) -> Part:
    """A triangle, or half of a square."""
    label = word("samliam.scene.triangle", seat=seat_word(seat), cell=NAMES[cell], facing=facing_word(facing))
    return chart.triangle(f"triangle.{spelled(cell * 4 + facing)}", symbol, seat, cell, facing, label)


def facing_word(facing: int) -> Word:
    """Where a right angle points."""
    return word(f"samliam.facing.{FACINGS[facing]}")


def pending_things(state: State) -> list[Thing]:
    """What is pending, if anything is."""
    if state.reason != RUNNING:
        return []
    lifted, banned = int(state.lifted), tuple(banned_cells(state, int(state.turn)))
    return [(pending, lifted, banned)] if lifted != NOWHERE or banned else []


def pending(chart: Map, lifted: int, banned: Sequence[int]) -> Group:
    """Where a triangle was lifted, and the cells that are forbidden on this turn."""
    labels = [(cell, word("samliam.scene.banned", cell=NAMES[cell])) for cell in banned]
    marks = [chart.on(f"banned.{NAMES[cell]}", "banned", cell, label=label) for cell, label in labels]
    return Group(*marks) if lifted == NOWHERE else Group(gap(chart, lifted), *marks)


def gap(chart: Map, lifted: int) -> Part:
    """Where a triangle was lifted."""
    label = word("samliam.scene.lifted", cell=NAMES[lifted >> 2])
    return chart.on("lifted", "lifted", lifted >> 2, angle(lifted & 3), "turns", label)


def traces(state: State) -> list[Thing]:
    """The figures that won, if the game was won by any."""
    figures = winning(state)
    return [(trace, figures)] if figures else []


def winning(state: State) -> tuple[Figure, ...]:
    """The figures that won, each with its kind."""
    if state.reason == RUNNING:
        return ()
    winner, reason = int(state.winners).bit_length() - 1, int(state.reason)
    return tuple((kind, figure) for kind, figure in FIGURES if kind == reason and stands(state, winner, figure))


def trace(chart: Map, figures: Sequence[Figure]) -> Group:
    """Lines along figures, bright ones above the dark ones."""
    return Group(*sorted(trace_parts(chart, figures), key=is_bright))


def trace_parts(chart: Map, figures: Sequence[Figure]) -> Iterator[Part]:
    """The lines of every figure."""
    for number, (kind, figure) in enumerate(figures):
        for edge, (one, other) in enumerate(edges(kind, figure)):
            yield from edge_parts(f"{number}.{edge}", *chart.at(one >> 2), *chart.at(other >> 2))


def edge_parts(name: str, x: float, y: float, there_x: float, there_y: float) -> Iterator[Part]:
    """A bright line on a dark one."""
    turn = math.degrees(math.atan2(there_y - y, there_x - x)) % 360
    length = math.hypot(there_x - x, there_y - y) / CELL
    yield Part(f"edge.{name}", "edge", x, y, turn, length, "turns")
    yield Part(f"trace.{name}", "trace", x, y, turn, length, "turns")


def is_bright(part: Part) -> bool:
    """Whether a part of a traced figure lies above the dark ones."""
    return part.symbol == "trace"


def stands(state: State, seat: int, figure: tuple[int, ...]) -> bool:
    """Whether a seat shows all of a figure."""
    return all(shows(state, seat, slot) for slot in figure)


# Calls, reserves, touches


def called_aloud(chart: Map, call: Call | None) -> Group:
    """The announcement that stands."""
    return Group(*announced(chart, call)) if call else NOTHING


def announced(chart: Map, call: Call) -> Iterator[Part]:
    """The glow of the cells that an announcement speaks of, and the announcement."""
    symbol = "fork" if call.number == SONG else "open"
    for cell in call.cells:
        label = word(f"samliam.scene.{symbol}", cell=NAMES[cell], seat=seat_word(call.seat))
        yield replace(chart.on(f"glow.{NAMES[cell]}", symbol, cell, label=label), **worn(call.seat))
    label = word("samliam.scene.call", seat=seat_word(call.seat), call=call_word(call.number))
    yield Part("call", "call", chart.call, STATUS_AT, label=label)
    yield caller("call.seat", chart, call.seat)
    x = chart.call + CELL * SIGN_SCALE / 3
    yield chart.text("call.text", call_word(call.number), x, STATUS_AT, LARGE_TEXT, "samliam-call")


def caller(id: str, chart: Map, seat: int) -> Part:
    """The sign of a seat that announces something."""
    x = chart.call - CALL_WIDTH / 2 + CELL * SIGN_SCALE / 2
    return painted(id, "triangle", seat, x, STATUS_AT, scale=SIGN_SCALE * 0.8)


def reserves(options: Options, state: State) -> Iterator[Thing]:
    """For every seat its sign, its name and what it still holds."""
    for seat in range(int(options.seats)):
        has_turn = bool(state.reason == RUNNING and state.turn == seat)
        yield reserve, seat, int(state.reserve[seat]), has_turn


def reserve(chart: Map, seat: int, count: int, has_turn: bool) -> Group:
    """The same for one seat."""
    step = chart.board / chart.across
    line, place = divmod(seat, chart.across)
    x, y = EDGE + step * (place + 0.5), chart.bottom + SEATS_AT + line * ROW
    left = x - step / 2
    left_over = word("samliam.scene.reserve", count=count)
    label = word("samliam.scene.reserve_of", seat=seat_word(seat), count=count)
    held = chart.text(f"reserve.{seat}", left_over, left + NAME_AT, y + LINE_AT, SMALL, "quiet samliam-left")
    parts = (
        painted(f"sign.{seat}", "triangle", seat, left + SIGN_AT, y, scale=SIGN_SCALE),
        chart.text(f"seat.{seat}", seat_word(seat), left + NAME_AT, y - LINE_AT, PLAIN, TITLE),
        replace(held, label=label),
    )
    turn = Part("turn", f"turn{chart.across}", x, y, scale=chart.board / (LARGE * CELL))
    return Group(turn, *parts) if has_turn else Group(*parts)


def touches(options: Options, state: State) -> Thing:
    """The facings, and in strict play the voice, of a placement; when it is over, why."""
    if state.reason != RUNNING:
        return end_line, reason_word(state)
    return (nothing,) if must_lift(state) else (buttons, int(state.turn), bool(has_voice(options, state)))


def end_line(chart: Map, reason: Word) -> Group:
    """Why it is over."""
    x, y = chart.width / 2, chart.touch + (REASON_AT - 0.5) * chart.row
    return Group(chart.text("reason", reason, x, y, PLAIN, "samliam-title"))


def nothing(chart: Map) -> Group:
    """Where nothing is to be touched beside the board."""
    return NOTHING


def buttons(chart: Map, seat: int, voiced: bool) -> Group:
    """The facings and voices of a seat."""
    return Group(*button_parts(chart, seat, voiced))


def button_parts(chart: Map, seat: int, voiced: bool) -> Iterator[Part]:
    """Every facing with its sign, and the voice."""
    places, y, size = chart.touched(voiced), chart.touch, chart.finger / BUTTON
    for x, facing in zip(places, (3, 0, 1, 2), strict=False):
        label = word("samliam.scene.facing", facing=facing_word(facing))
        yield Part(f"facing.{FACINGS[facing]}", "button", x, y, scale=size, label=label)
        sign = f"facing.{FACINGS[facing]}.sign"
        yield painted(sign, "triangle", seat, x, y, angle(facing), BUTTON_SCALE * size)
    if voiced:
        said = word("samliam.voice.aloud")
        yield Part(ALOUD, "voice", places[-1], y, scale=chart.finger / VOICE_HEIGHT, label=said)
        yield chart.text(f"{ALOUD}.text", said, places[-1], y, SMALL * size)


def steps(options: Options, state: State, move: int) -> tuple[str, ...]:
    """Touch a triangle to lift it; to place one, touch the cell and the facing, but to announce it the voice first."""
    return path(move)


@cache
def path(move: int) -> tuple[str, ...]:
    """The same for any position."""
    lifts, slot, announced = decode(move)
    if lifts:
        return (f"triangle.{spelled(slot)}",)
    touched = (f"cell.{NAMES[slot >> 2]}", f"facing.{FACINGS[slot & 3]}")
    return (ALOUD, *touched) if announced else touched


# Moves before they are made, and what is seen of them


def choices(options: Options, state: State, moves: Sequence[int], _: int) -> Sequence[Choice]:
    """A move looks as its code, the seat, its voice, and whether the half of a square lies there say."""
    voiced = bool(has_voice(options, state))
    kind = (int(state.turn) * 2 + voiced) * 2
    kinds = [(kind + bool(half)) * CODES for half in state.shown[state.turn].tolist()]
    idle = undue(moves) if voiced else frozenset()
    looks = [kinds[CELL_OF[move]] + move for move in moves]
    looks = [~look if move in idle else look for look, move in zip(looks, moves, strict=True)] if idle else looks
    return map_for(options).choices(looks, moves, partial(choice, options, state, idle))


def undue(moves: Sequence[int]) -> frozenset[int]:
    """The placements after which nothing is to be announced."""
    listed = frozenset(moves)
    return frozenset(move for move in moves if ALOUD_TOO[move] not in listed)


def choice(options: Options, state: State, idle: frozenset[int], move: int) -> Choice:
    """A move as it is offered; the voice may be raised before any, so that its light does not tell what is due."""
    lifts, _, announced = decode(move)
    free = 1 if lifts or announced else 2  # a cell and a facing, in either order
    told = called(options, state, move), ghost(options, state, move), questions(lifts, announced), free
    return Choice(steps(options, state, move), *told, idle=ALOUD if move in idle else "")


def ghost(options: Options, state: State, move: int) -> tuple[Part, ...]:
    """The triangle where it would lie, a square with another one of its colour; the outline of one to be lifted."""
    owner, (_, slot, _) = state.turn, decode(move)
    return map_for(options).once(shadows, int(owner), move, bool(state.shown[owner, slot >> 2]))


def shadows(chart: Map, owner: int, move: int, has_half: bool) -> tuple[Part, ...]:
    """The same for any position."""
    lifts, slot, _ = decode(move)
    if lifts:
        return (chart.on("ghost.lifted", "lifted", slot >> 2, angle(slot & 3), "turns"),)
    return tuple(laid(chart, owner, slot, has_half))


def laid(chart: Map, owner: int, slot: int, has_half: bool) -> Iterator[Part]:
    """A triangle to be placed; if its owner has the other half of the cell, both halves of the square."""
    yield chart.triangle("ghost.triangle", "half" if has_half else "triangle", owner, slot >> 2, slot & 3)
    if has_half:
        yield chart.triangle("ghost.half", "half", owner, slot >> 2, opposite(slot & 3))


def effects(options: Options, before: State, move: int, after: State) -> list[tuple[str, str]]:
    """The announcement that a placement brought, and the lines of the figure that won, one after the other."""
    if decode(move)[0]:
        return []
    called = [("call", "call")] if standing_call(options, after) else []
    return called + [("trace", part.id) for part in trace_parts(map_for(options), winning(after))]


def marks(options: Options, before: State, move: int, after: State) -> tuple[str, ...]:
    """The cell of a move; after a lift in the same turn, the cell that the triangle came from too."""
    cells = (CELL_OF[move],) if before.lifted == NOWHERE else (before.lifted >> 2, CELL_OF[move])
    return tuple(f"cell.{NAMES[cell]}" for cell in cells)
