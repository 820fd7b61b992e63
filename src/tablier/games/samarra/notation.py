"""Moves of Samarra as text, whole or as one seat may write them down."""

from collections.abc import Iterator
from functools import cache

from tablier.games.samarra.account import completions, knowledge, masked_position, shows_all
from tablier.games.samarra.board import name
from tablier.games.samarra.options import Options
from tablier.games.samarra.positions import place, position
from tablier.games.samarra.state import (
    CHARACTERS,
    PASS,
    PLAY,
    SET_UP,
    SET_UP_CODE,
    STRIDE,
    TENTS,
    UNKNOWN,
    State,
    action_of,
    set_up_of,
)

__all__ = ["completions", "guesses", "knowledge", "masked", "masked_position", "place", "position", "write"]

PASSING = "pass"
HIDDEN = "?"
SIGNS = "-?x"  # of a move, a reveal, a kill
ACTIONS = [(kind, tent, int(STRIDE[direction])) for kind, tent, direction in map(action_of, range(PASS))]  # by the code


def write(options: Options, state: State, move: int) -> str:
    """A set-up ``S@b1 M@c1 D@d1``, a move ``b1-b2``, a reveal ``b2?b3``, a kill ``b2xb3``, or ``pass``."""
    if move >= SET_UP:
        return " ".join(hidden_at(character, cell) for character, cell in set_up(options, int(state.turn), move))
    if move == PASS:
        return PASSING
    _, tent, _ = ACTIONS[move]
    return action_from(int(state.cells[state.turn, tent]), move)


@cache
def action_from(cell: int, move: int) -> str:
    """An action of a piece on a cell."""
    kind, _, stride = ACTIONS[move]
    return name(cell) + SIGNS[kind] + name(cell + stride)


def hidden_at(character: int, cell: int) -> str:
    """A character, or one that is not known, and its cell."""
    return f"{(CHARACTERS + HIDDEN)[character]}@{name(cell)}"


def set_up(options: Options, seat: int, move: int) -> list[tuple[int, int]]:
    """The characters and their cells in a seat's set-up."""
    places = set_up_of(move)
    return [(character, int(options.city_cells[seat, places[character]])) for character in range(TENTS)]


# As a seat may write them down


def masked(options: Options, before: State, move: int, now: State, seat: int) -> str:
    """A set-up as another seat may write it down: the cells once both have decided, the characters once revealed."""
    owner = int(before.turn)
    if move < SET_UP or shows_all(now, seat, owner):
        return write(options, before, move)
    if now.stage != PLAY:
        return HIDDEN
    shown = enumerate(by_cell(options, owner, move))
    return " ".join(hidden_at(hides if now.revealed[owner, tent] else UNKNOWN, cell) for tent, (hides, cell) in shown)


def by_cell(options: Options, seat: int, move: int) -> list[tuple[int, int]]:
    """The characters and their cells in a seat's set-up, in the order of the tents."""
    return sorted(set_up(options, seat, move), key=lambda hidden: hidden[1])


def guesses(options: Options, before: State, text: str) -> Iterator[int]:
    """The set-ups that such a text may stand for."""
    if before.stage == PLAY:
        return
    seat, size = int(before.turn), int(options.city_size[before.turn])
    for move in SET_UP_CODE[:size, :size, :size].ravel().tolist():
        if len(set(set_up_of(move))) == TENTS and (text == HIDDEN or fits(options, seat, move, text)):
            yield move


def fits(options: Options, seat: int, move: int, text: str) -> bool:
    """Whether a masked text may stand for a set-up."""
    given = text.split(" ")
    return len(given) == TENTS and all(
        word in (hidden_at(character, cell), hidden_at(UNKNOWN, cell))
        for word, (character, cell) in zip(given, by_cell(options, seat, move), strict=True)
    )
