"""What is asked, what is drawn of it, and why something cannot be done, on positions where one knows it."""

import random
from typing import Any

import pytest

from tablier import Match
from tablier.core.records import frozen
from tablier.core.scene import Choice
from tablier.games.samliam.guidance import obstacle
from tablier.games.samliam.state import decode
from tests.games.samliam.boards import board, used_up
from tests.games.samliam.test_samliam_announcements import TWO_OPEN
from tests.games.samliam.test_samliam_duty import FORK, OPEN
from tests.games.samliam.test_samliam_view import ids, picture

CHOOSE = "Choose a cell or a facing."
LINES = """
    .  .  .  .  .
    r◥ r◥ .  r◥ .
    .  .  .  .  .
"""
CROSS = """
    .  b◤ .
    b◤ .  .
    .  b◤ .
"""


def looked_at(match: Match) -> tuple[Any, Any, Any]:
    engine = match.engine
    return engine.game.view, engine.frozen_options, frozen(match.state)


def asked(match: Match, language: str = "en") -> str:
    view, options, state = looked_at(match)
    return " ".join(sentence.say(language) for sentence in view.asked(options, state))


def why(match: Match, part: str, *begun: str) -> str:
    view, options, state = looked_at(match)
    return str(view.why(options, state, begun, part).say("en"))


def offered(match: Match, move: str) -> Choice:
    view, options, state = looked_at(match)
    codes = list(match._legal.values())
    found: Choice = view.choices(options, state, codes, 0)[codes.index(match._legal[move])]
    return found


def strict(drawing: str, **more: Any) -> Match:
    return board(drawing, announcements="strict", **more)


def silenced() -> Match:
    """Red was silent about two open cells, and may not use them."""
    match = strict(TWO_OPEN)
    match.play("e2ne")
    match.play("i9ne")
    return match


@pytest.mark.parametrize(
    ("match", "sentence"),
    [
        (board(""), "Choose a cell or a facing for your triangle."),
        (board(OPEN, turn=1), f"Red threatens a square at b1: block it, unless you win first. {CHOOSE}"),
        (board(OPEN, seats=3, turn=1), f"Red threatens a square at b1: you must block it. {CHOOSE}"),
        (board(LINES, seats=4, turn=3), f"Red threatens a line at c2: you must block it. {CHOOSE}"),
        (board(CROSS, seats=3, turn=0), f"Black threatens a cross at c2: you must block it. {CHOOSE}"),
        (
            board(FORK, seats=3, turn=1),
            f"Red could open two figures at once: you must prevent it (a1, b1, d1). {CHOOSE}",
        ),
        (board(FORK, turn=1), f"Red could open two figures at once, by playing at a1. {CHOOSE}"),
        (
            board("r◤ r◥ .  g◤ g◥\nr◣ .  .  g◣ .", seats=3, turn=1),
            f"Red threatens a square at b1: you must block it. Or complete a figure of your own, and win. {CHOOSE}",
        ),
        (
            board("r◤ r◥ .  r◤ r◥\nr◣ .  .  r◣ .", seats=3, turn=1),
            f"Red threatens to complete a figure (b1, e1): you must block one of these cells. {CHOOSE}",
        ),
        (silenced(), f"You announced nothing on your last turn: forbidden to you this time: b1, e1. {CHOOSE}"),
        (
            used_up("r◥g◣ r◤r◢ g◤", seat=0),
            "Your reserve is empty: lift one of your triangles, to place it elsewhere.",
        ),
    ],
)
def test_what_is_asked_says_what_forces_and_what_to_choose(match: Match, sentence: str) -> None:
    assert asked(match) == sentence
    assert asked(match, "fr")


def test_without_announcements_no_threat_is_told() -> None:
    match = board(OPEN, turn=1, announcements="off")
    assert asked(match) == "Choose a cell or a facing for your triangle."
    assert ids(match, "figure.") == set()


