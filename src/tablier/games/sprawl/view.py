"""The picture of Sprawl and what a person touches in it; what is told stands in ``story``."""

from collections.abc import Iterator

import numpy as np

from tablier.core.boards import QUARTER, STEPS, line_name
from tablier.core.contract import RUNNING, SPECTATOR
from tablier.core.scene import Part, Scene
from tablier.core.words import Word, word
from tablier.games.sprawl.board import DIRECTIONS, cell_name, numbers
from tablier.games.sprawl.geometry import (
    BUTTON_WIDTH,
    CELL,
    LEFT,
    LETTERS,
    STATUS,
    TILE,
    TILE_WIDTH,
    TOP,
    Plan,
    layouts,
    planned,
)
from tablier.games.sprawl.notation import ANSWERS
from tablier.games.sprawl.options import MOST_SEATS, SIZES, Options, seat_word
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
    direction_on,
    has_begun,
    is_on,
    opposite,
    piece_of,
    pieces_on,
    source_of,
)
from tablier.games.sprawl.story import called, direction_word, penalties, size_word, story

__all__ = ["called", "effects", "ghost", "scene", "steps", "story"]

CARD_WIDTH = 44.0
NAME_SIZE, TEXT_SIZE, BUTTON_SIZE = 13.0, 15.0, 15.5
LIFT = 2.5  # by which each piece of a tower stands above the one below
BADGE_BACK = 14.0  # from the middle of a cell back to the badge on a lying piece
UPPER, LOWER = -15.0, 11.0  # the two lines of a stash
PILES = (178.0, 100.0, 16.0)  # where in a stash the small, medium and large pieces lie
SWATCH, NAME, CARDS, HONOUR, PENALTY = 20.0, 36.0, 146.0, 200.0, 250.0  # what stands in its upper line
TURN_SIGN = -12.0  # left of it
CARD_COUNT = 12.0  # right of the card


def scene(options: Options, state: State, seat: int) -> Scene:
    """The board, the stashes beside it, and below what is going on."""
    plan = planned(options)
    parts = [*ground(options, plan), *frames(options, state, plan), *owners(options, plan)]
    parts += [*tiles(plan, seat), *stashes(options, state, plan), *honours(options, state, plan)]
    parts += [*towers(options, state, plan), *branches(options, state, plan)]
    parts += [*pending(options, state, plan), *buttons(options, state, plan, seat)]
    return Scene("sprawl", plan.width, plan.height, parts, word("sprawl.scene.label"), layouts(options, plan, seat))


def decider(options: Options, state: State) -> int:
    """The seat that decides; while cards are turned up and after the end, nobody."""
    return max(actor(options, state), NO_SEAT)


# What never changes


def ground(options: Options, plan: Plan) -> Iterator[Part]:
    """The board with its coordinates."""
    middle = (LEFT + plan.right) / 2, (TOP + plan.bottom) / 2
    yield Part("board", f"board-{plan.columns}x{plan.rows}", *middle, style="turns", still=True)
    scale = plan.text(NAME_SIZE)
    for column in range(plan.columns):
        x, letter = LEFT + (column + 0.5) * CELL, line_name(column)
        yield Part(
            f"column.{letter}", "", x, plan.bottom + LETTERS, scale=scale, style="sprawl-quiet", text=letter, still=True
        )
    for row in range(plan.rows):
        y, number = plan.bottom - (row + 0.5) * CELL, str(row + 1)
        yield Part(f"row.{number}", "", LEFT - LETTERS, y, scale=scale, style="sprawl-quiet", text=number, still=True)
    for name, cell in numbers(int(options.columns), int(options.rows)).items():
        yield Part(f"cell.{name}", "cell", *plan.middle(cell), label=word("sprawl.scene.cell", cell=name), still=True)


def owners(options: Options, plan: Plan) -> Iterator[Part]:
    """Colour, mark and name of every seat."""
    for seat in range(int(options.seats)):
        y = plan.stash(seat) + UPPER
        yield Part(f"swatch.{seat}", "swatch", plan.stashes + SWATCH, y, style=f"seat{seat}")
        scale, text = plan.text(TEXT_SIZE), seat_word(seat)
        yield Part(f"name.{seat}", "", plan.stashes + NAME, y, scale=scale, style="sprawl-left", text=text)


