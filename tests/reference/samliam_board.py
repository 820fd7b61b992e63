"""The board of Sam Liam: figures, and the threats W, F and B of the announcements.

Nothing is kept between questions but the figures that a set of shown facings nearly holds, remembered by that set.
"""

from collections import Counter, defaultdict
from collections.abc import Iterator
from dataclasses import dataclass
from functools import lru_cache

FACINGS = ("ne", "se", "sw", "nw")
OPPOSITE = {"ne": "sw", "sw": "ne", "nw": "se", "se": "nw"}

Part = tuple[str, str]  # a cell and the facing to be shown there
Figure = frozenset[Part]


def cell_name(column: int, row: int) -> str:
    """The cell in a column and row counted from 0."""
    return f"{chr(ord('a') + column)}{row + 1}"


@lru_cache
def cells(size: int) -> tuple[str, ...]:
    """All cells, by column, then row."""
    return tuple(cell_name(column, row) for column in range(size) for row in range(size))


# Figures


def squares(size: int) -> Iterator[Figure]:
    """Every square, outward and inward."""
    for side in range(1, size):
        for column in range(size - side):
            for row in range(size - side):
                corners = {
                    "sw": cell_name(column, row),
                    "se": cell_name(column + side, row),
                    "ne": cell_name(column + side, row + side),
                    "nw": cell_name(column, row + side),
                }
                yield frozenset((cell, corner) for corner, cell in corners.items())
                yield frozenset((cell, OPPOSITE[corner]) for corner, cell in corners.items())


def crosses(size: int) -> Iterator[Figure]:
    """Every cross, in each facing."""
    for distance in range(1, size):
        for column in range(distance, size - distance):
            for row in range(distance, size - distance):
                arms = [
                    cell_name(column, row + distance),
                    cell_name(column + distance, row),
                    cell_name(column, row - distance),
                    cell_name(column - distance, row),
                ]
                for facing in FACINGS:
                    yield frozenset((cell, facing) for cell in arms)


def lines(size: int) -> Iterator[Figure]:
    """Every line of four at equal steps, in each facing."""
    inside = range(size)
    for step in range(1, size):
        for east, north in ((1, 0), (0, 1), (1, 1), (1, -1)):
            for column in inside:
                for row in inside:
                    last_column, last_row = column + 3 * step * east, row + 3 * step * north
                    if last_column not in inside or last_row not in inside:
                        continue
                    row_of_four = [cell_name(column + i * step * east, row + i * step * north) for i in range(4)]
                    for facing in FACINGS:
                        yield frozenset((cell, facing) for cell in row_of_four)


@lru_cache
def figures(size: int, seats: int) -> dict[str, tuple[Figure, ...]]:
    """The figures of the game by the reason they give, in the order in which reasons are looked at."""
    found = {"square": tuple(squares(size))}
    if seats == 3:
        found["cross"] = tuple(crosses(size))
    if seats == 4:
        found["line"] = tuple(lines(size))
    return found


@lru_cache
def figures_with(size: int, seats: int) -> dict[Part, list[Figure]]:
    """The figures of the game by each of their parts."""
    found = defaultdict(list)
    for some in figures(size, seats).values():
        for figure in some:
            for part in figure:
                found[part].append(figure)
    return found


@dataclass
class Nearly:
    """Figures that lack one part, as the facings lacking in a cell, and those that lack two, seen from either cell."""

    lacking_one: dict[str, set[str]]
    lacking_two: dict[str, list[tuple[str, Part]]]


@lru_cache(maxsize=5000)
def nearly(shown: frozenset[Part], size: int, seats: int) -> Nearly:
    """The figures that lack one or two parts for a seat that shows these."""
    lacking_one, lacking_two = defaultdict(set), defaultdict(list)
    by_part = figures_with(size, seats)
    parts_shown = Counter(figure for part in shown for figure in by_part.get(part, []))
    for figure, number in parts_shown.items():
        missing = tuple(figure - shown)
        if number == 3:
            lacking_one[missing[0][0]].add(missing[0][1])
        elif number == 2:
            for (cell, facing), other in (missing, missing[::-1]):
                lacking_two[cell].append((facing, other))
    return Nearly(dict(lacking_one), dict(lacking_two))


