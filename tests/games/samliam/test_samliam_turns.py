"""Turns: placements from the reserve, lifts when it is empty, and the limit."""

import pytest

from tablier import Match
from tests.games.samliam.boards import board, everything, placements_in, triangles_in, used_up


def test_red_begins_and_every_facing_fits_into_every_empty_cell() -> None:
    match = Match("samliam")
    assert match.actor == 0
    assert len(match.legal()) == 81 * 4
    assert placements_in(match, "e5") == {"e5ne", "e5se", "e5sw", "e5nw"}


def test_seats_follow_each_other_in_a_circle() -> None:
    match = Match("samliam", seats=3)
    actors = []
    for move in ("a1ne", "c5ne", "g2ne", "i9sw"):
        actors.append(match.actor)
        match.play(move)
    assert actors == [0, 1, 2, 0]
    assert match.position()["reserve"] == [38, 39, 39]
    assert match.position()["turns"] == 4


@pytest.mark.parametrize("owner", "rg")
@pytest.mark.parametrize(("single", "rest"), [("◥", "sw"), ("◢", "nw"), ("◣", "ne"), ("◤", "se")])
def test_a_cell_with_one_triangle_takes_only_the_opposite_facing_whoever_owns_it(
    owner: str, single: str, rest: str
) -> None:
    assert placements_in(board(owner + single), "a1") == {f"a1{rest}"}


def test_a_cell_with_two_triangles_is_full() -> None:
    assert placements_in(board("r◥g◣ g◤g◢"), "a1") == set()
    assert placements_in(board("r◥g◣ g◤g◢"), "b1") == set()


def test_a_placement_is_one_decision_and_ends_the_turn() -> None:
    match = board("g◥")
    match.play("a1sw")
    assert triangles_in(match, "a1") == [("ne", 1), ("sw", 0)]
    assert match.actor == 1
    assert match.position()["reserve"] == [39, 39]


def test_a_seat_with_an_empty_reserve_first_lifts_one_of_its_own_triangles() -> None:
    match = used_up("r◥g◣ r◤r◢ g◤", seat=0)
    assert match.actor == 0
    assert {"-a1ne", "-b1nw", "-b1se"} <= set(match.legal())
    assert len(match.legal()) == 40
    assert not {"-a1sw", "-c1nw"} & set(match.legal())


def test_a_lift_is_followed_by_a_placement_and_both_are_one_turn() -> None:
    match = used_up("r◥g◣ r◤r◢ g◤", seat=0)
    match.play("-a1ne")
    assert match.actor == 0
    assert match.position()["turns"] == 0
    assert match.position()["lifted"] == {"cell": "a1", "facing": "ne"}
    assert triangles_in(match, "a1") == [("sw", 1)]
    match.play("c1se")
    assert match.actor == 1
    assert match.position()["turns"] == 1
    assert match.position()["lifted"] is None
    assert match.position()["reserve"] == [0, 38]


def test_a_lifted_triangle_does_not_return_to_its_cell_with_its_facing() -> None:
    match = used_up("r◥g◣ r◤r◢ r◤", seat=0)
    match.play("-a1ne")
    assert placements_in(match, "a1") == set()
    match.undo()
    match.play("-b1se")
    assert placements_in(match, "b1") == set()
    match.undo()
    match.play("-c1nw")
    assert placements_in(match, "c1") == {"c1ne", "c1se", "c1sw"}


def test_a_lift_takes_the_facings_that_only_two_own_triangles_showed() -> None:
    match = used_up("r◤ r◥\nr◣ .\n. .\n. . r◤r◢", seat=0)
    match.play("-c1nw")
    match.play("a1ne")
    match.play("c2ne")
    assert match.outcome is None


def test_a_threat_ends_when_a_triangle_of_it_is_lifted() -> None:
    match = used_up("r◤ r◥\nr◣ .", seat=0)
    match.play("-a1sw")
    match.play("b1se")
    assert match.outcome is None


def test_a_threat_stays_when_another_figure_lacks_the_same_cell() -> None:
    match = used_up(
        """
        r◤ .  r◥
        .  r◤ r◥
        r◣ r◣ .
    """,
        seat=0,
    )
    match.play("-b1sw")
    match.play("c1se")
    assert match.outcome.reason == "square"


def test_phase_two_begins_for_each_seat_by_itself() -> None:
    match = used_up("r◥", seat=0, turn=1)
    assert set(match.legal()) == everything(match)
    match.play("a1sw")
    assert all(move.startswith("-") for move in match.legal())


def test_a_seat_that_placed_its_last_triangle_lifts_only_on_its_next_turn() -> None:
    match = used_up("r◥", seat=0)
    data = match.position()
    assert data["triangles"].pop(0) == {"cell": "a1", "facing": "ne", "seat": 0}
    data["reserve"][0] = 1
    match = Match.from_position(data)
    match.play("a1ne")
    match.play("a2ne")
    assert all(move.startswith("-") for move in match.legal())


def test_the_small_board_has_seven_rows_and_columns() -> None:
    match = Match("samliam", options={"size": 7})
    assert len(match.legal()) == 49 * 4
    assert {"a1ne", "g7sw"} <= set(match.legal())
    assert not {"h1ne", "a8ne"} & set(match.legal())


def test_the_small_board_has_no_threats_beyond_its_edge() -> None:
    match = board(
        """
        .  .  .  .  .  .  g◥
        .  .  .  .  .  .  g◢
        .  .  .  .  .  r◤ r◥
        .  .  .  .  .  r◣ .
        .  .  .  .  .  .  .
        .  .  .  .  .  .  .
        r◤ .  .  .  .  .  .
    """,
        size=7,
        turn=1,
    )
    match.play("a1se")
    assert not match.outcome
    match.play("g4se")
    assert match.outcome.reason == "square"


def test_the_limit_ends_the_game_as_a_draw() -> None:
    match = Match("samliam", seats=4, options={"turn_limit": 3})
    for move in ("a1ne", "a1sw", "c2ne"):
        match.play(move)
    assert match.outcome.reason == "limit"
    assert match.outcome.scores == (0.25,) * 4


def test_a_figure_on_the_last_turn_comes_before_the_limit() -> None:
    match = board("r◤ r◥\nr◣ .", turn_limit=1)
    match.play("b1se")
    assert match.outcome.reason == "square"


def test_an_announced_win_on_the_last_turn_comes_before_the_limit() -> None:
    match = board(
        """
        r◤ r◥ .  r◤ .
        r◣ .  .  r◣ .
    """,
        turn_limit=1,
    )
    match.play("e2ne")
    assert match.outcome.reason == "announced"


def test_a_limit_of_zero_is_none() -> None:
    match = used_up("r◥", seat=0, turn_limit=0, turns=4998)
    match.play("-a1ne")
    match.play("a1sw")
    match.play("c1ne")
    assert match.outcome is None
    assert match.position()["turns"] == 5000
