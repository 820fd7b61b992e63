"""The duty to block, with three and four seats."""

import pytest

from tests.games.samliam.boards import board, everything, placements_in, used_up
from tests.games.samliam.test_samliam_announcements import EVERY_FACING

OPEN = """
    r◤ r◥ .
    r◣ .  .
"""
FORK = """
    r◤ .  .  r◥
    .  .  .  .
    r◤ r◥ .  .
    .  .  .  .
"""
BLOCKS = {"b1ne", "b1se", "b1sw"}  # b1nw would leave the half that completes the square
FORK_BLOCKS = {"a1se", "a1sw", "a1nw", "b1ne", "b1se", "b1sw", "d1ne", "d1se", "d1sw"}


@pytest.mark.parametrize("seats", [3, 4])
def test_an_open_figure_must_be_blocked(seats: int) -> None:
    assert set(board(OPEN, seats=seats, turn=1).legal()) == BLOCKS


def test_there_is_no_duty_with_two_seats() -> None:
    match = board(OPEN, turn=1)
    assert set(match.legal()) == everything(match)


def test_whoever_plays_before_the_threatening_seat_must_block_it_too() -> None:
    assert set(board(OPEN, seats=3, turn=2).legal()) == BLOCKS


def test_the_first_threatening_seat_in_the_order_of_play_is_blocked() -> None:
    drawing = """
        r◤ r◥ .  b◤ b◥
        r◣ .  .  b◣ .
    """
    assert set(board(drawing, seats=3, turn=1).legal()) == {"e1ne", "e1se", "e1sw"}
    assert set(board(drawing.replace("b", "g"), seats=3, turn=2).legal()) == BLOCKS


def test_any_open_cell_of_that_seat_may_be_blocked() -> None:
    match = board(
        """
        r◤ r◥ .  r◤ r◥
        r◣ .  .  r◣ .
    """,
        seats=3,
        turn=1,
    )
    assert set(match.legal()) == BLOCKS | {"e1ne", "e1se", "e1sw"}


def test_completing_a_figure_is_always_legal() -> None:
    match = board(
        """
        r◤ r◥ .  g◤ g◥
        r◣ .  .  g◣ .
    """,
        seats=3,
        turn=1,
    )
    assert set(match.legal()) == BLOCKS | {"e1se"}
    match.play("e1se")
    assert match.outcome.scores == (0.0, 1.0, 0.0)


def test_an_open_cell_with_a_triangle_is_blocked_by_the_other_half() -> None:
    match = board("r◤ r◥\nr◣ g◤", seats=3, turn=1)
    assert set(match.legal()) == {"b1se"}


def test_where_every_facing_completes_a_figure_any_triangle_is_a_block() -> None:
    match = board(EVERY_FACING.replace("r◣   .  .\n", "r◣   .  r◢\n"), seats=4, turn=1)
    assert set(match.legal()) == {"e5ne", "e5se", "e5sw", "e5nw"}


def test_where_three_facings_complete_a_figure_the_half_left_must_be_the_fourth() -> None:
    match = board(EVERY_FACING, seats=4, turn=1)
    assert set(match.legal()) == {"e5se"}


def test_a_fork_of_the_seat_just_before_must_be_blocked() -> None:
    assert set(board(FORK, seats=3, turn=1).legal()) == FORK_BLOCKS


def test_a_fork_between_lines_must_be_blocked_with_four_seats() -> None:
    match = board(". r◥ r◥ . .", seats=4, turn=1)
    assert set(match.legal()) == {f"{cell}{facing}" for cell in ("a1", "d1", "e1") for facing in ("ne", "se", "nw")}


def test_a_fork_of_another_seat_need_not_be_blocked() -> None:
    match = board(FORK, seats=3, turn=2)
    assert set(match.legal()) == everything(match)


def test_an_open_figure_comes_before_a_fork() -> None:
    match = board(
        """
        r◤ .  .  r◥ .  .  .
        .  .  .  .  .  .  .
        r◤ r◥ .  .  .  b◤ b◥
        .  .  .  .  .  b◣ .
    """,
        seats=3,
        turn=1,
    )
    assert set(match.legal()) == {"g1ne", "g1se", "g1sw"}


