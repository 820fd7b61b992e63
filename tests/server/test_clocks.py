"""Clocks of tables, in simulated time: turns, increments, delays, days, flags, pauses; and that they replay equally."""

import random
from dataclasses import replace
from itertools import pairwise
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from tablier import Match
from tablier.core import clocks as kept
from tablier.core.errors import Error
from tablier.server.api import replay
from tablier.server.authority import checks, clocks, making, timekeeping
from tablier.server.authority.events import (
    DAYS,
    DELAY,
    FISCHER,
    ClockPlan,
    Event,
    SeatPlan,
    Setup,
    event_from,
    event_text,
    setup_from,
    setup_text,
)  # fmt: skip
from tablier.server.authority.limits import DAY
from tablier.server.authority.table import Table
from tablier.server.telling import Teller, Viewer
from tablier.server.telling.writing import read
from tests.server.kit import NOW, PEOPLE, bot, do, person, told
from tests.server.test_authority import refusal

OPEN, DICE, SECRET, MANY = "samliam", "minelfield", "samarra", "sprawl"
BLITZ = ClockPlan(FISCHER, 300.0, 3.0)
STILL = ClockPlan(DELAY, 60.0, 5.0)
SLOW = ClockPlan(DAYS, 3 * DAY, holidays=10)


def timed(game: str, plan: ClockPlan, *places: SeatPlan) -> Table:
    """A table with a clock."""
    places = places or (person("ann"), person("bob"))
    return Table(Setup("table", game, {}, 1, places, maker="ann", made=NOW, clock=plan))


def begun(game: str, plan: ClockPlan, *places: SeatPlan) -> Table:
    """The same, at which something has happened, so that a clock runs."""
    here = timed(game, plan, *places)
    do(here, "ann", "name", name="Ann")
    return here


def at(here: Table, seconds: float, lag: float = 0.0, move: str | None = None) -> list[Event]:
    """A move of whoever decides, so many seconds after the table was made."""
    visitor = PEOPLE[here.deciding or 0]
    chosen = move or random.Random(here.number).choice(here.match.legal() or ["-"])
    return do(here, visitor, "move", NOW + seconds, number=here.number, move=chosen, lag=lag)


def of(here: Table) -> clocks.Clocks:
    """The clocks of a table that has some."""
    assert here.clocks
    return here.clocks


def shown(here: Table, seconds: float) -> list[float]:
    """What all clocks show then."""
    assert here.clocks
    return [round(clocks.remaining(here.clocks, seat, NOW + seconds), 3) for seat in range(len(here.seats))]


def flag(here: Table, seconds: float, lag: float = 0.0) -> list[Event]:
    """What time brings about then."""
    ahead = timekeeping.by_time(here, lag, [], NOW + seconds)
    here.become(ahead.table)
    return list(ahead.events)


def again(here: Table, events: list[Event]) -> Table:
    """A table read again from what is kept of it."""
    setup = setup_from(setup_text(here.setup))
    return Table(setup, [event_from(event_text(event)) for event in events])


# Live clocks


def test_a_turn_is_taken_from_the_minutes_and_adds_the_seconds() -> None:
    here = begun(OPEN, BLITZ)
    assert shown(here, 10) == [290, 300]
    at(here, 10)
    assert shown(here, 10) == [293, 300]
    at(here, 30)
    assert shown(here, 30) == [293, 283]


def test_a_turn_of_several_decisions_adds_the_seconds_once() -> None:
    here = begun(SECRET, BLITZ)
    for number in range(10):
        at(here, 2.0 * number + 2)
    turns = sum(one != following for one, following in pairwise([*here.actors, here.deciding]))
    assert turns < 10, "some turn had several decisions"
    assert sum(shown(here, 20)) == 600 - 20 + 3 * turns


def test_chance_takes_no_time() -> None:
    here = begun(DICE, BLITZ)
    for number in range(2):
        at(here, 2.0 * number + 2)
    assert -1 in here.actors
    taken = dict(zip(here.actors, here.match.times, strict=True))
    assert taken[-1] == 0
    assert here.match.left[here.actors.index(-1)] is None


