"""The picture of Samarra: one looks over the roofs of one's own town, across the desert, to the other town at dusk."""

from collections.abc import Iterator, Sequence
from functools import partial
from typing import NamedTuple

from tablier.core.boards import STEPS
from tablier.core.contract import RUNNING
from tablier.core.records import remembered
from tablier.core.scene import Choice, Group, Part, Scene, Thing
from tablier.core.words import Word, word
from tablier.games.samarra.board import CITIES, ROCK, SIDE, name
from tablier.games.samarra.geometry import (
    BOARDS_KEPT,
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
    Map,
    dusk_place,
    layouts,
    map_for,
    moon_place,
    roofs_place,
)
from tablier.games.samarra.notation import ACTIONS, by_cell
from tablier.games.samarra.options import Options, seat_word
from tablier.games.samarra.state import (
    FULL_TURN,
    KILL_KIND,
    MOVE_KIND,
    OFF,
    PASS,
    PLAY,
    SET_UP,
    STRIDE,
    TENTS,
    UNKNOWN,
    State,
    set_up_of,
)
from tablier.games.samarra.story import called, ended, story, tent_word

__all__ = ["choices", "effects", "scene", "steps", "story"]

EMBLEMS = ("disc", "triangle", "square")
FIGURES = ("servant", "merchant", "death")
COLOURS = ("samarra-black", "samarra-white")
STREETS = ("street-0", "street-1")
LABEL = word("samarra.scene.label")
NO_CELL = OFF.to_bytes(1, signed=True)


def scene(options: Options, state: State, seat: int) -> Scene:
    """The own town below, the other one above."""
    chart = map_for(options, seat)
    still, groups = backdrop(options, seat == 1), chart.all(contents(options, state, chart))
    return Scene("samarra", chart.width, chart.height, still, groups, LABEL, chart.once(layouts))


# What never changes


@remembered(BOARDS_KEPT)
def backdrop(options: Options, turned: bool) -> Group:
    """The two towns and the board between them, seen from one of the towns."""
    chart = map_for(options, int(turned))
    return Group(*ground(chart), *board(options, chart))


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


def board(options: Options, chart: Map) -> Iterator[Part]:
    """Cells, walls around the cities, and the names of rows and columns."""
    cells = [SIDE * row + column for row in range(chart.rows) for column in range(chart.columns)]
    for cell in cells:
        yield ground_of(options, chart, cell)
    for seat in range(2):
        yield from walls(options, chart, seat)
    scale, style = chart.text_scale(NAME_SIZE), "samarra-name"
    side, under = (-0.5, -0.5) if not chart.near else (chart.columns - 0.5, chart.rows - 0.5)
    for column in range(chart.columns):
        x, y = chart.at(column, under)
        yield Part(f"column.{name(column)[0]}", "", x, y + EDGE, scale=scale, style=style, text=name(column)[0])
    for row in range(chart.rows):
        x, y = chart.at(side, row)
        yield Part(f"row.{row + 1}", "", x - EDGE, y, scale=scale, style=style, text=str(row + 1))


def ground_of(options: Options, chart: Map, cell: int) -> Part:
    """A cell: desert, rock or a street."""
    mark = chr(options.board[cell])
    if mark in CITIES:
        seat = CITIES.index(mark)
        label = word("samarra.scene.street", cell=name(cell), town=town(seat))
        return Part(f"cell.{name(cell)}", STREETS[seat], *chart.cell(cell), label=label)
    if mark == ROCK:
        label = word("samarra.scene.rock", cell=name(cell))
        return Part(f"cell.{name(cell)}", "rock", *chart.cell(cell), label=label)
    label = word("samarra.scene.desert", cell=name(cell))
    return Part(f"cell.{name(cell)}", "cell", *chart.cell(cell), label=label)


def walls(options: Options, chart: Map, seat: int) -> Iterator[Part]:
    """A wall with a gate on every edge of a city, and towers at its corners."""
    city = {divmod(int(cell), SIDE) for cell in options.city_cells[seat, : options.city_size[seat]]}
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


def contents(options: Options, state: State, chart: Map) -> list[Thing]:
    """What changes in the picture, from back to front: on the board, those further away first."""
    pieces = [known_pieces(state, seat) for seat in range(2)]
    standing = [known for own in pieces for known in own if known.cell != OFF]
    standing.sort(key=lambda known: chart.ahead(known.cell))
    beside = [thing for seat, own in enumerate(pieces) for thing in (*powers(state, seat), *fallen(state, own))]
    return [*((piece, known) for known in standing), *beside, *figures(state), *status(options, state)]


class Known(NamedTuple):
    """A piece, as far as the viewer knows it."""

    seat: int
    tent: int
    cell: int
    character: int
    revealed: bool


def known_pieces(state: State, seat: int) -> list[Known]:
    """The pieces of a seat."""
    cells, characters = state.cells[seat].tolist(), state.characters[seat].tolist()
    revealed = state.revealed[seat].tolist()
    return [Known(seat, tent, cells[tent], characters[tent], bool(revealed[tent])) for tent in range(TENTS)]


