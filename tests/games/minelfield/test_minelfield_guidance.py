"""What is asked of a player of Minelfield, why touches lead nowhere, and which cells a move marks."""

from typing import Any

import pytest

from tablier import Match
from tests.games.minelfield.boards import drawn

OPEN = """
       . . c .
      . . s . .
     . . . . . .
    S . * s * . .
     . . S S . .
      . . . . .
       . C . .
"""
FULL = OPEN.replace("     . . . . . .\n    S", "     S . . . . .\n    S", 1)
CLOSED = OPEN.replace("S . * s", ". . * .").replace("S S", ". .").replace(". C .", "s C S")
NOOK = """
      . . c
     . . . .
    . . . . .
     s s . .
      C s .
"""
SHUT_IN = NOOK.replace("C s .", "S C s").replace("s s . .", "s s s .")
CORNER = {"side": 3, "green": ["a1", "e3"], "red": []}
BELOW = {"side": 3, "green": ["a2", "e3"], "red": []}


def asked(match: Match) -> list[str]:
    """What is asked."""
    return [word.say() for word in match.engine.game.view.asked(match.engine.record[0], match.state[0])]


def why(drawing: str, touched: str, **given: Any) -> str:
    """Why the last of some parts cannot be touched after the others."""
    match = drawn(drawing, **given)
    *begun, part = touched.split()
    view, options, state = match.engine.game.view, match.engine.record[0], match.state[0]
    paths = [view.steps(options, state, code) for code in match.engine.survey(match.state).moves]
    assert any(list(path[: len(begun)]) == begun for path in paths)
    assert not any(list(path[: len(begun) + 1]) == [*begun, part] for path in paths)
    reason = view.why(options, state, begun, part)
    assert reason.say("fr") != reason.say("en")
    return str(reason.say("en"))


def marks(drawing: str, *moves: str, **given: Any) -> list[tuple[str, ...]]:
    """What each of some moves marks."""
    match = drawn(drawing, **given)
    for move in moves:
        match.play(move)
    engine = match.engine
    pairs = zip(match.history, match.codes, match.history[1:], strict=False)
    found = [engine.game.view.marks(engine.record[0], before[0], code, after[0]) for before, code, after in pairs]
    return [tuple(each) for each in found]


# What is asked


@pytest.mark.parametrize(
    ("drawing", "given", "sentence"),
    [
        (OPEN, {}, "Choose a soldier to enter, or a piece to move."),
        (OPEN.replace("S", "."), {}, "Choose a soldier to enter, or your commander to move."),
        (FULL, {}, "Choose a piece to move: your four soldiers are on the board already."),
        (CLOSED, {}, "Choose a piece to move: no soldier can enter, the cells to enter on are occupied."),
        (NOOK.replace("s s", "s S"), {"board": CORNER}, "Choose a piece to move: no soldier can enter,"),
    ],
)
def test_what_can_be_chosen_is_asked(drawing: str, given: dict[str, Any], sentence: str) -> None:
    assert asked(drawn(drawing, **given))[-1].startswith(sentence)


def test_only_an_entry_is_asked_for_where_no_piece_can_move() -> None:
    match = drawn(NOOK, board=CORNER | {"green": ["a3", "e1"]})
    assert match.legal() == ["+a3", "+b4nw"]
    assert asked(match) == ["Choose a soldier to enter: none of your pieces can move."]


def test_every_step_has_its_question() -> None:
    match = drawn(OPEN)
    engine = match.engine
    codes = engine.survey(match.state).moves
    choices = engine.game.view.choices(engine.record[0], match.state[0], codes, 0)
    second = {choice.path[0]: choice.questions[1].say().partition("?")[0] for choice in choices}
    assert second["soldier.0.c3"] == "Where does the soldier step"
    assert second["commander.0"] == "Where does your commander step"
    assert second["reserve.0"] == "Where does the soldier enter"


# Why not


@pytest.mark.parametrize(
    ("touched", "reason"),
    [
        ("soldier.1.d4", "Orange stands on d4: you move your own pieces only"),
        ("commander.1", "Orange stands on g3: you move your own pieces only"),
        ("cell.c3", "One of your pieces stands on c3: touch the piece itself"),
        ("name.c3", "One of your pieces stands on c3: touch the piece itself"),
        ("cell.c2", "To go to c2, first choose the piece: c3."),
        ("cell.b4", "To go to b4, first choose the piece: c4."),
        ("cell.b3", "To go to b3, first choose the piece: a2, c3 or c4."),
        ("cell.a3", "To come to a3, first choose a piece (a2) or your waiting soldiers."),
        (
            "cell.f5",
            "Nothing of yours can come to f5: a piece moves one cell",
        ),
        ("reserve.1", "These soldiers are Orange’s"),
        ("gate.1.ne", "From here only Orange brings in soldiers."),
        ("gate.0.se", "From here your soldiers enter the board: first choose your waiting soldiers."),
        ("wire.d1.w", "The board ends here"),
        ("compass", "There is nothing to choose here."),
        ("status", "There is nothing to choose here."),
    ],
)
def test_why_a_move_does_not_begin_there(touched: str, reason: str) -> None:
    assert why(OPEN, touched).startswith(reason)