def test_what_a_move_took_includes_the_time_before_something_else_happened() -> None:
    here = begun(OPEN, BLITZ)
    do(here, "ann", "name", NOW + 4, name="Anna")
    here.become(timekeeping.paused(here, [(NOW + 5, NOW + 6)], NOW + 7).table)
    at(here, 10)
    assert (here.match.times, here.match.left) == ((9,), (294,))


def test_each_decision_of_a_turn_took_its_own_time() -> None:
    here = begun(SECRET, BLITZ)
    for number in range(8):
        at(here, float(number * number))
    assert here.match.times == tuple(float(2 * number - 1) if number else 0 for number in range(8))


def test_with_a_delay_the_first_seconds_of_a_turn_do_not_count() -> None:
    here = begun(OPEN, STILL)
    assert shown(here, 4) == [60, 60]
    assert shown(here, 7) == [58, 60]
    at(here, 7)
    assert shown(here, 11) == [58, 60], "the delay of the other seat"
    at(here, 12)
    assert shown(here, 12) == [58, 60], "nothing is added"
    assert clocks.standing_still(of(here), NOW + 13) == 4


def test_a_delay_is_there_for_time_that_is_nearly_over() -> None:
    here = begun(OPEN, ClockPlan(DELAY, 1.0, 5.0))
    at(here, 5.5)
    assert shown(here, 5.5)[0] == 0.5
    at(here, 6)
    assert not flag(here, 11.4)
    assert [event.kind for event in flag(here, 11.5)] == ["flag"]


def test_nobodys_clock_runs_before_the_game_begins_or_while_a_bot_thinks() -> None:
    here = begun(OPEN, BLITZ, person("ann"), bot())
    at(here, 10)
    assert here.clocks
    assert not here.clocks.running
    assert shown(here, 500) == [293, 300]
    here.become(checks.bot_move(here, 1, here.match.legal()[0], NOW + 500).table)
    assert shown(here, 510) == [283, 300]
    assert here.match.times[1] == 0, "how long a bot thought is not kept"
    assert here.match.left[1] is None
    data = read(Teller(here).now(Viewer("ann", "en"), NOW + 510))["clock"]
    assert data == {"kind": "fischer", "left": [283.0, None], "running": 0}


def test_a_table_that_waits_for_salts_has_no_running_clock() -> None:
    places = (person("ann"), person("bob"))
    here = Table(Setup("table", OPEN, {}, 1, places, made=NOW, commitment="a" * 64, clock=BLITZ))
    assert here.waiting
    do(here, "ann", "name", name="Ann")
    assert here.clocks
    assert not here.clocks.running
    assert not flag(here, 10_000)


def test_a_clock_never_runs_backwards() -> None:
    here = begun(OPEN, BLITZ)
    at(here, 10)
    at(here, 4)  # a moment before the one that was kept last
    assert shown(here, 10) == [293, 303]
    assert here.match.times == (10, 0)


# Flags


def test_with_two_seats_a_flag_ends_the_game() -> None:
    here = begun(OPEN, BLITZ)
    at(here, 10)
    assert not flag(here, 309.9)
    assert [(event.kind, event.seat) for event in flag(here, 310)] == [("flag", 1)]
    assert here.outcome is not None
    assert (here.outcome.scores, here.outcome.reason) == ((1.0, 0.0), "time")
    assert [told(here, visitor, "en")[0]["now"]["outcome"]["sentence"] for visitor in ("ann", "bob", "eve")] == [
        "You have won. The other player’s time was over.",
        "Your time is over; won by Ann.",
        "Won by Ann. The other player’s time was over.",
    ]
    assert not flag(here, 400), "once"
    assert "result: 1 0 time\n" in here.match.text()
    assert Match.from_text(here.match.text()).outcome == here.outcome


