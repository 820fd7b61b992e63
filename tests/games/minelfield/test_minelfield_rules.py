"""Moves, entries, scatter and ends of Minelfield, one rule per test."""

import pytest

from tablier import IllegalMove, Match
from tests.games.minelfield.boards import drawing, drawn, plain


def pieces(match: Match, seat: int) -> dict[str, str]:
    """A seat's pieces by cell."""
    return {p["cell"]: p["kind"] for p in match.position()["pieces"] if p["seat"] == seat}


def entries(match: Match) -> set[str]:
    """The legal entries."""
    return {move for move in match.legal() if move[0] == "+"}


def played(match: Match, *moves: str) -> Match:
    """The match after some moves."""
    for move in moves:
        match.play(move)
    return match


# The start


def test_each_commander_starts_on_its_green_star_and_no_soldier_is_on_the_board() -> None:
    match = Match("minelfield")
    assert drawing(match) == plain("""
            . . c . .
           . . . . . .
          . . . . . . .
         . . . * * . . .
        . . . * * * . . .
         . . . * * . . .
          . . . . . . .
           . . . . . .
            . . C . .
    """)
    assert match.actor == 0
    assert match.position()["turns"] == 0


def test_the_small_board_has_37_cells_and_three_red_stars() -> None:
    assert drawing(Match("minelfield", options={"board": "small"})) == plain("""
           . . c .
          . . . . .
         . . . . . .
        . . * * * . .
         . . . . . .
          . . . . .
           . C . .
    """)


def test_the_calm_board_has_no_red_star() -> None:
    assert "*" not in drawing(Match("minelfield", options={"board": "calm"}))


# Moving


def test_the_six_neighbours_of_e5() -> None:
    match = drawn("""
            . . c . .
           . . . . . .
          . . . . . . .
         . . . . . . . .
        . . . . S . . . .
         . . . . . . . .
          . . . . . . .
           . . . . . .
            . . C . .
    """)
    steps = {move for move in match.legal() if move.startswith("e5")}
    assert steps == {"e5-f5", "e5-e6", "e5-d5", "e5-d4", "e5-e4", "e5-f4"}


def test_a_piece_moves_only_to_an_empty_cell_of_the_board() -> None:
    match = drawn("""
            . . c . .
           . . . . . .
          . . . . . . .
         . . . * * . . .
        s . . * * * . . .
         S . . * * . . .
          . . . . . . .
           . . . . . .
            . . C . .
    """)
    assert {move for move in match.legal() if move.startswith("d1")} == {"d1-e2", "d1-d2", "d1-c1"}


def test_a_commander_moves_like_a_soldier() -> None:
    assert {move for move in Match("minelfield").legal() if "-" in move} == {"a3-a2", "a3-a4", "a3-b3", "a3-b4"}


def test_a_piece_never_captures_by_moving() -> None:
    match = drawn("""
            . . c . .
           . . . . . .
          . . . . . . .
         . . . * * . . .
        . . . * * * . . .
         . . . * * . . .
          . . . . . . .
           . . s . . .
            . . C . .
    """)
    with pytest.raises(IllegalMove):
        match.play("a3-b3")


# Entering


def test_soldiers_enter_from_the_fictitious_cells_beside_the_own_green_star() -> None:
    assert entries(Match("minelfield")) == {"+a2nw", "+a4ne"}


def test_soldiers_of_seat_1_enter_at_the_top() -> None:
    assert entries(played(Match("minelfield"), "+a4ne", "*1")) == {"+i2sw", "+i4se"}


def test_the_own_green_star_if_empty_is_one_entry_without_direction() -> None:
    match = drawn("""
           . . c .
          . . . . .
         . . . . . .
        . . * * * . .
         . . . . . .
          . . C . .
           . + . .
    """)
    assert entries(match) == {"+a1nw", "+a2", "+a3ne"}


def test_a_soldier_that_enters_on_the_green_star_stops_there() -> None:
    match = drawn("""
           . . c .
          . . . . .
         . . . . . .
        . . * * * . .
         . . . . . .
          . . C . .
           . + . .
    """)
    assert played(match, "+a2").actor == 1
    assert pieces(match, 0) == {"b3": "commander", "a2": "soldier"}


def test_a_soldier_that_enters_elsewhere_scatters_from_the_direction_of_its_entry() -> None:
    match = played(Match("minelfield"), "+a2nw")
    assert match.actor == "chance"
    assert match.position()["scatter"] == {"cell": "a2", "direction": "nw"}
    assert pieces(played(match, "*1"), 0) == {"a3": "commander", "b2": "soldier"}


def test_an_entering_soldier_needs_an_empty_cell() -> None:
    match = drawn("""
           . . c .
          . . . . .
         . . . . . .
        . . * * * . .
         . . . . . .
          . . . . .
           s C S .
    """)
    assert entries(match) == set()


