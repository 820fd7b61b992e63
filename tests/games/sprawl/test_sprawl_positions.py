"""Positions of Sprawl as JSON: every constraint refuses, and what was saved loads."""

import copy
import random
from collections.abc import Callable
from typing import Any

import pytest

from tablier import BadPosition, Match
from tests.games.sprawl.boards import position

Position = dict[str, Any]

FRAME = """
        .   .   .   .   .
        .   .   .   .   .
        .   .   .   B3  .
        .   .   .   .   .
        {}
        .   .   C3  .   .
        """
BOARD = FRAME.format("A32 a3e a2e A2  .")
ASKED = {"asked": 1, "tower": "d2"}


def refused(data: Position) -> str:
    with pytest.raises(BadPosition) as caught:
        Match.from_position(data)
    assert caught.value.say("fr") != caught.value.say("en")
    return caught.value.key


def edited(change: Callable[[Position], Any], **given: Any) -> str:
    """The fault of the board above once it is changed."""
    data = position(BOARD, **given)
    Match.from_position(copy.deepcopy(data))
    change(data)
    return refused(data)


def board_fault(row: str, **given: Any) -> str:
    """The fault of a board with this second row."""
    return refused(position(FRAME.format(row), **given))


def test_an_example_reads_as_the_rules_write_it() -> None:
    match = Match.from_position(position(BOARD))
    data = match.position()
    assert list(data) == [
        "game", "options", "seats", "turn", "turns", "ending", "towers", "branches", "stash", "cards", "started",
        "pending",
    ]  # fmt: skip
    assert list(data["options"]) == [
        "branching", "friendly_fire", "coup", "sprawlgame", "fast_building", "strongest"
    ]  # fmt: skip
    assert data["towers"][0] == {"cell": "a2", "pieces": [{"seat": 0, "size": 3}, {"seat": 0, "size": 2}]}
    assert data["branches"][0] == {"cell": "b2", "seat": 0, "size": 3, "points": "e", "source": "a2"}
    assert data["stash"][0] == [5, 2, 3]


def test_lists_are_taken_in_any_order() -> None:
    data = position(BOARD)
    shuffled = copy.deepcopy(data)
    for key in ("towers", "branches"):
        shuffled[key].reverse()
    assert Match.from_position(shuffled).position() == Match.from_position(data).position()


@pytest.mark.parametrize("seed", range(6))
def test_what_was_saved_loads_at_every_step(seed: int) -> None:
    rng = random.Random(seed)
    match = Match("sprawl", seats=3 + seed, options={"coup": True, "fast_building": True, "sprawlgame": True})
    while match.outcome is None:
        match.play(rng.choice(match.legal()))
        loaded = Match.from_position(match.position())
        assert loaded.position() == match.position()
        assert loaded.state.tobytes() == match.state.tobytes()


def test_five_pieces_of_each_size_for_each_seat() -> None:
    assert edited(lambda data: data["stash"][1].__setitem__(0, 4)) == "sprawl.position.stash"


def test_one_thing_per_cell() -> None:
    assert edited(lambda data: data["towers"].append(data["towers"][0])) == "sprawl.position.cell_twice"


@pytest.mark.parametrize("tower", ["A31", "A23", "A33", "A"])
def test_towers_fall_by_one(tower: str) -> None:
    assert board_fault(f"{tower} . . . .") == "sprawl.position.tower_falls"


def test_towers_have_one_owner_unless_sprawlgame() -> None:
    assert board_fault("A3B2 . . A3 .") == "sprawl.position.tower_owner"
    Match.from_position(position(FRAME.format("B3A2 b3e b2e A2  ."), sprawlgame=True))


def test_a_source_is_an_orthogonal_neighbour() -> None:
    assert board_fault("A32 . a2e/a2 A2 .") == "sprawl.position.source_beside"
    assert board_fault("A32 . a2n/d3 A2 .") == "sprawl.position.source_beside"


def test_a_source_holds_something() -> None:
    assert board_fault("A32 . a2e . .") == "sprawl.position.source_empty"


def test_a_branch_points_to_a_neighbour_on_the_board() -> None:
    assert board_fault("A32 . . A2 a2e") == "sprawl.position.points_off"


