"""The authority over a table: who may do what, and when."""

from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from tablier.core.errors import Error
from tablier.server.authority import checks, takebacks
from tablier.server.authority.events import SAID, Event, Setup, event_from, event_text, setup_from, setup_text
from tablier.server.authority.limits import DAY
from tablier.server.authority.seats import SUBSTITUTE
from tablier.server.authority.table import Table
from tests.server.kit import NOW, PEOPLE, bot, bot_move, do, free, move, person, random_moves, table

OPEN, DICE, SECRET, MANY = "samliam", "minelfield", "samarra", "sprawl"


def refusal(call: Any, *args: Any, **named: Any) -> str:
    with pytest.raises(Error) as refused:
        call(*args, **named)
    assert refused.value.say("fr")
    return refused.value.key.removeprefix("server.")


# Moves


def test_whoever_decides_moves() -> None:
    here = table(OPEN, person("ann"), person("bob"))
    move(here, "ann")
    move(here, "bob")
    assert here.number == 2


def test_nobody_moves_out_of_turn() -> None:
    here = table(OPEN, person("ann"), person("bob"))
    assert refusal(move, here, "bob") == "table.not_your_turn"


def test_a_spectator_does_not_move() -> None:
    here = table(OPEN, person("ann"), person("bob"))
    assert refusal(move, here, "eve") == "table.spectator"


def test_a_move_sent_twice_is_made_once() -> None:
    here = table(OPEN, person("ann"), person("ann", "here"))
    command: dict[str, Any] = {"number": 0, "move": here.match.legal()[0]}
    do(here, "ann", "move", **command)
    assert refusal(do, here, "ann", "move", **command) == "table.stale"
    assert here.number == 1


def test_a_move_for_another_position_is_refused() -> None:
    here = table(OPEN, person("ann"), person("bob"))
    assert refusal(do, here, "ann", "move", number=1, move=here.match.legal()[0]) == "table.stale"


def test_an_illegal_move_is_refused_and_changes_nothing() -> None:
    here = table(OPEN, person("ann"), person("bob"))
    assert refusal(move, here, "ann", "nonsense") == "core.move.illegal"
    assert here.number == 0


def test_nobody_chooses_the_dice() -> None:
    here = table(DICE, person("ann"), person("bob"))
    while here.number < 2:
        move(here, PEOPLE[here.deciding or 0])
    assert here.match.actor != "chance"
    assert not [event for event in move(here, PEOPLE[here.deciding or 0])[1:] if event.seat is not None]


def test_a_person_does_not_move_for_a_bot() -> None:
    here = table(OPEN, bot(), person("ann"))
    assert refusal(move, here, "ann") == "table.not_your_turn"
    bot_move(here, 0)
    assert here.deciding == 1


def test_a_bot_does_not_move_for_a_person() -> None:
    here = table(OPEN, person("ann"), bot())
    assert refusal(checks.bot_move, here, 0, here.match.legal()[0], NOW) == "table.not_your_turn"


def test_after_the_end_nothing_can_be_done_but_talk() -> None:
    here = table(OPEN, person("ann"), person("bob"))
    first = here.match.legal()[0]
    do(here, "ann", "resign", seat=0)
    commands: dict[str, dict[str, Any]] = {
        "move": {"number": 0, "move": first},
        "takeback": {},
        "draw": {},
        "resign": {"seat": 1},
        "answer": {"offer": "draw", "yes": True},
    }
    for kind, command in commands.items():
        assert refusal(do, here, "bob", kind, **command) == "table.over"
    do(here, "bob", "chat", text="Merci")
    assert here.chat[0].text == "Merci"


# Taking back


def test_against_bots_a_move_is_taken_back_at_once() -> None:
    here = table(OPEN, person("ann"), bot())
    move(here, "ann")
    bot_move(here, 1)
    do(here, "ann", "takeback")
    assert (here.number, here.deciding) == (0, 0)


def test_other_people_are_asked_before_a_move_is_taken_back() -> None:
    here = table(OPEN, person("ann"), person("bob"))
    move(here, "ann")
    do(here, "ann", "takeback")
    assert here.number == 1
    do(here, "bob", "answer", offer="takeback", yes=True)
    assert here.number == 0


def test_a_refused_takeback_is_not_asked_for_again_before_the_next_move() -> None:
    here = table(OPEN, person("ann"), person("bob"))
    move(here, "ann")
    do(here, "ann", "takeback")
    do(here, "bob", "answer", offer="takeback", yes=False)
    assert here.number == 1
    assert refusal(do, here, "ann", "takeback") == "offer.again"


def test_nobody_agrees_to_their_own_offer() -> None:
    here = table(OPEN, person("ann"), person("bob"))
    move(here, "ann")
    do(here, "ann", "takeback")
    assert refusal(do, here, "ann", "answer", offer="takeback", yes=True) == "offer.not_yours"
    assert refusal(do, here, "eve", "answer", offer="takeback", yes=True) == "offer.not_yours"