def piece(chart: Map, known: Known) -> Group:
    """A tent or a lifted character on a cell."""
    label = word("samarra.scene.piece", piece=piece_word(known), cell=name(known.cell))
    return Group(owned(known.seat, piece_id(known), piece_symbol(known), *chart.cell(known.cell), label))


def piece_id(known: Known) -> str:
    """The name of a piece, alive or dead."""
    return f"piece.{known.seat}.{known.tent}"


def owned(seat: int, id: str, symbol: str, x: float, y: float, label: Word | None = None) -> Part:
    """Something in the colour of a seat."""
    return Part(id, symbol, x, y, style=COLOURS[seat], label=label, seat=seat, painted=True)


def piece_symbol(known: Known) -> str:
    """A closed tent, one whose character the viewer knows, or a character in the open."""
    emblem = EMBLEMS[known.tent]
    if known.character == UNKNOWN:
        return f"tent-{emblem}"
    return f"{'open' if known.revealed else 'tent'}-{emblem}-{FIGURES[known.character]}"


def piece_word(known: Known) -> Word:
    """A piece as it is called aloud, with its character if the viewer knows it."""
    told = {"seat": seat_word(known.seat), "tent": tent_word(known.tent)}
    if known.character == UNKNOWN:
        return word("samarra.scene.hidden", **told)
    figure = word(f"samarra.character.{known.character}")
    return word(f"samarra.scene.{'open' if known.revealed else 'secret'}", **told, character=figure)


def powers(state: State, seat: int) -> tuple[Thing, Thing]:
    """The two powers of a seat."""
    reveal, kill = bool(state.reveal_used[seat]), bool(state.kill_used[seat])
    return (power, seat, 0, "reveal", reveal), (power, seat, 1, "kill", kill)


def power(chart: Map, seat: int, number: int, kind: str, used: bool) -> Group:
    """A power, struck out when used."""
    label = word(f"samarra.scene.{kind}_{'used' if used else 'left'}", seat=seat_word(seat))
    place = TOKEN_EDGE + number * TOKEN_STEP, chart.tokens(seat)
    return Group(owned(seat, f"power.{seat}.{kind}", f"{kind}-used" if used else kind, *place, label))


def fallen(state: State, pieces: Sequence[Known]) -> list[Thing]:
    """The tents of a seat's dead."""
    if state.stage != PLAY:
        return []
    return [(grave, number, known) for number, known in enumerate(known for known in pieces if known.cell == OFF)]


def grave(chart: Map, number: int, known: Known) -> Group:
    """The tent of a dead, the seat's so many."""
    symbol = f"fallen-{EMBLEMS[known.tent]}" + ("" if known.character == UNKNOWN else f"-{FIGURES[known.character]}")
    place = chart.width - TOKEN_EDGE - number * TOKEN_STEP, chart.tokens(known.seat)
    return Group(
        owned(known.seat, piece_id(known), symbol, *place, word("samarra.scene.dead", piece=piece_word(known)))
    )


def figures(state: State) -> list[Thing]:
    """The characters that the seat to decide hides in its city."""
    return [] if state.stage == PLAY else [(hand, int(state.turn))]


def hand(chart: Map, seat: int) -> Group:
    """The characters of a seat."""
    places = [(FIGURES_AT * chart.width + (number - 1) * FIGURE_STEP, chart.tokens(seat)) for number in range(TENTS)]
    return Group(
        *(
            owned(seat, f"figure.{number}", f"figure-{figure}", *places[number], word(f"samarra.character.{number}"))
            for number, figure in enumerate(FIGURES)
        )
    )


def status(options: Options, state: State) -> list[Thing]:
    """A line under the picture: whose turn it is and what is left of it, or how it ended; and the pass."""
    if state.reason != RUNNING:
        return [(end_line, int(state.reason), int(state.winners))]
    if state.stage != PLAY:
        return [(turn_line, "sets_up", int(state.turn), 0)]
    kind = "one_action" if state.actions == 1 else "two_actions"
    line: list[Thing] = [(turn_line, kind, int(state.turn), int(state.turns) + 1)]
    line += [(dot, number, number < int(state.actions)) for number in range(FULL_TURN)]
    return [*line, (pass_button,)] if options.passing else line


def turn_line(chart: Map, kind: str, seat: int, turn: int) -> Group:
    """Whose turn it is, and which one."""
    told = {"seat": seat_word(seat), "turn": turn} if turn else {"seat": seat_word(seat)}
    return status_line(chart, TEXT_SIZE, word(f"samarra.scene.{kind}", **told))


def end_line(chart: Map, reason: int, winners: int) -> Group:
    """How it ended."""
    return status_line(chart, ENDING_SIZE, ended(reason, winners))


def status_line(chart: Map, size: float, text: Word) -> Group:
    """A text under the picture."""
    place, scale = (chart.width / 2, chart.roofs + STATUS_DEPTH), chart.text_scale(size)
    return Group(Part("status", "", *place, scale=scale, style="samarra-light", text=text))


