"""Where things lie in the picture of Sprawl, how each is drawn there, and how a page may arrange it."""

from collections.abc import Iterator
from functools import cache
from typing import Any

from tablier.core.boards import QUARTER, QUARTERS, STEPS, Point, line_name, text_scale
from tablier.core.scene import Area, Chart, Group, Layout, Part
from tablier.core.words import Word, word
from tablier.games.sprawl.board import DIRECTIONS, SIDE, cell_name, numbers
from tablier.games.sprawl.options import MOST_SEATS, Options, seat_word
from tablier.games.sprawl.state import NO_SEAT, NOWHERE
from tablier.games.sprawl.story import direction_word, size_word

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
CARD_WIDTH = 44.0
NAME_SIZE, TEXT_SIZE, BUTTON_SIZE = 13.0, 15.0, 15.5
LIFT = 2.5  # by which each piece of a tower stands above the one below
BADGE_BACK = 14.0  # from the middle of a cell back to the badge on a lying piece
UPPER, LOWER = -15.0, 11.0  # the two lines of a stash
PILES = (178.0, 100.0, 16.0)  # where in a stash the small, medium and large pieces lie
SWATCH, NAME, CARDS, HONOUR, PENALTY = 20.0, 36.0, 146.0, 200.0, 250.0  # what stands in its upper line
TURN_SIGN = -12.0  # left of it
CARD_COUNT = 12.0  # right of the card

RIM = 30.0  # around the board, with the letters and numbers
ROW_AHEAD, ROW_BEHIND = 20.0, 4.0  # left of a stash, with the sign of its turn, and right of it
ROW_WIDTH = ROW_AHEAD + STASH_WIDTH + ROW_BEHIND
TILES, BUTTONS, HANDS_HEIGHT = 5 * TILE_WIDTH, 2 * BUTTON_WIDTH, 52.0
BROAD = 500.0  # under a board so wide a stash has room beside it
LARGEST_ROW = 1.25  # a stash under the board is scaled so far at the most


class Map(Chart):
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

    def middle(self, cell: int) -> Point:
        """The middle of a cell."""
        column, row = divmod(cell, SIDE)
        return Point(LEFT + (column + 0.5) * CELL, self.bottom - (row + 0.5) * CELL)

    def stash(self, seat: int) -> float:
        """How far down a seat's stash lies."""
        return TOP + (seat + 0.5) * CELL

    def text(self, size: float) -> float:
        """How much a text must be scaled to have a size."""
        return text_scale(size, self.width)


@cache
def map_of(columns: int, rows: int) -> Map:
    """The map of a board."""
    return Map(columns, rows)


def map_for(options: Options) -> Map:
    """The map for some options."""
    return map_of(int(options.columns), int(options.rows))


# What never changes


def ground(chart: Map) -> Group:
    """The board with its coordinates."""
    middle = (LEFT + chart.right) / 2, (TOP + chart.bottom) / 2
    board = Part("board", f"board-{chart.columns}x{chart.rows}", *middle, style="turns")
    cells = numbers(chart.columns, chart.rows).items()
    named = (Part(f"cell.{name}", "cell", *chart.middle(cell), label=cell_word(name)) for name, cell in cells)
    return Group(board, *coordinates(chart), *named)


def cell_word(name: str) -> Word:
    """A cell as it is called aloud."""
    return word("sprawl.scene.cell", cell=name)


def coordinates(chart: Map) -> Iterator[Part]:
    """Letters under the board, numbers left of it."""
    scale, style = chart.text(NAME_SIZE), "sprawl-quiet"
    for column in range(chart.columns):
        x, letter = LEFT + (column + 0.5) * CELL, line_name(column)
        yield Part(f"column.{letter}", "", x, chart.bottom + LETTERS, scale=scale, style=style, text=letter)
    for row in range(chart.rows):
        y, number = chart.bottom - (row + 0.5) * CELL, str(row + 1)
        yield Part(f"row.{number}", "", LEFT - LETTERS, y, scale=scale, style=style, text=number)


def owners(chart: Map, seats: int) -> Group:
    """Colour, mark and name of every seat."""
    return Group(*(part for seat in range(seats) for part in owner(chart, seat)))


