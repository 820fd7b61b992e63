"""Coup d'État: who is asked about a spore, taking it back, and the cards."""

from typing import Any

from tablier import Match
from tablier.core.records import frozen
from tablier.games.sprawl.story import last_count
from tests.games.sprawl.boards import drawn, looks, moves

SPORE = """
        .   .   .   .   .
        .   .   .   .   .
        .   .   .   B3  .
        .   .   .   .   .
        A3  a2e .   .   .
        .   .   C3  .   .
        """
# A tower on d2 can be struck at from d3 by seat 1. Nothing of seat 2 can point at it.


def spored(size: int = 3, board: str = SPORE, **given: Any) -> Match:
    match = drawn(board, coup=True, **given)
    match.play(f"T{size}d2")
    return match


def test_a_seat_that_could_neutralise_the_spore_is_asked() -> None:
    match = spored()
    assert match.actor == 1
    assert match.position()["turn"] == 0
    assert match.position()["pending"] == {"ask": 1, "tower": "d2"}
    assert set(match.legal()) == {"ask", "let"}


def test_nobody_is_asked_without_the_option() -> None:
    match = drawn(SPORE)
    match.play("T3d2")
    assert match.position()["pending"] is None


def test_nobody_is_asked_about_branches_and_builds() -> None:
    for move in ("B2a2", "R3a3n"):
        match = drawn(SPORE, coup=True)
        match.play(move)
        assert match.position()["pending"] is None


def test_a_seat_whose_branches_have_only_sizes_of_the_tower_is_not_asked() -> None:
    board = """
        B21 B21 B21 B2  {}
        B21 .   .   .   .
        .   .   .   B3  .
        .   .   .   .   .
        A3  a2e .   .   .
        .   .   C3  .   .
        """
    one_small_left, only_large_left = spored(3, board.format(".")), spored(3, board.format("B1"))
    assert one_small_left.position()["pending"] == {"ask": 1, "tower": "d2"}
    assert only_large_left.position()["pending"] is None


def test_a_seat_that_can_lay_no_branch_there_is_not_asked() -> None:
    match = spored(board=SPORE.replace("B3  .", ".   B3"))
    assert match.position()["pending"] is None


def test_by_the_strongest_the_attack_must_outweigh_the_spore() -> None:
    assert spored(3, strongest=True).position()["pending"] is None
    assert spored(2, strongest=True).position()["pending"] == {"ask": 1, "tower": "d2"}


def test_by_the_strongest_those_who_attack_already_add_up() -> None:
    board = """
        .   .   .   .   .   .
        .   .   .   .   .   .
        .   .   .   .   .   .
        A2  a2e .   .   {}  C3
        .   .   .   .   .   .
        .   .   .   B3  .   .
        """
    alone, together = (drawn(board.format(branch), coup=True, strongest=True) for branch in (".", "c2w"))
    alone.play("T3d3")
    together.play("T3d3")
    assert alone.position()["pending"] is None
    assert together.position()["pending"] == {"ask": 1, "tower": "d3"}


def test_the_other_seats_are_asked_in_playing_order() -> None:
    match = drawn(
        """
        .   .   .   .   .   .
        .   .   .   .   .   .
        .   .   .   C3  .   .
        .   .   .   .   .   .
        B3  b2e .   .   .   A3
        .   .   .   .   .   .
        """,
        turn=1,
        coup=True,
    )
    match.play("T3d2")
    assert match.position()["pending"] == {"ask": 2, "tower": "d2"}
    match.play("let")
    assert match.position()["pending"] == {"ask": 0, "tower": "d2"}  # seat 3 has not begun
    match.play("let")
    assert (match.actor, match.position()["pending"]) == (2, None)


def test_seats_without_a_turn_before_the_end_are_not_asked() -> None:
    assert spored(ending=1).outcome is not None
    assert spored(ending=2).position()["pending"] == {"ask": 1, "tower": "d2"}


def test_the_first_question_ends_the_asking() -> None:
    match = spored()
    match.play("ask")
    assert match.actor == 0
    assert match.position()["pending"] == {"asked": 1, "tower": "d2"}
    assert set(match.legal()) == {"stand", "undo"}


def test_standing_ends_the_turn() -> None:
    match = spored()
    match.play("ask")
    match.play("stand")
    assert (match.actor, match.position()["pending"], match.position()["cards"]) == (1, None, [0, 0, 0])
    assert match.position()["turns"] == 31


def test_undoing_takes_the_spore_back_for_a_card_and_the_seat_plays_again() -> None:
    match = spored()
    match.play("ask")
    match.play("undo")
    assert looks(match, SPORE)
    assert match.actor == 0
    assert match.position()["cards"] == [0, 1, 0]
    assert match.position()["turns"] == 30
    assert match.position()["pending"] == {"withdrawn": ["T3d2"]}
    assert moves(match, "T") == {"T1d2", "T2d2"}


