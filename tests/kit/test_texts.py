"""Boards in letters, positions set up by hand, and covers, as they follow from the fields of a record."""

import xml.etree.ElementTree as ElementTree

import pytest

from tablier import Match
from tablier.core import editing, tools
from tablier.core.contract import EVERYONE, SPECTATOR
from tablier.core.kit import covers
from tablier.core.registry import load
from tablier.server.pages import pictures
from tests.kit.tables import BOARDS, KEYS, drawing, picture, played

SQUARES = """\
 5    O   O   O   O   O
 4    ·   ·   ·   ·   ·
 3   [X]  ·   W   ·   ·
 2    ·   ·   ·   ·   ·
 1    ·   X   X   X   X
      a   b   c   d   e

  X   captured 0
▸ O   captured 0"""
POINTS = """\
a3   +---+---O  c3
     |   |   |
a2   +---X---+  c2
     |   |   |
a1   +---+---+  c1"""
HEXAGONS = """\
e1       ·   ·   ·  e3
d1     ·   ·   ·   ·  d4
c1   ·   ·   X   ·   ·  c5
b1     ·   ·   ·   ·  b4
a1       ·   ·   ·  a3"""


def test_squares_in_letters() -> None:
    match = Match("corners", seed=1)
    for move in ("a1-a2", "rest", "a2-a3"):
        match.play(move)
    assert drawing(match, 0) == SQUARES


@pytest.mark.parametrize(("key", "moves", "board"), [("mill", ("b2", "c3"), POINTS), ("combs", ("c3",), HEXAGONS)])
def test_points_and_hexagons_in_letters(key: str, moves: tuple[str, ...], board: str) -> None:
    match = Match(key, seed=1)
    for move in moves:
        match.play(move)
    assert drawing(match, SPECTATOR).startswith(board)


def test_what_is_hidden_is_a_question_mark_in_letters_too() -> None:
    match = played("cups", 0)
    own = "".join(f"[{die}]" for die in match.view(0)["cups"][0])
    assert own in drawing(match, 0)
    assert drawing(match, 0).count("[?]") == 6
    assert "[?]" not in drawing(match, EVERYONE)


# Setting up


@pytest.mark.parametrize("key", KEYS)
def test_positions_can_be_set_up_where_there_is_a_board(key: str) -> None:
    assert (load(key).editing is not None) == (key in BOARDS)


def test_pieces_are_put_down_pointed_at_counted_and_taken_away() -> None:
    draft = editing.begun("corners").edited(tools.CLEAR)
    assert draft.position["cells"] == {}
    for tool, target in (
        ("cells.king.1", "cell.b2"), ("cells.wall", "cell.a1"), ("cells.man.0", "cell.e1"), ("last.point", "cell.b2"),
        ("captured.1.up", ""), ("captured.1.up", ""), ("captured.1.down", ""),
    ):  # fmt: skip
        draft = draft.edited(tool, target)
    assert draft.position["cells"] == {"a1": "wall", "e1": "man.0", "b2": "king.1"}
    assert draft.position["last"] == "b2"
    assert draft.position["captured"] == [0, 1]
    assert draft.targets(tools.ERASE) == ["cell.a1", "cell.e1", "cell.b2"]
    assert draft.edited(tools.ERASE, "cell.a1").position["cells"] == {"e1": "man.0", "b2": "king.1"}
    assert draft.fault is None
    assert Match.from_position(draft.position).legal() == ["e1-e2", "rest"]


def test_a_count_goes_no_further_than_it_may() -> None:
    draft = editing.begun("mill")
    assert "left.0.up" not in draft.tools
    for _ in range(3):
        draft = draft.edited("left.0.down")
    assert "left.0.down" not in draft.tools


def test_dice_are_laid_down_and_taken_away() -> None:
    draft = editing.begun("race", 2).edited("thrown.4")
    assert draft.position["thrown"] == [4]
    assert Match.from_position(draft.position).actor == 0
    assert draft.edited("thrown.less").position["thrown"] == [0]


def test_pieces_of_seats_that_are_not_there_are_dropped() -> None:
    draft = editing.begun("race", 4)
    assert draft.position["cells"] == {"1": 0, "2": 1, "3": 2, "4": 3}
    assert draft.varied(2, {}).position["cells"] == {"1": 0, "2": 1}


# Covers


@pytest.mark.parametrize("key", KEYS)
def test_a_game_without_a_cover_has_one_drawn_from_its_table(key: str) -> None:
    match = played(key, 6)
    drawn = covers.cover(match.engine.game, picture(match, EVERYONE), "fr")
    root = ElementTree.fromstring(drawn)
    assert root.get("viewBox") == "0 0 400 300"
    assert load(key).box.cover is None
    texts = [node.text for node in root.findall("{http://www.w3.org/2000/svg}text")]
    assert len(texts) == 1
    assert ("cell." in drawn) == (key in BOARDS)


def test_a_cover_is_plain_until_the_game_is_ready() -> None:
    assert pictures.cover("mill", "en", is_ready=False) == pictures.PLAIN_LID
    assert "Mill" in pictures.cover("mill", "en", is_ready=True)
    assert "Moulin" in pictures.cover("mill", "fr", is_ready=True)