def owner(chart: Map, seat: int) -> Iterator[Part]:
    """The same of one seat."""
    y = chart.stash(seat) + UPPER
    yield Part(f"swatch.{seat}", "swatch", chart.stashes + SWATCH, y, seat=seat)
    scale, text = chart.text(TEXT_SIZE), seat_word(seat)
    yield Part(f"name.{seat}", "", chart.stashes + NAME, y, scale=scale, style="sprawl-left", text=text)


def tiles(chart: Map) -> Group:
    """How a piece is put on an empty cell: standing, or lying and pointing somewhere."""
    return Group(
        Part("facing.up", "standing", chart.stashes + TILE, chart.hands, label=word("sprawl.scene.standing")),
        *(tile(chart, direction) for direction in range(len(DIRECTIONS))),
    )


def tile(chart: Map, direction: int) -> Part:
    """A piece that lies and points somewhere."""
    x = chart.stashes + TILE + (direction + 1) * TILE_WIDTH
    label = word("sprawl.scene.lying", direction=direction_word(direction))
    turn = QUARTER * direction
    return Part(f"facing.{DIRECTIONS[direction]}", "facing", x, chart.hands, turn, style="turns", label=label)


# Beside the board


def frame(chart: Map, seat: int, decides: bool, pips: int) -> Group:
    """The frame of a seat."""
    label, symbol = word("sprawl.scene.stash", seat=seat_word(seat), pips=pips), "row-now" if decides else "row"
    return Group(Part(f"frame.{seat}", symbol, chart.stashes, chart.stash(seat), label=label))


def turn_sign(chart: Map, seat: int) -> Group:
    """The sign at the seat whose turn it is."""
    x, label = chart.stashes + TURN_SIGN, word("sprawl.scene.turn", seat=seat_word(seat))
    return Group(Part("turn", "turn", x, chart.stash(seat), label=label))


def pile(chart: Map, seat: int, size: int, left: int) -> Group:
    """The pieces of a size that a seat has left."""
    x, y = chart.stashes + PILES[size], chart.stash(seat) + LOWER
    label = word("sprawl.scene.pile", seat=seat_word(seat), size=size_word(size), count=left)
    return Group(Part(f"stash.{seat}.{size + 1}", f"pile-{size + 1}-{left}", x, y, label=label, seat=seat))


def cost(chart: Map, seat: int, penalty: int) -> Group:
    """What the pieces left would cost a seat."""
    x, y, style = chart.stashes + PENALTY, chart.stash(seat) + UPPER, "sprawl-right sprawl-title"
    label, scale = word("sprawl.scene.penalty", seat=seat_word(seat), penalty=penalty), chart.text(TEXT_SIZE)
    return Group(Part(f"penalty.{seat}", "", x, y, scale=scale, style=style, text=str(penalty), label=label))


def cards(chart: Map, seat: int, count: int) -> Group:
    """The cards of a seat."""
    x, y, style = chart.stashes + CARDS, chart.stash(seat) + UPPER, "sprawl-left sprawl-quiet"
    label = word("sprawl.scene.cards", seat=seat_word(seat), count=count)
    number = Part(f"count.{seat}", "", x + CARD_COUNT, y, scale=chart.text(NAME_SIZE), style=style, text=f"× {count}")
    return Group(Part(f"cards.{seat}", "card", x, y, label=label), number)


def laurel(chart: Map, seat: int) -> Group:
    """The sign of a seat that has won."""
    x, label = chart.stashes + HONOUR, word("sprawl.scene.winner", seat=seat_word(seat))
    return Group(Part(f"laurel.{seat}", "laurel", x, chart.stash(seat) + UPPER, label=label))


def flag(chart: Map, seat: int) -> Group:
    """The sign of the seat that ends the game."""
    x, label = chart.stashes + HONOUR, word("sprawl.scene.ending", seat=seat_word(seat))
    return Group(Part("flag", "flag", x, chart.stash(seat) + UPPER, label=label))


# On the board


