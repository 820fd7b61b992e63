"""Whole tournaments, played at real tables by programs: they go on by themselves, whoever is away, whatever fails."""

import asyncio
import random
from typing import Any

import pytest

from tablier.server.authority.events import ClockPlan
from tablier.server.authority.refusals import Refused
from tablier.server.people import belongings
from tablier.server.store.protocol import Store
from tablier.server.tournaments import changes
from tablier.server.tournaments.bouts import (
    BOT,
    BYE,
    CANCELLED,
    FORFEIT,
    LEAGUE,
    NOBODY,
    OPEN,
    OVER,
    ROBIN,
    RUNNING,
    SWISS,
    VOID,
    Bout,
    Tournament,
    TournamentPlan,
    tallies,
)
from tablier.server.tournaments.running import ENTRY, KIND, TAKE_OVER, Tournaments
from tablier.server.tournaments.standings import standings
from tests.ratings.club import QUICK, Club, run

NAMES = ["ann", "bob", "cid", "dan", "eve", "fay", "gil", "hal", "ida"]


def plan(kind: str, most: int, **more: Any) -> TournamentPlan:
    usual: dict[str, Any] = {"seats": 3 if kind == LEAGUE else 2, "rounds": 0, "clock": QUICK}
    game = "sprawl" if kind == LEAGUE else "samliam"
    return TournamentPlan(name="Cup", game=game, options={}, kind=kind, most=most, **usual | more)


class Cup:
    """A tournament at a club."""

    def __init__(self, club: Club, name: str) -> None:
        self.club, self.name, self.chance = club, name, random.Random(1)

    async def now(self) -> Tournament:
        return await self.club.tournaments.find(self.name)

    async def bouts(self) -> list[Bout]:
        return changes.unfinished(await self.now())

    async def person(self, number: int) -> str:
        return (await self.now()).entrants[number].person

    async def play(self, bout: Bout, loser: int | None = None, moves: int = 0) -> None:
        """A game to which everybody comes, and that somebody gives up."""
        here = await self.club.hub.open(bout.table)
        people = [await self.person(number) for number in bout.seats if number != BOT]
        await self.club.comes(here, *people)
        await self.club.moves(here, moves)
        for visitor in self.order(people, None if loser is None else await self.person(loser)):
            if not here.table.over:
                (seat,) = here.table.seats_of(visitor)
                await self.club.does(here, visitor, "resign", seat=seat)

    def order(self, people: list[str], loser: str | None) -> list[str]:
        """Who gives up, one after the other: all but one."""
        order = self.chance.sample(people, len(people))
        return sorted(order, key=lambda name: name != loser)[: max(1, len(order) - 1)]

    async def play_round(self, **how: Any) -> None:
        for bout in await self.bouts():
            await self.play(bout, **how)
        await self.club.settle()


async def cup(store: Store, wanted: TournamentPlan, count: int) -> Cup:
    club = await Club(store).begin(*NAMES)
    made = await club.tournaments.make(wanted, "ann")
    for name in NAMES[:count]:
        await club.tournaments.join(made.id, name)
    return Cup(club, made.id)


def test_a_round_robin_is_played_from_beginning_to_end_by_itself(store: Store) -> None:
    async def story() -> None:
        one = await cup(store, plan(ROBIN, 5, rounds=1, rated=True), 5)
        for number in range(5):
            here = await one.now()
            assert (here.state, len(here.rounds)) == (RUNNING, number + 1)
            await one.play_round(moves=4)
        over = await one.now()
        assert over.state == OVER
        assert sum(line.points for line in standings(over)) == 10
        assert all(tally.byes == 1 for tally in tallies(over))
        games = [(await one.club.ratings.rated("samliam.2.fast", name)).games for name in NAMES[:5]]
        assert games == [4] * 5, "rated as it was wished"
        await one.club.end()

    run(story)


def test_a_swiss_tournament_begins_at_its_time_and_ends_with_its_last_round(store: Store) -> None:
    async def story() -> None:
        club = await Club(store).begin(*NAMES)
        made = await club.tournaments.make(plan(SWISS, 64, at=club.now + 600), "ann")
        one = Cup(club, made.id)
        for name in NAMES[:7]:
            await club.tournaments.join(made.id, name)
        await club.tournaments.look(thoroughly=True)
        assert (await one.now()).state == OPEN
        club.now += 600
        await club.tournaments.look(thoroughly=False)
        for _ in range(3):
            assert (await one.now()).state == RUNNING
            await one.play_round()
        over = await one.now()
        assert (over.state, len(over.rounds)) == (OVER, 3)
        assert len([bout for _, bout in over.bouts() if bout.how == BYE]) == 3
        await club.end()

    run(story)


