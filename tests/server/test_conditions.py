"""Conditional moves: left for a position, made at once when they apply, and told to nobody else."""

from typing import Any

import pytest

from tablier.server.api import replay
from tablier.server.authority import checks, conditions
from tablier.server.authority.events import Event
from tablier.server.authority.summaries import summary
from tablier.server.authority.table import Table
from tablier.server.telling import Teller, Viewer
from tablier.server.telling.writing import read, written
from tests.server.kit import NOW, PEOPLE, do, person, told, wire
from tests.server.test_authority import refusal
from tests.server.test_clocks import BLITZ, DICE, OPEN, SECRET, SLOW, again, begun, wire_of


def path(here: Table, *choices: int) -> list[str]:
    """Moves from here on, each by its place among the legal ones."""
    match, moves = here.match.copy(), list[str]()
    for choice in choices:
        moves.append(match.legal()[choice])
        match.play(moves[-1])
    return moves


def leave(here: Table, visitor: str, *lines: list[str]) -> list[Event]:
    return do(here, visitor, "conditions", NOW + 3.7, number=here.number, lines=[*lines])


def play(here: Table, move: str) -> list[Event]:
    return do(here, PEOPLE[here.deciding or 0], "move", NOW + 5, number=here.number, move=move)


def test_an_answer_is_made_at_once_as_an_ordinary_move_of_the_seat() -> None:
    here = begun(OPEN, SLOW)
    line = path(here, 0, 3)
    leave(here, "bob", line)
    events = play(here, line[0])
    assert events == [Event("move", NOW + 5, 0, line[0]), Event("move", NOW + 5, 1, line[1])]
    assert (here.number, here.deciding, here.conditions) == (2, 0, ())


def test_a_row_goes_on_as_long_as_it_applies() -> None:
    here = begun(OPEN, SLOW)
    line, other = path(here, 0, 3, 5, 7), path(here, 1, 2)
    leave(here, "bob", line, other)
    play(here, line[0])
    assert conditions.lines(here.conditions, [1]) == [line[2:]], "the other one no longer applies"
    play(here, line[2])
    assert here.match.moves == line


def test_something_else_clears_them() -> None:
    here = begun(OPEN, SLOW)
    leave(here, "bob", path(here, 0, 3))
    play(here, here.match.legal()[1])
    assert (here.number, here.conditions) == (1, ())


def test_they_are_withdrawn_at_will_and_gone_with_what_ends_their_time() -> None:
    here = begun(OPEN, SLOW)
    line = path(here, 0, 3)
    leave(here, "bob", line)
    leave(here, "bob")
    assert here.conditions == ()
    assert not leave(here, "bob"), "nothing happens twice"
    leave(here, "bob", line)
    do(here, "bob", "resign", seat=1)
    assert here.conditions == ()


def test_taking_back_clears_them() -> None:
    here = begun(OPEN, SLOW)
    play(here, here.match.legal()[0])
    leave(here, "ann", path(here, 0, 3))
    do(here, "ann", "takeback", NOW + 6)
    do(here, "bob", "answer", NOW + 7, offer="takeback", yes=True)
    assert (here.number, here.conditions) == (0, ())


def test_they_replay_equally() -> None:
    here = begun(OPEN, SLOW)
    line = path(here, 0, 3, 5, 7)
    events = [*leave(here, "bob", line), *play(here, line[0])]
    other = again(here, [Event("name", NOW, 0, name="Ann"), *events])
    assert other.conditions == here.conditions
    assert other.match.moves == line[:2]


@pytest.mark.parametrize(
    ("lines", "why"),
    [
        ([[0]], "shape"), ([[]], "shape"), ([[0, 3, 5]], "shape"), ([[0, 3], [0, 4]], "twice"),
        ([["x", "y"]], "illegal"), ([[0, "x"]], "illegal"),
    ],
)  # fmt: skip
def test_rows_that_cannot_be_are_refused(lines: list[list[Any]], why: str) -> None:
    here = begun(OPEN, SLOW)
    given = [
        path(here, *line) if all(isinstance(step, int) for step in line) else list(map(str, line)) for line in lines
    ]
    if lines == [[0, "x"]]:
        given = [[*path(here, 0), "x"]]
    assert refusal(leave, here, "bob", *given) == f"conditions.{why}"


