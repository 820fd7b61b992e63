"""Positions as JSON, in and out: what is the same in every game."""

from typing import Any

from tablier.core.engine import Engine, shared
from tablier.core.errors import BadPosition
from tablier.core.game import Game
from tablier.core.reading import Reader, parsed
from tablier.core.records import Bytes
from tablier.core.registry import load

TURN_LIMIT = "turn_limit"
"""The option of every game that ends games which would run for ever."""


def saved(engine: Engine, state: Bytes) -> dict[str, Any]:
    """A record, concealed or not, as JSON."""
    data = framed(engine, engine.game.notation.position(engine.record[0], state[0]))
    outcome = engine.outcome(state)
    if outcome is not None:
        data["outcome"] = {"scores": list(outcome.scores), "reason": outcome.reason}
    return data


def framed(engine: Engine, position: dict[str, Any]) -> dict[str, Any]:
    """A game's own part of a position with what stands before it."""
    data: dict[str, Any] = {"game": engine.game.key, "options": engine.options}
    if len(engine.game.seats) > 1:
        data["seats"] = engine.seats
    return data | position


def loaded(data: Any) -> tuple[Engine, Bytes]:
    """The engine and the record of a position given as JSON text or as data; BadPosition or BadOption if it is none."""
    if isinstance(data, str):
        data = parsed(data)
    whole = Reader(data)
    engine = read_engine(whole)
    common = {"game", "options", "seats", "outcome"}
    rest = Reader({key: value for key, value in whole.data.items() if key not in common})
    state = engine.blank()
    finished = "outcome" in whole.data
    engine.game.notation.place(engine.record[0], state[0], rest, finished)
    if finished:
        read_outcome(engine, state, whole.object("outcome"))
    else:
        check_running(engine, state)
    return engine, state


def read_engine(data: Reader) -> Engine:
    """The game, its seats and its options."""
    for key in ("game", "options"):
        if key not in data.data:
            raise BadPosition("core.position.missing", at=key)
    game = load(data.data["game"])
    given = data.object("options").data
    if len(game.seats) == 1:
        if "seats" in data.data:
            raise BadPosition("core.position.unknown", at="seats")
        return Engine(game, None, given)
    if "seats" not in data.data:
        raise BadPosition("core.position.missing", at="seats")
    return Engine(game, read_seats(game, data), given)


def read_seats(game: Game, data: Reader) -> int:
    """The number of seats, one that the game has."""
    return data.whole("seats", min(game.seats), max(game.seats))


def read_outcome(engine: Engine, state: Bytes, data: Reader) -> None:
    """Take the outcome of a finished game as it stands."""
    data.keys("scores", "reason")
    reason = data.word("reason", engine.game.rules.REASONS)
    scores = data.items("scores", engine.seats)
    if not shared(scores, engine.seats):
        raise BadPosition("core.position.scores", at=data.at("scores"))
    state[0].winners = sum(1 << seat for seat, score in enumerate(scores) if score > 0)
    state[0].reason = reason + 1


def check_running(engine: Engine, state: Bytes) -> None:
    """Refuse a running game that its limit has ended, or in which whoever is to decide has nothing legal."""
    limit = engine.options.get(TURN_LIMIT, 0)
    if limit and state[0].turns >= limit:
        raise BadPosition("core.position.limit", limit=limit)
    if not engine.survey(state).moves:
        raise BadPosition("core.position.stuck")
