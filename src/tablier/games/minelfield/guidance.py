"""What guides a player of Minelfield: what is asked, why a touch leads nowhere, and where a move has happened."""

from collections.abc import Iterator, Sequence

from tablier.core.words import Word, word
from tablier.games.minelfield.board import DIRECTIONS, OFF, numbers
from tablier.games.minelfield.geometry import Map, map_of
from tablier.games.minelfield.options import Options, seat_word
from tablier.games.minelfield.state import (
    DIES,
    ENTER,
    MOST_PIECES,
    ROLL,
    STAYS,
    State,
    blown,
    decode,
    is_empty,
    may_enter,
    owner,
)

CELL, RESERVE, GATE, WIRE = "cell", "reserve", "gate", "wire"  # kinds of parts, as their ids begin
NO_PIECE = bytes([OFF])
AT_A_CELL = {CELL, "name", "soldier"}  # parts whose ids end with it

# What is asked

ANY = (word("minelfield.asked.any"),)
BEGIN = (word("minelfield.asked.begin"),)
ENTRY_ONLY = (word("minelfield.asked.entry_only"),)
FULL = (word("minelfield.asked.full"),)
CLOSED = (word("minelfield.asked.closed"),)
QUESTIONS = {kind: (*ANY, word(f"minelfield.question.{kind}")) for kind in ("enter", "soldier", "commander")}


def asked(options: Options, state: State) -> Sequence[Word]:
    """Whether a soldier can enter, and whether a piece can move."""
    seat, chart = int(state.turn), map_of(options)
    if not may_enter(state, seat):
        return FULL
    if not has_empty(state, chart.entries[seat]):
        return CLOSED
    pieces = pieces_of(state, seat)
    for cell in pieces:
        if has_empty(state, chart.neighbours[cell]):
            return BEGIN if len(pieces) == 1 else ANY
    return ENTRY_ONLY


def questions(options: Options, state: State, move: int) -> Sequence[Word]:
    """What is asked on the way to a move: what comes, then where to."""
    kind, cell, _ = decode(move)
    if kind == ENTER:
        return QUESTIONS["enter"]
    return QUESTIONS["commander" if cell == state.commander[state.turn] else "soldier"]


# What the rules say of some cells


def pieces_of(state: State, seat: int) -> bytes:
    """The cells of a seat's pieces."""
    return state.pieces.tobytes()[seat * MOST_PIECES : (seat + 1) * MOST_PIECES].rstrip(NO_PIECE)


def has_empty(state: State, cells: Sequence[int]) -> bool:
    """Whether one of some cells is empty."""
    for cell in cells:  # noqa: SIM110  # at every decision, and quicker so
        if is_empty(state, cell):
            return True
    return False


# Why not


def why(options: Options, state: State, begun: Sequence[str], part: str) -> Word:
    """The rule that forbids a touch: of a cell or of what stands there, of a camp, or of what lies outside."""
    chart, (kind, *rest) = map_of(options), part.split(".")
    cell = cell_touched(chart, state, part)
    start = cell_touched(chart, state, begun[0]) if begun else OFF
    if cell != OFF:
        return why_not_to(chart, state, start, cell) if begun else why_not_first(chart, state, cell)
    if kind not in (RESERVE, GATE):
        return word("minelfield.why.edge" if kind == WIRE else "minelfield.why.nothing")
    if int(rest[0]) != state.turn:
        return word(f"minelfield.why.{kind}_other", seat=seat_word(int(rest[0])))
    return why_not_enter(chart, state) or why_not_outside(chart, state, bool(begun), start)


def cell_touched(chart: Map, state: State, part: str) -> int:
    """The cell that a part marks or a piece stands on, or OFF."""
    kind, *rest = part.split(".")
    if kind == "commander":
        return int(state.commander[int(rest[0])])
    return numbers(chart.side)[rest[-1]] if kind in AT_A_CELL else OFF


def why_not_first(chart: Map, state: State, cell: int) -> Word:
    """Why no move begins at a cell."""
    if is_empty(state, cell):
        return why_not_yet(chart, state, cell)
    if owner(state, cell) != state.turn:
        return word("minelfield.why.enemy", cell=chart.names[cell], seat=seat_word(owner(state, cell)))
    can_step = has_empty(state, chart.neighbours[cell])
    return word("minelfield.why.stands" if can_step else "minelfield.why.shut_in", cell=chart.names[cell])


