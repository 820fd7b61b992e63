"""Positions set up by hand, as it follows from the declared fields of a record.

Pieces are put on cells, cells are pointed out, numbers go up and down, dice and cards are laid down and taken away.
Plain fields stay as they are, and what follows from the rest is left to the rule ``follow``.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from typing import Any

from tablier.core.kit import telling
from tablier.core.kit.boards import Board
from tablier.core.kit.equipment import Cards, Counter, Dice, Kept, Pieces, Place
from tablier.core.kit.naming import said
from tablier.core.kit.positions import is_per_seat, own
from tablier.core.tools import CLEAR, COUNTS, ERASE, MARKS, Position, Tool
from tablier.core.words import Word, seat_word, word

UP, DOWN, LESS, POINT = "up", "down", "less", "point"


# Tools


def tools(game: Any, options: Any, position: Mapping[str, Any]) -> Sequence[Tool]:
    """The pieces of every seat, and more or less of what is counted."""
    seats = int(options.seats)
    found: list[Tool] = []
    for name, field in own(game).items():
        if isinstance(field, Pieces):
            found += piece_tools(game, name, field, seats)
        elif isinstance(field, Place):
            found.append(pointing_tool(game, name))
        elif isinstance(field, Cards):
            found += card_tools(game, name, field, position)
        elif isinstance(field, Counter) and not field.follows:
            found += [tool for seat in rows(field, seats) for tool in counting(game, name, field, seat, position)]
        elif isinstance(field, Dice):
            found += [tool for seat in rows(field, seats) for tool in dice_tools(game, name, field, seat, position)]
    return found


def rows(field: Any, seats: int) -> Sequence[int | None]:
    """The seats that have a row of a field; None for a field of nobody."""
    return range(seats) if is_per_seat(field) else (None,)


def piece_tools(game: Any, name: str, field: Pieces, seats: int) -> Iterator[Tool]:
    """Every kind of piece of every seat, and those of nobody."""
    for seat in range(seats):
        for kind in field.kinds:
            label = word("core.common.tool.piece", seat=seat_word(game.key, seat), piece=said(game, "piece", kind))
            yield Tool(f"{name}.{kind}.{seat}", label, f"piece-{kind}", f"seat{seat}", seat=seat)
    for kind in field.neutral:
        label = word("core.common.tool.neutral", piece=said(game, "piece", kind))
        yield Tool(f"{name}.{kind}", label, f"piece-{kind}", "kit-neutral")


def pointing_tool(game: Any, name: str) -> Tool:
    """What points a cell out."""
    label = word("core.common.tool.point", what=said(game, "field", name))
    return Tool(f"{name}.{POINT}", label, "pointer", group=MARKS)


def card_tools(game: Any, name: str, field: Cards, position: Mapping[str, Any]) -> Iterator[Tool]:
    """Every card that lies nowhere, to be laid where there is room."""
    if not slots(name, field, position):
        return
    lying = {card for other, cards in own(game).items() if isinstance(cards, Cards) for card in flat(position[other])}
    for number, card in enumerate(field.deck.names, 1):
        if card not in lying:
            told = word(
                "core.common.tool.card",
                what=said(game, "field", name),
                card=telling.card_word(game, field.deck, number),
            )
            yield Tool(f"{name}.{card}", told, f"card-{number}")


def flat(cards: Sequence[Any]) -> Iterator[Any]:
    """The cards of one row, or of all."""
    for card in cards:
        yield from flat(card) if isinstance(card, list) else (card,)


def slots(name: str, field: Cards, position: Mapping[str, Any]) -> list[str]:
    """Where cards of a field can be laid: the panels of seats that have room for one more, or the middle."""
    if not is_per_seat(field):
        return ["middle"] if 0 in position[name] else []
    return [f"panel{seat}" for seat, row in enumerate(position[name]) if 0 in row]


def counting(game: Any, name: str, field: Counter, seat: int | None, position: Mapping[str, Any]) -> Iterator[Tool]:
    """One more and one less, as far as a number goes."""
    count = position[name] if seat is None else position[name][seat]
    for way, goes in ((UP, count < field.high), (DOWN, count > field.low)):
        if goes:
            yield Tool(key(name, seat, way), counted(game, name, seat, way, count), group=COUNTS, at_once=True)


def dice_tools(game: Any, name: str, field: Dice, seat: int | None, position: Mapping[str, Any]) -> Iterator[Tool]:
    """A die of every face while there is room, and one less while there is a die."""
    dice = position[name] if seat is None else position[name][seat]
    there = sum(die != 0 for die in dice)
    for face in range(1, field.faces + 1) if there < len(dice) else ():
        label = counted(game, name, seat, UP, face)
        yield Tool(key(name, seat, str(face)), label, f"die-{face}", group=COUNTS, at_once=True)
    if there:
        yield Tool(key(name, seat, LESS), counted(game, name, seat, DOWN, there), group=COUNTS, at_once=True)


def key(name: str, seat: int | None, way: str) -> str:
    """The key of a tool that changes a field."""
    return f"{name}.{way}" if seat is None else f"{name}.{seat}.{way}"


def counted(game: Any, name: str, seat: int | None, way: str, count: int) -> Word:
    """How a tool is called that changes a number."""
    what = said(game, "field", name)
    if seat is None:
        return word(f"core.common.tool.{way}", what=what, count=count)
    return word(f"core.common.tool.{way}_seat", seat=seat_word(game.key, seat), what=what, count=count)


# Using them


def targets(game: Any, options: Any, position: Mapping[str, Any], tool: str) -> Sequence[str]:
    """All cells; to erase, those on which something stands."""
    known = own(game)
    if tool == ERASE:
        boards = [(name, field.board) for name, field in known.items() if isinstance(field, Pieces)]
        cards = [card for name, field in known.items() if isinstance(field, Cards) for card in flat(position[name])]
        standing = [cell(game, board, at) for name, board in boards for at in position[name]]
        return list(dict.fromkeys([*standing, *(f"card.{card}" for card in cards if card)]))
    name = tool.partition(".")[0]
    field = known[name]
    if isinstance(field, Cards):
        return slots(name, field, position)
    board = field.board if isinstance(field, Pieces | Place) else None
    return [cell(game, board, at) for at in board.names] if board else []


def cell(game: Any, board: Board, name: str) -> str:
    """The id of a cell."""
    return telling.cell_id(game, board, board.numbers[name])


def edit(game: Any, options: Any, position: Position, tool: str, target: str) -> None:
    """Put a piece or a card down, or count up or down."""
    known, at = own(game), target.partition(".")[2]
    if tool == CLEAR:
        clear(known, position)
    elif tool == ERASE:
        erase(game, known, position, target)
    elif isinstance(known[tool.partition(".")[0]], Cards):
        deal(position, tool, target)
    else:
        name, *rest = tool.split(".")
        change(known[name], position, name, rest, at)


def deal(position: Position, tool: str, target: str) -> None:
    """Lay a card on the first free place of a row."""
    name, _, card = tool.partition(".")
    row = position[name] if target == "middle" else position[name][int(target.removeprefix("panel"))]
    row[row.index(0)] = card


def clear(known: Mapping[str, Any], position: Position) -> None:
    """Take all off the boards, and all cards away."""
    for name, field in known.items():
        if isinstance(field, Pieces):
            position[name] = {}
        elif isinstance(field, Place):
            position[name] = None
        elif isinstance(field, Cards):
            position[name] = [[0] * len(row) if isinstance(row, list) else 0 for row in position[name]]


def erase(game: Any, known: Mapping[str, Any], position: Position, target: str) -> None:
    """Take away the uppermost piece on a cell, or a card; those behind it close up."""
    at = target.partition(".")[2]
    for name in (name for name, field in known.items() if isinstance(field, Cards) and target == f"card.{at}"):
        for row in position[name] if is_per_seat(known[name]) else [position[name]]:
            if at in row:
                row.remove(at)
                row.append(0)
    for name, field in reversed([*known.items()]):
        if isinstance(field, Pieces) and at in position[name] and cell(game, field.board, at) == target:
            del position[name][at]
            return


def change(field: Any, position: Position, name: str, rest: Sequence[str], at: str) -> None:
    """Use a tool of a field: the rest of its key is a piece, or a seat and what to do."""
    if isinstance(field, Pieces):
        position[name] = dict(sorted({**position[name], at: piece(field, rest)}.items(), key=order(field)))
    elif isinstance(field, Place):
        position[name] = None if position[name] == at else at
    elif isinstance(field, Counter):
        by = 1 if rest[-1] == UP else -1
        if len(rest) == 1:
            position[name] += by
        else:
            position[name][int(rest[0])] += by
    else:
        lay(position[name] if len(rest) == 1 else position[name][int(rest[0])], rest[-1])


def order(field: Pieces) -> Any:
    """How cells are ordered in a position."""
    return lambda item: field.board.numbers[item[0]]


def piece(field: Pieces, rest: Sequence[str]) -> Any:
    """A piece as positions spell it, from the rest of a tool's key: kind and seat, or a kind of nobody's."""
    if len(rest) == 1:
        return rest[0]
    return int(rest[1]) if len(field.kinds) == 1 and not field.neutral else ".".join(rest)


def lay(dice: list[Any], what: str) -> None:
    """Lay a die down on the first free place, or take the last one away."""
    if what == LESS:
        dice[max(place for place, die in enumerate(dice) if die != 0)] = 0
    else:
        dice[dice.index(0)] = int(what)


def tidy(game: Any, options: Any, position: Position) -> None:
    """Drop pieces and rows of seats that are not there, and fill in rows that are missing."""
    seats = int(options.seats)
    for name, field in own(game).items():
        if isinstance(field, Pieces):
            position[name] = {at: found for at, found in position[name].items() if is_there(found, seats)}
        elif is_per_seat(field):
            missing = [vacant(field) for _ in range(seats - len(position[name]))]
            position[name] = [*position[name][:seats], *missing]


def is_there(found: Any, seats: int) -> bool:
    """Whether a piece belongs to a seat that is there, or to nobody."""
    if isinstance(found, int):
        return found < seats
    seat = str(found).rpartition(".")[2]
    return not seat.isdigit() or int(seat) < seats


def vacant(field: Any) -> Any:
    """What a seat has at first."""
    return [0] * field.shape[-1] if isinstance(field, Kept) else field.low
