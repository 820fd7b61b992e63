"""What is asked in Sprawl, and why something cannot be touched: the rules are asked, and never stated again."""

from collections.abc import Iterator, Sequence
from functools import cache, lru_cache
from typing import NamedTuple

from tablier.core.records import revived
from tablier.core.words import Word, word
from tablier.games.sprawl.board import DIRECTIONS, cell_name, numbers
from tablier.games.sprawl.moves import branch_cells, branch_sources, may_spore, next_size, prey
from tablier.games.sprawl.options import SIZES, Options, seat_word
from tablier.games.sprawl.state import (
    ANSWERING,
    ASKING,
    BUILDING,
    NO_SEAT,
    PLAYING,
    SMALL,
    State,
    active_towers,
    ahead,
    attackers,
    bearing_branches,
    belongings,
    bit,
    cells_of,
    controller,
    has_begun,
    is_on,
    opposite,
    overcome,
    root_of,
    sizes_at,
    stacks,
    targets,
    usable_branches,
)
from tablier.games.sprawl.story import direction_word, size_word

UP = len(DIRECTIONS)  # how a piece is put on a cell: in a direction, or standing
ASKED_KEPT = 1_024
SHOWN = ("turn", "flag", "laurel", "penalty", "cards")  # parts that only tell something
START = (word("sprawl.asked.start"),)

# What is asked


def asked(options: Options, state: State) -> Sequence[Word]:
    """What a turn has to reckon with, and what to choose; in an unfinished turn, what is to be answered."""
    phase, turn = int(state.phase), int(state.turn)
    if phase == PLAYING:
        if not has_begun(state, turn):
            return START
        return in_turn(int(state.ending), tuple(state.withdrawn.tolist()) if options.coup else ())
    cell = int(state.tower)
    if phase == BUILDING:
        return while_building(cell, int(next_size(state, cell)), int(state.left))
    return in_question(phase, cell, turn, int(state.asked), bool(state.may_undo))


@lru_cache(ASKED_KEPT)
def in_turn(ending: int, withdrawn: tuple[int, ...]) -> tuple[Word, ...]:
    """What is asked in a later one: whether it is the last, which spores were taken back in it."""
    back = [(cell, size) for size, mask in enumerate(withdrawn) for cell in cells_of(mask)]
    spores = [word("sprawl.asked.spore", size=size_word(size), cell=cell_name(cell)) for cell, size in sorted(back)]
    first = [word("sprawl.asked.withdrawn", spores=spores)] if spores else []
    last = [] if ending == NO_SEAT else [word("sprawl.asked.ending", seat=seat_word(ending))]
    return (*first, *last, word("sprawl.asked.play"))


@cache
def while_building(cell: int, size: int, left: int) -> tuple[Word, ...]:
    """What is asked in fast building."""
    told = {"cell": cell_name(cell), "size": size_word(size)}
    return word("sprawl.asked.fast", left=left, **told), word("sprawl.asked.build", **told)


@cache
def in_question(phase: int, cell: int, turn: int, other: int, may_undo: bool) -> tuple[Word, ...]:
    """What is asked about a spore: of a seat that may question it, or of the one that was questioned."""
    name = cell_name(cell)
    if phase == ASKING:
        told = {"seat": seat_word(turn), "cell": name}
        return word("sprawl.asked.could", **told), word("sprawl.asked.ask", **told)
    last = "answer" if may_undo else "stand"
    return word("sprawl.asked.questioned", seat=seat_word(other), cell=name), word(f"sprawl.asked.{last}", cell=name)


# What is asked on the way


@cache
def which_piece(cell: int) -> Word:
    """Where it goes is chosen."""
    return word("sprawl.question.piece", cell=cell_name(cell))


@cache
def which_cell(size: int) -> Word:
    """The piece is chosen."""
    return word("sprawl.question.cell", size=size_word(size))


@cache
def which_way(cell: int) -> Word:
    """Both are."""
    return word("sprawl.question.way", cell=cell_name(cell))


def questions(cell: int, size: int, steps: int) -> tuple[Word, ...]:
    """What so many steps of a path answer by which a piece goes to a cell."""
    every = which_piece(cell), which_cell(size), which_way(cell), word("sprawl.question.source")
    return every[:steps]


# Why not


