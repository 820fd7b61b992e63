"""Sam Liam once more, slow and obvious, over positions as JSON: what the compiled rules are compared with."""

import copy
from collections.abc import Iterator
from functools import cache
from itertools import product
from typing import Any

Position = dict[str, Any]
Cell = tuple[int, int]
Slot = tuple[Cell, str]

FACINGS = ("ne", "se", "sw", "nw")
OPPOSITE = {"ne": "sw", "sw": "ne", "nw": "se", "se": "nw"}


def cell_of(name: str) -> Cell:
    return ord(name[0]) - ord("a"), int(name[1:]) - 1


def name_of(cell: Cell) -> str:
    return f"{chr(ord('a') + cell[0])}{cell[1] + 1}"


# Figures


@cache
def figures(size: int, seats: int) -> list[tuple[str, frozenset[Slot]]]:
    found = [("square", figure) for figure in squares(size)]
    if seats == 3:
        found += [("cross", figure) for figure in crosses(size)]
    if seats == 4:
        found += [("line", figure) for figure in lines(size)]
    return [(kind, figure) for kind, figure in found if all(0 <= x < size and 0 <= y < size for (x, y), _ in figure)]


def squares(size: int) -> Iterator[frozenset[Slot]]:
    for x, y, k in product(range(size), range(size), range(1, size)):
        south_west, south_east, north_east, north_west = (x, y), (x + k, y), (x + k, y + k), (x, y + k)
        yield frozenset({(south_west, "sw"), (south_east, "se"), (north_east, "ne"), (north_west, "nw")})
        yield frozenset({(south_west, "ne"), (south_east, "nw"), (north_east, "sw"), (north_west, "se")})


def crosses(size: int) -> Iterator[frozenset[Slot]]:
    for x, y, k, facing in product(range(size), range(size), range(1, size), FACINGS):
        yield frozenset((cell, facing) for cell in ((x, y + k), (x + k, y), (x, y - k), (x - k, y)))


def lines(size: int) -> Iterator[frozenset[Slot]]:
    directions = ((1, 0), (0, 1), (1, 1), (1, -1))
    for x, y, k, facing, (dx, dy) in product(range(size), range(size), range(1, size), FACINGS, directions):
        yield frozenset(((x + n * k * dx, y + n * k * dy), facing) for n in range(4))


# The board


class Board:
    """Who has which triangle where."""

    def __init__(self, position: Position) -> None:
        self.size = position["options"]["size"]
        self.seats = position["seats"]
        self.cells: dict[Cell, dict[str, int]] = {c: {} for c in product(range(self.size), range(self.size))}
        for triangle in position["triangles"]:
            self.cells[cell_of(triangle["cell"])][triangle["facing"]] = triangle["seat"]

    def with_triangle(self, seat: int, cell: Cell, facing: str) -> "Board":
        other = copy.copy(self)
        other.cells = {**self.cells, cell: {**self.cells[cell], facing: seat}}
        return other

    def fits(self, cell: Cell, facing: str) -> bool:
        return not self.cells[cell] or list(self.cells[cell]) == [OPPOSITE[facing]]

    def placements(self) -> list[Slot]:
        return [(cell, facing) for cell in self.cells for facing in FACINGS if self.fits(cell, facing)]

    def shown_in(self, seat: int, cell: Cell) -> set[str]:
        own = {facing for facing, owner in self.cells[cell].items() if owner == seat}
        return set(FACINGS) if len(own) == 2 else own

    def shown(self, seat: int) -> set[Slot]:
        return {(cell, facing) for cell in self.cells for facing in self.shown_in(seat, cell)}

    def standing(self, seat: int) -> list[tuple[str, frozenset[Slot]]]:
        shown = self.shown(seat)
        return [(kind, figure) for kind, figure in figures(self.size, self.seats) if figure <= shown]

    def added(self, seat: int, cell: Cell, facing: str) -> set[Slot]:
        """What a placement makes the seat show."""
        after = self.with_triangle(seat, cell, facing).shown_in(seat, cell)
        return {(cell, shown) for shown in after - self.shown_in(seat, cell)}

    def lacking(self, seat: int, most: int) -> list[frozenset[Slot]]:
        """What the figures of a seat lack that stand but for one to ``most`` slots."""
        shown = self.shown(seat)
        gaps = [figure - shown for _, figure in figures(self.size, self.seats)]
        return [gap for gap in gaps if 1 <= len(gap) <= most]


def completes(board: Board, seat: int, cell: Cell, facing: str) -> bool:
    added = board.added(seat, cell, facing)
    return any(gap <= added for gap in board.lacking(seat, 1))


def open_cells(board: Board, seat: int) -> set[Cell]:
    """W."""
    return open_with(board, seat, [next(iter(gap)) for gap in board.lacking(seat, 1)])


def open_with(board: Board, seat: int, gaps: list[Slot]) -> set[Cell]:
    """The cells of those gaps that some placement closes."""
    return {
        gap[0]
        for gap in gaps
        if any(board.fits(gap[0], facing) and gap in board.added(seat, gap[0], facing) for facing in FACINGS)
    }