@pytest.mark.parametrize(
    ("touched", "reason"),
    [
        ("soldier.0.c3 cell.e4", "e4 is not next to c3: a piece moves one cell only."),
        ("soldier.0.c3 soldier.0.d1", "d1 is not next to c3: a piece moves one cell only."),
        ("soldier.0.c3 commander.1", "g3 is not next to c3: a piece moves one cell only."),
        ("soldier.0.c3 soldier.0.c4", "One of your pieces stands on c4: only an empty cell will do."),
        ("soldier.0.c3 soldier.1.d4", "Orange stands on d4: nobody captures by walking"),
        ("soldier.0.c3 cell.d4", "Orange stands on d4: nobody captures by walking"),
        ("soldier.0.c3 reserve.0", "The piece on c3 is chosen: touch a cell next to it"),
        ("commander.0 gate.0.sw", "The piece on a2 is chosen: touch a cell next to it"),
        ("reserve.0 cell.b2", "No soldier enters on b2: yours enter at your green star, on a1, a2 or a3."),
        ("reserve.0 soldier.0.c3", "No soldier enters on c3: yours enter at your green star, on a1, a2 or a3."),
        ("reserve.0 commander.0", "One of your pieces stands on a2: only an empty cell will do."),
        ("reserve.0 gate.0.sw", "The soldier starts from here: choose where it enters the board, a1 or a3."),
    ],
)
def test_why_what_was_begun_does_not_lead_there(touched: str, reason: str) -> None:
    assert why(OPEN, touched).startswith(reason)


def test_why_no_soldier_enters() -> None:
    assert (
        why(FULL, "reserve.0") == "Your four soldiers are on the board: another can enter only when you have lost one."
    )
    assert why(FULL, "soldier.0.c3 gate.0.se").startswith("Your four soldiers are on the board")
    assert why(FULL, "cell.a3") == "To go to a3, first choose the piece: a2."
    assert why(CLOSED, "reserve.0") == "No soldier can enter: a1, a2 and a3 are occupied."


def test_why_not_where_an_enemy_stands_on_an_entry() -> None:
    board = OPEN.replace(". C . .", ". C s .")
    assert why(board, "reserve.0 cell.a3").startswith("Orange stands on a3: nobody captures by walking")


def test_why_a_piece_that_is_shut_in_does_not_move() -> None:
    board = SHUT_IN.replace("s s s .", "S s s .")
    assert why(board, "commander.0", board=BELOW) == "Your piece on a2 cannot move: all cells next to it are occupied."


def test_an_entry_is_the_way_to_a_cell_that_no_piece_reaches() -> None:
    board = OPEN.replace(". C . .", ". . . .").replace("* . .", "* C .")
    assert why(board, "cell.a1") == "To enter on a1, first choose your waiting soldiers."


# Marks


def test_a_step_and_the_whole_chain_of_blasts_are_marked_cell_by_cell() -> None:
    assert marks(OPEN, "c4-c5", "*5", "*6", "*1", "*1") == [
        ("cell.c4", "cell.c5"),
        ("cell.c5", "cell.d5"),
        ("cell.d5", "cell.d4"),
        ("cell.d4", "cell.d3"),
        ("cell.d3", "cell.d2"),
    ]


def test_an_entry_is_marked_from_its_fictitious_cell() -> None:
    assert marks(OPEN, "+a3ne") == [("gate.0.se", "cell.a3")]
    assert marks(OPEN, "+a1nw") == [("gate.0.sw", "cell.a1")]
    assert marks(OPEN.replace("C .", ". C"), "+a2") == [("cell.a2",)]


@pytest.mark.parametrize(
    ("face", "cells"),
    [
        ("*1", ("cell.c4", "cell.d4")),  # an enemy is struck
        ("*2", ("cell.c4", "cell.d5")),
        ("*6", ("cell.c4",)),  # blocked
        ("*7", ("cell.c4",)),
        ("*8", ("cell.c4",)),
    ],
)
def test_a_throw_marks_where_the_piece_flew(face: str, cells: tuple[str, ...]) -> None:
    assert marks(OPEN, face, scatter="c4 nw", die=8) == [cells]


def test_a_piece_that_leaves_the_board_marks_where_it_was() -> None:
    assert marks(OPEN, "*1", scatter="d1 w") == [("cell.d1",)]
