"""Which games count, and that each counts once: on both stores, whatever fails in between, whoever else counts too."""

import asyncio
from concurrent.futures import Future
from dataclasses import replace
from typing import Any

import pytest

from tablier.server.authority.events import ClockPlan, Event, SeatPlan
from tablier.server.authority.limits import DAY
from tablier.server.people.devices import PERSON
from tablier.server.ratings.book import PENDING, RATING, RESULT, Ratings
from tablier.server.ratings.counting import Division, Played, clock_class, division_from, ranks
from tablier.server.store.documents import changed, read
from tablier.server.store.protocol import Conflict, Document, Store
from tests.ratings.club import Club, run
from tests.server.kit import NOW, random_moves, table

DUEL, ROUND = "samliam.2.fast", "sprawl.3.fast"


def test_a_rated_game_counts_for_both(store: Store) -> None:
    async def story() -> None:
        club = await Club(store).begin("ann", "bob")
        here = await club.table("ann", "bob")
        assert (await read(store, PENDING, here.table.setup.table)).data == {"people": ["ann", "bob"]}
        await club.resigned(here, 0)
        assert await club.points(DUEL, ["ann", "bob"]) == [1338, 1662]
        assert (await read(store, PENDING, here.table.setup.table)).text is None
        (game,) = await club.ratings.games_of(DUEL, "ann", 9)
        assert [(seat["person"], seat["rank"]) for seat in game.data["seats"]] == [("ann", 1), ("bob", 0)]
        assert [person for person, _ in await club.ratings.leaders(DUEL, 9)] == ["bob", "ann"]
        assert await club.ratings.divisions() == [DUEL]
        await club.end()

    run(story)


def test_three_are_ranked_by_openskill(store: Store) -> None:
    async def story() -> None:
        club = await Club(store).begin("ann", "bob", "cid")
        here = await club.table("ann", "bob", "cid")
        name = here.table.setup.table
        assert await club.ratings.count(Played(name, Division("sprawl", 3, "fast"), (0, 2, 1), club.now))
        ann, bob, cid = await club.points(ROUND, ["ann", "bob", "cid"])
        assert ann > cid > bob
        await club.end()

    run(story)


def test_who_leaves_first_is_last_even_if_a_bot_wins_there() -> None:
    here = table("sprawl", *(SeatPlan("link", owners=(name,)) for name in ("ann", "bob", "cid")))
    for seat in (1, 2):
        here.apply(Event("resign", NOW, seat))
    for seed in range(400):
        if here.over:
            break
        random_moves(here, 5, seed)
    assert here.over
    assert ranks(here) == (0, 2, 1)


async def spoilt(club: Club, how: str) -> None:
    """A game that does not count."""
    more: dict[str, Any] = {"choice": {"rated": False}}.get(how, {})
    here = await club.table("ann", "bob", **more)
    if how == "hints":
        await club.does(here, "ann", "hints")
        await club.does(here, "bob", "answer", offer="hints", yes=True)
    if how == "idle":
        club.now += 9 * DAY
        await club.does(here, "bob", "hand_over", seat=0)
        await club.does(here, "ann", "take_seat_back", seat=0)
    await club.resigned(here, 0, moves=2 if how == "short" else 6)
    assert here.table.over


@pytest.mark.parametrize("how", ["choice", "hints", "short"])
def test_games_that_do_not_count(store: Store, how: str) -> None:
    async def story() -> None:
        club = await Club(store).begin("ann", "bob")
        await spoilt(club, how)
        assert await club.points(DUEL, ["ann", "bob"]) == [1500, 1500]
        assert await club.ratings.catch_up() == 0
        assert (await asyncio.wrap_future(store.documents(PENDING, PENDING, 9))) == []
        await club.end()

    run(story)


def test_a_game_without_a_clock_at_which_a_bot_sat_for_a_while_does_not_count(store: Store) -> None:
    async def story() -> None:
        club = await Club(store).begin("ann", "bob")
        here = await club.table("ann", "bob", clock=None)
        await club.moves(here, 4)
        club.now += 9 * DAY
        decides, other = ("ann", "bob") if here.table.deciding == 0 else ("bob", "ann")
        seat = here.table.deciding
        await club.does(here, other, "hand_over", seat=seat)
        await club.does(here, decides, "take_seat_back", seat=seat)
        await club.resigned(here, 0, 2)
        assert await club.points("samliam.2.none", ["ann", "bob"]) == [1500, 1500]
        await club.end()

    run(story)


def test_only_who_keeps_a_name_and_wants_to_be_rated_is_and_nobody_against_themselves(store: Store) -> None:
    async def story() -> None:
        club = await Club(store).begin("ann", "bob", "eve")

        def unrated(document: Document) -> Document:
            return document.saying(document.data | {"rated": False})

        await changed(store, PERSON, "eve", unrated)
        for pair in (("ann", "stranger"), ("ann", "eve"), ("ann", "ann")):
            here = await club.table(*pair)
            await club.resigned(here, 0)
        assert await club.points(DUEL, ["ann", "bob", "eve", "stranger"]) == [1500] * 4
        await club.end()

    run(story)


def test_who_may_be_rated_is_decided_when_the_last_seat_is_taken(store: Store) -> None:
    """Nobody gets out of a game that goes badly by not wanting to be rated any more."""

    async def story() -> None:
        club = await Club(store).begin("ann", "bob")
        here = await club.table("ann", "bob")
        await changed(store, PERSON, "ann", lambda found: found.saying(found.data | {"rated": False}))
        await club.resigned(here, 0)
        assert await club.points(DUEL, ["ann", "bob"]) == [1338, 1662]
        await club.end()

    run(story)


