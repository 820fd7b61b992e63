"""Where things lie in the picture of Minelfield, and how a page may arrange it."""

from functools import cache

from tablier.core.boards import Point, text_scale
from tablier.core.records import remembered
from tablier.core.scene import HALF, Area, Chart, Layout
from tablier.games.minelfield.board import DIRECTIONS, OFF, STEPS, axial, names
from tablier.games.minelfield.options import Options
from tablier.games.minelfield.state import DIES

CELL_WIDTH, ROW_HEIGHT = 69.28, 60.0  # hexagons of radius 40, a corner up
MARGIN = 112.0  # from the centres of the outermost cells up to the edge: room for a fictitious cell
SIDES = 68.0  # from those cells, or from fictitious ones, to the left and right edge
STRIP = 46.0  # under the map
CORNER = 45.0  # from the edge to the middle of what lies in a corner
NAME_SIZE, STATUS_SIZE = 11.5, 19.0
NAME_DEPTH = 26.0  # of a cell's name under the cell's middle
DIE_REACH, ARROW_REACH = 40.0, 59.0  # from the piece that waits for the die
DIE_SCALE = 1.25  # to be read on a phone
LARGE_REACH = 61.0  # the same for the faces without a direction, above and below
MAPS_KEPT = 64  # for the options used most lately


class Map(Chart):
    """Where things lie in the picture, which is the same for both seats: seat 1 has it turned round."""

    def __init__(self, options: Options) -> None:
        super().__init__()
        self.options = options
        self.side = int(options.side)
        self.names = names(self.side)
        self.places = axial(self.side)
        self.width = 2 * (self.reach(options) * CELL_WIDTH + SIDES)
        self.depth = (2 * self.side - 2) * ROW_HEIGHT + 2 * MARGIN
        self.height = self.depth + STRIP
        self.has_large_faces = bool(options.die == DIES)
        self.neighbours: list[list[int]] = options.neighbours.tolist()
        self.havens = tuple(map(int, options.green))
        self.entries: list[list[int]] = options.entries[:, :, 0].tolist()

    def reach(self, options: Options) -> float:
        """How many cells the board reaches to the left and right of its middle, fictitious ones counted."""
        centre = self.side - 1
        gates = (
            (self.places[star], STEPS[direction])
            for star in map(int, options.green)
            for direction in range(len(DIRECTIONS))
            if options.neighbours[star, direction] == OFF
        )
        reached = [abs(column + along + (row + up - centre) / 2) for (row, column), (up, along) in gates]
        return max((centre, *reached))

    def at(self, cell: int) -> Point:
        """The middle of a cell."""
        return self.middle(*self.places[cell])

    def next_to(self, cell: int, direction: int) -> Point:
        """The middle of a neighbour, on the board or off it."""
        (row, column), (up, along) = self.places[cell], STEPS[direction]
        return self.middle(row + up, column + along)

    def middle(self, row: int, column: int) -> Point:
        """The middle of a row's cell in a slanted column."""
        up = row - (self.side - 1)
        return self.place(CELL_WIDTH * (column + up / 2), -ROW_HEIGHT * up)

    def place(self, right: float, down: float) -> Point:
        """A place given from the middle of the board."""
        return Point(self.width / 2 + right, self.depth / 2 + down)

    def angle(self, direction: int) -> float:
        """How far a thing that points to ``e`` must be turned to point in a direction."""
        return (direction - 1) * 60 % 360

    def towards(self, cell: int, direction: int, reach: float) -> Point:
        """A place on the way from the middle of a cell to that of its neighbour."""
        (x, y), (there_x, there_y) = self.at(cell), self.next_to(cell, direction)
        return Point(x + (there_x - x) * reach / CELL_WIDTH, y + (there_y - y) * reach / CELL_WIDTH)

    def text_scale(self, size: float) -> float:
        """How much a text must be scaled to have a size."""
        return text_scale(size, self.width)


@remembered(MAPS_KEPT)
def map_of(options: Options) -> Map:
    """The map with the side of seat 0 below."""
    return Map(options)


@cache
def layouts(width: float, depth: float, turned: bool) -> tuple[Layout, ...]:
    """The map alone, and the map turned round; seat 1 has the turned one first."""
    field = Area(0, 0, width, depth, turned=True)
    return tuple(Layout(width, depth, (field,), turn) for turn in ((HALF, 0) if turned else (0, HALF)))
