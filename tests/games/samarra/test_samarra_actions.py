"""Set-up, turns, moves and powers."""

import pytest

from tablier import IllegalMove, Match
from tests.games.samarra.boards import cell, drawn, opened, piece, played

OPEN_DESERT = """
    . s m d .
    . . . . .
    . . . . .
    . . . . .
    . S M D .
"""


def test_each_seat_sets_up_its_characters_on_three_cells_of_its_own_city() -> None:
    match = Match("samarra")
    assert match.actor == 0
    assert set(match.legal()) == {
        "S@b1 M@c1 D@d1", "S@b1 M@d1 D@c1", "S@c1 M@b1 D@d1", "S@c1 M@d1 D@b1", "S@d1 M@b1 D@c1", "S@d1 M@c1 D@b1",
    }  # fmt: skip
    match.play("S@c1 M@d1 D@b1")
    assert match.actor == 1
    assert len(match.legal()) == 6
    assert "S@b5 M@c5 D@d5" in match.legal()


def test_a_city_of_eight_cells_has_336_set_ups() -> None:
    match = Match("samarra", options={"board": "SSSSSSSS/......../BBBBBBBB"})
    assert len(match.legal()) == 8 * 7 * 6


def test_tents_are_numbered_by_cell_so_they_say_nothing_about_the_character() -> None:
    match = opened("S@c1 M@d1 D@b1")
    assert [(p["tent"], p["cell"], p["character"]) for p in match.position()["pieces"][:3]] == [
        (0, "b1", "D"),
        (1, "c1", "S"),
        (2, "d1", "M"),
    ]


def test_tents_are_numbered_from_the_lowest_row() -> None:
    match = opened("S@a2 M@b1 D@a1", "S@e4 M@d5 D@e5", board="corners")
    assert [(p["tent"], p["cell"]) for p in match.position()["pieces"]] == [
        (0, "a1"), (1, "b1"), (2, "a2"), (0, "e4"), (1, "d5"), (2, "e5"),
    ]  # fmt: skip


def test_during_set_up_nobody_sees_the_other_pieces() -> None:
    match = played(Match("samarra"), "S@b1 M@c1 D@d1")
    assert [len(match.view(seat)["pieces"]) for seat in (0, 1, None, "everyone")] == [3, 0, 0, 3]
    assert (match.view(1)["turn"], match.view(1)["actions"], match.view(1)["turns"]) == (1, 1, 0)


def test_after_both_set_ups_cells_are_seen_and_characters_not() -> None:
    match = opened()
    assert piece(match, "S", 1) == {"seat": 0, "character": None, "tent": 0, "cell": "b1", "revealed": False}
    assert piece(match, "S", 0)["character"] == "S"
    assert piece(match, "s", None)["character"] is None
    assert piece(match, "s", "everyone")["character"] == "S"


def test_the_very_first_turn_has_one_action_and_every_later_one_two() -> None:
    match = opened()
    actors = []
    for move in ("b1-b2", "b5-b4", "c5-c4", "b2-b3", "c1-c2"):
        actors.append((match.actor, match.position()["actions"], match.position()["turns"]))
        match.play(move)
    assert actors == [(0, 1, 0), (1, 2, 1), (1, 1, 1), (0, 2, 2), (0, 1, 2)]
    assert (match.actor, match.position()["turns"]) == (1, 3)


def test_a_piece_moves_to_orthogonal_empty_cells() -> None:
    match = drawn("""
        . s m d .
        . . . . .
        . . S . .
        . . M . .
        . . D . .
    """)
    assert set(match.legal()) == {
        "c3-c4", "c3-b3", "c3-d3", "c2-b2", "c2-d2", "c1-b1", "c1-d1",
    }  # fmt: skip


def test_pieces_do_not_enter_rock_nor_leave_the_board() -> None:
    match = drawn(
        """
        s m d
        . . .
        S . M
        D . .
        """,
        board="SSS/.#./.#B/BB.",
    )
    assert set(match.legal()) == {"a2-a3", "c2-c3", "c2-c1", "a1-b1"}


def test_a_merchant_reveals_adjacent_hidden_enemies_only() -> None:
    match = drawn(
        """
        . . . . .
        . . s . .
        . d M . .
        . . m . .
        . S . D .
        """,
        revealed="m",
    )
    assert {move for move in match.legal() if "?" in move} == {"c3?c4", "c3?b3"}


