"""Pictures of what lies on the table, as they follow from the declared fields of a record."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from functools import cache
from typing import Any

from tablier.core.boards import Point, line_name
from tablier.core.contract import RUNNING
from tablier.core.kit import telling, trays
from tablier.core.kit.boards import OFF, Board, Rhombus, Squares
from tablier.core.kit.equipment import HIDDEN, Cards, Counter, Dice, Pieces, Place, kind_of_piece, owner
from tablier.core.kit.geometry import (
    CARD,
    CARD_SIZE,
    DIE,
    HALF_CELL,
    HEAD,
    INSET,
    LINE,
    RIM,
    STRIP,
    Block,
    PanelRow,
    Placed,
    Tabletop,
    dice_in_a_row,
    table_of,
)
from tablier.core.kit.naming import said
from tablier.core.records import fields
from tablier.core.scene import Group, Part, Scene, Thing, bytes_of
from tablier.core.words import Word, seat_word, word

NAME_SIZE, PLAIN, LARGE = 13.0, 16.0, 18.0  # sizes of text
SMALLER = 0.85  # times as large are names in cells
SEAT_SCALE = 0.5  # of the sign beside a seat's name
NAMED_BELOW = {"hexagon": 25.0, "point": 33.0, "space": 19.0}  # how far the name of a cell stands below its middle
LIFT = {"hexagon": 5.0, "space": 4.0}  # how far pieces stand above the middle, clear of the name


def scene(game: Any, options: Any, state: Any, seat: int) -> Scene:
    """The board with its pieces, and what each seat has beside it."""
    table = table_of(game, int(options.seats))
    looker = seat if game.hidden else None  # otherwise everybody sees the same
    groups = table.groups((bytes_of(state), looker), contents, table, options, state, seat)
    label = word("core.common.scene.label", game=word(f"{game.key}.name"))
    faces = game.looks.facing and table.seats == 2 and seat == 1
    return Scene(game.key, table.width, table.height, ground(table), groups, label, arranged(table, faces))


@cache
def arranged(table: Tabletop, faces: bool) -> Sequence[Any]:
    """How a page may arrange it."""
    return table.layouts(faces)


# What stays


@cache
def ground(table: Tabletop) -> Group:
    """All that stays: the boards with the names of their cells."""
    boards = [part for number, placed in enumerate(table.boards) for part in board_parts(table, number, placed)]
    return Group(*boards, *backgrounds(table))


def backgrounds(table: Tabletop) -> Iterator[Part]:
    """What lies under what is common to all."""
    if "middle" in table.blocks:
        yield Part("middle", "middle", *middle(table.blocks["middle"]))


def middle(block: Block) -> Point:
    """The middle of a block."""
    return Point(block.x + block.width / 2, block.y + block.height / 2)


def board_parts(table: Tabletop, number: int, placed: Placed) -> Iterator[Part]:
    """A board, its cells and their names."""
    x, y = placed.left + placed.width / 2, placed.top + placed.height / 2
    yield Part(f"board{number}", f"board{number}", x, y, style="turns")
    for cell, name in enumerate(placed.board.names):
        symbol = f"{placed.board.shape}-{tone(placed.board, cell)}"
        yield Part(telling.cell_id(table.game, placed.board, cell), symbol, *placed.at(cell), label=cell_word(name))
    yield from names(table, number, placed)


def tone(board: Board, cell: int) -> str:
    """Which of two tones a cell has."""
    row, column = board.places[cell]
    return "b" if board.shape == "space" or (board.shape == "square" and (row + column) % 2 == 0) else "a"


def cell_word(name: str) -> Word:
    """How a cell is called aloud."""
    return word("core.common.scene.cell", cell=name)


def names(table: Tabletop, number: int, placed: Placed) -> Iterator[Part]:
    """The names of rows and columns at the rim, or those of cells in them."""
    board, scale = placed.board, table.text(NAME_SIZE)
    if isinstance(board, Squares | Rhombus):
        for text, (x, y) in rim(board, placed):
            yield Part(f"name{number}.{text}", "", x, y, scale=scale, style="kit-name kit-told", text=text)
        return
    for cell, name in enumerate(board.names):
        x, y = placed.at(cell)
        depth = NAMED_BELOW[board.shape]
        style = "quiet kit-told kit-halo" if board.shape == "point" else "quiet kit-told"
        yield Part(f"name{number}.{name}", "", x, y, down=depth, scale=scale * SMALLER, style=style, text=name)


def rim(board: Squares | Rhombus, placed: Placed) -> Iterator[tuple[str, Point]]:
    """The letters of columns below, the numbers of rows on the left."""
    away = HALF_CELL + RIM / 2
    for column, cell in enumerate(board.rows[0]):
        x, y = placed.at(int(cell))
        yield line_name(column), Point(x - (away / 2 if isinstance(board, Rhombus) else 0), y + away)
    for row, cell in enumerate(board.columns[0]):
        x, y = placed.at(int(cell))
        yield str(row + 1), Point(x - away, y)


# What changes


def contents(table: Tabletop, options: Any, state: Any, seat: int) -> list[Thing]:
    """What lies on the table, from back to front."""
    more = tuple(table.game.view.besides(options, state, seat, table))
    found = [
        *([(added, more)] if more else []),
        *panels(table, state),
        *pieces_on(table, state),
        *pointers(table, state),
        *commons(table, state),
    ]
    buttons = trays.things(table, options, state, seat, shown_cards(table, state))
    return [*found, *buttons, status(table, options, state)]


def added(table: Tabletop, parts: Sequence[Part]) -> Group:
    """What a game's own view has besides."""
    return Group(*parts)


