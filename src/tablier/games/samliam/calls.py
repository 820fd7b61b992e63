"""The announcement that stands on the table, and whom the seat to move has to block, for pictures and words."""

from dataclasses import dataclass

import numpy as np

from tablier.core.compile import compiled, rule
from tablier.core.contract import RUNNING
from tablier.core.records import Array, Bytes, remembered, revived
from tablier.games.samliam.board import CELLS
from tablier.games.samliam.duty import NOBODY_ELSE, answers_in, duty, heeds_ban, is_banned, left_by_ban
from tablier.games.samliam.options import OFF, Options
from tablier.games.samliam.rules import ANNOUNCED, must_lift
from tablier.games.samliam.state import FIRST, KIND, NOWHERE, OTHERS, State, others, put, shows, wide
from tablier.games.samliam.threats import AS_IT_IS, SILENCE, call, completing, forks_in, open_facings

IS_OPEN, IS_FORK = 1, 2  # marks of cells
CALLS_KEPT = 256  # a position is asked for its call several times
MOST_FIGURES = 6  # of a call; more would only be a tangle of lines

Figure = tuple[int, tuple[int, ...]]
"""A figure: its kind and its slots; if it lacks a triangle, the slot of that comes first."""


@dataclass(frozen=True)
class Call:
    """What a seat announced, and the cells it speaks of: open ones or, for SONG, forks."""

    seat: int
    number: int
    cells: tuple[int, ...]
    figures: tuple[Figure, ...] = ()  # those that lack one triangle, or the first of them


@dataclass(frozen=True)
class Duty:
    """Whom the seat to move has to block, whether it is a fork of theirs, and where that can be done, and how."""

    rival: int
    is_fork: bool
    can_win: bool  # which is always allowed
    answers: tuple[int, ...]  # for every cell the facings that block


def standing_call(options: Options, state: State) -> Call | None:
    """The announcement of the seat that played last, unless the game was won or drawn without one."""
    if state.reason == RUNNING:
        return call_of(options, state, (int(state.turn) - 1) % int(options.seats))
    return call_of(options, state, int(state.turn)) if state.reason == ANNOUNCED else None


@remembered(CALLS_KEPT)
def call_of(options: Options, state: State, seat: int) -> Call | None:
    """The announcement that a seat made at the end of its turn; a lift made since is undone."""
    marks, found = np.zeros(CELLS, np.uint8), np.zeros(2 * MOST_FIGURES + 1, np.int64)
    number = int(read_call(revived(Options, options), revived(State, state), seat, marks, found))
    if number == SILENCE:
        return None
    slots = found[1:].tolist()
    figures = tuple(figure_of(slots[2 * place], slots[2 * place + 1]) for place in range(int(found[0])))
    return Call(seat, number, tuple(np.flatnonzero(marks).tolist()), figures)


def figure_of(gap: int, figure: int) -> Figure:
    """A figure that lacks one slot, by its number in the tables."""
    return int(KIND[figure]), (gap, *OTHERS[figure].tolist())


@compiled
def read_call(variants: Bytes, states: Bytes, seat: int, marks: Array, found: Array) -> int:
    """Mark the cells that an announcement speaks of, find its figures, and return it.

    Options and record are given as arrays of one; what is found are the number of figures, and of each its gap and its
    number in the tables.
    """
    options, state = variants[0], states[0]
    if options.announcements == OFF or is_banned(state, seat):
        return SILENCE
    if state.lifted != NOWHERE:
        put(options, state, wide(state.turn), wide(state.lifted) >> 2, wide(state.lifted) & 3)
    number = call(options, state, seat)
    opens = False
    for cell in range(CELLS):
        facings = open_facings(state, seat, cell)
        marks[cell] = IS_OPEN if facings else 0
        opens = opens or marks[cell] != 0
        for facing in range(4):
            if (facings >> facing) & 1:
                note_figures(options, state, seat, cell * 4 + facing, found)
    for cell in range(CELLS):
        if not opens and forks_in(options, state, seat, cell, *AS_IT_IS):
            marks[cell] = IS_FORK
    return number


@remembered(CALLS_KEPT)
def figures_open(options: Options, state: State, seat: int) -> tuple[Figure, ...]:
    """The figures that a seat can complete with one triangle, or the first of them; none while it is banned."""
    found = np.zeros(2 * MOST_FIGURES + 1, np.int64)
    read_open(revived(Options, options), revived(State, state), seat, found)
    slots = found[1:].tolist()
    return tuple(figure_of(slots[2 * place], slots[2 * place + 1]) for place in range(int(found[0])))


@compiled
def read_open(variants: Bytes, states: Bytes, seat: int, found: Array) -> None:
    """Find the figures that lack one triangle of a seat that is not banned."""
    options, state = variants[0], states[0]
    for cell in range(CELLS):
        facings = 0 if is_banned(state, seat) else open_facings(state, seat, cell)
        for facing in range(4):
            if (facings >> facing) & 1:
                note_figures(options, state, seat, cell * 4 + facing, found)


@rule
def note_figures(options: Options, state: State, seat: int, slot: int, found: Array) -> None:
    """Note the figures that lack nothing but this slot."""
    for figure in range(FIRST[options.seats, slot], FIRST[options.seats, slot + 1]):
        one, two, three = others(figure)
        is_open = shows(state, seat, one) + shows(state, seat, two) + shows(state, seat, three) == 3
        if is_open and found[0] < MOST_FIGURES:
            found[2 * found[0] + 1], found[2 * found[0] + 2] = slot, figure
            found[0] += 1


@remembered(CALLS_KEPT)
def duty_of(options: Options, state: State) -> Duty | None:
    """What the seat to move has to block as it places a triangle, if it has to and can."""
    if options.seats == 2 or state.reason != RUNNING or must_lift(state):
        return None
    answers = np.zeros(CELLS, np.uint8)
    rival, is_fork, can_win = read_duty(revived(Options, options), revived(State, state), answers)
    return Duty(int(rival), bool(is_fork), bool(can_win), tuple(answers.tolist())) if answers.any() else None


@compiled
def read_duty(variants: Bytes, states: Bytes, answers: Array) -> tuple[int, bool, bool]:
    """Note in each cell the facings that block, and return the rival, whether it is a fork, and whether one can win."""
    options, state = variants[0], states[0]
    rival, fork = duty(options, state)
    if rival == NOBODY_ELSE:
        return rival, False, False
    banned, wins = heeds_ban(state), wide(0)
    for cell in range(CELLS):
        facings = left_by_ban(state, cell, banned)
        answers[cell] = answers_in(options, state, rival, fork, cell, facings)
        wins |= facings & completing(state, wide(state.turn), cell)
    return rival, fork[0] != NOWHERE, wins != 0
