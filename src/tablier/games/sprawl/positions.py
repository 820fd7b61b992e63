"""Positions of Sprawl as JSON, in and out: every rule about them has its own sentence."""

import itertools
import re
from collections.abc import Iterator
from dataclasses import dataclass
from typing import Any

import numpy as np

from tablier.core import boards
from tablier.core.errors import BadPosition
from tablier.core.reading import Reader, read_turns
from tablier.core.words import word
from tablier.games.sprawl.board import DIRECTIONS, SIDE, Cell, beside, cell_name, number, numbers
from tablier.games.sprawl.coup import ONES, TWOS, work_out
from tablier.games.sprawl.options import GAME, SIZES, Options, seat_word
from tablier.games.sprawl.rules import MOST_BUILDS, can_build
from tablier.games.sprawl.state import (
    ANSWERING,
    ASKING,
    BUILDING,
    EACH,
    NO_SEAT,
    NOWHERE,
    PLAYING,
    TURNING_UP,
    State,
    bit,
    direction_on,
    has_begun,
    is_on,
    pieces_on,
    source_of,
)

KEYS = ("turn", "turns", "ending", "towers", "branches", "stash", "cards", "started", "pending")
DECK = ONES + TWOS

# Out


def position(options: Options, state: State) -> dict[str, Any]:
    """The position as JSON."""
    seats = range(int(options.seats))
    return {
        "turn": int(state.turn),
        "turns": int(state.turns),
        "ending": None if state.ending == NO_SEAT else int(state.ending),
        "towers": list(towers(options, state)),
        "branches": list(branches(options, state)),
        "stash": [state.stash[seat].tolist() for seat in seats],
        "cards": state.cards[: len(seats)].tolist(),
        "started": [bool(has_begun(state, seat)) for seat in seats],
        "pending": pending(options, state),
    }


def towers(options: Options, state: State) -> Iterator[dict[str, Any]]:
    """The towers as JSON."""
    for name, cell in numbers(options.columns, options.rows).items():
        if is_on(state.towers, cell):
            pieces = [{"seat": seat, "size": size + 1} for seat, size in pieces_on(options, state, cell)]
            yield {"cell": name, "pieces": pieces}


def branches(options: Options, state: State) -> Iterator[dict[str, Any]]:
    """The branches as JSON."""
    for name, cell in numbers(options.columns, options.rows).items():
        pieces = pieces_on(options, state, cell)
        if pieces and not is_on(state.towers, cell):
            seat, size = pieces[0]
            source = cell_name(source_of(cell, direction_on(state.grew, cell)))
            points = DIRECTIONS[direction_on(state.points, cell)]
            yield {"cell": name, "seat": seat, "size": size + 1, "points": points, "source": source}


def pending(options: Options, state: State) -> dict[str, Any] | None:
    """What is unfinished, as JSON."""
    if state.phase == TURNING_UP:
        return {"turned": [1 + (int(state.twos) >> card & 1) for card in range(int(state.turned))]}
    parts: dict[str, Any] = {}
    if state.phase == BUILDING:
        parts = {"build": cell_name(int(state.tower)), "left": int(state.left)}
    elif state.phase in (ASKING, ANSWERING):
        key = "ask" if state.phase == ASKING else "asked"
        parts = {key: int(state.asked), "tower": cell_name(int(state.tower))}
    taken_back = withdrawn(options, state)
    if taken_back:
        parts["withdrawn"] = taken_back
    return parts or None


def withdrawn(options: Options, state: State) -> list[str]:
    """The spores taken back in this turn, by cell, then size."""
    cells = numbers(options.columns, options.rows).items()
    return [f"T{size + 1}{name}" for name, cell in cells for size in range(SIZES) if is_on(state.withdrawn[size], cell)]


# In


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


class BoardReading:
    """What lies on the board, being read and checked."""

    def __init__(self, options: Options) -> None:
        self.options = options
        self.numbers = numbers(int(options.columns), int(options.rows))
        self.towers: dict[Cell, list[Piece]] = {}
        self.branches: dict[Cell, Branch] = {}

    def cell(self, data: Reader, key: str) -> Cell:
        """A cell of the board by its name."""
        return divmod(data.cell(key, self.numbers), SIDE)

    def name(self, cell: Cell) -> str:
        """The name of a cell."""
        return boards.cell_name(*cell)

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
        if self.name(beside(cell, branch.points)) not in self.numbers:
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

    def write(self, state: State) -> None:
        """Put it all into the record."""
        for cell, piece in self.pieces():
            state.holds[piece.seat, piece.size - 1] |= bit(number(cell))
            state.present[piece.size - 1] |= bit(number(cell))
        for cell, tower in self.towers.items():
            state.towers |= bit(number(cell))
            state.controls[tower[-1].seat] |= bit(number(cell))
        for cell, branch in self.branches.items():
            state.points[branch.points] |= bit(number(cell))
            state.grew[grew(cell, branch)] |= bit(number(cell))


def grew(cell: Cell, branch: Branch) -> int:
    """The direction in which a branch lies from its source."""
    return next(direction for direction in range(len(DIRECTIONS)) if beside(branch.source, direction) == cell)