def test_a_league_deals_tables_of_three_and_who_gives_up_first_is_last(store: Store) -> None:
    async def story() -> None:
        one = await cup(store, plan(LEAGUE, 6, rounds=2), 6)
        for bout in await one.bouts():
            here = await one.club.hub.open(bout.table)
            people = [await one.person(number) for number in bout.seats]
            await one.club.comes(here, *people)
            table = here.table.fork()
            for seat in (0, 1):
                table.become(changes.given_up(table, [seat], one.club.now).table)
            table.match.end([0.0, 0.0, 1.0], "agreed")
            table.__dict__.pop("outcome", None)
            table.__dict__.pop("over", None)
            one.club.tournaments.follow(table, [])
            await one.club.settle()
        after = await one.now()
        assert len(after.rounds) == 2
        assert sorted(tally.points for tally in tallies(after)) == [0, 0, 1, 1, 2, 2]
        await one.club.end()

    run(story)


def test_who_does_not_come_loses_and_takes_part_no_more(store: Store) -> None:
    async def story() -> None:
        one = await cup(store, plan(ROBIN, 4, rounds=1), 4)
        first, second = await one.bouts()
        here = await one.club.hub.open(first.table)
        await one.club.comes(here, await one.person(first.seats[0]))
        one.club.now += changes.patience((await one.now()).plan) - 1
        await one.club.tournaments.look(thoroughly=False)
        assert not here.table.over, "there is still time"
        one.club.now += 1
        await one.club.tournaments.look(thoroughly=False)
        await one.club.settle()
        after = await one.now()
        found = {bout.table: bout for bout in after.rounds[0].bouts}
        assert (found[first.table].points, found[first.table].how) == ((1.0, 0.0), FORFEIT)
        assert (found[second.table].points, found[second.table].how) == ((0.0, 0.0), NOBODY)
        assert after.active == [first.seats[0]]
        assert after.state == OVER, "nobody is left to be met"
        await one.club.end()

    run(story)


def test_who_came_and_went_before_the_game_began_has_the_servers_dice_and_a_clock_that_runs(store: Store) -> None:
    async def story() -> None:
        one = await cup(store, plan(ROBIN, 2, rounds=1), 2)
        (bout,) = await one.bouts()
        here = await one.club.hub.open(bout.table)
        for number in bout.seats:
            await one.club.comes(here, await one.person(number))
        assert len(here.table.waiting) == 1, "the first had gone when the second came"
        one.club.now += 3_600
        await one.club.tournaments.look(thoroughly=False)
        assert not here.table.waiting
        assert here.table.clocks is not None
        assert here.table.clocks.running
        await one.club.end()

    run(story)


def test_of_three_one_alone_gets_the_table(store: Store) -> None:
    async def story() -> None:
        one = await cup(store, plan(LEAGUE, 3, rounds=2), 3)
        (bout,) = await one.bouts()
        here = await one.club.hub.open(bout.table)
        await one.club.comes(here, await one.person(bout.seats[1]))
        one.club.now += 3_600
        await one.club.tournaments.look(thoroughly=False)
        await one.club.settle()
        after = await one.now()
        assert after.rounds[0].bouts[0].points == (0.5, 2.0, 0.5)
        assert after.active == [bout.seats[1]]
        assert here.table.over
        await one.club.end()

    run(story)


def test_results_that_nobody_took_are_found_again(store: Store) -> None:
    async def story() -> None:
        one = await cup(store, plan(ROBIN, 2, rounds=1), 2)
        one.club.hub.followers.clear()  # as if the process had died between the end on disk and the report
        await one.play_round()
        assert (await one.now()).state == RUNNING
        again = Tournaments(one.club.hub, one.club.people)
        await again.look(thoroughly=True)
        assert (await one.now()).state == OVER
        await one.club.end()

    run(story)


