"""Who meets whom: hundreds of tournaments played by chance, and the promises of each kind kept in all of them."""

import random
from collections import Counter
from dataclasses import replace
from itertools import combinations

import pytest

from tablier.server.authority.events import ClockPlan
from tablier.server.tournaments.bouts import (
    BOT,
    BYE,
    LEAGUE,
    ROBIN,
    SWISS,
    Bout,
    Entrant,
    Round,
    Tournament,
    TournamentPlan,
    points_of,
    tallies,
    tournament_data,
    tournament_from,
)
from tablier.server.tournaments.leagues import dealt
from tablier.server.tournaments.matching import FREE, can_all_be_paired, matched
from tablier.server.tournaments.rounds import drawn, most_rounds
from tablier.server.tournaments.rounds import order as in_turn
from tablier.server.tournaments.standings import in_order, standings


def tournament(kind: str, count: int, seats: int = 2, rounds: int = 0, bots: int = 0, seed: int = 1) -> Tournament:
    plan = TournamentPlan("Cup", "konane", {}, seats, ClockPlan("fischer", 300.0), kind, rounds, count, bots=bots)
    return Tournament("id", plan, "maker", 0.0, seed, entrants=tuple(Entrant(f"p{n}") for n in range(count)))


def played(one: Tournament, chance: random.Random) -> Tournament:
    """A tournament whose last round was played by chance."""
    bouts = []
    for bout in one.rounds[-1].bouts:
        scores = chance.choice([(0, 1), (1, 0), (0, 0)]) if len(bout.seats) == 2 else ranks(len(bout.seats), chance)
        bouts.append(bout if bout.points is not None else replace(bout, points=points_of(scores)))
    return replace(one, rounds=(*one.rounds[:-1], replace(one.rounds[-1], bouts=tuple(bouts))))


def ranks(count: int, chance: random.Random) -> tuple[int, ...]:
    winner = chance.randrange(count)
    return tuple(int(seat != winner) for seat in range(count))


def ran(one: Tournament, chance: random.Random, leaving: float = 0.0) -> Tournament:
    """A whole tournament, from which people may go away between rounds."""
    while (bouts := drawn(one)) is not None:
        one = played(replace(one, rounds=(*one.rounds, Round(0.0, tuple(bouts)))), chance)
        gone = [number for number in one.active if chance.random() < leaving]
        entrants = tuple(
            replace(entrant, left=len(one.rounds)) if number in gone else entrant
            for number, entrant in enumerate(one.entrants)
        )
        one = replace(one, entrants=entrants)
    return one


def meetings(one: Tournament) -> Counter[tuple[int, int]]:
    return Counter(
        (min(pair), max(pair))
        for _, bout in one.bouts()
        for pair in combinations([number for number in bout.seats if number != BOT], 2)
    )


# Matchings


def largest(people: list[int], edges: set[tuple[int, int]]) -> int:
    """How many pairs there can be, found by trying everything."""
    if not people:
        return 0
    one, rest = people[0], people[1:]
    best = largest(rest, edges)
    for other in rest:
        if (one, other) in edges:
            best = max(best, 1 + largest([p for p in rest if p != other], edges))
    return best


@pytest.mark.parametrize("seed", range(60))
def test_a_matching_is_one_and_the_largest_there_is(seed: int) -> None:
    chance = random.Random(seed)
    people = list(range(chance.randrange(2, 10)))
    edges = {pair for pair in combinations(people, 2) if chance.random() < chance.choice((0.2, 0.4, 0.7))}
    partner = matched(people, lambda one, other: (min(one, other), max(one, other)) in edges)
    pairs = [(one, other) for one, other in enumerate(partner) if other != FREE]
    assert all(partner[other] == one and (min(one, other), max(one, other)) in edges for one, other in pairs)
    assert len(pairs) // 2 == largest(people, edges)


def test_two_odd_circles_joined_by_one_edge_can_be_paired() -> None:
    edges = {(0, 1), (1, 2), (0, 2), (2, 3), (3, 4), (4, 5), (3, 5)}
    assert can_all_be_paired(range(6), lambda one, other: (min(one, other), max(one, other)) in edges)
    assert not can_all_be_paired(range(6), lambda one, other: (min(one, other), max(one, other)) in edges - {(2, 3)})


# Round robins


