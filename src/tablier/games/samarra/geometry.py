"""Where things lie in the picture of Samarra, and how it is arranged anew when it is turned round."""

from tablier.core.boards import Point, text_scale
from tablier.core.records import remembered
from tablier.core.scene import Area, Chart, Layout
from tablier.games.samarra.board import SIDE
from tablier.games.samarra.options import Options

CELL = 100.0
SMALLEST_WIDTH = 5  # cells, so that the towns have room
SIDES = 62.0  # of sand, left and right of the board
SKY = 124.0  # from the upper edge to the horizon
SHORE = 46.0  # of sand between the horizon and the board
ROOFS = 106.0  # from the board to the roofs of the near town
TOWN = 122.0  # from those roofs to the lower edge
NEAR_TOWN = 0.78  # its size against the far one, which has the sky for itself
NAME_SIZE, TEXT_SIZE, TOWN_SIZE = 15.0, 17.0, 20.0
ENDING_SIZE = 12.0  # how it ended takes a long sentence
EDGE = 26.0  # from the edge of the picture to texts, and from the board to the names of rows and columns
TOKEN_EDGE, TOKEN_STEP = 46.0, 58.0  # from the edge to the first power, and from one to the next
TOKENS_DEPTH = 42.0  # under the roofs of the near town, and under the upper edge
OWNER_ASIDE = 142.0
MOON_AT, MOON_ABOVE = 0.7, 12.0  # of the width, and above the powers
BACKDROP_ASIDE = 20.0
RIM = 38.0  # around the board, with the names of rows and columns
BAND = 5.0  # half the height of a line of things
FIGURES_AT, FIGURE_STEP = 0.74, 82.0
STATUS_DEPTH = 95.0  # under the roofs of the near town
DOT_STEP = 20.0
UNDER_TOKENS = 43.0  # from the powers of a seat to its actions
PASS_ASIDE = 70.0
BOARDS_KEPT = 64  # those used most lately


class Map(Chart):
    """Where things lie in the picture, for one board seen from one seat."""

    def __init__(self, options: Options, near: int) -> None:
        super().__init__()
        self.options, self.near = options, near
        self.columns, self.rows = int(options.width), int(options.height)
        self.width = max(self.columns, SMALLEST_WIDTH) * CELL + 2 * SIDES
        self.top = SKY + SHORE
        self.roofs = self.top + self.rows * CELL + ROOFS
        self.height = self.roofs + TOWN
        self.ahead = [row if near else -row for row in range(SIDE) for _ in range(SIDE)]  # of a cell: greater is nearer

    def at(self, column: float, row: float) -> Point:
        """The middle of a cell, given by numbers from 0; halves are the edges between cells."""
        right, up = column - (self.columns - 1) / 2, row - (self.rows - 1) / 2
        sign = -1 if self.near else 1
        return Point(self.width / 2 + sign * right * CELL, self.top + self.rows * CELL / 2 - sign * up * CELL)

    def cell(self, cell: int) -> Point:
        """The middle of a cell by its number."""
        return self.at(cell % SIDE, cell // SIDE)

    def tokens(self, seat: int) -> float:
        """How deep a seat's powers and dead lie: on its roofs, or in the sky over its town."""
        return TOKENS_DEPTH + (self.roofs if seat == self.near else 0)

    def text_scale(self, size: float) -> float:
        """How much a text must be scaled to have a size."""
        return text_scale(size, self.width)


def map_for(options: Options, seat: int) -> Map:
    """The map that a seat looks at."""
    return map_of(options, 1 if seat == 1 else 0)


@remembered(BOARDS_KEPT)
def map_of(options: Options, near: int) -> Map:
    """The map of a board with one of the towns near."""
    return Map(options, near)


def dusk_place(chart: Map) -> Point:
    """Where the sky is, a little aside of the town that changes places when the board is turned."""
    return Point(chart.width / 2 - BACKDROP_ASIDE, SKY)


def roofs_place(chart: Map) -> Point:
    """Where the roofs below are, in the same way."""
    return Point(chart.width / 2 - BACKDROP_ASIDE, chart.roofs)


def moon_place(chart: Map) -> Point:
    """Where the moon is, a little above the powers and the dead."""
    return Point(MOON_AT * chart.width, TOKENS_DEPTH - MOON_ABOVE)


def layouts(chart: Map) -> tuple[Layout, ...]:
    """As it is; or with the board turned round, and the towns with what is theirs changing places."""
    middle, far, near = chart.width / 2, TOKENS_DEPTH, chart.roofs + TOKENS_DEPTH
    depth = chart.top - RIM
    turned = (
        Area(0, depth, chart.width, chart.rows * CELL + 2 * RIM, 0, depth, turned=True),
        band(chart, far, near),
        band(chart, near, far),
        band(chart, far + UNDER_TOKENS, near + UNDER_TOKENS),
        band(chart, near + UNDER_TOKENS, far + UNDER_TOKENS),
        band(chart, chart.roofs + STATUS_DEPTH, chart.roofs + STATUS_DEPTH),
        spot(middle, SKY, chart.roofs, NEAR_TOWN),
        spot(middle, chart.roofs, SKY, 1 / NEAR_TOWN),
        *(spot(x, y, y) for x, y in (dusk_place(chart), roofs_place(chart), moon_place(chart))),
    )
    whole = Area(0, 0, chart.width, chart.height)
    return Layout(chart.width, chart.height, (whole,)), Layout(chart.width, chart.height, turned, 180)


def band(chart: Map, y: float, to: float) -> Area:
    """All that stands at one depth, put at another."""
    return Area(0, y - BAND, chart.width, 2 * BAND, 0, to - BAND)


def spot(x: float, y: float, to: float, scale: float = 1.0) -> Area:
    """What stands at one point, put at another depth."""
    return Area(x - BAND, y - BAND, 2 * BAND, 2 * BAND, x - BAND * scale, to - BAND * scale, scale)
