"""How games of Samarra end, and the options that change it."""

from itertools import pairwise

import pytest

from tablier import Match
from tests.games.samarra.boards import cell, drawn, ended, opened, piece, played

AT_THE_GATE = """
    . . m d .
    . S . . .
    . . . . .
    . . . s .
    . M D . .
"""
UNGUARDED = """
    . . m . .
    . S . d .
    . . . . .
    . . s . .
    . M D . .
"""


def test_who_kills_the_servant_wins() -> None:
    match = drawn("""
        . . . . .
        . . s . .
        . d D . .
        . . m . .
        . S . M .
    """)
    match.play("c3xc4")
    assert ended(match) == (0, "killed")
    assert cell(match, "s") is None


def test_a_servant_that_enters_the_enemy_city_without_its_death_wins() -> None:
    assert ended(played(drawn(UNGUARDED), "b4-b5")) == (0, "arrived")


def test_where_death_is_at_home_an_entry_does_nothing_and_announces_nothing() -> None:
    match = drawn(AT_THE_GATE)
    match.play("b4-b5")
    assert match.outcome is None
    assert match.actor == 0
    assert not any(p["revealed"] for p in match.position()["pieces"])


def test_a_dead_death_does_not_guard() -> None:
    match = drawn(
        """
        . . m . .
        . S . . .
        . . s . .
        . . . . .
        . M D . .
        """,
        dead="d",
    )
    assert ended(played(match, "b4-b5")) == (0, "arrived")


def test_a_death_whose_kill_is_spent_still_guards() -> None:
    match = drawn(
        """
        . . m d .
        . S . . .
        . . . . .
        . . s . .
        . M . . .
        """,
        dead="D",
    )
    assert played(match, "b4-b5").outcome is None


def test_a_step_within_the_enemy_city_is_no_arrival() -> None:
    match = drawn("""
        . S . m .
        . . d . .
        . . . . .
        . . s . .
        . M D . .
    """)
    assert played(match, "b5-c5").outcome is None


def test_a_servant_that_leaves_and_comes_back_arrives() -> None:
    match = drawn("""
        . S . m .
        . . d . .
        . . . . .
        . . s . .
        . M D . .
    """)
    assert ended(played(match, "b5-b4", "b4-b5")) == (0, "arrived")


def test_only_the_servant_arrives() -> None:
    match = drawn("""
        . . m . .
        . M . d .
        . . . . .
        . . s . .
        . S D . .
    """)
    assert played(match, "b4-b5").outcome is None


def test_the_movers_own_death_in_the_enemy_city_changes_nothing() -> None:
    match = drawn("""
        . . m D .
        . S . d .
        . . . . .
        . . s . .
        . M . . .
    """)
    assert ended(played(match, "b4-b5")) == (0, "arrived")


def test_death_that_leaves_the_city_does_not_lose_by_entry() -> None:
    match = drawn(
        """
        . S m d .
        . . . . .
        . . . . .
        . . s . .
        . M D . .
        """,
        turn=1,
    )
    assert played(match, "d5-d4").outcome is None


BOTH_SPENT = {"dead": "Mm", "killers": (0, 1)}


def test_when_neither_can_win_the_nearer_servant_wins_at_the_end_of_the_turn() -> None:
    match = drawn(
        """
        . . . d .
        . . . . .
        . S s . .
        . D . . .
        . . . . .
        """,
        **BOTH_SPENT,
    )
    match.play("b2-b1")
    assert match.outcome is None
    assert ended(played(match, "b3-b4")) == (0, "nearer")


def test_equal_distances_are_a_draw() -> None:
    match = drawn(
        """
        . . . d .
        . . . . .
        . S s . .
        . D . . .
        . . . . .
        """,
        actions=1,
        **BOTH_SPENT,
    )
    assert ended(played(match, "b2-b1")) == (None, "nearer")


def test_distances_go_around_rock_and_through_pieces() -> None:
    match = drawn(
        """
        . . . d
        s # # .
        . # S .
        D . . .
        """,
        board="..SS/.##S/.#../BBB.",
        actions=1,
        **BOTH_SPENT,
    )
    # The white Servant stands two steps from a1, the black one then one step from d3.
    assert ended(played(match, "c2-d2")) == (0, "nearer")