@dataclass
class Board:
    """The triangles: the owner by facing, in every cell that holds any."""

    size: int
    seats: int
    triangles: dict[str, dict[str, int]]

    def copy(self) -> "Board":
        """A board of its own with the same triangles."""
        return Board(self.size, self.seats, {cell: dict(held) for cell, held in self.triangles.items()})

    def held(self, cell: str) -> dict[str, int]:
        """The owners by facing in a cell."""
        return self.triangles.get(cell, {})

    def put(self, seat: int, cell: str, facing: str) -> None:
        """Place a triangle."""
        self.triangles.setdefault(cell, {})[facing] = seat

    def take(self, cell: str, facing: str) -> None:
        """Take a triangle off."""
        del self.triangles[cell][facing]
        if not self.triangles[cell]:
            del self.triangles[cell]

    def after(self, seat: int, cell: str, facing: str) -> "Board":
        """The board after a placement."""
        board = self.copy()
        board.put(seat, cell, facing)
        return board

    def fits(self, cell: str, facing: str) -> bool:
        """Whether a placement is legal by the rule of the placement alone."""
        held = self.held(cell)
        return not held or list(held) == [OPPOSITE[facing]]

    def placements(self) -> list[Part]:
        """All placements legal by that rule."""
        return [(cell, facing) for cell in cells(self.size) for facing in FACINGS if self.fits(cell, facing)]

    def shown(self, seat: int) -> frozenset[Part]:
        """All that a seat shows: the facings of its triangles, and all four where both in a cell are its own."""
        parts = []
        for cell, held in self.triangles.items():
            own = [facing for facing, owner in held.items() if owner == seat]
            parts += [(cell, facing) for facing in (FACINGS if len(own) == 2 else own)]
        return frozenset(parts)

    def shown_after(self, seat: int, cell: str, facing: str) -> set[str]:
        """The facings that a seat would show in a cell after a placement there."""
        return set(FACINGS) if seat in self.held(cell).values() else {facing}

    def standing(self, seat: int) -> str | None:
        """The first kind of figure that stands for a seat."""
        shown = self.shown(seat)
        for kind, some in figures(self.size, self.seats).items():
            if any(figure <= shown for figure in some):
                return kind
        return None

    # Threats

    def nearly(self, seat: int) -> Nearly:
        """The figures that a seat nearly holds."""
        return nearly(self.shown(seat), self.size, self.seats)

    def completes(self, seat: int, cell: str, facing: str) -> bool:
        """Whether a placement by a seat is legal and makes a figure stand that did not."""
        lacking = self.nearly(seat).lacking_one.get(cell, set())
        return self.fits(cell, facing) and bool(lacking & self.shown_after(seat, cell, facing))

    def can_show_one_of(self, seat: int, cell: str, wanted: set[str]) -> bool:
        """Whether some legal placement by a seat in a cell makes it show there one of the facings."""
        return any(self.fits(cell, facing) and wanted & self.shown_after(seat, cell, facing) for facing in FACINGS)

    def winning_cells(self, seat: int) -> set[str]:
        """W: the cells in which some placement by a seat completes a figure."""
        lacking = self.nearly(seat).lacking_one
        return {cell for cell in lacking if self.can_show_one_of(seat, cell, lacking[cell])}

    def forking_cells(self, seat: int) -> set[str]:
        """F: the cells in which some placement by a seat makes W hold two cells or more."""
        near, winning = self.nearly(seat), self.winning_cells(seat)
        touched = cells(self.size) if len(winning) > 1 else near.lacking_two
        return {
            cell
            for cell in touched
            for facing in FACINGS
            if self.fits(cell, facing) and len(self.winning_cells_after(seat, cell, facing, near, winning)) >= 2
        }

    def winning_cells_after(self, seat: int, cell: str, facing: str, near: Nearly, winning: set[str]) -> set[str]:
        """W after a placement: as before elsewhere, but for figures that now lack one part only, and afresh here."""
        now_shown = self.shown_after(seat, cell, facing)
        found = winning - {cell}
        for here, (other, there) in near.lacking_two.get(cell, []):
            if here in now_shown and self.can_show_one_of(seat, other, {there}):
                found.add(other)
        still_lacking = near.lacking_one.get(cell, set()) - now_shown
        if still_lacking and self.after(seat, cell, facing).can_show_one_of(seat, cell, still_lacking):
            found.add(cell)
        return found

    def blocks_needed(self, seat: int) -> int:
        """B: the cells of W, an empty one counting twice in which every facing completes a figure."""
        lacking = self.nearly(seat).lacking_one
        return sum(
            2 if not self.held(cell) and lacking[cell] == set(FACINGS) else 1 for cell in self.winning_cells(seat)
        )
