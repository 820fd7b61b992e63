"""What Sprawl asks, why it refuses a touch, and where it marks a move: on positions where one knows the answer."""

from typing import Any

import pytest

from tablier import Match
from tablier.core.records import frozen
from tests.games.sprawl.boards import drawn

BOARD = """
        .   .   .   .   .
        .   A32 b1w B3  .
        .   a3s .   .   .
        .   .   .   .   .
        .   .   .   .   C3
        A2  a2e .   .   .
        """
GROWN = """
        .   .   .   .   .
        .   .   .   .   .
        .   .   .   B3  .
        .   .   .   .   A1
        A32 a2e .   .   .
        .   .   C3  .   .
        """
LOOSE = """
        .   .   .   .   .
        .   .   .   .   .
        .   .   .   B3  .
        .   .   .   .   .
        A32 a3e .   .   .
        .   .   C3  .   .
        """
SPORE = """
        .   .   .   .   .
        .   .   .   .   .
        .   .   .   B3  .
        .   .   .   .   .
        A3  a2e .   .   .
        .   .   C3  .   .
        """


def told(match: Match) -> tuple[Any, Any, Any]:
    return match.engine.game.view, match.engine.frozen_options, frozen(match.state)


def asked(match: Match, language: str = "en") -> list[str]:
    view, options, state = told(match)
    return [sentence.say(language) for sentence in view.asked(options, state)]


def why(match: Match, touches: str) -> str:
    """The reason why the last of some touches is refused."""
    view, options, state = told(match)
    *begun, part = touches.split()
    choices = view.choices(options, state, match.engine.survey(match.state).moves, 0)
    assert any(choice.begins(begun) for choice in choices)
    assert not any(choice.begins((*begun, part)) for choice in choices)
    reason = view.why(options, state, begun, part)
    assert reason.key.startswith("sprawl.why.")
    return str(reason.key.removeprefix("sprawl.why.") + ": " + reason.say("en"))


def marks(match: Match, move: str) -> tuple[str, ...]:
    view, options, before = told(match)
    code = match._legal[move]
    match.play(move)
    return tuple(view.marks(options, before, code, frozen(match.state)))


# Why not


@pytest.mark.parametrize(
    ("touches", "reason"),
    [
        ("stash.1.1", "stash_of: This stash belongs to Vermilion"),
        ("frame.0", "frame: "),
        ("penalty.1", "penalty: "),
        ("turn", "turn: "),
        ("tower.b5.1", "tower_struck: Your tower on b5 is neutralised (attacked from c5)"),
        ("tower.d5.0", "tower_of: The tower on d5 belongs to Vermilion"),
        ("branch.c5", "branch_there: A branch of Vermilion lies on c5"),
        ("branch.b4", "branch_there: A branch of Blue lies on b4"),
        ("cell.e6", "nothing_near: Nothing of yours is beside e6"),
        ("cell.b6", "tower_struck: Your tower on b5 is neutralised (attacked from c5)"),
        ("cell.b3", "root_struck: Nothing grows from your branch on b4: its tower, on b5, is neutralised"),
        ("stash.0.3 tower.a1.0", "build_size: On a1, only a small piece goes on top of a medium one"),
        ("tower.a1.0 stash.0.2", "build_size: On a1, only a small"),
        ("stash.0.3 stash.0.1", "one_piece: You have chosen a large piece already"),
        ("cell.a2 cell.b2", "one_cell: You have chosen a2 already"),
        ("stash.0.3 cell.a2 tower.a1.0", "facing_next: First choose how the piece is put on a2"),
        ("facing.n", "facing_last: "),
        ("stash.0.3 facing.n", "facing_last: "),
        ("stash.0.3 cell.a2 facing.up", "untargeted: None of your usable branches targets a2"),
        ("stash.0.3 cell.a2 facing.e", "from_edge: A branch on a2 that points east would have to grow from beyond"),
        ("stash.0.3 cell.a2 facing.w", "points_off: A branch on a2 that points west would point off the board"),
        ("stash.0.3 cell.a2 facing.s", "away: A branch points straight away from its source: pointing south, the one "
         "on a2 would grow from a3"),
        ("cell.c1", "depth: The tower on a1 is too low (height 1): it bears no further branch on the one on b1"),
        ("stash.0.2 cell.d1 facing.e", "away: "),
        ("cell.a1", "beneath: Rather touch what is on top there, on a1"),
    ],
)  # fmt: skip
def test_what_a_struck_and_a_low_tower_refuse(touches: str, reason: str) -> None:
    assert why(drawn(BOARD), touches).startswith(reason)