def why_not_yet(chart: Map, state: State, cell: int) -> Word:
    """What has to be chosen before an empty cell, or that nothing can come there."""
    seat, name = int(state.turn), chart.names[cell]
    cells = named(chart, [piece for piece in pieces_of(state, seat) if cell in chart.neighbours[piece]])
    enters = may_enter(state, seat) and cell in chart.entries[seat]
    if enters and cells:
        return word("minelfield.why.either_first", cell=name, cells=cells)
    if enters:
        return word("minelfield.why.entry_first", cell=name)
    if cells:
        return word("minelfield.why.piece_first", cell=name, cells=cells)
    return word("minelfield.why.unreached", cell=name, cells=named(chart, chart.entries[seat]))


def why_not_to(chart: Map, state: State, start: int, cell: int) -> Word:
    """Why the piece that is chosen, or a new soldier if that is OFF, cannot come to a cell."""
    name, entries = chart.names[cell], chart.entries[int(state.turn)]
    if start == OFF and cell not in entries:
        return word("minelfield.why.no_entry", cell=name, cells=named(chart, entries))
    if start != OFF and cell not in chart.neighbours[start]:
        return word("minelfield.why.far", cell=chart.names[start], target=name)
    if owner(state, cell) == state.turn:
        return word("minelfield.why.own_there", cell=name)
    return word("minelfield.why.enemy_there", cell=name, seat=seat_word(owner(state, cell)))


def why_not_enter(chart: Map, state: State) -> Word | None:
    """Why no soldier can enter at all, if none can."""
    seat = int(state.turn)
    if not may_enter(state, seat):
        return word("minelfield.why.full")
    if not has_empty(state, chart.entries[seat]):
        return word("minelfield.why.closed", cells=named(chart, chart.entries[seat], "all"))
    return None


def why_not_outside(chart: Map, state: State, begun: bool, start: int) -> Word:
    """Why one's camp or a fictitious cell cannot be touched although soldiers can enter: a camp only after a piece."""
    if not begun:
        return word("minelfield.why.gate_first")
    if start != OFF:
        return word("minelfield.why.chosen", cell=chart.names[start])
    free = [cell for cell in chart.entries[int(state.turn)] if is_empty(state, cell)]
    return word("minelfield.why.gate_start", cells=named(chart, free))


def named(chart: Map, cells: Sequence[int], join: str = "either") -> Word | str:
    """Cells by name, one of them or all; nothing where there are none."""
    *first, last = [chart.names[cell] for cell in cells] or [""]
    return word(f"minelfield.cells.{join}", first=tuple(first), last=last) if first else last


# Where a move has happened


def marks(options: Options, before: State, move: int, _: State) -> Sequence[str]:
    """From where to where a piece went by its step, or by the blast."""
    kind, cell, number = decode(move)
    chart = map_of(options)
    if kind == ENTER:
        return chart.once(entry_marks, int(before.turn), cell, number)
    if kind == ROLL:
        return chart.once(cell_marks, int(before.scatter), carried(chart, before, number + 1))
    return chart.once(cell_marks, cell, chart.neighbours[cell][number])


def carried(chart: Map, before: State, face: int) -> int:
    """The cell to which a face of the die carries the piece, or OFF if it ends where it is."""
    if face in (STAYS, DIES):
        return OFF
    target = chart.neighbours[int(before.scatter)][blown(int(before.direction), face)]
    return OFF if owner(before, target) == before.turn else target


def cell_marks(chart: Map, cell: int, target: int) -> tuple[str, ...]:
    """A cell and another one, if there is one."""
    return tuple(f"{CELL}.{chart.names[place]}" for place in (cell, target) if place != OFF)


def entry_marks(chart: Map, seat: int, cell: int, direction: int) -> tuple[str, ...]:
    """The fictitious cell of an entry, and the cell of the board."""
    return (*gates(chart, seat, cell, direction), *cell_marks(chart, cell, OFF))


def gates(chart: Map, seat: int, cell: int, direction: int) -> Iterator[str]:
    """The fictitious cell from which a soldier comes; none if it comes to the green star, from whichever side."""
    star, start = chart.havens[seat], chart.next_to(cell, (direction + 3) % len(DIRECTIONS))
    for side, name in enumerate(DIRECTIONS):
        if cell != star and chart.neighbours[star][side] == OFF and chart.next_to(star, side) == start:
            yield f"{GATE}.{seat}.{name}"
