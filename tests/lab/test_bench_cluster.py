"""What follows from measurements is said as it is, and clients of another server play by its rules."""

import json
import os
from typing import Any

import pytest

from tablier.lab import bench_others, processors
from tablier.lab.bench_clients import Tally, framed
from tablier.lab.bench_cluster import POSTGRES, SQLITE, Measurement, conclusions, part, row
from tablier.lab.bench_others import OtherPair, OtherPlayer
from tablier.lab.bench_server import Speed

GAME = "minelfield"


def measured(what: str, decisions: float, busy: float, processes: int = 1, game: str = GAME) -> Measurement:
    """A row with so many decisions a second, and for each busy second; every decision is two moves."""
    speed = Speed(game, None, 2 * decisions, decisions, 2 * busy, 10.0, 20.0, 0.5)
    return Measurement(what, game, processes, 200, speed, 0.25)


def test_what_was_aimed_at_is_said_and_what_was_not() -> None:
    found = [
        measured(SQLITE, 3_000, 3_000),
        measured(POSTGRES, 2_000, 1_500),
        measured(POSTGRES, 3_000, 1_350, 2),
        measured("boardgame.io in memory", 4_700, 5_000, game="tic-tac-toe"),
        measured("boardgame.io on disk", 900, 900, game="tic-tac-toe"),
    ]
    told = list(conclusions(found, [GAME]))
    assert "2 processes against one" in told[0]
    assert "1.80 times as much" in told[0]
    assert "by the clock, on the" in told[0]
    assert [
        line for line in told if "3.33 times the moves of boardgame.io on disk" in line and "(as aimed at: 3)" in line
    ]
    assert [line for line in told if "0.60 times the moves" in line and "(less than aimed at: 0.75)" in line]
    assert [line for line in told if f"{GAME} on PostgreSQL makes 1.67 times" in line]


def test_without_another_server_nothing_is_said_of_it() -> None:
    assert list(conclusions([measured(SQLITE, 1.0, 1.0)], [GAME])) == []


def test_a_row_tells_decisions_and_not_moves() -> None:
    assert row(measured(POSTGRES, 2_000, 1_500)).split(" | ")[5:8] == ["2,000", "1,500", "25%"]


def test_the_part_of_a_database_is_of_the_work_between_two_looks() -> None:
    assert part([(1.0, 1.0), (4.0, 2.0)]) == 0.25
    assert part([(1.0, 1.0), (1.0, 1.0)]) == 0.0


class Sent(OtherPlayer):
    """A player who sends nothing anywhere."""

    def __init__(self, seat: int) -> None:
        super().__init__(1, "match", seat)
        self.said: list[Any] = []

    def say(self, text: str) -> None:
        self.said.append(json.loads(text[text.index("[") :]) if "[" in text else text)


def state(number: int, cells: str, over: str = "") -> bytes:
    return (
        f'42/tic-tac-toe,["update","match",{{"G":{{"cells":[{cells}]}},"ctx":{{{over}}},"_stateID":{number}}}]'.encode()
    )


def test_a_client_joins_and_takes_an_empty_cell_when_it_is_its_turn() -> None:
    player = Sent(1)
    player.heard(b'0{"sid":"x"}')
    player.heard(b'40/tic-tac-toe,{"sid":"y"}')
    assert player.said == ["40/tic-tac-toe,", ["sync", "match", "1", None, 2]]
    player.heard(state(3, '"0","1","0",null,"1","0","1","0","1"'))
    assert not player.move(4)
    assert player.move(3)
    action = player.said[-1][1]["payload"]
    assert (action["type"], action["args"], action["playerID"]) == ("take", [3], "1")
    player.heard(state(5, '"0",null', '"gameover":{"draw":true}'))
    assert not player.move(5)


def test_a_pair_knows_how_many_moves_there_were() -> None:
    players = Sent(0), Sent(1)
    for player in players:
        player.now = state(12, "null")
    assert OtherPair(players, Tally([])).number == 12


@pytest.mark.parametrize(("size", "head"), [(5, 6), (125, 6), (126, 8), (300, 8)])
def test_frames_say_how_long_they_are(size: int, head: int) -> None:
    frame = framed(b"x" * size)
    assert len(frame) == head + size
    assert frame[1] == 0x80 | (size if size < 126 else 126)
    if size >= 126:
        assert int.from_bytes(frame[2:4], "big") == size


def test_what_is_missing_is_named(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("shutil.which", lambda _: None)
    assert bench_others.why_not() == "there is no node and no npm here"
    assert bench_others.version() == ""


def test_the_work_of_a_process_is_counted_with_that_of_its_children() -> None:
    assert processors.alone(os.getpid()) > 0
    assert processors.worked(os.getpid()) >= processors.alone(os.getpid())
    assert os.getpid() in processors.family([os.getppid()])
    assert processors.resident(os.getpid()) > 1e6