def test_a_game_counts_once_however_often_and_from_however_many_sides_it_is_counted(store: Store) -> None:
    async def story() -> None:
        club = await Club(store).begin("ann", "bob")
        others = [Ratings(store, club.people, lambda: club.now) for _ in range(3)]
        here = await club.table("ann", "bob")
        for other in others:
            other.follow(here.table, [])
        club.hub.followers += [other.follow for other in others]
        await club.resigned(here, 0)
        for other in others:
            await other.settle()
        await club.does(here, "ann", "name", name="Anna")
        assert await club.ratings.catch_up() == 0
        assert (await club.ratings.rated(DUEL, "ann")).games == 1
        assert await club.points(DUEL, ["ann", "bob"]) == [1338, 1662]
        await club.end()

    run(story)


def test_what_ended_while_nobody_counted_is_found_at_the_next_start(store: Store) -> None:
    async def story() -> None:
        club = await Club(store).begin("ann", "bob", "cid")
        here, running = await club.table("ann", "bob"), await club.table("ann", "cid")
        club.hub.followers.clear()  # as if the process had died between the end on disk and the count
        await club.resigned(here, 1)
        again = Ratings(store, club.people, lambda: club.now)
        assert await again.catch_up() == 1
        assert await again.catch_up() == 0
        assert await club.points(DUEL, ["ann", "bob", "cid"]) == [1662, 1338, 1500]
        assert (await read(store, PENDING, running.table.setup.table)).text is not None
        await club.end()

    run(story)


def test_games_of_one_person_that_end_at_once_all_count(store: Store) -> None:
    async def story() -> None:
        names = ["ann", "bob", "cid", "dan", "eve"]
        club = await Club(store).begin(*names)
        tables = [await club.table("ann", other) for other in names[1:]]
        for here in tables:
            await club.moves(here, 6)
        await asyncio.gather(*(club.does(here, "ann", "resign", seat=0) for here in tables))
        await club.ratings.settle()
        assert (await club.ratings.rated(DUEL, "ann")).games == 4
        assert len(await club.ratings.games_of(DUEL, "ann", 9)) == 4
        await club.end()

    run(story)


def test_a_store_that_fails_before_or_after_writing_neither_loses_nor_doubles(store: Store) -> None:
    async def story() -> None:
        club = await Club(store).begin("ann", "bob")
        here = await club.table("ann", "bob")
        keep, turns = store.keep, iter(["before", "after", "well"])

        def faulty(documents: Any) -> Any:
            how = next(turns, "well")
            if how == "before":
                raise Conflict("as if somebody were faster")
            future = keep(documents)
            if how == "well":
                return future
            cut: Future[None] = Future()
            future.add_done_callback(lambda _: cut.set_exception(Conflict("as if the connection were cut")))
            return cut

        store.keep = faulty  # type: ignore[method-assign]
        await club.resigned(here, 0)
        await club.ratings.catch_up()
        assert (await club.ratings.rated(DUEL, "bob")).games == 1
        assert await club.points(DUEL, ["ann", "bob"]) == [1338, 1662]
        await club.end()

    run(story)


def test_a_note_of_a_table_that_is_gone_goes_too(store: Store) -> None:
    async def story() -> None:
        club = await Club(store).begin("ann", "bob")
        here = await club.table("ann", "bob")
        await asyncio.wrap_future(store.forget([here.table.setup.table]))
        assert await club.ratings.catch_up() == 0
        assert (await read(store, PENDING, here.table.setup.table)).text is None
        await club.end()

    run(story)


def test_ratings_grow_less_sure_with_time_and_are_told_so(store: Store) -> None:
    async def story() -> None:
        club = await Club(store).begin("ann", "bob")
        for _ in range(20):
            await club.resigned(await club.table("ann", "bob"), 0)
        rated = await club.ratings.rated(DUEL, "ann")
        assert len(rated.history) == rated.games == 20
        assert rated.now(club.now + 365 * DAY).deviation > rated.now(club.now).deviation + 5
        await club.end()

    run(story)


def test_what_is_kept_of_a_person_is_found_by_the_person(store: Store) -> None:
    async def story() -> None:
        club = await Club(store).begin("ann", "bob")
        await club.resigned(await club.table("ann", "bob"), 0)
        await club.table("ann", "bob")
        for kind in (RATING, RESULT, PENDING):
            assert len(store.documents(kind, "of:ann", 9).result()) == 1
        await club.end()

    run(story)


@pytest.mark.parametrize(
    ("plan", "due"),
    [
        (None, "none"),
        (ClockPlan("fischer", 300.0, 3.0), "fast"),
        (ClockPlan("fischer", 300.0, 10.0), "slow"),
        (ClockPlan("delay", 600.0, 0.0), "slow"),
        (ClockPlan("days", DAY), "mail"),
    ],
)
def test_clocks_are_classed_by_a_game_of_forty_turns(plan: ClockPlan | None, due: str) -> None:
    assert clock_class(plan) == due


def test_a_division_is_known_by_its_name() -> None:
    one = Division("some_game", 3, "mail")
    assert division_from(one.key) == one


def test_a_plan_with_a_bot_or_from_a_position_cannot_count() -> None:
    from tablier.server.ratings.counting import planned_fault

    club = object.__new__(Club)
    club.now = 0.0
    plan = club.setup("ann", "bob")
    assert planned_fault(plan) == ""
    assert planned_fault(replace(plan, start={})) == "start"
    assert planned_fault(replace(plan, places=(plan.places[0], SeatPlan("bot", 2)))) == "bots"
    assert planned_fault(replace(plan, places=(plan.places[0], SeatPlan("here")))) == "here"
