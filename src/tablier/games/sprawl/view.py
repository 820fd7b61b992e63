"""The picture of Sprawl and what a person touches in it; what is told stands in ``story``."""

from collections.abc import Hashable, Iterator, Sequence
from functools import partial
from typing import Any

from tablier.core.contract import RUNNING, SPECTATOR
from tablier.core.scene import Choice, Group, Part, Scene, Thing, bytes_of
from tablier.core.words import Word, word
from tablier.games.sprawl.beside import frames, honours, owners, stashes, tiles
from tablier.games.sprawl.equipment import ANSWERING, ASKING, BUILDING, NO_SEAT, NOWHERE, TURNING_UP
from tablier.games.sprawl.layout import (
    BUTTON_WIDTH,
    CELL,
    LEFT,
    LETTERS,
    NAME_SIZE,
    QUARTER,
    STATUS,
    TOP,
    Plan,
    layouts,
    planned,
)
from tablier.games.sprawl.moves import ASK, BRANCH, BUILD, CARD, DONE, LET, STAND, UNDO, branch_of, piece_of
from tablier.games.sprawl.notation import ANSWERS, cell_name, cells_of, direction_on, pieces_on, source_of, stacks
from tablier.games.sprawl.options import DIRECTIONS, MOST_SEATS, SIDE, SIZES, STEPS, names
from tablier.games.sprawl.story import called, direction_word, seat_word, size_word, story

__all__ = ["choices", "effects", "scene", "steps", "story"]

CARD_WIDTH = 44.0
BUTTON_SIZE = 15.5
LIFT = 2.5  # by which each piece of a tower stands above the one below
BADGE_BACK = 14.0  # from the middle of a cell back to the badge on a lying piece
LABEL = word("sprawl.scene.label")


def scene(options: Any, state: Any, seat: int) -> Scene:
    """The board, the stashes beside it, and below what is going on."""
    plan, plays = planned(options), seat != SPECTATOR
    content = bytes_of(options), bytes_of(state), plays
    groups = plan.groups(content, contents, options, state, plays)
    return Scene("sprawl", plan.width, plan.height, plan.once(ground), groups, LABEL, layouts(options, plan, seat))


def contents(options: Any, state: Any, plays: bool) -> list[Thing]:
    """What lies on the board and beside it, for one who plays or only looks on."""
    return [
        *frames(options, state, decider(state)),
        (owners, int(options.seats)),
        *([(tiles,)] if plays else []),
        *stashes(options, state),
        *honours(options, state),
        *towers(options, state),
        *branches(options, state),
        *pending(state),
        *buttons(state, plays),
    ]


def decider(state: Any) -> int:
    """The seat that decides; while cards are turned up and after the end, nobody."""
    if state.reason != RUNNING or state.phase == TURNING_UP:
        return NO_SEAT
    return int(state.asked) if state.phase == ASKING else int(state.turn)


# What never changes


def ground(plan: Plan) -> Group:
    """The board with its coordinates."""
    middle = (LEFT + plan.right) / 2, (TOP + plan.bottom) / 2
    board = Part("board", f"board-{plan.columns}x{plan.rows}", *middle, style="turns")
    cells = names(plan.columns, plan.rows).items()
    named = (Part(f"cell.{name}", "cell", *plan.middle(cell), label=cell_word(name)) for name, cell in cells)
    return Group(board, *coordinates(plan), *named)


def cell_word(name: str) -> Word:
    """A cell as it is called aloud."""
    return word("sprawl.scene.cell", cell=name)


def coordinates(plan: Plan) -> Iterator[Part]:
    """Letters under the board, numbers left of it."""
    scale, style = plan.text(NAME_SIZE), "sprawl-quiet"
    for column in range(plan.columns):
        x, letter = LEFT + (column + 0.5) * CELL, chr(ord("a") + column)
        yield Part(f"column.{letter}", "", x, plan.bottom + LETTERS, scale=scale, style=style, text=letter)
    for row in range(plan.rows):
        y, number = plan.bottom - (row + 0.5) * CELL, str(row + 1)
        yield Part(f"row.{number}", "", LEFT - LETTERS, y, scale=scale, style=style, text=number)


# On the board


def is_on(mask: Any, cell: int) -> bool:
    """Whether a mask has a cell."""
    return bool(int(mask) >> cell & 1)


