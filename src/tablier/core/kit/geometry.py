"""Where things lie in a picture of the kit: the board, a panel for each seat, the middle of the table, and the tray.

A picture is made of blocks. Beside each other they are the usual layout, below each other the one for tall screens.
"""

from __future__ import annotations

import math
from collections.abc import Iterator, Mapping, Sequence
from functools import cache, cached_property
from itertools import combinations
from typing import Any, NamedTuple

from tablier.core.boards import QUARTERS, Point, text_scale
from tablier.core.kit.boards import Board, Graph
from tablier.core.kit.equipment import Cards, Counter, Deck, Kept, Pieces, Place
from tablier.core.kit.moves import Range
from tablier.core.kit.naming import length, said
from tablier.core.records import Field, fields
from tablier.core.scene import HALF, Area, Chart, Layout

CELL = 60.0
HALF_CELL = CELL / 2
APART = 84.0  # between points that are nearest to each other
RIM = 34.0  # around the cells, with their names
BARE, PANEL, BROAD, MAIN = 170.0, 236.0, 312.0, 470.0
"""Widths: of panels with a name alone, with numbers, with dice or cards, and of what stands in the place of a board."""
HEAD, LINE = 46.0, 28.0  # heights in a panel: of a seat's name, of a number
INSET = 18.0  # of what stands in a panel
FOOT = 12.0  # under the last line of a panel
DIE, CARD, CARD_ROW = 44.0, 52.0, 84.0  # steps between dice and cards, and the height of a row of cards
CARD_SIZE = 46.0
BUTTON, WIDE, WIDER = 50.0, 142.0, 216.0  # steps between buttons in the tray
SHORT, LONG = 3, 13  # letters that the first two have room for
BUTTON_ROW = 48.0
SMALL_CARD = 0.72
NARROW = 380.0  # no layout is narrower
SMALL_PANEL = 0.75  # under a board, of a panel with a name alone
STRIP = 44.0  # under the picture, with the line that says what is going on
EVEN = 1.0  # by so much a board may be wider than high and still count as a square
BASE = frozenset({"turns", "turn", "reason", "winners"})


class Placed:
    """A board in the picture: its size, and where its cells lie from its middle."""

    def __init__(self, board: Board) -> None:
        self.board = board
        self.unit = APART / nearest(board) if isinstance(board, Graph) else CELL
        xs, ys = [point.x for point in board.points], [point.y for point in board.points]
        self.middle = Point((min(xs) + max(xs)) / 2, (min(ys) + max(ys)) / 2)
        self.width = (max(xs) - min(xs)) * self.unit + CELL + 2 * RIM
        self.height = (max(ys) - min(ys)) * self.unit + CELL + 2 * RIM
        self.left, self.top = 0.0, 0.0

    def relative(self, cell: int) -> Point:
        """The middle of a cell, from that of the board."""
        return self.scaled(*self.board.points[cell])

    def scaled(self, x: float, y: float) -> Point:
        """A place in the board's own measure, from the middle of the board."""
        return Point((x - self.middle.x) * self.unit, (self.middle.y - y) * self.unit)

    def at(self, cell: int) -> Point:
        """The middle of a cell in the picture."""
        return self.point(*self.board.points[cell])

    def point(self, x: float, y: float) -> Point:
        """A place in the board's own measure, in the picture."""
        x, y = self.scaled(x, y)
        return Point(self.left + self.width / 2 + x, self.top + self.height / 2 + y)


def nearest(board: Board) -> float:
    """How far the two points of a board are apart that are nearest to each other."""
    return min((math.dist(one, other) for one, other in combinations(board.points, 2)), default=1.0)


class PanelRow(NamedTuple):
    """A field in a panel, and how far below the panel's top it begins."""

    name: str
    field: Field
    top: float
    height: float


class Block(NamedTuple):
    """A part of the picture that is arranged as a whole."""

    name: str
    x: float
    y: float
    width: float
    height: float


def boards_of(game: Any) -> list[Board]:
    """The boards of a game, each once: those on which things stand first."""
    declared = [*fields(game.state).values()]
    found = [field.board for kind in (Pieces, Place) for field in declared if isinstance(field, kind)]
    found += [part for kind in game.moves.all for part in kind.parts if isinstance(part, Board)] if game.moves else []
    return list(dict.fromkeys(found))


def is_shown(field: Field) -> bool:
    """Whether a field stands in a panel."""
    return isinstance(field, Kept) or (isinstance(field, Counter) and field.shown)


def is_per_seat(field: Field) -> bool:
    """Whether each seat has a row of a field."""
    return field.per_seat if isinstance(field, Counter) else len(field.shape) > 1