def test_with_four_soldiers_on_the_board_none_enters() -> None:
    match = drawn("""
           . . c .
          . . . . .
         . . . . . .
        S . * * * . S
         S . . . . S
          . . . . .
           . C . .
    """)
    assert entries(match) == set()


def test_an_eliminated_soldier_can_come_again() -> None:
    match = drawn("""
           . . c .
          . . . . .
         . . . . . .
        . . * * * . .
         S . . . . S
          S . . . S
           . C . .
    """)
    played(match, "c1-d1", "*6", "g3-f3", "*2")
    assert len(pieces(match, 0)) == 4
    assert entries(match) == {"+a1nw", "+a3ne"}


@pytest.mark.parametrize(
    ("green", "expected"),
    [
        ("a1", {"+b1ne", "+a2ne"}),
        ("a3", {"+a2nw", "+b4nw"}),
        ("c1", {"+b1e", "+d1e"}),
        ("e3", {"+d4sw", "+e2sw"}),
        ("d1", {"+c1se", "+e1e"}),
    ],
)
def test_fictitious_cells_touch_the_neighbours_along_the_rim_in_corners_too(green: str, expected: set[str]) -> None:
    match = Match("minelfield", options={"board": {"side": 3, "green": [green, "c5"], "red": []}})
    assert entries(match) == expected


# Mines


@pytest.mark.parametrize("move", ["h3-i3", "b3-a3"])
def test_a_piece_that_has_moved_to_a_green_star_of_either_seat_stops_there(move: str) -> None:
    match = drawn("""
            . . + . .
           . . S c . .
          . . . . . . .
         . . . * * . . .
        . . . * * * . . .
         . . . * * . . .
          . . C . . . .
           . . S . . .
            . . + . .
    """)
    assert played(match, move).actor == 1
    assert match.position()["turns"] == 1


def test_on_any_other_cell_a_mine_goes_off_under_the_piece() -> None:
    match = played(Match("minelfield"), "a3-b3")
    assert match.actor == "chance"
    assert match.legal() == ["*1", "*2", "*3", "*4", "*5", "*6"]
    assert match.weights() == [1, 1, 1, 1, 1, 1]
    assert match.position()["scatter"] == {"cell": "b3", "direction": "nw"}
    assert (match.position()["turn"], match.position()["turns"]) == (0, 0)


ALONE = """
        . . c . .
       . . . . . .
      . . . . . . .
     . . . . . . . .
    . . . . S . . . .
     . . . . . . . .
      . . . . . . .
       . . . . . .
        . . C . .
"""


@pytest.mark.parametrize(
    ("direction", "cells"),
    [("ne", "f5 e6 d5 d4 e4 f4"), ("e", "e6 d5 d4 e4 f4 f5"), ("w", "e4 f4 f5 e6 d5 d4")],
)
def test_the_die_counts_clockwise_from_straight_on(direction: str, cells: str) -> None:
    for face, cell in enumerate(cells.split(), 1):
        match = drawn(ALONE, board="calm", scatter=f"e5 {direction}")
        assert pieces(played(match, f"*{face}"), 0) == {"a3": "commander", cell: "soldier"}
        assert match.actor == 1


def test_a_piece_blown_off_the_board_is_eliminated() -> None:
    match = drawn("""
           . . c .
          . . . . .
         . . . . . .
        S . * * * . .
         . . . . . .
          . . . . .
           . C . .
    """, scatter="d1 nw")  # fmt: skip
    assert pieces(played(match, "*6"), 0) == {"a2": "commander"}
    assert match.outcome is None


def test_a_piece_blown_onto_an_enemy_eliminates_it_and_stands_there() -> None:
    match = drawn("""
           . . c .
          . . . . .
         . s . . . .
        . S * * * . .
         . . . . . .
          . . . . .
           . C . .
    """, scatter="d2 ne")  # fmt: skip
    assert drawing(played(match, "*1")) == plain("""
           . . c .
          . . . . .
         . S . . . .
        . . * * * . .
         . . . . . .
          . . . . .
           . C . .
    """)
    assert match.actor == 1


def test_a_piece_blown_onto_its_own_side_does_not_move_and_the_scatter_is_over() -> None:
    board = """
           . . c .
          . . . . .
         . S . . . .
        . S * * * . .
         . . . . . .
          . . . . .
           . C . .
    """
    match = drawn(board, scatter="d2 ne")
    assert drawing(played(match, "*1")) == plain(board)
    assert match.actor == 1


def test_a_piece_on_a_red_star_that_its_own_side_blocks_does_not_scatter_again() -> None:
    match = drawn("""
           . . c .
          . . . . .
         . . . . . .
        . . S S * . .
         . . . . . .
          . . . . .
           . C . .
    """, scatter="d3 e")  # fmt: skip
    assert played(match, "*1").actor == 1