def towers(options: Any, state: Any) -> Iterator[Thing]:
    """Upright pieces, each a little higher than the one below."""
    found, lost = stacks(options, state), int(state.neutralised)
    for cell in cells_of(int(state.towers)):
        pieces = found.get(cell, [])
        is_lost = is_on(lost, cell)
        for level, (seat, size) in enumerate(pieces):
            yield standing, cell, level, seat, size, is_lost
        if is_lost:
            yield lost_tower, cell, len(pieces), pieces[-1][0]


def standing(plan: Plan, cell: int, level: int, seat: int, size: int, lost: bool) -> Group:
    """A piece of a tower."""
    (x, y), name = plan.middle(cell), cell_name(cell)
    label = word("sprawl.scene.tower", seat=seat_word(seat), size=size_word(size), cell=name)
    id, symbol, place = f"tower.{name}.{level}", f"upright-{size + 1}", (x, y - LIFT * level)
    style, owner = ("sprawl-lost", None) if lost else ("", seat)
    return Group(Part(id, symbol, *place, style=style, label=label, seat=owner))


def lost_tower(plan: Plan, cell: int, height: int, seat: int) -> Group:
    """The badge of whose a neutralised tower is."""
    (x, y), name = plan.middle(cell), cell_name(cell)
    label = word("sprawl.scene.lost", seat=seat_word(seat), cell=name)
    return Group(Part(f"badge.{name}", "badge", x, y - LIFT * height, label=label, seat=seat))


def root_of(state: Any, cell: int) -> int:
    """The tower in which a branch is rooted; in a draft that breaks the rules, the cell where that leads."""
    masks = state.grew.tolist()
    for _ in range(SIZES):
        grew = [direction for direction, mask in enumerate(masks) if mask >> cell & 1]
        cell = source_of(cell, grew[0]) if grew else cell
    return cell


def branches(options: Any, state: Any) -> Iterator[Thing]:
    """Lying pieces, grey if their root is neutralised."""
    found, upright, lost = stacks(options, state), int(state.towers), int(state.neutralised)
    masks = state.points.tolist()
    for cell in sorted(found):
        if not is_on(upright, cell):
            is_lost = lost != 0 and is_on(lost, root_of(state, cell))
            yield branch, cell, *found[cell][0], direction_on(masks, cell), is_lost


def branch(plan: Plan, cell: int, seat: int, size: int, points: int, lost: bool) -> Group:
    """A lying piece; pointing at it shows what it attacks and targets."""
    (x, y), (right, up), name = plan.middle(cell), STEPS[points], cell_name(cell)
    told = {"seat": seat_word(seat), "size": size_word(size), "cell": name, "direction": direction_word(points)}
    label, style = word("sprawl.scene.branch", **told), "sprawl-aim turns sprawl-lost" if lost else "sprawl-aim turns"
    id, symbol, owner = f"branch.{name}", lying_symbol(plan, cell, size, points), None if lost else seat
    part = Part(id, symbol, x, y, QUARTER * points, style=style, label=label, seat=owner)
    badge = Part(f"badge.{name}", "badge", x - right * BADGE_BACK, y + up * BADGE_BACK, seat=seat)
    return Group(part, badge) if lost else Group(part)


def lying_symbol(plan: Plan, cell: int, size: int, points: int) -> str:
    """How a branch looks: with its target, if that is on the board."""
    return f"lying-{size + 1}-aim" if is_targeting(plan, cell, size, points) else f"lying-{size + 1}"


def is_targeting(plan: Plan, cell: int, size: int, points: int) -> bool:
    """Whether the target of a branch is on the board."""
    column, row = divmod(cell, SIDE)
    right, up = STEPS[points]
    column, row = column + right * (size + 1), row + up * (size + 1)
    return 0 <= column < plan.columns and 0 <= row < plan.rows


# What is going on


def pending(state: Any) -> Iterator[Thing]:
    """The spore in question, spores taken back, and in words what is to be done."""
    if state.tower != NOWHERE:
        yield spore, int(state.tower)
    masks = state.withdrawn.tolist()
    if any(masks):
        back = [(cell, size) for size, mask in enumerate(masks) for cell in cells_of(mask)]
        yield from ((withdrawn, cell, size) for cell, size in sorted(back))
    yield status(state)


