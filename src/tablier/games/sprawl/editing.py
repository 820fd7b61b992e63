"""Setting up positions of Sprawl: pyramids that stand or lie, where branches grew from, and what is unfinished."""

from collections.abc import Iterator, Mapping
from typing import Any

from tablier.core.boards import QUARTER, STEPS, cell_called, cell_name
from tablier.core.errors import BadPosition
from tablier.core.reading import Reader
from tablier.core.tools import CELL, CLEAR, COUNTS, ERASE, MARKS, Position, Tool
from tablier.core.words import word
from tablier.games.sprawl.board import DIRECTIONS, beside, numbers
from tablier.games.sprawl.coup import work_out
from tablier.games.sprawl.options import SIZES, Options, seat_word
from tablier.games.sprawl.positions import DECK, KEYS, BoardReading, read_cards, read_last_turn
from tablier.games.sprawl.rules import MOST_BUILDS
from tablier.games.sprawl.state import EACH, NO_SEAT, NOWHERE, PLAYING, State
from tablier.games.sprawl.story import direction_word, size_word

ThingData = dict[str, Any]
UP, SOURCE, BUILD, WITHDRAWN, ENDING, CARDS, TURNED, WHOLE = (
    "up", "source", "build", "withdrawn", "ending", "cards", "turned", "whole",
)  # fmt: skip
QUESTIONS = ("ask", "asked")
MORE, LESS, NOBODY = "more", "less", "nobody"

# What there is to set up with


def tools(options: Options, position: Mapping[str, Any]) -> Iterator[Tool]:
    """Every piece, standing and lying; then what the options allow to be unfinished, and how the game ends."""
    for seat in range(int(options.seats)):
        yield from pieces(seat)
        if options.coup:
            yield from questions(seat)
    if options.loose:
        for number, direction in enumerate(DIRECTIONS):
            label = word("sprawl.tool.source", direction=direction_word(number))
            yield Tool(f"{SOURCE}.{direction}", label, "facing", turn=QUARTER * number, group=MARKS)
    yield from unfinished(options, position)
    yield from endings(options, position)


def pieces(seat: int) -> Iterator[Tool]:
    """A seat's pieces: three sizes, standing or lying in four directions."""
    for facing, direction in ((UP, 0), *((name, number) for number, name in enumerate(DIRECTIONS))):
        for size in range(SIZES):
            told = {"seat": seat_word(seat), "size": size_word(size), "direction": direction_word(direction)}
            kind = "upright" if facing == UP else "lying"
            label, symbol = word(f"sprawl.tool.{kind}", **told), f"{kind}-{size + 1}"
            yield Tool(f"{facing}.{size + 1}.{seat}", label, symbol, f"seat{seat}", QUARTER * direction, seat=seat)


def questions(seat: int) -> Iterator[Tool]:
    """A seat that is asked about a spore, or has asked; its cards."""
    for kind in QUESTIONS:
        label = word(f"sprawl.tool.{kind}", seat=seat_word(seat))
        yield Tool(f"{kind}.{seat}", label, "spore", f"seat{seat}", group=MARKS, seat=seat)
    for change in (MORE, LESS):
        label = word(f"sprawl.tool.cards_{change}", seat=seat_word(seat))
        yield Tool(f"{CARDS}.{change}.{seat}", label, "card", group=COUNTS, seat=seat, at_once=True)


def unfinished(options: Options, position: Mapping[str, Any]) -> Iterator[Tool]:
    """What may be left to do in a turn."""
    for left in range(1, MOST_BUILDS + 1) if options.fast_building else ():
        yield Tool(f"{BUILD}.{left}", word("sprawl.tool.build", left=left), "spore", group=MARKS)
    for size in range(SIZES) if options.coup else ():
        label = word("sprawl.tool.withdrawn", size=size_word(size))
        yield Tool(f"{WITHDRAWN}.{size + 1}", label, f"withdrawn-{size + 1}", group=MARKS)
    if options.coup or options.fast_building:
        chosen = position["pending"] is None
        yield Tool(WHOLE, word("sprawl.tool.whole"), group=COUNTS, at_once=True, chosen=chosen)


def endings(options: Options, position: Mapping[str, Any]) -> Iterator[Tool]:
    """At whose turn the game ends, and the cards turned up then."""
    chosen = position["ending"] is None
    yield Tool(f"{ENDING}.{NOBODY}", word("sprawl.tool.no_ending"), group=COUNTS, at_once=True, chosen=chosen)
    for seat in range(int(options.seats)):
        label, chosen = word("sprawl.scene.ending", seat=seat_word(seat)), position["ending"] == seat
        yield Tool(f"{ENDING}.{seat}", label, "flag", group=COUNTS, at_once=True, chosen=chosen)
    if TURNED in (position["pending"] or ()):
        for points in (1, 2):
            label = word("sprawl.scene.card", points=points)
            yield Tool(f"{TURNED}.{points}", label, f"face-{points}", group=COUNTS, at_once=True)
        yield Tool(f"{TURNED}.{LESS}", word("sprawl.tool.turned_less"), "card", group=COUNTS, at_once=True)


