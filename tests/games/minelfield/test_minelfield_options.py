"""The options of Minelfield: boards of one's own, and what is refused."""

import json
from typing import Any

import pytest

import tablier
from tablier import BadOption, Match

OWN = {"side": 5, "green": ["a3", "i3"], "red": ["e5"]}


def test_the_options_their_defaults_and_their_sources() -> None:
    table = {option.name: (option.default, option.source) for option in tablier.options("minelfield")}
    assert table == {
        "board": ("classic", "ours"),
        "die": (6, "sheet"),
        "lives": (1, "sheet"),
        "turn_limit": (600, "ours"),
    }
    assert all(option.sentence for option in tablier.options("minelfield"))


def test_an_option_keeps_the_form_in_which_it_was_given() -> None:
    assert Match("minelfield", options={"board": "calm"}).options["board"] == "calm"
    calm = {"side": 5, "green": ["a3", "i3"], "red": []}
    assert Match("minelfield", options={"board": calm}).options["board"] == calm


def test_red_stars_are_saved_sorted_by_row_then_number_and_green_ones_in_seat_order() -> None:
    board = {"red": ["f10", "f9", "a1", "b2"], "side": 6, "green": ["k3", "a4"]}
    saved = Match("minelfield", options={"board": board}).position()["options"]["board"]
    assert json.dumps(saved) == json.dumps({"side": 6, "green": ["k3", "a4"], "red": ["a1", "b2", "f9", "f10"]})


@pytest.mark.parametrize("side", [3, 4, 5, 6])
def test_a_board_of_ones_own_has_side_3_to_6(side: int) -> None:
    top = "abcdefghijk"[2 * side - 2]
    match = Match("minelfield", options={"board": {"side": side, "green": ["a1", f"{top}{side}"], "red": []}})
    assert [piece["cell"] for piece in match.position()["pieces"]] == ["a1", f"{top}{side}"]


@pytest.mark.parametrize(
    ("board", "fault"),
    [
        ("huge", "minelfield.board.keys"),
        ({"side": 5, "green": ["a3", "i3"]}, "minelfield.board.keys"),
        (OWN | {"name": "mine"}, "minelfield.board.keys"),
        (OWN | {"side": 2}, "minelfield.board.side"),
        (OWN | {"side": 7}, "minelfield.board.side"),
        (OWN | {"side": 5.0}, "minelfield.board.side"),
        (OWN | {"side": True}, "minelfield.board.side"),
        (OWN | {"green": "a3"}, "minelfield.board.cells"),
        (OWN | {"red": ["a6"]}, "minelfield.board.cells"),
        (OWN | {"red": [["a1"]]}, "minelfield.board.cells"),
        (OWN | {"red": None}, "minelfield.board.cells"),
        (OWN | {"red": ["e5", "e5"]}, "minelfield.board.twice"),
        (OWN | {"green": ["a3", "a3"]}, "minelfield.board.twice"),
        (OWN | {"green": ["a3"]}, "minelfield.board.green_count"),
        (OWN | {"green": ["a3", "i3", "e1"]}, "minelfield.board.green_count"),
        (OWN | {"green": ["a3", "e4"]}, "minelfield.board.rim"),
        (OWN | {"green": ["a3", "a4"]}, "minelfield.board.apart"),
        (OWN | {"red": ["a3"]}, "minelfield.board.green_red"),
        (5, "core.option.value"),
    ],
)
def test_a_board_with_a_fault_is_refused_by_its_name(board: Any, fault: str) -> None:
    with pytest.raises(BadOption) as refused:
        Match("minelfield", options={"board": board})
    assert refused.value.key == fault
    assert refused.value.say("en") != refused.value.say("fr")


@pytest.mark.parametrize(
    "options", [{"die": 7}, {"die": 6.0}, {"lives": 3}, {"lives": True}, {"turn_limit": 5001}, {"turn_limit": -1}]
)
def test_other_values_are_refused(options: dict[str, Any]) -> None:
    with pytest.raises(BadOption):
        Match("minelfield", options=options)


def test_the_largest_turn_limit_is_taken() -> None:
    assert Match("minelfield", options={"turn_limit": 5000}).options["turn_limit"] == 5000
