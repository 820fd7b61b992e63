"""Pictures, touches, stories, terminal drawings and tensors of Minelfield."""

import re
from typing import Any

import numpy as np
import pytest

from tablier import Match
from tablier.core.scene import Scene
from tablier.core.words import said
from tests.games.minelfield.boards import drawn

POSITION = """
       . . c .
      . . s . .
     . . . . . .
    S . * S * . .
     . . . . . .
      . . . . .
       . C . .
"""


def scene(match: Match, seat: int = 0) -> Scene:
    """The picture from a seat."""
    return match.engine.game.view.scene(match.engine.record[0], match.state[0], seat)


def paths(match: Match) -> dict[str, tuple[str, ...]]:
    """What to touch for each legal move."""
    engine = match.engine
    codes = engine.survey(match.state).moves
    view, notation, options, state = engine.game.view, engine.game.notation, engine.record[0], match.state[0]
    return {notation.write(options, state, code): view.steps(options, state, code) for code in codes}


def places(match: Match, seat: int = 0) -> dict[str, tuple[float, float]]:
    """Where the parts of a picture lie."""
    return {part.id: (round(part.x), round(part.y)) for part in scene(match, seat).seen()}


def text(match: Match, seat: int = 0) -> list[str]:
    """The terminal drawing without its styles."""
    lines = match.engine.game.terminal.draw(match.engine.record[0], match.state[0], seat)
    return ["".join(said(piece, "en") for piece, _ in line).rstrip() for line in lines]


def told(drawing: str, move: str, **given: Any) -> list[str]:
    """What is told about a move."""
    match = drawn(drawing, **given)
    match.play(move)
    assert len(match.log(language="fr")) == len(match.log())
    return match.log()


# Pictures and touches


def test_a_move_is_a_piece_then_a_cell_and_an_entry_the_camp_then_a_cell() -> None:
    found = paths(drawn(POSITION))
    assert found["d4-e4"] == ("soldier.0.d4", "cell.e4")
    assert found["a2-b2"] == ("commander.0", "cell.b2")
    assert found["+a3ne"] == ("reserve.0", "cell.a3")


@pytest.mark.parametrize("die", [6, 8])
def test_every_face_of_the_die_is_a_part_of_its_own(die: int) -> None:
    found = paths(drawn(POSITION, die=die, scatter="d1 w"))
    assert found == {f"*{face}": (f"die.{face}",) for face in range(1, die + 1)}


@pytest.mark.parametrize("board", ["small", {"side": 3, "green": ["a1", "c5"], "red": []}])
@pytest.mark.parametrize("seat", [0, 1])
def test_what_is_touched_is_in_the_picture_and_every_part_has_an_id_of_its_own(seat: int, board: Any) -> None:
    match = Match("minelfield", options={"board": board, "die": 8}, seed=seat)
    for _ in range(40):
        ids = [part.id for part in scene(match, seat).parts]
        assert len(ids) == len(set(ids))
        assert {step for path in paths(match).values() for step in path} <= set(ids)
        if match.outcome:
            break
        if match.actor == "chance":
            match.roll()
        else:
            match.play(match.legal()[-1])


def test_every_symbol_of_a_picture_is_drawn_in_the_art() -> None:
    art = (Match("minelfield").engine.game.folder / "art.svg").read_text(encoding="utf-8")
    drawn_symbols = set(re.findall(r'id="minelfield-([\w-]+)"', art))
    shown = set()
    for given in ({}, {"lives": 2, "lives_left": (2, 1)}, {"die": 8, "scatter": "d1 w"}):
        shown |= {part.symbol for part in scene(drawn(POSITION, **given)).parts} - {""}
    assert shown <= drawn_symbols
    assert drawn_symbols - shown == {"camp-0", "camp-1", "camp-4"}


def test_the_own_side_is_below() -> None:
    for seat in (0, 1):
        found = places(drawn(POSITION), seat)
        assert found[f"commander.{seat}"][1] > found[f"commander.{1 - seat}"][1]
        assert found[f"reserve.{seat}"][1] > found[f"reserve.{1 - seat}"][1]


