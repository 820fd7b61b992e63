"""What stands beside the board of Sprawl: whose colour is which, what each seat has left, and what a hand does."""

from collections.abc import Iterator
from typing import Any

from tablier.core.contract import RUNNING
from tablier.core.scene import Group, Part, Thing
from tablier.core.words import word
from tablier.games.sprawl.layout import NAME_SIZE, QUARTER, TILE, TILE_WIDTH, Plan
from tablier.games.sprawl.options import DIRECTIONS, SIZES
from tablier.games.sprawl.story import direction_word, penalties, seat_word, size_word

TEXT_SIZE = 15.0
UPPER, LOWER = -15.0, 11.0  # the two lines of a stash
PILES = (178.0, 100.0, 16.0)  # where in a stash the small, medium and large pieces lie
SWATCH, NAME, CARDS, HONOUR, PENALTY = 20.0, 36.0, 146.0, 200.0, 250.0  # what stands in its upper line
TURN_SIGN = -12.0  # left of it
CARD_COUNT = 12.0  # right of the card


def owners(plan: Plan, seats: int) -> Group:
    """Colour, mark and name of every seat."""
    return Group(*(part for seat in range(seats) for part in owner(plan, seat)))


def owner(plan: Plan, seat: int) -> Iterator[Part]:
    """The same of one seat."""
    y = plan.stash(seat) + UPPER
    yield Part(f"swatch.{seat}", "swatch", plan.stashes + SWATCH, y, seat=seat)
    scale, text = plan.text(TEXT_SIZE), seat_word(seat)
    yield Part(f"name.{seat}", "", plan.stashes + NAME, y, scale=scale, style="sprawl-left", text=text)


def tiles(plan: Plan) -> Group:
    """How a piece is put on an empty cell: standing, or lying and pointing somewhere."""
    return Group(
        Part("facing.up", "standing", plan.stashes + TILE, plan.hands, label=word("sprawl.scene.standing")),
        *(tile(plan, direction) for direction in range(len(DIRECTIONS))),
    )


def tile(plan: Plan, direction: int) -> Part:
    """A piece that lies and points somewhere."""
    x = plan.stashes + TILE + (direction + 1) * TILE_WIDTH
    label = word("sprawl.scene.lying", direction=direction_word(direction))
    turn = QUARTER * direction
    return Part(f"facing.{DIRECTIONS[direction]}", "facing", x, plan.hands, turn, style="turns", label=label)


def frames(options: Any, state: Any, decides: int) -> list[Thing]:
    """A frame for each seat, a stronger one for who decides, and a sign at the one whose turn it is."""
    stash = state.stash.tolist()
    found: list[Thing] = [
        (frame, seat, decides == seat, sum((size + 1) * left for size, left in enumerate(stash[seat])))
        for seat in range(int(options.seats))
    ]
    return [*found, (turn, int(state.turn))] if state.reason == RUNNING else found


def frame(plan: Plan, seat: int, decides: bool, pips: int) -> Group:
    """The frame of a seat."""
    label, symbol = word("sprawl.scene.stash", seat=seat_word(seat), pips=pips), "row-now" if decides else "row"
    return Group(Part(f"frame.{seat}", symbol, plan.stashes, plan.stash(seat), label=label))


def turn(plan: Plan, seat: int) -> Group:
    """The sign at the seat whose turn it is."""
    x, label = plan.stashes + TURN_SIGN, word("sprawl.scene.turn", seat=seat_word(seat))
    return Group(Part("turn", "turn", x, plan.stash(seat), label=label))


def stashes(options: Any, state: Any) -> Iterator[Thing]:
    """The pieces that each seat has left, and what they would cost it."""
    left, count = state.stash.tolist(), penalties(options, state)
    for seat in range(int(options.seats)):
        yield from ((pile, seat, size, left[seat][size]) for size in range(SIZES))
        yield cost, seat, count[seat]


def pile(plan: Plan, seat: int, size: int, left: int) -> Group:
    """The pieces of a size that a seat has left."""
    x, y = plan.stashes + PILES[size], plan.stash(seat) + LOWER
    label = word("sprawl.scene.pile", seat=seat_word(seat), size=size_word(size), count=left)
    return Group(Part(f"stash.{seat}.{size + 1}", f"pile-{size + 1}-{left}", x, y, label=label, seat=seat))


def cost(plan: Plan, seat: int, penalty: int) -> Group:
    """What the pieces left would cost a seat."""
    x, y, style = plan.stashes + PENALTY, plan.stash(seat) + UPPER, "sprawl-right sprawl-title"
    label, scale = word("sprawl.scene.penalty", seat=seat_word(seat), penalty=penalty), plan.text(TEXT_SIZE)
    return Group(Part(f"penalty.{seat}", "", x, y, scale=scale, style=style, text=str(penalty), label=label))


def honours(options: Any, state: Any) -> Iterator[Thing]:
    """Cards, the sign of the seat that ends the game, and who has won."""
    held, winners = state.cards.tolist(), 0 if state.reason == RUNNING else int(state.winners)
    for seat in range(int(options.seats)):
        if options.coup and held[seat]:
            yield cards, seat, held[seat]
        if winners >> seat & 1:
            yield laurel, seat
        elif state.ending == seat:
            yield flag, seat


def cards(plan: Plan, seat: int, count: int) -> Group:
    """The cards of a seat."""
    x, y, style = plan.stashes + CARDS, plan.stash(seat) + UPPER, "sprawl-left sprawl-quiet"
    label = word("sprawl.scene.cards", seat=seat_word(seat), count=count)
    number = Part(f"count.{seat}", "", x + CARD_COUNT, y, scale=plan.text(NAME_SIZE), style=style, text=f"× {count}")
    return Group(Part(f"cards.{seat}", "card", x, y, label=label), number)


def laurel(plan: Plan, seat: int) -> Group:
    """The sign of a seat that has won."""
    x, label = plan.stashes + HONOUR, word("sprawl.scene.winner", seat=seat_word(seat))
    return Group(Part(f"laurel.{seat}", "laurel", x, plan.stash(seat) + UPPER, label=label))


def flag(plan: Plan, seat: int) -> Group:
    """The sign of the seat that ends the game."""
    x, label = plan.stashes + HONOUR, word("sprawl.scene.ending", seat=seat_word(seat))
    return Group(Part("flag", "flag", x, plan.stash(seat) + UPPER, label=label))
