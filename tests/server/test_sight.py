"""What is told move by move gives the same picture as what is told at once, and the same moves to choose from."""

import random

import pytest

from tablier.core.registry import load
from tablier.games import GAMES
from tablier.server.authority import checks
from tablier.server.authority.events import SeatPlan, Setup
from tablier.server.authority.table import Table
from tablier.server.telling import Message, Teller, Viewer
from tablier.server.writing import read, written

MOVES = 60


def drawn(parts: dict[str, Message], told: Message) -> dict[str, Message]:
    """A picture with a change made to it, as a page makes it."""
    parts = {name: part for name, part in parts.items() if name not in told["gone"]}
    parts |= {part["id"]: part for part in told["changed"]}
    return {name: parts[name] for name in told["order"] or parts}


def parts_of(told: Message) -> dict[str, Message]:
    return {part["id"]: part for part in told["scene"]["parts"]}


def sent(message: Message) -> Message:
    """A message as it arrives."""
    return read(written(message))


@pytest.mark.parametrize("game", GAMES)
def test_changes_add_up_to_the_picture_from_every_side(game: str) -> None:
    rng, seats = random.Random(game), load(game).seats[0]
    places = tuple(SeatPlan("link", owners=(f"visitor{seat}",)) for seat in range(seats))
    table = Table(Setup("table", game, {}, 7, places, made=1.0))
    table.become(checks.opening(table, 1.0).table)
    teller = Teller(table)
    viewers = [Viewer(name, language) for name in ("visitor0", "visitor1", "nobody") for language in ("en", "fr")]
    pictures = [parts_of(sent(teller.everything(viewer, 1.0))) for viewer in viewers]
    while not table.over and table.number < MOVES:
        seat, before = table.deciding, table.number
        command = {"type": "move", "number": before, "move": rng.choice(table.match.legal())}
        table.become(checks.decide(table, f"visitor{seat}", command, 2.0).table)
        if table.over and table.hidden:
            break  # nothing is hidden any more, so everything is told anew
        for number, viewer in enumerate(viewers):
            for message in teller.happened(viewer, range(before + 1, table.number + 1)):
                pictures[number] = drawn(pictures[number], read(message))
            told = sent(teller.everything(viewer, 2.0))
            assert list(pictures[number].items()) == list(parts_of(told).items())
            if told["now"]["moves"]:
                assert [move["move"] for move in told["now"]["moves"]] == table.match.legal()
    assert table.number > 1