def test_with_more_seats_a_bot_plays_on() -> None:
    here = begun(MANY, BLITZ, person("ann"), person("bob"), person("cid"))
    assert [event.kind for event in flag(here, 300)] == ["flag"]
    assert not here.over
    assert here.seats[0].flagged
    assert here.seats[0].level
    assert refusal(do, here, "ann", "take_seat_back", seat=0) == "seat.not_yours"
    assert told(here, "bob", "en")[0]["log"][-1]["lines"] == ["Ann’s time is over; a bot plays on."]
    assert told(here, "bob", "en")[0]["seats"][0]["flagged"]
    here.become(checks.bot_move(here, 0, here.match.legal()[0], NOW + 400).table)
    assert shown(here, 410)[1] == 290


def test_what_is_decided_first_counts() -> None:
    first, second = begun(OPEN, BLITZ), begun(OPEN, BLITZ)
    at(first, 299.99)
    assert not flag(first, 300)
    assert flag(second, 300)
    assert refusal(at, second, 300) == "table.over"


def test_a_move_after_its_time_is_refused_even_before_the_flag_has_fallen() -> None:
    here = begun(OPEN, BLITZ)
    assert refusal(at, here, 300) == "clock.late"
    assert not here.number


# Lag


def test_the_way_of_a_move_is_given_back() -> None:
    here = begun(OPEN, BLITZ)
    (event,) = at(here, 10, lag=0.2)
    assert event.given == 0.2
    assert shown(here, 10)[0] == 293.2
    assert here.match.times == (9.8,)


def test_no_more_is_given_back_than_half_a_second_or_the_move_took() -> None:
    here = begun(OPEN, BLITZ)
    assert at(here, 10, lag=7)[0].given == clocks.MOST_LAG
    assert at(here, 10.1, lag=0.4)[0].given == 0.1


def test_in_all_there_is_an_end_to_it() -> None:
    here = begun(OPEN, BLITZ)
    given = [0.0, 0.0]
    for number in range(60):
        if here.over:
            break
        seat = here.deciding or 0
        given[seat] += at(here, 2 * number + 2, lag=2)[0].given
    here.clocks = replace(of(here), lagged=(clocks.ALL_LAG - 0.1, clocks.ALL_LAG))
    assert clocks.allowance(replace(here.clocks, turn=0), 2) == pytest.approx(0.1)
    assert clocks.allowance(replace(here.clocks, turn=1), 2) == 0
    assert max(given) <= clocks.ALL_LAG


def test_a_flag_waits_for_a_move_that_may_be_on_its_way() -> None:
    here = begun(OPEN, BLITZ)
    assert not flag(here, 300.2, lag=0.3)
    at(here, 300.2, lag=0.3)
    assert shown(here, 300.2)[0] == pytest.approx(3.1)
    late = begun(OPEN, BLITZ)
    assert refusal(at, late, 300.6, lag=5.0) == "clock.late"


# Taking back, and all else


def test_time_is_not_given_back_on_taking_back_and_the_increment_goes() -> None:
    here = begun(OPEN, BLITZ, person("ann"), bot())
    at(here, 10)
    here.become(checks.bot_move(here, 1, here.match.legal()[0], NOW + 12).table)
    do(here, "ann", "takeback", NOW + 15)
    assert here.number == 0
    assert shown(here, 15)[0] == 287, "ten seconds, then three, and no increment"
    assert here.match.times == ()
    for _ in range(20):
        at(here, 15)
        do(here, "ann", "takeback", NOW + 15)
    assert shown(here, 15)[0] == 287, "nobody gains time by moving and taking back"


def test_between_people_a_takeback_gives_neither_time_back() -> None:
    here = begun(OPEN, BLITZ)
    at(here, 10)
    do(here, "ann", "takeback", NOW + 14)
    do(here, "bob", "answer", NOW + 20, offer="takeback", yes=True)
    assert here.deciding == 0
    assert shown(here, 20) == [290, 290]


def test_another_game_has_the_same_clock() -> None:
    here = begun(OPEN, BLITZ)
    do(here, "ann", "resign", seat=0)
    assert making.again(here, NOW).clock == BLITZ


# Days, and holidays


def test_each_turn_has_its_days() -> None:
    here = begun(OPEN, SLOW)
    at(here, 2 * DAY)
    at(here, 4.5 * DAY)
    assert shown(here, 5 * DAY) == [2.5 * DAY, 3 * DAY]
    assert not flag(here, 7.4 * DAY)
    assert flag(here, 7.5 * DAY)[0].seat == 0


