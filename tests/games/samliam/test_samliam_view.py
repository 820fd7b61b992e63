"""Pictures, touches and stories: what is announced is seen and told."""

import re

import pytest

from tablier import Match
from tablier.core.registry import load
from tablier.core.scene import Scene
from tablier.core.words import said
from tests.games.samliam.boards import board, used_up
from tests.games.samliam.test_samliam_announcements import EVERY_FACING, FORK, TWO_OPEN

CALL_TAIL = 29  # how far the tail of a call hangs below its middle


def picture(match: Match) -> Scene:
    engine = match.engine
    return engine.game.view.scene(engine.record[0], match.state[0], -1)


def ids(match: Match, beginning: str) -> set[str]:
    return {part.id for part in picture(match).parts if part.id.startswith(beginning)}


def drawn(match: Match) -> str:
    engine = match.engine
    lines = engine.game.terminal.draw(engine.record[0], match.state[0], -1)
    return "\n".join("".join(said(text, "en") for text, _ in line).rstrip() for line in lines)


def path(match: Match, move: str) -> tuple[str, ...]:
    code = match._legal[move]
    return match.engine.game.view.steps(match.engine.record[0], match.state[0], code)


def test_a_placement_and_a_call_are_told_in_both_languages() -> None:
    match = board("r◤ r◥\n.  .")
    match.play("a1sw")
    assert match.log(0, "en") == ["Red placed a triangle in a1, right angle to the south-west.", "Red called: SAM!"]
    assert match.log(0, "fr") == [
        "Rouge a posé un triangle en a1, angle droit au sud-ouest.",
        "Rouge a annoncé\u202f: SAM\u202f!",
    ]


@pytest.mark.parametrize(
    ("drawing", "seats", "move", "call"),
    [
        (FORK, 2, "b2ne", "SONG!"),
        ("r◤ r◥\n.  .", 3, "a1sw", "SAM!"),
        (TWO_OPEN, 2, "e2ne", "WIN!"),
        (TWO_OPEN, 3, "e2ne", "SONG SAM!"),
        (EVERY_FACING, 4, "g3se", "SONG SAM!"),
    ],
)
def test_the_strongest_announcement_is_the_one_called(drawing: str, seats: int, move: str, call: str) -> None:
    match = board(drawing, seats=seats)
    match.play(move)
    assert match.log(0)[1] == f"Red called: {call}"
    assert call in match.svg()
    assert call in drawn(match)


def test_two_open_cells_are_a_sam_while_the_other_of_two_seats_can_win_first() -> None:
    match = board("g◤ g◥\ng◣ .\n.  .\n" + "\n".join(line.strip() for line in TWO_OPEN.strip().split("\n")))
    match.play("e2ne")
    assert match.log(0)[1] == "Red called: SAM!"


def test_without_announcements_nothing_is_called() -> None:
    match = board(TWO_OPEN, announcements="off")
    match.play("e2ne")
    assert len(match.log(0)) == 1
    assert ids(match, "glow.") | ids(match, "call") == set()


def test_a_silent_turn_is_told_with_its_ban_and_shows_no_call() -> None:
    match = board(TWO_OPEN, announcements="strict")
    match.play("e2ne")
    assert match.log(0)[1] == "Red announced nothing; on its next turn these cells are forbidden to it: b1, e1."
    assert ids(match, "glow.") | ids(match, "call") == set()
    match.play("i9ne")
    assert ids(match, "banned.") == {"banned.b1", "banned.e1"}


def test_the_end_is_told_with_its_reason() -> None:
    match = board("r◤ r◥\nr◣ .")
    match.play("b1se")
    assert match.log(0)[1:] == ["A square was completed. Red won."]
    match = board(TWO_OPEN)
    match.play("e2ne")
    assert match.log(0)[2:] == ["The announced threat could no longer be blocked. Red won."]
    match = board("r◥", turn_limit=1)
    match.play("c3ne")
    assert match.log(0)[1:] == ["The turn limit was reached. The game is a draw."]


def test_a_lift_is_told_and_its_place_is_seen() -> None:
    match = used_up("r◥g◣ r◤r◢ g◤", seat=0)
    match.play("-b1se")
    assert match.log(0) == ["Red lifted its triangle from b1, right angle to the south-east."]
    assert ids(match, "lifted") == {"lifted"}
    assert "-b1se" in drawn(match)


def test_the_cells_of_a_call_glow() -> None:
    match = board("r◤ r◥\n.  .")
    match.play("a1sw")
    assert ids(match, "glow.") == {"glow.b1"}
    match = board(FORK)
    match.play("b2ne")
    assert ids(match, "glow.") == {"glow.a1"}


def test_a_completed_figure_is_traced_by_a_line_that_closes() -> None:
    match = board("r◤ r◥\nr◣ .")
    match.play("b1se")
    assert len(ids(match, "trace.")) == 4
    match = board("r◥ r◥ . r◥", seats=4)
    match.play("c1ne")
    assert len(ids(match, "trace.")) == 3


def test_a_completed_cross_is_traced_by_two_lines_through_its_middle() -> None:
    match = board(".  r◥ .\n.  .  r◥\n.  r◥ .", seats=3)
    match.play("a2ne")
    found = [part for part in picture(match).parts if part.id.startswith("trace.")]
    assert sorted((part.turn, part.scale) for part in found) == [(0, 2), (270, 2)]


def test_why_it_ended_stands_under_what_was_called() -> None:
    match = board(FORK)
    for move in ("b2ne", "i9ne", "a1sw"):
        match.play(move)
    scene = picture(match)
    found = {part.id: part for part in scene.parts}
    touched, call = scene.layouts[0].areas[2:]
    assert touched.holds(found["reason"])
    bubble = call.to_y + (found["call"].y - call.y + CALL_TAIL) * call.scale
    assert touched.to_y + found["reason"].y - touched.y > bubble


def test_texts_of_the_art_leave_the_page_the_colour_of_its_own() -> None:
    """The page numbers what happened, and its sheet, which comes later, says with one class how a number looks."""
    selectors = re.findall(r"^([^{}]*text)\{fill", (load("samliam").folder / "art.svg").read_text(), re.MULTILINE)
    assert ".scene text" in selectors
    assert all(len(re.findall(r"\.", one)) == 1 and "svg" not in one for one in selectors if "quiet" not in one)


def test_a_placement_is_touched_by_cell_and_facing() -> None:
    assert path(Match("samliam"), "e5ne") == ("cell.e5", "facing.ne")


def test_in_strict_play_the_voice_is_touched_first_and_silence_needs_no_touch() -> None:
    match = board("r◤ r◥\n.  .", announcements="strict")
    assert path(match, "a1sw!") == ("voice.aloud", "cell.a1", "facing.sw")
    assert path(match, "a1sw") == ("cell.a1", "facing.sw")


def test_a_lift_is_touched_by_the_triangle() -> None:
    match = used_up("r◥g◣ r◤r◢ g◤", seat=0)
    assert path(match, "-b1se") == ("triangle.b1se",)


def test_two_triangles_of_one_colour_fuse_into_a_square() -> None:
    symbols = {part.id: part.symbol for part in picture(board("r◥r◣ r◥g◣")).parts}
    assert symbols["triangle.a1ne"] == symbols["triangle.a1sw"] == "half0"
    assert symbols["triangle.b1ne"] == "triangle0"


def test_the_terminal_shows_triangles_with_the_sign_of_their_seat() -> None:
    lines = drawn(board("r◥g◣ b◤ w◢", seats=4)).split("\n")
    assert lines[9].split()[:4] == ["1", "●◥◆◣", "■◤", "□◢"]
