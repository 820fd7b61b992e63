"""Where things lie in the picture of Sam Liam, and how a page may arrange it."""

from functools import cache
from typing import Any

from tablier.core.boards import QUARTER, QUARTERS, Point, text_scale
from tablier.core.scene import Area, Chart, Layout, Part
from tablier.core.words import Word
from tablier.games.samliam.board import LARGE
from tablier.games.samliam.options import Options
from tablier.games.samliam.state import CROSS, LINE, SQUARE

CELL = 60.0
EDGE = 44.0  # between the board and the edge of the picture, with the names of rows and columns
NAMES_AT = 17.0  # from the board
TOP = 66.0  # above the board, with the status and the call
SEATS_AT, BELOW = 68.0, 20.0  # under the board: reserves; under what is touched: the end of the picture
ROW = 60.0  # the height of a line of reserves
ACROSS = {2: 2, 3: 3, 4: 2}  # how many reserves stand side by side
STATUS_AT = 30.0  # from the top
CALL_WIDTH = 168.0
BUTTON, VOICE_WIDTH, VOICE_HEIGHT = 50.0, 104.0, 44.0  # as they are drawn
FINGERS = 8.5  # of 44 pixels, side by side, are as wide as a phone
SMALL, PLAIN, LARGE_TEXT = 14.0, 17.0, 25.0  # sizes of text
SIGN_SCALE, BUTTON_SCALE = 0.6, 0.68  # of triangles beside the reserves and on buttons
INSET = 6.0  # of a title from the board's edge
SIGN_AT, NAME_AT = 22.0, 43.0  # from the left end of a seat's place
LINE_AT = 15.0  # above and under its middle: the lines with its name and its reserve
RIM = 32.0  # around the board, with its names
CALL_SCALE = 0.7  # of a call that stands beside what is touched
CALL_AT, REASON_AT = 0.3, 0.78  # of the height of what is touched: a call beside it, and under that why it ended
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
        self.side_shown = self.board + 2 * RIM  # of the board with its names, as a page shows it
        self.finger = self.side_shown / FINGERS
        self.row = self.finger * 1.2  # the height of what is touched
        self.touch = self.bottom + SEATS_AT + self.reserves + (self.row - ROW) / 2
        self.width, self.height = self.board + 2 * EDGE, self.touch + self.row / 2 + BELOW
        self.call = self.width - EDGE - CALL_WIDTH / 2

    def at(self, cell: int) -> Point:
        """The middle of a cell."""
        column, row = divmod(cell, LARGE)
        return Point(EDGE + (column + 0.5) * CELL, self.bottom - (row + 0.5) * CELL)

    def touched(self, voiced: bool) -> list[float]:
        """Where the facings, and the voice if there is one, stand in their row."""
        step, voice = self.finger * 1.2, (VOICE_WIDTH / VOICE_HEIGHT + 0.2) * self.finger
        left = (self.width - 4 * step - (voice if voiced else 0)) / 2
        facings = [left + step * (place + 0.5) for place in range(4)]
        return [*facings, left + 4 * step + voice / 2] if voiced else facings

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


def worn(seat: int, style: str = "") -> dict[str, Any]:
    """What a part is given to have a seat's own colour."""
    return {"style": f"samliam{seat} {style}".strip(), "seat": seat, "painted": True}


def angle(facing: int) -> float:
    """How far a triangle that faces north-east is turned to face elsewhere."""
    return QUARTER * facing


@cache
def layouts(chart: Map, voiced: bool) -> tuple[Layout, ...]:
    """Under the board the reserves, what is touched, and what is called; with the board turned by quarters."""
    side, scale = chart.side_shown, CALL_SCALE * chart.side / LARGE
    touched = side + chart.reserves
    called, row = (touched + chart.row, ROW) if voiced else (touched, chart.row)  # beside a voice there is no room
    half = side / 2 if voiced else 2.4 * chart.finger
    x, y = side - (CALL_WIDTH + 2) * scale - INSET, called + CALL_AT * row - STATUS_AT * scale
    areas = (
        Area(EDGE - RIM, TOP - RIM, side, side, turned=True),
        Area(EDGE, chart.bottom + SEATS_AT - ROW / 2, chart.board, chart.reserves, RIM, side),
        Area(chart.width / 2 - half, chart.touch - chart.row / 2, 2 * half, chart.row, side / 2 - half, touched),
        Area(chart.call - CALL_WIDTH / 2 - 1, 0, CALL_WIDTH + 2, TOP - RIM, x, y, scale),
    )
    return tuple(Layout(side, called + row, areas, turn) for turn in QUARTERS)


# Figures that are complete, and figures that lack a triangle


def edges(kind: int, figure: tuple[int, ...]) -> list[tuple[int, int]]:
    """From where to where the lines of a figure go: around a square, along a line, through the middle of a cross."""
    if kind == CROSS:
        west, south, north, east = sorted(figure)
        return [(west, east), (south, north)]
    ends = figure[1:] if kind == LINE else (*figure[1:], figure[0])
    return list(zip(figure, ends, strict=False))


@cache
def outline(kind: int, slots: tuple[int, ...]) -> tuple[str, float, float, float]:
    """What draws a figure: a symbol of the art, and by how many columns, rows and degrees it lies from cell a1."""
    columns, rows = zip(*(divmod(slot >> 2, LARGE) for slot in slots), strict=True)
    middle = (min(columns) + max(columns)) / 2, (min(rows) + max(rows)) / 2
    wide, high = max(columns) - min(columns), max(rows) - min(rows)
    if kind == SQUARE:
        return f"frame{wide}", *middle, 0.0
    if kind == CROSS:
        return f"arms{wide // 2}", *middle, 0.0
    if not wide or not high:
        return f"row{max(wide, high) // 3}", *middle, 0.0 if wide else QUARTER
    rising = rows[columns.index(min(columns))] == min(rows)
    return f"slope{wide // 3}", *middle, 0.0 if rising else QUARTER
