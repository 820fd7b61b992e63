"""Hints: who may have them, what they know, and that the record tells of them."""

from typing import Any

import pytest

from tablier import Match
from tablier.core.errors import BadText, Error
from tablier.server.authority.events import event_from, event_text
from tablier.server.authority.table import Table
from tablier.server.bots.worker import HINTS, hint
from tablier.server.telling import Teller, Viewer
from tablier.server.telling.writing import read, written
from tests.server.kit import NOW, bot, do, move, person, table


def refusal(call: Any, *args: Any, **named: Any) -> str:
    with pytest.raises(Error) as refused:
        call(*args, **named)
    return refused.value.key.removeprefix("server.")


def may(here: Table, visitor: str) -> tuple[bool, bool]:
    told = read(written(Teller(here).everything(Viewer(visitor, "en"), NOW)))["now"]["may"]
    return told["hint"], told["hints"]


def test_who_plays_alone_against_bots_may_have_hints_and_the_record_says_so() -> None:
    here = table("samliam", person("ann"), bot())
    assert may(here, "ann") == (True, False)
    events = do(here, "ann", "hint", number=0)
    assert [(event.kind, event.seat, event.to) for event in events] == [("hint", 0, 0)]
    assert do(here, "ann", "hint", number=0) == []
    assert here.match.hints == (0,)
    assert Teller(here).log(Viewer("ann", "en"), 0)[-1]["lines"] == ["Red asked for a hint."]
    assert "hints: [0]" in here.match.text("everyone")
    assert Match.from_text(here.match.text("everyone")).hints == (0,)
    assert [event_from(event_text(event)) for event in events] == list(events)


def test_nobody_is_helped_against_people_who_have_not_agreed() -> None:
    here = table("samliam", person("ann"), person("bob"))
    assert may(here, "ann") == (False, True)
    assert refusal(do, here, "ann", "hint", number=0) == "hint.never"
    do(here, "ann", "hints")
    do(here, "bob", "answer", offer="hints", yes=False)
    assert refusal(do, here, "ann", "hint", number=0) == "hint.never"


def test_if_all_agree_everybody_may_be_helped() -> None:
    here = table("samliam", person("ann"), person("bob"))
    do(here, "ann", "hints")
    do(here, "bob", "answer", offer="hints", yes=True)
    assert here.hinting
    do(here, "ann", "hint", number=0)
    move(here, "ann")
    assert may(here, "bob") == (True, False)
    do(here, "bob", "hint", number=1)
    assert here.match.hints == (0, 1)
    assert refusal(do, here, "ann", "hints") == "hint.already"


def test_hints_are_for_whoever_decides_in_the_position_as_it_stands() -> None:
    here = table("samliam", person("ann"), bot())
    assert refusal(do, here, "eve", "hint", number=0) == "table.spectator"
    assert refusal(do, here, "ann", "hint", number=1) == "table.stale"
    move(here, "ann")
    assert refusal(do, here, "ann", "hint", number=1) == "table.not_your_turn"


def test_a_move_taken_back_takes_its_later_hints_along() -> None:
    here = table("samliam", person("ann"), person("ann", "here"))
    move(here, "ann")
    do(here, "ann", "hint", number=1)
    do(here, "ann", "takeback")
    assert here.match.hints == ()


def test_a_hint_comes_from_what_a_seat_may_keep_of_a_game() -> None:
    match = Match("samarra", seed=5)
    match.play(match.legal()[0])
    match.play(match.legal()[0])
    assert isinstance(match.actor, int)
    found = hint(match.text(match.actor), 1, 1.0, 0.2)
    assert 1 <= len(found["moves"]) <= HINTS
    assert {one["move"] for one in found["moves"]} <= set(match.legal())
    assert sum(found["chances"]) == pytest.approx(1, abs=0.01)


def test_a_sheet_with_other_hints_than_numbers_is_refused() -> None:
    match = Match("samliam", seed=1)
    match.hints = (0,)
    with pytest.raises(BadText):
        Match.from_text(match.text("everyone").replace("hints: [0]", 'hints: ["a"]'))
