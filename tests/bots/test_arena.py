"""The arena: rotated seats, sums that add up, runs that can be repeated and resumed."""

import json
from pathlib import Path

import pytest

from tablier import BadOption, BadText
from tablier.lab import arena
from tests.house.test_terminal import tablier


def test_every_bot_sits_on_every_seat_equally_often() -> None:
    contest = arena.contest("sprawl", ["level1", "random"], 3, {})
    assert contest.bots == ("level1", "random", "random")
    seats = [[contest.lineup(number).index(bot) for number in range(6)] for bot in range(3)]
    assert all(sorted(places) == [0, 0, 1, 1, 2, 2] for places in seats)


def test_a_run_adds_up_and_can_be_repeated() -> None:
    contest = arena.contest("minelfield", ["level1", "random"], None, {"board": "small"}, seed=5)
    rows = list(arena.run(contest, 6, 1, None))
    again = list(arena.run(contest, 6, 1, None))
    assert [row["scores"] for row in rows] == [row["scores"] for row in again]
    table = arena.summary(contest, rows)
    assert sum(row["score"] for row in table) == pytest.approx(1)
    for row in table:
        low, high = row["interval"]
        assert low <= row["score"] <= high
        assert row["score"] == pytest.approx(sum(row["per_seat"]) / 2)


def test_an_interrupted_run_is_resumed(tmp_path: Path) -> None:
    contest = arena.contest("minelfield", ["level1", "random"], None, {"board": "small"}, seed=5)
    file = tmp_path / "games.jsonl"
    first = list(arena.run(contest, 3, 1, file))
    with file.open("a") as torn:
        torn.write('{"number": 3, "scor')
    rows = list(arena.run(contest, 5, 1, file))
    assert rows[:3] == first
    assert [row["number"] for row in rows] == [0, 1, 2, 3, 4]
    assert len(list(arena.run(contest, 5, 1, file))) == 5
    with pytest.raises(BadText):
        list(arena.run(arena.contest("minelfield", ["level2", "random"], None, {}), 5, 1, file))


def test_elo_and_intervals() -> None:
    assert arena.elo(0.5, 2) == 0
    assert arena.elo(0.25, 4) == pytest.approx(0)
    assert arena.elo(1.0, 2) is None
    assert arena.elo(10 / 11, 2) == pytest.approx(400)
    low, high = arena.interval([1.0] * 65 + [0.0] * 35)
    assert (round(low, 3), round(high, 3)) == (0.553, 0.736)  # as tables of Wilson's interval have it


def test_too_few_too_many_and_unknown_bots_are_refused() -> None:
    for bots in (["level1"], ["level1", "level2", "level3"], ["level1", "level9"], ["level1", "oracle"]):
        with pytest.raises(BadOption):
            arena.contest("samarra", bots, None, {})


def test_the_command_prints_a_table_and_writes_json(tmp_path: Path) -> None:
    file = tmp_path / "table.json"
    done = tablier("arena", "minelfield", "level1", "random", "--games", "4", "--jobs", "2", "--json", str(file))
    assert done.returncode == 0, done.stderr
    assert "level1" in done.stdout
    written = json.loads(file.read_text())
    assert [row["bot"] for row in written["bots"]] == ["level1", "random"]
    assert written["contest"]["game"] == "minelfield"
    assert tablier("arena", "minelfield", "level1", "level99").returncode == 1
