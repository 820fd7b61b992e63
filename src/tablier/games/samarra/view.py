"""The picture of Samarra: one looks over the roofs of one's own town, across the desert, to the other town at dusk."""

from collections.abc import Iterator
from functools import lru_cache

from tablier.core.boards import STEPS
from tablier.core.contract import RUNNING
from tablier.core.records import remembered
from tablier.core.scene import Part, Scene
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
    Map,
    dusk_place,
    layouts,
    map_for,
    moon_place,
    roofs_place,
)
from tablier.games.samarra.notation import by_cell
from tablier.games.samarra.options import Options, seat_word
from tablier.games.samarra.positions import is_placed
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
    action_of,
    set_up_of,
)
from tablier.games.samarra.story import called, ending, story, tent_word

__all__ = ["called", "effects", "ghost", "scene", "steps", "story"]

EMBLEMS = ("disc", "triangle", "square")
FIGURES = ("servant", "merchant", "death")
COLOURS = ("samarra-black", "samarra-white")
STREETS = ("street-0", "street-1")
BOARDS_KEPT = 64  # those used most lately
PARTS_KEPT = 2_048


def scene(options: Options, state: State, seat: int) -> Scene:
    """The own town below, the other one above."""
    chart = map_for(options, seat)
    parts = [*backdrop(options, seat == 1), *pieces(state, chart)]
    for owner in range(2):
        parts += [*powers(state, chart, owner), *fallen(state, chart, owner)]
    parts += [*figures(state, chart), *status(options, state, chart)]
    return Scene("samarra", chart.width, chart.height, parts, word("samarra.scene.label"), layouts(chart))


# What never changes


@remembered(BOARDS_KEPT)
def backdrop(options: Options, turned: bool) -> tuple[Part, ...]:
    """The two towns and the board between them, seen from one of the towns."""
    chart = map_for(options, int(turned))
    return (*ground(chart), *board(options, chart))


def ground(chart: Map) -> Iterator[Part]:
    """Sand, sky and the two towns."""
    middle, far = chart.width / 2, 1 - chart.near
    yield Part("sand", "sand", middle, chart.height / 2, still=True)
    yield Part("dusk", "dusk", *dusk_place(chart), still=True)
    yield Part("moon", "moon", *moon_place(chart), still=True)
    yield Part(f"town.{far}", f"skyline-{far}", middle, SKY, label=town(far), still=True)
    yield Part("roofs", "roofs", *roofs_place(chart), still=True)
    near = f"skyline-{chart.near}"
    yield Part(f"town.{chart.near}", near, middle, chart.roofs, scale=NEAR_TOWN, label=town(chart.near), still=True)
    scale, style = chart.text_scale(TOWN_SIZE), "samarra-light samarra-left samarra-town"
    for seat in range(2):
        place = OWNER_ASIDE, chart.tokens(seat)
        yield Part(f"owner.{seat}", "", *place, scale=scale, style=style, text=owner(seat), still=True)


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
        yield Part(
            f"column.{name(column)[0]}", "", x, y + EDGE, scale=scale, style=style, text=name(column)[0], still=True
        )
    for row in range(chart.rows):
        x, y = chart.at(side, row)
        yield Part(f"row.{row + 1}", "", x - EDGE, y, scale=scale, style=style, text=str(row + 1), still=True)


def ground_of(options: Options, chart: Map, cell: int) -> Part:
    """A cell: desert, rock or a street."""
    mark = chr(options.board[cell])
    if mark in CITIES:
        seat = CITIES.index(mark)
        label = word("samarra.scene.street", cell=name(cell), town=town(seat))
        return Part(f"cell.{name(cell)}", STREETS[seat], *chart.cell(cell), label=label, still=True)
    if mark == ROCK:
        label = word("samarra.scene.rock", cell=name(cell))
        return Part(f"cell.{name(cell)}", "rock", *chart.cell(cell), label=label, still=True)
    label = word("samarra.scene.desert", cell=name(cell))
    return Part(f"cell.{name(cell)}", "cell", *chart.cell(cell), label=label, still=True)


def walls(options: Options, chart: Map, seat: int) -> Iterator[Part]:
    """A wall with a gate on every edge of a city, and towers at its corners."""
    city = {divmod(int(cell), SIDE) for cell in options.city_cells[seat, : options.city_size[seat]]}
    corners: set[tuple[float, float]] = set()
    for row, column in sorted(city):
        for direction, (east, north) in enumerate(STEPS):
            if (row + north, column + east) not in city:
                edge = f"wall.{name(SIDE * row + column)}.{direction}"
                turn = (90 * direction + 180 * chart.near) % 360
                yield Part(edge, f"wall-{seat}", *chart.at(column, row), turn=turn, style="turns", still=True)
                corners |= {(column + (east / 2 or end), row + (north / 2 or end)) for end in (-0.5, 0.5)}
    for x, y in sorted(corners):
        yield Part(f"tower.{seat}.{x}.{y}", f"tower-{seat}", *chart.at(x, y), still=True)


