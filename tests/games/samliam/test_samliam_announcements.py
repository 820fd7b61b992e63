"""Announcements: open cells, forks, the blocks they need; WIN; silence and its ban in strict play."""

import pytest

from tablier import BadOption, Match
from tests.games.samliam.boards import board, everything, placements_in, used_up

TWO_OPEN = """
    r◤ r◥ .  r◤ .
    r◣ .  .  r◣ .
"""
EVERY_FACING = """
    .  .  .  r◤   r◥r◣ r◥ .
    .  .  .  r◤r◢ .    r◢ r◥
    .  .  .  r◣   r◢   g◥ .
    .  .  .  .    r◣   .  .
    .  .  .  .    .    .  .
    .  .  .  .    .    .  .
"""
FORK = """
    r◤ .  .  r◥
    .  .  .  .
    r◤ .  .  .
    .  .  .  .
"""


def test_two_open_cells_win_for_the_player_when_announcements_are_automatic() -> None:
    match = board(TWO_OPEN)
    match.play("e2ne")
    assert match.outcome.reason == "announced"
    assert match.outcome.scores == (1.0, 0.0)
    assert match.actor is None


def test_two_figures_that_lack_the_same_cell_fall_to_one_block() -> None:
    match = board("""
        r◤ .  r◥
        .  r◤ r◥
        r◣ .  .
    """)
    match.play("b1sw")
    assert match.outcome is None


def test_an_empty_cell_in_which_every_facing_completes_a_figure_needs_two_blocks() -> None:
    match = board(EVERY_FACING)
    match.play("g3se")
    assert match.outcome.reason == "announced"


def test_an_empty_cell_in_which_three_facings_complete_a_figure_needs_one_block() -> None:
    match = board(EVERY_FACING)
    match.play("a1nw")
    assert match.outcome is None


def test_no_win_is_announced_while_another_seat_can_complete_a_figure() -> None:
    match = board("""
        .  .  .  .  .  g◤ g◥
        .  .  .  .  .  g◣ .
        r◤ r◥ .  r◤ .  .  .
        r◣ .  .  r◣ .  .  .
    """)
    match.play("e2ne")
    assert not match.outcome
    match.play("g3se")
    assert match.outcome.scores == (0.0, 1.0)


def test_a_threat_of_another_seat_that_cannot_be_filled_does_not_hinder_a_win() -> None:
    match = board("""
        .  .  .  .  .  g◤ g◥
        .  .  .  .  .  g◣ r◥
        r◤ r◥ .  r◤ .  .  .
        r◣ .  .  r◣ .  .  .
    """)
    match.play("e2ne")
    assert match.outcome.reason == "announced"


@pytest.mark.parametrize(("blocker", "is_open"), [("g◤", True), ("g◥", False), ("g◣", False), ("g◢", False)])
def test_a_cell_with_a_foreign_triangle_is_open_for_the_opposite_facing_only(blocker: str, is_open: bool) -> None:
    match = board(f"""
        r◤ r◥ .  r◤ .
        r◣ {blocker} .  r◣ .
    """)
    match.play("e2ne")
    assert (match.outcome is not None) == is_open


@pytest.mark.parametrize("own", ["r◥", "r◣", "r◤"])
def test_a_cell_with_one_own_triangle_is_open_since_a_second_one_shows_all_four_facings(own: str) -> None:
    match = board(f"""
        r◤ r◥ .  r◤ .
        r◣ {own} .  r◣ .
    """)
    match.play("e2ne")
    assert match.outcome.reason == "announced"


@pytest.mark.parametrize(("seats", "ends"), [(2, True), (3, False), (4, False)])
def test_a_win_needs_more_blocks_than_there_are_other_seats(seats: int, ends: bool) -> None:
    match = board(TWO_OPEN, seats=seats)
    match.play("e2ne")
    assert (match.outcome is not None) == ends


def test_three_open_cells_win_with_three_seats() -> None:
    match = board(
        """
        r◤ r◥ .  r◤ .  .  r◤ r◥
        r◣ .  .  r◣ .  .  r◣ .
    """,
        seats=3,
    )
    match.play("e2ne")
    assert match.outcome.reason == "announced"


def test_without_announcements_there_is_no_win_by_them() -> None:
    match = board(TWO_OPEN, announcements="off")
    match.play("e2ne")
    assert match.outcome is None


@pytest.mark.parametrize("seats", [3, 4])
def test_announcements_can_be_off_with_two_seats_only(seats: int) -> None:
    with pytest.raises(BadOption) as refusal:
        Match("samliam", seats, {"announcements": "off"})
    assert refusal.value.key == "core.option.seats"


@pytest.mark.parametrize("seats", [3, 4])
def test_the_small_board_is_for_two_seats_only(seats: int) -> None:
    with pytest.raises(BadOption) as refusal:
        Match("samliam", seats, {"size": 7})
    assert refusal.value.key == "core.option.seats"


# Strict announcements