@pytest.mark.parametrize(
    ("touches", "reason"),
    [
        ("stash.0.3 cell.c2", "branch_size: From your medium branch on b2 only a small one grows"),
        ("cell.c2 stash.0.2", "branch_size: "),
        ("tower.e3.0", "tower_full: The tower on e3 has a small piece on top"),
        ("stash.0.1 cell.d3 facing.e", "away: "),
    ],
)
def test_sizes_that_do_not_fit(touches: str, reason: str) -> None:
    assert why(drawn(GROWN), touches).startswith(reason)


def test_a_small_branch_bears_none() -> None:
    match = drawn(GROWN.replace("a2e ", "a1e "))
    assert why(match, "cell.b3").startswith("small_source: Nothing grows from a small branch like the one on b2")


def test_the_first_turn_only_wants_an_empty_cell() -> None:
    match = Match("sprawl")
    match.play("T3c4")
    assert why(match, "tower.c4.0").startswith("tower_there: The tower of Blue is on c4 already")
    assert why(match, "stash.1.2 facing.n").startswith("start_stands: ")
    assert asked(match) == ["Place your starting tower: choose a piece of your stash, or an empty cell."]


def test_what_is_used_up() -> None:
    used = """
        A2  .   .   .   A2
        a2s .   .   .   a2s
        .   .   A2  .   .
        .   .   .   .   .
        .   .   .   B3  .
        .   .   .   .   C3
        """
    assert why(drawn(used), "stash.0.2").startswith("none_left: You have no medium piece left")
    large = drawn(used.replace("A2  .   .\n", "A3  .   .\n").replace("C3", "A2"), turn=0, seats=3)
    assert why(large, "tower.c4.0").startswith("build_none_left: Only a medium piece would go on the tower on c4")


def test_a_piece_for_which_there_is_no_place() -> None:
    corner = drawn("""
        A2  b2w B3  .   .
        b2n .   .   .   .
        B32 .   .   .   .
        .   .   .   .   .
        .   .   .   .   .
        .   .   .   .   C3
        """)
    assert corner.legal() == ["B1a6"]
    assert why(corner, "stash.0.3").startswith("nowhere: A large piece fits nowhere now")


def test_where_a_spore_would_fall_at_once() -> None:
    match = drawn("""
        .   .   .   .   .
        .   .   .   .   .
        .   .   .   B3  .
        .   .   .   b3s .
        A3  a2e .   .   .
        .   .   C3  .   .
        """)
    assert why(match, "stash.0.1 cell.d2").startswith(
        "spore_struck: A small tower on d2 would be neutralised at once (attacked from d3)"
    )
    assert "T3d2" in match.legal()


def test_an_aim_of_a_struck_tower_is_idle() -> None:
    far = BOARD.replace(".   a3s", ".   a2s").replace("A2  a2e .   .   .", ".   .   .   .   A2")
    assert why(drawn(far), "cell.b2").startswith("aim_idle: Your branch that targets b2 is idle")


@pytest.mark.parametrize(
    ("touches", "reason"),
    [
        ("stash.0.2 cell.c2 facing.n tower.a2.1", "source_beside: a2 is not beside c2"),
        ("stash.0.2 cell.c2 facing.n tower.c1.0", "source_foreign: Nothing on c1 is yours"),
        ("stash.0.2 cell.a3 facing.e", "from_edge: "),
        ("stash.0.2 cell.c2 facing.w", "away_loose: Pointing west, a branch on c2 would grow from d2"),
        ("stash.0.2 cell.c2 facing.n facing.e", "source_next: "),
    ],
)
def test_loose_branches(touches: str, reason: str) -> None:
    assert why(drawn(LOOSE, branching="loose"), touches).startswith(reason)


