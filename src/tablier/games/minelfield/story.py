"""What happens in Minelfield, told in words."""

from collections.abc import Sequence
from functools import cache
from typing import Any

from tablier.core.contract import RUNNING
from tablier.core.words import Word, word
from tablier.games.minelfield.board import OFF, names
from tablier.games.minelfield.options import Options, seat_word
from tablier.games.minelfield.rules import LIMIT
from tablier.games.minelfield.state import DIES, EMPTY, ENTER, ROLL, STAYS, State, blown, decode


def story(options: Options, before: State, move: int, after: State) -> Sequence[Word]:
    """The move or the throw, then a turn that passed by itself, then the end."""
    kind, cell, number = decode(move)
    if kind == ROLL:
        told = [thrown(options, before, number + 1)]
    else:
        told = [stepped(options, before, kind, cell, number)]
    if after.reason == RUNNING and after.scatter != OFF:
        told.append(word("minelfield.story.again" if kind == ROLL else "minelfield.story.mine"))
    if after.turns - before.turns > 1:
        told.append(word("minelfield.story.passed", seat=seat_word(1 - int(before.turn))))
    if after.reason != RUNNING:
        told.append(ending(after))
    return told


def piece_word(state: State, seat: int, cell: int) -> Word:
    """A piece by its kind."""
    return word("minelfield.piece.commander" if state.commander[seat] == cell else "minelfield.piece.soldier")


def stepped(options: Options, before: State, kind: int, cell: int, direction: int) -> Word:
    """A move or an entry."""
    known, seat = names(int(options.side)), int(before.turn)
    if kind == ENTER:
        return word("minelfield.story.entered", seat=seat_word(seat), cell=known[cell])
    target = known[options.neighbours[cell, direction]]
    piece = piece_word(before, seat, cell)
    return word("minelfield.story.moved", seat=seat_word(seat), piece=piece, cell=known[cell], target=target)


def called(options: Options, state: State, move: int) -> Word:
    """How a move is called before it is made."""
    kind, cell, direction = decode(move)
    known, seat = names(int(options.side)), int(state.turn)
    if kind == ENTER:
        return named("enter", known[cell], "")
    piece = "commander" if state.commander[seat] == cell else "soldier"
    return named(piece, known[cell], known[options.neighbours[cell, direction]])


@cache
def named(kind: str, cell: str, target: str) -> Word:
    """The name of a move, always the same one."""
    args = {"cell": cell, "target": target} if target else {"cell": cell}
    return word(f"minelfield.move.{kind}", **args)


def thrown(options: Options, before: State, face: int) -> Word:
    """What the die did to the piece that waited for it."""
    seat, cell = int(before.turn), int(before.scatter)
    told: dict[str, Any] = {"seat": seat_word(seat), "face": face, "piece": piece_word(before, seat, cell)}
    if face == STAYS:
        return word("minelfield.story.stayed", **told)
    target = int(options.neighbours[cell, blown(int(before.direction), face)])
    if face == DIES:
        return word("minelfield.story.died", **told)
    if target == OFF:
        return word("minelfield.story.left", **told)
    told["target"] = names(int(options.side))[target]
    if before.board[target] == EMPTY:
        return word("minelfield.story.blown", **told)
    if before.board[target] == seat + 1:
        return word("minelfield.story.blocked", **told)
    return struck(before, target, told)


def struck(before: State, target: int, told: dict[str, Any]) -> Word:
    """A piece came down on an enemy."""
    enemy = 1 - int(before.turn)
    told["enemy"] = seat_word(enemy)
    if before.commander[enemy] != target:
        return word("minelfield.story.struck_soldier", **told)
    if before.lives[enemy] > 1:
        return word("minelfield.story.struck_sun", **told)
    return word("minelfield.story.struck_commander", **told)


def reasons(options: Options, before: State, move: int, after: State) -> Sequence[Word]:
    """Why it ended: how which commander was lost, or after how many turns."""
    if after.reason == LIMIT:
        return (word("minelfield.reason.limit_after", turns=int(after.turns)),)
    return (lost(options, before, decode(move)[2] + 1),)


def lost(options: Options, before: State, face: int) -> Word:
    """How a throw has cost a commander: the thrower's own, unless that came down on the enemy's."""
    seat, cell = int(before.turn), int(before.scatter)
    target = int(options.neighbours[cell, blown(int(before.direction), face)])
    if face == DIES:
        return word("minelfield.reason.died", seat=seat_word(seat), face=face)
    if target == OFF:
        return word("minelfield.reason.left", seat=seat_word(seat))
    sun = before.lives[1 - seat] > 1  # then the commander that was thrown onto it is lost instead
    told = {"seat": seat_word(seat if sun else 1 - seat), "cell": names(int(options.side))[target]}
    return word(f"minelfield.reason.{'repelled' if sun else 'struck'}", **told)


def ending(state: State) -> Word:
    """How the game ended."""
    return ended(bool(state.reason == LIMIT), 0 if state.winners == 1 else 1)


def ended(drawn: bool, winner: int) -> Word:
    """The same, from what there is to tell."""
    return word("minelfield.story.drawn") if drawn else word("minelfield.story.won", seat=seat_word(winner))