def test_a_reveal_shows_both_for_the_rest_of_the_game_to_everybody() -> None:
    match = drawn("""
        . . . . .
        . . s . .
        . d M . .
        . . m . .
        . S . D .
    """)
    match.play("c3?b3")
    assert [piece(match, "M", seat)["character"] for seat in (0, 1, None)] == ["M"] * 3
    assert [piece(match, "d", seat)["character"] for seat in (0, 1, None)] == ["D"] * 3
    assert piece(match, "M")["revealed"]
    assert piece(match, "d")["revealed"]
    assert piece(match, "s", 0)["character"] is None
    assert match.position()["reveal"] == [False, True]
    assert match.position()["actions"] == 1


def test_a_seat_reveals_once_in_a_game() -> None:
    match = drawn("""
        . . . . .
        . . s . .
        . d M . .
        . . m . .
        . S . D .
    """)
    match.play("c3?b3")
    assert not any("?" in move for move in match.legal())


def test_only_death_kills_and_any_adjacent_enemy_may_be_its_victim() -> None:
    match = drawn(
        """
        . . . . .
        . . s . .
        . d D . .
        . . m . .
        . S . M .
        """,
        revealed="m",
    )
    assert {move for move in match.legal() if "x" in move} == {"c3xc4", "c3xb3", "c3xc2"}


def test_a_kill_shows_the_killer_and_takes_the_victim_off_without_showing_it() -> None:
    match = drawn("""
        . . . . .
        . . s . .
        . d D . .
        . . m . .
        . S . M .
    """)
    match.play("c3xc2")
    assert cell(match, "m") is None
    assert piece(match, "D", 1) == {"seat": 0, "character": "D", "tent": 2, "cell": "c3", "revealed": True}
    assert piece(match, "m", 0) == {"seat": 1, "character": None, "tent": 0, "cell": None, "revealed": False}
    assert match.position()["kill"] == [False, True]
    assert match.actor == 0
    assert not any("x" in move for move in match.legal())


def test_a_killed_revealed_piece_stays_known() -> None:
    match = drawn(
        """
        . . . . .
        . . s . .
        . d D . .
        . . m . .
        . S . M .
        """,
        revealed="m",
    )
    match.play("c3xc2")
    assert piece(match, "m", 0)["character"] == "M"


def test_revealed_pieces_move_and_use_a_power_they_still_have() -> None:
    match = drawn(
        """
        . . . . .
        . . s . .
        . d D M m
        . . . . .
        . S . . .
        """,
        revealed="MD",
    )
    assert {"d3-d4", "d3-d2", "d3?e3", "c3xc4", "c3xb3", "c3-c2"} <= set(match.legal())


def test_a_power_stays_unused_when_its_piece_dies() -> None:
    match = drawn("""
        . . . . .
        . . s . .
        . d D . .
        . . m . .
        . S . M .
    """)
    match.play("c3xb3")
    assert match.position()["kill"] == [False, True]
    played(match, "b1-a1")
    assert not any("x" in move for move in match.legal())


def test_a_seat_with_nothing_legal_loses_the_rest_of_its_turn() -> None:
    match = drawn(
        """
        S D M s .
        # # # m d
        """,
        board="BBBSS/###S.",
    )
    assert match.legal() == ["c2?d2"]
    match.play("c2?d2")
    assert (match.actor, match.position()["turns"], match.position()["actions"]) == (1, 3, 2)


def test_a_whole_turn_passes_by_itself_and_counts() -> None:
    match = drawn(
        """
        S D M . s
        # # # m d
        """,
        board="BBBSS/###S.",
        turn=1,
        actions=1,
        revealers=(0,),
    )
    match.play("e2-d2")
    assert (match.actor, match.position()["turns"], match.position()["actions"]) == (1, 5, 2)


def test_a_power_that_can_be_used_keeps_the_turn() -> None:
    match = drawn(
        """
        S D M . s
        # # # m d
        """,
        board="BBBSS/###S.",
        turn=1,
        actions=1,
    )
    match.play("e2-d2")
    assert match.actor == 0
    assert match.legal() == ["c2?d2"]


def test_seat_0_may_lose_its_very_first_turn_after_the_set_ups() -> None:
    match = played(Match("samarra", options={"board": "BBBSSS."}), "S@c1 M@b1 D@a1", "S@f1 M@d1 D@e1")
    assert (match.actor, match.position()["turns"], match.position()["actions"]) == (1, 1, 2)


def test_moves_of_the_other_seat_and_nonsense_are_refused() -> None:
    match = drawn(OPEN_DESERT)
    for move in ("b5-b4", "b1-b3", "b1-c2", "pass", "b1 - b2", "B1-b2", ""):
        with pytest.raises(IllegalMove):
            match.play(move)
