"""Whether people can be put in pairs at all: a largest matching, by Edmonds' way of contracting odd circles."""

from __future__ import annotations

from collections import deque
from collections.abc import Callable, Sequence

FREE = -1
May = Callable[[int, int], bool]
"""Whether two can be a pair."""


def can_all_be_paired(people: Sequence[int], may: May) -> bool:
    """Whether everybody can be in a pair at the same time."""
    return len(people) % 2 == 0 and FREE not in matched(people, may)


def matched(people: Sequence[int], may: May) -> list[int]:
    """As many pairs as there can be: for each place in the list that of the partner, or FREE."""
    beside = [[other for other in range(len(people)) if other != one and may(people[one], people[other])]
              for one in range(len(people))]  # fmt: skip
    partner = at_first_sight(beside)
    for root in range(len(people)):
        if partner[root] == FREE:
            PathSearch(beside, partner, root).go()
    return partner


def at_first_sight(beside: Sequence[Sequence[int]]) -> list[int]:
    """Pairs as they come: most of a largest matching, for little work."""
    partner = [FREE] * len(beside)
    for one, others in enumerate(beside):
        free = next((other for other in others if partner[other] == FREE), None)
        if partner[one] == FREE and free is not None:
            partner[one], partner[free] = free, one
    return partner


class PathSearch:
    """A search for a path from somebody without a partner to another one, along which pairs can be changed."""

    def __init__(self, beside: Sequence[Sequence[int]], partner: list[int], root: int) -> None:
        self.beside, self.partner, self.root = beside, partner, root
        self.base = list(range(len(beside)))  # of the contracted circle in which somebody is
        self.came = [FREE] * len(beside)  # from whom the path comes to somebody who has a partner
        self.seen = {root}
        self.waiting = deque([root])

    def go(self) -> None:
        """Make one pair more, if it can be."""
        while self.waiting:
            one = self.waiting.popleft()
            for other in self.beside[one]:
                if self.base[one] != self.base[other] and self.partner[one] != other and self.reach(one, other):
                    return

    def reach(self, one: int, other: int) -> bool:
        """Go from somebody to somebody else; whether a path ends there, which is then used."""
        if other == self.root or (self.partner[other] != FREE and self.came[self.partner[other]] != FREE):
            self.contract(one, other)
        elif self.came[other] == FREE:
            self.came[other] = one
            if self.partner[other] == FREE:
                self.change(other)
                return True
            self.wait_for(self.partner[other])
        return False

    def wait_for(self, one: int) -> None:
        """Have the search go on from somebody."""
        if one not in self.seen:
            self.seen.add(one)
            self.waiting.append(one)

    def contract(self, one: int, other: int) -> None:
        """Take an odd circle for a single person."""
        common = self.common(one, other)
        circle = self.mark(one, common, other) | self.mark(other, common, one)
        for place in range(len(self.base)):
            if self.base[place] in circle:
                self.base[place] = common
                self.wait_for(place)

    def common(self, one: int, other: int) -> int:
        """Where the ways of two to the root meet first."""
        passed = set()
        while True:
            one = self.base[one]
            passed.add(one)
            if one == self.root or self.partner[one] == FREE:
                break
            one = self.came[self.partner[one]]
        while self.base[other] not in passed:
            other = self.came[self.partner[self.base[other]]]
        return self.base[other]

    def mark(self, one: int, common: int, child: int) -> set[int]:
        """All contracted circles on the way to a common one, along which the path can come from the other side too."""
        circle = set[int]()
        while self.base[one] != common:
            mate = self.partner[one]
            circle |= {self.base[one], self.base[mate]}
            self.came[one] = child
            child, one = mate, self.came[mate]
        return circle

    def change(self, end: int) -> None:
        """TournamentChange the pairs along the path to its end."""
        while end != FREE:
            before = self.came[end]
            following = self.partner[before]
            self.partner[end], self.partner[before] = before, end
            end = following
