"""What is asked of a player of Sam Liam, what is drawn of it, and why something cannot be done.

The rules are asked, cell by cell.
"""

from collections.abc import Sequence
from dataclasses import replace
from functools import cache

from tablier.core.contract import RUNNING
from tablier.core.scene import Group, Part, Thing
from tablier.core.words import Word, word
from tablier.games.samliam.board import CELLS, NAMES, numbers
from tablier.games.samliam.calls import Call, Duty, Figure, call_of, duty_of, figures_open, standing_call
from tablier.games.samliam.duty import fitting, has_voice, heeds_ban, left_by_ban
from tablier.games.samliam.geometry import CELL, EDGE, Map, angle, outline, worn
from tablier.games.samliam.notation import spelled
from tablier.games.samliam.options import Options, seat_word
from tablier.games.samliam.positions import banned_cells
from tablier.games.samliam.rules import must_lift
from tablier.games.samliam.state import ALL_FACINGS, FACINGS, FITS, KIND_NAMES, NOWHERE, State, opposite, triangles
from tablier.games.samliam.threats import SONG, completing, open_facings

CELL_ID, FACING_ID, ALOUD = "cell.", "facing.", "voice.aloud"
TOLD = "samliam-told"  # the style of what is never touched
BESIDE = ("reserve", "call", "figure")  # parts that tell something and are never touched

# What is asked


def asked(options: Options, state: State) -> tuple[Word, ...]:
    """What forces the seat to move, or threatens it, and what to choose first."""
    forces = forced(options, state)
    return (*forces, word(f"samliam.asked.{task(options, state, bool(forces))}"))


def task(options: Options, state: State, short: bool) -> str:
    """What the seat to move does now, in few words where more was said before."""
    if must_lift(state):
        return "lift"
    if has_voice(options, state):
        return "place_aloud"
    if state.lifted != NOWHERE:
        return "place_lifted"
    return "choose" if short else "place"


@cache
def questions(lifts: bool, announced: bool) -> tuple[Word, ...]:
    """What the steps of a lift or a placement answer."""
    kinds = ("triangle",) if lifts else ("voice", "cell", "facing") if announced else ("cell", "facing")
    return tuple(word(f"samliam.question.{kind}") for kind in kinds)


def forced(options: Options, state: State) -> tuple[Word, ...]:
    """The ban after a silent turn, and the duty to block, or else what was announced."""
    banned = banned_cells(state, int(state.turn))
    duty = duty_of(options, state) if options.seats > 2 else None
    call = call_of(options, state, duty.rival) if duty else standing_call(options, state)
    bans = (ban_sentence(tuple(banned)),) if banned else ()
    return (*bans, *told(call, duty)) if call else bans


@cache
def ban_sentence(cells: tuple[int, ...]) -> Word:
    """That some cells are forbidden after a silent turn."""
    return word("samliam.asked.banned", cells=named(cells))


def told(call: Call, duty: Duty | None) -> tuple[Word, ...]:
    """What a seat threatens, and what has to be done about it."""
    way = "must" if duty else "threat"
    if call.number == SONG:
        answers = tuple(cell for cell, facings in enumerate(duty.answers) if facings) if duty else call.cells
        return (threat_sentence("fork", way, call.seat, answers),)
    kinds = {kind for kind, _ in call.figures}
    alone = len(call.cells) == len(kinds) == 1
    kind = KIND_NAMES[kinds.pop() - 1] if alone else "several"
    threat = threat_sentence(kind, way, call.seat, call.cells)
    return (threat, word("samliam.asked.or_win")) if duty and duty.can_win else (threat,)


@cache
def threat_sentence(kind: str, way: str, seat: int, cells: tuple[int, ...]) -> Word:
    """What a seat threatens in some cells, always the same word."""
    return word(f"samliam.asked.{way}_{kind}", seat=seat_word(seat), cells=named(cells))


def named(cells: Sequence[int]) -> tuple[str, ...]:
    """Cells by their names."""
    return tuple(NAMES[cell] for cell in cells)


# What is drawn of it


def threats(options: Options, state: State, call: Call | None) -> list[Thing]:
    """The figures that the seat to move has to block, with the cells that do it; or those that were announced."""
    duty = duty_of(options, state) if options.seats > 2 else None
    threat = call if duty is None else call_of(options, state, duty.rival)
    figures: list[Thing] = [(threatened, threat.seat, figure) for figure in threat.figures] if threat else []
    return [*figures, (answering, int(state.turn), duty)] if duty else figures


def threatened(chart: Map, seat: int, figure: Figure) -> Group:
    """A figure that lacks one triangle: lines from cell to cell, and the triangle that it lacks."""
    kind, slots = figure
    symbol, column, row, turn = outline(kind, slots)
    gap, name = slots[0], f"{KIND_NAMES[kind - 1]}.{'.'.join(map(spelled, slots))}"
    x, y = EDGE + (column + 0.5) * CELL, chart.bottom - (row + 0.5) * CELL
    label = word(f"samliam.scene.threat.{KIND_NAMES[kind - 1]}", seat=seat_word(seat), cell=NAMES[gap >> 2])
    look = worn(seat, f"turns {TOLD}")
    missing = replace(chart.on(f"missing.{name}", "missing", gap >> 2, angle(gap & 3)), **look)
    return Group(Part(f"figure.{name}", symbol, x, y, turn, label=label, **look), missing)


def answering(chart: Map, seat: int, duty: Duty) -> Group:
    """The cells in which the seat to move can block."""
    key = "samliam.scene.answer"
    cells = [cell for cell, facings in enumerate(duty.answers) if facings]
    labels = [word(key, cell=NAMES[cell], seat=seat_word(seat), rival=seat_word(duty.rival)) for cell in cells]
    shown = zip(cells, labels, strict=True)
    return Group(*(chart.on(f"answer.{NAMES[cell]}", "answer", cell, 0, TOLD, label) for cell, label in shown))