@pytest.mark.parametrize("seats", [2, 3, 4])
def test_a_placement_that_opens_a_cell_has_two_notations_in_strict_play(seats: int) -> None:
    match = board("r◤ r◥\n.  .", seats=seats, announcements="strict")
    assert placements_in(match, "a1") == {"a1ne", "a1se", "a1sw", "a1sw!", "a1nw"}


def test_a_placement_that_makes_a_fork_has_two_notations_in_strict_play() -> None:
    match = board(FORK, announcements="strict")
    assert placements_in(match, "b2") == {"b2ne", "b2ne!", "b2se", "b2sw", "b2nw"}


def test_a_placement_elsewhere_has_two_notations_while_a_threat_stands() -> None:
    match = board("r◤ r◥\nr◣ .", announcements="strict")
    assert placements_in(match, "i9") == {"i9ne", "i9ne!", "i9se", "i9se!", "i9sw", "i9sw!", "i9nw", "i9nw!"}


def test_a_winning_placement_has_one_notation() -> None:
    match = board("r◤ r◥\nr◣ .", announcements="strict")
    assert placements_in(match, "b1") == {"b1ne", "b1ne!", "b1se", "b1sw", "b1sw!", "b1nw", "b1nw!"}


def test_an_own_triangle_in_the_open_cell_leaves_it_open() -> None:
    match = board("r◤ r◥\nr◣ .", announcements="strict")
    match.play("b1ne")
    assert match.position()["banned"] == [["b1"], []]


@pytest.mark.parametrize("announcements", ["automatic", "off"])
def test_only_strict_play_tells_announced_from_silent_placements(announcements: str) -> None:
    match = board("r◤ r◥\n.  .", announcements=announcements)
    assert set(match.legal()) == everything(match)


def test_an_announced_win_ends_strict_play() -> None:
    match = board(TWO_OPEN, announcements="strict")
    match.play("e2ne!")
    assert match.outcome.reason == "announced"


def test_a_silent_turn_wins_nothing_and_bans_from_the_open_cells() -> None:
    match = board(TWO_OPEN, announcements="strict")
    match.play("e2ne")
    assert match.outcome is None
    assert match.position()["banned"] == [["b1", "e1"], []]


def test_a_silent_turn_without_open_cells_bans_from_the_forks() -> None:
    match = board(FORK, announcements="strict")
    match.play("b2ne")
    assert match.position()["banned"] == [["a1"], []]


def test_an_announced_turn_and_one_without_anything_to_announce_ban_from_nothing() -> None:
    match = board(FORK, announcements="strict")
    match.play("b2ne!")
    match.play("i9ne")
    assert match.position()["banned"] == [[], []]


def test_a_banned_seat_cannot_use_the_cells_on_its_next_turn_and_has_one_notation() -> None:
    match = board("r◤ r◥\n.  .", announcements="strict")
    match.play("a1sw")
    match.play("i9ne")
    assert set(match.legal()) == {move for move in everything(match) if not move.startswith("b1")}


def test_a_ban_lasts_one_turn() -> None:
    match = board("r◤ r◥\n.  .", announcements="strict")
    for move in ("a1sw", "i9ne", "e9ne"):
        match.play(move)
    assert match.position()["banned"] == [[], []]
    match.play("i9sw")
    assert "b1se" in match.legal()
    assert {"c9ne", "c9ne!"} <= set(match.legal())


def test_a_ban_names_the_cells_of_the_silent_turn_also_when_they_are_filled_since() -> None:
    match = board("r◤ r◥\n.  .", announcements="strict")
    match.play("a1sw")
    match.play("b1ne")
    assert match.position()["banned"] == [["b1"], []]


def test_a_ban_gives_way_when_nothing_else_is_legal() -> None:
    names = [f"{column}{row}" for column in "abcdefghi" for row in range(1, 10)]
    match = board("r◤ r◥\nr◣ .", announcements="strict", banned=[names, []])
    assert set(match.legal()) == everything(match)


def test_a_ban_reaches_the_placement_after_a_lift() -> None:
    match = used_up("r◤ r◥\nr◣ .", seat=0, announcements="strict", banned=[["b1"], []])
    match.play("-a2nw")
    assert match.position()["banned"] == [["b1"], []]
    assert placements_in(match, "b1") == set()
    assert not any(move.endswith("!") for move in match.legal())


def test_on_a_banned_turn_the_announcement_is_made_win_included() -> None:
    match = board(TWO_OPEN, announcements="strict", banned=[["i9"], []])
    match.play("e2ne")
    assert match.outcome.reason == "announced"


def test_on_a_banned_turn_nobody_is_silent_again() -> None:
    match = board("r◤ r◥\n.  .", announcements="strict", banned=[["i9"], []])
    match.play("a1sw")
    assert match.position()["banned"] == [[], []]
    match.play("i9ne")
    assert "b1se" in match.legal()


def test_a_seat_may_complete_a_figure_outside_its_ban() -> None:
    match = board(TWO_OPEN, announcements="strict", banned=[["e1"], []])
    match.play("b1se")
    assert match.outcome.reason == "square"
