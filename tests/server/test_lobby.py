"""The lobby: who goes together, never twice, whatever happens; open tables; invitations; seats that change."""

import asyncio
import random
from collections.abc import Callable, Iterator
from contextlib import ExitStack
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from tablier.server.authority import making, swapping
from tablier.server.authority.events import SeatPlan, Setup, setup_from, setup_text
from tablier.server.authority.refusals import Refused
from tablier.server.authority.summaries import summary
from tablier.server.lobby import invitations, openings, pairing
from tablier.server.lobby.hall import Lobby, Watcher
from tablier.server.lobby.seekers import ABSENT, AWAY, CLOCKS, FOUND, LATE, WAITING, Seeker, together
from tablier.server.notices.telling import Notices
from tablier.server.operation.settings import Settings
from tablier.server.people.persons import People
from tablier.server.store.postgres import PostgresStore
from tablier.server.store.protocol import Store
from tablier.server.store.sqlite import SqliteStore
from tablier.server.tables.hub import Hub
from tests.api.kit import QuickBots
from tests.server.kit import NOW, bot, do, free, move, person, salt_of, table

GAME = "samliam"
Opened = Callable[[], Store]


@pytest.fixture(params=["sqlite", "postgres"])
def stores(request: pytest.FixtureRequest, tmp_path: Path) -> Iterator[Opened]:
    """As many stores as a test likes over the same tables."""
    with ExitStack() as stack:
        alone: list[Store] = []

        def one() -> Store:
            opened: Store
            if request.param == "postgres":
                opened = PostgresStore(address, alone=False)
            elif alone:
                return alone[0]
            else:
                opened = SqliteStore(tmp_path / "tables.sqlite")
                alone.append(opened)
            stack.callback(opened.close)
            return opened

        address = request.getfixturevalue("database") if request.param == "postgres" else ""
        yield one


class Clock:
    """Time that passes when it is told to."""

    def __init__(self) -> None:
        self.now = NOW

    def __call__(self) -> float:
        return self.now


def node(store: Store, clock: Clock) -> Lobby:
    """A server without a network."""
    settings = Settings(prepare=False, limited=False, pace=0.0)
    hub = Hub(store, QuickBots(1, 1.0), settings, clock)
    return Lobby(hub, Notices(hub, settings))


def seeker(visitor: str, since: float = NOW, **more: Any) -> Seeker:
    usual = Seeker(visitor, visitor.title(), (GAME,), (2,), ("none",), False, since, NOW + 600, NOW)
    return replace(usual, **more)


async def found(store: Store, visitor: str) -> str:
    search = await pairing.search_of(store, visitor, NOW)
    return "" if search is None else search.table


# Who goes together


def test_those_who_came_first_go_together_and_play_what_both_like() -> None:
    ann, bob = seeker("ann", NOW, clocks=("none", "quick")), seeker("bob", NOW + 1, clocks=("days",))
    cid, dan = seeker("cid", NOW + 2, clocks=("quick", "days")), seeker("dan", NOW + 3, clocks=("quick",))
    assert together([dan, cid, bob, ann]) == ((GAME, 2, "quick"), [ann, cid])
    assert together([bob, cid, dan]) == ((GAME, 2, "days"), [bob, cid])
    assert together([ann, bob]) is None


def test_three_are_found_for_three_seats_and_any_number_takes_the_fewest() -> None:
    three = [seeker(name, NOW + at, seats=(3,)) for at, name in enumerate(("ann", "bob", "cid"))]
    assert together(three[:2]) is None
    assert together(three) == ((GAME, 3, "none"), three)
    two = [replace(one, seats=()) for one in three]
    assert together(two) == ((GAME, 2, "none"), two[:2])


def test_a_search_that_nobody_could_end_is_refused(stores: Opened) -> None:
    with pytest.raises(Refused):
        asyncio.run(pairing.seek(stores(), seeker("ann", games=("minelfield",), seats=(3,))))


