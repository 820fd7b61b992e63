"""Positions of Sprawl read from JSON: every rule about them has its own sentence."""

import itertools
import re
from dataclasses import dataclass
from typing import Any

import numpy as np

from tablier.core.compile import bind
from tablier.core.errors import BadPosition
from tablier.core.reading import Reader, read_turns
from tablier.core.registry import load
from tablier.core.words import seat_word, word
from tablier.games.sprawl.coup import ONES, TWOS, is_asked, judge_undo
from tablier.games.sprawl.equipment import (
    ANSWERING,
    ASKING,
    BUILDING,
    EACH,
    FIRST,
    NO_SEAT,
    NOWHERE,
    PLAYING,
    TURNING_UP,
    judge,
    lowest,
)  # fmt: skip
from tablier.games.sprawl.options import DIRECTIONS, GAME, SIDE, SIZES, STEPS, names
from tablier.games.sprawl.rules import MOST_BUILDS

KEYS = ("turn", "turns", "ending", "towers", "branches", "stash", "cards", "started", "pending")
MOST_TURNS = 2**31 - 2
DECK = ONES + TWOS

Cell = tuple[int, int]  # column and row


@dataclass(frozen=True)
class Piece:
    """One pyramid."""

    seat: int
    size: int  # its pips


@dataclass(frozen=True)
class Branch(Piece):
    """A pyramid that lies, with what it grew from."""

    points: int
    source: Cell


class Board:
    """What lies on the board, being read and checked."""

    def __init__(self, options: Any) -> None:
        self.options = options
        self.names = names(options.columns, options.rows)
        self.towers: dict[Cell, list[Piece]] = {}
        self.branches: dict[Cell, Branch] = {}

    def cell(self, data: Reader, key: str) -> Cell:
        """A cell of the board by its name."""
        column, row = divmod(self.names[list(self.names)[data.word(key, list(self.names))]], SIDE)
        return column, row

    def name(self, cell: Cell) -> str:
        """The name of a cell."""
        return f"{chr(ord('a') + cell[0])}{cell[1] + 1}"

    def free(self, data: Reader) -> Cell:
        """A cell on which nothing has been put yet."""
        cell = self.cell(data, "cell")
        if cell in self.towers or cell in self.branches:
            raise BadPosition("sprawl.position.cell_twice", cell=self.name(cell))
        return cell

    def piece(self, data: Reader) -> Piece:
        """Owner and size of a piece."""
        return Piece(data.whole("seat", 0, int(self.options.seats) - 1), data.whole("size", 1, SIZES))

    def read_piece(self, data: Reader) -> Piece:
        """A piece of a tower."""
        data.keys("seat", "size")
        return self.piece(data)

    def read_tower(self, data: Reader) -> None:
        """A tower, falling by one."""
        data.keys("cell", "pieces")
        cell, pieces = self.free(data), [self.read_piece(item) for item in data.objects("pieces")]
        if not pieces or any(above.size != below.size - 1 for below, above in itertools.pairwise(pieces)):
            raise BadPosition("sprawl.position.tower_falls", cell=self.name(cell))
        if not self.options.sprawlgame and len({piece.seat for piece in pieces}) > 1:
            raise BadPosition("sprawl.position.tower_owner", cell=self.name(cell))
        self.towers[cell] = pieces

    def read_branch(self, data: Reader) -> None:
        """A branch, not yet compared with its source."""
        data.keys("cell", "seat", "size", "points", "source")
        cell, piece = self.free(data), self.piece(data)
        points = data.word("points", DIRECTIONS)
        self.branches[cell] = Branch(piece.seat, piece.size, points, self.cell(data, "source"))

    def check_branch(self, cell: Cell, branch: Branch) -> None:
        """A branch grows from something beside it, and points as it may."""
        if self.name(beside(cell, branch.points)) not in self.names:
            raise BadPosition("sprawl.position.points_off", cell=self.name(cell))
        if branch.source not in [beside(cell, direction) for direction in range(len(DIRECTIONS))]:
            raise BadPosition("sprawl.position.source_beside", cell=self.name(cell))
        if branch.source not in self.towers and branch.source not in self.branches:
            raise BadPosition("sprawl.position.source_empty", cell=self.name(cell))
        if not self.may_point(cell, branch):
            raise BadPosition("sprawl.position.points", cell=self.name(cell))
        if branch.source in self.towers:
            if branch.seat not in [piece.seat for piece in self.towers[branch.source]]:
                raise BadPosition("sprawl.position.branch_tower", cell=self.name(cell))
        elif self.branches[branch.source].seat != branch.seat:
            raise BadPosition("sprawl.position.branch_owner", cell=self.name(cell))
        elif self.branches[branch.source].size != branch.size + 1:
            raise BadPosition("sprawl.position.branch_size", cell=self.name(cell))

    def may_point(self, cell: Cell, branch: Branch) -> bool:
        """Straight away from the source or, in loose branching ahead of a branch, anywhere but back at it."""
        if branch.points == grew(cell, branch):
            return True
        source = self.branches.get(branch.source)
        ahead = source is not None and beside(branch.source, source.points) == cell
        return bool(self.options.loose) and ahead and beside(cell, branch.points) != branch.source

    def check_depth(self, cell: Cell) -> None:
        """A branch is no deeper than its root is high. All sources are sound, so this comes to a tower."""
        root, depth = self.branches[cell].source, 1
        while root in self.branches:
            root, depth = self.branches[root].source, depth + 1
        if depth > len(self.towers[root]):
            raise BadPosition("sprawl.position.depth", cell=self.name(cell))

    def read(self, data: Reader) -> None:
        """All towers and branches."""
        for item in data.objects("towers"):
            self.read_tower(item)
        for item in data.objects("branches"):
            self.read_branch(item)
        for cell, branch in self.branches.items():
            self.check_branch(cell, branch)
        for cell in self.branches:
            self.check_depth(cell)

    def pieces(self) -> list[tuple[Cell, Piece]]:
        """Every piece and where it is."""
        standing = [(cell, piece) for cell, tower in self.towers.items() for piece in tower]
        return standing + list(self.branches.items())

    def write(self, state: Any) -> None:
        """Put it all into the record."""
        for cell, piece in self.pieces():
            state.holds[piece.seat, piece.size - 1] |= mask(cell)
            state.present[piece.size - 1] |= mask(cell)
        for cell, tower in self.towers.items():
            state.towers |= mask(cell)
            state.controls[tower[-1].seat] |= mask(cell)
        for cell, branch in self.branches.items():
            state.points[branch.points] |= mask(cell)
            state.grew[grew(cell, branch)] |= mask(cell)