class Tabletop(Chart):
    """Where things lie in the pictures of a game with so many seats."""

    def __init__(self, game: Any, seats: int) -> None:
        super().__init__()
        self.game, self.seats, self.key = game, seats, game.key
        self.boards = [Placed(board) for board in boards_of(game)]
        own = [(name, field) for name, field in fields(game.state).items() if name not in BASE and is_shown(field)]
        self.panel_width = panel_width([field for _, field in own], self.has_buttons)
        self.main_width = self.panel_width if self.boards else MAIN
        self.rows = rows([item for item in own if is_per_seat(item[1])], HEAD, self.panel_width)
        self.common = rows([item for item in own if not is_per_seat(item[1])], INSET / 2, self.main_width)
        self.place_boards()
        self.blocks = {block.name: block for block in self.beside()}
        self.width = max(block.x + block.width for block in self.blocks.values())
        self.depth = max(block.y + block.height for block in self.blocks.values())
        self.height = self.depth + STRIP

    def place_boards(self) -> None:
        """Boards stand side by side, their middles on one line."""
        highest, left = max((placed.height for placed in self.boards), default=0.0), 0.0
        for placed in self.boards:
            placed.left, placed.top = left, (highest - placed.height) / 2
            left += placed.width

    @cached_property
    def sizes(self) -> Mapping[str, tuple[float, float]]:
        """Width and height of the blocks that are there, panels being all alike."""
        found = {"panel": (self.panel_width, end(self.rows, HEAD))}
        if self.common or self.has_stock:
            found["middle"] = self.main_width, end(self.common, INSET / 2) + (CARD_ROW if self.has_stock else 0)
        if self.tray_height:
            found["tray"] = self.main_width, self.tray_height
        return found

    @property
    def board_size(self) -> tuple[float, float]:
        """Width and height of all boards together."""
        return sum(placed.width for placed in self.boards), max(placed.height for placed in self.boards)

    @cached_property
    def has_stock(self) -> bool:
        """Whether there are cards to be dealt."""
        return any(isinstance(field, Cards) for field in fields(self.game.state).values()) and self.game.has_chance

    def beside(self) -> Iterator[Block]:
        """The blocks: on the left the board, or else what has no place beside it; on the right the rest."""
        sizes = self.sizes
        rest = [name for name in ("middle", "tray") if name in sizes]
        left = 0.0
        if self.boards:
            yield Block("board", 0, 0, *self.board_size)
            left = self.board_size[0]
        elif rest:
            yield from stacked(rest, [sizes[name] for name in rest], 0, 0)
            left = self.main_width
        seats = [f"seat{seat}" for seat in range(self.seats)]
        right = [*seats, *rest] if self.boards else seats
        yield from stacked(right, [sizes.get(name, sizes["panel"]) for name in right], left, 0)

    @cached_property
    def tray_height(self) -> float:
        """The height of all buttons that there may be at once; secret moves are never offered beside open ones."""
        kinds = self.game.moves.all if self.game.moves else []
        heights = [
            sum(map(self.kind_height, (kind for kind in kinds if kind.secret is hides))) for hides in (True, False)
        ]
        return max(heights) + INSET if any(heights) else 0.0

    @property
    def has_buttons(self) -> bool:
        """Whether there are moves that are not made of cells and cards alone."""
        kinds = self.game.moves.all if self.game.moves else []
        named = self.game.moves.named if self.game.moves else ()
        lying = (kind.parts and all(isinstance(part, Board | Deck) for part in kind.parts) for kind in kinds)
        return any(kind.name in named for kind in kinds) or not all(lying)

    def kind_height(self, kind: Any) -> float:
        """The height of the buttons of a kind of moves."""
        named = BUTTON_ROW if not kind.parts or kind.name in self.game.moves.named else 0.0
        return named + sum((self.part_height(part) for part in kind.parts), 0.0)

    def part_height(self, part: Any) -> float:
        """The height of the buttons for a part of a move; cards that lie nowhere have their place in the middle."""
        if isinstance(part, Board) or (isinstance(part, Deck) and self.has_stock):
            return 0.0
        if isinstance(part, Deck):
            return CARD_ROW
        lines: int = math.ceil(part.size / self.in_a_row(button_step(self.game, part)))
        return lines * BUTTON_ROW

    def in_a_row(self, step: float) -> int:
        """How many things stand side by side in the tray."""
        return max(1, int((self.main_width - INSET) // step))

    def board(self, board: Board) -> Placed:
        """A board in the picture."""
        return next(placed for placed in self.boards if placed.board is board)

    def at(self, board: Board, cell: int) -> Point:
        """The middle of a cell in the picture."""
        return self.board(board).at(cell)

    def point(self, board: Board, x: float, y: float) -> Point:
        """A place on a board or at its rim, in the measure of its ``points``."""
        return self.board(board).point(x, y)

    def text(self, size: float) -> float:
        """How much a text must be scaled to have a size."""
        return text_scale(size, self.width)

    @cached_property
    def is_square(self) -> bool:
        """Whether the board can be turned by quarters."""
        width, height = self.board_size
        return abs(width - height) < EVEN

    @cached_property
    def turns(self) -> tuple[int, ...]:
        """How far the board can be turned."""
        if not self.boards:
            return (0,)
        return QUARTERS if self.is_square else (0, HALF)

    def layouts(self, faces: bool) -> tuple[Layout, ...]:
        """Beside each other and below each other, with the board turned; the turned round one first if it ``faces``."""
        turns = sorted(self.turns, key=lambda turn: turn != HALF) if faces else self.turns
        return tuple(made for turn in turns for made in (self.wide(turn), self.tall(turn)))

    def wide(self, turn: int) -> Layout:
        """As in the picture; a board that is turned by a quarter is as wide as it is high."""
        areas = [area(block, block.x, block.y) for block in self.blocks.values()]
        return Layout(self.width, self.depth, tuple(areas), turn)

    def tall(self, turn: int) -> Layout:
        """The board above, then what is touched, then the panels by twos, then the middle."""
        first = self.blocks.get("board") or next(iter(self.blocks.values()))
        width = max(first.width, NARROW)
        areas = [area(first, (width - first.width) / 2, 0)]
        depth = first.height
        rest = [block for block in self.blocks.values() if block is not first]
        singles = sorted((block for block in rest if not is_seat(block)), key=lambda block: block.name != "tray")
        for block in singles:
            areas.append(area(block, (width - block.width) / 2, depth))
            depth += block.height
        most = 1.0 if self.rows else SMALL_PANEL
        below = list(two_by_two([block for block in rest if is_seat(block)], width, depth, most))
        bottom = max((found.to_y + found.height * found.scale for found in below), default=depth)
        return Layout(width, bottom, (*areas, *below), turn)


def panel_width(shown: Sequence[Field], has_buttons: bool) -> float:
    """How wide panels are for what stands in them."""
    own = [field for field in shown if is_per_seat(field)]
    if any(isinstance(field, Kept) for field in own):
        return BROAD
    return PANEL if shown or has_buttons else BARE


def is_seat(block: Block) -> bool:
    """Whether a block is a seat's panel."""
    return block.name.startswith("seat")


def area(block: Block, x: float, y: float, scale: float = 1.0) -> Area:
    """A block where a layout puts it; the board is turned."""
    return Area(block.x, block.y, block.width, block.height, x, y, scale, turned=block.name == "board")


def two_by_two(blocks: Sequence[Block], width: float, top: float, most: float) -> Iterator[Area]:
    """Panels in two columns, as large as there is room, and no larger than ``most``."""
    for number, block in enumerate(blocks):
        scale = min(most, width / 2 / block.width)
        row, column = divmod(number, 2)
        left = width / 2 + (column - 1) * block.width * scale
        yield area(block, left, top + row * block.height * scale, scale)


def stacked(names: Sequence[str], sizes: Sequence[tuple[float, float]], left: float, top: float) -> Iterator[Block]:
    """Blocks below each other."""
    for name, (width, height) in zip(names, sizes, strict=True):
        yield Block(name, left, top, width, height)
        top += height


def rows(declared: Sequence[tuple[str, Field]], top: float, width: float) -> list[PanelRow]:
    """Fields below each other in a panel."""
    found: list[PanelRow] = []
    for name, field in declared:
        height = row_height(field, width)
        found.append(PanelRow(name, field, top, height))
        top += height
    return found


def row_height(field: Field, width: float) -> float:
    """How high a field is in a panel."""
    if isinstance(field, Counter):
        return LINE
    if isinstance(field, Cards):
        return CARD_ROW
    return math.ceil(field.shape[-1] / dice_in_a_row(width)) * DIE + FOOT / 2


def dice_in_a_row(width: float) -> int:
    """How many dice stand side by side."""
    return int((width - INSET) // DIE)


def end(found: Sequence[PanelRow], top: float) -> float:
    """The height of a panel with some rows."""
    return (found[-1].top + found[-1].height if found else top) + FOOT


def button_step(game: Any, part: Any) -> float:
    """How far buttons for a part of a move are apart, by the longest of their texts."""
    texts = part.names if isinstance(part, Range) else [said(game, part.key, name) for name in part.names]
    return step_for(max(map(length, texts)))


def step_for(letters: int) -> float:
    """How far buttons are apart whose longest text has so many letters."""
    return BUTTON if letters <= SHORT else WIDE if letters <= LONG else WIDER


@cache
def table_of(game: Any, seats: int) -> Tabletop:
    """Where things lie in the pictures of a game."""
    return Tabletop(game, seats)
