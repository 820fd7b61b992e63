"""The picture of Samarra: one looks over the roofs of one's own town, across the desert, to the other town at dusk."""

from collections.abc import Iterator, Sequence, Set
from functools import partial
from itertools import product
from typing import Any

from tablier.core.boards import STEPS
from tablier.core.contract import RUNNING
from tablier.core.scene import Choice, Group, Part, Scene, Thing
from tablier.core.words import Word, word
from tablier.games.samarra.board import CITIES, ROCK, SIDE, name
from tablier.games.samarra.geometry import (
    DOT_STEP,
    EDGE,
    ENDING_SIZE,
    FIGURE_STEP,
    FIGURES_AT,
    NAME_SIZE,
    NEAR_TOWN,
    OWNER_ASIDE,
    PASS_ASIDE,
    SKY,
    STATUS_DEPTH,
    TEXT_SIZE,
    TOKEN_EDGE,
    TOKEN_STEP,
    TOWN_SIZE,
    UNDER_TOKENS,
    Map,
    dusk_place,
    layouts,
    map_for,
    moon_place,
    roofs_place,
)
from tablier.games.samarra.guidance import asked, beliefs, marks, questions, why
from tablier.games.samarra.notation import ACTIONS, set_up
from tablier.games.samarra.options import Options, seat_word
from tablier.games.samarra.state import (
    FULL_TURN,
    KILL_KIND,
    MOVE_KIND,
    OFF,
    PASS,
    PLAY,
    SET_UP,
    TENTS,
    UNKNOWN,
    State,
    set_up_of,
)
from tablier.games.samarra.story import called, distances, ended, off_board, reasons, story, tent_word

__all__ = ["asked", "beliefs", "choices", "effects", "marks", "reasons", "scene", "steps", "story", "why"]

EMBLEMS = ("disc", "triangle", "square")
FIGURES = ("servant", "merchant", "death")
COLOURS = ("samarra-black", "samarra-white")
STREETS = ("street-0", "street-1")
LABEL = word("samarra.scene.label")
SEATS, NUMBERS = zip(*product(range(2), range(TENTS)), strict=True)  # of all pieces, in the order of the record
STEP_CODES = sum(kind == MOVE_KIND for kind, _, _ in ACTIONS)  # come before those of the powers
NO_TENTS: Set[int] = frozenset()
CELL = 2  # comes after seat and tent in what is known of a piece


def scene(options: Options, state: State, seat: int) -> Scene:
    """The own town below, the other one above."""
    chart = map_for(options, seat)
    still, groups = chart.once(backdrop), contents(state, chart)
    return Scene("samarra", chart.width, chart.height, still, groups, LABEL, chart.once(layouts))


# What never changes


def backdrop(chart: Map) -> Group:
    """The two towns and the board between them, seen from one of the towns."""
    return Group(*ground(chart), *board(chart))


def ground(chart: Map) -> Iterator[Part]:
    """Sand, sky and the two towns."""
    middle, far = chart.width / 2, 1 - chart.near
    yield Part("sand", "sand", middle, chart.height / 2)
    yield Part("dusk", "dusk", *dusk_place(chart))
    yield Part("moon", "moon", *moon_place(chart))
    yield Part(f"town.{far}", f"skyline-{far}", middle, SKY, label=town(far))
    yield Part("roofs", "roofs", *roofs_place(chart))
    near = f"skyline-{chart.near}"
    yield Part(f"town.{chart.near}", near, middle, chart.roofs, scale=NEAR_TOWN, label=town(chart.near))
    scale, style = chart.text_scale(TOWN_SIZE), "samarra-light samarra-left samarra-town"
    for seat in range(2):
        place = OWNER_ASIDE, chart.tokens(seat)
        yield Part(f"owner.{seat}", "", *place, scale=scale, style=style, text=owner(seat))


def town(seat: int) -> Word:
    """A town by its name."""
    return word(f"samarra.town.{seat}")


def owner(seat: int) -> Word:
    """A seat with its town."""
    return word("samarra.scene.owner", town=town(seat), seat=seat_word(seat))


def board(chart: Map) -> Iterator[Part]:
    """Cells, walls around the cities, and the names of rows and columns."""
    cells = [SIDE * row + column for row in range(chart.rows) for column in range(chart.columns)]
    for cell in cells:
        yield ground_of(chart, cell)
    for seat in range(2):
        yield from walls(chart, seat)
    scale, style = chart.text_scale(NAME_SIZE), "samarra-name"
    side, under = (-0.5, -0.5) if not chart.near else (chart.columns - 0.5, chart.rows - 0.5)
    for column in range(chart.columns):
        x, y = chart.at(column, under)
        yield Part(f"column.{name(column)[0]}", "", x, y + EDGE, scale=scale, style=style, text=name(column)[0])
    for row in range(chart.rows):
        x, y = chart.at(side, row)
        yield Part(f"row.{row + 1}", "", x - EDGE, y, scale=scale, style=style, text=str(row + 1))


