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

Reading is lenient: headers and moves come back as they were written, with the game replayed as far as today's rules
allow and the first fault in words. ``Match.from_text`` is the same, but raises the fault.
"""

from __future__ import annotations

import datetime
import json
import re
from collections.abc import Iterable, Iterator, Sequence
from fractions import Fraction
from functools import partial
from operator import itemgetter
from typing import Any

from tablier.core import clocks, dice, positions, recalling, sealing, sheet
from tablier.core.contract import EVERYONE, SPECTATOR, UNSEEN
from tablier.core.course import Course, Played
from tablier.core.engine import TABLE_REASONS, Engine, Outcome, shared
from tablier.core.errors import BadPosition, BadText, Error, IllegalMove
from tablier.core.guessing import AccountSearch
from tablier.core.reading import LONGEST_NUMBER, is_plain, parsed
from tablier.core.records import Bytes, frozen
from tablier.core.registry import load
from tablier.core.sheet import FORMAT, Sheet
from tablier.core.words import word

RUNNING = "*"
SPECTATOR_VIEW = "spectator"
COMMITMENT = re.compile("[0-9a-f]{64}")
DATE = re.compile("[0-9]{4}-[0-9]{2}-[0-9]{2}")
SHARE = re.compile("[01](/[1-9])?")
Replayed = tuple[Played | None, BadText | None]
"""A match as far as it goes, and what stopped it."""


def saved(match: Course, viewpoint: int) -> str:
    """A match as text, as much of it as a viewpoint may keep."""
    if match.outcome:
        viewpoint = EVERYONE
    heads = "".join(f"{name}: {value}\n" for name, value in headers(match, viewpoint).items())
    return heads + "\n" + "".join(f"{line}\n" for line in lines(match, viewpoint))


def headers(match: Course, viewpoint: int) -> dict[str, str]:
    """All that is to be said before the moves, in order."""
    heads = {"tablier": FORMAT, "game": match.game, "rules": str(match.engine.game.version)}
    heads |= {"seats": str(match.seats), "options": written(match.options)}
    if match.names:
        heads["names"] = written(match.names)
    heads["date"] = match.date
    if match.commitment is not None:
        heads["commitment"] = match.commitment
    if match.salts:
        heads["salts"] = written(match.salts)
    if match.sealing is not None:
        heads["sealing"] = written(match.sealing.data())
    if match.hints:
        heads["hints"] = written(match.hints)
    heads |= clocks.headers(match)
    if viewpoint == EVERYONE:
        heads["seed"] = match.digits
    else:
        heads["view"] = SPECTATOR_VIEW if viewpoint == SPECTATOR else str(viewpoint)
        heads["seen"] = seen(match, viewpoint)
    if match.start is not None:
        heads["position"] = written(kept_start(match, viewpoint))
    return heads | match.extras | {"result": result(match.outcome)}


def kept_start(match: Course, viewpoint: int) -> dict[str, Any]:
    """The position at which the match began, as a viewpoint may keep it."""
    engine, start = match.engine, match.history[0]
    if viewpoint == EVERYONE or match.viewpoint != EVERYONE or not engine.game.hidden:
        return match.start or {}
    if engine.game.keeps_views:
        return positions.framed(engine, recalling.view(engine, start, viewpoint))
    shown = engine.game.notation.masked_position(engine.record[0], start[0], match.state[0], viewpoint)
    return positions.framed(engine, shown)


def seen(match: Course, viewpoint: int) -> str:
    """What a viewpoint sees now; the moves alone do not tell whether the last one left somebody without any.

    If the moves tell nothing of what is hidden, what it saw after each of them.
    """
    engine = match.engine
    if engine.game.keeps_views:
        return written(recalling.changes(match, viewpoint))
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


def lines(match: Course, viewpoint: int) -> list[str]:
    """The moves, as a viewpoint may keep them now."""
    return [line(match, number, match.state, viewpoint) for number in range(len(match.moves))]


def line(match: Course, number: int, now: Bytes, viewpoint: int) -> str:
    """One move, as a viewpoint may write it down while the game stands at ``now``."""
    engine = match.engine
    if viewpoint == EVERYONE or match.viewpoint != EVERYONE or not engine.game.hidden:
        return match._moves[number]
    notation, before = engine.game.notation, frozen(match.history[number])
    return notation.masked(engine.frozen_options, before, match.codes[number], frozen(now), viewpoint)


def loaded(kind: type[Played], text: str) -> Played:
    """A saved game, replayed; or a seat's account, as that seat's knowledge. Raises what is wrong with it."""
    _, _, match, fault = opened(kind, text)
    if fault is not None:
        raise fault
    assert match is not None
    return match


def opened(kind: type[Played], text: str) -> tuple[dict[str, str], tuple[str, ...], Played | None, BadText | None]:
    """Headers and moves as they were written, the match as far as it can be replayed, and what is wrong with it.

    Raises BadText only if this is no saved game.
    """
    if not isinstance(text, str):
        raise BadText("core.text.type")
    given = sheet.read(text)
    return given.headers, tuple(given.moves), *understood(kind, given)


def understood(kind: type[Played], given: Sheet) -> Replayed[Played]:
    """The match of a sheet, as far as it can be replayed, and what is wrong with it."""
    match: Played | None = None
    try:
        engine, starts = begin(given.headers)
        match, fault = (account if "view" in given.headers else replayed)(kind, engine, starts, given)
    except Error as error:
        match, fault = None, sheet.located(error, given)
    if match is not None and fault is None:
        fault = concluded(match, given)
    return match, fault


def concluded(match: Course, given: Sheet) -> BadText | None:
    """Let a replayed match end as it was written, or say how it ends instead."""
    expected = given.headers["result"]
    ending = read_ending(expected, match.seats)
    if ending is not None and match.outcome is None and "view" not in given.headers:
        match.end(ending.scores, ending.reason)
    if result(match.outcome) == expected:
        return None
    found = word("core.text.ended", result=result(match.outcome)) if match.outcome else word("core.text.running")
    return BadText("core.text.result", line=given.line("result"), given=expected[: sheet.QUOTED], found=found)


def read_ending(text: str, seats: int) -> Outcome | None:
    """A result that was decided by the table, not by the rules."""
    *shares, reason = text.split(" ")
    if reason not in TABLE_REASONS or not all(SHARE.fullmatch(share) for share in shares):
        return None
    scores = [float(Fraction(share)) for share in shares]
    return Outcome(tuple(scores), reason) if shared(scores, seats) else None


def begin(heads: dict[str, str]) -> tuple[Engine, Iterator[Bytes]]:
    """The engine, and the records at which the match may have begun: one, or several for an account."""
    game = load(heads["game"])
    version = whole(heads, "rules")
    if version > game.version:
        raise BadText("core.text.version", header="rules", given=version, known=game.version)
    seats = whole(heads, "seats") if "seats" in heads else None
    engine = Engine(game, seats, read(heads, "options", dict))
    if "position" not in heads:
        return engine, iter([engine.start()])
    return engine, starts(engine, read(heads, "position", dict), "view" in heads)


def starts(engine: Engine, position: dict[str, Any], is_account: bool) -> Iterator[Bytes]:
    """The records that a start position stands for; in an account what is hidden is filled in in every way."""
    choices: Iterable[dict[str, Any]] = [position]
    if is_account and engine.game.hidden:
        choices = engine.game.notation.completions(position)
    for choice in choices:
        other, state = positions.loaded(choice)
        if (other.game.key, other.seats, other.options) != (engine.game.key, engine.seats, engine.options):
            raise BadText("core.text.start", header="position")
        yield state


def whole(heads: dict[str, str], name: str) -> int:
    """A header that is a whole number."""
    if not heads[name].removeprefix("-").isdecimal() or len(heads[name]) > LONGEST_NUMBER:
        raise BadText("core.text.value", header=name)
    return int(heads[name])


def read(heads: dict[str, str], name: str, kind: type) -> Any:
    """A header that is JSON of a kind."""
    try:
        value = parsed(heads[name])
    except BadPosition:
        value = None
    if not isinstance(value, kind) or not is_plain(value):
        raise BadText("core.text.value", header=name)
    return value


def fresh(kind: type[Played], engine: Engine, start: Bytes, heads: dict[str, str]) -> Played:
    """A match at its start, with the headers of a saved game."""
    match = kind.__new__(kind)
    match._begin(engine, start, whole(heads, "seed") if "seed" in heads else None)
    match.digits = heads.get("seed", match.digits)
    match.date = read_date(heads)
    match.extras = {name: value for name, value in heads.items() if name not in sheet.KNOWN}
    match.start = read(heads, "position", dict) if "position" in heads else None
    if "names" in heads:
        match.names = read(heads, "names", list)
        if len(match.names) != engine.seats or not all(isinstance(name, str) for name in match.names):
            raise BadText("core.text.value", header="names")
    read_fairness(match, heads)
    clocks.take(match, heads, partial(read, heads))
    return match


def read_date(heads: dict[str, str]) -> str:
    """The day on which a match began, as 2026-11-15."""
    try:
        if DATE.fullmatch(heads["date"]):
            return datetime.date.fromisoformat(heads["date"]).isoformat()
    except ValueError:
        pass
    raise BadText("core.text.value", header="date")


def read_fairness(match: Course, heads: dict[str, str]) -> None:
    """The commitment, the salts and how they came, and which moves had help, as they were written."""
    if "hints" in heads:
        match.hints = tuple(read(heads, "hints", list))
        if not all(type(number) is int and number >= 0 for number in match.hints):
            raise BadText("core.text.value", header="hints")
    if "commitment" in heads:
        if not COMMITMENT.fullmatch(heads["commitment"]):
            raise BadText("core.text.value", header="commitment")
        match.commitment = heads["commitment"]
    if "salts" in heads:
        match.salts = tuple(read(heads, "salts", list))
        if len(match.salts) != match.seats or not all(map(dice.is_salt, match.salts)):
            raise BadText("core.text.value", header="salts")
    if "sealing" in heads:
        if not match.salts:
            raise BadText("core.text.value", header="sealing")
        match.sealing = sealing.read(read(heads, "sealing", dict), match.seats)


def replayed(kind: type[Played], engine: Engine, starts: Iterator[Bytes], given: Sheet) -> Replayed[Played]:
    """The match that the moves make, as far as they are legal."""
    match = fresh(kind, engine, next(starts), given.headers)
    for number, move in enumerate(given.moves):
        try:
            match.play(move)
        except IllegalMove as error:
            return match, stopped(engine, given, number, error)
    return match, None


def stopped(engine: Engine, given: Sheet, number: int, error: IllegalMove) -> BadText:
    """Why a game cannot be replayed beyond a move, counted from 0."""
    misplaced = sheet.misplaced(given, number)
    if misplaced is not None:
        return misplaced
    version, move = whole(given.headers, "rules"), given.moves[number]
    where = {"line": given.lines[number], "number": number + 1, "detail": error.word}
    if version == engine.game.version:
        return BadText("core.text.move", **where)
    return BadText("core.text.older", given=version, known=engine.game.version, move=repr(move), **where)


def account(kind: type[Played], engine: Engine, starts: Iterator[Bytes], given: Sheet) -> Replayed[Played]:
    """What a seat knows: any game that gives it this account does, since they are all the same to it."""
    heads = given.headers
    viewpoint = SPECTATOR if heads["view"] == SPECTATOR_VIEW else whole(heads, "view")
    if viewpoint not in (SPECTATOR, *range(engine.seats)):
        raise BadText("core.text.value", header="view")
    if "seen" not in heads:
        raise BadText("core.text.unseen", line=given.line("view"))
    if not engine.game.hidden:
        return open_account(replayed(kind, engine, starts, given), viewpoint, given)
    for misplaced in (sheet.misplaced(given, number) for number, move in enumerate(given.moves) if not move):
        return None, misplaced
    if engine.game.keeps_views:
        return recalled_account(kind, engine, viewpoint, given), None
    return hidden_account((fresh(kind, engine, start, heads) for start in starts), viewpoint, given)


def recalled_account(kind: type[Played], engine: Engine, viewpoint: int, given: Sheet) -> Played:
    """A seat's account that says what it saw after each move."""
    history, codes = recalling.recalled(engine, read(given.headers, "seen", list), given.moves)
    match = fresh(kind, engine, history[0], given.headers)
    match.narrow(viewpoint, history, codes, list(given.moves))
    return match


