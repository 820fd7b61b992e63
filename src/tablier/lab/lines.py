"""Lines of a puzzle: how a win goes on, what others answer, what moves are about, and how they are written."""

from collections.abc import Iterator, Sequence
from typing import Any

from tablier.core import records
from tablier.core.contract import CHANCE
from tablier.core.match import Match
from tablier.lab import weighing
from tablier.lab.proving import Proofs

MOST_TURNS = 6  # of the solver in one line
MOST_WAYS = 3  # that are right at one point
GLANCE = 1_000  # simulations
CodedLine = list[Any]
"""Moves of the solver; between them, as lists, what others answer."""


def lines(match: Match, proofs: Proofs, first: int) -> list[CodedLine]:
    """The line of a forced win, as long as few moves are right, against the replies that a bot would give."""
    line: CodedLine = [first]
    ways = list[CodedLine]()
    state = match.engine.after(match.state, first)
    for turn in range(1, MOST_TURNS):
        replies, state = answered(match, state, proofs.seat, turn)
        if match.engine.actor(state) != proofs.seat:
            break
        winners = winning(match, Proofs(match.engine, state, proofs.seat, proofs.effort))
        if not 0 < len(winners) <= MOST_WAYS:
            break
        more: CodedLine = [replies] if replies else []
        ways += [[*line, *more, *other] for other in winners[1:]]
        line += [*more, *winners[0]]
        for code in winners[0]:
            state = match.engine.after(state, code)
    return [line, *ways]


def winning(match: Match, proofs: Proofs) -> list[CodedLine]:
    """All that wins from a position in which a win can be forced."""
    now = proofs.wins_now()
    if now:
        return [list(codes) for codes in now]
    solved = proofs.solved()
    if solved is not None:
        return [[move] for move in chosen(proofs.moves, solved)]
    return [[move] for move in proofs.forced(MOST_WAYS)]


def answered(match: Match, state: records.Bytes, seat: int, turn: int) -> tuple[list[int], records.Bytes]:
    """What others answer until the seat is to move again."""
    replies = list[int]()
    while (actor := match.engine.actor(state)) not in (seat, CHANCE) and actor >= 0:
        known = match.engine.concealed(state, actor)
        replies.append(weighing.ranked(weighing.searched(match.engine, known, actor, GLANCE, turn))[0])
        state = match.engine.after(state, replies[-1])
    return replies, state


def chosen(moves: Sequence[int], verdicts: Sequence[bool]) -> list[int]:
    """The moves of which something is true."""
    return [move for move, verdict in zip(moves, verdicts, strict=True) if verdict]


def theme(match: Match, seat: int, code: int) -> str:
    """What a move does, as the game calls it."""
    engine = match.engine
    before, after = engine.concealed(match.state, seat), engine.concealed(engine.after(match.state, code), seat)
    told: str = engine.game.puzzles.theme(engine.frozen_options, records.frozen(before), code, records.frozen(after))
    return told


def notations(match: Match, found: Sequence[CodedLine]) -> Iterator[CodedLine]:
    """Lines as they are written."""
    for line in found:
        position, told = match.copy(), list[Any]()
        for step in line:
            codes = step if isinstance(step, list) else [step]
            for code in codes:
                position.play(named(position, code))
            told.append(position.moves[-len(codes) :] if isinstance(step, list) else position.moves[-1])
        yield told


def named(match: Match, code: int) -> str:
    """The notation of a legal move."""
    notation: Any = match.engine.game.notation
    return str(notation.write(match.engine.frozen_options, records.frozen(match.state), code))