WISHES = st.tuples(
    st.lists(st.sampled_from((GAME, "minelfield", "sprawl")), min_size=1, max_size=3, unique=True),
    st.lists(st.integers(2, 4), max_size=2, unique=True),
    st.lists(st.sampled_from(sorted(CLOCKS)), min_size=1, max_size=3, unique=True),
)


@given(st.lists(WISHES, max_size=9))
def test_whoever_is_brought_together_wishes_it_and_nobody_is_left_who_could_be(wishes: list[Any]) -> None:
    people = [
        seeker(f"p{n}", NOW + n, games=tuple(games), seats=tuple(seats), clocks=tuple(clocks))
        for n, (games, seats, clocks) in enumerate(wishes)
    ]
    while (pair := together(people)) is not None:
        wish, group = pair
        assert len(group) == wish.seats == len({one.visitor for one in group})
        assert all(wish in one.wishes() for one in group)
        people = [one for one in people if one not in group]
    for wish in {wish for one in people for wish in one.wishes()}:
        assert sum(wish in one.wishes() for one in people) < wish.seats


def test_two_who_wait_find_a_table_with_both_of_them(stores: Opened) -> None:
    async def played() -> None:
        lobby, store = node(stores(), Clock()), stores()
        await pairing.seek(store, seeker("ann", clocks=("quick", "none"), rated=True))
        await pairing.seek(store, seeker("bob", clocks=("quick",), rated=True))
        await lobby.pair(NOW)
        name = await found(store, "ann")
        assert name == await found(store, "bob") != ""
        here = (await lobby.hub.open(name)).table
        assert {seat.owners for seat in here.seats} == {("ann",), ("bob",)}
        assert (here.setup.clock, here.setup.rated) == (CLOCKS["quick"], True)
        assert not await pairing.waiting(store, NOW)
        await pairing.leave(store, "ann")
        assert (await found(store, "ann"), await found(store, "bob")) == ("", name)

    asyncio.run(played())


@pytest.mark.parametrize("rated", [(True, False), (False, False)])
def test_it_is_rated_only_if_all_wish_it(rated: tuple[bool, bool]) -> None:
    pair = together([seeker("ann", rated=rated[0]), seeker("bob", rated=rated[1])])
    assert pair is not None
    from tablier.server.lobby.seekers import table_of

    assert not table_of(*pair, NOW).rated


@pytest.mark.parametrize("round_", range(3))
def test_servers_that_look_at_the_same_time_pair_nobody_twice(stores: Opened, round_: int) -> None:
    async def raced() -> None:
        clock, chance = Clock(), random.Random(round_)
        nodes = [node(stores(), clock) for _ in range(3)]
        store, names = nodes[0].store, [f"v{number}" for number in range(17)]
        seats = {name: chance.choice([(2,), (2, 3), ()]) for name in names}
        people = [seeker(name, NOW + n, seats=seats[name]) for n, name in enumerate(names)]
        for one in people:
            await pairing.seek(store, one)
        for _ in range(20):
            await asyncio.gather(*(lobby.pair(NOW) for lobby in nodes))
            if len(await pairing.waiting(store, NOW)) < 2:
                break
        tables: dict[str, set[str]] = {}
        for name in names:
            tables.setdefault(await found(store, name), set()).add(name)
        assert len(tables.pop("", set())) < 2, "two are left who could play"
        for name, group in tables.items():
            stored = await asyncio.wrap_future(store.load(name))
            assert stored is not None
            assert {owner for place in stored.setup.places for owner in place.owners} == group
        assert [len(await lobby.hub.listed(name)) for lobby in nodes[:1] for name in names].count(2) == 0
        assert await asyncio.wrap_future(store.counted(pairing.PAIRED, pairing.ALL)) == 0

    asyncio.run(raced())