def test_an_offer_lapses_with_the_next_move() -> None:
    here = table(OPEN, person("ann"), person("bob"))
    move(here, "ann")
    do(here, "ann", "takeback")
    move(here, "bob")
    assert refusal(do, here, "bob", "answer", offer="takeback", yes=True) == "offer.gone"


def test_dice_are_never_taken_back() -> None:
    here = table(DICE, person("ann"), person("ann", "here"))
    while -1 not in here.actors:
        move(here, "ann")
    assert here.actors[-1] == -1
    assert refusal(do, here, "ann", "takeback") == "takeback.never"


def test_what_was_learned_is_never_taken_back() -> None:
    """Back to before a move is possible only if nobody could conclude more after it."""
    here = table(SECRET, person("ann"), person("ann", "here"))
    knowledge, options = here.match.engine.game.notation.knowledge, here.match.engine.record[0]
    for seed in range(40):
        random_moves(here, 1, seed)
        if here.over:
            break
        before, after = (here.match.history[here.number - back][0] for back in (1, 0))
        fair = knowledge(options, before) == knowledge(options, after)
        assert (takebacks.target(here, "ann")[1] == "") == fair


# Draws, resigning


def test_a_draw_needs_everybody() -> None:
    here = table(MANY, *(person(visitor) for visitor in PEOPLE[:3]))
    do(here, "ann", "draw")
    do(here, "bob", "answer", offer="draw", yes=True)
    assert not here.over
    do(here, "cid", "answer", offer="draw", yes=True)
    assert here.outcome
    assert here.outcome.reason == "agreed"
    assert sum(here.outcome.scores) == pytest.approx(1)


def test_there_is_no_draw_with_a_bot() -> None:
    here = table(OPEN, person("ann"), bot())
    assert refusal(do, here, "ann", "draw") == "draw.never"


def test_of_two_the_other_wins_when_one_resigns() -> None:
    here = table(OPEN, person("ann"), person("bob"))
    do(here, "ann", "resign", seat=0)
    assert here.outcome
    assert (here.outcome.scores, here.outcome.reason) == ((0.0, 1.0), "resigned")


def test_of_several_a_bot_plays_on_for_who_resigns() -> None:
    here = table(MANY, *(person(visitor) for visitor in PEOPLE[:3]))
    do(here, "ann", "resign", seat=0)
    assert not here.over
    assert here.seats[0].level == SUBSTITUTE
    assert refusal(move, here, "ann") == "table.not_your_turn"
    bot_move(here, 0)


def test_nobody_resigns_for_somebody_else() -> None:
    here = table(OPEN, person("ann"), person("bob"))
    assert refusal(do, here, "ann", "resign", seat=1) == "seat.not_yours"


# Seats


def test_a_seat_is_claimed_once() -> None:
    here = table(OPEN, person("ann"), free())
    for event in checks.claim(here, "bob", 1, "Bob", NOW).events:
        here.apply(event)
    assert here.seats_of("bob") == [1]
    assert checks.claim(here, "bob", 1, "Bob", NOW).events == []
    assert refusal(checks.claim, here, "eve", 1, "Eve", NOW) == "seat.taken"
    assert refusal(checks.claim, here, "eve", 0, "Eve", NOW) == "seat.taken"


def test_a_second_device_may_do_what_the_first_may() -> None:
    here = table(OPEN, person("ann"), person("bob"))
    for event in checks.device(here, "ann", "ann at the telephone", NOW).events:
        here.apply(event)
    move(here, "ann at the telephone")
    assert here.number == 1


def test_a_seat_is_handed_over_after_three_days_and_taken_back() -> None:
    here = table(OPEN, person("ann"), person("bob"))
    move(here, "ann")
    assert refusal(do, here, "ann", "hand_over", seat=1) == "seat.not_idle"
    do(here, "ann", "hand_over", now=NOW + 3 * DAY, seat=1)
    bot_move(here, 1)
    assert refusal(do, here, "ann", "take_seat_back", seat=1) == "seat.not_yours"
    do(here, "bob", "take_seat_back", seat=1)
    assert here.seats[1].is_person


def test_nobody_hands_over_the_seat_of_who_is_not_waited_for() -> None:
    here = table(OPEN, person("ann"), person("bob"))
    assert refusal(do, here, "ann", "hand_over", now=NOW + 9 * DAY, seat=1) == "seat.not_idle"
    assert refusal(do, here, "eve", "hand_over", now=NOW + 9 * DAY, seat=0) == "table.spectator"


def test_a_table_whose_moves_no_longer_replay_is_closed() -> None:
    setup = table(OPEN, person("ann"), person("bob")).setup
    here = Table(setup, [Event("move", NOW, 0, "a rule of old"), Event("chat", NOW, 0, text="?")])
    assert here.closed
    assert here.count == 2
    assert refusal(move, here, "ann") == "table.closed"


