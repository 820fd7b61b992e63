"""Where things lie in the picture of Sam Liam, and how a page may arrange it."""

from functools import cache

from tablier.core.boards import QUARTER, QUARTERS, Point, text_scale
from tablier.core.scene import Area, Chart, Layout, Part
from tablier.core.words import Word
from tablier.games.samliam.board import LARGE
from tablier.games.samliam.options import Options

CELL = 60.0
EDGE = 44.0  # between the board and the edge of the picture, with the names of rows and columns
NAMES_AT = 17.0  # from the board
TOP = 66.0  # above the board, with the status and the call
SEATS_AT, TOUCH_AT, BELOW = 68.0, 134.0, 176.0  # under the board: reserves, things to touch, the end of the picture
ROW = 60.0  # the height of a line of reserves
ACROSS = {2: 2, 3: 3, 4: 2}  # how many reserves stand side by side
STATUS_AT = 30.0  # from the top
CALL_WIDTH = 168.0
FACING_STEP, VOICE_STEP = 56.0, 112.0
SMALL, PLAIN, LARGE_TEXT = 14.0, 17.0, 25.0  # sizes of text
SIGN_SCALE, BUTTON_SCALE = 0.6, 0.68  # of triangles beside the reserves and on buttons
INSET = 6.0  # of a title from the board's edge
SIGN_AT, NAME_AT = 22.0, 43.0  # from the left end of a seat's place
RIM = 32.0  # around the board, with its names
CALL_SCALE = 0.7  # of a call that stands beside what is touched
REASON_AT = 32.0  # under what is touched, outside of what a page shows, for it tells the reason by itself
TITLE = "samliam-title samliam-left"


class Map(Chart):
    """Where things lie in the picture of a board."""

    def __init__(self, side: int, seats: int) -> None:
        super().__init__()
        self.side, self.seats = side, seats
        self.board = self.side * CELL
        self.across = ACROSS[seats]
        self.reserves = seats // self.across * ROW  # their height
        self.bottom = TOP + self.board
        self.touch = self.bottom + TOUCH_AT - ROW + self.reserves
        self.width, self.height = self.board + 2 * EDGE, self.bottom + BELOW - ROW + self.reserves
        self.call = self.width - EDGE - CALL_WIDTH / 2

    def at(self, cell: int) -> Point:
        """The middle of a cell."""
        column, row = divmod(cell, LARGE)
        return Point(EDGE + (column + 0.5) * CELL, self.bottom - (row + 0.5) * CELL)

    def on(
        self, id: str, symbol: str, cell: int, turn: float = 0.0, style: str = "", label: Word | None = None
    ) -> Part:
        """Something that lies in a cell."""
        return Part(id, symbol, *self.at(cell), turn=turn, style=style, label=label)

    def triangle(self, id: str, symbol: str, seat: int, cell: int, facing: int, label: Word | None = None) -> Part:
        """A triangle of a seat, or half of a square, in a cell."""
        x, y = self.at(cell)
        return painted(id, symbol, seat, x, y, angle(facing), label=label)

    def text(self, id: str, text: str | Word, x: float, y: float, size: float, style: str = "") -> Part:
        """A text of a certain size."""
        return Part(id, "", x, y, scale=text_scale(size, self.width), style=style, text=text)


@cache
def map_of(side: int, seats: int) -> Map:
    """The map for a board and so many seats."""
    return Map(side, seats)


def map_for(options: Options) -> Map:
    """The map for some options."""
    return map_of(int(options.side), int(options.seats))


def painted(
    id: str,
    symbol: str,
    seat: int,
    x: float,
    y: float,
    turn: float | None = None,
    scale: float = 1.0,
    label: Word | None = None,
) -> Part:
    """Something in a seat's own colour; if it is turned at all, it is turned with the board."""
    style = f"samliam{seat}" if turn is None else f"samliam{seat} turns"
    return Part(id, f"{symbol}{seat}", x, y, turn or 0.0, scale, style, label=label, seat=seat, painted=True)


def angle(facing: int) -> float:
    """How far a triangle that faces north-east is turned to face elsewhere."""
    return QUARTER * facing


@cache
def layouts(chart: Map, voiced: bool) -> tuple[Layout, ...]:
    """Under the board the reserves, what is touched, and what is called; with the board turned by quarters."""
    side = chart.board + 2 * RIM
    touched = side + chart.reserves
    called = touched + (ROW if voiced else 0)  # beside voices to be touched there is no room
    half = 2 * FACING_STEP + (VOICE_STEP + INSET if voiced else 0)
    x, y = side - (CALL_WIDTH + 2) * CALL_SCALE - INSET, called + ROW / 2 - STATUS_AT * CALL_SCALE
    areas = (
        Area(EDGE - RIM, TOP - RIM, side, side, turned=True),
        Area(EDGE, chart.bottom + SEATS_AT - ROW / 2, chart.board, chart.reserves, RIM, side),
        Area(chart.width / 2 - half, chart.touch - ROW / 2, 2 * half, ROW, side / 2 - half, touched),
        Area(chart.call - CALL_WIDTH / 2 - 1, 0, CALL_WIDTH + 2, TOP - RIM, x, y, CALL_SCALE),
    )
    return tuple(Layout(side, called + ROW, areas, turn) for turn in QUARTERS)
