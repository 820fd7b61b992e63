"""The options of Samarra, above all boards of one's own."""

from typing import Any

import pytest

from tablier import BadOption, Match, options


def test_the_options_and_their_defaults() -> None:
    assert {option.name: option.default for option in options("samarra")} == {
        "board": "classic",
        "arrival": "entry",
        "automatic_death": False,
        "passing": False,
        "no_repetition": False,
        "turn_limit": 120,
    }


@pytest.mark.parametrize(
    ("board", "first", "second"),
    [
        ("classic", {"b1", "c1", "d1"}, {"b5", "c5", "d5"}),
        ("corners", {"a1", "b1", "a2"}, {"e4", "d5", "e5"}),
        ("long", {"b1", "c1", "d1"}, {"b7", "c7", "d7"}),
        ("#.S/S.S/B.#/BB.", {"a1", "b1", "a2"}, {"a3", "c3", "c4"}),
    ],
)
def test_the_cities_of_a_board(board: str, first: set[str], second: set[str]) -> None:
    match = Match("samarra", options={"board": board})
    assert {word[2:] for move in match.legal() for word in move.split()} == first
    match.play(match.legal()[0])
    assert {word[2:] for move in match.legal() for word in move.split()} == second


def test_a_drawn_board_stays_as_it_was_given() -> None:
    board = ".SSS./...../...../...../.BBB."
    assert Match("samarra", options={"board": board}).position()["options"]["board"] == board


@pytest.mark.parametrize(
    ("fault", "board"),
    [
        ("samarra.board.drawing", ""),
        ("samarra.board.drawing", {"rows": ["SSS", "BBB"]}),
        ("samarra.board.characters", "round"),
        ("samarra.board.characters", "SSS\nBBB"),
        ("samarra.board.rows", "SSS/BB"),
        ("samarra.board.rows", "SSS//BBB"),
        ("samarra.board.size", "SSS....../BBB......"),
        ("samarra.board.size", "SSS/" + ".../" * 7 + "BBB"),
        ("samarra.board.city", "SS./BBB"),
        ("samarra.board.city", "SSS/B.B"),
        ("samarra.board.city", "SSSSS/SSSS./BBB.."),
        ("samarra.board.connected", "SSS/###/BBB"),
        ("samarra.board.connected", "SSS#./...##/BBB.."),
        ("core.option.value", 5),
    ],
)
def test_a_board_with_a_fault_is_refused(fault: str, board: str) -> None:
    with pytest.raises(BadOption) as caught:
        Match("samarra", options={"board": board})
    assert caught.value.key == fault
    assert caught.value.say("fr") != caught.value.say("en")


@pytest.mark.parametrize(
    ("option", "value"),
    [
        ("arrival", "stay"),
        ("automatic_death", 1),
        ("passing", "yes"),
        ("no_repetition", None),
        ("turn_limit", 1001),
        ("turn_limit", -1),
        ("turn_limit", True),
    ],
)
def test_other_values_are_refused(option: str, value: Any) -> None:
    with pytest.raises(BadOption):
        Match("samarra", options={option: value})
