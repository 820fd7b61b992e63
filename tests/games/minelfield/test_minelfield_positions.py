"""Which positions of Minelfield load, and which are refused with which fault."""

import copy
import json
from collections.abc import Callable
from typing import Any

import pytest

from tablier import BadPosition, Match
from tests.games.minelfield.boards import drawn_position

Position = dict[str, Any]

DRAWING = """
       . . c .
      . . s . .
     . . . . . .
    S . * S * . .
     . . . . . .
      . . . . .
       . C . .
"""


def spoilt(change: Callable[[Position], Any], **given: Any) -> Position:
    """A sound position with one fault."""
    position = drawn_position(DRAWING, **given)
    change(position)
    return position


def finished(change: Callable[[Position], Any] = lambda position: None) -> Position:
    """A finished game, in which seat 1 has lost its commander."""
    position = drawn_position(DRAWING.replace("c", "."))
    position["outcome"] = {"scores": [1.0, 0.0], "reason": "commander"}
    change(position)
    return position


def soldier(cell: str, seat: int = 0) -> Position:
    """A soldier."""
    return {"seat": seat, "kind": "soldier", "cell": cell}


def test_a_position_is_saved_with_all_options_and_pieces_by_seat_commander_first_then_by_cell() -> None:
    position = drawn_position(DRAWING, scatter="d4 ne")
    assert json.dumps(Match.from_position(position).position()) == json.dumps(
        {
            "game": "minelfield",
            "options": {"board": "small", "die": 6, "lives": 1, "turn_limit": 600},
            "turn": 0,
            "turns": 0,
            "pieces": [
                {"seat": 0, "kind": "commander", "cell": "a2", "lives": 1},
                {"seat": 0, "kind": "soldier", "cell": "d1"},
                {"seat": 0, "kind": "soldier", "cell": "d4"},
                {"seat": 1, "kind": "commander", "cell": "g3", "lives": 1},
                {"seat": 1, "kind": "soldier", "cell": "f3"},
            ],
            "scatter": {"cell": "d4", "direction": "ne"},
        }
    )


def test_soldiers_in_a_row_of_ten_or_more_are_sorted_by_number_not_by_text() -> None:
    position = Match("minelfield", options={"board": {"side": 6, "green": ["a3", "k3"], "red": []}}).position()
    position["pieces"] += [soldier("f10"), soldier("f9"), soldier("f11"), soldier("f1")]
    saved = Match.from_position(position).position()["pieces"]
    assert [piece["cell"] for piece in saved] == ["a3", "f1", "f9", "f10", "f11", "k3"]


def test_pieces_are_taken_in_any_order() -> None:
    position = drawn_position(DRAWING)
    shuffled = copy.deepcopy(position)
    shuffled["pieces"].reverse()
    assert Match.from_position(shuffled).state.tobytes() == Match.from_position(position).state.tobytes()


@pytest.mark.parametrize(
    ("change", "fault"),
    [
        (lambda p: p.pop("scatter"), "core.position.missing"),
        (lambda p: p.update(craters=[]), "core.position.unknown"),
        (lambda p: p.update(turn=1), "core.position.turn"),
        (lambda p: p.update(turn=2, turns=2), "core.position.whole"),
        (lambda p: p.update(turns=True, turn=1), "core.position.whole"),
        (lambda p: p.update(turns=600), "core.position.limit"),
        (lambda p: p.update(pieces={}), "core.position.list"),
        (lambda p: p["pieces"].append("a1"), "core.position.object"),
        (lambda p: p["pieces"].append(soldier("a1", seat=2)), "core.position.whole"),
        (lambda p: p["pieces"].append(soldier("h1")), "core.position.word"),
        (lambda p: p["pieces"].append(soldier("a1") | {"kind": "general"}), "core.position.word"),
        (lambda p: p["pieces"].append(soldier("a1") | {"lives": 1}), "core.position.unknown"),
        (lambda p: p["pieces"][0].pop("cell"), "core.position.missing"),
        (lambda p: p["pieces"].append(soldier("d1", seat=1)), "minelfield.position.shared"),
        (lambda p: p["pieces"].extend(map(soldier, ("c1", "c2", "c3"))), "minelfield.position.soldiers"),
        (lambda p: commander(p).pop("lives"), "core.position.missing"),
        (lambda p: commander(p).update(lives=2), "core.position.whole"),
        (lambda p: commander(p).update(lives=0), "core.position.whole"),
        (lambda p: p["pieces"].remove(commander(p)), "minelfield.position.no_commander"),
        (lambda p: p["pieces"].append(commander(p) | {"cell": "c1"}), "minelfield.position.two_commanders"),
        (lambda p: p.update(scatter="d1"), "core.position.object"),
        (lambda p: p.update(scatter={"cell": "d1"}), "core.position.missing"),
        (lambda p: p.update(scatter={"cell": "d1", "direction": "n"}), "core.position.word"),
        (lambda p: p.update(scatter={"cell": "d2", "direction": "ne"}), "minelfield.position.scatter_piece"),
        (lambda p: p.update(scatter={"cell": "f3", "direction": "ne"}), "minelfield.position.scatter_piece"),
        (lambda p: p.update(scatter={"cell": "a2", "direction": "ne"}), "minelfield.position.scatter_green"),
    ],
)
def test_a_position_with_a_fault_is_refused_by_its_name(change: Callable[[Position], Any], fault: str) -> None:
    with pytest.raises(BadPosition) as refused:
        Match.from_position(spoilt(change))
    assert refused.value.key == fault
    assert refused.value.say("en") != refused.value.say("fr")