def ground_of(chart: Map, cell: int) -> Part:
    """A cell: desert, rock or a street."""
    mark = chr(chart.options.board[cell])
    if mark in CITIES:
        seat = CITIES.index(mark)
        label = word("samarra.scene.street", cell=name(cell), town=town(seat))
        return Part(f"cell.{name(cell)}", STREETS[seat], *chart.cell(cell), label=label)
    if mark == ROCK:
        label = word("samarra.scene.rock", cell=name(cell))
        return Part(f"cell.{name(cell)}", "rock", *chart.cell(cell), label=label)
    label = word("samarra.scene.desert", cell=name(cell))
    return Part(f"cell.{name(cell)}", "cell", *chart.cell(cell), label=label)


def walls(chart: Map, seat: int) -> Iterator[Part]:
    """A wall with a gate on every edge of a city, and towers at its corners."""
    cells = chart.options.city_cells[seat, : chart.options.city_size[seat]]
    city = {divmod(cell, SIDE) for cell in cells.tolist()}
    corners: set[tuple[float, float]] = set()
    for row, column in sorted(city):
        for direction, (east, north) in enumerate(STEPS):
            if (row + north, column + east) not in city:
                edge = f"wall.{name(SIDE * row + column)}.{direction}"
                turn = (90 * direction + 180 * chart.near) % 360
                yield Part(edge, f"wall-{seat}", *chart.at(column, row), turn=turn, style="turns")
                corners |= {(column + (east / 2 or end), row + (north / 2 or end)) for end in (-0.5, 0.5)}
    for x, y in sorted(corners):
        yield Part(f"tower.{seat}.{x}.{y}", f"tower-{seat}", *chart.at(x, y))


# What changes


Known = tuple[int, int, int, int, int]
"""What the viewer knows of a piece: seat, tent, cell, character, and whether it is revealed."""


def contents(state: State, chart: Map) -> list[Group]:
    """What changes in the picture, from back to front: on the board, those further away first."""
    pieces = known_pieces(state)
    standing = [(piece, known) for known in pieces if known[CELL] != OFF]
    standing.sort(key=lambda thing: chart.ahead[thing[1][CELL]])
    dead = tuple([known for known in pieces if known[CELL] == OFF]) if state.stage == PLAY else ()
    aside = chart.once(beside, dead, state.reveal_used.tobytes(), state.kill_used.tobytes())
    return [*chart.all(standing), *aside, *chart.once(*status(chart.options, state))]


def known_pieces(state: State) -> list[Known]:
    """All pieces, those of seat 0 first."""
    cells, characters, revealed = state.cells.ravel().tolist(), state.characters.tobytes(), state.revealed.tobytes()
    return list(zip(SEATS, NUMBERS, cells, characters, revealed, strict=False))


def piece(chart: Map, known: Known) -> Group:
    """A tent or a lifted character on a cell."""
    seat, tent, cell, _, _ = known
    label = word("samarra.scene.piece", piece=piece_word(known), cell=name(cell))
    return Group(owned(seat, piece_id(seat, tent), piece_symbol(known), *chart.cell(cell), label))


def piece_id(seat: int, tent: int) -> str:
    """The name of a piece, alive or dead."""
    return f"piece.{seat}.{tent}"


def owned(seat: int, id: str, symbol: str, x: float, y: float, label: Word | None = None) -> Part:
    """Something in the colour of a seat."""
    return Part(id, symbol, x, y, style=COLOURS[seat], label=label, seat=seat, painted=True)


def piece_symbol(known: Known) -> str:
    """A closed tent, one whose character the viewer knows, or a character in the open."""
    _, tent, _, character, revealed = known
    if character == UNKNOWN:
        return f"tent-{EMBLEMS[tent]}"
    return f"{'open' if revealed else 'tent'}-{EMBLEMS[tent]}-{FIGURES[character]}"


def piece_word(known: Known) -> Word:
    """A piece as it is called aloud, with its character if the viewer knows it."""
    seat, tent, _, character, revealed = known
    told = {"seat": seat_word(seat), "tent": tent_word(tent)}
    if character == UNKNOWN:
        return word("samarra.scene.hidden", **told)
    figure = word(f"samarra.character.{character}")
    return word(f"samarra.scene.{'open' if revealed else 'secret'}", **told, character=figure)


