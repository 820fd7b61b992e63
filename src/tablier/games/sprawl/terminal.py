"""Sprawl in a terminal.

A cell holds a tower in brackets, sizes from the bottom up with the letters of their owners below, or a branch: an arrow
and its size, its owner's letter below. What is neutralised, and what is rooted in it, stands between crosses.
"""

from tablier.core.boards import line_name
from tablier.core.contract import RUNNING
from tablier.core.scene import Line
from tablier.games.sprawl.board import SIDE, cell_name
from tablier.games.sprawl.options import SIZES, Options
from tablier.games.sprawl.positions import pending
from tablier.games.sprawl.state import NO_SEAT, NOWHERE, TURNING_UP, State, direction_on, is_on, pieces_on, root_of
from tablier.games.sprawl.story import penalties
from tablier.games.sprawl.view import decider

ARROWS = ("▲", "▶", "▼", "◀")
LETTERS = "ABCDEFGH"
INDENT = "   "
WIDTH = 7  # of a cell
BLANK: Line = [(" " * WIDTH, "")]
TOWER, LOST = ("[", "]"), ("×", "×")


def draw(options: Options, state: State, seat: int) -> list[Line]:
    """The board, then the stashes, then what is pending."""
    columns, rows = int(options.columns), int(options.rows)
    lines: list[Line] = [rule_line("┌┬┐", columns)]
    for row in reversed(range(rows)):
        cells = [column * SIDE + row for column in range(columns)]
        lines.append(across(f"{row + 1:>2} ", [upper(options, state, cell) for cell in cells]))
        lines.append(across(INDENT, [lower(options, state, cell) for cell in cells]))
        lines.append(rule_line("├┼┤" if row else "└┴┘", columns))
    letters = "".join(f"{line_name(column):^{WIDTH + 1}}" for column in range(columns))
    lines += [[(INDENT + " " + letters, "quiet")], []]
    counts = penalties(options, state)
    lines += [stash(options, state, owner, counts[owner]) for owner in range(int(options.seats))]
    return lines + open_matters(options, state)


def rule_line(corners: str, columns: int) -> Line:
    """A line between two rows of cells."""
    return [(INDENT + corners[0] + corners[1].join(["─" * WIDTH] * columns) + corners[2], "quiet")]


def across(name: str, cells: list[Line]) -> Line:
    """One line of text through a row of cells."""
    pieces = [piece for cell in cells for piece in (*cell, ("│", "quiet"))]
    return [(name, "quiet"), ("│", "quiet"), *pieces]


def is_lost(state: State, cell: int) -> bool:
    """Whether what stands on a cell is neutralised or rooted in what is."""
    return is_on(state.neutralised, root_of(state, cell))


def upper(options: Options, state: State, cell: int) -> Line:
    """Sizes and arrows."""
    pieces = pieces_on(options, state, cell)
    if not pieces:
        return BLANK
    lost = is_lost(state, cell)
    if is_on(state.towers, cell):
        middle = [(f"{size + 1}", f"seat{seat}") for seat, size in pieces]
        return framed(middle, LOST if lost else TOWER, "mark" if state.tower == cell else "")
    seat, size = pieces[0]
    arrow = ARROWS[direction_on(state.points, cell)]
    return framed([(arrow, f"seat{seat}"), (f"{size + 1}", f"seat{seat}")], LOST if lost else (" ", " "), "")


def lower(options: Options, state: State, cell: int) -> Line:
    """The letters of the owners."""
    pieces = pieces_on(options, state, cell)
    if not pieces:
        return BLANK
    return framed([(LETTERS[seat], f"seat{seat}") for seat, _ in pieces], (" ", " "), "")


def framed(middle: list[tuple[str, str]], frame: tuple[str, str], style: str) -> Line:
    """Signs with spaces between, in the middle of a cell."""
    spaced = [piece for sign in middle for piece in (sign, (" ", ""))][:-1]
    room = WIDTH - 2 - len(spaced)
    left = " " * (room // 2)
    right = " " * (room - room // 2)
    return [(left + frame[0], style), *spaced, (frame[1] + right, style)]


def stash(options: Options, state: State, seat: int, penalty: int) -> Line:
    """What a seat has left, its penalty, its cards, and what it is about to do."""
    sign = "▸" if decider(options, state) == seat else "·" if state.turn == seat and state.reason == RUNNING else " "
    won = state.reason != RUNNING and int(state.winners) >> seat & 1
    sizes = "  ".join(
        " ".join(str(size + 1) * int(state.stash[seat, size])).ljust(9) for size in reversed(range(SIZES))
    )
    cards = f"  ♦{int(state.cards[seat])}" if options.coup else ""
    marks = "  ★" if won else "  ⚑" if state.ending == seat else ""
    return [
        (f" {sign} ", "mark"), (LETTERS[seat], f"seat{seat}"), (f"  {sizes}", f"seat{seat}"), (f" {penalty:>3}", ""),
        (cards, "quiet"), (marks, "star" if won else "bad"),
    ]  # fmt: skip


def open_matters(options: Options, state: State) -> list[Line]:
    """The unfinished turn: the spore in question, who is asked, spores taken back, cards turned up."""
    matters = pending(options, state)
    if matters is None:
        return []
    signs = [("   ", "")]
    if state.phase == TURNING_UP:
        signs.append(("♦ " + " ".join(map(str, matters["turned"])), "mark"))
    if state.tower != NOWHERE:
        signs.append((f"[{cell_name(int(state.tower))}]", "mark"))
    if state.left:
        signs.append((f" +{int(state.left)}", "mark"))
    if state.asked != NO_SEAT:
        signs.append((f" {LETTERS[int(state.asked)]}?", f"seat{int(state.asked)}"))
    signs += [(f" -{spore}", "quiet") for spore in matters.get("withdrawn", [])]
    return [[], signs]
