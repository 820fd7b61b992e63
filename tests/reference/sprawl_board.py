"""The board of Sprawl: what its words mean and which turns they allow, read off the pieces at every question."""

from collections.abc import Iterator
from dataclasses import dataclass

STEPS = {"n": (0, 1), "e": (1, 0), "s": (0, -1), "w": (-1, 0)}
OPPOSITE = {"n": "s", "s": "n", "e": "w", "w": "e"}
SIZES = (1, 2, 3)


@dataclass(frozen=True)
class Branch:
    """A lying piece: whose it is, how large, where it points, and the cell it grew from."""

    seat: int
    size: int
    points: str
    source: str


@dataclass(frozen=True)
class BranchTurn:
    """A branch that a seat may lay on a cell."""

    cell: str
    branch: Branch
    straight: bool

    def notation(self) -> str:
        """The decision as written; a branch that does not point straight away names its source."""
        plain = f"R{self.branch.size}{self.cell}{self.branch.points}"
        return plain if self.straight else f"{plain}/{self.branch.source}"


def dimensions(seats: int) -> tuple[int, int]:
    """Columns and rows for a number of seats."""
    if seats == 3:
        return 5, 6
    return (6, 6) if seats <= 6 else (8, 8)


@dataclass
class Board:
    """The pieces on the board and in the stashes; a tower is a list of (seat, size) from the bottom up."""

    seats: int
    options: dict
    towers: dict[str, list[tuple[int, int]]]
    branches: dict[str, Branch]
    stash: list[list[int]]

    def copy(self) -> "Board":
        """A board of its own with the same pieces."""
        towers = {cell: list(pieces) for cell, pieces in self.towers.items()}
        return Board(self.seats, self.options, towers, dict(self.branches), [list(counts) for counts in self.stash])

    # Cells

    def cells(self) -> list[str]:
        """All cells, by column, then row."""
        columns, rows = dimensions(self.seats)
        return [f"{chr(ord('a') + column)}{row + 1}" for column in range(columns) for row in range(rows)]

    def ahead(self, cell: str, direction: str, steps: int = 1) -> str | None:
        """The cell so many steps away in a direction, or None off the board."""
        columns, rows = dimensions(self.seats)
        column = ord(cell[0]) - ord("a") + steps * STEPS[direction][0]
        row = int(cell[1]) - 1 + steps * STEPS[direction][1]
        if 0 <= column < columns and 0 <= row < rows:
            return f"{chr(ord('a') + column)}{row + 1}"
        return None

    def empty(self, cell: str) -> bool:
        """Whether nothing stands or lies on the cell."""
        return cell not in self.towers and cell not in self.branches

    # Words

    def has(self, seat: int, size: int) -> bool:
        """Whether the stash of the seat holds a piece of the size."""
        return self.stash[seat][size - 1] > 0

    def controller(self, tower: str) -> int:
        """The owner of the top piece."""
        return self.towers[tower][-1][0]

    def pips(self, tower: str) -> int:
        """The pips of all pieces of the tower."""
        return sum(size for _, size in self.towers[tower])

    def root(self, branch: str) -> str:
        """The tower to which following the sources leads."""
        source = self.branches[branch].source
        return source if source in self.towers else self.root(source)

    def depth(self, branch: str) -> int:
        """One on a tower, else one more than the depth of the source."""
        source = self.branches[branch].source
        return 1 if source in self.towers else self.depth(source) + 1

    def attackers(self, tower: str) -> list[Branch]:
        """The branches that attack the tower."""
        found = []
        for direction in STEPS:
            branch = self.branches.get(self.ahead(tower, direction) or "")
            if branch is not None and branch.points == OPPOSITE[direction]:
                found.append(branch)
        if not self.options["friendly_fire"]:
            found = [branch for branch in found if branch.seat != self.controller(tower)]
        return found

    def helps_to_neutralise(self, branch: Branch, tower: str) -> bool:
        """Whether an attacker counts against the tower: any with `strongest`, else one of a size not present."""
        return self.options["strongest"] or branch.size not in [size for _, size in self.towers[tower]]

    def neutralised(self, tower: str) -> bool:
        """Whether the tower is neutralised as things stand."""
        attackers = self.attackers(tower)
        if self.options["strongest"]:
            return sum(branch.size for branch in attackers) > self.pips(tower)
        return any(self.helps_to_neutralise(branch, tower) for branch in attackers)

    def usable(self, cell: str, seat: int) -> bool:
        """Whether the branch on the cell is usable by the seat."""
        root = self.root(cell)
        return self.branches[cell].seat == seat and self.controller(root) == seat and not self.neutralised(root)

    def target(self, cell: str) -> str | None:
        """The cell that the branch on the cell targets, if it is on the board."""
        branch = self.branches[cell]
        return self.ahead(cell, branch.points, branch.size)

    def targeting(self, target: str, seat: int) -> list[str]:
        """The branches usable by the seat that target the cell."""
        return [cell for cell in self.branches if self.target(cell) == target and self.usable(cell, seat)]

    # Turns

    def starts(self, seat: int) -> list[str]:
        """The starting towers open to the seat."""
        empty = [cell for cell in self.cells() if self.empty(cell)]
        return [f"T{size}{cell}" for cell in empty for size in SIZES if self.has(seat, size)]

    def turns(self, seat: int) -> list[str]:
        """Every build, branch and spore open to the seat."""
        branches = [turn.notation() for turn in self.branch_turns(seat)]
        return self.builds(seat) + branches + self.spores(seat)

    def builds(self, seat: int) -> list[str]:
        """The builds open to the seat."""
        return [self.build(tower) for tower in self.towers if self.may_build(seat, tower)]

    def build(self, tower: str) -> str:
        """The notation of the one build that fits on the tower."""
        return f"B{self.towers[tower][-1][1] - 1}{tower}"

    def may_build(self, seat: int, tower: str) -> bool:
        """Whether the seat has the piece that fits on the tower, and may put it there."""
        size = self.towers[tower][-1][1] - 1
        if size == 0 or not self.has(seat, size):
            return False
        if self.controller(tower) == seat:
            return not self.neutralised(tower)
        return self.options["sprawlgame"] and self.neutralised(tower) and bool(self.targeting(tower, seat))

    def branch_turns(self, seat: int) -> Iterator[BranchTurn]:
        """The branches that the seat may lay."""
        for cell in filter(self.empty, self.cells()):
            for towards_source in STEPS:
                source = self.ahead(cell, towards_source)
                if source is not None and not self.empty(source):
                    yield from self.branches_from(seat, cell, towards_source, source)

    def branches_from(self, seat: int, cell: str, towards_source: str, source: str) -> Iterator[BranchTurn]:
        """The branches that the seat may lay on the cell, grown from the source."""
        for points in STEPS:
            if self.ahead(cell, points) is not None and self.may_point(cell, points, source):
                for size in self.sizes_from(seat, source):
                    if self.has(seat, size):
                        straight = points == OPPOSITE[towards_source]
                        yield BranchTurn(cell, Branch(seat, size, points, source), straight)

    def may_point(self, cell: str, points: str, source: str) -> bool:
        """Whether a branch on the cell, grown from the source, may point in the direction."""
        if self.ahead(cell, OPPOSITE[points]) == source:
            return True
        if self.options["branching"] == "strict" or source not in self.branches:
            return False
        pointed_to = self.ahead(source, self.branches[source].points) == cell
        return pointed_to and self.ahead(cell, points) != source

    def sizes_from(self, seat: int, source: str) -> list[int]:
        """The sizes of the branches that may grow from the source for the seat, as far as the source says."""
        if source in self.towers:
            return list(SIZES) if self.controller(source) == seat and not self.neutralised(source) else []
        size = self.branches[source].size - 1
        long_enough = self.depth(source) + 1 <= len(self.towers[self.root(source)])
        return [size] if size >= 1 and long_enough and self.usable(source, seat) else []

    def spores(self, seat: int) -> list[str]:
        """The spores open to the seat."""
        targets = {self.target(cell) for cell in self.branches if self.usable(cell, seat)} - {None}
        return [
            f"T{size}{cell}"
            for cell in sorted(targets)
            for size in SIZES
            if self.empty(cell) and self.has(seat, size) and not self.neutralised_at_once(seat, size, cell)
        ]

    def neutralised_at_once(self, seat: int, size: int, cell: str) -> bool:
        """Whether a new tower on the cell would be neutralised."""
        after = self.copy()
        after.towers[cell] = [(seat, size)]
        return after.neutralised(cell)

    def could_neutralise(self, seat: int, tower: str) -> bool:
        """Whether the seat, were it its turn, could neutralise the tower with one branch."""
        for turn in self.branch_turns(seat):
            if self.ahead(turn.cell, turn.branch.points) != tower:
                continue
            after = self.copy()
            after.branches[turn.cell] = turn.branch
            if after.neutralised(tower):
                return True
        return False

    # Pieces put down and taken back

    def put(self, seat: int, size: int, cell: str) -> None:
        """Stand a piece of the seat's stash on the cell, on what tower there is."""
        self.stash[seat][size - 1] -= 1
        self.towers.setdefault(cell, []).append((seat, size))

    def lay(self, cell: str, branch: Branch) -> None:
        """Lay a piece of its owner's stash as a branch."""
        self.stash[branch.seat][branch.size - 1] -= 1
        self.branches[cell] = branch

    def take_tower(self, cell: str) -> None:
        """Give the pieces of the tower back to their owners."""
        for seat, size in self.towers.pop(cell):
            self.stash[seat][size - 1] += 1

    def take_branch(self, cell: str) -> None:
        """Give the branch back to its owner."""
        branch = self.branches.pop(cell)
        self.stash[branch.seat][branch.size - 1] += 1