def beside(chart: Map, dead: Sequence[Known], reveals: bytes, kills: bytes) -> list[Group]:
    """What lies beside the board: of each seat the two powers, given which are used, and the tents of its dead."""
    things: list[Thing] = []
    for seat in range(2):
        things += [(power, seat, 0, "reveal", reveals[seat]), (power, seat, 1, "kill", kills[seat])]
        things += [(grave, *numbered) for numbered in enumerate(known for known in dead if known[0] == seat)]
    return chart.all(things)


def power(chart: Map, seat: int, number: int, kind: str, used: int) -> Group:
    """A power, struck out when used."""
    label = word(f"samarra.scene.{kind}_{'used' if used else 'left'}", seat=seat_word(seat))
    place = TOKEN_EDGE + number * TOKEN_STEP, chart.tokens(seat)
    return Group(owned(seat, f"power.{seat}.{kind}", f"{kind}-used" if used else kind, *place, label))


def grave(chart: Map, number: int, known: Known) -> Group:
    """The tent of a dead, the seat's so many."""
    seat, tent, _, character, _ = known
    symbol = f"fallen-{EMBLEMS[tent]}" + ("" if character == UNKNOWN else f"-{FIGURES[character]}")
    place = chart.width - TOKEN_EDGE - number * TOKEN_STEP, chart.tokens(seat)
    label = word("samarra.scene.dead", piece=piece_word(known))
    return Group(owned(seat, piece_id(seat, tent), symbol, *place, label))


# The line under the picture, and what goes with it


def status(options: Options, state: State) -> Thing:
    """How it ended, or whose turn it is and what is left of it."""
    if state.reason != RUNNING:
        return end, int(state.reason), int(state.winners), distances(options, state)
    if state.stage != PLAY:
        return hiding, int(state.turn)
    return playing, int(state.turn), int(state.turns), int(state.actions)


def end(chart: Map, reason: int, winners: int, left: tuple[int, ...]) -> list[Group]:
    """How it ended."""
    return [status_line(chart, ENDING_SIZE, ended(reason, winners, left))]


def hiding(chart: Map, seat: int) -> list[Group]:
    """The characters that the seat to decide hides in its city, and that it is to do so."""
    return [hand(chart, seat), turn_line(chart, "sets_up", seat=seat_word(seat))]


def playing(chart: Map, seat: int, turns: int, actions: int) -> list[Group]:
    """Whose turn it is, and which one; a dot for each of its actions; and the pass."""
    kind = "one_action" if actions == 1 else "two_actions"
    dots: list[Thing] = [(dot, seat, number, number < actions) for number in range(FULL_TURN)]
    passing: list[Thing] = [(pass_button,)] if chart.options.passing else []
    return [turn_line(chart, kind, seat=seat_word(seat), turn=turns + 1), *chart.all(dots + passing)]


def hand(chart: Map, seat: int) -> Group:
    """The characters of a seat."""
    places = [(FIGURES_AT * chart.width + (number - 1) * FIGURE_STEP, chart.tokens(seat)) for number in range(TENTS)]
    return Group(
        *(
            owned(seat, f"figure.{number}", f"figure-{figure}", *places[number], word(f"samarra.scene.figure.{number}"))
            for number, figure in enumerate(FIGURES)
        )
    )


def turn_line(chart: Map, kind: str, **told: Any) -> Group:
    """What a seat is to do."""
    return status_line(chart, TEXT_SIZE, word(f"samarra.scene.{kind}", **told))


def status_line(chart: Map, size: float, text: Word) -> Group:
    """A text under the picture."""
    place, scale = (chart.width / 2, chart.roofs + STATUS_DEPTH), chart.text_scale(size)
    return Group(Part("status", "", *place, scale=scale, style="samarra-light", text=text))


def dot(chart: Map, seat: int, number: int, left: bool) -> Group:
    """A dot for an action of a seat's turn."""
    return Group(action(chart, seat, f"action.{number}", number, left))


def action(chart: Map, seat: int, id: str, number: int, left: bool) -> Part:
    """An action of the turn, left or spent, under the powers of the seat whose turn it is."""
    symbol, label = ("action", "action_left") if left else ("action-spent", "action_spent")
    place = EDGE + number * DOT_STEP, chart.tokens(seat) + UNDER_TOKENS
    return Part(id, symbol, *place, label=word(f"samarra.scene.{label}"))


def pass_button(chart: Map) -> Group:
    """What is touched to pass."""
    text, place = word("samarra.scene.pass"), (chart.width - PASS_ASIDE, chart.roofs + STATUS_DEPTH)
    return Group(Part("button.pass", "pass", *place, text=text, label=text))


# Touches


