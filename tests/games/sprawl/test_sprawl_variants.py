"""Variants of Sprawl: loose branching, Sprawlgame, fast building."""

from tests.games.sprawl.boards import drawn, looks, moves

# Loose branching

AHEAD = """
        .   .   .   .   .
        .   .   .   .   .
        .   .   .   .   .
        .   .   .   .   .
        A32 a2e .   .   .
        .   .   .   .   .
        """


def ahead(legal: list[str]) -> set[str]:
    return {move for move in legal if move[0] == "R" and move[2:4] == "c2"}


def test_strictly_a_branch_ahead_of_its_source_points_straight_on() -> None:
    assert ahead(drawn(AHEAD).legal()) == {"R1c2e"}


def test_loosely_a_branch_ahead_of_its_source_points_anywhere_but_back() -> None:
    assert ahead(drawn(AHEAD, branching="loose").legal()) == {"R1c2e", "R1c2n/b2", "R1c2s/b2"}


def test_loosely_a_branch_beside_its_source_still_points_away() -> None:
    match = drawn(AHEAD, branching="loose")
    assert {move for move in match.legal() if move[2:4] in ("b3", "b1")} == {"R1b3n"}


def test_loosely_a_branch_from_a_tower_still_points_away() -> None:
    match = drawn(AHEAD, branching="loose")
    assert {move[4:] for move in moves(match, "R") if move[2:4] == "a3"} == {"n"}


def test_loosely_each_source_is_a_decision_of_its_own() -> None:
    match = drawn(
        """
        .   .   .   .   .
        .   .   .   .   .
        .   .   A32 .   .
        .   .   a2s .   .
        A32 a2e .   .   .
        .   .   .   .   .
        """,
        branching="loose",
    )
    from_west, from_north = {"R1c2e", "R1c2n/b2", "R1c2s/b2"}, {"R1c2s", "R1c2e/c3", "R1c2w/c3"}
    assert ahead(match.legal()) == from_west | from_north


def test_a_bent_branch_keeps_its_source() -> None:
    match = drawn(AHEAD.replace("A32", "A321").replace("a2e", "a3e"), branching="loose")
    match.play("R2c2n/b2")
    assert match.position()["branches"][1] == {"cell": "c2", "seat": 0, "size": 2, "points": "n", "source": "b2"}
    for move in ("T1e6", "T1a6"):
        match.play(move)
    grown = {move for move in match.legal() if move[0] == "R" and move[2:4] in ("c3", "d2", "c1")}
    assert grown == {"R1c3n", "R1c3e/c2", "R1c3w/c2", "R1d2e"}
    assert {"T1c4", "T3c4"} <= set(match.legal())


# Sprawlgame

CAPTURE = """
        .   .   .   .   .
        .   .   .   .   .
        .   .   C3  .   .
        .   .   c1s .   .
        A3  a1e B3  b3e .
        .   .   .   .   .
        """


def test_a_neutralised_tower_of_another_can_be_built_on_if_it_is_targeted() -> None:
    assert "B2c2" in drawn(CAPTURE, sprawlgame=True).legal()
    assert "B2c2" not in drawn(CAPTURE).legal()


def test_a_tower_that_is_not_targeted_cannot_be_captured() -> None:
    assert "B2c2" not in drawn(CAPTURE.replace("a1e", "."), sprawlgame=True).legal()


def test_a_tower_that_is_not_neutralised_cannot_be_captured() -> None:
    board = CAPTURE.replace("c1s", ".").replace("a1e B3 ", "a1e B21")
    assert not {move for move in moves(drawn(board, sprawlgame=True), "B") if move.endswith("c2")}


def test_ones_own_neutralised_tower_cannot_be_built_on() -> None:
    board = CAPTURE.replace("B3  b3e", "A3  a3e")
    assert "B2c2" not in drawn(board, sprawlgame=True).legal()


def test_a_captured_tower_may_stay_neutralised() -> None:
    match = drawn(CAPTURE, sprawlgame=True)
    match.play("B2c2")
    assert looks(match, CAPTURE.replace("B3", "B3A2"))
    assert match.actor == 2  # seat 1 has lost its only tower
    assert match.position()["ending"] == 1


def test_a_branch_left_behind_is_usable_by_nobody_until_the_tower_is_taken_back() -> None:
    board = """
        .   .   .   .   .
        .   .   .   .   .
        .   .   C3  .   .
        .   .   .   .   .
        .   .   {}  b3e .
        A3  .   .   .   B3
        """
    mine = {"R2d3n", "R2e2e"} & set(drawn(board.format("B3A2"), sprawlgame=True).legal())
    theirs = {"R2d3n", "R2d1s"} & set(drawn(board.format("B3A2"), turn=1, sprawlgame=True).legal())
    assert not mine
    assert not theirs
    assert "R2d3n" in drawn(board.format("A3B2"), turn=1, sprawlgame=True).legal()


