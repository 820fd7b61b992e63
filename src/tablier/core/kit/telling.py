"""Moves in touches and in words, as they follow from what they are made of."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from tablier.core.contract import CHANCE, RUNNING, UNSEEN
from tablier.core.kit.boards import Board
from tablier.core.kit.equipment import Deck
from tablier.core.kit.moves import Among, Kind, Part
from tablier.core.words import Word, is_said, seat_word, word

PLACES = ("first", "second", "third", "fourth")
"""How the parts of a move are called in words."""
SHAPES = {1: "place", 2: "pair", 3: "triple", 4: "fourfold"}


# Touches


def steps(game: Any, move: int) -> tuple[str, ...]:
    """What is touched for a move: its name where that is needed, then its parts."""
    kind, values = game.moves.read(move)
    touched = tuple(
        touch(part, kind, place, value) for place, (part, value) in enumerate(zip(kind.parts, values, strict=True))
    )
    return touched if touched and kind.name not in game.moves.named else (f"kind.{kind.name}", *touched)


def touch(part: Part, kind: Kind, place: int, value: int) -> str:
    """The id of what is touched for a part of a move."""
    name = part.names[value - part.low]
    if isinstance(part, Board):
        return f"cell.{name}"
    return f"card.{name}" if isinstance(part, Deck) else f"{kind.name}.{place}.{name}"


# Words


def called(game: Any, move: int) -> Word:
    """A move in a few words: by the game's own words ``move.KIND``, or by its parts."""
    kind, values = game.moves.read(move)
    args = {name: part_word(game, part, value) for name, part, value in zip(PLACES, kind.parts, values, strict=False)}
    own = f"{game.key}.move.{kind.name}"
    if is_said(own):
        return word(own, **args)
    if not args:
        return kind_word(game, kind)
    shape = "step" if len(args) == 2 and all(isinstance(part, Board) for part in kind.parts) else SHAPES[len(args)]
    return word(f"core.common.parts.{shape}", **args)


def kind_word(game: Any, kind: Kind) -> Word:
    """How a kind of moves is called."""
    return word(f"{game.key}.kind.{kind.name}")


def part_word(game: Any, part: Part, value: int) -> Word | str:
    """How a part of a move is called: things by their words, all else by name."""
    name = part.names[value - part.low]
    return word(f"{game.key}.{part.key}.{name}") if isinstance(part, Among) else name


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
    reason = word(f"{game.key}.reason.{game.rules.REASONS[int(after.reason) - 1]}")
    winners = [seat_word(game.key, seat) for seat in winning(options, after)]
    if len(winners) == int(options.seats):
        return word(f"{game.key}.story.drawn", reason=reason)
    if len(winners) == 1:
        return word(f"{game.key}.story.won", seat=winners[0], reason=reason)
    return word(f"{game.key}.story.shared", seats=winners, reason=reason)


def winning(options: Any, state: Any) -> Sequence[int]:
    """The seats that have won."""
    return [seat for seat in range(int(options.seats)) if int(state.winners) >> seat & 1]