def tiles(plan: Plan, seat: int) -> Iterator[Part]:
    """How a piece is put on an empty cell: standing, or lying and pointing somewhere."""
    if seat == SPECTATOR:
        return
    y = plan.hands
    label = word("sprawl.scene.standing")
    yield Part("facing.up", "standing", plan.stashes + TILE, y, label=label, still=True)
    for direction, name in enumerate(DIRECTIONS):
        x = plan.stashes + TILE + (direction + 1) * TILE_WIDTH
        label = word("sprawl.scene.lying", direction=direction_word(direction))
        yield Part(f"facing.{name}", "facing", x, y, QUARTER * direction, style="turns", label=label, still=True)


# Beside the board


def frames(options: Options, state: State, plan: Plan) -> Iterator[Part]:
    """A frame for each seat, a stronger one for who decides, and a sign at the one whose turn it is."""
    for seat in range(int(options.seats)):
        symbol = "row-now" if decider(options, state) == seat else "row"
        pips = sum((size + 1) * int(state.stash[seat, size]) for size in range(SIZES))
        label = word("sprawl.scene.stash", seat=seat_word(seat), pips=pips)
        yield Part(f"frame.{seat}", symbol, plan.stashes, plan.stash(seat), label=label)
    if state.reason == RUNNING:
        y = plan.stash(int(state.turn))
        yield Part(
            "turn",
            "turn",
            plan.stashes + TURN_SIGN,
            y,
            label=word("sprawl.scene.turn", seat=seat_word(int(state.turn))),
        )


def stashes(options: Options, state: State, plan: Plan) -> Iterator[Part]:
    """The pieces that each seat has left, and what they would cost it."""
    count = penalties(options, state)
    for seat in range(int(options.seats)):
        for size in range(SIZES):
            left, x = int(state.stash[seat, size]), plan.stashes + PILES[size]
            label = word("sprawl.scene.pile", seat=seat_word(seat), size=size_word(size), count=left)
            symbol, y = f"pile-{size + 1}-{left}", plan.stash(seat) + LOWER
            yield Part(f"stash.{seat}.{size + 1}", symbol, x, y, style=f"seat{seat}", label=label)
        x, y = plan.stashes + PENALTY, plan.stash(seat) + UPPER
        label = word("sprawl.scene.penalty", seat=seat_word(seat), penalty=count[seat])
        style, text = "sprawl-right sprawl-title", str(count[seat])
        yield Part(f"penalty.{seat}", "", x, y, scale=plan.text(TEXT_SIZE), style=style, text=text, label=label)


def honours(options: Options, state: State, plan: Plan) -> Iterator[Part]:
    """Cards, the sign of the seat that ends the game, and who has won."""
    for seat in range(int(options.seats)):
        y = plan.stash(seat) + UPPER
        name = seat_word(seat)
        if options.coup and state.cards[seat]:
            style = "sprawl-left sprawl-quiet"
            x, text = plan.stashes + CARDS, f"× {int(state.cards[seat])}"
            label = word("sprawl.scene.cards", seat=name, count=int(state.cards[seat]))
            yield Part(f"cards.{seat}", "card", x, y, label=label)
            yield Part(f"count.{seat}", "", x + CARD_COUNT, y, scale=plan.text(NAME_SIZE), style=style, text=text)
        if state.reason != RUNNING and int(state.winners) >> seat & 1:
            yield Part(
                f"laurel.{seat}", "laurel", plan.stashes + HONOUR, y, label=word("sprawl.scene.winner", seat=name)
            )
        elif state.ending == seat:
            yield Part("flag", "flag", plan.stashes + HONOUR, y, label=word("sprawl.scene.ending", seat=name))


# On the board


