"""The end of Sprawl: passing, the last round, the count and its tie-breaks."""

from typing import Any

from tablier import Match
from tests.games.sprawl.boards import drawn, position

# Passing and the last round

STUCK_SOON = """
        .   .   .   .   .
        .   A3  .   B3  .
        .   .   .   .   .
        .   .   .   .   .
        .   .   .   .   C2
        .   .   .   .   .
        """


def test_the_first_seat_without_a_legal_turn_passes_and_ends_the_game_at_its_next() -> None:
    match = drawn(STUCK_SOON, turn=1)
    match.play("R2c5w")  # neutralises seat 0
    match.play("B1e2")
    found = match.position()
    assert (found["turn"], found["turns"], found["ending"]) == (1, 33 + 1, 0)
    match.play("B2d5")
    match.play("R3d2w")
    assert match.outcome is not None
    assert match.outcome.reason == "stash"
    assert (match.position()["turn"], match.position()["turns"]) == (0, 36)


def test_a_second_seat_without_a_legal_turn_changes_nothing() -> None:
    match = drawn(
        """
        .   .   .   .   .
        .   A3  b2w B3  .
        .   .   .   c1n .
        .   .   .   C3  .
        .   .   .   .   .
        .   .   .   .   .
        """,
        turn=2,
    )
    match.play("B2d3")  # seats 0 and 1 pass
    assert (match.actor, match.position()["turns"], match.position()["ending"]) == (2, 35, 0)


def test_a_seat_whose_last_turn_finds_nothing_legal_passes() -> None:
    match = drawn(
        """
        .   .   .   .   .
        .   A3  b2w B3  .
        .   .   .   .   .
        .   .   .   C3  .
        .   .   .   .   .
        .   .   .   .   .
        """,
        turn=2,
        ending=1,
    )
    match.play("B2d3")  # seat 0 is neutralised and passes; then the game ends at the turn of seat 1
    assert match.outcome is not None
    assert match.position()["ending"] == 1
    assert match.position()["turns"] == 34


def test_a_seat_that_could_play_again_still_ends_the_game() -> None:
    match = drawn(
        """
        .   .   .   .   .
        .   A3  .   B3  .
        .   .   .   .   .
        .   .   .   C3  .
        .   .   .   .   .
        .   .   .   .   .
        """,
        turn=2,
        ending=0,
    )
    match.play("B2d3")
    assert match.outcome is not None


def test_nobody_is_stuck_in_the_first_turn() -> None:
    match = Match("sprawl")
    for move in ("T3a1", "T3c3", "T3e6"):
        assert match.position()["ending"] is None
        match.play(move)
    assert match.position()["started"] == [True, True, True]


def test_a_finished_position_keeps_the_board_as_it_stood() -> None:
    match = drawn(
        """
        .   .   .   .   .
        .   A3  b2w B3  .
        .   .   .   .   .
        .   .   .   C3  .
        .   .   .   .   .
        .   .   .   .   .
        """,
        turn=2,
        ending=0,
    )
    before = match.position()["towers"]
    match.play("R1d2s")
    assert match.position()["towers"] == before
    assert match.position()["stash"][0] == [5, 5, 4]
    assert match.legal() == []


# The count


def winners(drawing: str, **options: Any) -> list[int]:
    """The winners when seat 3 ends the game by building in its corner."""
    match = drawn(drawing, turn=3, ending=0, **options)
    match.play("B1f1")
    assert match.outcome is not None
    return [seat for seat, score in enumerate(match.outcome.scores) if score]


def test_the_fewest_pips_in_the_stash_win() -> None:
    assert winners(
        """
        .   .   .   .   .   .
        A3  a1e .   .   .   .
        .   .   .   .   .   .
        B3  b2e .   .   .   .
        .   .   .   .   .   .
        .   .   .   .   .   D2
        """
    ) == [1]


def test_neutralised_towers_and_what_is_rooted_in_them_go_back() -> None:
    assert winners(
        """
        .   .   .   .   .   .
        .   .   .   .   .   .
        A3  a3e .   .   .   .
        c1n .   .   .   .   .
        C2  .   .   .   .   .
        .   .   B32 .   .   D2
        """
    ) == [1]


