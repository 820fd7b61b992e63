"""The turns of Sprawl: starting towers, builds, branches, spores."""

import pytest

from tablier import Match
from tests.games.sprawl.boards import drawn, looks, moves


@pytest.mark.parametrize(("seats", "cells"), [(3, 30), (4, 36), (5, 36), (6, 36), (7, 64), (8, 64)])
def test_a_starting_tower_has_any_size_on_any_cell(seats: int, cells: int) -> None:
    match = Match("sprawl", seats=seats)
    assert len(match.legal()) == 3 * cells
    assert all(move[0] == "T" for move in match.legal())


def test_three_seats_play_on_five_columns_and_six_rows() -> None:
    legal = Match("sprawl", seats=3).legal()
    assert {move[2] for move in legal} == set("abcde")
    assert {move[3] for move in legal} == set("123456")


def test_a_starting_tower_goes_to_an_empty_cell() -> None:
    match = Match("sprawl")
    match.play("T3c4")
    assert len(match.legal()) == 3 * 29
    assert not {"T1c4", "T2c4", "T3c4"} & set(match.legal())


def test_a_starting_tower_may_be_neutralised_at_once() -> None:
    match = drawn(
        """
        .   .   .   .   .
        .   .   .   .   .
        .   .   .   .   .
        .   B3  b2e .   .
        .   .   .   .   .
        A1  .   .   .   .
        """,
        turn=2,
    )
    match.play("T3d3")
    match.play("R1a2n")
    match.play("B2b3")
    assert match.actor == 0  # seat 2 has nothing but the neutralised tower, and passed


def test_a_build_is_exactly_one_less_than_the_top_piece() -> None:
    match = drawn(
        """
        A3  .   .   .   A1
        .   .   .   .   .
        .   .   .   .   .
        .   .   .   .   .
        .   .   .   .   .
        A2  .   .   .   A32
        """
    )
    assert moves(match, "B") == {"B2a6", "B1a1", "B1e1"}


def test_nothing_is_built_on_towers_of_others_or_neutralised_ones() -> None:
    match = drawn(
        """
        A3  .   .   .   B3
        .   .   .   .   .
        .   .   .   .   .
        .   .   .   .   .
        .   .   .   .   .
        A3  b1w B2  .   .
        """
    )
    assert moves(match, "B") == {"B2a6"}


def test_a_build_needs_the_piece_in_the_stash() -> None:
    match = drawn(
        """
        A3  .   .   .   A2
        .   .   .   .   .
        .   .   .   .   A2
        .   .   .   .   .
        .   .   .   .   A2
        A32 .   A2  .   .
        """
    )
    assert not match.position()["stash"][0][1]
    assert "B2a6" not in match.legal()
    assert "B1a1" in match.legal()


def test_a_branch_points_straight_away_from_its_tower_in_any_size() -> None:
    match = drawn(
        """
        .   .   .   .   .
        .   .   .   .   .
        .   .   .   .   .
        .   .   A1  .   .
        .   .   .   .   .
        .   .   .   .   .
        """
    )
    lying = {"c4n", "d3e", "c2s", "b3w"}
    assert moves(match, "R") == {f"R{size}{rest}" for size in (1, 2, 3) for rest in lying}


def test_a_branch_points_to_a_neighbour_on_the_board() -> None:
    match = drawn(
        """
        .   .   .   .   .
        .   A3  .   .   .
        .   .   .   .   .
        .   .   .   .   .
        .   .   .   .   .
        .   .   .   .   .
        """
    )
    assert {move[2:] for move in moves(match, "R")} == {"c5e", "b4s"}


def test_a_branch_may_point_to_an_occupied_cell_but_not_lie_on_one() -> None:
    match = drawn(
        """
        .   .   .   .   .
        .   .   .   .   .
        .   .   .   .   .
        A3  B3  .   C3  .
        .   .   .   .   .
        .   .   .   .   .
        """,
        turn=1,
    )
    assert {move[2:] for move in moves(match, "R")} == {"b4n", "c3e", "b2s"}


def test_a_branch_on_a_branch_is_one_size_smaller_and_points_away() -> None:
    match = drawn(
        """
        .   .   .   .   .
        .   .   .   .   .
        .   .   .   .   .
        .   .   .   .   .
        .   A32 a3e .   .
        .   .   .   .   .
        """
    )
    grown = {"R2d2e", "R2c3n"}
    assert {move for move in moves(match, "R") if move[2] in "cd"} == grown


def test_a_small_branch_is_no_source() -> None:
    match = drawn(
        """
        .   .   .   .   .
        .   .   .   .   .
        .   .   .   .   .
        .   .   .   .   .
        .   A32 a1e .   .
        .   .   .   .   .
        """
    )
    assert not {move for move in moves(match, "R") if move[2] in "cd"}