def towers(options: Options, state: State, plan: Plan) -> Iterator[Part]:
    """Upright pieces, each a little higher than the one below."""
    for name, cell in numbers(int(options.columns), int(options.rows)).items():
        if not is_on(state.towers, cell):
            continue
        x, y = plan.middle(cell)
        lost = is_on(state.neutralised, cell)
        pieces = pieces_on(options, state, cell)
        for level, (seat, size) in enumerate(pieces):
            label = word("sprawl.scene.tower", seat=seat_word(seat), size=size_word(size), cell=name)
            style = "sprawl-lost" if lost else f"seat{seat}"
            yield Part(f"tower.{name}.{level}", f"upright-{size + 1}", x, y - LIFT * level, style=style, label=label)
        if lost:
            seat, label = pieces[-1][0], word("sprawl.scene.lost", seat=seat_word(pieces[-1][0]), cell=name)
            up = LIFT * len(pieces)
            yield Part(f"badge.{name}", "badge", x, y - up, style=f"seat{seat}", label=label)


def root_of(state: State, cell: int) -> int:
    """The tower in which a branch is rooted; in a draft that breaks the rules, the cell where that leads."""
    for _ in range(SIZES):
        grew = [direction for direction in range(len(DIRECTIONS)) if is_on(state.grew[direction], cell)]
        cell = source_of(cell, grew[0]) if grew else cell
    return cell


def lying(options: Options, state: State) -> Iterator[tuple[str, int, int, int, int]]:
    """Every branch: name and number of its cell, seat, size, direction."""
    for name, cell in numbers(int(options.columns), int(options.rows)).items():
        pieces = pieces_on(options, state, cell)
        if pieces and not is_on(state.towers, cell):
            yield name, cell, *pieces[0], direction_on(state.points, cell)


def branches(options: Options, state: State, plan: Plan) -> Iterator[Part]:
    """Lying pieces, grey if their root is neutralised; pointing at one shows what it attacks and targets."""
    for name, cell, seat, size, points in lying(options, state):
        x, y = plan.middle(cell)
        lost = is_on(state.neutralised, root_of(state, cell))
        label = word(
            "sprawl.scene.branch",
            seat=seat_word(seat), size=size_word(size), cell=name, direction=direction_word(points),
        )  # fmt: skip
        style = f"sprawl-aim turns {'sprawl-lost' if lost else f'seat{seat}'}"
        symbol = lying_symbol(options, cell, size, points)
        yield Part(f"branch.{name}", symbol, x, y, QUARTER * points, style=style, label=label)
        if lost:
            right, up = STEPS[points]
            x, y = x - right * BADGE_BACK, y + up * BADGE_BACK
            yield Part(f"badge.{name}", "badge", x, y, style=f"seat{seat}")


def lying_symbol(options: Options, cell: int, size: int, points: int) -> str:
    """How a branch looks: with its target, if that is on the board."""
    return f"lying-{size + 1}-aim" if is_targeting(options, cell, size, points) else f"lying-{size + 1}"


def is_targeting(options: Options, cell: int, size: int, points: int) -> bool:
    """Whether the target of a branch is on the board."""
    return is_on(options.arrivals[opposite(points), size], cell)


# What is going on


def pending(options: Options, state: State, plan: Plan) -> Iterator[Part]:
    """The spore in question, spores taken back, and in words what is to be done."""
    if state.tower != NOWHERE:
        yield Part("spore", "spore", *plan.middle(int(state.tower)))
    for name, cell in numbers(int(options.columns), int(options.rows)).items():
        for size in range(SIZES):
            if is_on(state.withdrawn[size], cell):
                label = word("sprawl.scene.withdrawn", size=size_word(size), cell=name)
                yield Part(f"withdrawn.{name}.{size + 1}", f"withdrawn-{size + 1}", *plan.middle(cell), label=label)
    y = plan.bottom + STATUS
    yield Part("status", "", LEFT, y, scale=plan.text(BUTTON_SIZE), style="sprawl-left", text=status(options, state))


