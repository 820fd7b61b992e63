"""The picture of Sprawl and what a person touches in it; what is told stands in ``story``."""

from collections.abc import Iterator, Sequence
from functools import cache, partial

import numpy as np

from tablier.core.boards import QUARTER
from tablier.core.contract import RUNNING, SPECTATOR
from tablier.core.records import Array
from tablier.core.scene import Choice, Part, Scene, Thing, bytes_of
from tablier.core.words import word
from tablier.games.sprawl.board import DIRECTIONS, cell_name
from tablier.games.sprawl.geometry import (
    LIFT,
    Map,
    branch,
    button,
    card,
    cards,
    cost,
    flag,
    frame,
    ground,
    laurel,
    layouts,
    lost_tower,
    lying_symbol,
    map_for,
    over_line,
    owners,
    pile,
    spore,
    standing,
    status_line,
    tiles,
    turn_sign,
    withdrawn,
)
from tablier.games.sprawl.guidance import asked, questions, why
from tablier.games.sprawl.notation import ANSWERS
from tablier.games.sprawl.options import MOST_SEATS, SIZES, Options
from tablier.games.sprawl.rules import MOST_ANSWERS, actor, list_answers
from tablier.games.sprawl.state import (
    ANSWERING,
    ASK,
    ASKING,
    BRANCH,
    BUILD,
    BUILDING,
    CARD,
    DONE,
    NO_SEAT,
    NOWHERE,
    PLAYING,
    TURNING_UP,
    UNDO,
    State,
    branch_of,
    cells_of,
    has_begun,
    is_on,
    opposite,
    piece_of,
    pieces_on,
    root_of,
    source_of,
    stacks,
)
from tablier.games.sprawl.story import called, penalties, reasons, story

__all__ = ["asked", "choices", "effects", "marks", "reasons", "scene", "steps", "story", "why"]

LABEL = word("sprawl.scene.label")


def scene(options: Options, state: State, seat: int) -> Scene:
    """The board, the stashes beside it, and below what is going on."""
    chart, plays = map_for(options), seat != SPECTATOR
    content = bytes_of(options), bytes_of(state), plays
    groups = chart.groups(content, contents, options, state, plays)
    return Scene("sprawl", chart.width, chart.height, chart.once(ground), groups, LABEL, layouts(options, chart, seat))


def contents(options: Options, state: State, plays: bool) -> list[Thing]:
    """What lies on the board and beside it, for one who plays or only looks on."""
    return [
        *frames(options, state),
        (owners, int(options.seats)),
        *([(tiles,)] if plays and state.phase == PLAYING and state.reason == RUNNING else []),
        *stashes(options, state),
        *honours(options, state),
        *towers(options, state),
        *branches(options, state),
        *pending(options, state),
        *buttons(state, plays),
    ]


def decider(options: Options, state: State) -> int:
    """The seat that decides; while cards are turned up and after the end, nobody."""
    return max(actor(options, state), NO_SEAT)


# Beside the board


def frames(options: Options, state: State) -> list[Thing]:
    """A frame for each seat, a stronger one for who decides, and a sign at the one whose turn it is."""
    decides, left = decider(options, state), state.stash[: options.seats].tolist()
    pips = [small + 2 * medium + 3 * large for small, medium, large in left]
    found: list[Thing] = [(frame, seat, decides == seat, own) for seat, own in enumerate(pips)]
    return [*found, (turn_sign, int(state.turn))] if state.reason == RUNNING else found


def stashes(options: Options, state: State) -> Iterator[Thing]:
    """The pieces that each seat has left, and what they would cost it."""
    left, count = state.stash.tolist(), penalties(options, state)
    for seat in range(int(options.seats)):
        yield from ((pile, seat, size, left[seat][size]) for size in range(SIZES))
        yield cost, seat, count[seat]


def honours(options: Options, state: State) -> Iterator[Thing]:
    """Cards, the sign of the seat that ends the game, and who has won."""
    held, winners = state.cards.tolist(), 0 if state.reason == RUNNING else int(state.winners)
    for seat in range(int(options.seats)):
        if options.coup and held[seat]:
            yield cards, seat, held[seat]
        if winners >> seat & 1:
            yield laurel, seat
        elif state.ending == seat:
            yield flag, seat


# On the board


