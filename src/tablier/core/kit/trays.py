"""The tray: buttons for what moves are made of and lies nowhere on the table, such as numbers, names and passes."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import Any

import numpy as np

from tablier.core.boards import Point
from tablier.core.contract import CHANCE, RUNNING
from tablier.core.kit import telling
from tablier.core.kit.boards import Board
from tablier.core.kit.equipment import Deck
from tablier.core.kit.geometry import (
    BUTTON,
    BUTTON_ROW,
    CARD_ROW,
    CARD_SIZE,
    INSET,
    SMALL_CARD,
    WIDE,
    WIDER,
    Tabletop,
    button_step,
    step_for,
)
from tablier.core.kit.moves import Among, Kind
from tablier.core.kit.naming import length, spoken
from tablier.core.records import remembered
from tablier.core.scene import Group, Part, Thing
from tablier.core.words import Word, word

DICE = ("face", "die")
"""Numbers that are called so are shown as faces of a die."""
FACES = 6
BUTTONS = {BUTTON: "button", WIDE: "button-wide", WIDER: "button-wider"}
LEGAL_KEPT = 64
Card = tuple[Deck, int]
"""A card: its deck, and its number there."""


@remembered(LEGAL_KEPT)
def legal(game: Any, options: Any, state: Any) -> tuple[int, ...]:
    """The legal moves of whoever decides, as the rules say in plain Python; none where the record does not tell."""
    moves = np.zeros(game.rules.MOST_MOVES + 1, dtype=np.int16)
    try:
        count = game.rules.legal_moves(options, state, moves)
    except (IndexError, ValueError, OverflowError, ZeroDivisionError):
        return ()
    return tuple(map(int, moves[:count]))


def things(table: Tabletop, options: Any, state: Any, seat: int, seen: frozenset[str]) -> list[Thing]:
    """What is touched for the legal moves of whoever decides, if the one who looks can know them."""
    if state.reason != RUNNING or not (table.tray_height or table.has_stock):
        return []
    actor = game_actor(table, options, state)
    if actor not in (CHANCE, seat) and table.game.hidden:
        return []
    moves = [table.game.moves.read(move) for move in legal(table.game, options, state)]
    dealt = tuple(dict.fromkeys(card for card in cards(moves) if name_of(card) not in seen))
    return [*buttons(table, moves), *([(spread, dealt, actor == CHANCE)] if dealt else [])]


def stock_place(table: Tabletop) -> Point:
    """Where cards lie that are still to be dealt."""
    block = table.blocks["middle"]
    return Point(block.x + INSET + CARD_SIZE / 2, block.y + block.height - CARD_ROW / 2)


def game_actor(table: Tabletop, options: Any, state: Any) -> int:
    """Who decides."""
    return int(table.game.rules.actor(options, state))


def buttons(table: Tabletop, moves: Sequence[tuple[Kind, Sequence[int]]]) -> Iterator[Thing]:
    """The buttons of all moves, kind by kind and part by part, one row below the other."""
    kinds = list(dict.fromkeys(kind for kind, _ in moves))
    top = 0.0
    for kind in kinds:
        values = [parts for found, parts in moves if found is kind]
        number = table.game.moves.all.index(kind)
        if not kind.parts or kind.name in table.game.moves.named:
            yield named_button, number, top
            top += BUTTON_ROW
        for place, part in enumerate(kind.parts):
            if not isinstance(part, Board | Deck):
                chosen = tuple(sorted({parts[place] for parts in values}))
                yield row, number, place, chosen, top
                top += -(-len(chosen) // table.in_a_row(button_step(table.game, part))) * BUTTON_ROW


def named_button(table: Tabletop, kind: int, top: float) -> Group:
    """The button of a kind of moves."""
    found = table.game.moves.all[kind]
    block = table.blocks["tray"]
    x, y = block.x + block.width / 2, block.y + INSET / 2 + top + BUTTON_ROW / 2
    text = telling.kind_word(table.game, found)
    return Group(button(f"kind.{found.name}", text, x, y, max(WIDE, step_for(length(text)))))


def row(table: Tabletop, kind: int, place: int, chosen: Sequence[int], top: float) -> Group:
    """The buttons for one part of a kind of moves."""
    found = table.game.moves.all[kind]
    part = found.parts[place]
    step, block = button_step(table.game, part), table.blocks["tray"]
    parts = []
    across = min(len(chosen), table.in_a_row(step))
    for number, value in enumerate(chosen):
        line, column = divmod(number, across)
        x = block.x + block.width / 2 + step * (column - (across - 1) / 2)
        y = block.y + INSET / 2 + top + BUTTON_ROW * (line + 0.5)
        name, text = telling.touch(table.game, part, found, place, value), telling.part_word(table.game, part, value)
        if getattr(part, "key", "") in DICE and 1 <= value <= FACES and not isinstance(part, Among):
            parts.append(Part(name, f"die-{value}", x, y, label=word("core.common.scene.die", face=value)))
        else:
            parts.append(button(name, text, x, y, step))
    return Group(*parts)


def button(name: str, text: Word | str, x: float, y: float, step: float) -> Part:
    """A button with its text, as wide as its step allows."""
    return Part(name, BUTTONS[step], x, y, text=text, label=spoken(text))


def cards(moves: Sequence[tuple[Kind, Sequence[int]]]) -> Iterator[Card]:
    """The cards of moves."""
    for kind, values in moves:
        for part, value in zip(kind.parts, values, strict=True):
            if isinstance(part, Deck):
                yield part, value


def name_of(card: Card) -> str:
    """The name of a card."""
    return card[0].names[card[1] - 1]


def spread(table: Tabletop, dealt: Sequence[Card], stacked: bool) -> Group:
    """Cards that lie nowhere yet: in a stack, face down, if they are dealt; in a row if a seat chooses among them."""
    block = table.blocks["middle"] if table.has_stock else table.blocks["tray"]
    room = block.width - 2 * INSET - CARD_SIZE
    step = 0.0 if stacked else min(BUTTON, room / max(1, len(dealt) - 1))
    left, y = block.x + INSET + CARD_SIZE / 2, block.y + block.height - CARD_ROW / 2
    return Group(*(loose(table, card, left + step * place, y, stacked) for place, card in enumerate(dealt)))


def loose(table: Tabletop, card: Card, x: float, y: float, stacked: bool) -> Part:
    """A card that lies nowhere yet."""
    symbol, scale = ("card-hidden", 1.0) if stacked else (f"card-{card[1]}", SMALL_CARD)
    return Part(f"card.{name_of(card)}", symbol, x, y, scale=scale, label=telling.card_word(table.game, *card))