def targets(options: Options, position: Mapping[str, Any], tool: str) -> list[str]:
    """Every cell; for what needs a piece, a tower or a branch, those that hold one."""
    kind = tool.split(".")[0]
    towers, branches = ({thing["cell"] for thing in position[key]} for key in ("towers", "branches"))
    known = numbers(int(options.columns), int(options.rows))
    held = {ERASE: towers | branches, SOURCE: branches, BUILD: towers, "ask": towers, "asked": towers}
    return [CELL + cell for cell in known if cell in held.get(kind, known)]


# Changes


def edit(options: Options, position: Position, tool: str, target: str) -> None:
    """Use a tool."""
    (kind, *details), cell = tool.split("."), target.removeprefix(CELL)
    if kind == UP:
        raise_tower(position, cell, {"seat": int(details[1]), "size": int(details[0])})
    elif kind in DIRECTIONS:
        lay(options, position, cell, {"seat": int(details[1]), "size": int(details[0]), "points": kind})
    elif kind == ERASE:
        take(position, cell)
    elif kind == CLEAR:
        position.update(towers=[], branches=[], ending=None, pending=None)
    elif kind == SOURCE:
        found(position["branches"], cell)["source"] = cell_name(*step(cell, DIRECTIONS.index(details[0])))
    else:
        count(position, kind, details, cell)


def found(things: list[ThingData], cell: str) -> ThingData:
    """The tower or branch on a cell; empty if there is none."""
    return next((thing for thing in things if thing["cell"] == cell), {})


def raise_tower(position: Position, cell: str, new: ThingData) -> None:
    """Stand a piece on a cell, in the place of one of its size; a branch gives way."""
    position["branches"] = [branch for branch in position["branches"] if branch["cell"] != cell]
    below = [piece for piece in found(position["towers"], cell).get("pieces", ()) if piece["size"] != new["size"]]
    tower = {"cell": cell, "pieces": sorted([*below, new], key=lambda piece: -int(piece["size"]))}
    position["towers"] = [other for other in position["towers"] if other["cell"] != cell] + [tower]


def lay(options: Options, position: Position, cell: str, new: ThingData) -> None:
    """Lay a piece on a cell; all that was there gives way."""
    for kind in ("towers", "branches"):
        position[kind] = [thing for thing in position[kind] if thing["cell"] != cell]
    position["branches"].append({"cell": cell, **new, "source": likely_source(options, position, cell, new)})


def take(position: Position, cell: str) -> None:
    """Take a branch away, or the topmost piece of a tower."""
    position["branches"] = [branch for branch in position["branches"] if branch["cell"] != cell]
    for tower in position["towers"]:
        if tower["cell"] == cell:
            tower["pieces"].pop()


def count(position: Position, kind: str, details: list[str], cell: str) -> None:
    """Note what is unfinished, how the game ends, or how many cards a seat has."""
    pending = position["pending"] or {}
    if kind == BUILD:
        position["pending"] = spores(pending) | {BUILD: cell, "left": int(details[0])}
    elif kind in QUESTIONS:
        position["pending"] = spores(pending) | {kind: int(details[0]), "tower": cell}
    elif kind == WITHDRAWN:
        spore, others = f"T{details[0]}{cell}", pending.get(WITHDRAWN, [])
        kept = [other for other in others if other != spore] if spore in others else [*others, spore]
        position["pending"] = pending | {WITHDRAWN: kept}
    elif kind == WHOLE:
        position["pending"] = None
    elif kind == ENDING:
        position[ENDING] = None if details[0] == NOBODY else int(details[0])
    elif kind == TURNED:
        cards = pending.get(TURNED, [])
        position["pending"] = {TURNED: cards[:-1] if details[0] == LESS else [*cards, int(details[0])]}
    else:
        change, seat = 1 if details[0] == MORE else -1, int(details[1])
        position[CARDS][seat] = min(max(position[CARDS][seat] + change, 0), DECK)


def spores(pending: ThingData) -> ThingData:
    """The spores taken back, out of what is unfinished."""
    return {WITHDRAWN: pending[WITHDRAWN]} if pending.get(WITHDRAWN) else {}


# Cells


def step(cell: str, direction: int) -> tuple[int, int]:
    """Column and row of a cell's neighbour, on the board or not."""
    return beside(cell_called(cell), direction)