def test_on_holiday_the_clock_stands_still() -> None:
    here = begun(OPEN, SLOW)
    do(here, "ann", "holiday", NOW + DAY, yes=True)
    assert shown(here, 5 * DAY)[0] == 2 * DAY
    do(here, "ann", "holiday", NOW + 5 * DAY, yes=False)
    assert shown(here, 6 * DAY)[0] == DAY
    assert clocks.holiday_left(of(here), 0, NOW + 6 * DAY) == 6 * DAY
    assert flag(here, 7 * DAY)


def test_a_holiday_ends_with_the_days_of_it() -> None:
    here = begun(OPEN, SLOW)
    do(here, "ann", "holiday", yes=True)
    assert shown(here, 11 * DAY)[0] == 2 * DAY
    assert timekeeping.next_moment(here, 0, NOW) == NOW + 13 * DAY
    assert not flag(here, 12.9 * DAY)
    assert flag(here, 13 * DAY)


def test_no_more_holidays_are_taken_than_there_are() -> None:
    here = begun(OPEN, SLOW)
    do(here, "bob", "holiday", yes=True)
    do(here, "bob", "holiday", NOW + 10 * DAY, yes=False)
    assert refusal(do, here, "bob", "holiday", NOW + 10 * DAY, yes=True) == "holiday.spent"
    assert refusal(do, begun(OPEN, BLITZ), "ann", "holiday", yes=True) == "holiday.never"
    assert refusal(do, here, "eve", "holiday", yes=True) == "table.spectator"


# Stops of the server


def test_while_there_was_no_server_no_time_passed() -> None:
    here = begun(OPEN, BLITZ)
    at(here, 10)
    ahead = timekeeping.paused(here, [(NOW - 50, NOW - 10), (NOW + 40, NOW + 3640)], NOW + 3650)
    assert [(event.kind, event.given) for event in ahead.events] == [("paused", 3600)]
    assert shown(ahead.table, 3650) == [293, 260]
    assert not timekeeping.paused(ahead.table, [(NOW + 40, NOW + 3640)], NOW + 3660).events, "once"


def test_a_stop_counts_only_after_what_happened_last() -> None:
    here = begun(OPEN, BLITZ)
    at(here, 10)
    (event,) = timekeeping.paused(here, [(NOW + 5, NOW + 100)], NOW + 101).events
    assert event.given == 90


def test_a_holiday_lasts_longer_for_a_stop() -> None:
    here = begun(OPEN, SLOW)
    do(here, "ann", "holiday", yes=True)
    ahead = timekeeping.paused(here, [(NOW + DAY, NOW + 3 * DAY)], NOW + 4 * DAY)
    assert clocks.holiday_left(of(ahead.table), 0, NOW + 4 * DAY) == 8 * DAY


# Keeping


def test_a_table_without_a_clock_is_kept_and_told_as_ever() -> None:
    here = Table(Setup("table", OPEN, {}, 1, (person("ann"), person("bob")), made=NOW))
    assert "clock" not in setup_text(here.setup)
    assert "given" not in event_text(at(here, 5, lag=0.3)[0])
    assert "clock" not in told(here, "ann")[0]["now"]
    assert "clock" not in here.match.text()


STEPS = st.lists(
    st.tuples(
        st.sampled_from(["move", "back", "wait", "holiday", "paused", "leave", "lag"]),
        st.floats(0, 4000, allow_nan=False),
        st.integers(0, 10_000),
    ),
    max_size=25,
)