def status(options: Options, state: State) -> Word:
    """What is to be done, and by whom."""
    if state.reason != RUNNING:
        return word(
            "sprawl.status.over",
            seats=[seat_word(seat) for seat in range(MOST_SEATS) if int(state.winners) >> seat & 1],
        )
    if state.phase == TURNING_UP:
        return word("sprawl.status.cards")
    seat, cell = seat_word(decider(options, state)), cell_name(int(state.tower))
    if state.phase == BUILDING:
        return word("sprawl.status.build", seat=seat, cell=cell, left=int(state.left))
    if state.phase == ASKING:
        return word("sprawl.status.ask", seat=seat, other=seat_word(int(state.turn)), cell=cell)
    if state.phase == ANSWERING:
        return word("sprawl.status.answer", seat=seat, other=seat_word(int(state.asked)), cell=cell)
    if not has_begun(state, int(state.turn)):
        return word("sprawl.status.start", seat=seat)
    return word("sprawl.status.play", seat=seat)


def answers(state: State) -> tuple[int, ...]:
    """The answers that can be given now."""
    if state.phase in (PLAYING, TURNING_UP):
        return ()
    moves = np.zeros(MOST_ANSWERS, np.int16)
    return tuple(move for move in moves[: list_answers(state, moves)].tolist() if move >= DONE)


def buttons(options: Options, state: State, plan: Plan, seat: int) -> Iterator[Part]:
    """The answers, whoever of the players looks on; the cards that chance may turn up."""
    y = plan.hands
    if state.phase == TURNING_UP:
        for points in (1, 2):
            x, label = LEFT + (points - 0.5) * CARD_WIDTH, word("sprawl.scene.card", points=points)
            yield Part(f"button.card{points}", f"face-{points}", x, y, label=label)
    elif seat != SPECTATOR:
        for place, answer in enumerate(answers(state)):
            x, text = LEFT + (place + 0.5) * BUTTON_WIDTH, word(f"sprawl.answer.{ANSWERS[answer]}")
            yield Part(f"button.{ANSWERS[answer]}", "button", x, y, label=text)
            yield Part(
                f"text.{ANSWERS[answer]}", "", x, y, scale=plan.text(BUTTON_SIZE), style="sprawl-touch", text=text
            )


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


def ghost(options: Options, state: State, move: int, seat: int) -> list[Part]:
    """The piece where it would stand or lie; of an answer, what becomes of the spore."""
    plan, style = planned(options), f"seat{int(state.turn)}"
    if move >= DONE:
        return [answer_ghost(options, state, plan, move)]
    if move >= BRANCH:
        _, points, size, cell = branch_of(move)
        symbol = lying_symbol(options, cell, size, points)
        return [Part("ghost.piece", symbol, *plan.middle(cell), QUARTER * points, style=f"sprawl-aiming turns {style}")]
    cell, size = piece_of(move)
    return [upright("ghost.piece", plan, cell, size, len(pieces_on(options, state, cell)), style)]


def upright(id: str, plan: Plan, cell: int, size: int, level: int, style: str) -> Part:
    """A standing piece on top of so many others."""
    x, y = plan.middle(cell)
    return Part(id, f"upright-{size + 1}", x, y - LIFT * level, style=style)


def answer_ghost(options: Options, state: State, plan: Plan, move: int) -> Part:
    """The spore in question, taken back, or standing."""
    cell = int(state.tower)
    pieces = pieces_on(options, state, cell)
    if move == ASK:
        return Part("ghost.spore", "spore", *plan.middle(cell))
    if move == UNDO:
        return Part("ghost.withdrawn", f"withdrawn-{pieces[0][1] + 1}", *plan.middle(cell))
    owner, size = pieces[-1]
    return upright("ghost.piece", plan, cell, size, len(pieces) - 1, f"seat{owner}")


def effects(options: Options, before: State, move: int, after: State) -> list[tuple[str, str]]:
    """The piece set, the question or the card; towers neutralised; who ends the game, and who has won."""
    seen = [*decided(options, move, after)]
    for name, cell in numbers(int(options.columns), int(options.rows)).items():
        if is_on(after.neutralised, cell) and not is_on(before.neutralised, cell):
            seen.append(("strike", f"badge.{name}"))
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