def test_a_crash_before_all_tables_of_a_round_are_made_is_made_good(
    store: Store, monkeypatch: pytest.MonkeyPatch
) -> None:
    async def story() -> None:
        club = await Club(store).begin(*NAMES)
        made = await club.tournaments.make(plan(ROBIN, 6, rounds=1), "ann")
        make, count = club.hub.make, iter(range(9))

        async def dying(setup: Any) -> Any:
            if next(count) == 1:
                raise RuntimeError("killed")
            return await make(setup)

        monkeypatch.setattr(club.hub, "make", dying)
        for name in NAMES[:5]:
            await club.tournaments.join(made.id, name)
        with pytest.raises(RuntimeError):
            await club.tournaments.join(made.id, "fay")
        one, again = Cup(club, made.id), Tournaments(club.hub, club.people)
        await again.look(thoroughly=True)
        assert not (await one.now()).rounds[0].made, "the other one may still be at it"
        club.now += TAKE_OVER
        await again.look(thoroughly=True)
        assert (await one.now()).rounds[0].made
        tables = [await club.hub.game_of(bout.table) for bout in await one.bouts()]
        assert tables == ["samliam"] * 3
        assert len(store.listed("ann", 9).result()) == 1
        await club.end()

    run(story)


def test_several_servers_run_one_tournament_and_every_round_is_made_once(store: Store) -> None:
    async def story() -> None:
        one = await cup(store, plan(SWISS, 64, rounds=3), 8)
        others = [Tournaments(one.club.hub, one.club.people) for _ in range(3)]
        one.club.hub.followers += [other.follow for other in others]
        await asyncio.gather(one.club.tournaments.start(one.name, "ann"), *(other.look(True) for other in others))
        for number in range(3):
            here = await one.now()
            assert (here.state, len(here.rounds)) == (RUNNING, number + 1)
            for bout in await one.bouts():
                await one.play(bout)
                await asyncio.gather(*(other.settle() for other in others))
            await asyncio.gather(*(other.look(True) for other in others))
        over = await one.now()
        assert over.state == OVER
        assert sum(line.points for line in standings(over)) == 12
        for name in NAMES[:8]:
            assert len(store.listed(name, 9).result()) == 3
        await one.club.end()

    run(story)


def test_the_organiser_may_start_early_expel_and_cancel_and_nobody_else(store: Store) -> None:
    async def story() -> None:
        one = await cup(store, plan(ROBIN, 20, rounds=1), 5)
        club, cups = one.club, one.club.tournaments
        for forbidden in (cups.start(one.name, "bob"), cups.cancel(one.name, "bob"), cups.expel(one.name, "bob", 0)):
            with pytest.raises(Refused) as refused:
                await forbidden
            assert refused.value.status == 403
        await cups.expel(one.name, "ann", 4)
        with pytest.raises(Refused):
            await cups.join(one.name, "eve")
        await cups.start(one.name, "ann")
        here = await one.now()
        assert [entrant.person for entrant in here.entrants] == NAMES[:4]
        with pytest.raises(Refused):
            await cups.join(one.name, "fay")
        number = here.number_of("dan")
        assert number is not None
        (bout,) = [bout for bout in await one.bouts() if number in bout.seats]
        await cups.expel(one.name, "ann", number)
        await club.settle()
        assert (await club.hub.open(bout.table)).table.over
        points = next(one.points for _, one in (await one.now()).bouts() if one.table == bout.table)
        assert points is not None
        assert points[bout.seats.index(number)] == 0
        await cups.cancel(one.name, "ann")
        assert (await one.now()).state == CANCELLED
        with pytest.raises(Refused):
            await cups.cancel(one.name, "ann")
        await club.end()

    run(story)


def test_who_leaves_before_the_beginning_was_never_there_and_later_loses_what_is_left(store: Store) -> None:
    async def story() -> None:
        one = await cup(store, plan(ROBIN, 3, rounds=1), 2)
        cups = one.club.tournaments
        await cups.withdraw(one.name, "bob")
        assert [entrant.person for entrant in (await one.now()).entrants] == ["ann"]
        for name in ("bob", "cid"):
            await cups.join(one.name, name)
        await cups.withdraw(one.name, "ann")
        await one.play_round()
        over = await one.now()
        assert over.state == OVER or len(over.rounds) > 1
        while (await one.now()).state == RUNNING:
            await one.play_round()
        points = {over.entrants[line.number].person: line.points for line in standings(await one.now())}
        assert sum(points.values()) == 3
        await one.club.end()

    run(story)


