"""The picture of Sprawl, the touches, the words, and the drawing for terminals."""

from itertools import pairwise
from typing import Any

import pytest

from tablier import Match
from tablier.core.contract import EVERYONE, SPECTATOR
from tablier.core.scene import Part
from tablier.core.words import said
from tests.games.sprawl.boards import drawn

PHONE, FINGER = 360, 40  # pixels: the width of a small phone, and how far apart things are that a finger tells apart
BOARD = """
        .   .   .   .   .
        .   A32 b1w B3  .
        .   a3s .   .   .
        .   .   .   .   .
        .   .   .   .   C3
        .   .   .   .   .
        """
SPORE = """
        .   .   .   .   .
        .   .   .   .   .
        .   .   .   B3  .
        .   .   .   .   .
        A3  a2e .   .   .
        .   .   C3  .   .
        """


def parts(match: Match, seat: int = EVERYONE) -> dict[str, Part]:
    view = match.engine.game.view
    return {part.id: part for part in view.scene(match.engine.record[0], match.state[0], seat).parts}


def path(match: Match, move: str) -> tuple[str, ...]:
    code = match._legal[move]
    return match.engine.game.view.steps(match.engine.record[0], match.state[0], code)


def told(match: Match, *moves: str, language: str = "en") -> list[str]:
    for move in moves:
        match.play(move)
    return match.log("everyone", language)


def text(match: Match) -> str:
    engine = match.engine
    lines = engine.game.terminal.draw(engine.record[0], match.state[0], EVERYONE)
    return "\n".join("".join(said(piece, "en") for piece, _ in line) for line in lines)


# The picture


@pytest.mark.parametrize("seats", [3, 8])
def test_on_a_high_screen_a_finger_tells_the_own_piles_apart_and_the_ways_to_put_a_piece_down(seats: int) -> None:
    match = Match("sprawl", seats)
    scene = match.engine.game.view.scene(match.engine.record[0], match.state[0], 0)
    under = scene.layouts[1]
    pixels = PHONE / under.width
    found = {part.id: part for part in scene.parts}
    for names in (("stash.0.3", "stash.0.2", "stash.0.1"), ("facing.up", "facing.n", "facing.e")):
        area = next(area for area in under.areas if area.holds(found[names[0]]))
        places = [found[name].x * area.scale * pixels for name in names]
        assert all(right - left >= FINGER for left, right in pairwise(places))


def test_a_neutralised_tower_and_what_is_rooted_in_it_go_grey_and_keep_a_badge_of_their_owner() -> None:
    found = parts(drawn(BOARD, turn=1))
    for part in ("tower.b5.0", "tower.b5.1", "branch.b4"):
        assert "sprawl-lost" in found[part].style
    assert found["badge.b5"].seat == found["badge.b4"].seat == 0
    assert found["tower.d5.0"].seat == 1
    assert found["branch.c5"].seat == 1


def test_a_branch_shows_its_target_only_where_it_has_one() -> None:
    assert parts(drawn(SPORE))["branch.b2"].symbol == "lying-2-aim"
    assert parts(drawn(SPORE.replace("C3  .   .", "C3  c2e .")))["branch.d1"].symbol == "lying-2"


def test_stashes_show_what_is_left() -> None:
    found = parts(drawn(BOARD, turn=1))
    assert found["stash.0.3"].symbol == "pile-3-3"
    assert found["stash.0.1"].symbol == "pile-1-5"
    assert found["penalty.0"].text == "30"  # all of it would go back
    assert found["penalty.1"].text == "26"


def test_buttons_are_there_for_players_who_may_share_a_screen() -> None:
    match = drawn(SPORE, coup=True)
    match.play("T3d2")
    for seat in (0, 1, 2):
        assert {"button.ask", "button.let"} <= set(parts(match, seat))
    assert not {"button.ask", "button.let"} & set(parts(match, SPECTATOR))


def test_the_end_and_the_winner_are_marked() -> None:
    match = drawn(BOARD, turn=2, ending=0)
    assert "flag" in parts(match)
    match.play("B2e2")
    assert [name for name in parts(match) if name.startswith("laurel")] == ["laurel.2"]


# Touches


@pytest.mark.parametrize(
    ("move", "steps"),
    [
        ("T3d2", ("stash.0.3", "cell.d2", "facing.up")),
        ("R2a3n", ("stash.0.2", "cell.a3", "facing.n")),
        ("B2a2", ("stash.0.2", "tower.a2.0")),
    ],
)
def test_a_piece_a_cell_and_how_it_is_put_there(move: str, steps: tuple[str, ...]) -> None:
    assert path(drawn(SPORE), move) == steps