@pytest.mark.parametrize("points", ["n", "s", "w"])
def test_a_branch_points_away_from_its_source(points: str) -> None:
    assert board_fault(f"A32 a3{points}/a2 . A2 .") == "sprawl.position.points"


def test_a_bent_branch_needs_loose_branching_and_a_branch_that_points_at_its_cell() -> None:
    bent = "A32 a3e a2n/b2 A2 ."
    assert board_fault(bent) == "sprawl.position.points"
    Match.from_position(position(FRAME.format(bent), branching="loose"))
    assert board_fault("A32 a3e a2w/b2 A2 .", branching="loose") == "sprawl.position.points"
    assert board_fault("A32 a3n/a2 . A2 .", branching="loose") == "sprawl.position.points"


def test_a_branch_on_a_branch_has_its_owner() -> None:
    assert board_fault("A32 a3e b2e A2 .") == "sprawl.position.branch_owner"


@pytest.mark.parametrize("size", [1, 3])
def test_a_branch_on_a_branch_is_one_size_smaller(size: int) -> None:
    assert board_fault(f"A32 a3e a{size}e A2 .") == "sprawl.position.branch_size"


def test_a_branch_on_a_tower_belongs_to_the_owner_of_some_piece_of_it() -> None:
    assert board_fault("A32 b3e . A2 .") == "sprawl.position.branch_tower"
    for branch in ("a3e", "b3e"):
        Match.from_position(position(FRAME.format(f"A3B2 {branch} . A2 ."), sprawlgame=True))


def test_branches_are_no_deeper_than_their_root_is_high() -> None:
    assert board_fault("A3 a3e a2e A2 .") == "sprawl.position.depth"


def test_started_are_exactly_the_seats_on_the_board() -> None:
    assert edited(lambda data: data["started"].__setitem__(0, False)) == "sprawl.position.started"


def test_cards_only_with_coup_and_no_more_than_the_deck() -> None:
    assert edited(lambda data: data["cards"].__setitem__(0, 1)) == "sprawl.position.cards_coup"
    assert edited(lambda data: data.__setitem__("cards", [18, 18, 17]), coup=True) == "sprawl.position.cards_most"


def test_the_ending_seat_is_not_the_one_to_play() -> None:
    assert edited(lambda data: data.__setitem__("ending", 0)) == "sprawl.position.ending"


def test_the_turn_follows_from_the_number_of_turns() -> None:
    assert edited(lambda data: data.__setitem__("turns", 31)) == "core.position.turn"


def test_a_position_without_a_legal_turn_is_refused() -> None:
    assert board_fault("A3 b2w B32 . .") == "core.position.stuck"


@pytest.mark.parametrize(
    "key", ["turn", "turns", "ending", "towers", "branches", "stash", "cards", "started", "pending"]
)
def test_every_key_is_needed(key: str) -> None:
    assert edited(lambda data: data.pop(key)) == "core.position.missing"


def test_other_keys_are_refused() -> None:
    assert edited(lambda data: data.__setitem__("colour", 1)) == "core.position.unknown"
    assert edited(lambda data: data["towers"][0].__setitem__("colour", 1)) == "core.position.unknown"


@pytest.mark.parametrize(
    ("key", "value", "fault"),
    [
        ("towers", {}, "list"), ("branches", None, "list"), ("ending", 3, "whole"), ("ending", True, "whole"),
        ("stash", [[5, 5, 5]], "length"), ("cards", [0, 0], "length"), ("started", [1, 1, 1], "flag"),
        ("pending", [], "object"), ("pending", {}, "missing"), ("towers", [{"cell": "f1", "pieces": []}], "word"),
    ],
)  # fmt: skip
def test_wrong_types_are_refused(key: str, value: Any, fault: str) -> None:
    assert edited(lambda data: data.__setitem__(key, value)) == f"core.position.{fault}"


# Pending


def pending_fault(pending: Any, board: str = BOARD, **given: Any) -> str:
    options: dict[str, Any] = {"coup": True, "fast_building": True, "cards": [1, 1, 0]} | given
    return refused(position(board, pending=pending, **options))