def test_a_server_that_dies_in_between_leaves_a_table_that_another_one_makes(stores: Opened) -> None:
    async def died() -> None:
        store, lobby = stores(), node(stores(), Clock())
        for name in ("ann", "bob"):
            await pairing.seek(store, seeker(name))
        waiting = await pairing.waiting(store, NOW)
        wish, _ = together([one for _, one in waiting.values()]) or pytest.fail("nobody goes together")
        setup = await pairing.agreed(store, wish, list(waiting.values()), NOW)
        assert setup is not None
        assert await lobby.hub.game_of(setup.table) is None
        await pairing.finish(lobby.hub, NOW + 1)
        assert await lobby.hub.game_of(setup.table) is None, "whoever agreed on it still may"
        await pairing.finish(lobby.hub, NOW + 60)
        assert await lobby.hub.game_of(setup.table) == GAME
        await pairing.finish(node(store, Clock()).hub, NOW + 60)
        assert [one.setup.table for one in await lobby.hub.listed("ann")] == [setup.table]

    asyncio.run(died())


def test_who_closes_the_page_is_not_paired_and_soon_forgotten(stores: Opened) -> None:
    async def closed() -> None:
        store, lobby = stores(), node(stores(), Clock())
        await pairing.seek(store, seeker("ann"))
        await pairing.sign(store, seeker("ann"), NOW, here=False)
        await pairing.seek(store, seeker("bob"))
        await lobby.pair(NOW + 1)
        assert await found(store, "bob") == ""
        await pairing.sign(store, seeker("ann", here=False), NOW + 2)  # the next page is open
        await lobby.pair(NOW + 2)
        assert await found(store, "bob") == await found(store, "ann") != ""
        await pairing.seek(store, seeker("cid"))
        await pairing.sign(store, seeker("cid"), NOW, here=False)
        assert "cid" in await pairing.waiting(store, NOW + AWAY - 1)
        assert "cid" not in await pairing.waiting(store, NOW + AWAY)
        assert await pairing.search_of(store, "cid", NOW) is None
        await pairing.seek(store, seeker("dan"))
        assert "dan" not in await pairing.waiting(store, NOW + ABSENT), "whose server has died, too"

    asyncio.run(closed())


def test_a_wait_ends_when_it_was_to_end(stores: Opened) -> None:
    async def waited() -> None:
        store = stores()
        await pairing.seek(store, seeker("ann", until=NOW + 60, seen=NOW + 60))
        assert await pairing.waiting(store, NOW + 60) == {}
        search = await pairing.search_of(store, "ann", NOW + 61)
        assert search is not None
        assert search.state == LATE
        assert await pairing.search_of(store, "ann", NOW + 3600) is None

    asyncio.run(waited())


# Open tables


def laid(*places: SeatPlan, **more: Any) -> Setup:
    seats = places or (person("ann"), free(making.fresh_name()))
    setup = Setup(making.fresh_name(), GAME, {}, 1, seats, maker="ann", made=NOW, open=True)
    return replace(setup, **more)


async def shown(lobby: Lobby, now: float = NOW) -> list[str]:
    await lobby.show_pending()
    return [document.key for document in await openings.shown(lobby.store, now)]


def test_an_open_table_is_shown_until_it_is_full(store: Store) -> None:
    async def open_to_all() -> None:
        lobby = node(store, Clock())
        closed, here = await lobby.hub.make(laid(open=False)), await lobby.hub.make(laid())
        name = here.table.setup.table
        assert await shown(lobby) == [name]
        (document,) = await openings.shown(lobby.store, NOW)
        told = openings.told(document, "bob", "en")
        assert (told["free"], told["level"], told["yours"]) == (1, "first game of this here", False)
        assert [seat["kind"] for seat in told["seats"]] == ["person", "free"]
        await openings.sit(lobby.hub, name, "bob", "Bob")
        assert here.table.seats[1].owners == ("bob",)
        assert await shown(lobby) == []
        for other in (name, closed.table.setup.table):
            with pytest.raises(Refused):
                await openings.sit(lobby.hub, other, "cid", "")
        await openings.sit(lobby.hub, name, "bob", "Bob")  # who already sits there goes there

    asyncio.run(open_to_all())


