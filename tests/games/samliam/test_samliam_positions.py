"""Positions as JSON: what is saved, and what is refused."""

import copy
from collections.abc import Callable
from typing import Any

import pytest

from tablier import BadPosition, Match
from tests.games.samliam.boards import board, position, used_up

DRAWING = "r◥g◣ r◤ .\n. . g◢"


def refusal(data: Any) -> str:
    with pytest.raises(BadPosition) as caught:
        Match.from_position(data)
    assert caught.value.say("en") != caught.value.say("fr")
    return caught.value.key


def test_a_saved_position_holds_everything_in_order() -> None:
    match = board("g◣r◥ .\n. r◤ g◢", announcements="strict", turn=1, banned=[["c3", "a9"], []])
    assert match.position() == {
        "game": "samliam",
        "options": {"size": 9, "announcements": "strict", "turn_limit": 400},
        "seats": 2,
        "turn": 1,
        "turns": 1,
        "triangles": [
            {"cell": "a2", "facing": "ne", "seat": 0},
            {"cell": "a2", "facing": "sw", "seat": 1},
            {"cell": "b1", "facing": "nw", "seat": 0},
            {"cell": "c1", "facing": "se", "seat": 1},
        ],
        "reserve": [38, 38],
        "lifted": None,
        "banned": [["a9", "c3"], []],
    }
    assert list(match.position())[3:] == ["turn", "turns", "triangles", "reserve", "lifted", "banned"]


def test_a_finished_game_loads_with_its_figure_and_any_bookkeeping() -> None:
    match = board("r◤ r◥\nr◣ .")
    match.play("b1se")
    data = {**match.position(), "turn": 1, "turns": 1000}
    loaded = Match.from_position(data)
    assert loaded.outcome == match.outcome
    assert loaded.position() == data
    assert loaded.actor is None


def test_a_position_between_lift_and_placement_loads() -> None:
    match = used_up(DRAWING, seat=0)
    match.play("-a2ne")
    loaded = Match.from_position(match.position())
    assert loaded.position() == match.position()
    assert loaded.legal() == match.legal()


Change = Callable[[dict[str, Any]], Any]
FAULTS: dict[str, tuple[Change, str]] = {
    "a missing key": (lambda data: data.pop("banned"), "core.position.missing"),
    "an unknown key": (lambda data: data.update(phase=1), "core.position.unknown"),
    "a triangle off the board": (lambda data: data["triangles"][0].update(cell="j1"), "core.position.word"),
    "an unknown facing": (lambda data: data["triangles"][0].update(facing="n"), "core.position.word"),
    "an unknown seat": (lambda data: data["triangles"][0].update(seat=2), "core.position.whole"),
    "a triangle with another key": (lambda data: data["triangles"][0].update(colour="red"), "core.position.unknown"),
    "a wrong turn": (lambda data: data.update(turns=1), "core.position.turn"),
    "two triangles that overlap": (lambda data: data["triangles"][1].update(facing="se"), "samliam.position.opposite"),
    "the same triangle twice": (lambda data: data["triangles"][1].update(facing="sw"), "samliam.position.opposite"),
    "three triangles in a cell": (lambda data: data["triangles"][3].update(cell="a2"), "samliam.position.opposite"),
    "triangles that do not add up": (lambda data: data.update(reserve=[39, 38]), "samliam.position.count"),
    "a reserve of the wrong length": (lambda data: data.update(reserve=[38]), "core.position.length"),
    "a negative reserve": (lambda data: data.update(reserve=[-1, 38]), "core.position.whole"),
    "a lift with triangles in reserve": (
        lambda data: data.update(lifted={"cell": "e5", "facing": "ne"}),
        "samliam.position.lifted_early",
    ),
    "bans for the wrong number of seats": (lambda data: data.update(banned=[[]]), "core.position.length"),
    "a ban off the board": (lambda data: data.update(banned=[["a0"], []]), "core.position.word"),
    "a ban in play that is not strict": (lambda data: data.update(banned=[["a1"], []]), "samliam.position.not_strict"),
}


@pytest.mark.parametrize(("change", "key"), FAULTS.values(), ids=FAULTS)
def test_a_position_is_refused_for(change: Change, key: str) -> None:
    data = copy.deepcopy(position(DRAWING))
    change(data)
    assert refusal(data) == key


@pytest.mark.parametrize(
    ("drawing", "seats"),
    [("r◤ r◥\nr◣ r◢", 2), (". g◥ .\ng◥ . g◥\n. g◥ .", 3), ("b◥ b◥ b◥ b◥", 4)],
    ids=["square", "cross", "line"],
)
def test_a_running_game_is_refused_if_a_figure_stands(drawing: str, seats: int) -> None:
    assert refusal(position(drawing, seats=seats)) == "samliam.position.figure"


def test_a_lifted_triangle_is_refused_where_it_does_not_fit_back() -> None:
    match = used_up(DRAWING, seat=0)
    match.play("-a2ne")
    data = match.position()
    assert refusal({**data, "lifted": {"cell": "a2", "facing": "nw"}}) == "samliam.position.lifted_taken"


def test_a_lifted_triangle_counts() -> None:
    match = used_up(DRAWING, seat=0)
    data = match.position()
    assert refusal({**data, "lifted": {"cell": "a1", "facing": "ne"}}) == "samliam.position.count"


def test_a_cell_banned_twice_is_refused() -> None:
    data = position(DRAWING, announcements="strict", banned=[["a1", "a1"], []])
    assert refusal(data) == "samliam.position.banned_twice"


def test_a_cell_beyond_the_small_board_is_refused() -> None:
    data = position("r◥", size=7)
    data["triangles"][0]["cell"] = "h1"
    assert refusal(data) == "core.position.word"