def test_where_they_cannot_be_left() -> None:
    slow = begun(OPEN, SLOW)
    line = path(slow, 0, 3)
    assert refusal(leave, slow, "ann", line) == "conditions.your_turn"
    assert refusal(leave, slow, "eve", line) == "table.spectator"
    assert refusal(leave, begun(OPEN, BLITZ), "bob", line) == "conditions.never"
    assert refusal(leave, begun(SECRET, SLOW), "bob", line) == "conditions.secrets"
    assert refusal(leave, begun(OPEN, SLOW, person("ann"), person("ann", "here")), "ann", line) == "conditions.shared"
    dice = begun(DICE, SLOW)
    assert refusal(leave, dice, "bob", [dice.match.legal()[0], "x", "y"]) == "conditions.dice"
    assert refusal(do, slow, "bob", "conditions", number=3, lines=[]) == "table.stale"


def test_what_would_be_is_shown_to_whoever_supposes_it() -> None:
    here = begun(OPEN, SLOW)
    line = path(here, 0, 3)
    data = read(written(Teller(here).suppose(Viewer("bob", "en"), 0, line[:1])))
    assert (data["to_move"], data["supposed"]) == (1, line[:1])
    assert data["rows"] == [f"if Ann: {line[0]}"]
    assert line[1] in [move["move"] for move in data["moves"]]
    play(here, line[0])
    assert data["scene"] == told(here, "bob", "en")[0]["scene"]
    for table, key in ((begun(SECRET, SLOW), "secrets"), (begun(OPEN, BLITZ), "never")):
        assert refusal(Teller(table).suppose, Viewer("bob", "en"), 0, []) == f"conditions.{key}"


def test_nobody_else_is_told_of_them_in_any_byte() -> None:
    """Two tables that differ in conditional moves alone look the same to everybody but whoever has left them."""
    bare, here, other = (begun(OPEN, SLOW) for _ in range(3))
    line = path(here, 0, 3, 5, 7)
    leave(here, "bob", line)
    leave(other, "bob", path(here, 2, 1), path(here, 4, 1))
    for table in (here, other):
        for visitor in ("ann", "eve"):
            assert wire(told(table, visitor)) == wire(told(bare, visitor))
            assert replay.text(table, visitor, "fr", None) == replay.text(bare, visitor, "fr", None)
            assert wire([replay.of_table(table, visitor, "fr", None)]) == wire(
                [replay.of_table(bare, visitor, "fr", None)]
            )
            assert replay.stamp(table, visitor, "fr", None) == replay.stamp(bare, visitor, "fr", None)
        assert wire_of(table, NOW)[0] == wire_of(bare, NOW)[0]
        assert summary(table) == summary(bare)
        assert table.clocks == bare.clocks, "not even in the last digit of a time"
    assert read(wire_of(here, NOW)[1])["conditions"] == [line]


def test_after_an_answer_nobody_sees_that_it_was_left() -> None:
    """Who answers in the same moment by hand is told of in the same bytes, as long as more is left or not."""
    here, by_hand = begun(OPEN, SLOW), begun(OPEN, SLOW)
    line = path(here, 0, 3, 5, 7)
    do(here, "bob", "conditions", NOW + 3.7, number=0, lines=[line])
    play(here, line[0])
    for move in line[:2]:
        play(by_hand, move)
    assert by_hand.match.times == (5, 0)
    assert here.conditions
    for visitor in ("ann", "eve"):
        assert wire(told(here, visitor)) == wire(told(by_hand, visitor))


def test_a_bot_is_answered_too() -> None:
    here = begun(OPEN, SLOW)
    line = path(here, 0, 3)
    leave(here, "bob", line)
    here.apply(Event("hand_over", NOW, 0))
    ahead = checks.bot_move(here, 0, line[0], NOW + 9)
    assert [event.move for event in ahead.events] == line
