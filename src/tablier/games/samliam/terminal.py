"""Sam Liam in a terminal.

Before every triangle stands the sign of its seat. A cell that an announcement speaks of ends with ``!``, a fork with
``?``, one that is forbidden on this turn with ``x``.
"""

from tablier.core.contract import RUNNING
from tablier.core.scene import Line
from tablier.games.samliam.board import CELLS, LARGE, NAMES
from tablier.games.samliam.calls import Call, standing_call
from tablier.games.samliam.notation import spelled
from tablier.games.samliam.options import Options
from tablier.games.samliam.positions import banned_cells, triangles
from tablier.games.samliam.state import NOWHERE, State
from tablier.games.samliam.threats import CALLS, SONG

COLOURS = ("#e0563f", "#3fae7c", "#8c8580", "#f5f0e6")  # red, green, black and white on any background
SIGNS = ("●", "◆", "■", "□")  # of the seats
TRIANGLES = ("◥", "◢", "◣", "◤")  # by facing
CELL_WIDTH = 4  # and a mark
OPEN, FORK, BANNED = "!", "?", "x"


def draw(options: Options, state: State, seat: int) -> list[Line]:
    """The board, the call that stands on it, and the reserves."""
    side = int(options.side)
    call = standing_call(options, state)
    contents: list[list[tuple[str, str]]] = [[] for _ in range(CELLS)]
    for cell, facing, owner in triangles(options, state):
        contents[cell].append((SIGNS[owner] + TRIANGLES[facing], f"seat{owner}"))
    names: Line = [("   " + " ".join(f"{name[0]:^{CELL_WIDTH}}" for name in NAMES[: side * LARGE : LARGE]), "quiet")]
    lines: list[Line] = [names]
    for row in reversed(range(side)):
        middle = [piece for column in range(side) for piece in cell_text(state, call, contents, column * LARGE + row)]
        lines.append([(f"{row + 1:>2} ", "quiet"), *middle, (f"{row + 1:>2}", "quiet")])
    return [*lines, names, [], *(seat_line(state, call, number) for number in range(int(options.seats)))]


def cell_text(state: State, call: Call | None, contents: list[list[tuple[str, str]]], cell: int) -> Line:
    """A cell: its triangles, or a point, and a mark."""
    held = contents[cell] or [("·", "quiet")]
    free = CELL_WIDTH - sum(len(text) for text, _ in held)
    return [(" " * (free // 2), ""), *held, (" " * (free - free // 2), ""), mark(state, call, cell)]


def mark(state: State, call: Call | None, cell: int) -> tuple[str, str]:
    """What is to be said of a cell."""
    if state.reason == RUNNING and cell in banned_cells(state, int(state.turn)):
        return BANNED, "bad"
    if call is not None and cell in call.cells:
        return (FORK, "star") if call.number == SONG else (OPEN, "star")
    return " ", ""


def seat_line(state: State, call: Call | None, seat: int) -> Line:
    """A seat's sign, its reserve, a triangle it has lifted, and what it announced."""
    to_move = state.reason == RUNNING and state.turn == seat
    lifted = f"  -{spelled(int(state.lifted))}" if to_move and state.lifted != NOWHERE else ""
    called = f"  {CALLS[call.number]}!" if call is not None and call.seat == seat else ""
    return [
        ("▸ " if to_move else "  ", "mark"),
        (f"{SIGNS[seat]} +{int(state.reserve[seat])}", f"seat{seat}"),
        (lifted, "mark"),
        (called, "star"),
    ]