@pytest.mark.parametrize("legs", [1, 2])
@pytest.mark.parametrize("count", range(2, 21))
def test_in_a_round_robin_everybody_meets_everybody_and_sits_first_as_often_as_second(count: int, legs: int) -> None:
    one = ran(tournament(ROBIN, count, rounds=legs), random.Random(1))
    assert meetings(one) == dict.fromkeys(combinations(range(count), 2), legs)
    assert len(one.rounds) == legs * (count - 1 + count % 2)
    for tally in tallies(one):
        assert abs(tally.seats.count(0) - tally.seats.count(1)) <= (1 if legs == 1 else 0)
        assert tally.byes == (legs if count % 2 else 0)
    for one_round in one.rounds:
        assert sorted(n for bout in one_round.bouts for n in bout.seats) == list(range(count))


def test_whoever_withdraws_from_a_round_robin_loses_what_is_left_by_default() -> None:
    one = tournament(ROBIN, 4, rounds=1)
    one = played(replace(one, rounds=(Round(0.0, tuple(drawn(one) or ())),)), random.Random(1))
    entrants = (replace(one.entrants[0], left=1), *one.entrants[1:])
    one = ran(replace(one, entrants=entrants), random.Random(2))
    later = [bout for number, bout in one.bouts() if number > 1 and 0 in bout.seats]
    assert len(later) == 2
    assert all(bout.how == "forfeit" and not bout.table for bout in later)
    assert all(bout.points is not None and bout.points[bout.seats.index(0)] == 0.0 for bout in later)


# Swiss tournaments


@pytest.mark.parametrize("seed", range(150))
def test_in_a_swiss_tournament_nobody_meets_twice_nor_rests_twice(seed: int) -> None:
    chance = random.Random(seed)
    count = chance.randrange(2, 65) if seed % 10 else 64 - seed % 2
    one = ran(
        tournament(SWISS, count, rounds=99 if seed % 15 == 0 else chance.choice((0, 3, 7)), seed=seed),
        chance,
        leaving=0.0,
    )
    assert set(meetings(one).values()) <= {1}
    assert len(one.rounds) == most_rounds(one)
    for tally in tallies(one):
        assert tally.byes <= 1
        assert abs(tally.seats.count(0) - tally.seats.count(1)) <= (2 if len(one.rounds) <= 7 else 4)
    for number, one_round in enumerate(one.rounds):
        assert sorted(n for bout in one_round.bouts for n in bout.seats) == list(range(count))
        resting = [bout.seats[0] for bout in one_round.bouts if bout.how == BYE]
        assert len(resting) == count % 2
        if resting:
            assert_lowest(replace(one, rounds=one.rounds[:number]), resting[0])


def assert_lowest(before: Tournament, resting: int) -> None:
    """Nobody further down could have rested instead, without having done so before."""
    order = [tally.number for tally in in_turn(before)]
    below = order[order.index(resting) + 1 :]
    done = tallies(before)
    assert all(done[number].byes for number in below) or len(before.rounds) > len(order) // 3


@pytest.mark.parametrize("seed", range(60))
def test_people_may_go_away_in_the_middle_of_a_swiss_tournament(seed: int) -> None:
    chance = random.Random(seed)
    one = ran(tournament(SWISS, chance.randrange(4, 40), rounds=6, seed=seed), chance, leaving=0.08)
    assert set(meetings(one).values()) <= {1}
    assert all(tally.byes <= 1 for tally in tallies(one))


@pytest.mark.parametrize("seed", range(40))
def test_people_meet_those_with_the_same_points_as_far_as_can_be(seed: int) -> None:
    """Whoever meets somebody with fewer points could not have met anybody nearer who was not taken above them."""
    chance = random.Random(seed)
    one = ran(tournament(SWISS, chance.randrange(8, 40), seed=seed), chance)
    for number in range(1, len(one.rounds)):
        points = [tally.points for tally in tallies(replace(one, rounds=one.rounds[:number]))]
        gaps = [abs(points[bout.seats[0]] - points[bout.seats[1]])
                for bout in one.rounds[number].bouts if len(bout.seats) == 2]  # fmt: skip
        assert max(gaps) <= 2
        if number <= 3:
            groups = Counter(points)
            assert sum(gap > 0 for gap in gaps) <= 2 * len(groups)