def shown_cards(table: Tabletop, state: Any) -> frozenset[str]:
    """The cards that are seen somewhere."""
    rows = [row for row in (*table.rows, *table.common) if isinstance(row.field, Cards)]
    seen = ((row.field, number) for row in rows for number in getattr(state, row.name).ravel().tolist())
    return frozenset(field.deck.names[number - 1] for field, number in seen if number > 0)  # type: ignore[attr-defined]


def pieces_on(table: Tabletop, state: Any) -> Iterator[Thing]:
    """All pieces, board by board and cell by cell."""
    for name in table.game.boards:
        for cell, number in enumerate(getattr(state, name).tolist()):
            if number:
                yield piece, name, cell, number


def piece(table: Tabletop, name: str, cell: int, number: int) -> Group:
    """A piece on a cell."""
    field = table.game.boards[name]
    kind, seat = piece_kind(field, number), owner(number)
    place, called = table.board(field.board).at(cell), said(table.game, "piece", kind)
    where: dict[str, Any] = {"piece": called, "cell": field.board.names[cell]}
    label = word("core.common.scene.neutral", **where)
    if seat >= 0:
        label = word("core.common.scene.piece", seat=seat_word(table.key, seat), **where)
    return Group(
        Part(
            telling.piece_id(table.game, name, cell, number),
            f"piece-{kind}",
            *place,
            down=-LIFT.get(field.board.shape, 0.0),
            style="" if seat >= 0 else "kit-neutral",
            label=label,
            seat=seat if seat >= 0 else None,
        )
    )


def piece_kind(field: Pieces, number: int) -> str:
    """The name of a piece's kind."""
    return field.neutral[-number - 1] if number < 0 else field.kinds[kind_of_piece(number)]


def pointers(table: Tabletop, state: Any) -> Iterator[Thing]:
    """The cells that are pointed out."""
    for name, field in fields(table.game.state).items():
        if isinstance(field, Place) and int(getattr(state, name)) != OFF:
            yield pointer, name, int(getattr(state, name))


def pointer(table: Tabletop, name: str, cell: int) -> Group:
    """A cell that is pointed out."""
    board = fields(table.game.state)[name].board  # type: ignore[attr-defined]
    called = said(table.game, "field", name)
    label = word("core.common.scene.count", what=called, count=board.names[cell])
    return Group(Part(f"pointer.{name}", "pointer", *table.board(board).at(cell), style="kit-told", label=label))


# Panels


def panels(table: Tabletop, state: Any) -> Iterator[Thing]:
    """For every seat its panel, its numbers, its dice and its cards."""
    for seat in range(table.seats):
        has_turn = bool(state.reason == RUNNING and state.turn == seat)
        yield panel, seat, has_turn, bool(int(state.winners) >> seat & 1 and state.reason != RUNNING)
        for index, row in enumerate(table.rows):
            yield row_thing(row, index, seat, getattr(state, row.name)[seat])


def row_thing(row: PanelRow, index: int, seat: int | None, value: Any) -> Thing:
    """A field in a panel with what it holds."""
    held = tuple(value.tolist()) if row.field.shape[-1:] and not isinstance(row.field, Counter) else int(value)
    return field_row, index, seat, held


def panel(table: Tabletop, seat: int, has_turn: bool, has_won: bool) -> Group:
    """The panel of a seat: its sign, its name, and whether it has the turn."""
    block = table.blocks[f"seat{seat}"]
    label = word("core.common.scene.turn" if has_turn else "core.common.scene.seat", seat=seat_word(table.key, seat))
    symbol, y = "panel-now" if has_turn else "panel", block.y + HEAD / 2 + 3
    name = seat_word(table.key, seat)
    text: dict[str, Any] = {"scale": table.text(LARGE), "style": "kit-start kit-bold", "text": name}
    sign = Part(f"sign.seat{seat}", seat_symbol(table), block.x + INSET + 12, y, scale=SEAT_SCALE, seat=seat)
    title = Part(f"name.seat{seat}", "", block.x + INSET + 32, y, **text)
    parts = [Part(f"panel{seat}", symbol, *middle(block), label=label), sign, title]
    if has_won:
        parts.append(Part(f"won.seat{seat}", "crown", block.x + block.width - INSET - 12, y))
    return Group(*parts)