def test_a_new_spore_can_be_challenged_again() -> None:
    match = spored()
    for move in ("ask", "undo", "T1d2"):
        match.play(move)
    assert match.position()["pending"] == {"ask": 1, "tower": "d2", "withdrawn": ["T3d2"]}
    match.play("ask")
    assert match.position()["pending"] == {"asked": 1, "tower": "d2", "withdrawn": ["T3d2"]}
    match.play("undo")
    assert match.position()["pending"] == {"withdrawn": ["T1d2", "T3d2"]}
    assert match.position()["cards"] == [0, 2, 0]
    match.play("B2a2")
    assert match.position()["pending"] is None


def test_seats_are_asked_after_fast_building_and_undo_takes_all_of_it_back() -> None:
    board = """
        .   .   .   A3  .   .
        .   .   .   a2s .   .
        .   .   .   .   .   .
        A2  a2e .   .   .   .
        .   .   .   .   .   .
        .   .   .   B3  .   .
        """
    match = drawn(board, coup=True, fast_building=True)
    match.play("T3d3")
    assert match.position()["pending"] == {"build": "d3", "left": 1}
    match.play("B2d3")
    assert match.position()["pending"] == {"ask": 1, "tower": "d3"}
    match.play("ask")
    match.play("undo")
    assert looks(match, board)
    assert match.position()["pending"] == {"withdrawn": ["T3d3"]}
    match.play("T2d3")
    assert match.position()["pending"] == {"build": "d3", "left": 1, "withdrawn": ["T3d3"]}
    match.play("done")
    assert match.position()["pending"] == {"ask": 1, "tower": "d3", "withdrawn": ["T3d3"]}


def test_undo_is_offered_only_if_it_leaves_something_legal() -> None:
    board = """
        .   .   .   .   {}
        .   .   .   .   .
        .   .   .   .   .
        .   .   B3  .   .
        C3  .   .   .   .
        A321 a1e .  .   .
        """
    match = drawn(board.format("."), coup=True)
    assert match.legal() == ["T1c1"]
    match.play("T1c1")
    match.play("ask")
    assert match.legal() == ["stand"]
    match = drawn(board.format("A3"), coup=True)
    match.play("T1c1")
    match.play("ask")
    assert set(match.legal()) == {"stand", "undo"}


def test_no_card_is_taken_once_the_deck_is_empty() -> None:
    match = spored(cards=[20, 20, 12])
    match.play("ask")
    match.play("undo")
    assert match.position()["cards"] == [20, 20, 12]
    assert match.position()["pending"] == {"withdrawn": ["T3d2"]}


# The cards at the end

LAST = """
        .   .   .   .   .
        .   .   .   .   .
        .   .   .   B3  .
        .   .   .   .   .
        A3  .   .   .   .
        .   .   .   .   C3
        """


def last_turn(**given: Any) -> Match:
    match = drawn(LAST, turn=2, ending=0, coup=True, **given)
    match.play("B2e1")
    return match


def test_cards_are_turned_up_by_chance_when_play_is_over() -> None:
    match = last_turn(cards=[1, 2, 0])
    assert match.actor == "chance"
    assert match.position()["pending"] == {"turned": []}
    assert (match.position()["turn"], match.position()["ending"]) == (0, 0)
    assert dict(zip(match.legal(), match.weights(), strict=True)) == {"card1": 40, "card2": 12}


def test_each_card_turned_up_is_one_less_of_its_kind() -> None:
    match = last_turn(cards=[1, 2, 0])
    match.play("card2")
    assert match.position()["pending"] == {"turned": [2]}
    assert dict(zip(match.legal(), match.weights(), strict=True)) == {"card1": 40, "card2": 11}
    match.play("card1")
    assert dict(zip(match.legal(), match.weights(), strict=True)) == {"card1": 39, "card2": 11}


def test_a_kind_used_up_is_not_offered() -> None:
    match = last_turn(cards=[12, 2, 0])
    for _ in range(12):
        match.play("card2")
    assert match.legal() == ["card1"]
    assert match.weights() == [40]
    match = last_turn(cards=[40, 2, 0])
    for _ in range(40):
        match.play("card1")
    assert match.legal() == ["card2"]
    assert match.weights() == [12]


def test_cards_are_subtracted_from_their_owners_penalty() -> None:
    match = last_turn(cards=[1, 1, 1])  # on the board: 3, 3 and 5 pips
    for move in ("card2", "card2", "card1"):
        assert match.outcome is None
        match.play(move)
    assert match.outcome is not None
    assert match.outcome.scores == (0.0, 0.0, 1.0)
    match = last_turn(cards=[2, 1, 0])
    for move in ("card1", "card2", "card1"):
        match.play(move)
    assert match.outcome is not None
    assert match.outcome.scores == (1.0, 0.0, 0.0)
    assert match.position()["pending"] is None
    assert match.position()["cards"] == [2, 1, 0]


def test_without_cards_the_count_comes_at_once() -> None:
    assert last_turn().outcome is not None


def test_the_last_card_is_counted_in_a_record_of_its_own() -> None:
    match = last_turn(cards=[1, 1, 1])
    for move in ("card2", "card2", "card1"):
        match.play(move)
    before, after = map(frozen, match.history[-2:])
    shown = int(after.turned), int(after.twos)
    counted = last_count(before, match.codes[-1], after)
    assert (int(counted.turned), int(counted.twos)) == (3, 0b011)
    assert (int(after.turned), int(after.twos)) == shown != (3, 0b011)