def test_a_death_away_from_home_can_still_let_somebody_win() -> None:
    match = drawn(
        """
        . . . d .
        . . . . .
        . S s . .
        . D . . .
        . . . . .
        """,
        actions=1,
        **BOTH_SPENT,
    )
    assert played(match, "b3-b4").outcome is None


def test_an_unspent_kill_can_still_let_somebody_win() -> None:
    match = drawn(
        """
        . . m d .
        . . . . .
        . S s . .
        . D . . .
        . . . . .
        """,
        actions=1,
        dead="M",
    )
    assert played(match, "b2-b1").outcome is None


def test_the_net_compares_distances_when_so_many_turns_are_over() -> None:
    match = opened(turn_limit=2)
    played(match, "b1-b2", "b5-a5")
    assert match.outcome is None
    assert ended(played(match, "a5-b5")) == (0, "limit")


def test_without_a_net_a_game_goes_on() -> None:
    match = drawn(AT_THE_GATE, turns=2000, turn_limit=0)
    assert played(match, "b4-b3", "b3-b4").outcome is None


def test_the_default_net_is_120_turns() -> None:
    match = drawn(AT_THE_GATE, turns=119, turn=1)
    assert ended(played(match, "d2-e2", "e2-d2")) == (None, "limit")


def test_two_turns_in_a_row_without_any_action_end_the_game() -> None:
    match = drawn("D S M m d s", board="BBBSSS")
    assert match.legal() == ["c1?d1"]
    assert ended(played(match, "c1?d1")) == (0, "nearer")


def test_two_lost_turns_end_the_game_before_the_net_does() -> None:
    match = drawn("D S M m d s", board="BBBSSS", turn_limit=5)
    assert ended(played(match, "c1?d1")) == (0, "nearer")
    match = drawn("D S M m d s", board="BBBSSS", turn_limit=4)
    assert ended(played(match, "c1?d1")) == (0, "limit")


# Presence


def test_with_presence_a_servant_inside_wins_when_death_leaves() -> None:
    inside = """
        . S m d .
        . . . . .
        . . . . .
        . . s . .
        . M D . .
    """
    for leaving in ("d5-d4", "d5-e5"):
        assert ended(played(drawn(inside, turn=1, arrival="presence"), leaving)) == (0, "arrived")


def test_with_presence_any_action_of_either_seat_is_looked_at() -> None:
    match = drawn(
        """
        . S m . .
        . . . . d
        . . . . .
        . . s . .
        . M D . .
        """,
        arrival="presence",
    )
    assert match.outcome is None  # a loaded position is looked at only after the next action
    assert ended(played(match, "b1-b2")) == (0, "arrived")


def test_with_presence_a_kill_of_the_guard_wins() -> None:
    match = drawn(
        """
        . S m d .
        . . . D .
        . . . . .
        . . s . .
        . M . . .
        """,
        arrival="presence",
    )
    assert ended(played(match, "d4xd5")) == (0, "arrived")


@pytest.mark.parametrize("turn", [0, 1])
def test_with_presence_of_both_the_seat_that_acted_wins(turn: int) -> None:
    match = drawn(
        """
        . S m . .
        . . . . d
        . D . . .
        . . . . .
        . M s . .
        """,
        turn=turn,
        arrival="presence",
    )
    assert ended(played(match, ("b3-a3", "e4-e3")[turn])) == (turn, "arrived")


def test_with_presence_a_guarded_city_is_safe() -> None:
    assert played(drawn(AT_THE_GATE, arrival="presence"), "b4-b5", "b5-a5").outcome is None


# Automatic death


def test_automatic_death_strikes_what_enters_the_city_without_using_an_action() -> None:
    match = drawn(
        """
        . . m d .
        . M . . .
        . . . . .
        . . . s .
        . S D . .
        """,
        automatic_death=True,
    )
    match.play("b4-b5")
    assert cell(match, "M") is None
    assert piece(match, "M", 1)["character"] is None
    assert piece(match, "d", 0)["revealed"]
    assert match.position()["kill"] == [True, False]
    assert (match.actor, match.position()["actions"]) == (0, 1)