def test_in_the_first_round_nobody_is_favoured_and_the_draw_follows_from_the_seed() -> None:
    same = [drawn(tournament(SWISS, 12, seed=seed)) for seed in (1, 1, 2)]
    assert same[0] == same[1] != same[2]


def test_a_bot_may_take_the_place_of_a_missing_opponent() -> None:
    one = ran(tournament(SWISS, 9, bots=2), random.Random(1))
    for one_round in one.rounds:
        assert [bout for bout in one_round.bouts if bout.how == BYE] == []
        assert sum(BOT in bout.seats for bout in one_round.bouts) == 1
    assert all(tally.byes <= 1 for tally in tallies(one))


# Leagues


@pytest.mark.parametrize("seed", range(40))
def test_in_a_league_everybody_has_a_table_and_meets_others_as_far_as_possible(seed: int) -> None:
    chance = random.Random(seed)
    seats, count = chance.choice((3, 4, 5)), chance.randrange(8, 40)
    one = ran(tournament(LEAGUE, count, seats, rounds=4, seed=seed), chance)
    assert len(one.rounds) == 4
    done = tallies(one)
    assert max(tally.byes for tally in done) - min(tally.byes for tally in done) <= 1
    for one_round in one.rounds:
        assert sorted(n for bout in one_round.bouts for n in bout.seats) == list(range(count))
        assert {len(bout.seats) for bout in one_round.bouts if bout.how != BYE} == {seats}
    repeated = sum(times - 1 for times in meetings(one).values())
    if count >= 5 * seats:
        assert repeated <= count // 4, "they meet again although there are many others"


def test_a_league_of_four_tables_of_four_lets_nobody_meet_again_in_three_rounds() -> None:
    one = ran(tournament(LEAGUE, 16, 4, rounds=3), random.Random(3))
    assert set(meetings(one).values()) == {1}


def test_bots_fill_the_tables_of_a_league_evenly() -> None:
    one = tournament(LEAGUE, 9, 4, rounds=1, bots=2)
    tables, resting = dealt(in_order(one), 4, fill=True)
    assert sorted(table.count(BOT) for table in tables) == [1, 1, 1]
    assert resting == []


def test_seats_change_in_a_league() -> None:
    one = ran(tournament(LEAGUE, 12, 4, rounds=4), random.Random(5))
    assert all(max(Counter(tally.seats).values()) <= 2 for tally in tallies(one))


# Standings


def test_ties_are_broken_by_the_strength_of_opponents() -> None:
    one = tournament(SWISS, 4, rounds=2)
    rounds = (
        Round(0.0, (Bout("a", (0, 1), (1.0, 0.0)), Bout("b", (2, 3), (1.0, 0.0)))),
        Round(0.0, (Bout("c", (0, 2), (0.5, 0.5)), Bout("d", (1, 3), (1.0, 0.0)))),
    )
    lines = standings(replace(one, rounds=rounds))
    assert [(line.number, line.place, line.points) for line in lines] == [
        (0, 1, 1.5), (2, 2, 1.5), (1, 3, 1.0), (3, 4, 0.0),
    ]  # fmt: skip
    assert lines[0].breaks == (2.5, 1.0 + 0.75, 1.0), "Buchholz 1 + 1.5, Sonneborn-Berger 1 and half of 1.5, a win"
    assert lines[1].breaks == (1.5, 0.75, 1.0)


def test_who_is_level_in_everything_shares_a_place() -> None:
    lines = standings(replace(tournament(ROBIN, 3, rounds=1), rounds=(Round(0.0, (Bout("a", (0, 1), (0.5, 0.5)),)),)))
    assert [(line.number, line.place) for line in lines] == [(0, 1), (1, 1), (2, 3)]


def test_ranks_are_worth_what_stands_behind_them() -> None:
    assert points_of((0, 1)) == (1.0, 0.0)
    assert points_of((0, 0)) == (0.5, 0.5)
    assert points_of((0, 1, 1, 1)) == (3.0, 1.0, 1.0, 1.0)
    assert points_of((2, 0, 1)) == (0.0, 2.0, 1.0)


def test_a_tournament_is_read_as_it_was_written() -> None:
    one = ran(tournament(SWISS, 7), random.Random(1), leaving=0.1)
    import json

    assert tournament_from(json.loads(json.dumps(tournament_data(one)))) == one