def spore(plan: Plan, cell: int) -> Group:
    """The spore in question."""
    return Group(Part("spore", "spore", *plan.middle(cell)))


def withdrawn(plan: Plan, cell: int, size: int) -> Group:
    """A spore taken back."""
    name, symbol = f"{cell_name(cell)}.{size + 1}", f"withdrawn-{size + 1}"
    label = word("sprawl.scene.withdrawn", size=size_word(size), cell=cell_name(cell))
    return Group(Part(f"withdrawn.{name}", symbol, *plan.middle(cell), label=label))


def status(state: Any) -> Thing:
    """What is to be done, and by whom."""
    if state.reason != RUNNING:
        return over_line, int(state.winners)
    seat, cell, phase = decider(state), int(state.tower), int(state.phase)
    if phase == TURNING_UP:
        return status_line, "cards"
    if phase == BUILDING:
        return status_line, "build", seat, cell, int(state.left)
    if phase == ASKING:
        return status_line, "ask", seat, cell, 0, int(state.turn)
    if phase == ANSWERING:
        return status_line, "answer", seat, cell, 0, int(state.asked)
    return status_line, "play" if any(state.holds[state.turn].tolist()) else "start", seat


def over_line(plan: Plan, winners: int) -> Group:
    """Who has won."""
    seats = [seat_word(seat) for seat in range(MOST_SEATS) if winners >> seat & 1]
    return text_line(plan, word("sprawl.status.over", seats=seats))


def status_line(
    plan: Plan, kind: str, seat: int = NO_SEAT, cell: int = NOWHERE, left: int = 0, other: int = NO_SEAT
) -> Group:
    """What is to be done by a seat: about a tower on a cell, with builds left, or about somebody else's."""
    told: dict[str, Any] = {}
    if seat != NO_SEAT:
        told["seat"] = seat_word(seat)
    if cell != NOWHERE:
        told["cell"] = cell_name(cell)
    if left:
        told["left"] = left
    if other != NO_SEAT:
        told["other"] = seat_word(other)
    return text_line(plan, word(f"sprawl.status.{kind}", **told))


def text_line(plan: Plan, text: Word) -> Group:
    """A text under the board."""
    y, scale = plan.bottom + STATUS, plan.text(BUTTON_SIZE)
    return Group(Part("status", "", LEFT, y, scale=scale, style="sprawl-left", text=text))


def answers(state: Any) -> tuple[int, ...]:
    """The answers that can be given now."""
    if state.phase == ANSWERING:
        return (STAND, UNDO) if state.may_undo else (STAND,)
    return {BUILDING: (DONE,), ASKING: (ASK, LET)}.get(int(state.phase), ())


def buttons(state: Any, plays: bool) -> list[Thing]:
    """The answers, whoever of the players looks on; the cards that chance may turn up."""
    if state.phase == TURNING_UP:
        return [(card, points) for points in (1, 2)]
    return [(button, place, ANSWERS[answer]) for place, answer in enumerate(answers(state))] if plays else []


def card(plan: Plan, points: int) -> Group:
    """A card that chance may turn up."""
    x, label = LEFT + (points - 0.5) * CARD_WIDTH, word("sprawl.scene.card", points=points)
    return Group(Part(f"button.card{points}", f"face-{points}", x, plan.hands, label=label))


def button(plan: Plan, place: int, answer: str) -> Group:
    """An answer to be touched, at one of the places for them."""
    x, y, text = LEFT + (place + 0.5) * BUTTON_WIDTH, plan.hands, word(f"sprawl.answer.{answer}")
    scale, style = plan.text(BUTTON_SIZE), "sprawl-touch"
    touched = Part(f"button.{answer}", "button", x, y, label=text)
    return Group(touched, Part(f"text.{answer}", "", x, y, scale=scale, style=style, text=text))


def thing_on(options: Any, state: Any, cell: int) -> str:
    """The part that a person touches on a cell: what stands or lies there, or the cell itself."""
    name, height = cell_name(cell), len(pieces_on(options, state, cell))
    if is_on(state.towers, cell):
        return f"tower.{name}.{height - 1}"
    return f"branch.{name}" if height else f"cell.{name}"