def towers(options: Options, state: State) -> Iterator[Thing]:
    """Upright pieces, each a little higher than the one below."""
    found, lost = stacks(options, state), int(state.neutralised)
    for cell in cells_of(int(state.towers)):
        pieces = found.get(cell, ())
        is_lost = is_on(lost, cell)
        for level, (seat, size) in enumerate(pieces):
            yield standing, cell, level, seat, size, is_lost
        if is_lost:
            yield lost_tower, cell, len(pieces), pieces[-1][0]


def branches(options: Options, state: State) -> Iterator[Thing]:
    """Lying pieces, grey if their root is neutralised."""
    found, reach, lost = stacks(options, state), options.arrivals.tolist(), int(state.neutralised)
    lying = [(cell, points) for points, mask in enumerate(state.points.tolist()) for cell in cells_of(mask)]
    for cell, points in sorted(lying):
        seat, size = found[cell][0]
        is_lost = lost != 0 and is_on(lost, root_of(state, cell))
        yield branch, cell, seat, size, points, is_targeting(reach, cell, size, points), is_lost


def is_targeting(reach: Array | list[list[int]], cell: int, size: int, points: int) -> bool:
    """Whether the target of a branch is on the board, given from where cells of the board are reached."""
    return is_on(reach[opposite(points)][size], cell)


# What is going on


def pending(options: Options, state: State) -> Iterator[Thing]:
    """The spore in question, spores taken back, and in words what is to be done."""
    if state.tower != NOWHERE:
        yield spore, int(state.tower)
    masks = state.withdrawn.tolist()
    if any(masks):
        back = [(cell, size) for size, mask in enumerate(masks) for cell in cells_of(mask)]
        yield from ((withdrawn, cell, size) for cell, size in sorted(back))
    yield status(options, state)


def status(options: Options, state: State) -> Thing:
    """What is to be done, and by whom."""
    if state.reason != RUNNING:
        return over_line, int(state.winners)
    seat, cell, phase = decider(options, state), int(state.tower), int(state.phase)
    if phase == TURNING_UP:
        return status_line, "cards"
    if phase == BUILDING:
        return status_line, "build", seat, cell, int(state.left)
    if phase == ASKING:
        return status_line, "ask", seat, cell, 0, int(state.turn)
    if phase == ANSWERING:
        return status_line, "answer", seat, cell, 0, int(state.asked)
    return status_line, "play" if has_begun(state, int(state.turn)) else "start", seat


def answers(state: State) -> tuple[int, ...]:
    """The answers that can be given now."""
    if state.phase in (PLAYING, TURNING_UP):
        return ()
    moves = np.zeros(MOST_ANSWERS, np.int16)
    return tuple(move for move in moves[: list_answers(state, moves)].tolist() if move >= DONE)


def buttons(state: State, plays: bool) -> list[Thing]:
    """The answers, whoever of the players looks on; the cards that chance may turn up."""
    if state.phase == TURNING_UP:
        return [(card, points) for points in (1, 2)]
    return [(button, place, ANSWERS[answer]) for place, answer in enumerate(answers(state))] if plays else []


def thing_on(options: Options, state: State, cell: int) -> str:
    """The part that a person touches on a cell: what stands or lies there, or the cell itself."""
    name, height = cell_name(cell), len(pieces_on(options, state, cell))
    if is_on(state.towers, cell):
        return f"tower.{name}.{height - 1}"
    return f"branch.{name}" if height else f"cell.{name}"


def steps(options: Options, state: State, move: int) -> tuple[str, ...]:
    """A piece of the stash, a cell, how it stands or lies there and, in loose branching, its source; or a button."""
    if move >= DONE:
        return (f"button.{ANSWERS[move]}",)
    if move < BRANCH:
        cell, size = piece_of(move)
        path = (f"stash.{int(state.turn)}.{size + 1}", thing_on(options, state, cell))
        is_spore = move < BUILD and has_begun(state, int(state.turn))
        return (*path, "facing.up") if is_spore else path
    grew, points, size, cell = branch_of(move)
    source = (thing_on(options, state, source_of(cell, grew)),) if options.loose else ()
    return (f"stash.{int(state.turn)}.{size + 1}", f"cell.{cell_name(cell)}", f"facing.{DIRECTIONS[points]}", *source)


# Moves before they are made, and what is seen of them