def steps(options: Options, state: State, move: int) -> tuple[str, ...]:
    """A piece and its target; each figure and its cell; or the pass."""
    seat = int(state.turn)
    if move >= SET_UP:
        cells = [name(int(options.city_cells[seat, place])) for place in set_up_of(move)]
        return tuple(step for number, cell in enumerate(cells) for step in (f"figure.{number}", f"cell.{cell}"))
    if move == PASS:
        return ("button.pass",)
    kind, tent, stride = ACTIONS[move]
    target = int(state.cells[seat, tent]) + stride
    if kind == MOVE_KIND:
        return piece_id(seat, tent), f"cell.{name(target)}"
    return piece_id(seat, tent), piece_id(1 - seat, state.cells[1 - seat].tolist().index(target))


# Moves before they are made, and what is seen of them


def choices(options: Options, state: State, moves: Sequence[int], seat: int) -> Sequence[Choice]:
    """An action looks as its piece and its target or the powers at hand say; a pass as the actions left."""
    turn, actions, chart = int(state.turn), int(state.actions), map_for(options, seat)
    own, others = known_pieces(state)[TENTS * turn :], state.cells[1 - turn].tolist()
    powers = bool(moves) and moves[-1] >= STEP_CODES
    armed = {ACTIONS[move][1] for move in moves if STEP_CODES <= move < PASS} if powers else NO_TENTS
    looks = [(move, turn, actions) if move >= PASS else action_look(move, own, others, armed) for move in moves]
    return chart.choices(looks, moves, partial(choice, options, state, chart, armed))


def action_look(move: int, own: Sequence[Known], others: Sequence[int], armed: Set[int]) -> Thing:
    """What tells how an action looks, given the own pieces, where the other ones stand, and which can use a power."""
    kind, tent, stride = ACTIONS[move]
    return move, own[tent], tent in armed if kind == MOVE_KIND else others.index(own[tent][CELL] + stride)


def choice(options: Options, state: State, chart: Map, armed: Set[int], move: int) -> Choice:
    """A move as it is offered."""
    asks = questions(state, move, move < PASS and ACTIONS[move][1] in armed)
    path, picture = steps(options, state, move), ghost(options, state, chart, move)
    return Choice(path, called(options, state, move), picture, asks, pairs=move >= SET_UP)


def ghost(options: Options, state: State, chart: Map, move: int) -> list[Part]:
    """Tents where they would stand, a power over its target, or the action that a pass would spend."""
    if move >= SET_UP:
        return list(set_up_ghost(options, chart, int(state.turn), move))
    if move == PASS:
        return [action(chart, int(state.turn), "ghost.action", int(state.actions) - 1, left=False)]
    return list(action_ghost(state, chart, move))


def set_up_ghost(options: Options, chart: Map, seat: int, move: int) -> Iterator[Part]:
    """A tent for each character in the city; its symbol depends on where the others are, so it has none yet."""
    for character, cell in set_up(options, seat, move):
        yield owned(seat, f"ghost.figure.{character}", f"tent-{FIGURES[character]}", *chart.cell(cell))


def action_ghost(state: State, chart: Map, move: int) -> Iterator[Part]:
    """A tent a step further, or a character in the open and its power over the target."""
    seat, (kind, tent, stride) = int(state.turn), ACTIONS[move]
    known = known_pieces(state)[TENTS * seat + tent]
    target = chart.cell(known[CELL] + stride)
    if kind == MOVE_KIND:
        yield owned(seat, "ghost.piece", piece_symbol(known), *target)
        return
    figure, power = ("death", "kill") if kind == KILL_KIND else ("merchant", "reveal")
    yield owned(seat, "ghost.piece", f"open-{EMBLEMS[tent]}-{figure}", *chart.cell(known[CELL]))
    yield owned(seat, "ghost.power", power, *target)


def effects(options: Options, before: State, move: int, after: State) -> list[tuple[str, str]]:
    """Tents lifted, then pieces struck."""
    if before.stage != PLAY or showing(before) == showing(after):
        return []
    pieces = list(zip(known_pieces(before), known_pieces(after), strict=True))
    lifted = [("lift", piece_id(*was[:CELL])) for was, now in pieces if is_lifted(was, now)]
    return lifted + [("strike", piece_id(*was[:CELL])) for was, now in pieces if was[CELL] != OFF == now[CELL]]


def showing(state: State) -> tuple[bytes, bytes, int]:
    """What tells whether a tent was lifted or a piece was struck."""
    return state.revealed.tobytes(), state.characters.tobytes(), off_board(state)


def is_lifted(was: Known, now: Known) -> bool:
    """Whether a tent was lifted, or the viewer learnt who is under it."""
    (*_, hid, was_open), (*_, hides, is_open) = was, now
    return is_open > was_open or hid == UNKNOWN != hides