def test_a_triangle_that_was_lifted_is_to_be_placed() -> None:
    match = used_up("r◥g◣ r◤r◢ g◤", seat=0)
    match.play("-b1se")
    assert asked(match) == "Place the lifted triangle: choose a cell or a facing."
    assert why(match, "facing.se", "cell.b1") == "The lifted triangle cannot go back to b1 with the same facing."
    assert why(match, "triangle.a1ne") == "a1 is full: it holds two triangles already."
    assert why(match, "triangle.c1nw") == "You have lifted a triangle already: place that one."


@pytest.mark.parametrize(
    ("match", "touches", "reason"),
    [
        (board("r◥g◣"), ("cell.a1",), "a1 is full: it holds two triangles already."),
        (
            board("g◥"),
            ("cell.a1", "facing.se"),
            "a1 holds a triangle that faces north-east: only the opposite facing, south-west, still fits in.",
        ),
        (
            board("g◥"),
            ("facing.se", "cell.a1"),
            "a1 holds a triangle that faces north-east: only the opposite facing, south-west, still fits in.",
        ),
        (board("g◥"), ("triangle.a1ne",), "A triangle stays where it is as long as its owner has a reserve."),
        (
            board(OPEN, seats=3, turn=1),
            ("cell.c2",),
            "You must block Red, and a triangle in c2 does not. Cells that do: b1.",
        ),
        (
            board(OPEN, seats=3, turn=1),
            ("cell.b1", "facing.nw"),
            "Facing that way in b1, your triangle would leave Red just the half that it needs.",
        ),
        (board(OPEN, seats=3, turn=1), ("facing.nw",), "No triangle that faces north-west blocks the threat."),
        (
            board(FORK, seats=3, turn=1),
            ("cell.c3",),
            "Red could still open two figures at once: that triangle in c3 does not prevent it. "
            "Cells where one can: a1, b1, d1.",
        ),
        (
            silenced(),
            ("cell.b1",),
            "b1 is forbidden to you on this turn, because you announced nothing on your last one.",
        ),
        (board(""), ("cell.a1", "cell.a2"), "You have chosen a1: now choose the facing."),
        (board(""), ("facing.ne", "facing.se"), "The facing is chosen: now choose a cell."),
        (
            board(""),
            ("reserve.1",),
            "That is a reserve: the triangle comes from it by itself when you choose a cell.",
        ),
        (
            used_up("r◥g◣ r◤r◢ g◤", seat=0),
            ("triangle.c1nw",),
            "The triangle in c1 is Green’s; you can only lift your own.",
        ),
        (
            used_up("r◥g◣ r◤r◢ g◤", seat=0),
            ("cell.d1",),
            "Your reserve is empty: first lift one of your own triangles.",
        ),
        (
            strict(""),
            ("voice.aloud", "facing.ne"),
            "You announce this move: choose the cell first, then the facing.",
        ),
        (strict("r◤ r◥\n.  ."), ("cell.a1", "voice.aloud"), "To announce, touch “Announce” first, then the cell."),
    ],
)
def test_a_touch_in_vain_is_told_its_rule(match: Match, touches: tuple[str, ...], reason: str) -> None:
    assert why(match, touches[-1], *touches[:-1]) == reason


@pytest.mark.parametrize(("seats", "announcements"), [(2, "strict"), (3, "automatic"), (4, "strict")])
def test_there_is_an_obstacle_exactly_where_the_rules_have_no_move(seats: int, announcements: str) -> None:
    player = random.Random(seats)
    for seed in range(4):
        match = Match("samliam", seats, {"announcements": announcements, "turn_limit": 60}, seed=seed)
        while match.actor is not None:
            _, options, state = looked_at(match)
            slots = {decode(code)[1] for code in match._legal.values()}
            for slot in player.sample(range(324), 12):
                assert (obstacle(options, state, slot >> 2, 1 << (slot & 3)) is None) == (slot in slots)
            match.play(player.choice(match.legal()))