def test_of_many_who_sit_down_at_once_each_gets_a_seat_of_their_own_or_none(store: Store) -> None:
    async def crowd() -> None:
        lobby = node(store, Clock())
        setup = laid(person("ann"), free("a"), free("b"), free("c"))
        here = await lobby.hub.make(replace(setup, options={}))
        sat = await asyncio.gather(
            *(openings.sit(lobby.hub, setup.table, f"v{n}", "") for n in range(6)), return_exceptions=True
        )
        assert sum(error is None for error in sat) == 3
        owners = [seat.owners for seat in here.table.seats]
        assert len({*owners}) == 4

    asyncio.run(crowd())


def test_its_maker_takes_it_out_of_the_lobby_and_nobody_else(store: Store) -> None:
    async def withdrawn() -> None:
        lobby = node(store, Clock())
        here = await lobby.hub.make(laid())
        assert len(await shown(lobby)) == 1
        with pytest.raises(Refused):
            await openings.withdraw(lobby.hub, here.table.setup.table, "bob")
        await openings.withdraw(lobby.hub, here.table.setup.table, "ann")
        assert await shown(lobby) == []
        assert swapping.free_seats(here.table) == [1], "its links stay good"

    asyncio.run(withdrawn())


def test_without_its_maker_it_is_hidden_and_shown_again_when_they_are_back(store: Store) -> None:
    async def alone() -> None:
        lobby = node(store, Clock())
        name = (await lobby.hub.make(laid())).table.setup.table
        assert await shown(lobby, NOW + openings.GONE - 1) == [name]
        assert await shown(lobby, NOW + openings.GONE) == []
        lobby.come(Watcher("ann", "en", "here", lambda text: None, lambda: None))
        lobby.hub.clock = lambda: NOW + 1000
        await lobby.beat()
        assert await shown(lobby, NOW + 1001) == [name]

    asyncio.run(alone())


def test_a_page_is_told_what_changes_and_nothing_twice(stores: Opened) -> None:
    async def told() -> None:
        clock = Clock()
        lobby, other = node(stores(), clock), node(stores(), clock)
        heard: list[bytes] = []
        lobby.come(Watcher("bob", "en", "here", heard.append, lambda: None))
        await lobby.beat()
        await lobby.beat()
        assert len(heard) == 1
        await other.hub.make(laid())
        await other.show_pending()
        await lobby.beat()
        assert len(heard) == 2
        assert b'"free":1' in heard[-1]
        await pairing.seek(lobby.store, seeker("ann"))
        await pairing.seek(lobby.store, seeker("bob"))
        lobby.look_again(["bob"])
        await lobby.beat()
        assert b'"found":{"url":"/t/' in heard[-1]

    asyncio.run(told())


def test_setups_of_old_stay_byte_for_byte_and_new_ones_are_read_again() -> None:
    old = setup_text(laid(open=False))
    assert "open" not in old
    assert "rated" not in old
    assert setup_text(setup_from(old)) == old
    both = laid(rated=True)
    assert setup_from(setup_text(both)) == both


# Invitations


def test_a_group_is_invited_and_each_comes_or_not(store: Store) -> None:
    async def invited() -> None:
        lobby, people = node(store, Clock()), People(store)
        hub = lobby.hub
        await people.keep("cid", "Cidonie", NOW)
        last = laid(person("ann"), SeatPlan("me", name="Bob", owners=("bob",)), person("cid"), bot(), open=False)
        await hub.make(last)
        (group,) = [members for _, members in await invitations.groups(hub, people, "ann")]
        assert [(one.name, one.kept) for one in group] == [("Bob", False), ("Cidonie", True)]
        with pytest.raises(Refused):
            await invitations.group_of(hub, people, last.table, "dan")
        with pytest.raises(Refused):
            await invitations.invite(hub, group, "ann", "Ann", "minelfield", None)
        here = await invitations.invite(hub, group, "ann", "Ann", GAME, CLOCKS["days"])
        assert len(here.table.seats) == 3
        (to_bob,) = await invitations.waiting(store, "bob", NOW)
        assert invitations.received_told(to_bob, "bob", "en")["by"] == "Ann"
        assert invitations.received_told(to_bob, "bob", "en")["others"] == ["Cidonie"]
        with pytest.raises(Refused):
            await invitations.answer(hub, to_bob.key, "dan", True)
        await invitations.answer(hub, to_bob.key, "bob", True)
        await invitations.answer(hub, to_bob.key, "cid", False)
        assert [await invitations.waiting(store, name, NOW) for name in ("bob", "cid")] == [[], []]
        assert {owner for seat in here.table.seats for owner in seat.owners} == {"ann", "bob"}
        (sent,) = await invitations.sent(store, "ann", NOW)
        told = invitations.sent_told(sent, "en")["people"]
        assert told == [{"name": "Bob", "answer": True}, {"name": "Cidonie", "answer": False}]

    asyncio.run(invited())


