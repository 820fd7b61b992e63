"""Saved games: text that a person can read and that replays exactly. Headers, an empty line, then one move per line.

    tablier: 1
    game: minelfield
    rules: 1
    options: {"board": "classic", "die": 6, "lives": 1, "turn_limit": 600}
    date: 2026-11-15
    seed: 7
    result: *

    a3-b3
    *4

A seat's own account of a running game has a header ``view`` and no seed; what the seat could not see reads ``?``.
"""

from __future__ import annotations

import json
from collections.abc import Iterator
from fractions import Fraction
from typing import TYPE_CHECKING, Any, cast

from tablier.core import positions
from tablier.core.contract import EVERYONE, SPECTATOR, UNSEEN, HiddenNotation
from tablier.core.engine import Engine, Outcome
from tablier.core.errors import BadText, Error, IllegalMove
from tablier.core.records import Bytes
from tablier.core.registry import load

if TYPE_CHECKING:
    from tablier.core.match import Match

FORMAT = "1"
REQUIRED = ("tablier", "game", "rules", "options", "date", "result")
OPTIONAL = ("seats", "names", "view", "seen", "seed", "position")
RUNNING = "*"
SPECTATOR_VIEW = "spectator"
LONGEST_NUMBER = 80


def saved(match: Match, viewpoint: int) -> str:
    """A match as text, as much of it as a viewpoint may keep."""
    if match.outcome:
        viewpoint = EVERYONE
    heads = "".join(f"{name}: {value}\n" for name, value in headers(match, viewpoint).items())
    return heads + "\n" + "".join(f"{line}\n" for line in lines(match, viewpoint))


def headers(match: Match, viewpoint: int) -> dict[str, str]:
    """All that is to be said before the moves, in order."""
    heads = {"tablier": FORMAT, "game": match.game, "rules": str(match.engine.game.version)}
    heads |= {"seats": str(match.seats), "options": written(match.options)}
    if match.names:
        heads["names"] = written(match.names)
    heads["date"] = match.date
    if viewpoint == EVERYONE:
        heads["seed"] = str(match.seed)
    else:
        heads["view"] = SPECTATOR_VIEW if viewpoint == SPECTATOR else str(viewpoint)
        heads["seen"] = seen(match, viewpoint)
    if match.start is not None:
        heads["position"] = written(kept_start(match, viewpoint))
    return heads | {"result": result(match.outcome)}


def kept_start(match: Match, viewpoint: int) -> dict[str, Any]:
    """The position at which the match began, as a viewpoint may keep it."""
    engine, start = match.engine, match.history[0]
    if viewpoint == EVERYONE or match.viewpoint != EVERYONE or not engine.game.hidden:
        return match.start or {}
    notation = cast(HiddenNotation, engine.game.notation)
    shown = notation.masked_position(engine.record[0], start[0], match.state[0], viewpoint)
    return positions.framed(engine, shown)


def seen(match: Match, viewpoint: int) -> str:
    """What a viewpoint sees now; the moves alone do not tell whether the last one left somebody without any."""
    engine = match.engine
    return written(engine.game.notation.position(engine.record[0], engine.concealed(match.state, viewpoint)[0]))


def written(data: Any) -> str:
    """JSON on one line."""
    return json.dumps(data, ensure_ascii=False)


def result(outcome: Outcome | None) -> str:
    """Who won and why, on one line."""
    if outcome is None:
        return RUNNING
    shares = [str(Fraction(score).limit_denominator(len(outcome.scores))) for score in outcome.scores]
    return " ".join([*shares, outcome.reason])


def lines(match: Match, viewpoint: int) -> list[str]:
    """The moves, as a viewpoint may keep them now."""
    return [line(match, number, match.state, viewpoint) for number in range(len(match.moves))]


def line(match: Match, number: int, now: Bytes, viewpoint: int) -> str:
    """One move, as a viewpoint may write it down while the game stands at ``now``."""
    engine = match.engine
    if viewpoint == EVERYONE or match.viewpoint != EVERYONE or not engine.game.hidden:
        return match.moves[number]
    notation = cast(HiddenNotation, engine.game.notation)
    return notation.masked(engine.record[0], match.history[number][0], match.codes[number], now[0], viewpoint)


def loaded(kind: type[Match], text: str) -> Match:
    """A saved game, replayed; or a seat's account, as that seat's knowledge."""
    if not isinstance(text, str):
        raise BadText("core.text.type")
    heads, first, moves = split(text)
    try:
        engine, starts = begin(heads)
    except BadText:
        raise
    except Error as error:
        raise BadText("core.text.head", detail=error.word) from error
    if "view" in heads:
        match = account(kind, engine, starts, heads, moves)
    else:
        match = replayed(kind, engine, starts[0], heads, first, moves)
    if result(match.outcome) != heads["result"]:
        raise BadText("core.text.result", given=heads["result"], found=result(match.outcome))
    return match


def split(text: str) -> tuple[dict[str, str], int, list[str]]:
    """The headers, the number of the first line of moves, and the moves."""
    rows = [row.rstrip() for row in text.lstrip("\ufeff").splitlines()]
    gap = rows.index("") if "" in rows else len(rows)
    heads: dict[str, str] = {}
    for number, row in enumerate(rows[:gap], 1):
        name, colon, value = row.partition(":")
        if not colon or name not in REQUIRED + OPTIONAL or name in heads:
            raise BadText("core.text.header", line=number, row=row[:60])
        heads[name] = value.strip()
    for name in REQUIRED:
        if name not in heads:
            raise BadText("core.text.missing", header=name)
    if heads["tablier"] != FORMAT:
        raise BadText("core.text.format", given=heads["tablier"], known=FORMAT)
    moves = rows[gap + 1 :]
    while moves and not moves[-1]:
        moves.pop()
    return heads, gap + 2, moves


