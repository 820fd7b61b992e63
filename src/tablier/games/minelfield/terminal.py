"""Minelfield in a terminal.

Filled signs are seat 0's, hollow ones seat 1's; squares are commanders. Green stars stand in round brackets, red stars
are asterisks, and the piece that waits for the die stands in square brackets, with the faces and their targets below.
"""

from tablier.core.contract import RUNNING
from tablier.core.scene import Line
from tablier.games.minelfield.board import OFF, axial, names
from tablier.games.minelfield.options import Options
from tablier.games.minelfield.state import DIES, EMPTY, STAYS, State, blown
from tablier.games.minelfield.view import soldiers_waiting

COMMANDERS, SOLDIERS = ("■", "□"), ("●", "○")
EDGE = 4  # columns for the name at the left end of a row
HALF_CELL = 2  # columns by which a row is shifted against the next
GONE, STANDS = "×", "="


def draw(options: Options, state: State, seat: int) -> list[Line]:
    """The board with the own side below, both camps, and the die."""
    own = 1 if seat == 1 else 0
    rows = range(2 * int(options.side) - 1)
    upwards = rows if own == 1 else reversed(rows)
    lines: list[Line] = [camp(options, state, 1 - own), []]
    lines += [row_line(options, state, row, turned=own == 1) for row in upwards]
    lines += [[], camp(options, state, own)]
    if is_waiting(state):
        lines += [[], faces(options, state)]
    return lines


def is_waiting(state: State) -> bool:
    """Whether a piece waits for the die."""
    return bool(state.reason == RUNNING and state.scatter != OFF)


def camp(options: Options, state: State, seat: int) -> Line:
    """A seat's commander, with its lives if there are two, and the soldiers that may enter."""
    to_move = state.reason == RUNNING and state.turn == seat
    lives = f" {int(state.lives[seat])}" if options.lives > 1 else ""
    commander = f"{COMMANDERS[seat]}{lives}" if state.commander[seat] != OFF else GONE
    pieces = sum(cell != OFF for cell in state.pieces[seat].tolist())
    waiting = f" {SOLDIERS[seat]}" * soldiers_waiting(pieces, int(state.commander[seat]))
    return [("▸ " if to_move else "  ", "mark"), (f"{commander}   +{waiting}", f"seat{seat}")]


def row_line(options: Options, state: State, row: int, turned: bool) -> Line:
    """A row between the names of its first and last cell."""
    side = int(options.side)
    cells = [cell for cell, (up, _) in enumerate(axial(side)) if up == row]
    if turned:
        cells.reverse()
    known = names(side)
    indent = " " * (HALF_CELL * abs(row - (side - 1)))
    middle = [piece for cell in cells for piece in (*cell_text(options, state, cell), (" ", ""))]
    return [(f"{indent}{known[cells[0]]:<{EDGE}}", "quiet"), *middle, (f" {known[cells[-1]]}", "quiet")]


def cell_text(options: Options, state: State, cell: int) -> Line:
    """A cell: its sign between two marks."""
    ground = "green" if cell in options.green else "red" if options.red[cell] else ""
    sign = {"green": ("+", "good"), "red": ("*", "bad"), "": ("·", "quiet")}[ground]
    marks, style = {"green": ("()", "good"), "red": ("  ", "bad"), "": ("  ", "")}[ground]
    if state.board[cell] != EMPTY:
        seat = int(state.board[cell]) - 1
        kinds = COMMANDERS if state.commander[seat] == cell else SOLDIERS
        sign = (kinds[seat], f"seat{seat}")
        marks = "**" if ground == "red" else marks
    if is_waiting(state) and state.scatter == cell:
        marks, style = "[]", "mark"
    return [(marks[0], style), sign, (marks[1], style)]


def faces(options: Options, state: State) -> Line:
    """Every face of the die with the cell it leads to."""
    found = []
    for face in range(1, int(options.die) + 1):
        target = int(options.neighbours[state.scatter, blown(int(state.direction), face)])
        gone = face == DIES or target == OFF
        end = STANDS if face == STAYS else GONE if gone else names(int(options.side))[target]
        found.append(f"*{face} {end}")
    return [("  " + "   ".join(found), "mark")]
