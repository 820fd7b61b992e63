"""People who leave a table with a clock: the others vote for a bot, or it comes by itself; and they come back."""

from dataclasses import replace

import pytest

from tablier.server.authority import leavers, timekeeping
from tablier.server.authority.events import BY_ITSELF, Event
from tablier.server.authority.limits import GONE_ALONE, GONE_FOR_GOOD, GONE_SEVERAL
from tablier.server.authority.table import Table
from tests.server.kit import NOW, bot, do, person, told
from tests.server.test_authority import refusal
from tests.server.test_clocks import BLITZ, MANY, OPEN, SLOW, again, begun


def passes(here: Table, seconds: float, *absent: int) -> list[Event]:
    """What time brings about."""
    ahead = timekeeping.by_time(here, 0, absent, NOW + seconds)
    here.become(ahead.table)
    return list(ahead.events)


def left_alone(people: int, seat: int) -> Table:
    """A table with so many people, of whom one has gone."""
    names = ("ann", "bob", "cid", "dan")[:people]
    here = begun(OPEN if people == 2 else MANY, BLITZ, *(person(name) for name in names))
    assert [event.kind for event in passes(here, 10, seat)] == ["left"]
    return here


def test_of_three_both_others_have_to_want_it() -> None:
    here = left_alone(3, 0)
    assert leavers.open_to(here, "bob", NOW + 69.9) == []
    assert leavers.open_to(here, "bob", NOW + 10 + GONE_SEVERAL) == [0]
    assert refusal(do, here, "bob", "hand_over", NOW + 60, seat=0) == "seat.not_gone"
    assert [event.kind for event in do(here, "bob", "hand_over", NOW + 80, seat=0)] == ["vote"]
    data = told(here, "cid", "en")[0]["now"]["clock"]
    assert data["gone"] == [0]
    assert refusal(do, here, "bob", "hand_over", NOW + 81, seat=0) == "seat.not_gone"
    assert [event.kind for event in do(here, "cid", "hand_over", NOW + 82, seat=0)] == ["vote", "hand_over"]
    assert here.seats[0].handed
    assert told(here, "cid", "en")[0]["log"][-1]["lines"] == ["Ann no longer answers; a bot plays on."]


def test_of_four_two_of_the_three_others_are_enough() -> None:
    here = left_alone(4, 3)
    assert leavers.ballot(here, 3) == (3, 0, 2)
    do(here, "ann", "hand_over", NOW + 80, seat=3)
    do(here, "cid", "hand_over", NOW + 80, seat=3)
    assert here.seats[3].handed


def test_who_is_gone_does_not_vote_and_is_not_waited_for() -> None:
    here = left_alone(4, 3)
    assert passes(here, 11, 2)
    assert leavers.ballot(here, 3) == (3, 0, 2)
    assert passes(here, 12, 1)
    assert leavers.ballot(here, 3) == (3, 0, 1)
    assert leavers.patience(here, 3) == GONE_ALONE, "one alone waits longer"


def test_of_two_the_other_decides_after_longer() -> None:
    here = left_alone(2, 1)
    assert leavers.open_to(here, "ann", NOW + 10 + GONE_SEVERAL) == []
    assert leavers.open_to(here, "ann", NOW + 10 + GONE_ALONE) == [1]
    do(here, "ann", "hand_over", NOW + 140, seat=1)
    assert here.seats[1].handed
    do(here, "bob", "take_seat_back", NOW + 150, seat=1)
    assert here.seats[1].is_person


def test_who_comes_back_is_voted_about_no_more() -> None:
    here = left_alone(3, 0)
    do(here, "bob", "hand_over", NOW + 80, seat=0)
    back = timekeeping.returned(here, "ann", NOW + 90)
    assert [event.kind for event in back.events] == ["returned"]
    assert leavers.open_to(back.table, "cid", NOW + 100) == []
    assert leavers.ballot(back.table, 0).yes == 0
    assert not timekeeping.returned(back.table, "ann", NOW + 91).events


@pytest.mark.parametrize("by_itself", [True, False])
def test_a_bot_comes_by_itself_where_that_was_chosen(by_itself: bool) -> None:
    plan = replace(BLITZ, leavers=BY_ITSELF) if by_itself else BLITZ
    here = begun(MANY, plan, person("ann"), person("bob"), person("cid"))
    passes(here, 10, 2)
    assert not passes(here, 10 + GONE_FOR_GOOD - 1, 2)
    assert [event.kind for event in passes(here, 10 + GONE_FOR_GOOD, 2)] == ["hand_over"] * by_itself
    assert here.seats[2].handed == by_itself


def test_nobody_votes_for_a_seat_of_their_own_or_watches_and_votes() -> None:
    here = left_alone(2, 1)
    for visitor in ("bob", "eve"):
        assert leavers.open_to(here, visitor, NOW + 500) == []
    assert refusal(do, here, "eve", "hand_over", NOW + 200, seat=1) == "table.spectator"


def test_days_and_tables_with_bots_alone_follow_nobody() -> None:
    assert not passes(begun(OPEN, SLOW), 10, 0, 1)
    here = begun(OPEN, BLITZ, person("ann"), bot())
    assert [event.seat for event in passes(here, 10, 0, 1)] == [0]


def test_leaving_and_voting_replay_equally() -> None:
    names = [person(name) for name in ("ann", "bob", "cid")]
    here = begun(MANY, BLITZ, *names)
    events = [Event("name", NOW, 0, name="Ann"), *passes(here, 10, 2), *do(here, "ann", "hand_over", NOW + 90, seat=2)]
    events += timekeeping.paused(here, [(NOW + 91, NOW + 95)], NOW + 99).events
    here.apply(events[-1])
    other = again(here, events)
    assert other.clocks == here.clocks
    assert leavers.gone(other) == {2: NOW + 14}