# What changes


def pieces(state: State, chart: Map) -> Iterator[Part]:
    """All tents and lifted characters on the board, those further away first."""
    standing = [
        (seat, tent)
        for seat in range(2)
        for tent in range(TENTS)
        if is_placed(state, seat, tent) and state.cells[seat, tent] != OFF
    ]
    for seat, tent in sorted(standing, key=lambda piece: chart.cell(int(state.cells[piece])).y):
        yield piece(chart, seat, tent, int(state.cells[seat, tent]), *seen(state, seat, tent))


def seen(state: State, seat: int, tent: int) -> tuple[int, bool]:
    """The character under a tent as far as the viewer knows it, and whether it is out in the open."""
    return int(state.characters[seat, tent]), bool(state.revealed[seat, tent])


@lru_cache(PARTS_KEPT)
def piece(chart: Map, seat: int, tent: int, cell: int, character: int, revealed: bool) -> Part:
    """A tent or a lifted character on a cell, the same part as long as nothing about it changes."""
    label = word("samarra.scene.piece", piece=piece_word(seat, tent, character, revealed), cell=name(cell))
    symbol = piece_symbol(tent, character, revealed)
    return Part(f"piece.{seat}.{tent}", symbol, *chart.cell(cell), style=COLOURS[seat], label=label)


def piece_symbol(tent: int, character: int, revealed: bool) -> str:
    """A closed tent, one whose character the viewer knows, or a character in the open."""
    if character == UNKNOWN:
        return f"tent-{EMBLEMS[tent]}"
    return f"{'open' if revealed else 'tent'}-{EMBLEMS[tent]}-{FIGURES[character]}"


def piece_word(seat: int, tent: int, character: int, revealed: bool) -> Word:
    """A piece as it is called aloud, with its character if the viewer knows it."""
    told = {"seat": seat_word(seat), "tent": tent_word(tent)}
    if character == UNKNOWN:
        return word("samarra.scene.hidden", **told)
    figure = word(f"samarra.character.{character}")
    return word(f"samarra.scene.{'open' if revealed else 'secret'}", **told, character=figure)


def powers(state: State, chart: Map, seat: int) -> Iterator[Part]:
    """The two powers of a seat."""
    yield power(chart, seat, 0, "reveal", bool(state.reveal_used[seat]))
    yield power(chart, seat, 1, "kill", bool(state.kill_used[seat]))


@lru_cache(PARTS_KEPT)
def power(chart: Map, seat: int, number: int, kind: str, used: bool) -> Part:
    """A power, struck out when used."""
    label = word(f"samarra.scene.{kind}_{'used' if used else 'left'}", seat=seat_word(seat))
    place = TOKEN_EDGE + number * TOKEN_STEP, chart.tokens(seat)
    symbol = f"{kind}-used" if used else kind
    return Part(f"power.{seat}.{kind}", symbol, *place, style=COLOURS[seat], label=label)


def fallen(state: State, chart: Map, seat: int) -> Iterator[Part]:
    """The tents of a seat's dead."""
    dead = [tent for tent in range(TENTS) if state.stage == PLAY and state.cells[seat, tent] == OFF]
    for number, tent in enumerate(dead):
        character = int(state.characters[seat, tent])
        symbol = f"fallen-{EMBLEMS[tent]}" + (f"-{FIGURES[character]}" if character != UNKNOWN else "")
        label = word("samarra.scene.dead", piece=piece_word(seat, tent, *seen(state, seat, tent)))
        x = chart.width - TOKEN_EDGE - number * TOKEN_STEP
        yield Part(f"piece.{seat}.{tent}", symbol, x, chart.tokens(seat), style=COLOURS[seat], label=label)


def figures(state: State, chart: Map) -> Iterator[Part]:
    """The characters that the seat to decide hides in its city."""
    if state.stage == PLAY:
        return
    seat = int(state.turn)
    for number, figure in enumerate(FIGURES):
        x = FIGURES_AT * chart.width + (number - 1) * FIGURE_STEP
        label = word(f"samarra.character.{number}")
        yield Part(f"figure.{number}", f"figure-{figure}", x, chart.tokens(seat), style=COLOURS[seat], label=label)


