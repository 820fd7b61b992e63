"""Where things lie in the picture of Sprawl, how each is drawn there, and how a page may arrange it."""

from collections.abc import Iterator
from functools import cache
from typing import Any

from tablier.core.boards import QUARTER, QUARTERS, STEPS, Point, line_name, text_scale
from tablier.core.contract import SPECTATOR
from tablier.core.scene import Area, Chart, Group, Layout, Part
from tablier.core.words import Word, word
from tablier.games.sprawl.board import DIRECTIONS, SIDE, cell_name, numbers
from tablier.games.sprawl.options import MOST_SEATS, Options, seat_word
from tablier.games.sprawl.state import NO_SEAT, NOWHERE
from tablier.games.sprawl.story import direction_word, size_word

CELL = 60.0
LEFT, TOP = 36.0, 16.0  # of the board
GAP = 28.0  # between the board and the stashes
EDGE = 16.0  # right of the stashes, and under everything
STASH_WIDTH = 132.0
LETTERS = 15.0  # from the board to the middle of the letters and numbers along it
STATUS = 44.0  # from the board down to what is going on
STRIP = 92.0  # from there to the lower edge
BUTTON_WIDTH, TILE_WIDTH = 126.0, 50.0
TILE = 23.5  # half a tile
CARD_WIDTH = 44.0
NAME_SIZE, STATUS_SIZE, TEXT_SIZE, BUTTON_SIZE = 13.0, 13.0, 18.0, 15.5
LIFT = 2.5  # by which each piece of a tower stands above the one below
BADGE_BACK = 14.0  # from the middle of a cell back to the badge on a lying piece
UPPER, LOWER = -17.0, 11.0  # the two lines of a stash
PILES = (94.0, 50.5, 3.0)  # where in a stash the small, medium and large pieces lie
SWATCH, TURN_SIGN, CARDS, HONOUR, PENALTY = 14.0, 32.0, 47.0, 87.0, 126.0  # what stands in its upper line
CARD_COUNT = 10.0  # right of the card

RIM, BACK = 24.0, 8.0  # around the board, where the letters and numbers are and where they are not
HANDS, HANDS_HEIGHT, HANDS_AHEAD = (
    2 * BUTTON_WIDTH,
    52.0,
    2.5,
)  # as wide as the answers, or as the ways to put a piece down
OWN = STASH_WIDTH + HANDS
FINGERS = 1.35  # how much larger than what a hand does the own stash is where fingers touch its piles
USUAL = 6 * CELL + RIM + BACK  # the height of the board for most numbers of seats; a larger one has larger things below
SHAPE = 1.05  # width to height of the room for which the usual layout is made
NARROWEST, WIDEST = 84.0, 150.0  # the column of the other stashes
SIDE_COLUMN = 212.0  # the column of all of them
IN_A_ROW = 5  # stashes of others under the board; more make two rows
LARGEST = 0.8  # of such a stash, scaled


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
    """The board with its coordinates, and the ground under all that is seen."""
    middle = (LEFT + chart.right) / 2, (TOP + chart.bottom) / 2
    felt = Part("felt", "felt", *middle)
    board = Part("board", f"board-{chart.columns}x{chart.rows}", *middle, style="turns")
    cells = numbers(chart.columns, chart.rows).items()
    named = (Part(f"cell.{name}", "cell", *chart.middle(cell), label=cell_word(name)) for name, cell in cells)
    return Group(felt, board, *coordinates(chart), *named)


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
    """Colour and mark of every seat; its name stands in the list of players, and on its frame when it is read out."""
    return Group(*(swatch(chart, seat) for seat in range(seats)))


def swatch(chart: Map, seat: int) -> Part:
    """The same of one seat."""
    return Part(f"swatch.{seat}", "swatch", chart.stashes + SWATCH, chart.stash(seat) + UPPER, seat=seat)


def tiles(chart: Map) -> Group:
    """How a piece is put on an empty cell: standing, or lying and pointing somewhere."""
    return Group(
        Part("facing.up", "standing", LEFT + TILE, chart.hands, label=word("sprawl.scene.standing")),
        *(tile(chart, direction) for direction in range(len(DIRECTIONS))),
    )


def tile(chart: Map, direction: int) -> Part:
    """A piece that lies and points somewhere."""
    x = LEFT + TILE + (direction + 1) * TILE_WIDTH
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
    return Group(Part("turn", "turn", x, chart.stash(seat) + UPPER, label=label))


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
    y, scale = chart.bottom + STATUS, chart.text(STATUS_SIZE)
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
    return arranged(chart, int(options.seats), max(seat, 0) if seat != SPECTATOR else NO_SEAT, bool(options.coup))