class Touched(NamedTuple):
    """What is chosen of a move so far."""

    size: int | None = None
    cell: int | None = None
    facing: int | None = None


class Obstacle(NamedTuple):
    """Why a piece cannot go somewhere, and how near that comes to a legal move."""

    near: int
    reason: Word


class Case:
    """A position in which a reason is looked for: its records as the rules want them, and what they say of it."""

    def __init__(self, options: Options, state: State) -> None:
        self.cells = numbers(int(options.columns), int(options.rows))
        self.things = stacks(options, state)
        self.options, self.state = revived(Options, options)[0], revived(State, state)[0]
        self.seat = int(state.turn)
        self.active = active_towers(self.state, self.seat)
        self.usable = usable_branches(self.options, self.state, self.seat)
        self.bearing = bearing_branches(self.options, self.state, self.seat)
        self.aims = targets(self.options, self.state, self.usable)

    def left(self, size: int) -> int:
        """How many pieces of a size the seat has in its stash."""
        return int(self.state.stash[self.seat, size])

    def is_tower(self, cell: int) -> bool:
        """Whether a tower stands on a cell."""
        return is_on(self.state.towers, cell)

    def owner(self, cell: int) -> int:
        """Whose the thing on a cell is; NO_SEAT if there is none."""
        return self.things[cell][-1][0] if cell in self.things else NO_SEAT

    def ahead(self, cell: int, direction: int) -> int | None:
        """The next cell in a direction, None beyond the edge."""
        return next(iter(cells_of(int(ahead(self.options, bit(cell), direction, SMALL)))), None)

    def strikers(self, cell: int, seat: int, sizes: int) -> list[str]:
        """The branches because of which a tower of these sizes is, or would be, neutralised."""
        attack = attackers(self.options, self.state, cell, seat)
        every = cells_of(int(attack))
        alone = [one for one in every if overcome(self.options, self.state, sizes, bit(one), 0)]
        return [cell_name(one) for one in alone or every]


def why(options: Options, state: State, begun: Sequence[str], part: str) -> Word:
    """Why a part cannot be touched after others."""
    case, (kind, _, rest) = Case(options, state), part.partition(".")
    if kind in SHOWN:
        return word(f"sprawl.why.{kind}")
    if kind in ("stash", "frame") and int(rest[0]) != case.seat:
        return word("sprawl.why.stash_of", seat=seat_word(int(rest[0])))
    if state.phase != PLAYING:
        return unfinished(case, begun, kind, rest)
    if kind == "frame":
        return word("sprawl.why.frame")
    chosen = touched(case, begun)
    if kind == "stash":
        return piece_refused(case, chosen, int(rest[2:]) - 1)
    if kind == "facing":
        return facing_refused(case, chosen, facing(rest))
    return cell_refused(case, chosen, case.cells[rest.split(".")[0]])


def facing(name: str) -> int:
    """How a piece is put on a cell, by the name of its tile."""
    return UP if name == "up" else DIRECTIONS.index(name)


def touched(case: Case, begun: Sequence[str]) -> Touched:
    """What some touches have chosen."""
    found = Touched()
    for part in begun:
        kind, _, rest = part.partition(".")
        if kind == "stash":
            found = found._replace(size=int(rest[2:]) - 1)
        elif kind == "facing":
            found = found._replace(facing=facing(rest))
        else:
            found = found._replace(cell=case.cells[rest.split(".")[0]])
    return found


def unfinished(case: Case, begun: Sequence[str], kind: str, rest: str) -> Word:
    """In an unfinished turn only what is asked can be touched."""
    cell, phase = int(case.state.tower), int(case.state.phase)
    told = {"cell": cell_name(cell), "seat": seat_word(case.seat)}
    if phase in (ASKING, ANSWERING):
        return word("sprawl.why.asking" if phase == ASKING else "sprawl.why.answering", **told)
    fits = next_size(case.state, cell)
    if kind == "stash" and int(rest[2:]) - 1 != fits:
        return tower_refused(case, cell, int(rest[2:]) - 1)
    return word("sprawl.why.begun" if begun else "sprawl.why.building", cell=cell_name(cell), size=size_word(fits))


