"""Which positions of Samarra load, and which are refused with which fault."""

from collections.abc import Callable
from typing import Any

import pytest

from tablier import BadPosition, Match
from tests.games.samarra.boards import drawn, drawn_position, opened, played

Position = dict[str, Any]

DRAWING = """
    . s . m .
    . . d . .
    . . . . .
    . . M . .
    . S D . .
"""


def spoilt(change: Callable[[Position], object], **given: Any) -> Position:
    """A sound position with one fault."""
    position = drawn_position(DRAWING, **given)
    change(position)
    return position


def set_up_position(**changes: Any) -> Position:
    """Seat 0 has set up and seat 1 decides."""
    pieces = [
        {"seat": 0, "character": letter, "tent": tent, "cell": cell, "revealed": False}
        for tent, (letter, cell) in enumerate([("S", "b1"), ("M", "c1"), ("D", "d1")])
    ]
    position = {"game": "samarra", "options": {}, "turn": 1, "actions": 1, "turns": 0, "pieces": pieces}
    return position | {"kill": [True, True], "reveal": [True, True]} | changes


def refused(position: Position) -> str:
    """The key of the fault."""
    with pytest.raises(BadPosition) as caught:
        Match.from_position(position)
    assert caught.value.say("fr") != caught.value.say("en")
    return caught.value.key


def change_piece(number: int, **changes: Any) -> Callable[[Position], object]:
    return lambda position: position["pieces"][number].update(changes)


def test_a_saved_position_has_its_keys_in_order_and_its_pieces_by_seat_and_tent() -> None:
    match = drawn(DRAWING)
    position = match.position()
    assert list(position) == ["game", "options", "turn", "actions", "turns", "pieces", "kill", "reveal"]
    assert list(position["pieces"][0]) == ["seat", "character", "tent", "cell", "revealed"]
    assert list(position["options"]) == [
        "board", "arrival", "automatic_death", "passing", "no_repetition", "turn_limit",
    ]  # fmt: skip
    shuffled = position | {"pieces": position["pieces"][::-1]}
    assert Match.from_position(shuffled).position() == position


def test_set_up_positions_load() -> None:
    start = Match("samarra")
    assert Match.from_position(start.position()).state.tobytes() == start.state.tobytes()
    start.play("S@b1 M@c1 D@d1")
    assert start.position() == Match.from_position(set_up_position()).position()
    assert Match.from_position(set_up_position()).state.tobytes() == start.state.tobytes()


def test_a_position_loads_as_the_bytes_that_were_played_to_where_the_history_is_alike() -> None:
    match = played(opened(), "b1-b2", "b5-b4", "c5-c4")
    assert Match.from_position(match.position()).state.tobytes() == match.state.tobytes()
    choices = {"no_repetition": True, "passing": True, "automatic_death": True, "arrival": "presence"}
    match = played(drawn(DRAWING.replace(". . d", ". d ."), turn=1, **choices), "b4-b3", "b3-c3")
    assert match.state[0].ends.any()
    match = played(match, "c2?c3")
    assert Match.from_position(match.position()).state.tobytes() == match.state.tobytes()


def test_a_finished_game_loads_as_it_stands() -> None:
    match = drawn("""
        . . m d .
        . . s . .
        . . D . .
        . . . . .
        . S M . .
    """)
    match.play("c3xc4")
    position = match.position()
    assert position["outcome"] == {"scores": [1.0, 0.0], "reason": "killed"}
    loaded = Match.from_position(position)
    assert loaded.position() == position
    assert loaded.legal() == []
    assert loaded.view(None) == position
    assert Match.from_position(position | {"turn": 1, "turns": 6, "actions": 0}).outcome == match.outcome