def test_pending_turns_load() -> None:
    again = {**ASKED, "withdrawn": ["T1d2", "T2d2"]}
    for pending in (ASKED, again, {"ask": 1, "tower": "d2"}, {"build": "d2", "left": 2}, {"withdrawn": ["T3d1"]}):
        data = position(BOARD, pending=pending, coup=True, fast_building=True)
        assert Match.from_position(data).position()["pending"] == pending


def test_what_is_pending_needs_its_option() -> None:
    assert pending_fault({"build": "d2", "left": 1}, fast_building=False) == "sprawl.position.needs"
    assert pending_fault(ASKED, coup=False, cards=None) == "sprawl.position.needs"
    assert pending_fault({"withdrawn": ["T3d1"]}, coup=False, cards=None) == "sprawl.position.needs"


@pytest.mark.parametrize("cell", ["d4", "b2", "e6"])
def test_a_spore_is_a_tower_of_the_seat_whose_turn_it_is(cell: str) -> None:
    assert pending_fault({"asked": 1, "tower": cell}) == "sprawl.position.spore_owner"


def test_a_spore_is_of_one_seat_alone() -> None:
    board = FRAME.format("A32 a3e a2e B3A2 .")
    assert pending_fault({"build": "d2", "left": 1}, board, sprawlgame=True) == "sprawl.position.spore_owner"


def test_nothing_has_grown_from_a_spore() -> None:
    assert pending_fault({"build": "a2", "left": 1}) == "sprawl.position.spore_bare"


def test_a_spore_is_not_neutralised() -> None:
    board = FRAME.format("A32 a3e a2e A3  .")
    assert pending_fault({"build": "d2", "left": 1}, board) == "sprawl.position.spore_neutralised"


def test_a_build_is_possible() -> None:
    board = FRAME.format("A32 .   .   A1  .")
    assert pending_fault({"build": "d2", "left": 1}, board) == "sprawl.position.no_build"


@pytest.mark.parametrize("left", [0, 3])
def test_one_or_two_builds_are_left(left: int) -> None:
    assert pending_fault({"build": "d2", "left": left}) == "core.position.whole"


@pytest.mark.parametrize("seat", [0, 2])
def test_the_asked_seat_is_one_that_would_be_asked(seat: int) -> None:
    assert pending_fault({"asked": seat, "tower": "d2"}) == "sprawl.position.not_asked"
    assert pending_fault({"ask": seat, "tower": "d2"}) == "sprawl.position.not_asked"


def test_the_asked_seat_has_a_turn_to_come() -> None:
    assert pending_fault(ASKED, ending=1) == "sprawl.position.not_asked"


@pytest.mark.parametrize("spores", [["T4d1"], ["B3d1"], ["T3f1"], ["T3d1 "], [3]])
def test_withdrawn_are_spores(spores: list[Any]) -> None:
    assert pending_fault({"withdrawn": spores}) == "sprawl.position.withdrawn"


@pytest.mark.parametrize("spores", [[], ["T3d1", "T3d1"]])
def test_withdrawn_are_some_and_each_once(spores: list[Any]) -> None:
    assert pending_fault({"withdrawn": spores}) == "sprawl.position.withdrawn_once"


def test_cards_are_turned_up_only_at_the_end() -> None:
    assert pending_fault({"turned": []}) == "sprawl.position.ending"


def test_fewer_cards_are_turned_up_than_there_are() -> None:
    assert pending_fault({"turned": [1, 1]}, ending=0) == "sprawl.position.turned_all"


def test_no_more_cards_of_a_kind_are_turned_up_than_there_are() -> None:
    assert pending_fault({"turned": [2] * 13}, ending=0, cards=[20, 0, 0]) == "sprawl.position.turned_kinds"
    assert pending_fault({"turned": [1] * 41}, ending=0, cards=[50, 0, 0]) == "sprawl.position.turned_kinds"


def test_nothing_else_is_pending_while_cards_are_turned_up() -> None:
    assert pending_fault({"turned": [1], "withdrawn": ["T3d1"]}, ending=0) == "core.position.unknown"
