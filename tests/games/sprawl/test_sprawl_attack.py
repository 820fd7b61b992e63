"""Attack in Sprawl, and the options about it: friendly fire, the law of the strongest."""

from typing import Any

import pytest

from tablier import Match
from tests.games.sprawl.boards import drawn, moves


def can_use(match: Match, cell: str) -> bool:
    """Whether the tower on a cell still has branches to lay beside it."""
    column, row = ord(cell[0]), int(cell[1])
    beside = {f"{chr(column + 1)}{row}e", f"{chr(column - 1)}{row}w", f"{cell[0]}{row + 1}n", f"{cell[0]}{row - 1}s"}
    return any(move[2:] in beside for move in match.legal())


def attacked(tower: str, branch: str, **options: Any) -> Match:
    """A tower of seat 0 with a branch that points at it, and a free tower elsewhere."""
    return drawn(
        f"""
        .   .   .   .   .
        .   {tower}   {branch}   {branch[0].upper()}3   .
        .   .   .   .   .
        .   .   .   .   .
        A3  .   .   .   .
        .   .   .   .   C3
        """,
        **options,
    )


@pytest.mark.parametrize(
    ("tower", "size", "stands"),
    [("A3", 3, True), ("A3", 2, False), ("A32", 2, True), ("A32", 1, False), ("A21", 3, False), ("A321", 1, True)],
)
def test_a_tower_is_neutralised_by_a_size_not_present_in_it(tower: str, size: int, stands: bool) -> None:
    assert can_use(attacked(tower, f"b{size}w"), "b5") == stands


def test_a_branch_attacks_only_the_cell_before_it() -> None:
    match = drawn(
        """
        .   .   .   .   .
        .   A3  .   b2w B3
        .   .   .   .   .
        .   .   .   .   .
        .   .   .   .   .
        .   .   .   .   C3
        """
    )
    assert can_use(match, "b5")


def test_branches_of_neutralised_towers_still_attack() -> None:
    match = drawn(
        """
        .   .   .   .   .
        .   A3  b2w B3  .
        .   .   .   c1n .
        .   .   .   C3  .
        A3  .   .   .   .
        .   .   .   .   .
        """
    )
    assert not can_use(match, "b5")


def test_ones_own_branches_attack_ones_own_towers() -> None:
    assert not can_use(attacked("A3", "a2w"), "b5")


def test_without_friendly_fire_ones_own_branches_do_not_attack() -> None:
    assert can_use(attacked("A3", "a2w", friendly_fire=False), "b5")
    assert not can_use(attacked("A3", "b2w", friendly_fire=False), "b5")


def test_without_friendly_fire_a_small_branch_lets_any_size_spore() -> None:
    board = """
        .   .   .   .   .
        .   .   .   .   .
        .   .   .   .   .
        .   .   .   .   .
        A3  a1e .   .   .
        .   .   .   .   .
        """
    assert moves(drawn(board, friendly_fire=False), "T") == {"T1c2", "T2c2", "T3c2"}


def test_a_laid_branch_neutralises_at_once_and_a_new_piece_does_not_help() -> None:
    match = drawn(
        """
        .   .   .   .   .
        .   A3  .   B3  .
        .   .   .   .   .
        .   .   .   .   .
        .   .   .   .   C2
        .   .   .   .   .
        """,
        turn=1,
    )
    match.play("R2c5w")
    match.play("B1e2")
    assert match.actor == 1  # seat 0 could only have built or branched at its one tower
    assert match.position()["ending"] == 0


@pytest.mark.parametrize(
    ("tower", "size", "stands"),
    [("A3", 2, True), ("A3", 3, True), ("A1", 2, False), ("A2", 2, True), ("A2", 3, False), ("A21", 3, True)],
)
def test_by_the_strongest_a_tower_falls_only_to_more_pips(tower: str, size: int, stands: bool) -> None:
    assert can_use(attacked(tower, f"b{size}w", strongest=True), "b5") == stands


def test_by_the_strongest_all_attackers_add_up_and_full_towers_fall_too() -> None:
    board = """
        .   B2  .   .   .
        .   b2s .   .   .
        .   {}  b3w B3  .
        .   b2n .   .   .
        A3  B2  .   .   .
        .   .   .   .   C3
        """
    assert can_use(drawn(board.format("A321").replace("b2n", "."), strongest=True), "b4")
    assert not can_use(drawn(board.format("A321"), strongest=True), "b4")
    assert not can_use(drawn(board.format("A3").replace("b2n", "."), strongest=True), "b4")


def test_by_the_strongest_without_friendly_fire_ones_own_do_not_add_up() -> None:
    board = """
        .   .   .   .   .
        .   .   .   .   .
        A2  a2e A3  b3w B3
        .   .   .   .   .
        A3  .   .   .   .
        .   .   .   .   C3
        """
    assert not can_use(drawn(board, strongest=True), "c4")
    assert can_use(drawn(board, strongest=True, friendly_fire=False), "c4")


def test_by_the_strongest_a_spore_needs_as_many_pips_as_attack_it() -> None:
    match = drawn(
        """
        .   .   .   .   .
        .   .   .   .   .
        .   .   .   B3  .
        .   .   .   b2s .
        A3  a2e .   .   .
        .   .   .   .   .
        """,
        strongest=True,
    )
    assert moves(match, "T") == {"T2d2", "T3d2"}
