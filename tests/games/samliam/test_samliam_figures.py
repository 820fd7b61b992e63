"""Figures: what wins, and what only looks like it."""

import pytest

from tests.games.samliam.boards import board


def test_four_corners_outward_are_a_square() -> None:
    match = board("""
        r◤ r◥
        r◣ .
    """)
    match.play("b1se")
    assert match.outcome.reason == "square"
    assert match.outcome.scores == (1.0, 0.0)
    assert match.actor is None
    assert match.legal() == []


def test_four_corners_inward_are_a_square() -> None:
    match = board("""
        r◢ .  r◣
        .  .  .
        r◥ .  .
    """)
    match.play("c1nw")
    assert match.outcome.reason == "square"


def test_a_square_may_have_any_side_and_hold_anything_within() -> None:
    match = board("""
        r◤ .  .  .  g◥ .  .  .  r◥
        .  g◤ .  .  .  .  .  .  .
        .  .  .  .  .  .  .  .  .
        .  .  .  .  .  .  .  .  .
        .  .  .  .  r◣ .  .  .  .
        .  .  .  .  .  .  .  .  .
        .  .  .  .  .  .  .  .  .
        .  .  .  .  .  .  .  .  .
        r◣ .  .  .  .  .  .  .  .
    """)
    match.play("i1se")
    assert match.outcome.reason == "square"


def test_corners_some_outward_and_some_inward_are_no_square() -> None:
    match = board("""
        r◤ r◥
        r◣ .
    """)
    match.play("b1nw")
    assert match.outcome is None


def test_a_rectangle_is_no_square() -> None:
    match = board("""
        r◤ .  r◥
        r◣ .  .
    """)
    match.play("c1se")
    assert match.outcome is None


def test_a_tilted_square_is_none() -> None:
    match = board("""
        .  r◤ .
        r◣ .  r◥
        .  .  .
    """)
    match.play("b1se")
    assert match.outcome is None


def test_two_own_triangles_in_a_cell_show_all_four_facings() -> None:
    match = board("""
        r◤ r◥
        r◣ r◤
    """)
    match.play("b1se")
    assert match.outcome.reason == "square"
    match = board("""
        r◤ r◥
        r◣ r◥
    """)
    match.play("b1sw")
    assert match.outcome.reason == "square"


def test_a_cell_shared_with_another_seat_shows_only_the_own_facing() -> None:
    match = board("""
        r◤ r◥
        r◣ g◥
    """)
    match.play("b1sw")
    assert match.outcome is None


def test_the_triangle_of_another_seat_is_no_part_of_a_square() -> None:
    match = board("""
        g◤ r◥
        r◣ .
    """)
    match.play("b1se")
    assert match.outcome is None


CROSS = """
    .  r◥ .
    r◥ .  r◥
    .  .  .
"""


def test_four_arms_with_one_facing_are_a_cross_with_three_seats() -> None:
    match = board(CROSS, seats=3)
    match.play("b1ne")
    assert match.outcome.reason == "cross"
    assert match.outcome.scores == (1.0, 0.0, 0.0)


@pytest.mark.parametrize("seats", [2, 4])
def test_a_cross_counts_with_three_seats_only(seats: int) -> None:
    match = board(CROSS, seats=seats)
    match.play("b1ne")
    assert match.outcome is None


def test_the_arms_of_a_cross_have_one_common_facing() -> None:
    match = board(CROSS, seats=3)
    match.play("b1sw")
    assert match.outcome is None


def test_a_cross_may_have_longer_arms_and_anything_in_its_middle() -> None:
    match = board(
        """
        .  .  r◣ .  .
        .  .  .  .  .
        r◣ .  g◥ .  .
        .  .  .  .  .
        .  .  r◣ .  .
    """,
        seats=3,
    )
    match.play("e3sw")
    assert match.outcome.reason == "cross"


def test_a_diagonal_cross_is_none() -> None:
    match = board(
        """
        r◣ .  r◣
        .  .  .
        r◣ .  .
    """,
        seats=3,
    )
    match.play("c1sw")
    assert match.outcome is None


LINES = {
    "row": ("r◥ r◥ . r◥", "c1ne"),
    "column": ("r◥\nr◥\nr◥\n.", "a1ne"),
    "rising diagonal": (". . . r◥\n. . r◥ .\n. . . .\nr◥ . . .", "b2ne"),
    "falling diagonal": ("r◥ . . .\n. r◥ . .\n. . r◥ .\n. . . .", "d1ne"),
    "steps of two": ("r◥ g◣ r◥ . r◥ . .", "g1ne"),
    "steps of two on a diagonal": (". . . . . . r◥\n.\n. . . . r◥\n.\n. . r◥\n.\n. .", "a1ne"),
}


@pytest.mark.parametrize(("drawing", "move"), LINES.values(), ids=LINES)
def test_four_at_equal_steps_with_one_facing_are_a_line_with_four_seats(drawing: str, move: str) -> None:
    match = board(drawing, seats=4)
    match.play(move)
    assert match.outcome.reason == "line"
    assert match.outcome.scores == (1.0, 0.0, 0.0, 0.0)


@pytest.mark.parametrize("seats", [2, 3])
def test_a_line_counts_with_four_seats_only(seats: int) -> None:
    match = board("r◥ r◥ . r◥", seats=seats)
    match.play("c1ne")
    assert match.outcome is None


def test_a_line_has_equal_steps() -> None:
    match = board("r◥ r◥ . r◥ . .", seats=4)
    match.play("e1ne")
    assert match.outcome is None


def test_a_line_has_one_facing() -> None:
    match = board("r◥ r◥ . r◥", seats=4)
    match.play("c1nw")
    assert match.outcome is None


@pytest.mark.parametrize("seats", [3, 4])
def test_squares_count_with_any_number_of_seats(seats: int) -> None:
    match = board("r◤ r◥\nr◣ .", seats=seats)
    match.play("b1se")
    assert match.outcome.reason == "square"


def test_a_square_and_a_cross_at_once_win_by_the_square() -> None:
    match = board(
        """
        .    r◢ .
        r◢r◤ r◥ r◢
        r◣   .  .
    """,
        seats=3,
    )
    match.play("b1se")
    assert match.outcome.reason == "square"


def test_a_square_and_a_line_at_once_win_by_the_square() -> None:
    match = board(
        """
        r◤ r◥ .  .  .
        r◣ .  r◢ r◢ r◢
    """,
        seats=4,
    )
    match.play("b1se")
    assert match.outcome.reason == "square"


def test_a_second_triangle_that_completes_a_cross_and_a_square_by_other_facings_wins_by_the_square() -> None:
    match = board(
        """
        .  r◢ .  .
        r◢ .  r◢ .
        .  r◣ r◥ .
        .  r◣ r◢ .
    """,
        seats=3,
    )
    match.play("b2ne")
    assert match.outcome.reason == "square"