@pytest.mark.parametrize("kind", ["teleport", "", "season", "seat", "role", "replay"])
def test_what_happened_in_a_way_that_is_not_known_closes_a_table(kind: str) -> None:
    before = table(OPEN, person("ann"), person("bob"))
    events = [Event("move", NOW, 0, before.match.legal()[0]), Event(kind, NOW), Event("name", NOW, 0, name="Ann")]
    here = Table(before.setup, events)
    assert (here.closed, here.number, here.count, here.seats[0].name) == (True, 1, 3, "")
    assert refusal(move, here, "ann") == "table.closed"


def test_an_event_with_a_field_that_is_not_known_closes_a_table() -> None:
    before = table(OPEN, person("ann"), person("bob"))
    here = Table(before.setup, [event_from('{"kind": "name", "seat": 0, "name": "Ann", "colour": "red"}')])
    assert (here.closed, here.seats[0].name) == (True, "")


def test_a_check_leaves_the_table_as_it_is_and_gives_the_one_that_it_leads_to() -> None:
    here = table(DICE, person("ann"), person("bob"))
    command = {"type": "move", "number": 0, "move": here.match.legal()[0]}
    for _ in range(2):  # the first time, what is worked out when it is asked for is kept
        before, told = dict(vars(here)), described(here)
        ahead = checks.decide(here, "ann", command, NOW)
    assert (vars(here), described(here)) == (before, told)
    assert (here.number, ahead.table.number) == (0, len(ahead.events))


# Whatever is tried

seats = st.integers(0, 3)
commands = st.one_of(
    st.fixed_dictionaries({"type": st.just("move"), "number": st.integers(-1, 1), "move": st.integers(0, 40)}),
    st.fixed_dictionaries({"type": st.sampled_from(["takeback", "draw"])}),
    st.fixed_dictionaries(
        {"type": st.just("answer"), "offer": st.sampled_from(["takeback", "draw"]), "yes": st.booleans()}
    ),
    st.fixed_dictionaries({"type": st.sampled_from(["resign", "hand_over", "take_seat_back"]), "seat": seats}),
    st.fixed_dictionaries({"type": st.just("chat"), "text": st.text(max_size=400)}),
    st.fixed_dictionaries(
        {"type": st.just("mute"), "seat": st.none() | seats, "spectator": st.just(1), "yes": st.booleans()}
    ),
    st.fixed_dictionaries({"type": st.just("open_chat"), "yes": st.booleans()}),
    st.fixed_dictionaries({"type": st.just("name"), "name": st.text(max_size=40)}),
)
tries = st.lists(st.tuples(st.sampled_from([*PEOPLE, "eve"]), commands, st.sampled_from([0.0, 4 * DAY])), max_size=40)


@settings(max_examples=60, deadline=None)
@given(st.sampled_from([DICE, SECRET, MANY, OPEN]), tries)
def test_whatever_is_tried_the_events_give_the_same_table_again(game: str, tried: list[Any]) -> None:
    places = [person("ann"), person("bob"), person("cid")] if game == MANY else [person("ann"), person("bob")]
    here, kept, now = table(game, *places), [], NOW
    for visitor, command, wait in tried:
        now += wait
        events = attempted(here, visitor, dict(command), now)
        fork = here.fork()
        for event in events:
            here.apply(event)
            fork.apply(event_from(event_text(event)))
            assert event.kind == SAID or visitor != "eve"
        assert described(fork) == described(here)
        kept += events
    setup = setup_from(setup_text(here.setup))
    assert setup == here.setup
    assert described(Table(setup, [event_from(event_text(event)) for event in kept])) == described(here)


def attempted(here: Table, visitor: str, command: dict[str, Any], now: float) -> list[Event]:
    """The events of a command; a refused one changes nothing and gives none."""
    before = described(here)
    if command["type"] == "move":
        command["number"] += here.number
        legal = here.match.legal()
        command["move"] = legal[command["move"]] if command["move"] < len(legal) else "nonsense"
    try:
        ahead = checks.decide(here, visitor, command, now)
        events = list(ahead.events)
        after = here.fork()
        for event in events:
            after.apply(event)
        assert described(ahead.table) == described(after)
        assert (ahead.table is here) == (not events)
    except Error:
        events = []
    else:
        if command["type"] == "move":
            assert here.deciding in here.seats_of(visitor)
            assert command["number"] == here.number
    assert described(here) == before
    return events


def described(here: Table) -> Any:
    """All that makes a table what it is."""
    offer = here.offer and (here.offer.kind, here.offer.seat, here.offer.visitor, sorted(here.offer.agreed))
    seats = [(seat.name, tuple(seat.owners), seat.handed, seat.resigned) for seat in here.seats]
    rest = (
        here.actors, here.notes, here.chat, here.said, sorted(here.muted), here.chat_open, here.often, here.declined,
        here.outcome, here.closed, here.moved, here.count,
    )  # fmt: skip
    return here.match.moves, seats, offer, repr(rest), here.match.state.tobytes()


def test_a_setup_is_kept_as_it_is() -> None:
    setup = Setup("t", OPEN, {"announcements": "off"}, 2**100, (person("ann"), bot(3), free()), "n", "ann", NOW)
    assert setup_from(setup_text(setup)) == setup