def test_the_new_owner_grows_branches_of_its_own_from_a_captured_tower() -> None:
    match = drawn(
        """
        .   .   .   .   .
        .   .   .   .   .
        .   .   C3  .   .
        .   .   .   .   .
        .   .   B3A2 b3e .
        .   .   .   .   B3
        """,
        sprawlgame=True,
    )
    assert {move[2:] for move in moves(match, "R")} == {"c3n", "b2w"}


def test_without_friendly_fire_a_captured_tower_is_attacked_by_its_former_owner() -> None:
    board = """
        .   .   .   .   .
        .   .   .   .   .
        .   .   C3  .   .
        .   .   .   .   .
        B3  b1e {}  .   .
        .   .   .   .   A3
        """
    given = {"sprawlgame": True, "friendly_fire": False}
    assert "R1d2e" not in drawn(board.format("B3A2"), **given).legal()
    assert "R1d2e" in drawn(board.format("A3B2"), turn=1, **given).legal()


# Fast building

TWICE = """
        .   .   .   .   .
        .   .   .   A3  .
        .   .   .   a2s .
        .   .   .   .   .
        A2  a2e .   .   .
        .   B3  .   .   C3
        """


def test_after_a_spore_on_a_cell_targeted_twice_one_build_is_allowed() -> None:
    match = drawn(TWICE, fast_building=True)
    match.play("T3d2")
    assert match.position()["pending"] == {"build": "d2", "left": 1}
    assert (match.actor, set(match.legal())) == (0, {"B2d2", "done"})
    match.play("B2d2")
    assert (match.actor, match.position()["pending"]) == (1, None)
    assert match.position()["turns"] == 31


def test_building_can_be_declined() -> None:
    match = drawn(TWICE, fast_building=True)
    match.play("T3d2")
    match.play("done")
    assert match.actor == 1


def test_without_the_option_or_a_second_branch_the_turn_is_over() -> None:
    match = drawn(TWICE)
    match.play("T3d2")
    assert match.actor == 1
    match = drawn(TWICE.replace("a2s", "."), fast_building=True)
    match.play("T3d2")
    assert match.actor == 1


def test_nothing_is_built_on_a_small_spore() -> None:
    match = drawn(TWICE, fast_building=True)
    match.play("T1d2")
    assert match.actor == 1


def test_nothing_is_built_without_the_piece() -> None:
    board = TWICE.replace("A2  a2e", "A32 a2e").replace(".   B3  .   .   C3", "A2  B3  .   A2  C3")
    match = drawn(board, fast_building=True)
    assert match.position()["stash"][0][1] == 0
    match.play("T3d2")
    assert match.actor == 1


FOUR_TIMES = """
        .   .   .   .   .   .   .   .
        .   .   .   A3  .   .   .   .
        .   .   .   a2s .   .   .   .
        .   .   .   .   .   .   .   .
        A3  a2e .   .   .   a2w A3  .
        .   .   .   .   .   .   .   .
        .   .   .   a2n .   .   .   .
        .   .   .   A3  .   .   .   .
        """


def test_three_branches_allow_a_whole_tower() -> None:
    match = drawn(FOUR_TIMES.replace("a2n", "."), fast_building=True)
    match.play("T3d4")
    assert match.position()["pending"] == {"build": "d4", "left": 2}
    match.play("B2d4")
    assert match.position()["pending"] == {"build": "d4", "left": 1}
    match.play("B1d4")
    assert match.actor == 1
    assert {"cell": "d4", "pieces": [{"seat": 0, "size": size} for size in (3, 2, 1)]} in match.position()["towers"]


def test_more_branches_allow_no_more_than_fits_on_a_tower() -> None:
    match = drawn(FOUR_TIMES, fast_building=True)
    match.play("T3d4")
    assert match.position()["pending"] == {"build": "d4", "left": 2}


def test_branches_that_are_not_usable_do_not_count() -> None:
    board = """
        .   .   .   .   .
        .   B3  b1e A3  .
        .   .   .   a2s .
        .   .   .   .   .
        A2  a2e .   .   .
        .   B3  .   .   C3
        """
    match = drawn(board, fast_building=True)
    match.play("T3d2")
    assert match.actor == 1