def test_the_threatened_figure_is_drawn_with_what_it_lacks_and_the_cells_that_answer() -> None:
    match = board(OPEN, seats=3, turn=1)
    assert ids(match, "figure.") == {"figure.square.b1se.a1sw.b2ne.a2nw"}
    assert ids(match, "missing.") == {"missing.square.b1se.a1sw.b2ne.a2nw"}
    assert ids(match, "answer.") == {"answer.b1"}
    assert ids(board(OPEN, turn=1), "answer.") == set()
    assert ids(board(FORK, seats=3, turn=1), "answer.") == {"answer.a1", "answer.b1", "answer.d1"}


@pytest.mark.parametrize(("drawing", "seats", "symbol"), [(OPEN, 3, "frame1"), (CROSS, 3, "arms1"), (LINES, 4, "row1")])
def test_every_kind_of_figure_has_its_lines_in_the_colour_of_its_seat(drawing: str, seats: int, symbol: str) -> None:
    match = board(drawing, seats=seats, turn=0 if drawing == CROSS else 1)
    found = [part for part in picture(match).parts if part.id.startswith("figure.")]
    assert [(part.symbol, part.seat) for part in found] == [(symbol, 2 if drawing == CROSS else 0)]


def test_the_cells_of_an_announcement_have_the_colour_of_the_seat_that_made_it() -> None:
    match = board("r◤ r◥\n.  .")
    match.play("a1sw")
    assert [part.seat for part in picture(match).parts if part.id == "glow.b1"] == [0]


def test_cell_and_facing_are_touched_in_either_order_and_each_step_has_its_question() -> None:
    choice = offered(board(""), "e5ne")
    assert choice.begins(("facing.ne", "cell.e5"))
    assert [question.say("en") for question in choice.questions] == [
        "Which cell does the triangle go into?",
        "Which way does its right angle point?",
    ]


def test_silence_needs_no_touch_and_no_path_is_the_beginning_of_another() -> None:
    match = strict("r◤ r◥\n.  .")
    silent, aloud = offered(match, "a1sw"), offered(match, "a1sw!")
    assert len(silent.path) == 2
    for begun in (("cell.a1", "facing.sw"), ("facing.sw", "cell.a1")):
        assert silent.begins(begun)
        assert not aloud.begins(begun)
    assert aloud.begins(("voice.aloud", "cell.a1", "facing.sw"))
    assert not silent.begins(("voice.aloud",))


@pytest.mark.parametrize("drawing", ["", "r◤ r◥\n.  ."])
def test_a_voice_in_strict_play_tells_nothing_of_what_is_due(drawing: str) -> None:
    match = strict(drawing)
    view, options, state = looked_at(match)
    offers = view.choices(options, state, list(match._legal.values()), 0)
    for path in {choice.path[-2:] for choice in offers}:
        assert len([choice for choice in offers if choice.begins(("voice.aloud", *path))]) == 1
    ghosts = {part.id for choice in offers for part in choice.ghost}
    assert ghosts <= {"ghost.triangle", "ghost.half"}, "nor does what is drawn beforehand"


def test_where_the_rules_announce_by_themselves_there_is_no_voice() -> None:
    for match in (board(""), silenced(), used_up("r◥g◣ r◤r◢ g◤", seat=0)):
        for move in match.legal():
            choice = offered(match, move)
            assert "voice.aloud" not in (choice.idle, *choice.path)


def test_a_move_is_marked_by_its_cell_and_by_where_its_triangle_came_from() -> None:
    match = used_up("r◥g◣ r◤r◢ g◤", seat=0)
    view, options, lifted = looked_at(match)
    match.play("-b1se")
    _, _, placed = looked_at(match)
    assert view.marks(options, lifted, match.codes[-1], placed) == ("cell.b1",)
    match.play("c1se")
    assert view.marks(options, placed, match.codes[-1], frozen(match.state)) == ("cell.b1", "cell.c1")