def test_from_both_sides_names_stand_below_in_their_cells_and_pieces_a_little_above_the_middle() -> None:
    for seat in (0, 1):
        found = {part.id: (part.x, part.y, part.down) for part in scene(drawn(POSITION), seat).seen()}
        for name, (x, y, _) in [(id, place) for id, place in found.items() if id.startswith("cell.")]:
            assert found[name.replace("cell", "name")][:2] == (x, y)
            assert found[name.replace("cell", "name")][2] > 0
        assert found["soldier.0.d4"][:2] == found["cell.d4"][:2]
        assert found["soldier.0.d4"][2] < 0


def test_the_faces_of_the_die_lie_around_the_piece_clockwise_from_straight_on() -> None:
    for seat, sign in ((0, 1), (1, -1)):
        found = places(drawn(POSITION, scatter="d4 e"), seat)
        x, y = found["soldier.0.d4"]
        assert sign * (found["die.1"][0] - x) > 30
        assert found["die.1"][1] == y
        assert sign * (found["die.2"][1] - y) > 30


@pytest.mark.parametrize("side", [3, 4, 5, 6])
def test_all_of_a_board_of_any_side_lies_within_the_picture(side: int) -> None:
    top = "abcdefghijk"[2 * side - 2]
    for green in (["a1", f"{top}{side}"], [f"{'abcdef'[side - 1]}1", f"{'abcdef'[side - 1]}{2 * side - 1}"]):
        picture = scene(Match("minelfield", options={"board": {"side": side, "green": green, "red": []}}))
        for part in picture.parts:
            if part.symbol in ("cell", "green", "gate"):
                assert 40 <= part.x <= picture.width - 40
                assert 40 <= part.y <= picture.height - 40


def test_pictures_speak_french_and_english() -> None:
    match = drawn(POSITION, lives=2)
    assert "Turn 1 · Blue to move" in match.svg(language="en")
    assert "Bleu, commandant, Soleil, en a2" in match.svg(language="fr")


def test_a_finished_game_shows_how_it_ended_and_no_die() -> None:
    match = drawn(POSITION, scatter="d1 w")
    position = match.position() | {"outcome": {"scores": [0.5, 0.5], "reason": "limit"}}
    picture = scene(Match.from_position(position))
    assert not [part for part in picture.parts if part.id.startswith(("die", "burst"))]
    assert "draw" in picture.parts[-1].text.say("en")  # type: ignore[union-attr]


# Stories


def test_a_move_and_its_mine_are_told() -> None:
    assert told(POSITION, "d4-e4") == [
        "Blue moved its soldier from d4 to e4.",
        "A mine went off under the piece.",
    ]


def test_a_step_onto_a_green_star_is_told_without_a_mine() -> None:
    assert told(POSITION.replace("C .", "+ C"), "a3-a2") == ["Blue moved its commander from a3 to a2."]


@pytest.mark.parametrize(
    ("face", "sentences"),
    [
        ("*2", ["Blue threw 2: the blast carried its soldier to f4."]),
        ("*1", ["Blue threw 1: the blast carried its soldier to f3, where Orange lost a soldier."]),
        ("*6", ["Blue threw 6, but its own side stood on e3: its soldier stayed in place."]),
        ("*4", ["Blue threw 4: the blast carried its soldier to d5.", "It was a red star: another mine went off."]),
        ("*7", ["Blue threw 7: its soldier stayed in place."]),
        ("*8", ["Blue threw 8 and lost its soldier, eliminated by the blast."]),
    ],
)
def test_what_the_die_did_is_told(face: str, sentences: list[str]) -> None:
    board = """
           . . c .
          . . s . .
         . . S S . .
        S . * * * . .
         . . . . . .
          . . . . .
           . C . .
    """
    assert told(board, face, die=8, scatter="e4 nw") == sentences


def test_a_piece_blown_off_the_board_is_told() -> None:
    assert told(POSITION, "*1", scatter="d1 w") == ["Blue threw 1 and lost its soldier, blown off the board."]


def test_a_wounded_sun_and_a_fallen_commander_are_told() -> None:
    board = POSITION.replace("s", "S").replace("S . * S", ". . * .")
    assert told(board, "*2", lives=2, scatter="f3 nw") == [
        "Blue threw 2 and lost its soldier, blown onto the enemy commander on g3: Orange turned from Sun to Moon."
    ]
    assert told(board, "*2", scatter="f3 nw") == [
        "Blue threw 2: the blast carried its soldier to g3, where Orange lost its commander.",
        "Blue won: the enemy commander is eliminated.",
    ]