def place(options: Options, state: State, data: Reader, finished: bool) -> None:
    """Fill a record from JSON."""
    data.keys(*KEYS)
    board = BoardReading(options)
    board.read(data)
    board.write(state)
    read_stashes(state, data, int(options.seats))
    read_cards(options, state, data)
    state.phase, state.tower, state.asked = PLAYING, NOWHERE, NO_SEAT
    if finished:
        read_last_turn(options, state, data)
        work_out(options, state)
    else:
        state.turn, state.turns = read_turns(data, GAME, int(options.seats))
        state.ending = read_ending(data, int(options.seats))
        read_pending(options, state, data, board)


def read_stashes(state: State, data: Reader, seats: int) -> None:
    """What each seat has left, and who has begun."""
    stashes, started = data.listed("stash", seats), data.flags("started", seats)
    for seat in range(seats):
        state.stash[seat] = stashes.wholes(str(seat), SIZES, 0, EACH)
        for size in range(SIZES):
            laid = int(state.holds[seat, size]).bit_count()
            if laid + int(state.stash[seat, size]) != EACH:
                raise BadPosition("sprawl.position.stash", seat=seat_word(seat), size=size + 1, each=EACH)
        if started[seat] != has_begun(state, seat):
            raise BadPosition("sprawl.position.started", seat=seat_word(seat))


def read_cards(options: Options, state: State, data: Reader) -> None:
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


def read_last_turn(options: Options, state: State, data: Reader) -> None:
    """The bookkeeping of a finished game, which carries no meaning."""
    state.turn, state.turns = read_turns(data, GAME, int(options.seats), finished=True)
    state.ending = read_ending(data, int(options.seats))
    if not data.null("pending"):
        data.object("pending")


def read_pending(options: Options, state: State, data: Reader, board: BoardReading) -> None:
    """The unfinished part of a turn, if there is one."""
    item = None if data.null("pending") else data.object("pending")
    turning_up = item is not None and "turned" in item.data
    if (state.ending == state.turn) != turning_up:
        raise BadPosition("sprawl.position.ending")
    if item is None:
        work_out(options, state)
    elif turning_up:
        read_turned(state, item)
        work_out(options, state)
    else:
        read_unfinished(options, state, item, board)


def read_turned(state: State, item: Reader) -> None:
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


def read_unfinished(options: Options, state: State, item: Reader, board: BoardReading) -> None:
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
        work_out(options, state)


def read_withdrawn(options: Options, state: State, item: Reader, board: BoardReading) -> None:
    """The spores taken back in this turn."""
    if not options.coup:
        raise BadPosition("sprawl.position.needs", option=word("sprawl.value.coup.true"))
    spores = item.items("withdrawn")
    for spore in spores:
        found = re.fullmatch(r"T([123])([a-h][1-8])", spore) if isinstance(spore, str) else None
        if not found or found[2] not in board.numbers:
            raise BadPosition("sprawl.position.withdrawn")
        state.withdrawn[int(found[1]) - 1] |= bit(board.numbers[found[2]])
    if not spores or len(set(spores)) < len(spores):
        raise BadPosition("sprawl.position.withdrawn_once")


def mark_spore(state: State, board: BoardReading, cell: Cell) -> None:
    """The tower of this turn's spore: of the seat alone, nothing grown from it."""
    if {piece.seat for piece in board.towers.get(cell, [])} != {int(state.turn)}:
        raise BadPosition("sprawl.position.spore_owner", cell=board.name(cell), seat=seat_word(int(state.turn)))
    if any(branch.source == cell for branch in board.branches.values()):
        raise BadPosition("sprawl.position.spore_bare", cell=board.name(cell))
    state.tower = number(cell)


def check_active(state: State, board: BoardReading, cell: Cell) -> None:
    """A spore cannot stand neutralised."""
    if state.neutralised & bit(number(cell)):
        raise BadPosition("sprawl.position.spore_neutralised", cell=board.name(cell))


def read_build(options: Options, state: State, item: Reader, board: BoardReading) -> None:
    """Fast building on a spore."""
    if not options.fast_building:
        raise BadPosition("sprawl.position.needs", option=word("sprawl.value.fast_building.true"))
    cell = board.cell(item, "build")
    mark_spore(state, board, cell)
    state.phase, state.left = BUILDING, item.whole("left", 1, MOST_BUILDS)
    if not can_build(state, int(state.tower)):
        raise BadPosition("sprawl.position.no_build", cell=board.name(cell))
    work_out(options, state)
    check_active(state, board, cell)


def read_question(options: Options, state: State, item: Reader, board: BoardReading, kind: str) -> None:
    """A seat that is asked about a spore, or has asked."""
    if not options.coup:
        raise BadPosition("sprawl.position.needs", option=word("sprawl.value.coup.true"))
    seat, cell = item.whole(kind, 0, int(options.seats) - 1), board.cell(item, "tower")
    mark_spore(state, board, cell)
    state.phase, state.asked = ASKING if kind == "ask" else ANSWERING, seat
    asked = work_out(options, state)
    check_active(state, board, cell)
    if not asked >> seat & 1:
        raise BadPosition("sprawl.position.not_asked", seat=seat_word(seat), cell=board.name(cell))