def test_automatic_death_of_the_servant_loses_the_game() -> None:
    assert ended(played(drawn(AT_THE_GATE, automatic_death=True), "b4-b5")) == (1, "killed")


def test_automatic_death_needs_an_unspent_kill() -> None:
    match = drawn(
        """
        . . m d .
        . S . . .
        . . . . .
        . . s . .
        . M . . .
        """,
        dead="D",
        automatic_death=True,
    )
    match.play("b4-b5")
    assert match.outcome is None
    assert cell(match, "S") == "b5"


def test_automatic_death_needs_death_in_the_city() -> None:
    match = drawn(UNGUARDED, automatic_death=True)
    assert ended(played(match, "b4-b5")) == (0, "arrived")


def test_automatic_death_spares_steps_within_the_city() -> None:
    match = drawn(
        """
        . S . d .
        . . m . .
        . . . . .
        . . s . .
        . M D . .
        """,
        automatic_death=True,
    )
    assert cell(played(match, "b5-c5"), "S") == "c5"


def test_automatic_death_also_strikes_the_enemys_death() -> None:
    match = drawn(
        """
        . . m d .
        . D . . .
        . . . . .
        . . . s .
        . S M . .
        """,
        automatic_death=True,
    )
    match.play("b4-b5")
    assert cell(match, "D") is None
    assert match.position()["kill"] == [True, False]


# Passing


def test_pass_is_legal_only_with_the_option_and_uses_an_action() -> None:
    assert "pass" not in opened().legal()
    match = opened(passing=True)
    match.play("pass")
    assert (match.actor, match.position()["actions"], match.position()["turns"]) == (1, 2, 1)
    match.play("pass")
    assert (match.actor, match.position()["actions"], match.position()["turns"]) == (1, 1, 1)


def test_the_seat_that_passed_the_first_of_four_turns_in_a_row_loses() -> None:
    match = drawn(AT_THE_GATE, passing=True)
    played(match, *["pass"] * 7)
    assert match.outcome is None
    assert ended(played(match, "pass")) == (1, "passed")


def test_the_short_first_turn_counts_as_passed_turn() -> None:
    match = played(opened(passing=True), *["pass"] * 6)
    assert match.outcome is None
    assert ended(played(match, "pass")) == (1, "passed")


def test_a_turn_with_a_move_interrupts_the_passed_turns() -> None:
    match = drawn(AT_THE_GATE, passing=True)
    played(match, *["pass"] * 6, "d2-d3", "pass", *["pass"] * 6)
    assert match.outcome is None
    assert ended(played(match, "pass", "pass")) == (1, "passed")


def test_a_turn_loaded_under_way_is_no_passed_turn() -> None:
    match = drawn(AT_THE_GATE, passing=True, actions=1)
    played(match, "pass", *["pass"] * 6)
    assert match.outcome is None
    assert ended(played(match, "pass", "pass")) == (0, "passed")


# Repetition


def test_no_repetition_forbids_a_turn_that_changes_nothing() -> None:
    match = drawn(AT_THE_GATE, no_repetition=True)
    match.play("b4-b3")
    assert "b3-b4" not in match.legal()
    assert "b3-b2" in match.legal()


def test_no_repetition_does_not_know_where_a_turn_began_that_was_under_way_when_loaded() -> None:
    match = played(drawn(AT_THE_GATE, no_repetition=True), "b4-b3")
    loaded = Match.from_position(match.position())
    assert set(loaded.legal()) - set(match.legal()) == {"b3-b4"}


CIRCLE = ("d2-e2", "e2-e3", "b3-b2", "b2-a2", "e3-d3", "d3-d2", "a2-a3", "a3-b3")


def test_no_repetition_forbids_a_position_that_has_ended_two_of_the_seats_turns() -> None:
    match = drawn(AT_THE_GATE, no_repetition=True, actions=1)
    played(match, "b4-b3", *CIRCLE)  # now twice
    played(match, *CIRCLE[:-1])
    assert "a3-b3" not in match.legal()
    assert "a3-a4" in match.legal()