def forks(board: Board, seat: int) -> Iterator[Cell]:
    """F. A placement fills at most one slot of a figure, so only figures that lack one or two can become open."""
    near = board.lacking(seat, 2)
    for cell, facing in board.placements():
        added = board.added(seat, cell, facing)
        gaps = [gap - added for gap in near]
        after = board.with_triangle(seat, cell, facing)
        if len(open_with(after, seat, [next(iter(gap)) for gap in gaps if len(gap) == 1])) >= 2:
            yield cell


def has_fork(board: Board, seat: int) -> bool:
    return next(forks(board, seat), None) is not None


def blocks(board: Board, seat: int) -> int:
    """B."""
    count = 0
    for cell in open_cells(board, seat):
        everything = not board.cells[cell] and all(completes(board, seat, cell, facing) for facing in FACINGS)
        count += 2 if everything else 1
    return count


def announcement(board: Board, seat: int) -> str:
    """What is due after a turn of a seat that did not win."""
    is_open = bool(open_cells(board, seat))
    others = [other for other in range(board.seats) if other != seat]
    if is_open and blocks(board, seat) > board.seats - 1 and not any(open_cells(board, other) for other in others):
        return "WIN"
    if board.seats >= 3 and blocks(board, seat) >= 2:
        return "SONG SAM"
    if is_open:
        return "SAM"
    return "SONG" if has_fork(board, seat) else ""


# Decisions


def legal(position: Position) -> set[str]:
    board, seat = Board(position), position["turn"]
    if position["reserve"][seat] == 0 and position["lifted"] is None:
        return {f"-{t['cell']}{t['facing']}" for t in position["triangles"] if t["seat"] == seat}
    slots = [slot for slot in board.placements() if not is_return(position, slot)]
    slots = dutiful(position, board, after_ban(position, slots))
    notations = {spelled(slot) for slot in slots}
    if position["options"]["announcements"] == "strict" and not position["banned"][seat]:
        for slot in slots:
            if not completes(board, seat, *slot) and announcement(board.with_triangle(seat, *slot), seat):
                notations.add(spelled(slot) + "!")
    return notations


def spelled(slot: Slot) -> str:
    return name_of(slot[0]) + slot[1]


def is_return(position: Position, slot: Slot) -> bool:
    lifted = position["lifted"]
    return lifted is not None and slot == (cell_of(lifted["cell"]), lifted["facing"])


def after_ban(position: Position, slots: list[Slot]) -> list[Slot]:
    banned = position["banned"][position["turn"]]
    return [slot for slot in slots if name_of(slot[0]) not in banned] or slots


def dutiful(position: Position, board: Board, slots: list[Slot]) -> list[Slot]:
    seat, seats = position["turn"], position["seats"]
    if seats == 2:
        return slots
    others = [(seat + n) % seats for n in range(1, seats)]
    threatening = [other for other in others if not position["banned"][other] and open_cells(board, other)]
    before = others[-1]
    if threatening:
        rival = threatening[0]
        needed = blocks(board, rival)
        answers = [slot for slot in slots if blocks(board.with_triangle(seat, *slot), rival) < needed]
    elif not position["banned"][before] and has_fork(board, before):
        answers = [slot for slot in slots if not has_fork(board.with_triangle(seat, *slot), before)]
    else:
        return slots
    if not answers:
        return slots
    return [slot for slot in slots if slot in answers or completes(board, seat, *slot)]


def played(position: Position, move: str) -> Position:
    """The position after a legal move."""
    position = copy.deepcopy(position)
    seat = position["turn"]
    if move.startswith("-"):
        slot = {"cell": move[1:-2], "facing": move[-2:]}
        position["triangles"].remove({**slot, "seat": seat})
        position["lifted"] = slot
        return position
    triangle = {"cell": move[:2], "facing": move[2:4], "seat": seat}
    position["triangles"].append(triangle)
    position["triangles"].sort(key=lambda t: (cell_of(t["cell"]), FACINGS.index(t["facing"])))
    if position["lifted"] is None:
        position["reserve"][seat] -= 1
    position["lifted"] = None
    finish_turn(position, seat, announced=move.endswith("!"))
    return position


def finish_turn(position: Position, seat: int, announced: bool) -> None:
    board = Board(position)
    options = position["options"]
    was_banned = bool(position["banned"][seat])
    position["banned"][seat] = []
    standing = board.standing(seat)
    if standing:
        end(position, [seat], next(kind for kind in ("square", "cross", "line") if kind in dict(standing)))
        return
    if options["announcements"] == "strict" and not announced and not was_banned:
        forbidden = open_cells(board, seat) or set(forks(board, seat))
        position["banned"][seat] = [name_of(cell) for cell in sorted(forbidden)]
    elif options["announcements"] != "off" and announcement(board, seat) == "WIN":
        end(position, [seat], "announced")
        return
    position["turns"] += 1
    position["turn"] = position["turns"] % position["seats"]
    if options["turn_limit"] and position["turns"] >= options["turn_limit"]:
        end(position, list(range(position["seats"])), "limit")


def end(position: Position, winners: list[int], reason: str) -> None:
    scores = [1 / len(winners) if seat in winners else 0.0 for seat in range(position["seats"])]
    position["outcome"] = {"scores": scores, "reason": reason}
