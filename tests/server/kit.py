"""Tables for tests, with who sits where and no server around them, and whole servers short of the network."""

import json
import random
import warnings
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest
from fastapi import FastAPI

from tablier import Match
from tablier.core import dice
from tablier.games import GAMES
from tablier.server.app import create
from tablier.server.authority import checks
from tablier.server.authority.events import Event, SeatPlan, Setup
from tablier.server.authority.table import Table
from tablier.server.bots.pool import Bots
from tablier.server.entrance import rates
from tablier.server.operation.settings import Settings
from tablier.server.telling import Message, Teller, Viewer
from tablier.server.telling.writing import read, written

with warnings.catch_warnings():  # it would rather have another client than the one that is installed
    warnings.simplefilter("ignore")
    from starlette.testclient import TestClient as TestClient

NOW = 1_000_000.0
RATES = [name for name, value in vars(rates).items() if isinstance(value, rates.Rate)]
PEOPLE = ("ann", "bob", "cid", "dan")


def person(visitor: str, kind: str = "me") -> SeatPlan:
    return SeatPlan(kind, owners=(visitor,))


def bot(level: int = 1) -> SeatPlan:
    return SeatPlan("bot", level)


def free(token: str = "token") -> SeatPlan:
    return SeatPlan("link", token=token)


def table(game: str, *places: SeatPlan, seed: int = 1, **options: Any) -> Table:
    return Table(Setup("table", game, options, seed, places, maker="ann", made=NOW))


def seasoned(setup: Setup) -> Setup:
    """A setup in which every seat has its salt."""
    places = (replace(place, salt=f"{number:016x}") for number, place in enumerate(setup.places))
    return replace(setup, places=tuple(places))


def salt_of(seat: int) -> str:
    """Some salt for a seat."""
    return f"{seat + 1:016x}"


def dice_message(now: Message, seat: int) -> Message:
    """What a client sends for a seat that is waited for: a hash, or the salt once all hashes are there."""
    if now["dice"]["hashes"][seat] is None:
        return {"type": "seal", "seat": seat, "hash": dice.hash_of(salt_of(seat))}
    return {"type": "salt", "seat": seat, "salt": salt_of(seat)}


def do(here: Table, visitor: str, kind: str, now: float = NOW, **command: Any) -> list[Event]:
    """Have a command checked and done."""
    ahead = checks.decide(here, visitor, {"type": kind, **command}, now)
    here.become(ahead.table)
    return list(ahead.events)


def move(here: Table, visitor: str, move: str | None = None) -> list[Event]:
    """A move of a visitor, the first legal one if none is given."""
    return do(here, visitor, "move", number=here.number, move=move or here.match.legal()[0])


def bot_move(here: Table, seat: int) -> None:
    """The first legal move of a bot."""
    here.become(checks.bot_move(here, seat, here.match.legal()[0], NOW).table)


def replayed(match: Match, *places: SeatPlan) -> list[tuple[Table, Event]]:
    """A table with the moves of a match, before each of them, and the move."""
    setup = Setup("table", match.game, match.options, 1, places, made=NOW)
    events = [Event("move", NOW + number, None, move) for number, move in enumerate(match.moves)]
    return [(Table(setup, events[:number]), event) for number, event in enumerate(events)]


def told(here: Table, visitor: str, language: str = "fr", looking: int | None = None) -> list[Message]:
    """All that a viewer of a table can be told: everything, and each move."""
    teller, viewer = Teller(here), Viewer(visitor, language, looking)
    messages = map(read, teller.happened(viewer, range(1, here.number + 1)))
    return [read(written(teller.everything(viewer, NOW))), *messages]


def wire(messages: list[Message]) -> str:
    return json.dumps(messages, ensure_ascii=False)


def random_moves(here: Table, count: int, seed: int) -> None:
    """So many random moves of whoever decides."""
    rng = random.Random(seed)
    for _ in range(count):
        if here.deciding is not None:
            here.become(checks.moved_by(here, here.deciding, rng.choice(here.match.legal()), NOW).table)


@pytest.fixture(scope="module")
def application(tmp_path_factory: pytest.TempPathFactory) -> Iterator[FastAPI]:
    """A server of which all games are ready."""
    made = create(Settings(data=tmp_path_factory.mktemp("tables"), workers=1, games=tuple(GAMES)))
    made.state.hub.shelf.ready |= set(GAMES)
    yield made
    made.state.hub.store.close()


@contextmanager
def unhurried(data: Path, bots: Bots) -> Iterator[TestClient]:
    """A browser at a server for which nobody is too fast."""
    with pytest.MonkeyPatch.context() as patch:
        for name in RATES:
            patch.setattr(rates, name, rates.Rate(1e6, 1e6))
        settings = Settings(data, prepare=False, pace=0.0)
        with TestClient(create(settings, bots), base_url="http://testserver") as client:
            yield client
