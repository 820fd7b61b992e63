"""Where things lie in the picture of Sprawl, and how a page may arrange it."""

from collections.abc import Iterator
from functools import cache
from typing import Any

from tablier.core.scene import Area, Chart, Layout
from tablier.games.sprawl.options import SIDE

CELL = 60.0
LEFT, TOP = 36.0, 16.0  # of the board
GAP = 54.0  # between the board and the stashes
EDGE = 16.0  # right of the stashes, and under everything
STASH_WIDTH = 264.0
LETTERS = 16.0  # from the board to the middle of the letters and numbers along it
STATUS = 44.0  # from the board down to what is going on
STRIP = 92.0  # from there to the lower edge
BUTTON_WIDTH, TILE_WIDTH = 126.0, 53.0
TILE = 22.0  # half a tile
TEXTS_ACROSS = 40  # a text of scale 1 is so many times smaller than the picture is wide

RIM = 30.0  # around the board, with the letters and numbers
ROW_AHEAD, ROW_BEHIND = 20.0, 4.0  # left of a stash, with the sign of its turn, and right of it
ROW_WIDTH = ROW_AHEAD + STASH_WIDTH + ROW_BEHIND
TILES, BUTTONS, HANDS_HEIGHT = 5 * TILE_WIDTH, 2 * BUTTON_WIDTH, 52.0
BROAD = 500.0  # under a board so wide a stash has room beside it
LARGEST_ROW = 1.25  # a stash under the board is scaled so far at the most
QUARTER = 90.0
QUARTERS = (0, 90, 180, 270)
NAME_SIZE = 13.0  # of a short text


class Plan(Chart):
    """Where things lie in the picture, for one board."""

    def __init__(self, columns: int, rows: int) -> None:
        super().__init__()
        self.columns, self.rows = columns, rows
        self.right = LEFT + self.columns * CELL
        self.bottom = TOP + self.rows * CELL
        self.stashes = self.right + GAP
        self.width = self.stashes + STASH_WIDTH + EDGE
        self.height = self.bottom + STATUS + STRIP - EDGE
        self.hands = self.height - EDGE - TILE  # how far down buttons and tiles lie

    def middle(self, cell: int) -> tuple[float, float]:
        """The middle of a cell."""
        column, row = divmod(cell, SIDE)
        return LEFT + (column + 0.5) * CELL, self.bottom - (row + 0.5) * CELL

    def stash(self, seat: int) -> float:
        """How far down a seat's stash lies."""
        return TOP + (seat + 0.5) * CELL

    def text(self, size: float) -> float:
        """How much a text must be scaled to have a size."""
        return size * TEXTS_ACROSS / self.width


@cache
def plan_of(columns: int, rows: int) -> Plan:
    """The plan of a board."""
    return Plan(columns, rows)


def planned(options: Any) -> Plan:
    """The plan for some options."""
    return plan_of(int(options.columns), int(options.rows))


def layouts(options: Any, plan: Plan, seat: int) -> tuple[Layout, ...]:
    """How a page may arrange the picture that a seat sees."""
    return arranged(plan, int(options.seats), bool(options.coup or options.fast_building), max(seat, 0))


@cache
def arranged(plan: Plan, seats: int, asks: bool, own: int) -> tuple[Layout, ...]:
    """The stashes beside the board, or under it with the own one first; each with the board turned by quarters.

    ``asks``: there are questions, and so there are answers to touch.
    """
    both = [(beside(plan, turn, seats, asks), under(plan, turn, seats, asks, own)) for turn in QUARTERS]
    return tuple(layout for pair in both for layout in pair)


def board(plan: Plan, turn: int) -> tuple[Area, float, float]:
    """The board with its rim, at the upper left, and its width and height once it is turned."""
    width, height = plan.columns * CELL + 2 * RIM, plan.rows * CELL + 2 * RIM
    area = Area(LEFT - RIM, TOP - RIM, width, height, turned=True)
    return area, *((height, width) if turn % 180 else (width, height))


def row(plan: Plan, seat: int, x: float, y: float, scale: float = 1.0) -> Area:
    """The stash of a seat."""
    return Area(plan.stashes - ROW_AHEAD, plan.stash(seat) - CELL / 2, ROW_WIDTH, CELL, x, y, scale)


def hands(plan: Plan, asks: bool, x: float, y: float, scale: float = 1.0) -> Iterator[Area]:
    """How a piece is put down and, where questions come up, the answers under it."""
    top = plan.hands - HANDS_HEIGHT / 2
    yield Area(plan.stashes - EDGE / 2, top, TILES, HANDS_HEIGHT, x, y, scale)
    if asks:
        yield Area(LEFT, top, BUTTONS, HANDS_HEIGHT, x, y + HANDS_HEIGHT * scale, scale)


def beside(plan: Plan, turn: int, seats: int, asks: bool) -> Layout:
    """The stashes right of the board, one under the other, what a hand does below them."""
    area, width, height = board(plan, turn)
    rows = [row(plan, seat, width, RIM + seat * CELL) for seat in range(seats)]
    low = HANDS_HEIGHT * (1 + asks) + RIM / 2
    tall = max(height, RIM + seats * CELL + low)
    return Layout(width + ROW_WIDTH, tall, (area, *rows, *hands(plan, asks, width + ROW_AHEAD, tall - low)), turn)


def under(plan: Plan, turn: int, seats: int, asks: bool, own: int) -> Layout:
    """Under the board the own stash and what a hand does, then the stashes of the others, side by side."""
    area, width, height = board(plan, turn)
    is_broad = width >= BROAD
    scale = 1.0 if is_broad else min(LARGEST_ROW, width / ROW_WIDTH)
    below, low = height + CELL * scale, HANDS_HEIGHT * (1 + asks)
    left, top, hand = (ROW_WIDTH, height, (width - ROW_WIDTH) / TILES) if is_broad else ((width - TILES) / 2, below, 1)
    y = max(below, top + low * hand)
    others = [seat for seat in range(seats) if seat != own]
    rest = list(small_rows(plan, others, width, y, 3 if is_broad else 2))
    end = rest[-1].to_y + CELL * rest[-1].scale + EDGE / 2
    return Layout(
        width, end, (area, row(plan, own, 0, height, scale), *hands(plan, asks, left, top, hand), *rest), turn
    )


def small_rows(plan: Plan, seats: list[int], width: float, y: float, across: int) -> Iterator[Area]:
    """Stashes side by side, so many across."""
    scale = width / across / ROW_WIDTH
    for number, seat in enumerate(seats):
        yield row(plan, seat, number % across * width / across, y + number // across * CELL * scale, scale)