def mask(cell: Cell) -> np.uint64:
    """The mask of a cell."""
    return np.uint64(1 << number(cell))


def number(cell: Cell) -> int:
    """The number of a cell in the record."""
    return cell[0] * SIDE + cell[1]


def beside(cell: Cell, direction: int) -> Cell:
    """The neighbour in a direction, on the board or not."""
    return cell[0] + STEPS[direction][0], cell[1] + STEPS[direction][1]


def grew(cell: Cell, branch: Branch) -> int:
    """The direction in which a branch lies from its source."""
    return next(direction for direction in range(len(DIRECTIONS)) if beside(branch.source, direction) == cell)


def place(options: Any, state: Any, data: Reader, finished: bool) -> None:
    """Fill a record from JSON."""
    data.keys(*KEYS)
    board = Board(options)
    board.read(data)
    board.write(state)
    read_stashes(state, data, int(options.seats))
    read_cards(options, state, data)
    state.phase, state.tower, state.asked = PLAYING, NOWHERE, NO_SEAT
    if finished:
        read_last_turn(state, data, int(options.seats))
        settled(options, state)
    else:
        state.turn, state.turns = read_turns(data, GAME, int(options.seats))
        state.ending = read_ending(data, int(options.seats))
        read_pending(options, state, data, board)


def read_stashes(state: Any, data: Reader, seats: int) -> None:
    """What each seat has left, and who has begun."""
    stashes, started = data.listed("stash", seats), data.flags("started", seats)
    for seat in range(seats):
        state.stash[seat] = stashes.wholes(str(seat), SIZES, 0, EACH)
        for size in range(SIZES):
            laid = int(state.holds[seat, size]).bit_count()
            if laid + int(state.stash[seat, size]) != EACH:
                raise BadPosition("sprawl.position.stash", seat=seat_word(GAME, seat), size=size + 1, each=EACH)
        if started[seat] != bool(state.holds[seat].any()):
            raise BadPosition("sprawl.position.started", seat=seat_word(GAME, seat))


def read_cards(options: Any, state: Any, data: Reader) -> None:
    """The cards of each seat."""
    cards = data.wholes("cards", int(options.seats), 0, DECK)
    if any(cards) and not options.coup:
        raise BadPosition("sprawl.position.cards_coup")
    if sum(cards) > DECK:
        raise BadPosition("sprawl.position.cards_most", most=DECK)
    state.cards[: len(cards)] = cards


def read_ending(data: Reader, seats: int) -> int:
    """The seat at whose turn the game ends."""
    return NO_SEAT if data.null("ending") else data.whole("ending", 0, seats - 1)


def read_last_turn(state: Any, data: Reader, seats: int) -> None:
    """The bookkeeping of a finished game, which carries no meaning."""
    state.turn, state.turns = data.whole("turn", 0, seats - 1), data.whole("turns", 0, MOST_TURNS)
    state.ending = read_ending(data, seats)
    if not data.null("pending"):
        data.object("pending")


def settle(options: Any, state: Any) -> int:
    """Work out what follows from what was read; returns the seats that would be asked about a spore, one bit each."""
    cells = state.towers
    while cells:
        judge(options, state, lowest(cells))
        cells &= cells - FIRST
    if state.phase == ANSWERING:
        judge_undo(options, state)
    asked = 0
    for seat in range(int(options.seats)):
        if state.tower != NOWHERE and seat != state.turn and is_asked(options, state, seat):
            asked |= 1 << seat
    return asked