def test_a_turn_that_passed_by_itself_and_the_limit_are_told() -> None:
    board = """
          . . c
         . . . .
        . . . . .
         s s s .
          C s .
    """
    nook = {"side": 3, "green": ["a1", "e3"], "red": []}
    assert told(board, "*1", board=nook, turn=1, turn_limit=3, scatter="b3 w")[1:] == [
        "Blue had no move and passed.",
        "The turn limit was reached: the game is a draw.",
    ]


# Terminal


def test_the_terminal_drawing() -> None:
    assert text(drawn(POSITION, die=8, scatter="d4 ne")) == [
        "  □   + ○ ○ ○",
        "",
        "      g1   ·   ·  (□)  ·   g4",
        "    f1   ·   ·   ○   ·   ·   f5",
        "  e1   ·   ·   ·   ·   ·   ·   e6",
        "d1   ●   ·   *  [●]  *   ·   ·   d7",
        "  c1   ·   ·   ·   ·   ·   ·   c6",
        "    b1   ·   ·   ·   ·   ·   b5",
        "      a1   ·  (■)  ·   ·   a4",
        "",
        "▸ ■   + ● ●",
        "",
        "  *1 e4   *2 d5   *3 c4   *4 c3   *5 d3   *6 e3   *7 =   *8 ×",
    ]


def test_the_terminal_drawing_is_turned_for_seat_1_and_shows_lives_and_occupied_red_stars() -> None:
    assert text(drawn(POSITION, lives=2, lives_left=(1, 2)), seat=1) == [
        "▸ ■ 1   + ● ●",
        "",
        "      a4   ·   ·  (■)  ·   a1",
        "    b5   ·   ·   ·   ·   ·   b1",
        "  c6   ·   ·   ·   ·   ·   ·   c1",
        "d7   ·   ·   *  *●*  *   ·   ●   d1",
        "  e6   ·   ·   ·   ·   ·   ·   e1",
        "    f5   ·   ·   ○   ·   ·   f1",
        "      g4   ·  (□)  ·   ·   g1",
        "",
        "  □ 2   + ○ ○ ○",
    ]


# Tensors


def test_both_seats_see_their_own_side_alike() -> None:
    mirrored = """
           . . c .
          . . . . .
         . . . . . .
        . . * s * . s
         . . . . . .
          . . S . .
           . C . .
    """
    match, mirror = drawn(POSITION, scatter="d4 ne"), drawn(mirrored, turn=1, turns=1, scatter="d4 sw")
    own, other = match.engine.observed(match.state, 0), mirror.engine.observed(mirror.state, 1)
    own[-1] = other[-1] = 0  # the turns played
    assert np.array_equal(own, other)


def why_ended(drawing: str, move: str, **given: Any) -> str:
    """Why a game ended by a move."""
    match = drawn(drawing, **given)
    match.play(move)
    before, after = (record[0] for record in match.history[-2:])
    (reason,) = match.engine.game.view.reasons(match.engine.frozen_options, before, match.codes[-1], after)
    return str(reason.say("en"))


def test_how_which_commander_was_lost_is_said_in_the_end() -> None:
    board = POSITION.replace("s", "S").replace("S . * S", ". . * .")
    lone = board.replace("C", "+").replace("S", "C")
    assert why_ended(board, "*2", scatter="f3 nw") == (
        "Orange lost its commander: an enemy piece was thrown onto it on g3."
    )
    assert why_ended(lone, "*2", scatter="f3 nw", lives=2) == "Blue lost its commander, thrown onto a Sun on g3."
    assert why_ended(lone, "*8", scatter="f3 nw", die=8) == "Blue lost its commander: the die showed 8."
    assert why_ended(POSITION.replace(". C", "C +"), "*1", scatter="a1 w") == (
        "Blue lost its commander, thrown off the board."
    )


def test_after_how_many_turns_it_is_a_draw_is_said_in_the_end() -> None:
    assert why_ended(POSITION, "*1", scatter="d1 e", turns=2, turn_limit=3) == (
        "3 turns were played and no commander fell: that is the limit."
    )