def test_a_piece_blown_onto_a_red_star_scatters_again_from_the_direction_of_that_step() -> None:
    match = drawn("""
           . . c .
          . . . . .
         . . . . . .
        . . * * * . .
         . . S . . .
          . . . . .
           . C . .
    """, scatter="c3 e")  # fmt: skip
    assert played(match, "*6").position()["scatter"] == {"cell": "d4", "direction": "ne"}
    assert played(match, "*2").position()["scatter"] == {"cell": "d5", "direction": "e"}
    assert match.position()["turns"] == 0
    assert pieces(played(match, "*1"), 0) == {"a2": "commander", "d6": "soldier"}
    assert match.position()["turns"] == 1


def test_a_piece_that_eliminates_an_enemy_on_a_red_star_scatters_again() -> None:
    match = drawn("""
           . . c .
          . . . . .
         . . . . . .
        . . * s * . .
         . . S . . .
          . . . . .
           . C . .
    """, scatter="c3 ne")  # fmt: skip
    assert played(match, "*1").position()["scatter"] == {"cell": "d4", "direction": "ne"}
    assert pieces(match, 1) == {"g3": "commander"}


def test_a_piece_that_moved_to_a_red_star_scatters_once_like_anywhere_else() -> None:
    match = drawn("""
           . . c .
          . . . . .
         . . . . . .
        . . * * * . .
         . . S . . .
          . . . . .
           . C . .
    """)
    played(match, "c3-d4")
    assert match.position()["scatter"] == {"cell": "d4", "direction": "ne"}
    assert played(match, "*1").actor == 1


def test_a_chain_ends_on_a_green_star() -> None:
    board = {"side": 3, "green": ["a2", "c5"], "red": ["b2"]}
    match = drawn("""
          . . .
         . . . c
        . . . . +
         . S . .
          C . .
    """, board=board, scatter="b2 se")  # fmt: skip
    assert pieces(played(match, "*1"), 0) == {"a1": "commander", "a2": "soldier"}
    assert match.actor == 1


# Passing


NOOK = {"side": 3, "green": ["a1", "e3"], "red": []}


def test_a_seat_with_no_legal_decision_passes_by_itself_and_that_counts_as_a_turn() -> None:
    match = drawn("""
          . . c
         . . . .
        . . . . .
         s s s .
          C s .
    """, board=NOOK, turn=1, scatter="b3 w")  # fmt: skip
    assert played(match, "*1").actor == 1
    assert (match.position()["turn"], match.position()["turns"]) == (1, 3)


def test_a_seat_that_can_only_enter_does_not_pass() -> None:
    match = drawn("""
          . . c
         . . . .
        . s . . .
         s s . .
          + s C
    """, board=NOOK, turn=1, scatter="c2 e")  # fmt: skip
    assert entries(played(match, "*1")) == {"+a1"}


# The end


def test_a_commander_blown_off_the_board_loses_at_once() -> None:
    match = played(Match("minelfield"), "a3-a4", "*3")
    assert match.outcome is not None
    assert match.outcome.scores == (0.0, 1.0)
    assert match.outcome.reason == "commander"
    assert match.actor is None
    assert match.legal() == []
    assert pieces(match, 0) == {}


def test_a_commander_that_a_piece_is_blown_onto_loses_and_the_piece_stands_there() -> None:
    match = drawn("""
           . . c .
          . . S . .
         . . . . . .
        . . * * * . .
         . . . . . .
          . . . . .
           . C . .
    """, scatter="f3 nw")  # fmt: skip
    outcome = played(match, "*2").outcome
    assert outcome is not None
    assert (outcome.scores, outcome.reason) == ((1.0, 0.0), "commander")
    assert (pieces(match, 0), pieces(match, 1)) == ({"a2": "commander", "g3": "soldier"}, {})


def test_a_commander_eliminated_within_a_chain_ends_it_also_on_a_red_star() -> None:
    match = drawn("""
           . . + .
          . . . . .
         . . . . . .
        . . S c * . .
         . . . . . .
          . . . . .
           . C . .
    """, scatter="d3 e")  # fmt: skip
    assert played(match, "*1").outcome is not None
    assert match.actor is None
    assert match.position()["scatter"] is None


def test_a_commander_can_itself_eliminate_by_being_blown_onto_an_enemy() -> None:
    match = drawn("""
           . . c .
          . . . . .
         . . . . . .
        . . * * * . .
         . . . . . .
          . s C . .
           . + . .
    """, scatter="b3 w")  # fmt: skip
    assert pieces(played(match, "*1"), 0) == {"b2": "commander"}
    assert pieces(match, 1) == {"g3": "commander"}


# The die with eight faces


