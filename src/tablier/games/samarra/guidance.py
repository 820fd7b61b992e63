"""Guidance in Samarra: what is asked, why something cannot be touched, and where a move happened."""

from collections.abc import Sequence
from functools import cache
from typing import Any

from tablier.core.contract import RUNNING, UNSEEN
from tablier.core.presentation import Belief
from tablier.core.words import Word, word
from tablier.games.samarra.advice import beliefs as not_ruled_out
from tablier.games.samarra.board import ROCK, SIDE, name, numbers
from tablier.games.samarra.moves import may_pass, power_targets, step_targets
from tablier.games.samarra.notation import ACTIONS
from tablier.games.samarra.options import Options, seat_word
from tablier.games.samarra.repetition import moved, placement
from tablier.games.samarra.state import (
    ASSIGNMENTS,
    BIT,
    DEATH,
    FIRST_TURN,
    KILL_KIND,
    MERCHANT,
    MOVE_KIND,
    NO_TENT,
    NONE,
    OFF,
    PASS,
    PLAY,
    REVEAL_KIND,
    SET_UP,
    TENTS,
    State,
    is_in,
    tent_of,
    tent_on,
)
from tablier.games.samarra.story import tent_word

POWERS = {"reveal": REVEAL_KIND, "kill": KILL_KIND}
OWNERS = {MERCHANT: "reveal", DEATH: "kill"}  # of the powers
FIGURE = word("samarra.asked.figure")
PAIR = 2  # touches for each character that is hidden


# What is asked


def asked(options: Options, state: State) -> Sequence[Word]:
    """To hide the characters; or the actions left, the powers that could be used now, and to choose a piece."""
    if state.stage != PLAY:
        return asked_to_hide(int(state.turn))
    ready = tuple([kind for kind in POWERS if reach(options, state, kind)])
    return asked_to_act(int(state.actions), state.turns < FIRST_TURN, ready, may_pass(options, state))


@cache
def asked_to_hide(seat: int) -> Sequence[Word]:
    """What is asked behind the screen."""
    return word("samarra.asked.set_up", town=word(f"samarra.town.{seat}")), FIGURE


@cache
def asked_to_act(actions: int, first: bool, ready: tuple[str, ...], passing: bool) -> Sequence[Word]:
    """What is asked in a turn."""
    told = [word("samarra.asked.first") if first else word(f"samarra.asked.actions.{actions}")]
    told += [word(f"samarra.asked.{'_'.join(ready)}")] if ready else []
    return *told, choose(passing)


def choose(passing: bool) -> Word:
    """The beginning of every action."""
    return word("samarra.asked.piece_or_pass") if passing else word("samarra.asked.piece")


def questions(state: State, move: int, armed: bool) -> Sequence[Word]:
    """What the touches for a move answer; ``armed``: its piece can use a power now."""
    if move >= SET_UP:
        return [asks for hidden in range(TENTS) for asks in (FIGURE, word("samarra.question.hide", **called(hidden)))]
    if move == PASS:
        return [choose(passing=True)]
    kind, tent, _ = ACTIONS[move]
    character = int(state.characters[state.turn, tent])
    if kind == MOVE_KIND and not armed:
        return choose(passing=False), word("samarra.question.step", **called(character))
    key = OWNERS[character]
    return choose(passing=False), word(f"samarra.question.{f'{key}_or_step' if kind == MOVE_KIND else key}")


def called(character: int) -> dict[str, Word]:
    """A character, to be named in a sentence."""
    return {"character": word(f"samarra.character.{character}")}


# Why not


def why(options: Options, state: State, begun: Sequence[str], part: str) -> Word:
    """Which rule forbids a touch: asked of the rules, fault by fault."""
    kind, *names = part.split(".")
    if kind == "town":
        return word("samarra.why.town", town=word(f"samarra.town.{names[0]}"), seat=seat_word(int(names[0])))
    if state.stage != PLAY:
        return hiding_fault(options, state, begun, part)
    if kind == "cell":
        return cell_fault(options, state, begun, cell_of(options, part))
    if kind == "piece":
        return piece_fault(options, state, begun, int(names[0]), int(names[1]))
    if kind == "power":
        return power_fault(options, state, int(names[0]), names[1])
    if kind == "action":
        return word(f"samarra.asked.actions.{int(state.actions)}")
    return pass_fault(state, begun) if kind == "button" else word("samarra.why.scenery")


def cell_of(options: Options, part: str) -> int:
    """The number of a cell that is touched."""
    return numbers(int(options.width), int(options.height))[part.split(".")[1]]