def status(options: Options, state: State, chart: Map) -> Iterator[Part]:
    """A line under the picture: whose turn it is and what is left of it, or how it ended; and the pass."""
    depth = chart.roofs + STATUS_DEPTH
    text = status_word(state)
    scale = chart.text_scale(TEXT_SIZE if state.reason == RUNNING else ENDING_SIZE)
    yield Part("status", "", chart.width / 2, depth, scale=scale, style="samarra-light", text=text)
    if state.stage != PLAY or state.reason != RUNNING:
        return
    for number in range(FULL_TURN):
        yield action(chart, f"action.{number}", number, number < state.actions)
    if options.passing:
        text = word("samarra.scene.pass")
        yield Part("button.pass", "pass", chart.width - PASS_ASIDE, depth, text=text, label=text)


def action(chart: Map, id: str, number: int, left: bool) -> Part:
    """A dot for an action of the turn."""
    symbol = "action" if left else "action-spent"
    return Part(id, symbol, EDGE + number * DOT_STEP, chart.roofs + STATUS_DEPTH)


def status_word(state: State) -> Word:
    """Whose turn it is, or how it ended."""
    if state.reason != RUNNING:
        return ending(state)
    seat = seat_word(int(state.turn))
    if state.stage != PLAY:
        return word("samarra.scene.sets_up", seat=seat)
    if state.actions == 1:
        return word("samarra.scene.one_action", seat=seat, turn=int(state.turns) + 1)
    return word("samarra.scene.two_actions", seat=seat, turn=int(state.turns) + 1)


# Touches


def steps(options: Options, state: State, move: int) -> tuple[str, ...]:
    """A piece and its target; each figure and its cell; or the pass."""
    seat = int(state.turn)
    if move >= SET_UP:
        cells = [name(int(options.city_cells[seat, place])) for place in set_up_of(move)]
        return tuple(step for number, cell in enumerate(cells) for step in (f"figure.{number}", f"cell.{cell}"))
    if move == PASS:
        return ("button.pass",)
    kind, tent, direction = action_of(move)
    target = int(state.cells[seat, tent]) + int(STRIDE[direction])
    if kind == MOVE_KIND:
        return (f"piece.{seat}.{tent}", f"cell.{name(target)}")
    victim = state.cells[1 - seat].tolist().index(target)
    return (f"piece.{seat}.{tent}", f"piece.{1 - seat}.{victim}")


# Moves before they are made, and what is seen of them


def ghost(options: Options, state: State, move: int, seat: int) -> list[Part]:
    """Tents where they would stand, a power over its target, or the action that a pass would spend."""
    chart = map_for(options, seat)
    if move >= SET_UP:
        return list(set_up_ghost(options, chart, int(state.turn), move))
    if move == PASS:
        return [action(chart, "ghost.action", int(state.actions) - 1, left=False)]
    return list(action_ghost(state, chart, move))


def set_up_ghost(options: Options, chart: Map, seat: int, move: int) -> Iterator[Part]:
    """The three tents in the city."""
    for tent, (character, cell) in enumerate(by_cell(options, seat, move)):
        symbol = f"tent-{EMBLEMS[tent]}-{FIGURES[character]}"
        yield Part(f"ghost.piece.{tent}", symbol, *chart.cell(cell), style=COLOURS[seat])


def action_ghost(state: State, chart: Map, move: int) -> Iterator[Part]:
    """A tent a step further, or a character in the open and its power over the target."""
    seat, (kind, tent, direction) = int(state.turn), action_of(move)
    cell = int(state.cells[seat, tent])
    target, style = chart.cell(cell + int(STRIDE[direction])), COLOURS[seat]
    if kind == MOVE_KIND:
        yield Part("ghost.piece", piece_symbol(tent, *seen(state, seat, tent)), *target, style=style)
        return
    figure, power = ("death", "kill") if kind == KILL_KIND else ("merchant", "reveal")
    yield Part("ghost.piece", f"open-{EMBLEMS[tent]}-{figure}", *chart.cell(cell), style=style)
    yield Part("ghost.power", power, *target, style=style)


def effects(options: Options, before: State, move: int, after: State) -> list[tuple[str, str]]:
    """Tents lifted, then pieces struck."""
    if before.stage != PLAY:
        return []
    pieces = [(seat, tent) for seat in range(2) for tent in range(TENTS)]
    lifted = [("lift", f"piece.{seat}.{tent}") for seat, tent in pieces if is_lifted(before, after, seat, tent)]
    dead = [piece for piece in pieces if before.cells[piece] != OFF and after.cells[piece] == OFF]
    return lifted + [("strike", f"piece.{seat}.{tent}") for seat, tent in dead]


def is_lifted(before: State, after: State, seat: int, tent: int) -> bool:
    """Whether a tent was lifted, or the viewer learnt who is under it."""
    shown = after.revealed[seat, tent] and not before.revealed[seat, tent]
    learnt = before.characters[seat, tent] == UNKNOWN != after.characters[seat, tent]
    return bool(shown or learnt)