@cache
def arranged(chart: Map, seats: int, own: int, cards: bool) -> tuple[Layout, ...]:
    """The stashes of the others beside the board or under it, or all stashes beside it; turned by quarters.

    A spectator, NO_SEAT, has no stash and nothing in the hand but ``cards`` that are turned up at the end.
    """
    others = [seat for seat in range(seats) if seat != own]
    made = [
        layout(chart, turn, own, others, own != NO_SEAT or cards)
        for turn in QUARTERS
        for layout in (beside, under, aside)
    ]
    return tuple(made)


def board(chart: Map, turn: int) -> tuple[Area, float, float]:
    """The board with its rim, at the upper left, and its width and height once it is turned."""
    width, height = chart.columns * CELL + RIM + BACK, chart.rows * CELL + RIM + BACK
    area = Area(LEFT - RIM, TOP - BACK, width, height, turned=True)
    return area, *((height, width) if turn % 180 else (width, height))


def row(chart: Map, seat: int, x: float, y: float, scale: float = 1.0) -> Area:
    """The stash of a seat."""
    return Area(chart.stashes, chart.stash(seat) - CELL / 2, STASH_WIDTH, CELL, x, y, scale)


def hands(chart: Map, x: float, y: float, scale: float) -> Area:
    """How a piece is put down, or what is to be answered."""
    return Area(LEFT - HANDS_AHEAD, chart.hands - HANDS_HEIGHT / 2, HANDS, HANDS_HEIGHT, x, y, scale)


def own_row(chart: Map, own: int, x: float, y: float, scale: float, larger: float = 1.0) -> Iterator[Area]:
    """The own stash, which may be larger, and beside it what a hand does."""
    if own != NO_SEAT:
        yield row(chart, own, x, y, scale * larger)
    yield hands(chart, x + STASH_WIDTH * scale * larger, y + (CELL * larger - HANDS_HEIGHT) / 2 * scale, scale)


def small_rows(chart: Map, seats: list[int], x: float, y: float, width: float, across: int) -> tuple[list[Area], float]:
    """Stashes side by side, so many across, and how high they are together."""
    size = min(LARGEST, width / across / STASH_WIDTH)
    gap = (width / across - STASH_WIDTH * size) / 2
    areas = [
        row(chart, seat, x + number % across * width / across + gap, y + number // across * CELL * size, size)
        for number, seat in enumerate(seats)
    ]
    return areas, -(-len(seats) // across) * CELL * size


def beside(chart: Map, turn: int, own: int, others: list[int], acts: bool) -> Layout:
    """The usual one: the own stash under the board, the others right of it, one under the other."""
    area, width, height = board(chart, turn)
    scale = max(width, height) / USUAL
    tall = height + CELL * scale * acts
    column = max(NARROWEST, OWN * scale * acts - width, min(WIDEST, SHAPE * tall - width))
    size = min(column / STASH_WIDTH, height / len(others) / CELL)
    rows = [row(chart, seat, width, number * CELL * size, size) for number, seat in enumerate(others)]
    left = (width + column - OWN * scale) / 2
    below = own_row(chart, own, left, height, scale) if acts else ()
    return Layout(width + column, tall, (area, *below, *rows), turn)


def under(chart: Map, turn: int, own: int, others: list[int], acts: bool) -> Layout:
    """For high screens: the stashes of the others under the own one, side by side."""
    area, width, height = board(chart, turn)
    across = len(others) if len(others) <= IN_A_ROW else -(-len(others) // 2)
    scale = width / (STASH_WIDTH * FINGERS + HANDS)
    top = height + CELL * FINGERS * scale * acts
    rest, deep = small_rows(chart, others, 0, top, width, across)
    below = own_row(chart, own, 0, height, scale, FINGERS) if acts else ()
    return Layout(width, top + deep, (area, *below, *rest), turn)


def aside(chart: Map, turn: int, own: int, others: list[int], acts: bool) -> Layout:
    """For low screens: all beside the board, the own stash and what a hand does above the others."""
    area, width, height = board(chart, turn)
    column = SIDE_COLUMN * max(width, height) / USUAL
    large, wide = column / STASH_WIDTH, column / HANDS
    top = CELL * large * (own != NO_SEAT)
    above = [row(chart, own, width, 0, large)] if own != NO_SEAT else []
    rest, deep = small_rows(chart, others, width, top + HANDS_HEIGHT * wide * acts, column, 2)
    above += [hands(chart, width, top, wide)] if acts else []
    tall = max(height, top + HANDS_HEIGHT * wide * acts + deep)
    return Layout(width + column, tall, (area, *above, *rest), turn)
