"""What would have been better at a move of a reviewed game: the line that a search expected, drawn move by move."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from tablier.core.contract import EVERYONE, SPECTATOR
from tablier.core.errors import Error
from tablier.core.match import Match
from tablier.core.random import seeded
from tablier.server.api.replay import Narrator, laid_out
from tablier.server.authority.refusals import Refused
from tablier.server.telling import Message, Viewer
from tablier.server.telling.parts import scene_data
from tablier.server.telling.writing import read, written

GUESSES = 8  # games that are imagined, until one goes on as was expected
LONGEST = 6  # moves that are drawn


def drawn(match: Match, told: dict[str, Any], number: int, viewpoint: int, language: str) -> Message:
    """The better line at a move, counted from 1, as whoever decided knew it."""
    passage = passage_of(told, number)
    seat, hidden = int(passage["actor"]), match.engine.game.hidden
    branch = begun(match, number - 1, seat, passage["line"] or [passage["better"]])
    table = laid_out(branch)
    narrator = Narrator(table, seat if hidden else EVERYONE, seat if hidden else viewpoint)
    moves = narrator.happened(Viewer("", language), range(1, table.number + 1))
    return {
        "number": number - 1,
        "actor": seat,
        "imagined": hidden,
        "line": branch.moves,
        "marked": passage["marked"],
        "scene": read(written(scene_data(narrator.seen.scene(0), language))),
        "moves": list(map(read, moves)),
    }


def passage_of(told: dict[str, Any], number: int) -> dict[str, Any]:
    """What is known of a move; refused if nothing better is."""
    found: dict[str, Any] = told["moves"][number - 1] if 1 <= number <= len(told["moves"]) else {}
    if not found.get("better"):
        raise Refused("server.review.best", 422)
    return found


def begun(match: Match, number: int, seat: int, line: Sequence[str]) -> Match:
    """The line as far as it can be played; of a game with secrets, from a position that the seat could imagine."""
    if not match.engine.game.hidden:
        return played(match, match.history[number], line)
    known = match.engine.concealed(match.history[number], seat)
    guesses = (match.engine.redealt(known, seat, seeded(number * GUESSES + guess)) for guess in range(GUESSES))
    return max((played(match, guess, line) for guess in guesses), key=lambda branch: len(branch.moves))


def played(match: Match, state: Any, line: Sequence[str]) -> Match:
    """A match that begins with a position, with the moves of a line as far as they are legal."""
    branch = match.at(0)
    branch.narrow(EVERYONE, [state.copy()], [], [])
    for move in line[:LONGEST]:
        try:
            branch.play(move)
        except Error:
            break
    return branch


def viewpoint_of(seats: Sequence[int]) -> int:
    """From where an open game is drawn for somebody with these seats."""
    return seats[0] if seats else SPECTATOR