def hiding_fault(options: Options, state: State, begun: Sequence[str], part: str) -> Word:
    """Why something cannot be touched behind the screen, where characters and cells come by twos."""
    kind, _, number = part.partition(".")
    half = begun[-1] if len(begun) % PAIR else ""
    if kind == "cell" and not is_in(options.city[state.turn], cell_of(options, part)):
        return word("samarra.why.outside", town=word(f"samarra.town.{int(state.turn)}"), cell=number)
    if kind == "figure" and half:
        return word("samarra.why.place_first", **called(figure_of(half)))
    if part in begun:
        at = begun.index(part) // PAIR * PAIR
        return word("samarra.why.hidden_here", cell=begun[at + 1].split(".")[1], **called(figure_of(begun[at])))
    if kind == "cell":
        return word("samarra.why.figure_first", cell=number)
    return word("samarra.why.later" if kind == "power" else "samarra.why.scenery")


def figure_of(part: str) -> int:
    """The character of a figure that is touched."""
    return int(part.split(".")[1])


def cell_fault(options: Options, state: State, begun: Sequence[str], cell: int) -> Word:
    """Why a cell cannot be touched: what stands there, or what the way there lacks."""
    for seat in range(2):
        tent = tent_on(state, seat, cell)
        if tent != NO_TENT:
            return piece_fault(options, state, begun, seat, tent)
    if chr(options.board[cell]) == ROCK:
        return word("samarra.why.rock", cell=name(cell))
    if not begun:
        return word("samarra.why.piece_first", cell=name(cell))
    return step_fault(options, state, chosen(begun), cell)


def chosen(begun: Sequence[str]) -> int:
    """The own tent that was touched first."""
    return int(begun[0].split(".")[2])


