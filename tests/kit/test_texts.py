"""Boards in letters, positions set up by hand, and covers, as they follow from the fields of a record."""

import xml.etree.ElementTree as ElementTree

import pytest

from tablier import Match
from tablier.core import editing, tools
from tablier.core.contract import EVERYONE, SPECTATOR
from tablier.core.kit import covers
from tablier.core.kit.moves import Moves, Range
from tablier.core.registry import load
from tablier.core.words import LANGUAGES
from tablier.server.pages import pictures
from tablier.terminal.board import board
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


def test_fields_have_words_in_the_text_board_and_common_ones_if_the_game_has_none() -> None:
    match = played("mill", 0)
    told = {language: "\n".join(line.plain for line in board(match, 0, language)) for language in LANGUAGES}
    assert "X   left " in told["en"]
    assert "X   en réserve " in told["fr"]


def test_moves_of_two_kinds_are_never_written_alike() -> None:
    moves = Moves(roll=(Range("face", 1, 6),), guess=(Range("count", 4, 9),), stop=())
    assert len(moves.by_text) == moves.size
    assert moves.written(moves.codes[1](5)) == "guess:5"


# Setting up


@pytest.mark.parametrize("key", KEYS)
def test_positions_can_be_set_up_where_there_are_pieces_dice_or_cards(key: str) -> None:
    draft = editing.begun(key)
    assert draft.fault is None
    shown = {part.id for part in draft.scene().parts}
    assert {target for tool in draft.tools for target in draft.targets(tool)} <= shown
    assert {tool.symbol for tool in draft.tools.values() if f'id="{key}-{tool.symbol}"' not in load(key).art} <= {""}


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


def test_cards_are_laid_into_hands_and_piles_and_taken_away() -> None:
    draft = editing.begun("tricks")
    for tool, target in (("hands.dA", "panel1"), ("hands.cT", "panel1"), ("pile.sK", "middle")):
        assert target in draft.targets(tool)
        draft = draft.edited(tool, target)
    assert (draft.position["hands"][1], draft.position["pile"][0]) == (["dA", "cT", 0], "sK")
    assert not {"hands.dA", "pile.dA", "hands.sK"} & set(draft.tools)
    assert draft.targets(tools.ERASE) == ["card.dA", "card.cT", "card.sK"]
    assert draft.edited(tools.ERASE, "card.dA").position["hands"][1] == ["cT", 0, 0]
    full = draft.edited("hands.cJ", "panel1")
    assert full.targets("hands.cQ") == ["panel0"]
    assert full.edited(tools.CLEAR).position["hands"] == [[0, 0, 0], [0, 0, 0]]


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


@pytest.mark.parametrize("key", KEYS)
def test_a_game_without_an_icon_has_a_square_piece_of_its_table(key: str) -> None:
    drawn = pictures.icon(key, is_ready=True)
    assert ElementTree.fromstring(drawn).get("viewBox") == "0 0 64 64"
    assert f'href="#{key}-' in drawn
    assert pictures.icon(key, is_ready=False) == pictures.PLAIN_LID


def test_an_icon_shows_where_most_lies() -> None:
    scene = picture(played("mill", 6), EVERYONE)
    x, y, side = covers.crowd(scene)
    seats = [part for part in scene.parts if part.id.startswith("cells.")]
    assert any(abs(part.x - x) <= side / 2 and abs(part.y - y) <= side / 2 for part in seats)


def test_a_cover_is_plain_until_the_game_is_ready() -> None:
    assert pictures.cover("mill", "en", is_ready=False) == pictures.PLAIN_LID
    assert "Mill" in pictures.cover("mill", "en", is_ready=True)
    assert "Moulin" in pictures.cover("mill", "fr", is_ready=True)
