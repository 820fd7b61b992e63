"""What happens in Samarra, told in words."""

from collections.abc import Iterator, Sequence
from functools import cache
from typing import Any

from tablier.core.contract import RUNNING, UNSEEN
from tablier.core.words import Word, word
from tablier.games.samarra.board import name
from tablier.games.samarra.notation import ACTIONS, set_up
from tablier.games.samarra.options import Options, seat_word
from tablier.games.samarra.rules import LIMIT, NEARER, REASONS, steps_left
from tablier.games.samarra.state import (
    KILL_KIND,
    MOVE_KIND,
    OFF,
    PASS,
    PLAY,
    SET_UP,
    TENTS,
    UNKNOWN,
    State,
)

NO_CELL = OFF.to_bytes(1, signed=True)


def story(options: Options, before: State, move: int, after: State) -> Sequence[Word]:
    """The action and what it showed, then turns that ended by themselves, then the end."""
    told = [acted(options, before, move, after)]
    if 0 <= move < PASS and off_board(before) != off_board(after):
        told += struck(before, move, after)
    if after.stage == PLAY and before.turns != after.turns:
        told += lost(before, move, after)
    if after.reason != RUNNING:
        told.append(ending(options, after))
    return told


def off_board(state: State) -> int:
    """How many pieces are dead or not yet placed."""
    return state.cells.tobytes().count(NO_CELL)


def tent_word(tent: int) -> Word:
    """A tent by its symbol."""
    return word(f"samarra.tent.{tent}")


def character_word(state: State, seat: int, tent: int) -> Word:
    """Who is under a tent; the record knows."""
    return word(f"samarra.character.{int(state.characters[seat, tent])}")


def acted(options: Options, before: State, move: int, after: State) -> Word:
    """The move itself."""
    seat = int(before.turn)
    if move == UNSEEN:
        return word("samarra.story.set_up_unseen", seat=seat_word(seat))
    if move >= SET_UP:
        cells = {f"cell{number}": name(cell) for number, (_, cell) in enumerate(set_up(options, seat, move))}
        return word("samarra.story.set_up", seat=seat_word(seat), **cells)
    if move == PASS:
        return word("samarra.story.passed", seat=seat_word(seat))
    return used_tent(before, move, after)


def called(options: Options, state: State, move: int) -> Word:
    """How a move is called before it is made."""
    seat = int(state.turn)
    if move >= SET_UP:
        cells = {f"cell{number}": name(cell) for number, (_, cell) in enumerate(set_up(options, seat, move))}
        return word("samarra.move.set_up", **cells)
    if move == PASS:
        return word("samarra.move.pass")
    kind, tent, stride = ACTIONS[move]
    cell = int(state.cells[seat, tent])
    target = cell + stride
    if kind == MOVE_KIND:
        return word("samarra.move.step", tent=tent_word(tent), cell=name(cell), target=name(target))
    victim = tent_word(state.cells[1 - seat].tolist().index(target))
    power = "kill" if kind == KILL_KIND else "reveal"
    return word(f"samarra.move.{power}", victim=victim, cell=name(cell), target=name(target))


def used_tent(before: State, move: int, after: State) -> Word:
    """A step, a reveal or a kill."""
    seat, (kind, tent, stride) = int(before.turn), ACTIONS[move]
    cell = int(before.cells[seat, tent])
    target = cell + stride
    if kind == MOVE_KIND:
        return moved(seat, tent, cell, target)
    told: dict[str, Any] = {"seat": seat_word(seat), "cell": name(cell), "target": name(target)}
    victim = before.cells[1 - seat].tolist().index(target)
    told |= {"victim": tent_word(victim)}
    if kind == KILL_KIND:
        return word("samarra.story.killed", **told)
    return word("samarra.story.revealed", character=character_word(after, 1 - seat, victim), **told)


@cache
def moved(seat: int, tent: int, cell: int, target: int) -> Word:
    """A step."""
    told = {"tent": tent_word(tent), "seat": seat_word(seat)}
    return word("samarra.story.moved", **told, cell=name(cell), target=name(target))


def struck(before: State, move: int, after: State) -> Iterator[Word]:
    """An automatic death, and who the victim of a kill was, if that is known."""
    seat = int(before.turn)
    stood, stands = before.cells.tolist(), after.cells.tolist()
    for owner in range(2):
        for tent in range(TENTS):
            if stood[owner][tent] == OFF or stands[owner][tent] != OFF:
                continue
            if ACTIONS[move][0] == MOVE_KIND:
                yield word("samarra.story.struck", seat=seat_word(1 - seat), tent=tent_word(tent))
            if after.characters[owner, tent] == UNKNOWN:
                yield word("samarra.story.unknown")
            else:
                yield word("samarra.story.known", character=character_word(after, owner, tent))


def lost(before: State, move: int, after: State) -> Iterator[Word]:
    """Turns, or rests of turns, that passed because nothing was legal."""
    opening = move == UNSEEN or move >= SET_UP
    seat = 0 if opening else int(before.turn)
    turns = int(after.turns) - int(before.turns)
    if not opening and before.actions > 1 and turns:
        yield word("samarra.story.lost_rest", seat=seat_word(seat))
    for number in range(0 if opening else 1, turns):
        yield word("samarra.story.lost_turn", seat=seat_word((seat + number) % 2))


def ending(options: Options, state: State) -> Word:
    """Who won and why."""
    return ended(int(state.reason), int(state.winners), distances(options, state))


def distances(options: Options, state: State) -> tuple[int, ...]:
    """The steps that the Servants had left, if they decided."""
    if state.reason not in (NEARER, LIMIT):
        return ()
    return tuple(steps_left(options, state, seat) for seat in range(2))


def ended(reason: int, winners: int, left: tuple[int, ...]) -> Word:
    """The same, from what there is to tell."""
    why = because(REASONS[reason - 1], left)
    if winners == 0b11:
        return word("samarra.story.drawn", reason=why)
    return word("samarra.story.won", seat=seat_word(0 if winners == 0b01 else 1), reason=why)


def reasons(options: Options, before: State, move: int, after: State) -> Sequence[Word]:
    """Why it ended: whose Servant it was, or the numbers that decided."""
    reason, left = REASONS[int(after.reason) - 1], distances(options, after)
    return (because(reason, left) if left else decided(reason, 0 if after.winners == 0b01 else 1),)


def decided(reason: str, winner: int) -> Word:
    """Why a seat won where no numbers decided."""
    told = {"winner": seat_word(winner), "loser": seat_word(1 - winner), "town": word(f"samarra.town.{1 - winner}")}
    return word(f"samarra.reason.{reason}_by", **told)


def because(reason: str, left: tuple[int, ...]) -> Word:
    """Why it ended, with the numbers that decided."""
    if not left:
        return word(f"samarra.reason.{reason}")
    numbers = {f"steps{seat}": steps for seat, steps in enumerate(left)}
    return word(f"samarra.reason.{reason}_by", seat0=seat_word(0), seat1=seat_word(1), **numbers)
