"""Samarra in a terminal.

Filled tents are seat 0's, hollow ones seat 1's. A small letter is a character that only the viewer knows, a capital one
stands in the open. ``?`` and ``x`` beside the tents are the powers still to be used, a cross marks the dead, and dots
are the actions left.
"""

from itertools import chain

from tablier.core.contract import RUNNING
from tablier.core.scene import Line
from tablier.games.samarra.board import CITIES, ROCK, SIDE, name
from tablier.games.samarra.options import Options
from tablier.games.samarra.positions import is_placed
from tablier.games.samarra.state import CHARACTERS, OFF, PLAY, TENTS, UNKNOWN, State

COLOURS = ("#9a8fb5", "#f5f0e6")  # black and white tents on any background
SIGNS = ("●▲■", "○△□")
STREETS = "▒░"  # of the two towns
ROCKS = "▓"
INNER = 6  # columns of a cell
EDGE = 4  # columns left of the board
USED, DEAD, ACTION = "·", "†", "•"


def draw(options: Options, state: State, seat: int) -> list[Line]:
    """The board with the own side below, and each seat's powers and dead beside its town."""
    own = 1 if seat == 1 else 0
    rows, columns = list(range(options.height)), list(range(options.width))
    if own:
        columns.reverse()
    else:
        rows.reverse()
    width = len(columns)
    lines: list[Line] = [side(state, 1 - own), [], rule(width, "┌┬┐")]
    for row in rows:
        lines.append(row_line(options, state, row, columns))
        lines.append(rule(width, "└┴┘" if row == rows[-1] else "├┼┤"))
    letters = "".join(name(column)[0].center(INNER + 1) for column in columns)
    return [*lines, [(" " * (EDGE + 1) + letters.rstrip(), "quiet")], [], side(state, own)]


def rule(width: int, corners: str) -> Line:
    """A line between two rows."""
    return [(" " * EDGE + corners[0] + corners[1].join(["─" * INNER] * width) + corners[2], "quiet")]


def row_line(options: Options, state: State, row: int, columns: list[int]) -> Line:
    """A row of cells after its number."""
    cells = [[*cell_text(options, state, SIDE * row + column), ("│", "quiet")] for column in columns]
    return [(f"{row + 1:>{EDGE - 1}} │", "quiet"), *chain.from_iterable(cells)]


def cell_text(options: Options, state: State, cell: int) -> Line:
    """What lies on a cell, and between what."""
    mark = chr(options.board[cell])
    if mark == ROCK:
        return [(ROCKS * INNER, "quiet")]
    edge = STREETS[CITIES.index(mark)] if mark in CITIES else " "
    for seat in range(2):
        for tent in range(TENTS):
            if state.cells[seat, tent] == cell and is_placed(state, seat, tent):
                return [(edge + " ", "quiet"), (piece_text(state, seat, tent), f"seat{seat}"), (" " + edge, "quiet")]
    return [(edge * INNER, "quiet")]


def piece_text(state: State, seat: int, tent: int) -> str:
    """A tent's symbol, and its character as far as the viewer knows it."""
    character = int(state.characters[seat, tent])
    if character == UNKNOWN:
        return SIGNS[seat][tent] + " "
    letter = CHARACTERS[character]
    return SIGNS[seat][tent] + (letter if state.revealed[seat, tent] else letter.lower())


def side(state: State, seat: int) -> Line:
    """Whether it is a seat's turn, with how many actions; its tents, powers and dead."""
    moves = state.reason == RUNNING and state.turn == seat
    powers = ("?" if not state.reveal_used[seat] else USED) + " " + ("x" if not state.kill_used[seat] else USED)
    dead = [tent for tent in range(TENTS) if state.stage == PLAY and state.cells[seat, tent] == OFF]
    fallen = "".join(f"   {DEAD} {piece_text(state, seat, tent)}" for tent in dead)
    actions = "   " + ACTION * int(state.actions) if moves else ""
    return [
        (" ▸ " if moves else "   ", "mark"),
        (" ".join(SIGNS[seat]), f"seat{seat}"),
        (f"   {powers}", ""),
        (fallen, f"seat{seat}"),
        (actions, "mark"),
    ]