def stepped(here: Table, kind: str, now: float, number: int) -> list[Event]:
    """Something that happens at a table, if it can."""
    visitor = PEOPLE[number % len(here.seats)]
    if kind in ("move", "lag") and here.deciding is not None:
        legal = here.match.legal()
        more: dict[str, Any] = {"lag": number / 10_000} if kind == "lag" else {}
        return do(here, PEOPLE[here.deciding], "move", now, number=here.number, move=legal[number % len(legal)], **more)
    if kind == "back":
        return do(here, visitor, "takeback", now) + do(
            here, PEOPLE[1 - number % 2], "answer", now, offer="takeback", yes=True
        )
    if kind == "holiday":
        return do(here, visitor, "holiday", now, yes=bool(number % 3))
    if kind == "paused":
        ahead = timekeeping.paused(here, [(now - number / 5, now)], now)
    else:
        ahead = timekeeping.by_time(here, 0.1, [number % 2] if kind == "leave" else [], now)
    here.become(ahead.table)
    return list(ahead.events)


@pytest.mark.parametrize("game", [OPEN, DICE, SECRET])
@pytest.mark.parametrize("plan", [BLITZ, STILL, SLOW])
@given(steps=STEPS)
@settings(max_examples=25, deadline=None)
def test_the_same_events_give_the_same_clocks(game: str, plan: ClockPlan, steps: list[tuple[str, float, int]]) -> None:
    here, events, now = timed(game, plan), list[Event](), NOW
    for kind, seconds, number in steps:
        now += seconds * (60 if plan is SLOW else 0.05)
        try:
            events += stepped(here, kind, now, number)
        except Error:
            continue
        assert here.clocks
        assert len(here.match.times) == len(here.match.left) == here.number
        assert all(left > -1e6 for left in here.clocks.left)
    other = again(here, events)
    assert other.clocks == here.clocks
    assert (other.match.times, other.match.left) == (here.match.times, here.match.left)
    assert other.match.text() == here.match.text()
    assert wire_of(other, now) == wire_of(here, now)


def wire_of(here: Table, now: float) -> list[bytes]:
    return [Teller(here).now(Viewer(visitor, "fr"), now) for visitor in ("ann", "bob", "eve")]


# Saved games, and replays


def test_a_saved_game_keeps_the_clock_and_what_each_move_took() -> None:
    here = begun(OPEN, BLITZ)
    at(here, 10)
    at(here, 12.5)
    text = here.match.text()
    assert (
        'clock: {"kind": "fischer", "minutes": 5.0, "seconds": 3.0}\ntimes: [10.0, 2.5]\nleft: [293.0, 300.5]\n' in text
    )
    again = Match.from_text(text)
    assert (again.clock, again.times, again.left) == (here.match.clock, (10.0, 2.5), (293.0, 300.5))
    assert again.text() == text
    again.undo()
    assert again.times == (10.0,)


@pytest.mark.parametrize(
    ("header", "bad"),
    [
        ("clock", '{"kind": "hourglass", "minutes": 5, "seconds": 3}'),
        ("clock", '{"kind": "fischer", "minutes": -5, "seconds": 3}'),
        ("clock", '{"kind": "days", "minutes": 5, "seconds": 3}'),
        ("clock", '{"kind": ["days"]}'),
        ("times", "[-1]"),
        ("times", '["a"]'),
        ("times", "[true]"),
        ("left", "[[]]"),
    ],
)
def test_a_clock_that_cannot_be_read_is_refused_with_its_line(header: str, bad: str) -> None:
    here = begun(OPEN, BLITZ)
    at(here, 10)
    lines = [f"{header}: {bad}" if line.startswith(f"{header}:") else line for line in here.match.text().splitlines()]
    fault = Match.read("\n".join(lines)).fault
    assert fault is not None
    assert f"the header “{header}” cannot be read" in fault.say("en")


def test_a_replay_shows_the_clocks_at_each_move() -> None:
    here = begun(OPEN, BLITZ)
    at(here, 10)
    at(here, 12.5)
    due = [[300, 300], [293, 300], [293, 300.5]]
    assert replay.of_table(here, "ann", "en", None)["clocks"] == due
    assert replay.of_text(here.match.text(), "en", None)["clocks"] == due
    assert replay.of_text(here.match.text(), "en", None)["heads"]["Clock"] == "5 min, and 3 s more for each turn"
    assert "clocks" not in replay.of_text(Match(OPEN).text(), "en", None)


def test_games_of_old_have_no_clock() -> None:
    assert kept.shown(Match(OPEN), [], 2) == []
