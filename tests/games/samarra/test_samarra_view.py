"""Pictures, touches, stories, drawings and tensors of Samarra."""

from typing import Any

import numpy as np
import pytest

from tablier import Match
from tablier.core.scene import Part
from tablier.core.words import said
from tablier.games.samarra.tensors import LIKELY, PER_SIDE
from tests.games.samarra.boards import drawn, opened, played

SKIRMISH = """
    . . s . .
    . . . . .
    . d M . .
    . . D m .
    . S . . .
"""


def parts(match: Match, seat: Any) -> dict[str, Part]:
    """The parts of the picture by id."""
    viewpoint = {None: -1, "everyone": -2}.get(seat, seat)
    picture = match.engine.game.view.scene(match.engine.record[0], match.known(seat)[0], viewpoint)
    return {part.id: part for part in picture.parts}


def test_a_hidden_tent_shows_its_symbol_and_to_its_owner_its_character() -> None:
    match = drawn(SKIRMISH)
    assert parts(match, 0)["piece.1.0"].symbol == "tent-disc"
    assert parts(match, 1)["piece.1.0"].symbol == "tent-disc-merchant"
    assert parts(match, None)["piece.0.2"].symbol == "tent-square"
    assert parts(match, "everyone")["piece.0.2"].symbol == "tent-square-merchant"


def test_lifted_tents_and_the_dead_are_shown() -> None:
    match = played(drawn(SKIRMISH), "c3?b3", "c2xd2")
    assert parts(match, 0)["piece.1.1"].symbol == "open-triangle-death"
    assert parts(match, 0)["piece.1.0"].symbol == "fallen-disc"
    assert parts(match, 1)["piece.1.0"].symbol == "fallen-disc-merchant"
    assert parts(match, 1)["power.0.kill"].symbol == "kill-used"
    assert parts(match, 1)["power.1.kill"].symbol == "kill"


def test_the_own_side_lies_below() -> None:
    match = opened()
    for seat in (0, 1):
        own, enemy = (parts(match, seat)[f"piece.{owner}.0"].y for owner in (seat, 1 - seat))
        assert own > enemy


def test_behind_the_screen_no_enemy_piece_is_drawn() -> None:
    match = played(Match("samarra"), "S@b1 M@c1 D@d1")
    assert [sum(key.startswith("piece") for key in parts(match, seat)) for seat in (0, 1, None)] == [3, 0, 0]


def steps(match: Match, move: str) -> Any:
    view, options = match.engine.game.view, match.engine.record[0]
    return view.steps(options, match.known(match.actor)[0], match._legal[move])


def test_what_is_touched_for_each_kind_of_move() -> None:
    assert steps(Match("samarra"), "S@c1 M@b1 D@d1") == (
        "figure.0", "cell.c1", "figure.1", "cell.b1", "figure.2", "cell.d1",
    )  # fmt: skip
    match = drawn(SKIRMISH, passing=True)
    assert steps(match, "c3-c4") == ("piece.0.2", "cell.c4")
    assert steps(match, "c3?b3") == ("piece.0.2", "piece.1.1")
    assert steps(match, "c2xd2") == ("piece.0.1", "piece.1.0")
    assert steps(match, "pass") == ("button.pass",)


def test_the_story_of_a_set_up_depends_on_who_hears_it() -> None:
    match = opened()
    assert match.log(0)[:2] == [
        "Black hid the Servant on b1, the Merchant on c1 and Death on d1.",
        "White hid its characters in its town.",
    ]
    assert match.log(None)[0] == "Black hid its characters in its town."


def test_the_story_tells_what_was_revealed_and_killed() -> None:
    match = played(drawn(SKIRMISH), "c3?b3", "c2xd2")
    assert match.log(0) == [
        "Black showed its Merchant on c3 and had the tent with the triangle lifted on b3: it was Death.",
        "Black showed Death on c2 and killed, on d2, the tent with the disc.",
        "The killed character stayed hidden.",
    ]
    assert match.log(1)[-1] == "The killed character was the Merchant."
    assert match.log(0, "fr")[-1] == "Le personnage tué est resté caché."