def pass_button(chart: Map) -> Group:
    """What is touched to pass."""
    text, place = word("samarra.scene.pass"), (chart.width - PASS_ASIDE, chart.roofs + STATUS_DEPTH)
    return Group(Part("button.pass", "pass", *place, text=text, label=text))


def dot(chart: Map, number: int, left: bool) -> Group:
    """A dot for an action of the turn."""
    return Group(action(chart, f"action.{number}", number, left))


def action(chart: Map, id: str, number: int, left: bool) -> Part:
    """An action of the turn, left or spent."""
    symbol = "action" if left else "action-spent"
    return Part(id, symbol, EDGE + number * DOT_STEP, chart.roofs + STATUS_DEPTH)


# Touches


def steps(options: Options, state: State, move: int) -> tuple[str, ...]:
    """A piece and its target; each figure and its cell; or the pass."""
    seat = int(state.turn)
    if move >= SET_UP:
        cells = [name(int(options.city_cells[seat, place])) for place in set_up_of(move)]
        return tuple(step for number, cell in enumerate(cells) for step in (f"figure.{number}", f"cell.{cell}"))
    if move == PASS:
        return ("button.pass",)
    kind, tent, direction = ACTIONS[move]
    target = int(state.cells[seat, tent]) + int(STRIDE[direction])
    if kind == MOVE_KIND:
        return (f"piece.{seat}.{tent}", f"cell.{name(target)}")
    victim = state.cells[1 - seat].tolist().index(target)
    return (f"piece.{seat}.{tent}", f"piece.{1 - seat}.{victim}")


# Moves before they are made, and what is seen of them


def choices(options: Options, state: State, moves: Sequence[int], seat: int) -> Sequence[Choice]:
    """An action looks as its piece and, if it uses a power, the others on the board say; a pass as the actions left."""
    turn, chart = int(state.turn), map_for(options, seat)
    own, others = known_pieces(state, turn), tuple(state.cells[1 - turn].tolist())
    actions = int(state.actions)
    looks = [(move, turn, actions) if move >= PASS else action_look(move, own, others) for move in moves]
    return chart.choices(looks, moves, partial(choice, options, state, chart))


def action_look(move: int, own: Sequence[Known], others: tuple[int, ...]) -> Thing:
    """What tells how an action looks, given the own pieces and where the other ones stand."""
    kind, tent, _ = ACTIONS[move]
    return move, own[tent], None if kind == MOVE_KIND else others


def choice(options: Options, state: State, chart: Map, move: int) -> Choice:
    """A move as it is offered."""
    return Choice(steps(options, state, move), called(options, state, move), ghost(options, state, chart, move))


def ghost(options: Options, state: State, chart: Map, move: int) -> list[Part]:
    """Tents where they would stand, a power over its target, or the action that a pass would spend."""
    if move >= SET_UP:
        return list(set_up_ghost(options, chart, int(state.turn), move))
    if move == PASS:
        return [action(chart, "ghost.action", int(state.actions) - 1, left=False)]
    return list(action_ghost(state, chart, move))


def set_up_ghost(options: Options, chart: Map, seat: int, move: int) -> Iterator[Part]:
    """The three tents in the city."""
    for tent, (character, cell) in enumerate(by_cell(options, seat, move)):
        symbol = f"tent-{EMBLEMS[tent]}-{FIGURES[character]}"
        yield owned(seat, f"ghost.piece.{tent}", symbol, *chart.cell(cell))


def action_ghost(state: State, chart: Map, move: int) -> Iterator[Part]:
    """A tent a step further, or a character in the open and its power over the target."""
    seat, (kind, tent, direction) = int(state.turn), ACTIONS[move]
    known = known_pieces(state, seat)[tent]
    target = chart.cell(known.cell + int(STRIDE[direction]))
    if kind == MOVE_KIND:
        yield owned(seat, "ghost.piece", piece_symbol(known), *target)
        return
    figure, power = ("death", "kill") if kind == KILL_KIND else ("merchant", "reveal")
    yield owned(seat, "ghost.piece", f"open-{EMBLEMS[tent]}-{figure}", *chart.cell(known.cell))
    yield owned(seat, "ghost.power", power, *target)


def effects(options: Options, before: State, move: int, after: State) -> list[tuple[str, str]]:
    """Tents lifted, then pieces struck."""
    if before.stage != PLAY or showing(before) == showing(after):
        return []
    pieces = [
        pair for seat in range(2) for pair in zip(known_pieces(before, seat), known_pieces(after, seat), strict=True)
    ]
    lifted = [("lift", piece_id(was)) for was, now in pieces if is_lifted(was, now)]
    return lifted + [("strike", piece_id(was)) for was, now in pieces if was.cell != OFF and now.cell == OFF]


def showing(state: State) -> tuple[bytes, bytes, int]:
    """What tells whether a tent was lifted or a piece was struck."""
    return state.revealed.tobytes(), state.characters.tobytes(), state.cells.tobytes().count(NO_CELL)


def is_lifted(was: Known, now: Known) -> bool:
    """Whether a tent was lifted, or the viewer learnt who is under it."""
    return (now.revealed and not was.revealed) or was.character == UNKNOWN != now.character