def test_branches_are_no_deeper_than_their_root_is_high() -> None:
    board = """
        .   .   .   .   .
        .   .   .   .   .
        .   .   .   .   .
        .   .   .   .   .
        {}  a3e a2e .   .
        .   .   .   .   .
        """
    assert "R1d2e" in drawn(board.format("A321")).legal()
    assert "R1d2e" not in drawn(board.format("A32")).legal()
    assert "R2b3n" in drawn(board.format("A32")).legal()
    assert "R2b3n" not in drawn(board.format("A3").replace("a2e", ".")).legal()


def test_building_lets_branches_grow_longer() -> None:
    match = drawn(
        """
        .   .   .   .   .
        .   .   .   .   .
        .   .   .   .   .
        .   .   .   .   .
        A3  a3e .   B3  .
        .   .   C3  .   .
        """
    )
    assert "R2c2e" not in match.legal()
    match.play("B2a2")
    match.play("B2d2")
    match.play("B2c1")
    assert "R2c2e" in match.legal()


def test_nothing_grows_from_towers_and_branches_of_others() -> None:
    match = drawn(
        """
        .   .   .   .   .
        .   .   .   .   .
        .   .   .   .   .
        .   .   .   .   .
        .   A32 a3e .   .
        .   .   .   .   B3
        """,
        turn=1,
    )
    assert {move[2:] for move in moves(match, "R")} == {"e2n", "d1w"}


def test_a_spore_goes_as_far_as_its_branch_has_pips_over_whatever_is_between() -> None:
    match = drawn(
        """
        .   .   .   .   .
        .   .   .   .   .
        .   .   .   .   .
        .   .   .   .   .
        A3  a3e B3  C3  .
        .   .   .   .   .
        """
    )
    assert moves(match, "T") == {"T1e2", "T2e2", "T3e2"}


def test_an_occupied_target_is_none() -> None:
    match = drawn(
        """
        .   .   .   .   .
        .   .   .   .   .
        .   .   .   .   .
        .   .   .   .   .
        A3  a2e .   B3  .
        .   .   .   .   .
        """
    )
    assert moves(match, "T") == set()


def test_a_target_off_the_board_is_none() -> None:
    match = drawn(
        """
        .   .   .   .   .
        .   .   a2n .   .
        .   a2w A32 a3e .
        .   .   a3s .   .
        .   .   .   .   .
        .   .   .   .   .
        """
    )
    assert moves(match, "T") == set()


def test_a_spore_must_have_the_size_that_attacks_its_cell() -> None:
    match = drawn(
        """
        .   .   .   .   .
        .   .   .   .   .
        .   .   .   B3  .
        .   .   .   b1s .
        A3  a2e .   .   .
        .   .   .   .   .
        """
    )
    assert moves(match, "T") == {"T1d2"}


def test_where_two_sizes_attack_no_spore_holds() -> None:
    match = drawn(
        """
        .   .   .   .   .
        .   .   .   .   .
        .   .   B3  .   .
        .   .   b1s .   .
        A3  a1e .   b2w B3
        .   .   .   .   .
        """
    )
    assert moves(match, "T") == set()


def test_a_small_branch_lets_only_small_towers_spore() -> None:
    match = drawn(
        """
        .   .   .   .   .
        .   .   .   .   .
        .   .   .   .   .
        .   .   .   .   .
        A3  a1e .   .   .
        .   .   .   .   .
        """
    )
    assert moves(match, "T") == {"T1c2"}


def test_nothing_comes_from_a_neutralised_tower_nor_its_branches() -> None:
    match = drawn(
        """
        .   .   .   .   .
        .   .   .   .   A2
        .   .   .   .   .
        B3  .   .   .   .
        b1s .   .   .   .
        A32 a3e .   .   .
        """
    )
    assert {move[2:4] for move in match.legal()} == {"e5", "d5", "e4"}


def test_a_spore_is_a_tower_like_any_other() -> None:
    match = drawn(
        """
        .   .   .   .   .
        .   .   .   .   .
        .   .   .   .   B3
        .   .   .   .   .
        A3  a2e .   .   .
        C3  .   .   .   .
        """
    )
    match.play("T2d2")
    assert looks(
        match,
        """
        .   .   .   .   .
        .   .   .   .   .
        .   .   .   .   B3
        .   .   .   .   .
        A3  a2e .   A2  .
        C3  .   .   .   .
        """,
    )
    match.play("B2e4")
    match.play("B2a1")
    assert {"B1d2", "R3d3n"} <= set(match.legal())