# Seats that change


def settled(*places: SeatPlan) -> Any:
    """A table of people at which everybody has given a salt."""
    return table(GAME, *places)


def test_two_agree_to_change_places_before_the_first_move() -> None:
    here = settled(person("ann"), person("bob"))
    before = [seat.salt for seat in here.seats]
    assert swapping.partners(here, "ann") == [1]
    do(here, "ann", "swap", seat=1)
    assert (here.offer.kind, here.offer.other) == ("swap", 1)
    with pytest.raises(Refused):
        do(here, "ann", "answer", offer="swap", yes=True)
    events = do(here, "bob", "answer", offer="swap", yes=True)
    assert [event.kind for event in events] == ["answer", "swap"]
    assert [here.seats_of(name) for name in ("ann", "bob")] == [[1], [0]]
    assert [seat.salt for seat in here.seats] == before
    move(here, "bob")
    assert swapping.partners(here, "ann") == []
    with pytest.raises(Refused):
        do(here, "ann", "swap", seat=0)


def test_only_whom_it_concerns_is_asked() -> None:
    here = settled(person("ann"), person("bob"), person("cid"))
    do(here, "ann", "swap", seat=2)
    with pytest.raises(Refused):
        do(here, "bob", "answer", offer="swap", yes=True)
    do(here, "cid", "answer", offer="swap", yes=False)
    assert here.seats_of("ann") == [0]
    with pytest.raises(Refused):
        do(here, "ann", "swap", seat=2)


def test_with_a_bot_they_change_at_once() -> None:
    here = settled(person("ann"), bot(3))
    do(here, "ann", "swap", seat=1)
    assert (here.seats_of("ann"), here.seats[0].level) == ([1], 3)


def test_lists_know_whose_turn_it_is_after_a_change() -> None:
    here = settled(person("ann"), person("bob"))
    seats = dict(summary(here).sitters)
    assert seats["ann"] == summary(here).deciding
    do(here, "ann", "swap", seat=1)
    do(here, "bob", "answer", offer="swap", yes=True)
    assert dict(summary(here).sitters) == seats, "nobody is kept twice"
    assert summary(here).deciding == seats["bob"]


def test_a_salt_that_was_promised_is_nobody_elses() -> None:
    setup = replace(table(GAME, person("ann"), person("bob")).setup, commitment="x" * 64)
    here = type(table(GAME, person("ann"), person("bob")))(setup)
    from tablier.core import dice

    do(here, "ann", "seal", seat=0, hash=dice.hash_of(salt_of(0)))
    do(here, "ann", "swap", seat=1)
    do(here, "bob", "answer", offer="swap", yes=True)
    assert [seat.hash for seat in here.seats] == ["", ""]
    for name, seat in (("bob", 0), ("ann", 1)):
        do(here, name, "seal", seat=seat, hash=dice.hash_of(salt_of(seat)))
    assert swapping.partners(here, "ann") == [], "all hashes are there, and salts are about to be shown"
    for name, seat in (("bob", 0), ("ann", 1)):
        do(here, name, "salt", seat=seat, salt=salt_of(seat))
    assert swapping.partners(here, "ann") == [0]


def test_states_have_names() -> None:
    assert len({WAITING, FOUND, LATE}) == 3