def begin(heads: dict[str, str]) -> tuple[Engine, list[Bytes]]:
    """The engine, and the records at which the match may have begun: one, or several for an account."""
    game = load(heads["game"])
    version = whole(heads, "rules")
    if version > game.version:
        raise BadText("core.text.version", given=version, known=game.version)
    seats = whole(heads, "seats") if "seats" in heads else None
    engine = Engine(game, seats, read(heads, "options", dict))
    if "position" not in heads:
        return engine, [engine.start()]
    return engine, list(starts(engine, read(heads, "position", dict), "view" in heads))


def starts(engine: Engine, position: dict[str, Any], is_account: bool) -> Iterator[Bytes]:
    """The records that a start position stands for; in an account what is hidden is filled in in every way."""
    choices = [position]
    if is_account and engine.game.hidden:
        choices = list(cast(HiddenNotation, engine.game.notation).completions(position))
    for choice in choices:
        other, state = positions.loaded(choice)
        if (other.game.key, other.seats, other.options) != (engine.game.key, engine.seats, engine.options):
            raise BadText("core.text.start")
        yield state


def whole(heads: dict[str, str], name: str) -> int:
    """A header that is a whole number."""
    if not heads[name].removeprefix("-").isdecimal() or len(heads[name]) > LONGEST_NUMBER:
        raise BadText("core.text.value", header=name)
    return int(heads[name])


def read(heads: dict[str, str], name: str, kind: type) -> Any:
    """A header that is JSON of a kind."""
    try:
        value = json.loads(heads[name])
    except (ValueError, RecursionError):
        value = None
    if not isinstance(value, kind):
        raise BadText("core.text.value", header=name)
    return value


def fresh(kind: type[Match], engine: Engine, start: Bytes, heads: dict[str, str]) -> Match:
    """A match at its start, with the headers of a saved game."""
    match = kind.__new__(kind)
    match._begin(engine, start, whole(heads, "seed") if "seed" in heads else None)
    match.date = heads["date"]
    match.start = read(heads, "position", dict) if "position" in heads else None
    if "names" in heads:
        match.names = read(heads, "names", list)
        if len(match.names) != engine.seats or not all(isinstance(name, str) for name in match.names):
            raise BadText("core.text.value", header="names")
    return match


def replayed(
    kind: type[Match], engine: Engine, start: Bytes, heads: dict[str, str], first: int, moves: list[str]
) -> Match:
    """The match that the moves make."""
    match = fresh(kind, engine, start, heads)
    for number, move in enumerate(moves, first):
        try:
            match.play(move)
        except IllegalMove as error:
            raise BadText("core.text.move", line=number, detail=error.word) from error
    return match


def account(kind: type[Match], engine: Engine, starts: list[Bytes], heads: dict[str, str], moves: list[str]) -> Match:
    """What a seat knows: any game that gives it this account does, since they are all the same to it."""
    viewpoint = SPECTATOR if heads["view"] == SPECTATOR_VIEW else whole(heads, "view")
    if viewpoint not in (SPECTATOR, *range(engine.seats)):
        raise BadText("core.text.value", header="view")
    if "seen" not in heads:
        raise BadText("core.text.missing", header="seen")
    for start in starts:
        for match in guessed(fresh(kind, engine, start, heads), moves):
            if not match.outcome and lines(match, viewpoint) == moves and seen(match, viewpoint) == heads["seen"]:
                return narrowed(match, viewpoint, moves)
    raise BadText("core.text.account")


def guessed(match: Match, moves: list[str]) -> Iterator[Match]:
    """All matches that an account may stand for."""
    tries = [match]
    while tries:
        match = tries.pop()
        while len(match.moves) < len(moves) and moves[len(match.moves)] in match.legal():
            match.play(moves[len(match.moves)])
        if len(match.moves) == len(moves):
            yield match
        else:
            tries += forks(match, moves[len(match.moves)])


def forks(match: Match, text: str) -> Iterator[Match]:
    """The match after each move that a text may stand for."""
    engine = match.engine
    if not engine.game.hidden:
        return
    notation = cast(HiddenNotation, engine.game.notation)
    for code in notation.guesses(engine.record[0], match.state[0], text):
        fork = match.copy()
        fork.play(notation.write(engine.record[0], match.state[0], code))
        yield fork


def narrowed(match: Match, viewpoint: int, moves: list[str]) -> Match:
    """A match reduced to what a viewpoint knows of it."""
    codes = [code if is_open(match, number, viewpoint) else UNSEEN for number, code in enumerate(match.codes)]
    history = [match.engine.concealed(state, viewpoint) for state in match.history]
    match.narrow(viewpoint, history, codes, moves)
    return match


def is_open(match: Match, number: int, viewpoint: int) -> bool:
    """Whether a viewpoint saw which move was made when it was made."""
    if match.viewpoint != EVERYONE:
        return match.codes[number] != UNSEEN
    return line(match, number, match.history[number + 1], viewpoint) == match.moves[number]