def test_no_repetition_counts_only_the_seats_own_turns() -> None:
    match = drawn(AT_THE_GATE, no_repetition=True, actions=1)
    played(match, "b4-b3", *CIRCLE)
    played(match, *CIRCLE[:4], "e3-d3")
    assert "d3-d2" in match.legal()  # so stood once at the end of turns of seat 1


def test_no_repetition_takes_a_reveal_for_a_new_position() -> None:
    drawing = """
        . . m d .
        . S M . .
        . . . . .
        . . . s .
        . . D . .
    """
    for answer, again in (("pass", False), ("c5?c4", True)):
        match = drawn(drawing, no_repetition=True, passing=True, actions=1)
        played(match, "b4-b3", *CIRCLE, answer, "pass", "b3-a3", "a3-a2", "pass", "pass", "a2-a3")
        assert ("a3-b3" in match.legal()) is again


def grand_tour() -> list[str]:
    """A tour of the 36 cells from c2 to h7, step by step, from c2 back to c2."""
    columns = [f"{column}{row}" for n, column in enumerate("hgfedc") for row in (range(3, 8), range(7, 2, -1))[n % 2]]
    cells = ["c2", "d2", "e2", "f2", "g2", "h2", *columns]
    return [f"{one}-{two}" for one, two in pairwise([*cells, "c2"])]


def test_no_repetition_looks_back_32_turns_of_the_seat() -> None:
    match = drawn(
        """
        m d . . . . . .
        . . . . . . . .
        . . . . . . . .
        . . . . . . . .
        . . . . . . . .
        S . . . . . . .
        . . s . . . . .
        D M . . . . . .
        """,
        board="SSS...../......../......../......../......../......../......../BBB.....",
        no_repetition=True,
        passing=True,
        turn_limit=0,
    )
    played(match, *["pass"] * 6)  # seat 0 has ended two turns like this
    tour = grand_tour()
    played(match, *tour[:2], "a3-a4", "a4-a5")
    tour_on(match, tour[2:])
    assert "a4-a3" not in match.legal()
    played(match, "pass", *tour[:2], "a4-a5", "pass")
    tour_on(match, tour[2:])
    assert "a4-a3" in match.legal()


def tour_on(match: Match, steps: list[str]) -> None:
    """Seat 1 goes two steps at a time, seat 0 waits; in its last turn it takes one step towards a3."""
    for one, two in zip(steps[::2], steps[1::2], strict=True):
        played(match, one, two)
        if two != steps[-1]:
            played(match, "pass", "pass")
    match.play("a5-a4")


def test_no_repetition_exempts_entries_of_any_piece() -> None:
    match = drawn(
        """
        . M m d .
        . . . . .
        . . . . .
        . . . s .
        . S D . .
        """,
        no_repetition=True,
    )
    match.play("b5-b4")
    assert "b4-b5" in match.legal()


def test_no_repetition_does_not_exempt_steps_within_the_city() -> None:
    match = drawn(
        """
        . M . d .
        . . m . .
        . . . . .
        . . . s .
        . S D . .
        """,
        no_repetition=True,
    )
    match.play("b5-c5")
    assert "c5-b5" not in match.legal()


def test_no_repetition_exempts_a_passed_turn() -> None:
    match = drawn(AT_THE_GATE, no_repetition=True, passing=True)
    played(match, *["pass"] * 6, "d2-e2", "pass", "pass", "pass", "e2-d2", "pass")
    match.play("pass")
    assert "pass" in match.legal()


def test_no_repetition_forbids_a_pass_that_leaves_a_position_for_the_third_time() -> None:
    match = drawn(AT_THE_GATE, no_repetition=True, passing=True)
    played(match, *["pass"] * 6)
    played(match, "d2-e2", "pass", "b4-b3", "pass", "e2-d2", "pass", "b3-b4")
    assert "pass" not in match.legal()
    assert "b4-a4" in match.legal()


def test_no_repetition_ends_a_turn_in_which_nothing_else_is_left() -> None:
    match = drawn("S . s D M d . .", board="BBB..SSS", dead="m", revealers=(0,), no_repetition=True)
    assert match.legal() == ["a1-b1"]
    match.play("a1-b1")
    assert (match.actor, match.position()["turns"]) == (1, 3)
