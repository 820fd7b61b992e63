"""Positions of Sam Liam as JSON, in and out."""

from typing import Any

import numpy as np

from tablier.core.errors import BadPosition
from tablier.core.reading import Reader, read_turns
from tablier.core.words import word
from tablier.games.samliam.board import CELLS, LARGE, NAMES, numbers
from tablier.games.samliam.options import GAME, STRICT, Options, seat_word
from tablier.games.samliam.state import (
    ALL_FACINGS,
    FACINGS,
    FITS,
    KIND_NAMES,
    NO_FIGURE,
    NOWHERE,
    TRIANGLES,
    State,
    trace_seats,
    with_triangle,
)

# Out


def triangles(options: Options, state: State) -> list[tuple[int, int, int]]:
    """The triangles on the board as cell, facing and seat, in order."""
    shown = state.shown[: options.seats]
    own = np.where(shown == ALL_FACINGS, state.taken, shown)
    held = own.T[:, None, :] >> np.arange(len(FACINGS))[:, None] & 1  # by cell, facing and seat
    return [(cell, facing, seat) for cell, facing, seat in np.argwhere(held).tolist()]


def banned_cells(state: State, seat: int) -> list[int]:
    """The cells that a seat may not use on its next turn."""
    columns = state.banned[seat].tolist()
    return [cell for cell in range(CELLS) if columns[cell // LARGE] >> cell % LARGE & 1] if any(columns) else []


def position(options: Options, state: State) -> dict[str, Any]:
    """The position's JSON."""
    return {
        "turn": int(state.turn),
        "turns": int(state.turns),
        "triangles": [
            {"cell": NAMES[cell], "facing": FACINGS[facing], "seat": seat}
            for cell, facing, seat in triangles(options, state)
        ],
        "reserve": [int(count) for count in state.reserve[: options.seats]],
        "lifted": lifted(state),
        "banned": [[NAMES[cell] for cell in banned_cells(state, seat)] for seat in range(options.seats)],
    }


def lifted(state: State) -> dict[str, str] | None:
    """The triangle lifted in this turn."""
    if state.lifted == NOWHERE:
        return None
    return {"cell": NAMES[state.lifted >> 2], "facing": FACINGS[state.lifted & 3]}


# In


def place(options: Options, state: State, data: Reader, finished: bool) -> None:
    """Fill a zeroed record from such JSON, or refuse it."""
    data.keys("turn", "turns", "triangles", "reserve", "lifted", "banned")
    state.turn, state.turns = read_turns(data, GAME, int(options.seats), finished)
    state.taken[:] = options.board
    for triangle in data.objects("triangles"):
        place_triangle(options, state, triangle)
    state.reserve[: options.seats] = data.wholes("reserve", int(options.seats), 0, TRIANGLES)
    place_lifted(options, state, data, finished)
    check_counts(options, state, finished)
    place_bans(options, state, data)
    figure = int(trace_seats(options, state))
    if figure != NO_FIGURE and not finished:
        raise BadPosition("samliam.position.figure", kind=word(f"samliam.kind.{KIND_NAMES[figure - 1]}"))


def read_slot(options: Options, data: Reader) -> tuple[int, int]:
    """A cell of the board and a facing."""
    return data.cell("cell", numbers(int(options.side))), data.word("facing", FACINGS)


def place_triangle(options: Options, state: State, data: Reader) -> None:
    """Put a triangle on the board."""
    data.keys("cell", "facing", "seat")
    cell, facing = read_slot(options, data)
    seat = data.whole("seat", 0, int(options.seats) - 1)
    if not fits(state, cell, facing):
        raise BadPosition("samliam.position.opposite", cell=NAMES[cell])
    state.taken[cell] |= 1 << facing
    state.shown[seat, cell] = with_triangle(state.shown[seat, cell], facing)


def fits(state: State, cell: int, facing: int) -> bool:
    """Whether a triangle with this facing fits into a cell."""
    return bool(FITS[state.taken[cell]] >> facing & 1)


def place_lifted(options: Options, state: State, data: Reader, finished: bool) -> None:
    """The triangle lifted in this turn; when the game is over, that carries no meaning."""
    state.lifted = NOWHERE
    if data.null("lifted"):
        return
    slot = data.object("lifted")
    slot.keys("cell", "facing")
    cell, facing = read_slot(options, slot)
    if not finished and state.reserve[state.turn]:
        raise BadPosition("samliam.position.lifted_early", seat=seat_word(int(state.turn)))
    if not finished and not fits(state, cell, facing):
        raise BadPosition("samliam.position.lifted_taken", cell=NAMES[cell])
    state.lifted = cell * 4 + facing


def check_counts(options: Options, state: State, finished: bool) -> None:
    """Every seat's triangles add up."""
    found = [int(count) for count in state.reserve[: options.seats]]
    for _, _, seat in triangles(options, state):
        found[seat] += 1
    if state.lifted != NOWHERE and not finished:
        found[state.turn] += 1
    for seat, count in enumerate(found):
        if count != TRIANGLES:
            raise BadPosition("samliam.position.count", seat=seat_word(seat), count=TRIANGLES, found=count)


def place_bans(options: Options, state: State, data: Reader) -> None:
    """The cells forbidden after a silent turn."""
    known = numbers(int(options.side))
    seats = data.listed("banned", int(options.seats))
    for seat in range(options.seats):
        cells = seats.listed(str(seat))
        for number in cells.data:
            cell = cells.cell(number, known)
            if options.announcements != STRICT:
                raise BadPosition("samliam.position.not_strict")
            if cell in banned_cells(state, seat):
                raise BadPosition("samliam.position.banned_twice", cell=NAMES[cell], seat=seat_word(seat))
            state.banned[seat, cell // LARGE] |= 1 << cell % LARGE