def steps(options: Any, state: Any, move: int) -> tuple[str, ...]:
    """A piece of the stash, a cell, how it stands or lies there and, in loose branching, its source; or a button."""
    if move >= DONE:
        return (f"button.{ANSWERS[move]}",)
    if move < BRANCH:
        cell, size = piece_of(move)
        path = (f"stash.{int(state.turn)}.{size + 1}", thing_on(options, state, cell))
        is_spore = move < BUILD and bool(state.holds[state.turn].any())
        return (*path, "facing.up") if is_spore else path
    grew, points, size, cell = branch_of(move)
    source = (thing_on(options, state, source_of(cell, grew)),) if options.loose else ()
    return (f"stash.{int(state.turn)}.{size + 1}", f"cell.{cell_name(cell)}", f"facing.{DIRECTIONS[points]}", *source)


# Moves before they are made, and what is seen of them


def choices(options: Any, state: Any, moves: Sequence[int], _: int) -> Sequence[Choice]:
    """A move looks as its code, the seat, and what is on its cell, or on its source's, say."""
    whose = int(state.turn), int(state.asked), any(state.holds[state.turn].tolist())
    looks = [(move, whose, around(options, state, move)) for move in moves]
    return planned(options).choices(looks, moves, partial(choice, options, state))


def around(options: Any, state: Any, move: int) -> Hashable:
    """What is where a move takes place, as far as the move looks otherwise for it."""
    if move >= DONE:
        return int(state.tower), tuple(pieces_on(options, state, int(state.tower)))
    if move < BRANCH:
        cell = piece_of(move)[0]
        return is_on(state.towers, cell), tuple(pieces_on(options, state, cell))
    grew, _, _, cell = branch_of(move)
    return thing_on(options, state, source_of(cell, grew)) if options.loose else None


def choice(options: Any, state: Any, move: int) -> Choice:
    """A move as it is offered."""
    return Choice(steps(options, state, move), called(options, state, move), (ghost(options, state, move),))


def ghost(options: Any, state: Any, move: int) -> Part:
    """The piece where it would stand or lie; of an answer, what becomes of the spore."""
    plan, seat = planned(options), int(state.turn)
    if move >= DONE:
        return answer_ghost(options, state, plan, move)
    if move >= BRANCH:
        _, points, size, cell = branch_of(move)
        symbol, style = lying_symbol(plan, cell, size, points), "sprawl-aiming turns"
        return Part("ghost.piece", symbol, *plan.middle(cell), QUARTER * points, style=style, seat=seat)
    cell, size = piece_of(move)
    return upright(plan, cell, size, len(pieces_on(options, state, cell)), seat)


def upright(plan: Plan, cell: int, size: int, level: int, seat: int) -> Part:
    """A standing piece on top of so many others."""
    x, y = plan.middle(cell)
    return Part("ghost.piece", f"upright-{size + 1}", x, y - LIFT * level, seat=seat)


def answer_ghost(options: Any, state: Any, plan: Plan, move: int) -> Part:
    """The spore in question, taken back, or standing."""
    cell = int(state.tower)
    pieces = pieces_on(options, state, cell)
    if move == ASK:
        return Part("ghost.spore", "spore", *plan.middle(cell))
    if move == UNDO:
        return Part("ghost.withdrawn", f"withdrawn-{pieces[0][1] + 1}", *plan.middle(cell))
    owner, size = pieces[-1]
    return upright(plan, cell, size, len(pieces) - 1, owner)


def effects(options: Any, before: Any, move: int, after: Any) -> list[tuple[str, str]]:
    """The piece set, the question or the card; towers neutralised; who ends the game, and who has won."""
    seen = [*decided(options, move, after)]
    struck = int(after.neutralised) & ~int(before.neutralised)
    seen += [("strike", f"badge.{cell_name(cell)}") for cell in cells_of(struck)]
    if after.reason != RUNNING:
        seen += [("call", f"laurel.{seat}") for seat in range(MOST_SEATS) if is_on(after.winners, seat)]
    elif after.ending != before.ending:
        seen.append(("call", "flag"))
    return seen


def decided(options: Any, move: int, after: Any) -> Iterator[tuple[str, str]]:
    """What is seen of a decision itself."""
    if move >= CARD:
        yield "roll", f"button.{ANSWERS[move]}"
    elif move == ASK:
        yield "call", "spore"
    elif move < DONE:
        cell = branch_of(move)[3] if move >= BRANCH else piece_of(move)[0]
        yield "rise", thing_on(options, after, cell)