def commander(position: Position) -> Any:
    """The commander of seat 0."""
    return next(piece for piece in position["pieces"] if piece["kind"] == "commander" and piece["seat"] == 0)


def test_a_commander_has_up_to_as_many_lives_as_the_option_says() -> None:
    position = drawn_position(DRAWING, lives=2, lives_left=(1, 2))
    assert [piece.get("lives") for piece in Match.from_position(position).position()["pieces"]] == [
        1,
        None,
        None,
        2,
        None,
    ]


def test_a_seat_to_move_that_is_shut_in_is_refused() -> None:
    position = drawn_position("""
          . . c
         . . . .
        . . . . .
         s s . .
          C s .
    """, board={"side": 3, "green": ["a1", "e3"], "red": []})  # fmt: skip
    with pytest.raises(BadPosition) as refused:
        Match.from_position(position)
    assert refused.value.key == "core.position.stuck"


def test_a_finished_game_lacks_a_commander_and_loads_with_its_outcome() -> None:
    match = Match.from_position(finished())
    assert match.outcome is not None
    assert (match.outcome.scores, match.outcome.reason) == ((1.0, 0.0), "commander")
    assert match.position() == finished(lambda p: p["options"].update(die=6, lives=1, turn_limit=600)) | {
        "pieces": match.position()["pieces"]
    }
    assert match.legal() == []


@pytest.mark.parametrize(
    "change",
    [
        lambda p: p.update(turns=7, turn=0),
        lambda p: p.update(turns=9000),
        lambda p: p.update(scatter={"cell": "g4", "direction": "ne"}),
        lambda p: p.update(scatter={"cell": "a2", "direction": "w"}),
    ],
)
def test_turns_and_scatter_of_a_finished_game_carry_no_meaning(change: Callable[[Position], Any]) -> None:
    match = Match.from_position(finished(change))
    assert match.actor is None
    assert Match.from_position(match.position()).position() == match.position()


@pytest.mark.parametrize(
    ("change", "fault"),
    [
        (lambda p: p.update(turn="0"), "core.position.whole"),
        (lambda p: p.update(scatter=[]), "core.position.object"),
        (lambda p: p["pieces"].append(soldier("d1")), "minelfield.position.shared"),
        (lambda p: p["pieces"].extend(map(soldier, ("c1", "c2", "c3"))), "minelfield.position.soldiers"),
        (
            lambda p: p["pieces"].extend(soldier(cell, 1) for cell in ("c1", "c2", "c3", "c4")),
            "minelfield.position.soldiers",
        ),
        (lambda p: p["pieces"].append(commander(p) | {"cell": "c1"}), "minelfield.position.two_commanders"),
    ],
)
def test_a_finished_game_keeps_the_other_constraints(change: Callable[[Position], Any], fault: str) -> None:
    with pytest.raises(BadPosition) as refused:
        Match.from_position(finished(change))
    assert refused.value.key == fault