def test_a_starting_tower_is_a_piece_and_a_cell() -> None:
    assert path(Match("sprawl"), "T3c4") == ("stash.0.3", "cell.c4")


def test_loosely_the_source_is_touched_too() -> None:
    match = drawn(SPORE.replace("A3  ", "A32 "), branching="loose")
    assert path(match, "R1c2e") == ("stash.0.1", "cell.c2", "facing.e", "branch.b2")
    assert path(match, "R1c2n/b2") == ("stash.0.1", "cell.c2", "facing.n", "branch.b2")
    assert path(match, "R2a3n") == ("stash.0.2", "cell.a3", "facing.n", "tower.a2.1")


# Words


def test_the_story_of_a_start_and_of_turns() -> None:
    assert told(Match("sprawl"), "T3c4", "T1a1") == [
        "Blue placed a large starting tower on c4.",
        "Vermilion placed a small starting tower on a1.",
    ]
    assert told(drawn(SPORE), "T2d2", "B2d4", "R1c2n") == [
        "Blue spored a medium tower on d2.",
        "Vermilion built a medium piece on the tower on d4.",
        "Green laid a small branch on c2, pointing north.",
    ]
    assert told(Match("sprawl"), "T3c4", language="fr") == [
        "Bleu a posé sa tour de départ, une pièce de grande taille, en c4."
    ]


def test_the_story_of_a_neutralised_tower_a_pass_and_the_end() -> None:
    match = drawn(BOARD.replace("b1w", "."), turn=1)
    assert told(match, "R1c5w", "B2e2") == [
        "Vermilion laid a small branch on c5, pointing west.",
        "The tower of Blue on b5 was neutralised.",
        "Green built a medium piece on the tower on e2.",
        "Blue had nothing to play and passed.",
        "The game ends when the turn comes back to Blue.",
    ]
    assert told(match, "B2d5", "B1e2")[5:] == [
        "Vermilion built a medium piece on the tower on d5.",
        "Green built a small piece on the tower on e2.",
        "The game is over: the stashes are counted, and the lowest count wins.",
        "Pips in the stash: Blue 30, Vermilion 24, Green 24.",
        "Level at 24 (Vermilion, Green): the tie-breaks count.",
        "Pips in others’ towers that they helped to neutralise: Vermilion 5, Green 0.",
        "Vermilion won.",
    ]


def test_the_story_of_a_coup() -> None:
    assert told(drawn(SPORE, coup=True), "T3d2", "ask", "undo", "T1d2", "let") == [
        "Blue spored a large tower on d2.",
        "Vermilion asked Blue whether the tower on d2 was meant.",
        "Blue withdrew the tower on d2.",
        "Vermilion took a card.",
        "Blue spored a small tower on d2.",
        "Vermilion let the tower of Blue on d2 be.",
    ]


def test_the_story_of_cards_counts_them() -> None:
    match = drawn(BOARD, turn=2, ending=0, coup=True, cards=[0, 1, 1])
    assert told(match, "B2e2", "card2", "card1")[1:] == [
        "A card of Vermilion was turned up: it was worth 2.",
        "A card of Green was turned up: it was worth 1.",
        "The game is over: the stashes are counted, and the lowest count wins.",
        "Penalties: Blue 30, Vermilion 24, Green 24.",
        "Level at 24 (Vermilion, Green): the tie-breaks count.",
        "Pips in others’ towers that they helped to neutralise: Vermilion 5, Green 0.",
        "Vermilion won.",
    ]


def test_the_story_of_a_tower_taken_over_and_set_free() -> None:
    board = """
        .   .   .   .   .
        .   .   .   .   .
        .   .   C3  .   .
        .   .   c1s .   .
        A3  a1e B2  .   .
        .   .   .   .   .
        """
    assert told(drawn(board, sprawlgame=True), "B1c2")[:2] == [
        "Blue took over the tower of Vermilion on c2 with a small piece.",
        "The tower of Blue on c2 was free again.",
    ]


# The terminal


def test_the_drawing_shows_towers_branches_and_stashes() -> None:
    shown = text(drawn(BOARD, turn=1))
    assert "×3 2×" in shown
    assert "◀ 1" in shown
    assert " ▸ B  3 3 3 3    2 2 2 2 2  1 1 1 1" in shown


def test_the_drawing_shows_what_is_pending() -> None:
    pending: dict[str, Any] = {"asked": 1, "tower": "d2", "withdrawn": ["T3b4"]}
    match = drawn(SPORE.replace("a2e .   .   .", "a2e .   A3  ."), coup=True, pending=pending)
    assert text(match).endswith("[d2] B? -T3b4")