def test_branches_of_a_former_owner_go_back_with_the_tower() -> None:
    board = """
        .   .   .   .   .   .
        .   .   .   .   .   .
        A3B2 a3e .  .   .   .
        {}  .   .   .   .   .
        C2  .   .   .   .   .
        .   A2  .   B3  .   D2
        """
    assert winners(board.format("."), sprawlgame=True) == [0]
    assert winners(board.format("c1n"), sprawlgame=True) == [2]


def test_all_towers_are_judged_at_once_before_any_piece_leaves() -> None:
    assert winners(
        """
        .   .   .   .   .   .
        .   .   .   .   .   .
        A3  b1w B3  .   .   .
        .   .   c2n .   .   .
        .   .   C3  .   .   .
        .   .   .   .   .   D2
        """
    ) == [2]  # seat 1's branch leaves with its tower, and yet has neutralised seat 0


# Tie-breaks


def test_first_tie_break_the_pips_of_towers_helped_to_neutralise() -> None:
    assert winners(
        """
        .   .   .   .   .   .
        A3  a1e C3  .   .   .
        .   .   .   .   .   .
        B3  b1e C2  .   .   .
        .   .   .   .   .   .
        .   .   .   .   .   D2
        """
    ) == [0]


def test_a_branch_of_a_size_present_helps_only_by_the_strongest() -> None:
    board = """
        .   .   .   .   .   .
        A3  a2e C2  b3w B2  .
        .   .   .   .   .   .
        .   .   .   .   .   .
        .   .   .   .   .   .
        .   .   .   .   .   D2
        """
    assert winners(board) == [1]
    assert winners(board, strongest=True) == [0]  # both help, and seat 0 has more pips in towers


def test_second_tie_break_the_number_of_those_towers() -> None:
    assert winners(
        """
        A3  a3e C21 .   .   .
        a3s .   .   .   .   .
        .   .   .   .   .   .
        B3  b3e C2  .   .   .
        b3s .   .   .   .   .
        C1  .   .   .   .   D2
        """
    ) == [1]


def test_third_tie_break_the_cells_with_pieces_that_stay() -> None:
    assert winners(
        """
        .   .   .   .   .   .
        A3  a1e .   .   .   .
        a1s .   .   .   .   .
        .   .   .   .   .   .
        .   .   B3  b2e .   .
        .   .   .   .   .   D2
        """
    ) == [0]


def test_fourth_tie_break_the_pips_in_towers_that_stay() -> None:
    assert winners(
        """
        .   .   .   .   .   .
        A3  a1e .   .   .   .
        .   .   .   .   .   .
        .   .   .   .   .   .
        B1  b3e .   .   .   .
        .   .   .   .   .   D2
        """
    ) == [0]


def test_fifth_tie_break_the_number_of_those_towers() -> None:
    assert winners(
        """
        .   .   .   .   .   .
        A21 a2e .   .   .   .
        a1s .   .   .   .   .
        .   .   .   .   .   .
        B2  b3e .   B1  .   .
        .   .   .   .   .   D2
        """
    ) == [1]


TIED = """
        .   .   .   .   .   .
        A3  a1e .   .   .   .
        .   .   .   .   .   .
        .   .   .   .   .   .
        B3  b1e .   .   .   .
        .   .   .   .   .   D2
        """


def test_seats_still_tied_share_the_win_evenly() -> None:
    match = drawn(TIED, turn=3, ending=0)
    match.play("B1f1")
    assert match.outcome is not None
    assert match.outcome.scores == (0.5, 0.5, 0.0, 0.0)
    assert match.outcome.reason == "stash"


def test_a_finished_game_loads_as_finished_whatever_its_turn() -> None:
    data = position(STUCK_SOON) | {"turn": 1, "turns": 3, "outcome": {"scores": [0.0, 1.0, 0.0], "reason": "stash"}}
    match = Match.from_position(data)
    assert match.actor is None
    assert match.position()["turn"] == 1
    assert Match.from_position(match.position()).position() == match.position()