def piece_refused(case: Case, chosen: Touched, size: int) -> Word:
    """Why a pile of the own stash cannot be touched."""
    if not case.left(size):
        return word("sprawl.why.none_left", size=size_word(size))
    if chosen.size is not None:
        return word("sprawl.why.one_piece", size=size_word(chosen.size))
    if chosen.cell is not None:
        return place_refused(case, chosen.cell, size)
    return word("sprawl.why.nowhere", size=size_word(size))


def cell_refused(case: Case, chosen: Touched, cell: int) -> Word:
    """Why a cell, or what is on it, cannot be touched."""
    if chosen.cell is None:
        return place_refused(case, cell, chosen.size)
    if chosen.size is None:
        return word("sprawl.why.one_cell", cell=cell_name(chosen.cell))
    if chosen.facing is None:
        return word("sprawl.why.facing_next", cell=cell_name(chosen.cell))
    return source_refused(case, chosen.size, chosen.cell, chosen.facing, cell)


def facing_refused(case: Case, chosen: Touched, way: int) -> Word:
    """Why a piece cannot be put on a cell that way."""
    if not has_begun(case.state, case.seat):
        return word("sprawl.why.start_stands")
    if chosen.size is None or chosen.cell is None:
        return word("sprawl.why.facing_last")
    if chosen.facing is not None:
        return word("sprawl.why.source_next", cell=cell_name(chosen.cell))
    if way == UP:
        found = spore_obstacle(case, chosen.cell, chosen.size)
        return found.reason if found else beneath(chosen.cell)
    return way_refused(case, chosen.cell, chosen.size, way)


def way_refused(case: Case, cell: int, size: int, way: int) -> Word:
    """Why no branch of a size may point that way on an empty cell."""
    told = {"cell": cell_name(cell), "direction": direction_word(way)}
    if case.ahead(cell, way) is None:
        return word("sprawl.why.points_off", **told)
    found = [one for grew in range(UP) if (one := branch_obstacle(case, cell, grew, way, size))]
    best = max(found, key=lambda one: one.near)
    if best.near:
        return best.reason
    behind = case.ahead(cell, opposite(way))
    if behind is None:
        return word("sprawl.why.from_edge", **told)
    return word("sprawl.why.away_loose" if case.options.loose else "sprawl.why.away", source=cell_name(behind), **told)


def source_refused(case: Case, size: int, cell: int, way: int, source: int) -> Word:
    """Why a branch cannot grow from there, in loose branching."""
    grew = next((one for one in range(UP) if case.ahead(source, one) == cell), None)
    if grew is None:
        return word("sprawl.why.source_beside", cell=cell_name(cell), source=cell_name(source))
    found = branch_obstacle(case, cell, grew, way, size)
    return found.reason if found else beneath(source)


def beneath(cell: int) -> Word:
    """What lies on top there can be touched."""
    return word("sprawl.why.beneath", cell=cell_name(cell))


# Why a piece cannot go to a cell


def place_refused(case: Case, cell: int, size: int | None) -> Word:
    """Why a piece of a size, or any piece, cannot go to a cell."""
    if cell not in case.things:
        return empty_refused(case, cell, size)
    if case.is_tower(cell) and has_begun(case.state, case.seat):
        return tower_refused(case, cell, size)
    kind = "tower_there" if case.is_tower(cell) else "branch_there"
    return word(f"sprawl.why.{kind}", cell=cell_name(cell), seat=seat_word(case.owner(cell)))


def tower_refused(case: Case, cell: int, size: int | None) -> Word:
    """Why a piece of a size, or any piece, cannot be built on a tower."""
    if not is_on(case.active, cell) and not (case.options.sprawlgame and is_on(prey(case.state, case.aims), cell)):
        return closed(case, cell)
    fits, told = int(next_size(case.state, cell)), {"cell": cell_name(cell)}
    if fits < SMALL:
        return word("sprawl.why.tower_full", **told)
    if size is not None and size != fits:
        top = case.things[cell][-1][1]
        return word("sprawl.why.build_size", size=size_word(fits), top=size_word(top), **told)
    if not case.left(fits):
        return word("sprawl.why.build_none_left", size=size_word(fits), **told)
    return beneath(cell)


