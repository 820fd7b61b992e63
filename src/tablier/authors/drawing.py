"""Boards drawn in text, for tests: a position from a drawing, and a drawing of a position.

Rows stand from above, cells from the left, a letter each: ``.`` is empty; of one kind of pieces, ``X`` is seat 0's,
``O`` seat 1's, then ``A``, ``B`` …; of several kinds, the first letter of the kind, a capital for seat 0, a small one
for seat 1; neutral kinds are ``#``, ``*``, ``+``. Blanks, and ``- | / \\`` that join points, are left out.
"""

from __future__ import annotations

from typing import Any

from tablier.core.engine import Engine
from tablier.core.kit.boards import Board
from tablier.core.kit.equipment import MOST_SEATS, Pieces
from tablier.core.match import Match
from tablier.core.registry import load

EMPTY, SEATS, NEUTRAL, BETWEEN = ".", "XOABCDEF", "#*+", " \t\n-|/\\"


def drawn(
    game: str, drawing: str, seats: int | None = None, options: dict[str, Any] | None = None, **fields: Any
) -> Match:
    """A match at a position: the board as it is drawn, other fields of the position by name, the rest as at the start.

    ``field`` names the board if there are several.
    """
    engine = Engine(load(game), seats, options)
    name, board = board_field(engine, fields.pop("field", None))
    signs = [sign for sign in drawing if sign not in BETWEEN]
    if len(signs) != board.board.size:
        raise ValueError(f"the board has {board.board.size} cells, and the drawing {len(signs)}")
    letters = {letter: number for number, letter in legend(board).items()}
    start = Match(game, seats, options).position()
    state = engine.blank()
    for cell, sign in zip(reading_order(board.board), signs, strict=True):
        getattr(state[0], name)[cell] = letters[sign]
    state[0].turn, state[0].turns = fields.get("turn", 0), fields.get("turns", 0)
    cells = engine.game.notation.position(engine.frozen_options, state[0])[name]
    return Match.from_position(start | {name: cells} | fields)


def drawing(match: Match, field: str | None = None) -> str:
    """The board of a match, drawn; rows from above."""
    name, board = board_field(match.engine, field)
    letters, rows = legend(board), dict[int, list[str]]()
    cells = getattr(match.state[0], name)
    for cell in reading_order(board.board):
        rows.setdefault(board.board.places[cell][0], []).append(letters[int(cells[cell])])
    return "\n".join(" ".join(row) for row in rows.values())


def reading_order(board: Board) -> list[int]:
    """The cells as one reads: rows from above, each from the left."""
    return sorted(range(board.size), key=lambda cell: (-board.places[cell][0], board.places[cell][1]))


def board_field(engine: Engine, name: str | None) -> tuple[str, Pieces]:
    """The field that is drawn."""
    boards = engine.game.boards
    if name is None and len(boards) != 1:
        raise ValueError(f"field is one of {', '.join(boards)}")
    chosen = name if name is not None else next(iter(boards))
    return chosen, boards[chosen]


def legend(field: Pieces) -> dict[int, str]:
    """The letter of each number on a cell."""
    known = {0: EMPTY} | {-1 - kind: NEUTRAL[kind] for kind in range(len(field.neutral))}
    for kind, name in enumerate(field.kinds):
        for seat in range(MOST_SEATS if len(field.kinds) == 1 else 2):
            letter = SEATS[seat] if len(field.kinds) == 1 else (name[0].upper(), name[0].lower())[seat]
            known[1 + seat + MOST_SEATS * kind] = letter
    return known