def test_a_branch_turns_only_at_a_tip() -> None:
    board = """
        .   .   .   .   .
        .   .   .   .   C3
        .   .   .   .   .
        A32 a3e .   .   B3
        .   .   A3  .   .
        .   .   .   .   .
        """
    match = drawn(board, branching="loose")
    assert why(match, "stash.0.2 cell.c3 facing.e tower.c2.0").startswith("turned: From c2, a branch on c3 cannot")


def test_a_tower_that_can_be_taken_over_and_one_that_cannot() -> None:
    board = """
        .   .   .   .   .
        .   .   .   .   .
        A32 a1e B3  .   .
        .   .   .   .   .
        .   .   C3  .   .
        .   .   .   .   .
        """
    assert why(drawn(board.replace("a1e", "a2e"), sprawlgame=True), "tower.c4.0").startswith(
        "tower_untargeted: The tower of Vermilion on c4 is neutralised"
    )
    assert why(drawn(board, sprawlgame=True), "tower.c2.0").startswith(
        "tower_holds: The tower of Green on c2 is not neutralised"
    )
    assert "B2c4" in drawn(board, sprawlgame=True).legal()


def test_a_branch_left_behind_on_a_tower_that_was_taken() -> None:
    board = """
        .   .   .   .   .
        .   .   .   .   .
        A3B2 a2e .  .   A3
        .   .   .   .   .
        .   .   C3  .   .
        .   .   .   .   .
        """
    match = drawn(board, sprawlgame=True)
    assert why(match, "cell.b5").startswith("root_taken: Nothing grows from your branch on b4: its tower, on a4")


def test_fast_building_goes_on_or_stops() -> None:
    board = """
        .   .   .   .   .
        .   .   .   B3  .
        .   .   .   .   .
        A3  a2e .   .   .
        .   .   .   a1n .
        C3  .   .   A3  .
        """
    match = drawn(board, fast_building=True, friendly_fire=False)
    match.play("T3d3")
    assert asked(match) == [
        "Fast building: up to 1 more on your new tower on d3.",
        "Build a medium piece on d3, or stop here.",
    ]
    assert why(match, "cell.a1").startswith("building: This turn continues on d3")
    assert why(match, "stash.0.1").startswith("build_size: ")
    assert why(match, "stash.0.2 button.done").startswith("begun: First put the medium piece on d3")
    assert asked(match, "fr")[-1] == "Bâtissez une pièce de moyenne taille en d3, ou arrêtez là."


# What is asked


def test_a_spore_in_question_and_taken_back() -> None:
    match = drawn(SPORE, coup=True)
    match.play("T3d2")
    assert asked(match)[0] == "You could neutralise the new tower of Blue on d2."
    assert why(match, "cell.a1").startswith("asking: Answer first: do you question the new tower of Blue on d2?")
    match.play("ask")
    assert asked(match)[0] == "Vermilion can neutralise your new tower on d2 and asks whether you mean it."
    assert why(match, "cell.a1").startswith("answering: ")
    match.play("undo")
    assert asked(match)[0] == "You withdrew your spore (large piece on d2): play something else."
    assert why(match, "stash.0.3 cell.d2").startswith("withdrawn: You withdrew a spore of a large piece on d2")
    assert why(match, "cards.1").startswith("cards: ")


def test_the_last_turn_is_said() -> None:
    match = drawn(SPORE, ending=2)
    assert asked(match)[0] == "Your last turn: the game ends when that of Green comes."
    assert why(match, "flag").startswith("flag: ")


def test_a_piece_and_its_cell_come_in_either_order() -> None:
    view, options, state = told(match := drawn(SPORE))
    (choice,) = view.choices(options, state, [match._legal["T3d2"]], 0)
    assert choice.begins(("cell.d2", "stash.0.3", "facing.up"))
    assert [question.say("en") for question in choice.questions] == [
        "Which piece goes on d2?",
        "Where does the large piece go?",
        "On d2: standing as a new tower, or lying as a branch, and pointing which way?",
    ]


# Where it happened


def test_marks_go_from_the_source_over_the_branch_to_what_it_strikes() -> None:
    assert marks(drawn(BOARD.replace("b1w", "."), turn=1), "R1c5w") == ("cell.d5", "cell.c5", "cell.b5")
    assert marks(drawn(SPORE), "T3d2") == ("cell.d2",)
    match = drawn(SPORE, coup=True)
    match.play("T3d2")
    assert marks(match, "ask") == ("cell.d2",)