def closed(case: Case, cell: int) -> Word:
    """Why a tower is not open to the seat."""
    owner = int(controller(case.options, case.state, cell))
    if owner == case.seat:
        struck_from = case.strikers(cell, owner, sizes_at(case.state, cell))
        return word("sprawl.why.tower_struck", cell=cell_name(cell), cells=struck_from)
    kind = "tower_of"
    if case.options.sprawlgame:
        kind = "tower_untargeted" if is_on(case.state.neutralised, cell) else "tower_holds"
    return word(f"sprawl.why.{kind}", cell=cell_name(cell), seat=seat_word(owner))


def empty_refused(case: Case, cell: int, size: int | None) -> Word:
    """Why a piece of a size, or any piece, cannot go to an empty cell: what comes nearest to a legal move tells it."""
    sizes = [one for one in range(SIZES) if case.left(one)] if size is None else [size]
    found = list(obstacles(case, cell, sizes))
    best = max((one for one in found if one), key=lambda one: one.near, default=None)
    if None in found or best is None:
        return beneath(cell)
    if best.near:
        return best.reason
    own = belongings(case.state, case.seat) & ~case.state.towers
    kind = "aim_idle" if is_on(targets(case.options, case.state, own), cell) else "nothing_near"
    return word(f"sprawl.why.{kind}", cell=cell_name(cell))


def obstacles(case: Case, cell: int, sizes: Sequence[int]) -> Iterator[Obstacle | None]:
    """What stands in the way of a spore, and of a branch from each side, on an empty cell; None where nothing does."""
    for size in sizes:
        yield spore_obstacle(case, cell, size)
        for grew in range(UP):
            for way in range(UP):
                yield branch_obstacle(case, cell, grew, way, size)


def spore_obstacle(case: Case, cell: int, size: int) -> Obstacle | None:
    """What stands in the way of a spore on an empty cell."""
    told = {"cell": cell_name(cell), "size": size_word(size)}
    if not is_on(case.aims, cell):
        return Obstacle(0, word("sprawl.why.untargeted", cell=cell_name(cell)))
    attack = attackers(case.options, case.state, cell, case.seat)
    if may_spore(case.options, case.state, cell, size, attack):
        return None
    if overcome(case.options, case.state, 1 << size, attack, 0):
        return Obstacle(6, word("sprawl.why.spore_struck", cells=case.strikers(cell, case.seat, 1 << size), **told))
    return Obstacle(7, word("sprawl.why.withdrawn", **told))


def branch_obstacle(case: Case, cell: int, grew: int, way: int, size: int) -> Obstacle | None:
    """What stands in the way of a branch on an empty cell that grows in one direction and points in another."""
    source = case.ahead(cell, opposite(grew))
    if source is None or case.owner(source) != case.seat:
        return Obstacle(0, word("sprawl.why.source_foreign", cell=cell_name(cell if source is None else source)))
    found = source_obstacle(case, source, size)
    if found or is_on(branch_cells(case.options, case.state, bit(source), grew, way), cell):
        return found
    told = {"cell": cell_name(cell), "source": cell_name(source), "direction": direction_word(way)}
    if case.ahead(cell, way) is None:
        return Obstacle(5, word("sprawl.why.points_off", **told))
    return Obstacle(0, word("sprawl.why.turned", **told))


def source_obstacle(case: Case, source: int, size: int) -> Obstacle | None:
    """What stands in the way of a branch that grows from a thing of the seat's own."""
    if case.is_tower(source):
        return None if is_on(case.active, source) else Obstacle(2, closed(case, source))
    root = root_of(case.state, source)
    told = {"source": cell_name(source), "root": cell_name(root)}
    if not is_on(case.usable, source):
        kind = "root_struck" if is_on(case.state.controls[case.seat], root) else "root_taken"
        return Obstacle(1, word(f"sprawl.why.{kind}", **told, seat=seat_word(case.owner(root))))
    fits = [one for one in range(SIZES) if is_on(branch_sources(case.state, case.active, bit(source), one), source)]
    if not fits:
        return Obstacle(3, word("sprawl.why.small_source", source=cell_name(source)))
    if not is_on(case.bearing, source):
        return Obstacle(3, word("sprawl.why.depth", height=len(case.things[root]), **told))
    if size not in fits:
        own = case.things[source][0][1]
        return Obstacle(4, word("sprawl.why.branch_size", size=size_word(fits[0]), own=size_word(own), **told))
    return None