def standing(chart: Map, cell: int, level: int, seat: int, size: int, lost: bool) -> Group:
    """A piece of a tower."""
    (x, y), name = chart.middle(cell), cell_name(cell)
    label = word("sprawl.scene.tower", seat=seat_word(seat), size=size_word(size), cell=name)
    id, symbol, place = f"tower.{name}.{level}", f"upright-{size + 1}", (x, y - LIFT * level)
    style, owner = ("sprawl-lost", None) if lost else ("", seat)
    return Group(Part(id, symbol, *place, style=style, label=label, seat=owner))


def lost_tower(chart: Map, cell: int, height: int, seat: int) -> Group:
    """The badge of whose a neutralised tower is."""
    (x, y), name = chart.middle(cell), cell_name(cell)
    label = word("sprawl.scene.lost", seat=seat_word(seat), cell=name)
    return Group(Part(f"badge.{name}", "badge", x, y - LIFT * height, label=label, seat=seat))


def branch(chart: Map, cell: int, seat: int, size: int, points: int, aims: bool, lost: bool) -> Group:
    """A lying piece; pointing at it shows what it attacks and targets."""
    (x, y), (right, up), name = chart.middle(cell), STEPS[points], cell_name(cell)
    told = {"seat": seat_word(seat), "size": size_word(size), "cell": name, "direction": direction_word(points)}
    label, style = word("sprawl.scene.branch", **told), "sprawl-aim turns sprawl-lost" if lost else "sprawl-aim turns"
    id, symbol, owner = f"branch.{name}", lying_symbol(size, aims), None if lost else seat
    part = Part(id, symbol, x, y, QUARTER * points, style=style, label=label, seat=owner)
    badge = Part(f"badge.{name}", "badge", x - right * BADGE_BACK, y + up * BADGE_BACK, seat=seat)
    return Group(part, badge) if lost else Group(part)


def lying_symbol(size: int, aims: bool) -> str:
    """How a branch looks: with its target, if it has one."""
    return f"lying-{size + 1}-aim" if aims else f"lying-{size + 1}"


def spore(chart: Map, cell: int) -> Group:
    """The spore in question."""
    return Group(Part("spore", "spore", *chart.middle(cell)))


def withdrawn(chart: Map, cell: int, size: int) -> Group:
    """A spore taken back."""
    name, symbol = f"{cell_name(cell)}.{size + 1}", f"withdrawn-{size + 1}"
    label = word("sprawl.scene.withdrawn", size=size_word(size), cell=cell_name(cell))
    return Group(Part(f"withdrawn.{name}", symbol, *chart.middle(cell), label=label))


# What is going on


def over_line(chart: Map, winners: int) -> Group:
    """Who has won."""
    seats = [seat_word(seat) for seat in range(MOST_SEATS) if winners >> seat & 1]
    return text_line(chart, word("sprawl.status.over", seats=seats))


def status_line(
    chart: Map, kind: str, seat: int = NO_SEAT, cell: int = NOWHERE, left: int = 0, other: int = NO_SEAT
) -> Group:
    """What is to be done by a seat: about a tower on a cell, with builds left, or about somebody else's."""
    told: dict[str, Any] = {}
    if seat != NO_SEAT:
        told["seat"] = seat_word(seat)
    if cell != NOWHERE:
        told["cell"] = cell_name(cell)
    if left:
        told["left"] = left
    if other != NO_SEAT:
        told["other"] = seat_word(other)
    return text_line(chart, word(f"sprawl.status.{kind}", **told))


def text_line(chart: Map, text: Word) -> Group:
    """A text under the board."""
    y, scale = chart.bottom + STATUS, chart.text(BUTTON_SIZE)
    return Group(Part("status", "", LEFT, y, scale=scale, style="sprawl-left", text=text))


def card(chart: Map, points: int) -> Group:
    """A card that chance may turn up."""
    x, label = LEFT + (points - 0.5) * CARD_WIDTH, word("sprawl.scene.card", points=points)
    return Group(Part(f"button.card{points}", f"face-{points}", x, chart.hands, label=label))