def settled(options: Any, state: Any) -> int:
    """The same, compiled."""
    return int(bind(settle, load(GAME))(options, state))


def read_pending(options: Any, state: Any, data: Reader, board: Board) -> None:
    """The unfinished part of a turn, if there is one."""
    item = None if data.null("pending") else data.object("pending")
    turning_up = item is not None and "turned" in item.data
    if (state.ending == state.turn) != turning_up:
        raise BadPosition("sprawl.position.ending")
    if item is None:
        settled(options, state)
    elif turning_up:
        read_turned(state, item)
        settled(options, state)
    else:
        read_unfinished(options, state, item, board)


def read_turned(state: Any, item: Reader) -> None:
    """The cards turned up so far."""
    item.keys("turned")
    count = len(item.items("turned"))
    points = item.wholes("turned", count, 1, 2)
    if count >= int(state.cards.sum()):
        raise BadPosition("sprawl.position.turned_all")
    if points.count(1) > ONES or points.count(2) > TWOS:
        raise BadPosition("sprawl.position.turned_kinds", ones=ONES, twos=TWOS)
    state.phase, state.turned = TURNING_UP, count
    state.twos = np.uint64(sum((worth - 1) << card for card, worth in enumerate(points)))


def read_unfinished(options: Any, state: Any, item: Reader, board: Board) -> None:
    """Builds, questions and withdrawn spores."""
    kinds = {"build": ("build", "left"), "ask": ("ask", "tower"), "asked": ("asked", "tower")}
    kind = next((kind for kind in kinds if kind in item.data), None)
    item.keys(*(kinds[kind] if kind else ("withdrawn",)), optional=("withdrawn",))
    if "withdrawn" in item.data:
        read_withdrawn(options, state, item, board)
    if kind == "build":
        read_build(options, state, item, board)
    elif kind:
        read_question(options, state, item, board, kind)
    else:
        settled(options, state)


def read_withdrawn(options: Any, state: Any, item: Reader, board: Board) -> None:
    """The spores taken back in this turn."""
    if not options.coup:
        raise BadPosition("sprawl.position.needs", option=word("sprawl.value.coup.true"))
    spores = item.items("withdrawn")
    for spore in spores:
        found = re.fullmatch(r"T([123])([a-h][1-8])", spore) if isinstance(spore, str) else None
        if not found or found[2] not in board.names:
            raise BadPosition("sprawl.position.withdrawn")
        state.withdrawn[int(found[1]) - 1] |= np.uint64(1 << board.names[found[2]])
    if not spores or len(set(spores)) < len(spores):
        raise BadPosition("sprawl.position.withdrawn_once")


def spored_tower(state: Any, board: Board, cell: Cell) -> list[Piece]:
    """The tower of this turn's spore: of the seat alone, nothing grown from it."""
    tower = board.towers.get(cell, [])
    if {piece.seat for piece in tower} != {int(state.turn)}:
        raise BadPosition("sprawl.position.spore_owner", cell=board.name(cell), seat=seat_word(GAME, int(state.turn)))
    if any(branch.source == cell for branch in board.branches.values()):
        raise BadPosition("sprawl.position.spore_bare", cell=board.name(cell))
    state.tower = number(cell)
    return tower


def check_active(state: Any, board: Board, cell: Cell) -> None:
    """A spore cannot stand neutralised."""
    if state.neutralised & mask(cell):
        raise BadPosition("sprawl.position.spore_neutralised", cell=board.name(cell))


def read_build(options: Any, state: Any, item: Reader, board: Board) -> None:
    """Fast building on a spore."""
    if not options.fast_building:
        raise BadPosition("sprawl.position.needs", option=word("sprawl.value.fast_building.true"))
    cell = board.cell(item, "build")
    top = spored_tower(state, board, cell)[-1].size
    state.phase, state.left = BUILDING, item.whole("left", 1, MOST_BUILDS)
    if top == 1 or not state.stash[state.turn, top - 2]:
        raise BadPosition("sprawl.position.no_build", cell=board.name(cell))
    settled(options, state)
    check_active(state, board, cell)


def read_question(options: Any, state: Any, item: Reader, board: Board, kind: str) -> None:
    """A seat that is asked about a spore, or has asked."""
    if not options.coup:
        raise BadPosition("sprawl.position.needs", option=word("sprawl.value.coup.true"))
    seat, cell = item.whole(kind, 0, int(options.seats) - 1), board.cell(item, "tower")
    spored_tower(state, board, cell)
    state.phase, state.asked = ASKING if kind == "ask" else ANSWERING, seat
    asked = settled(options, state)
    check_active(state, board, cell)
    if not asked >> seat & 1:
        raise BadPosition("sprawl.position.not_asked", seat=seat_word(GAME, seat), cell=board.name(cell))
