"""Leagues of tables: each round people are dealt to tables by points, and meet others than before if that can be."""

from __future__ import annotations

import random
from collections import Counter
from collections.abc import Sequence
from itertools import combinations, permutations

from tablier.server.tournaments.bouts import BOT, Performance

ATTEMPTS = 12  # to find tables at which nobody meets anybody again
PASSES = 30  # through all exchanges, after which nobody is exchanged any more
AGAIN = 1_000.0  # how much worse it is to meet somebody again than any difference in points
MOST_ORDERS = 5  # seats at a table whose orders are all tried

Tables = list[list[Performance]]


def dealt(field: Sequence[Performance], size: int, fill: bool) -> tuple[list[tuple[int, ...]], list[int]]:
    """The tables of the next round, of people in the order of the standings, and who has none.

    ``fill``: bots take the seats that are left over; else those sit out who did so least, the last first.
    """
    resting = [] if fill else sitting_out(field, len(field) % size)
    playing = [tally for tally in field if tally.number not in resting]
    tables = best_of(playing, size)
    return [seated(people, size) for people in tables], resting


def sitting_out(field: Sequence[Performance], count: int) -> list[int]:
    """Who has no table in a round."""
    order = sorted(range(len(field)), key=lambda place: (field[place].byes, -place))
    return sorted(field[place].number for place in order[:count])


def laid(field: Sequence[Performance], size: int) -> Tables:
    """Tables by points alone, from the top down; those with seats left over last."""
    count = -(-len(field) // size)
    short = count * size - len(field)
    tables: Tables = []
    waiting = list(field)
    for number in range(count):
        missing = short // count + (number >= count - short % count)
        tables.append(waiting[: size - missing])
        waiting = waiting[size - missing :]
    return tables


def best_of(field: Sequence[Performance], size: int) -> Tables:
    """The best tables that are found: beginning with those by points, and as long as people meet again with others."""
    best = exchanged(laid(field, size))
    for attempt in range(ATTEMPTS):
        if sum(map(cost, best)) < AGAIN:
            break
        mixed = list(field)
        random.Random(attempt).shuffle(mixed)
        best = min(best, exchanged(laid(mixed, size)), key=lambda tables: sum(map(cost, tables)))
    return best


def exchanged(tables: Tables) -> Tables:
    """Tables between which people are exchanged as long as that is better for both together."""
    for _ in range(PASSES):
        better = [exchange(one, other) for one, other in combinations(tables, 2)]
        if not any(better):
            break
    return tables


def exchange(one: list[Performance], other: list[Performance]) -> bool:
    """Exchange people between two tables while that helps; whether it did."""
    helped = False
    for here in range(len(one)):
        for there in range(len(other)):
            before = cost(one) + cost(other)
            one[here], other[there] = other[there], one[here]
            if cost(one) + cost(other) < before - 1e-9:
                helped = True
            else:
                one[here], other[there] = other[there], one[here]
    return helped


def cost(people: Sequence[Performance]) -> float:
    """How bad a table is: who meets again, each time more than the last, and how far apart they are in points."""
    return sum(AGAIN * one.met.count(other.number) ** 2 + abs(one.points - other.points)
               for one, other in combinations(people, 2))  # fmt: skip


def seated(people: Sequence[Performance], size: int) -> tuple[int, ...]:
    """Who sits where: each as far as possible where they have sat least; bots where nobody else does."""
    had = {tally.number: Counter(tally.seats) for tally in people}

    def strain(order: Sequence[int]) -> int:
        return sum(had[number][seat] ** 2 + had[number][seat] for seat, number in enumerate(order) if number != BOT)

    order = [tally.number for tally in people] + [BOT] * (size - len(people))
    if size <= MOST_ORDERS:
        return min(sorted(set(permutations(order))), key=strain)
    return tuple(one_by_one(order, had))


def one_by_one(order: Sequence[int], had: dict[int, Counter[int]]) -> list[int]:
    """Seats of a large table, each given to whoever of those left has had it least."""
    waiting, seats = list(order), list[int]()
    for seat in range(len(order)):
        best = min(waiting, key=lambda number: had[number][seat] if number != BOT else len(order))
        waiting.remove(best)
        seats.append(best)
    return seats