def button(chart: Map, place: int, answer: str) -> Group:
    """An answer to be touched, at one of the places for them."""
    x, y, text = LEFT + (place + 0.5) * BUTTON_WIDTH, chart.hands, word(f"sprawl.answer.{answer}")
    scale, style = chart.text(BUTTON_SIZE), "sprawl-touch"
    touched = Part(f"button.{answer}", "button", x, y, label=text)
    return Group(touched, Part(f"text.{answer}", "", x, y, scale=scale, style=style, text=text))


# How a page may arrange it


def layouts(options: Options, chart: Map, seat: int) -> tuple[Layout, ...]:
    """How a page may arrange the picture that a seat sees."""
    return arranged(chart, int(options.seats), bool(options.coup or options.fast_building), max(seat, 0))


@cache
def arranged(chart: Map, seats: int, asks: bool, own: int) -> tuple[Layout, ...]:
    """The stashes beside the board, or under it with the own one first; each with the board turned by quarters.

    ``asks``: there are questions, and so there are answers to touch.
    """
    both = [(beside(chart, turn, seats, asks), under(chart, turn, seats, asks, own)) for turn in QUARTERS]
    return tuple(layout for pair in both for layout in pair)


def board(chart: Map, turn: int) -> tuple[Area, float, float]:
    """The board with its rim, at the upper left, and its width and height once it is turned."""
    width, height = chart.columns * CELL + 2 * RIM, chart.rows * CELL + 2 * RIM
    area = Area(LEFT - RIM, TOP - RIM, width, height, turned=True)
    return area, *((height, width) if turn % 180 else (width, height))


def row(chart: Map, seat: int, x: float, y: float, scale: float = 1.0) -> Area:
    """The stash of a seat."""
    return Area(chart.stashes - ROW_AHEAD, chart.stash(seat) - CELL / 2, ROW_WIDTH, CELL, x, y, scale)


def hands(chart: Map, asks: bool, x: float, y: float, scale: float = 1.0) -> Iterator[Area]:
    """How a piece is put down and, where questions come up, the answers under it."""
    top = chart.hands - HANDS_HEIGHT / 2
    yield Area(chart.stashes - EDGE / 2, top, TILES, HANDS_HEIGHT, x, y, scale)
    if asks:
        yield Area(LEFT, top, BUTTONS, HANDS_HEIGHT, x, y + HANDS_HEIGHT * scale, scale)


def beside(chart: Map, turn: int, seats: int, asks: bool) -> Layout:
    """The stashes right of the board, one under the other, what a hand does below them."""
    area, width, height = board(chart, turn)
    rows = [row(chart, seat, width, RIM + seat * CELL) for seat in range(seats)]
    low = HANDS_HEIGHT * (1 + asks) + RIM / 2
    tall = max(height, RIM + seats * CELL + low)
    return Layout(width + ROW_WIDTH, tall, (area, *rows, *hands(chart, asks, width + ROW_AHEAD, tall - low)), turn)


def under(chart: Map, turn: int, seats: int, asks: bool, own: int) -> Layout:
    """Under the board the own stash and what a hand does, then the stashes of the others, side by side."""
    area, width, height = board(chart, turn)
    is_broad = width >= BROAD
    scale = 1.0 if is_broad else min(LARGEST_ROW, width / ROW_WIDTH)
    below, low = height + CELL * scale, HANDS_HEIGHT * (1 + asks)
    left, top, hand = (ROW_WIDTH, height, (width - ROW_WIDTH) / TILES) if is_broad else ((width - TILES) / 2, below, 1)
    y = max(below, top + low * hand)
    others = [seat for seat in range(seats) if seat != own]
    rest = list(small_rows(chart, others, width, y, 3 if is_broad else 2))
    end = rest[-1].to_y + CELL * rest[-1].scale + EDGE / 2
    return Layout(
        width, end, (area, row(chart, own, 0, height, scale), *hands(chart, asks, left, top, hand), *rest), turn
    )


def small_rows(chart: Map, seats: list[int], width: float, y: float, across: int) -> Iterator[Area]:
    """Stashes side by side, so many across."""
    scale = width / across / ROW_WIDTH
    for number, seat in enumerate(seats):
        yield row(chart, seat, number % across * width / across, y + number // across * CELL * scale, scale)