def seat_symbol(table: Tabletop) -> str:
    """What shows the colour of a seat: its plain piece, or a disc."""
    field = next(iter(table.game.boards.values()), None)
    return f"piece-{field.kinds[0]}" if field else "disc"


def commons(table: Tabletop, state: Any) -> Iterator[Thing]:
    """Numbers, dice and cards in the middle, and those that are still to be dealt."""
    for index, row in enumerate(table.common):
        yield row_thing(row, index, None, getattr(state, row.name))
    if table.has_stock:
        yield stock, left_to_deal(table, state)


def left_to_deal(table: Tabletop, state: Any) -> int:
    """How many cards of the first deck lie nowhere."""
    held = [(name, field) for name, field in fields(table.game.state).items() if isinstance(field, Cards)]
    deck = held[0][1].deck
    lying = sum(int((getattr(state, name) != 0).sum()) for name, field in held if field.deck is deck)
    return deck.size - lying


def stock(table: Tabletop, count: int) -> Group:
    """The cards that are still to be dealt, face down."""
    label = word("core.common.scene.stock", count=count)
    place = trays.stock_place(table)
    return Group(Part("stock", "card-hidden", *place, label=label)) if count > 0 else Group()


def field_row(table: Tabletop, index: int, seat: int | None, held: Any) -> Group:
    """A field in the panel of a seat, or in the middle."""
    row = table.common[index] if seat is None else table.rows[index]
    block = table.blocks["middle" if seat is None else f"seat{seat}"]
    draw = counted if isinstance(row.field, Counter) else thrown if isinstance(row.field, Dice) else dealt
    return Group(*draw(table, row, block, seat, held))


def counted(table: Tabletop, row: PanelRow, block: Block, seat: int | None, count: int) -> Iterator[Part]:
    """A number with what it counts."""
    name, y = owned(row.name, seat), block.y + row.top + LINE / 2
    what = said(table.game, "field", row.name)
    label = word("core.common.scene.count", what=what, count=count)
    yield Part(
        f"what.{name}", "", block.x + INSET, y, scale=table.text(PLAIN), style="quiet kit-start", text=what, label=label
    )
    place = block.x + block.width - INSET
    yield Part(f"count.{name}", "", place, y, scale=table.text(LARGE), style="kit-end kit-bold", text=str(count))


def owned(name: str, seat: int | None) -> str:
    """The name of a field, with its seat if it belongs to one."""
    return name if seat is None else f"{name}.{seat}"


def thrown(table: Tabletop, row: PanelRow, block: Block, seat: int | None, dice: Sequence[int]) -> Iterator[Part]:
    """The dice that are there; what is hidden looks so."""
    across = dice_in_a_row(block.width)
    for place, face in enumerate(dice):
        if face:
            line, column = divmod(place, across)
            x, y = block.x + INSET + DIE * (column + 0.4), block.y + row.top + DIE * (line + 0.5)
            symbol = "die-hidden" if face == HIDDEN else f"die-{face}"
            label = word("core.common.scene.die_hidden") if face == HIDDEN else word("core.common.scene.die", face=face)
            yield Part(f"die.{owned(row.name, seat)}.{place}", symbol, x, y, label=label)


def dealt(table: Tabletop, row: PanelRow, block: Block, seat: int | None, cards: Sequence[int]) -> Iterator[Part]:
    """The cards that are there, from left to right, over each other if there are many."""
    there = [(place, card) for place, card in enumerate(cards) if card]
    room = block.width - 2 * INSET - CARD_SIZE
    step = min(CARD, room / max(1, len(there) - 1))
    y = block.y + row.top + row.height / 2
    for number, (place, card) in enumerate(there):
        x = block.x + INSET + CARD_SIZE / 2 + number * step
        yield card_part(table, row, seat, place, card, x, y)


def card_part(table: Tabletop, row: PanelRow, seat: int | None, place: int, card: int, x: float, y: float) -> Part:
    """A card, or the back of one."""
    if card == HIDDEN:
        label = word("core.common.scene.card_hidden")
        return Part(f"back.{owned(row.name, seat)}.{place}", "card-hidden", x, y, label=label)
    deck = row.field.deck  # type: ignore[attr-defined]
    return Part(f"card.{deck.names[card - 1]}", f"card-{card}", x, y, label=telling.card_word(table.game, deck, card))


# The line below


def status(table: Tabletop, options: Any, state: Any) -> Thing:
    """A line that says whose turn it is, or how it ended."""
    if state.reason == RUNNING:
        return line, "turn", int(state.turn), 0
    return line, "end", int(state.winners), int(state.reason)


def line(table: Tabletop, kind: str, number: int, reason: int) -> Group:
    """The line."""
    text = word("core.common.scene.turn", seat=seat_word(table.key, number))
    if kind == "end":
        text = telling.ended(table.game, table.seats, number, reason)
    place = table.width / 2, table.depth + STRIP / 2
    return Group(Part("status", "", *place, scale=table.text(LARGE), text=text))