def test_when_no_placement_blocks_all_forks_every_placement_is_legal() -> None:
    twice = """
        r◤ .  .  r◥ .  r◤ .  .  r◥
        .  .  .  .  .  .  .  .  .
        r◤ r◥ .  .  .  r◤ r◥ .  .
        .  .  .  .  .  .  .  .  .
    """
    match = board(twice, seats=3, turn=1)
    assert set(match.legal()) == everything(match)


def test_a_figure_can_be_completed_instead_of_blocking_a_fork() -> None:
    drawing = """
        g◤ g◥ .  .
        g◣ .  .  .
        r◤ .  .  r◥
        .  .  .  .
        r◤ r◥ .  .
        .  .  .  .
    """
    assert set(board(drawing, seats=3, turn=1).legal()) == FORK_BLOCKS | {"b5se"}


def test_when_nothing_blocks_every_placement_is_legal_not_only_those_that_complete() -> None:
    match = board(
        """
        r◤ r◥ .  g◤ g◥
        r◣ .  .  g◣ .
    """,
        seats=3,
        turn=1,
        announcements="strict",
        banned=[[], ["b1"], []],
    )
    assert set(match.legal()) == {move for move in everything(match) if not move.startswith("b1")}


def test_the_duty_speaks_of_the_placements_that_a_ban_leaves() -> None:
    match = board(
        """
        r◤ r◥ .  r◤ r◥
        r◣ .  .  r◣ .
    """,
        seats=3,
        turn=1,
        announcements="strict",
        banned=[[], ["b1", "c1"], []],
    )
    assert set(match.legal()) == {"e1ne", "e1se", "e1sw"}


def test_a_ban_that_leaves_nothing_leaves_the_duty() -> None:
    names = [f"{column}{row}" for column in "abcdefghi" for row in range(1, 10)]
    match = board(OPEN, seats=3, turn=1, announcements="strict", banned=[[], names, []])
    assert set(match.legal()) == BLOCKS


def test_a_silent_threat_is_passed_over() -> None:
    match = board("r◤ r◥\n.  .", seats=3, announcements="strict")
    match.play("a1sw")
    assert set(match.legal()) == everything(match)
    match.undo()
    match.play("a1sw!")
    assert set(match.legal()) == BLOCKS


def test_behind_a_silent_threat_the_next_seat_is_looked_at() -> None:
    match = board(
        """
        r◤ r◥ .  b◤ b◥
        r◣ .  .  b◣ .
    """,
        seats=3,
        turn=1,
        announcements="strict",
        banned=[[], [], ["e1"]],
    )
    assert {move.rstrip("!") for move in match.legal()} == BLOCKS


def test_a_silent_fork_is_no_duty() -> None:
    match = board(FORK.replace("r◤ r◥", "r◤ . "), seats=3, announcements="strict")
    match.play("b2ne")
    assert match.position()["banned"] == [["a1"], [], []]
    assert {move.rstrip("!") for move in match.legal()} == everything(match)
    match.undo()
    match.play("b2ne!")
    assert set(match.legal()) == FORK_BLOCKS


def test_lifts_are_free_and_the_duty_follows_from_the_board_after_them() -> None:
    match = used_up("r◤ r◥ .\nr◣ g◥ .", seat=1, seats=3, turn=1)
    assert len(match.legal()) == 40
    match.play("-b1ne")
    assert placements_in(match, "b1") == set(match.legal()) == {"b1se", "b1sw"}


def test_after_a_silent_turn_that_was_banned_already_the_duty_is_back() -> None:
    match = board(OPEN, seats=3, announcements="strict", banned=[["b1"], [], []])
    match.play("i9ne")
    assert set(match.legal()) == BLOCKS


def test_a_block_that_leads_to_an_announcement_has_two_notations() -> None:
    match = board(
        """
        .  .  .  g◥
        r◤ r◥ .  .
        r◣ .  .  g◢
        .  .  .  .
    """,
        seats=3,
        turn=1,
        announcements="strict",
    )
    assert set(match.legal()) == {"b2ne", "b2se", "b2sw", "b2sw!"}