# Why not


def why(options: Options, state: State, begun: Sequence[str], part: str) -> Word:
    """Why a part cannot be touched, given what was touched before."""
    kind, _, detail = part.partition(".")
    if kind in BESIDE:
        return word(f"samliam.why.{kind}")
    if must_lift(state):
        return cannot_lift(options, state, kind, detail)
    chosen = [step.removeprefix(FACING_ID) for step in begun if step.startswith(FACING_ID)]
    facing = FACINGS.index(chosen[0]) if chosen else None
    cell = next(
        (numbers(int(options.side))[step.removeprefix(CELL_ID)] for step in begun if step.startswith(CELL_ID)), None
    )
    if part == ALOUD:
        return word("samliam.why.voice_first")
    if kind == "facing":
        wrong = wrong_facing(options, state, cell, FACINGS.index(detail))
    else:
        wrong = wrong_cell(options, state, cell_of(options, state, detail), facing, kind == "triangle")
    return wrong or last_reason(begun, cell, facing)


def last_reason(begun: Sequence[str], cell: int | None, facing: int | None) -> Word:
    """Why something that could be placed is not what comes next: it is chosen already, or comes later."""
    if cell is not None and facing is None:
        return word("samliam.why.facing_next", cell=NAMES[cell])
    return word("samliam.why.cell_first" if ALOUD in begun else "samliam.why.cell_next")


def cell_of(options: Options, state: State, detail: str) -> int:
    """The cell that a part lies in, by what its id says of it; where a triangle was lifted it says nothing."""
    return numbers(int(options.side))[detail[:2]] if detail else int(state.lifted) >> 2


def cannot_lift(options: Options, state: State, kind: str, detail: str) -> Word:
    """Why something is not lifted: it is no triangle, or somebody else's."""
    if kind != "triangle":
        return word("samliam.why.lift_first")
    return word("samliam.why.not_yours", seat=seat_word(owner(options, state, detail)), cell=detail[:2])


def owner(options: Options, state: State, slot: str) -> int:
    """Whose triangle lies in a slot."""
    cell, facing = numbers(int(options.side))[slot[:2]], FACINGS.index(slot[2:])
    return next(seat for seat in range(int(options.seats)) if int(triangles(state, seat, cell)) >> facing & 1)


def wrong_cell(options: Options, state: State, cell: int, facing: int | None, is_triangle: bool) -> Word | None:
    """Why nothing, or nothing that faces as chosen, can be put into a cell; why a triangle there stays."""
    wrong = obstacle(options, state, cell, ALL_FACINGS if facing is None else 1 << facing)
    if wrong is None and is_triangle:
        return word("samliam.why.stays" if state.lifted == NOWHERE else "samliam.why.one_lift")
    return wrong


def wrong_facing(options: Options, state: State, cell: int | None, facing: int) -> Word | None:
    """Why a triangle that faces so cannot be put into the chosen cell, or anywhere."""
    if cell is not None:
        return obstacle(options, state, cell, 1 << facing)
    found = [obstacle(options, state, other, 1 << facing) for other in numbers(int(options.side)).values()]
    if None in found:
        return None
    duty = duty_of(options, state)
    key = "no_cell" if duty is None else "no_block_so"
    return word(f"samliam.why.{key}", facing=word(f"samliam.facing.{FACINGS[facing]}"))


def obstacle(options: Options, state: State, cell: int, facings: int) -> Word | None:
    """The first rule that leaves none of some facings in a cell; nothing if one can be placed."""
    if not int(FITS[state.taken[cell]]) & facings:
        return does_not_fit(state, cell)
    if not int(fitting(state, cell)) & facings:
        return word("samliam.why.back", cell=NAMES[cell])
    left = int(left_by_ban(state, cell, heeds_ban(state))) & facings
    if not left:
        return word("samliam.why.banned", cell=NAMES[cell])
    duty = duty_of(options, state)
    if duty is None or left & (duty.answers[cell] | int(completing(state, int(state.turn), cell))):
        return None
    return does_not_block(state, duty, cell)


def does_not_fit(state: State, cell: int) -> Word:
    """That a cell is full, or which way the one triangle that still fits in has to face."""
    free = int(FITS[state.taken[cell]])
    if not free:
        return word("samliam.why.full", cell=NAMES[cell])
    facing = free.bit_length() - 1
    told = {"held": opposite(facing), "free": facing}
    return word(
        "samliam.why.opposite",
        cell=NAMES[cell],
        **{name: word(f"samliam.facing.{FACINGS[one]}") for name, one in told.items()},
    )


def does_not_block(state: State, duty: Duty, cell: int) -> Word:
    """That a placement leaves somebody's threat as it is."""
    if duty.is_fork:
        key = "leaves_fork"
    else:
        key = "leaves_half" if open_facings(state, duty.rival, cell) else "blocks_not"
    answers = named([other for other in range(CELLS) if duty.answers[other]])
    return word(f"samliam.why.{key}", cell=NAMES[cell], seat=seat_word(duty.rival), cells=answers)


# What a review says


def remark(options: Options, before: State, move: int, after: State, better: int) -> Word | None:
    """The figure that the next seat can now complete, whatever anybody does."""
    rival = int(after.turn)
    figures = figures_open(options, after, rival) if after.reason == RUNNING and rival != before.turn else ()
    if not figures:
        return None
    kind, slots = figures[0]
    return word(f"samliam.remark.{KIND_NAMES[kind - 1]}", seat=seat_word(rival), cell=NAMES[slots[0] >> 2])