def test_the_story_tells_an_automatic_death_and_the_end() -> None:
    match = drawn(
        """
        . . m d .
        . S . . .
        . . . . .
        . . . s .
        . M D . .
        """,
        automatic_death=True,
    )
    match.play("b4-b5")
    assert match.log(0) == [
        "Black moved the tent with the square from b4 to b5.",
        "At home, the Death of White struck the tent with the square as it entered.",
        "The killed character was the Servant.",
        "A Servant met Death. White won.",
    ]


def test_the_story_tells_turns_that_ended_by_themselves() -> None:
    match = drawn("D S M m d s", board="BBBSSS")
    match.play("c1?d1")
    assert match.log(None)[1:] == [
        "Black had no possible action left: its turn ended there.",
        "White had no possible action: its turn passed by itself.",
        "Black had no possible action: its turn passed by itself.",
        "Nobody could win any more. Steps left to the Servants: Black 2, White 3. Black won.",
    ]


def test_the_story_tells_a_first_turn_lost_after_the_set_ups() -> None:
    match = played(Match("samarra", options={"board": "BBBSSS."}), "S@c1 M@b1 D@a1", "S@f1 M@d1 D@e1")
    assert match.log(None)[-1] == "Black had no possible action: its turn passed by itself."


def drawing(match: Match, seat: Any) -> Any:
    viewpoint = {None: -1, "everyone": -2}.get(seat, seat)
    lines = match.engine.game.terminal.draw(match.engine.record[0], match.known(seat)[0], viewpoint)
    return "\n".join("".join(said(text, "en") for text, _ in line).rstrip() for line in lines)


def test_the_drawing_shows_tents_characters_powers_and_dead() -> None:
    match = played(drawn(SKIRMISH), "c3?b3", "c2xd2")
    assert (
        drawing(match, 0)
        == """\
 ▸ ○ △ □   ? x   † ○    ••

    ┌──────┬──────┬──────┬──────┬──────┐
  5 │      │░░░░░░│░ □  ░│░░░░░░│      │
    ├──────┼──────┼──────┼──────┼──────┤
  4 │      │      │      │      │      │
    ├──────┼──────┼──────┼──────┼──────┤
  3 │      │  △D  │  ■M  │      │      │
    ├──────┼──────┼──────┼──────┼──────┤
  2 │      │      │  ▲D  │      │      │
    ├──────┼──────┼──────┼──────┼──────┤
  1 │      │▒ ●s ▒│▒▒▒▒▒▒│▒▒▒▒▒▒│      │
    └──────┴──────┴──────┴──────┴──────┘
        a      b      c      d      e

   ● ▲ ■   · ·"""
    )


def test_the_drawing_is_turned_for_seat_1() -> None:
    first = drawing(opened(), 1).split("\n")
    assert first[3].startswith("  1 │")
    assert first[-3].split() == ["e", "d", "c", "b", "a"]


@pytest.mark.parametrize("seat", [0, 1])
def test_tensors_hold_what_is_known_as_probabilities(seat: int) -> None:
    match = played(drawn(SKIRMISH), "c3?b3")
    planes = match.engine.observed(match.state, seat)
    likely = [planes[side * PER_SIDE + LIKELY :][:3] for side in range(2)]
    assert set(np.unique(likely[0])) == {0.0, 1.0}
    assert set(np.unique(likely[1])) == {0.0, 0.5, 1.0}
    assert [side.sum() for side in likely] == [3.0, 3.0]


def why_ended(match: Match, move: str) -> str:
    """Why a game ended by a move."""
    match.play(move)
    before, after = (record[0] for record in match.history[-2:])
    (reason,) = match.engine.game.view.reasons(match.engine.frozen_options, before, match.codes[-1], after)
    return str(reason.say("en"))


def test_whose_servant_it_was_is_said_in_the_end() -> None:
    board = """
        . . m . .
        . S . d .
        . . . . .
        . . s . .
        . M D . .
    """
    assert why_ended(drawn(board), "b4-b5") == "Black’s Servant is in Samarra, and White’s Death is not there."
    assert why_ended(drawn(board), "c1xc2") == "Black’s Death killed White’s Servant."


def test_the_actions_lie_with_the_seat_that_has_them() -> None:
    match = opened()
    for _ in range(2):
        picture = parts(match, 0)
        assert abs(picture["action.0"].y - picture[f"power.{match.actor}.kill"].y) < 60
        match.play(match.legal()[0])
