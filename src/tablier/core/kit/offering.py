"""How legal moves are offered, what is asked at each step, why others are not there, and what is seen of them."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from functools import partial
from typing import Any

from tablier.core.contract import CHANCE, UNSEEN
from tablier.core.kit import telling
from tablier.core.kit.boards import Board
from tablier.core.kit.equipment import HIDDEN, Deck, Dice, owner, piece
from tablier.core.kit.geometry import table_of
from tablier.core.kit.moves import Among
from tablier.core.kit.pictures import LIFT, piece_kind
from tablier.core.kit.trays import legal
from tablier.core.records import fields
from tablier.core.scene import Choice, Part
from tablier.core.words import Word, is_said, word

# Moves as they are offered


def choices(game: Any, options: Any, state: Any, moves: Sequence[int]) -> list[Choice]:
    """A move looks as its code says, and as the pieces look that stand on its cells."""
    seat = int(game.rules.actor(options, state))
    table = table_of(game, int(options.seats))
    looks = [(move, seat, standing(game, state, move)) for move in moves]
    return table.choices(looks, moves, partial(choice, game, state, seat, int(options.seats)))


def standing(game: Any, state: Any, move: int) -> tuple[tuple[str, int], ...]:
    """What stands on the cells of a move: by field, the number of each piece."""
    kind, values = game.moves.read(move)
    cells = [(part, value) for part, value in zip(kind.parts, values, strict=True) if isinstance(part, Board)]
    return tuple(
        (name, int(getattr(state, name)[cell]))
        for part, cell in cells
        for name, field in game.boards.items()
        if field.board is part
    )


def choice(game: Any, state: Any, seat: int, seats: int, move: int) -> Choice:
    """A move as it is offered."""
    path = telling.steps(game, state, move)
    return Choice(path, telling.called(game, move), ghost(game, state, seat, seats, move), questions(game, state, move))


def ghost(game: Any, state: Any, seat: int, seats: int, move: int) -> list[Part]:
    """The piece where it would stand, if that follows from the parts of the move."""
    kind, values = game.moves.read(move)
    cells = [(part, value) for part, value in zip(kind.parts, values, strict=True) if isinstance(part, Board)]
    for name, field in game.boards.items():
        if cells and all(part is field.board for part, _ in cells) and len(cells) <= 2:
            number = int(getattr(state, name)[cells[0][1]])
            if len(cells) == 1:
                number = 0 if number or len(field.kinds) > 1 else piece(seat, 0)
            if number:
                return [shadow(game, name, number, cells[-1][1], seats)]
    return []


def shadow(game: Any, name: str, number: int, cell: int, seats: int) -> Part:
    """A piece where it would stand."""
    field, whose = game.boards[name], owner(number)
    place = table_of(game, seats).board(field.board).at(cell)
    style, seat = ("", whose) if whose >= 0 else ("kit-neutral", None)
    down = -LIFT.get(field.board.shape, 0.0)
    return Part("ghost.piece", f"piece-{piece_kind(field, number)}", *place, down=down, style=style, seat=seat)


# Questions


def questions(game: Any, state: Any, move: int) -> list[Word]:
    """What each step of a move answers."""
    kind, values = game.moves.read(move)
    found = [question(game, state, move, place) for place in range(len(values))]
    has_name = not values or kind.name in game.moves.named
    return [word(f"{game.key}.ask.move"), *found] if has_name else found


def question(game: Any, state: Any, move: int, place: int) -> Word:
    """What one part of a move answers: in the game's words ``ask.KIND.first`` …, or in common ones."""
    kind, values = game.moves.read(move)
    part, own = kind.parts[place], f"{game.key}.ask.{kind.name}.{telling.PLACES[place]}"
    if is_said(own):
        return word(own)
    if isinstance(part, Board):
        later = any(isinstance(before, Board) for before in kind.parts[:place])
        stands = telling.standing(game, state, part, values[place])
        return word(f"{game.key}.ask.{'to' if later else 'piece' if stands else 'cell'}")
    if isinstance(part, Deck):
        return word(f"{game.key}.ask.card")
    by_key = f"{game.key}.ask.{part.key}"
    return word(by_key if is_said(by_key) else f"{game.key}.ask.{'thing' if isinstance(part, Among) else 'number'}")


def asked(game: Any, options: Any, state: Any) -> tuple[Word, ...]:
    """The first question, if it is the same for all legal moves; else what to do."""
    first = {questions(game, state, move)[0] for move in legal(game, options, state)}
    return (first.pop(),) if len(first) == 1 else (word(f"{game.key}.ask.move"),)


# Reasons


def why(game: Any, options: Any, state: Any, begun: Sequence[str], part: str) -> Word:
    """Why something cannot be touched: whose piece it is, or that nothing legal leads there."""
    found = touched(game, state, part)
    if found is None:
        return word(f"{game.key}.why.none")
    if begun:
        return word(f"{game.key}.why.there")
    seat = int(game.rules.actor(options, state))
    return word(f"{game.key}.why.{obstacle(found, seat)}")


def obstacle(number: int, seat: int) -> str:
    """What stands against touching a cell on which a piece of some number stands, or nothing."""
    if number <= 0:
        return "neutral" if number else "empty"
    return "stuck" if owner(number) == seat else "theirs"


def touched(game: Any, state: Any, part: str) -> int | None:
    """The number on the cell that a part of the picture is or stands on; None if it is neither."""
    for name, field in game.boards.items():
        for cell, number in enumerate(getattr(state, name).tolist()):
            known = telling.piece_id(game, name, cell, number) if number else telling.cell_id(game, field.board, cell)
            if part in (known, telling.cell_id(game, field.board, cell)):
                return int(number)
    return None


# What is seen of a move


def marks(game: Any, options: Any, before: Any, move: int) -> list[str]:
    """The cells of a move, unless nobody may know it."""
    if move == UNSEEN:
        return []
    kind, values = game.moves.read(move)
    parts = zip(kind.parts, values, strict=True)
    return [telling.cell_id(game, part, value) for part, value in parts if isinstance(part, Board)]


def effects(game: Any, options: Any, before: Any, move: int, after: Any) -> Iterator[tuple[str, str]]:
    """Dice that were thrown, and pieces that were taken."""
    if game.rules.actor(options, before) == CHANCE:
        yield from (("roll", name) for name in rolled(game, before, after))
    for name in game.boards:
        yield from (("strike", gone) for gone in taken(game, name, before, after))


def rolled(game: Any, before: Any, after: Any) -> Iterator[str]:
    """The dice that show something new."""
    for name, field in fields(game.state).items():
        if isinstance(field, Dice):
            old, new = getattr(before, name).ravel().tolist(), getattr(after, name).ravel().tolist()
            across = field.shape[-1]
            for place, (was, now) in enumerate(zip(old, new, strict=True)):
                if was != now and now not in (0, HIDDEN):
                    owned = f"{name}.{place // across}" if len(field.shape) > 1 else name
                    yield f"die.{owned}.{place % across}"


def taken(game: Any, name: str, before: Any, after: Any) -> Iterator[str]:
    """The pieces of a board that went without another of their like coming anywhere."""
    pairs = list(enumerate(zip(getattr(before, name).tolist(), getattr(after, name).tolist(), strict=True)))
    come = {now for _, (was, now) in pairs if was != now}
    for cell, (was, now) in pairs:
        if was and was != now and was not in come:
            yield telling.piece_id(game, name, cell, was)