def step_fault(options: Options, state: State, tent: int, target: int) -> Word:
    """Why a tent cannot step to an empty cell: it is not beside it, or a position would come again."""
    seat, cell = int(state.turn), int(state.cells[state.turn, tent])
    told = {"start": name(cell), "cell": name(target)}
    if not options.around[cell] & BIT[target]:
        across, up = abs(target % SIDE - cell % SIDE), abs(target // SIDE - cell // SIDE)
        return word("samarra.why.diagonal" if across == up == 1 else "samarra.why.far", **told)
    if not step_targets(options, state, seat, tent) & BIT[target]:
        return repetition(state, moved(placement(state), seat, tent, cell, target))
    return word("samarra.why.touch_cell", cell=name(target))


def repetition(state: State, position: Any) -> Word:
    """Which position may not stand at the end of a turn."""
    return word("samarra.why.began" if position == state.began else "samarra.why.ended_twice")


def piece_fault(options: Options, state: State, begun: Sequence[str], seat: int, tent: int) -> Word:
    """Why a piece, or the cell on which it stands, cannot be touched."""
    cell, own = int(state.cells[seat, tent]), seat == state.turn
    if cell == OFF:
        return word("samarra.why.dead", tent=tent_word(tent), seat=seat_word(seat))
    if not begun:
        return stuck_fault(options, state, tent) if own else foreign_fault(options, state, tent)
    if own:
        return word("samarra.why.own", cell=name(cell), **called(int(state.characters[seat, tent])))
    return target_fault(options, state, chosen(begun), tent)


def stuck_fault(options: Options, state: State, tent: int) -> Word:
    """Why an own piece cannot do anything; or that it, and not its cell, is to be touched."""
    seat, cell = int(state.turn), int(state.cells[state.turn, tent])
    character = int(state.characters[seat, tent])
    told = {"cell": name(cell), **called(character)}
    powerful = character in OWNERS and reach(options, state, OWNERS[character])
    if powerful or step_targets(options, state, seat, tent):
        return word("samarra.why.touch_piece", **told)
    free = options.around[cell] & ~(state.standing[0] | state.standing[1])
    return word("samarra.why.stuck_repeating" if free else "samarra.why.stuck", **told)


def foreign_fault(options: Options, state: State, tent: int) -> Word:
    """Why one cannot begin with a piece of the other seat; a power that reaches it begins elsewhere."""
    other = 1 - int(state.turn)
    for kind in reversed(POWERS):
        if reach(options, state, kind) & BIT[state.cells[other, tent]]:
            return word(f"samarra.why.use_{kind}", cell=name(owner_cell(state, kind)))
    return word("samarra.why.theirs", seat=seat_word(other))


def target_fault(options: Options, state: State, tent: int, victim: int) -> Word:
    """Why a chosen piece can do nothing to a piece of the other seat."""
    seat, other = int(state.turn), 1 - int(state.turn)
    cell, target, character = (
        int(state.cells[seat, tent]),
        int(state.cells[other, victim]),
        state.characters[seat, tent],
    )
    told = {"start": name(cell), "cell": name(target)}
    if character not in OWNERS:
        return word("samarra.why.servant", cell=name(target))
    kind = OWNERS[character]
    if is_spent(state, kind):
        return word(f"samarra.why.{kind}_spent")
    if not options.around[cell] & BIT[target]:
        return word("samarra.why.out_of_reach", **told, **called(character))
    if not power_targets(options, state, POWERS[kind], tent) & BIT[target]:
        return word("samarra.why.open", cell=name(target), **called(int(state.characters[other, victim])))
    return word("samarra.why.touch_target", cell=name(target))


def power_fault(options: Options, state: State, seat: int, kind: str) -> Word:
    """Why a power is not touched itself, and what it needs."""
    if seat != state.turn:
        return word("samarra.why.their_power", seat=seat_word(seat))
    if is_spent(state, kind):
        return word(f"samarra.why.{kind}_spent")
    cell = owner_cell(state, kind)
    if cell == OFF:
        return word(f"samarra.why.{kind}_dead")
    step = "use" if reach(options, state, kind) else "nobody"
    return word(f"samarra.why.{step}_{kind}", cell=name(cell))


def pass_fault(state: State, begun: Sequence[str]) -> Word:
    """Why one cannot pass: a piece is chosen already, or a position would come again."""
    if begun:
        return word("samarra.why.chosen", **called(int(state.characters[state.turn, chosen(begun)])))
    return repetition(state, placement(state))


def is_spent(state: State, kind: str) -> bool:
    """Whether the seat to move has used a power."""
    return bool((state.kill_used if kind == "kill" else state.reveal_used)[state.turn])


def owner_cell(state: State, kind: str) -> int:
    """Where the seat to move has the character that has a power."""
    return int(state.cells.item(state.turn, owner_tent(state, kind)))


def owner_tent(state: State, kind: str) -> int:
    """The tent of the character of the seat to move that has a power."""
    first = TENTS * int(state.turn)
    return state.characters.tobytes().index(DEATH if kind == "kill" else MERCHANT, first) - first


def reach(options: Options, state: State, kind: str) -> Any:
    """The cells of the pieces on which the seat to move could use a power now; most often there is nobody near."""
    tent, other = owner_tent(state, kind), 1 - int(state.turn)
    cell = state.cells.item(state.turn, tent)
    if cell == OFF or not options.around.item(cell) & state.standing.item(other) or is_spent(state, kind):
        return NONE
    return power_targets(options, state, POWERS[kind], tent)


# Where it happened


def marks(options: Options, before: State, move: int, after: State) -> Sequence[str]:
    """The cells of a set-up, or the town as long as they are unknown; start and target of an action; the pass."""
    seat = int(before.turn)
    if move == UNSEEN or move >= SET_UP:
        placed = [cell for cell in after.cells[seat].tolist() if cell != OFF]
        return [cell_id(cell) for cell in placed or options.city_cells[seat, : options.city_size[seat]].tolist()]
    if move == PASS:
        return ("button.pass",)
    _, tent, stride = ACTIONS[move]
    cell = int(before.cells[seat, tent])
    return acted(cell, cell + stride, striker(before, after, 1 - seat))


def striker(before: State, after: State, seat: int) -> int:
    """Where a seat's Death struck by herself in the turn of the other, or OFF."""
    if before.kill_used[seat] == after.kill_used[seat]:
        return OFF
    return int(after.cells[seat, tent_of(after, seat, DEATH)])


@cache
def acted(cell: int, target: int, death: int) -> Sequence[str]:
    """The cells of an action, and of a Death who struck by herself."""
    return [cell_id(at) for at in (cell, target, death) if at != OFF]


def cell_id(cell: int) -> str:
    """The part that is a cell."""
    return f"cell.{name(cell)}"


# What a review says


def beliefs(options: Options, state: State, seat: int) -> tuple[Belief, ...]:
    """How likely each enemy tent hides each character, by the assignments that the seat cannot rule out."""
    if state.stage != PLAY or state.reason != RUNNING or seat < 0:
        return ()
    mask = not_ruled_out(state, seat)
    left = [way for number, way in enumerate(ASSIGNMENTS) if mask >> number & 1]
    return tuple(belief(tent, [way[tent] for way in left]) for tent in range(TENTS))


def belief(tent: int, under: Sequence[int]) -> Belief:
    """What may be under a tent, by the characters that the assignments put there."""
    shares = [(word(f"samarra.character.{each}"), under.count(each) / len(under)) for each in range(TENTS)]
    return Belief(tent_word(tent), tuple(shares))