@pytest.mark.parametrize(
    ("fault", "position"),
    [
        ("core.position.missing", spoilt(lambda p: p.pop("kill"))),
        ("core.position.unknown", spoilt(lambda p: p.update(passes=0))),
        ("core.position.unknown", spoilt(change_piece(0, alive=True))),
        ("core.position.missing", spoilt(lambda p: p["pieces"][0].pop("tent"))),
        ("core.position.whole", spoilt(change_piece(0, seat=2))),
        ("core.position.whole", spoilt(change_piece(0, tent=3))),
        ("core.position.whole", spoilt(change_piece(0, tent=True))),
        ("core.position.word", spoilt(change_piece(0, character="X"))),
        ("core.position.word", spoilt(change_piece(0, character=None))),
        ("core.position.word", spoilt(change_piece(0, cell="f1"))),
        ("core.position.word", spoilt(change_piece(0, cell="a6"))),
        ("core.position.flag", spoilt(change_piece(0, revealed=0))),
        ("core.position.flag", spoilt(lambda p: p.update(kill=[1, True]))),
        ("core.position.length", spoilt(lambda p: p.update(reveal=[True]))),
        ("core.position.list", spoilt(lambda p: p.update(pieces={}))),
        ("core.position.turn", spoilt(lambda p: p.update(turn=1))),
        ("samarra.position.no_action", spoilt(lambda p: p.update(actions=0))),
        ("core.position.whole", spoilt(lambda p: p.update(actions=3))),
        ("core.position.limit", spoilt(lambda p: p.update(turns=120))),
        ("samarra.position.first_turn", spoilt(lambda p: p.update(turns=0))),
        ("samarra.position.pieces", spoilt(lambda p: p["pieces"].pop())),
        ("samarra.position.pieces", spoilt(lambda p: p.update(pieces=p["pieces"][3:]))),
        ("samarra.position.characters", spoilt(change_piece(0, character="D"))),
        ("samarra.position.tents", spoilt(change_piece(0, tent=1))),
        ("samarra.position.shared", spoilt(change_piece(0, cell="b5"))),
        ("samarra.position.servant", drawn_position(DRAWING.replace("S", "."), dead="S")),
        ("samarra.position.dead", drawn_position(DRAWING.replace("M", "."), dead="M", killers=())),
        ("samarra.position.dead", drawn_position(DRAWING, killers=(0,))),
        ("samarra.position.dead", drawn_position(DRAWING.replace("M", ".").replace("D", "."), dead="MD", killers=(1,))),
        ("samarra.position.revealer", spoilt(change_piece(2, revealed=False), revealers=(0,))),
        ("samarra.position.setup_turn", set_up_position(turn=0)),
        ("samarra.position.setup_turn", set_up_position(pieces=[])),
        ("samarra.position.setup_turns", set_up_position(turns=1)),
        ("samarra.position.setup_turns", set_up_position(actions=2)),
        ("samarra.position.setup_powers", set_up_position(kill=[False, True])),
        ("samarra.position.setup_powers", set_up_position(reveal=[True, False])),
        ("samarra.position.finished", set_up_position(outcome={"scores": [1, 0], "reason": "killed"})),
        ("core.position.word", spoilt(lambda p: p.update(outcome={"scores": [1, 0], "reason": "won"}))),
        ("core.position.scores", spoilt(lambda p: p.update(outcome={"scores": [1, 1], "reason": "killed"}))),
    ],
)
def test_a_position_with_a_fault_is_refused(fault: str, position: Position) -> None:
    assert refused(position) == fault


def test_a_used_kill_means_a_revealed_death_if_it_lives() -> None:
    position = drawn_position(DRAWING.replace("m", "."), dead="m")
    death = next(p for p in position["pieces"] if (p["seat"], p["character"]) == (0, "D"))
    death["revealed"] = False
    assert refused(position) == "samarra.position.killer"
    both = drawn_position(DRAWING.replace("m", ".").replace("D", "."), dead="mD")
    next(p for p in both["pieces"] if (p["seat"], p["character"]) == (0, "D"))["revealed"] = False
    assert Match.from_position(both).actor == 0


@pytest.mark.parametrize(
    ("fault", "changes"),
    [
        ("samarra.position.setup_revealed", {"revealed": True}),
        ("samarra.position.setup_city", {"cell": "a1"}),
        ("samarra.position.setup_city", {"cell": None}),
    ],
)
def test_a_set_up_with_a_fault_is_refused(fault: str, changes: Position) -> None:
    position = set_up_position()
    position["pieces"][0] |= changes
    assert refused(position) == fault


def test_tents_of_a_set_up_go_by_cell() -> None:
    position = set_up_position()
    position["pieces"][0]["cell"], position["pieces"][1]["cell"] = "c1", "b1"
    assert refused(position) == "samarra.position.setup_tents"


def test_pieces_do_not_stand_on_rock() -> None:
    position = drawn_position("s m d\n S . .\n M D .", board="SSS/.#./BBB")
    position["pieces"][0]["cell"] = "b2"
    assert refused(position) == "samarra.position.rock"


def test_a_position_in_which_nothing_is_legal_is_refused() -> None:
    assert refused(drawn_position("S D M m s d", board="BBBSSS", revealers=(0,))) == "core.position.stuck"


def test_a_view_in_which_something_is_hidden_is_no_position() -> None:
    assert refused(opened().view(0)) == "core.position.word"