def neighbours(options: Options, cell: str, points: str) -> list[str]:
    """The cells beside one, that on which something pointing there turns its back first."""
    back = (DIRECTIONS.index(points) + len(STEPS) // 2) % len(STEPS)
    around = [cell_name(*step(cell, (back + turn) % len(STEPS))) for turn in range(len(STEPS))]
    return [other for other in around if other in numbers(int(options.columns), int(options.rows))]


def likely_source(options: Options, position: Mapping[str, Any], cell: str, new: ThingData) -> str:
    """Where a branch may have grown from: something of its owner's, behind it if possible."""
    around = neighbours(options, cell, new["points"])
    usual = [other for other in around[:1] if points_away(cell, other, new)]
    ahead = around if options.loose else usual
    fitting = [other for other in ahead if may_bear(position, other, cell, new)]
    return [*fitting, *usual, *around][0]


def points_away(cell: str, source: str, new: ThingData) -> bool:
    """Whether a branch points straight away from a neighbour."""
    return cell_name(*step(source, DIRECTIONS.index(new["points"]))) == cell


def may_bear(position: Mapping[str, Any], source: str, cell: str, new: ThingData) -> bool:
    """Whether what is on a cell looks like the source of a branch beside it."""
    straight = points_away(cell, source, new)
    owners = [piece["seat"] for piece in found(position["towers"], source).get("pieces", ())]
    branch = found(position["branches"], source)
    if not branch:
        return straight and new["seat"] in owners
    aims = cell_name(*step(source, DIRECTIONS.index(branch["points"]))) == cell
    return bool((straight or aims) and branch["seat"] == new["seat"] and branch["size"] == new["size"] + 1)


# What follows


def tidy(options: Options, position: Position) -> None:
    """What is not on the board is in the stash; what these options do not have is dropped."""
    known, seats = numbers(int(options.columns), int(options.rows)), range(int(options.seats))
    for tower in position["towers"]:
        tower["pieces"] = [piece for piece in tower["pieces"] if piece["seat"] in seats]
    position["towers"] = [tower for tower in position["towers"] if tower["cell"] in known and tower["pieces"]]
    position["branches"] = [
        branch for branch in position["branches"] if branch["cell"] in known and branch["seat"] in seats
    ]
    for branch in position["branches"]:
        if branch["source"] not in neighbours(options, branch["cell"], branch["points"]):
            branch["source"] = likely_source(options, position, branch["cell"], branch)
    laid = [(piece["seat"], piece["size"]) for tower in position["towers"] for piece in tower["pieces"]]
    laid += [(branch["seat"], branch["size"]) for branch in position["branches"]]
    position["stash"] = [[max(EACH - laid.count((seat, size + 1)), 0) for size in range(SIZES)] for seat in seats]
    position["started"] = [any(owner == seat for owner, _ in laid) for seat in seats]
    cards = position[CARDS] if options.coup else []
    position[CARDS] = [cards[seat] if seat < len(cards) else 0 for seat in seats]
    position[ENDING] = position[ENDING] if position[ENDING] in seats else None
    position["pending"] = still_pending(options, position)


def still_pending(options: Options, position: Mapping[str, Any]) -> ThingData | None:
    """What is unfinished, as far as it can be."""
    pending = position["pending"] or {}
    if position[ENDING] == position["turn"]:
        return {TURNED: pending.get(TURNED, [])}
    known = numbers(int(options.columns), int(options.rows))
    kept = spores(pending) if options.coup else {}
    kept = {key: [spore for spore in cells if spore[2:] in known] for key, cells in kept.items()}
    kept = {key: cells for key, cells in kept.items() if cells}
    if found(position["towers"], pending.get(BUILD, "")) and options.fast_building:
        kept |= {BUILD: pending[BUILD], "left": pending["left"]}
    elif found(position["towers"], pending.get("tower", "")) and options.coup:
        kept |= {key: pending[key] for key in (*QUESTIONS, "tower") if key in pending}
    return kept or None


def sketch(options: Options, state: State, data: Reader) -> None:
    """Fill a record with what lies on the board, whether or not it could have got there."""
    data.keys(*KEYS)
    board = BoardReading(options)
    read_loosely(board, data)
    board.write(state)
    stashes = data.listed("stash", int(options.seats))
    for seat in range(int(options.seats)):
        state.stash[seat] = stashes.wholes(str(seat), SIZES, 0, EACH)
    read_cards(options, state, data)
    data.flags("started", int(options.seats))
    state.phase, state.tower, state.asked = PLAYING, NOWHERE, NO_SEAT
    read_last_turn(options, state, data)
    work_out(options, state)


def read_loosely(board: BoardReading, data: Reader) -> None:
    """Towers of any pieces of different sizes, and branches that grew from any neighbour."""
    for item in data.objects("towers"):
        item.keys("cell", "pieces")
        cell, pieces = board.free(item), [board.read_piece(piece) for piece in item.objects("pieces")]
        if not pieces or len({piece.size for piece in pieces}) < len(pieces):
            raise BadPosition("sprawl.position.tower_falls", cell=board.name(cell))
        board.towers[cell] = pieces
    for item in data.objects("branches"):
        board.read_branch(item)
    for cell, branch in board.branches.items():
        if branch.source not in [beside(cell, direction) for direction in range(len(DIRECTIONS))]:
            raise BadPosition("sprawl.position.source_beside", cell=board.name(cell))
