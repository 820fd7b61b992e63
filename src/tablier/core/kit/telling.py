"""Moves in touches and in words, as they follow from what they are made of."""

from __future__ import annotations

import re
from typing import Any

from tablier.core.contract import CHANCE, RUNNING, UNSEEN
from tablier.core.kit.boards import Board
from tablier.core.kit.equipment import Deck, kind_of_piece, owner
from tablier.core.kit.geometry import boards_of
from tablier.core.kit.moves import Among, Kind, MovePart
from tablier.core.kit.naming import said, spoken
from tablier.core.words import Word, is_said, seat_word, word

PLACES = ("first", "second", "third", "fourth")
"""How the parts of a move are called in words."""
FRENCH = re.compile(r"([cdhs])([2-9TJQKA])")
"""The names of French cards: suit and rank."""
SHAPES = {1: "place", 2: "pair", 3: "triple", 4: "fourfold"}


# Touches


def steps(game: Any, state: Any, move: int) -> tuple[str, ...]:
    """What is touched for a move: its name where that is needed, then its parts; a piece rather than its cell."""
    kind, values = game.moves.read(move)
    touched = tuple(
        standing(game, state, part, value) or touch(game, part, kind, place, value)
        for place, (part, value) in enumerate(zip(kind.parts, values, strict=True))
    )
    return touched if touched and kind.name not in game.moves.named else (f"kind.{kind.name}", *touched)


def touch(game: Any, part: MovePart, kind: Kind, place: int, value: int) -> str:
    """The id of what is touched for a part of a move."""
    if isinstance(part, Board):
        return cell_id(game, part, value)
    name = part.names[value - part.low]
    return f"card.{name}" if isinstance(part, Deck) else f"{kind.name}.{place}.{name}"


def cell_id(game: Any, board: Board, cell: int) -> str:
    """The id of a cell; of several boards, all but the first have their number in it."""
    number = boards_of(game).index(board)
    return f"cell{number + 1 if number else ''}.{board.names[cell]}"


def piece_id(game: Any, name: str, cell: int, number: int) -> str:
    """The id of a piece: what it is and where it stands, so that one that moves is seen to."""
    field = game.boards[name]
    kind = field.neutral[-number - 1] if number < 0 else f"{field.kinds[kind_of_piece(number)]}.{owner(number)}"
    return f"{name}.{kind}.{field.board.names[cell]}"


def standing(game: Any, state: Any, part: MovePart, cell: int) -> str | None:
    """The id of the piece that stands on a cell, if one does."""
    if not isinstance(part, Board):
        return None
    for name, field in reversed(game.boards.items()):
        number = int(getattr(state, name)[cell]) if field.board is part else 0
        if number:
            return piece_id(game, name, cell, number)
    return None


# Words


def called(game: Any, move: int) -> Word:
    """A move in a few words: by the game's own words ``move.KIND``, or by its parts."""
    kind, values = game.moves.read(move)
    args = {name: part_word(game, part, value) for name, part, value in zip(PLACES, kind.parts, values, strict=False)}
    own = f"{game.key}.move.{kind.name}"
    if is_said(own):
        return word(own, **args)
    if not args:
        return spoken(kind_word(game, kind))
    shape = "step" if len(args) == 2 and all(isinstance(part, Board) for part in kind.parts) else SHAPES[len(args)]
    told = word(f"core.common.parts.{shape}", **args)
    return word("core.common.parts.kind", kind=kind_word(game, kind), first=told) if is_alike(game, kind) else told


def is_alike(game: Any, kind: Kind) -> bool:
    """Whether moves of another kind have the same parts, so that a name must say the kind."""
    return bool(game.moves.is_ambiguous(kind))


def kind_word(game: Any, kind: Kind) -> Word | str:
    """How a kind of moves is called."""
    return said(game, "kind", kind.name)


def card_word(game: Any, deck: Deck, card: int) -> Word:
    """How a card is called aloud: French ones by rank and suit, others by their names."""
    name = deck.names[card - 1]
    found = FRENCH.fullmatch(name)
    if not found or is_said(f"{game.key}.card.{name}"):
        return spoken(said(game, "card", name))
    rank, suit = found[2], word(f"core.common.suit.{found[1]}")
    known = word(f"core.common.rank.{rank}") if is_said(f"core.common.rank.{rank}") else rank
    return word("core.common.scene.card", rank=known, suit=suit)


def part_word(game: Any, part: MovePart, value: int) -> Word | str:
    """How a part of a move is called: things by their words, all else by name."""
    name = part.names[value - part.low]
    if isinstance(part, Deck):
        return card_word(game, part, value)
    return said(game, part.key, name) if isinstance(part, Among) else name


def story(game: Any, options: Any, before: Any, move: int, after: Any) -> list[Word]:
    """Who made which move, and how it ended."""
    actor = game.rules.actor(options, before)
    told = [told_move(game, before, move, actor)]
    return told if after.reason == RUNNING else [*told, ending(game, options, after)]


def told_move(game: Any, before: Any, move: int, actor: int) -> Word:
    """Who made which move; of a secret one, that it was made."""
    seat = seat_word(game.key, int(before.turn) if actor == CHANCE else actor)
    if move == UNSEEN:
        return word(f"{game.key}.story.{'dealt' if actor == CHANCE else 'unseen'}", seat=seat)
    if actor == CHANCE and not game.moves.read(move)[0].secret:
        return word(f"{game.key}.story.chance", move=called(game, move))
    return word(f"{game.key}.story.move", seat=seat, move=called(game, move))


def ending(game: Any, options: Any, after: Any) -> Word:
    """Who won and why."""
    return ended(game, int(options.seats), int(after.winners), int(after.reason))


def ended(game: Any, seats: int, winners: int, reason: int) -> Word:
    """The same from the number of seats, a bit for each winner, and the reason."""
    why = word(f"{game.key}.reason.{game.rules.REASONS[reason - 1]}")
    known = [seat_word(game.key, seat) for seat in range(seats) if winners >> seat & 1]
    if len(known) == seats:
        return word(f"{game.key}.story.drawn", reason=why)
    if len(known) == 1:
        return word(f"{game.key}.story.won", seat=known[0], reason=why)
    return word(f"{game.key}.story.shared", seats=known, reason=why)