def open_account(replay: Replayed[Played], viewpoint: int, given: Sheet) -> Replayed[Played]:
    """A seat's account of a game in which nothing is hidden."""
    match, fault = replay
    assert match is not None
    _, differing = difference(match, viewpoint, given)
    return narrowed(match, viewpoint, match.moves), fault or differing


def hidden_account(starts: Iterator[Played], viewpoint: int, given: Sheet) -> Replayed[Played]:
    """A seat's account of a game in which it could not see everything; or where the game that fits best does not."""
    search, faults = AccountSearch(given.moves), []
    for match in search.games(starts):
        closeness, fault = difference(match, viewpoint, given)
        if fault is None:
            return narrowed(match, viewpoint, given.moves), None
        faults.append((closeness, fault))
    return None, max(faults, key=itemgetter(0))[1] if faults else unfit(given, search.reached)


def difference(match: Course, viewpoint: int, given: Sheet) -> tuple[int, BadText | None]:
    """What of an account is not as it would be written in a game with its moves, and how close it comes."""
    due = lines(match, viewpoint)
    if match.outcome:
        return len(due), BadText("core.text.finished", line=given.line("view"))
    for number, (move, expected) in enumerate(zip(given.moves, due, strict=False)):
        if move != expected:
            return number, unfit(given, number)
    right = seen(match, viewpoint) == given.headers["seen"]
    return len(due) + 1, None if right else unfit(given, len(given.moves))


def unfit(given: Sheet, number: int) -> BadText:
    """A move of an account, counted from 0, that is made in no game which agrees with all before it; or its end."""
    if number == len(given.moves):
        return BadText("core.text.seen", line=given.line("seen"))
    where = {"line": given.lines[number], "number": number + 1, "move": repr(given.moves[number])}
    return sheet.misplaced(given, number) or BadText("core.text.account", **where)


def narrowed(match: Played, viewpoint: int, moves: Sequence[str]) -> Played:
    """A match reduced to what a viewpoint knows of it."""
    codes = [code if is_open(match, number, viewpoint) else UNSEEN for number, code in enumerate(match.codes)]
    history = [match.engine.concealed(state, viewpoint) for state in match.history]
    match.narrow(viewpoint, history, codes, list(moves))
    return match


def is_open(match: Course, number: int, viewpoint: int) -> bool:
    """Whether a viewpoint saw which move was made when it was made."""
    if match.viewpoint != EVERYONE:
        return match.codes[number] != UNSEEN
    return line(match, number, match.history[number + 1], viewpoint) == match._moves[number]