def test_of_who_is_deleted_nothing_is_left_in_a_tournament_which_goes_on(store: Store) -> None:
    async def story() -> None:
        one = await cup(store, plan(ROBIN, 3, rounds=1), 3)
        await belongings.left_behind(one.club.hub.store, "bob")
        after = await one.now()
        assert [entrant.person for entrant in after.entrants] == ["ann", "", "cid"]
        assert after.entrants[1].left is not None
        for kind in (KIND, ENTRY):
            assert await asyncio.wrap_future(one.club.hub.store.documents(kind, belongings.of("bob"), 9)) == []
        assert after.state == RUNNING
        await one.club.end()

    run(story)


def test_without_its_organiser_a_tournament_does_not_begin(store: Store) -> None:
    async def story() -> None:
        one = await cup(store, plan(ROBIN, 5), 2)
        await belongings.left_behind(one.club.hub.store, (await one.now()).maker)
        assert ((await one.now()).state, (await one.now()).maker) == (CANCELLED, "")
        await one.club.end()

    run(story)


def test_too_few_at_the_time_of_the_beginning_cancel_it(store: Store) -> None:
    async def story() -> None:
        club = await Club(store).begin(*NAMES)
        made = await club.tournaments.make(plan(SWISS, 8, at=club.now + 60), "ann")
        await club.tournaments.join(made.id, "ann")
        club.now += 61
        await club.tournaments.look(thoroughly=False)
        after = await club.tournaments.find(made.id)
        assert (after.state, after.why) == (CANCELLED, "few")
        await club.end()

    run(story)


def test_bots_fill_up_and_their_games_are_not_rated(store: Store) -> None:
    async def story() -> None:
        one = await cup(store, plan(SWISS, 3, bots=1, rated=True, rounds=1), 3)
        rated = {}
        for bout in await one.bouts():
            here = await one.club.hub.open(bout.table)
            rated[BOT in bout.seats] = here.table.setup.rated
        assert rated == {True: False, False: True}
        await one.play_round()
        assert (await one.now()).state == OVER
        await one.club.end()

    run(story)


def test_a_table_that_is_lost_is_worth_half_to_each(store: Store) -> None:
    async def story() -> None:
        one = await cup(store, plan(ROBIN, 2, rounds=1), 2)
        (bout,) = await one.bouts()
        one.club.hub.open_tables.pop(bout.table)
        await asyncio.wrap_future(store.forget([bout.table]))
        await one.club.tournaments.look(thoroughly=True)
        over = await one.now()
        assert (over.rounds[0].bouts[0].points, over.rounds[0].bouts[0].how) == ((0.5, 0.5), VOID)
        assert over.state == OVER
        await one.club.end()

    run(story)


def test_who_takes_part_is_found_by_the_person_and_a_listed_tournament_by_everybody(store: Store) -> None:
    async def story() -> None:
        one = await cup(store, plan(ROBIN, 3, rounds=1), 2)
        hidden = await one.club.tournaments.make(plan(ROBIN, 3, rounds=1, listed=False), "bob")
        cups = one.club.tournaments
        assert [found.id for found in await cups.listed(OPEN, 9)] == [one.name]
        assert {found.id for found in await cups.of("bob", 9)} == {one.name, hidden.id}
        assert len(store.documents(ENTRY, "of:bob", 9).result()) == 1
        await one.club.end()

    run(story)


def test_one_organiser_has_only_so_many_at_a_time(store: Store) -> None:
    async def story() -> None:
        club = await Club(store).begin(*NAMES)
        for _ in range(5):
            made = await club.tournaments.make(plan(ROBIN, 3), "ann")
        with pytest.raises(Refused):
            await club.tournaments.make(plan(ROBIN, 3), "ann")
        await club.tournaments.cancel(made.id, "ann")
        await club.tournaments.make(plan(ROBIN, 3), "ann")
        await club.end()

    run(story)


def test_one_has_a_turn_to_come_by_correspondence_and_minutes_live() -> None:
    assert changes.patience(plan(ROBIN, 2)) == 600
    assert changes.patience(plan(ROBIN, 2, clock=ClockPlan("fischer", 60.0))) == 180
    assert changes.patience(plan(ROBIN, 2, clock=ClockPlan("days", 86_400.0))) == 86_400