def choices(options: Options, state: State, moves: Sequence[int], _: int) -> Sequence[Choice]:
    """A move looks as its code, the seat, and what is on its cell, or on its source's, say."""
    turn, tower, is_loose, upright = int(state.turn), int(state.tower), bool(options.loose), int(state.towers)
    there = {cell: (upright >> cell & 1, pieces) for cell, pieces in stacks(options, state).items()}
    at = turn, int(state.asked), bool(has_begun(state, turn)), is_loose, tower, there.get(tower)
    looks = [(move, at, there.get(touched(move, is_loose))) for move in moves]
    return map_for(options).choices(looks, moves, partial(choice, options, state))


@cache
def touched(move: int, is_loose: bool) -> int:
    """The cell on which a move may touch a piece: that of a tower or, in loose branching, of a source; or NOWHERE."""
    if move < BRANCH:
        return piece_of(move)[0]
    if move >= DONE or not is_loose:
        return NOWHERE
    grew, _, _, cell = branch_of(move)
    return source_of(cell, grew)


def choice(options: Options, state: State, move: int) -> Choice:
    """A move as it is offered, a piece and its cell in either order."""
    path, name, shown = steps(options, state, move), called(options, state, move), (ghost(options, state, move),)
    if move >= DONE:
        return Choice(path, name, shown, asked(options, state)[-1:])
    _, _, size, cell = branch_of(move) if move >= BRANCH else (0, 0, *reversed(piece_of(move)))
    return Choice(path, name, shown, questions(cell, size, len(path)), free=2)


def ghost(options: Options, state: State, move: int) -> Part:
    """The piece where it would stand or lie; of an answer, what becomes of the spore."""
    chart, seat = map_for(options), int(state.turn)
    if move >= DONE:
        return answer_ghost(options, state, chart, move)
    if move >= BRANCH:
        _, points, size, cell = branch_of(move)
        symbol, style = lying_symbol(size, is_targeting(options.arrivals, cell, size, points)), "sprawl-aiming turns"
        return Part("ghost.piece", symbol, *chart.middle(cell), QUARTER * points, style=style, seat=seat)
    cell, size = piece_of(move)
    return upright(chart, cell, size, len(pieces_on(options, state, cell)), seat)


def upright(chart: Map, cell: int, size: int, level: int, seat: int) -> Part:
    """A standing piece on top of so many others."""
    x, y = chart.middle(cell)
    return Part("ghost.piece", f"upright-{size + 1}", x, y - LIFT * level, seat=seat)


def answer_ghost(options: Options, state: State, chart: Map, move: int) -> Part:
    """The spore in question, taken back, or standing."""
    cell = int(state.tower)
    pieces = pieces_on(options, state, cell)
    if move == ASK:
        return Part("ghost.spore", "spore", *chart.middle(cell))
    if move == UNDO:
        return Part("ghost.withdrawn", f"withdrawn-{pieces[0][1] + 1}", *chart.middle(cell))
    owner, size = pieces[-1]
    return upright(chart, cell, size, len(pieces) - 1, owner)


def marks(options: Options, before: State, move: int, after: State) -> tuple[str, ...]:
    """The cell of a piece, after that of a branch's source; then towers neutralised or set free."""
    if move >= DONE:
        return () if move >= CARD else (f"cell.{cell_name(int(before.tower))}",)
    cells = [piece_of(move)[0]]
    if move >= BRANCH:
        grew, _, _, cell = branch_of(move)
        cells = [source_of(cell, grew), cell]
    cells += [cell for cell in cells_of(int(before.neutralised) ^ int(after.neutralised)) if cell not in cells]
    return tuple(f"cell.{cell_name(cell)}" for cell in cells)


def effects(options: Options, before: State, move: int, after: State) -> list[tuple[str, str]]:
    """The piece set, the question or the card; towers neutralised; who ends the game, and who has won."""
    seen = [*decided(options, move, after)]
    struck = int(after.neutralised) & ~int(before.neutralised)
    seen += [("strike", f"badge.{cell_name(cell)}") for cell in cells_of(struck)]
    if after.reason != RUNNING:
        seen += [("call", f"laurel.{seat}") for seat in range(MOST_SEATS) if is_on(after.winners, seat)]
    elif after.ending != before.ending:
        seen.append(("call", "flag"))
    return seen


def decided(options: Options, move: int, after: State) -> Iterator[tuple[str, str]]:
    """What is seen of a decision itself."""
    if move >= CARD:
        yield "roll", f"button.{ANSWERS[move]}"
    elif move == ASK:
        yield "call", "spore"
    elif move < DONE:
        cell = branch_of(move)[3] if move >= BRANCH else piece_of(move)[0]
        yield "rise", thing_on(options, after, cell)