EIGHT = """
       . . c .
      . . . . .
     . . . . . .
    S . * * * . .
     . . . . . .
      . . . . .
       . C . .
"""


def test_the_eight_faces_are_equally_likely() -> None:
    match = drawn(EIGHT, die=8, scatter="d1 w")
    assert match.legal() == [f"*{face}" for face in range(1, 9)]
    assert match.weights() == [1] * 8


def test_on_7_the_piece_does_not_move_and_the_scatter_is_over_at_the_rim_too() -> None:
    match = drawn(EIGHT, die=8, scatter="d1 w")
    assert drawing(played(match, "*7")) == plain(EIGHT)
    assert match.actor == 1


def test_on_7_a_piece_on_a_red_star_does_not_scatter_again() -> None:
    match = drawn(EIGHT.replace("S . *", ". . S"), die=8, scatter="d3 w")
    assert played(match, "*7").actor == 1


def test_on_8_the_piece_is_eliminated() -> None:
    match = drawn(EIGHT, die=8, scatter="d1 e")
    assert pieces(played(match, "*8"), 0) == {"a2": "commander"}
    assert match.actor == 1


def test_on_8_a_commander_is_eliminated_sun_and_moon_alike() -> None:
    for lives in (1, 2):
        match = played(Match("minelfield", options={"die": 8, "lives": lives}), "a3-b3", "*8")
        assert match.outcome is not None
        assert match.outcome.scores == (0.0, 1.0)


# Commanders with two lives


SUN = """
       . . c .
      . . S . .
     . . . . . .
    . . * * * . .
     . . . . . .
      . . . . .
       . C . .
"""


def test_commanders_start_as_sun() -> None:
    found = Match("minelfield", options={"lives": 2}).position()["pieces"]
    assert [piece["lives"] for piece in found] == [2, 2]


def test_a_sun_that_a_piece_is_blown_onto_turns_to_moon_and_that_piece_is_eliminated() -> None:
    match = drawn(SUN, lives=2, scatter="f3 nw")
    assert drawing(played(match, "*2")) == plain(SUN.replace("S", "."))
    assert match.position()["pieces"][-1] == {"seat": 1, "kind": "commander", "cell": "g3", "lives": 1}
    assert match.actor == 1


def test_a_moon_is_eliminated_like_any_piece() -> None:
    match = drawn(SUN, lives=2, lives_left=(2, 1), scatter="f3 nw")
    assert played(match, "*2").outcome is not None
    assert pieces(match, 0) == {"a2": "commander", "g3": "soldier"}


def test_a_commander_that_wounds_a_sun_is_eliminated_and_its_owner_loses() -> None:
    match = drawn(SUN.replace("C", "+").replace("S", "C"), lives=2, scatter="f3 nw")
    outcome = played(match, "*2").outcome
    assert outcome is not None
    assert outcome.scores == (0.0, 1.0)
    assert match.position()["pieces"] == [{"seat": 1, "kind": "commander", "cell": "g3", "lives": 1}]


def test_a_sun_that_leaves_the_board_is_eliminated() -> None:
    assert played(Match("minelfield", options={"lives": 2}), "a3-a4", "*3").outcome is not None


def test_the_chain_ends_with_the_piece_that_wounded_a_sun_on_a_red_star() -> None:
    match = drawn("""
           . . + .
          . . . . .
         . . . . . .
        . . S c * . .
         . . . . . .
          . . . . .
           . C . .
    """, lives=2, scatter="d3 e")  # fmt: skip
    assert played(match, "*1").actor == 1
    assert pieces(match, 0) == {"a2": "commander"}


# The net


def test_at_the_turn_limit_the_game_is_a_draw() -> None:
    match = drawn(EIGHT, turn_limit=11, turns=10, scatter="d1 e")
    outcome = played(match, "*1").outcome
    assert outcome is not None
    assert (outcome.scores, outcome.reason) == ((0.5, 0.5), "limit")


def test_a_commander_that_falls_in_the_last_turn_decides_before_the_limit() -> None:
    match = drawn(SUN, turn_limit=11, turns=10, scatter="f3 nw")
    outcome = played(match, "*2").outcome
    assert outcome is not None
    assert outcome.reason == "commander"


def test_a_turn_that_passes_by_itself_can_reach_the_limit() -> None:
    match = drawn("""
          . . c
         . . . .
        . . . . .
         s s s .
          C s .
    """, board=NOOK, turn_limit=9, turn=1, turns=7, scatter="b3 w")  # fmt: skip
    outcome = played(match, "*1").outcome
    assert outcome is not None
    assert outcome.reason == "limit"


def test_without_limit_the_game_goes_on() -> None:
    match = drawn(EIGHT, turn_limit=0, turns=6000, scatter="d1 e")
    assert played(match, "*1").outcome is None
