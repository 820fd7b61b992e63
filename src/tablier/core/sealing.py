"""How the salts of a game were promised and given: the hashes, who gave each salt, and in what order all of it came.

A salt shows something only if all were bound before the first player's was shown: ``docs/fair-dice.md`` says why.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from tablier.core import dice
from tablier.core.errors import BadText

HASH, SALT = "hash", "salt"
PLAYER, SERVER, REPLACED = "player", "server", "replaced"
GIVERS = (PLAYER, SERVER, REPLACED)
"""A player's client; the server, bound before any player's salt was shown; the server, in place of a promised one."""
DIGEST = re.compile("[0-9a-f]{64}")

SealingStep = tuple[str, int]
"""A hash or a salt, and the seat for which it came."""


@dataclass(frozen=True)
class Sealing:
    """What was published about the salts of a game."""

    hashes: tuple[str | None, ...]  # none where a salt came without
    given_by: tuple[str, ...]
    order: tuple[SealingStep, ...]

    def data(self) -> dict[str, Any]:
        """The same as JSON data."""
        return {"hashes": list(self.hashes), "given_by": list(self.given_by), "order": [list(s) for s in self.order]}

    @property
    def binds(self) -> bool:
        """Whether every seat was bound to its salt before the first player's salt was shown."""
        seats = range(len(self.given_by))
        shown = [self._last(SALT, seat) for seat in seats if self.given_by[seat] == PLAYER]
        bound = [self._bound(seat) for seat in seats]
        return None not in self.hashes and -1 not in shown + bound and max(bound) < min(shown, default=len(self.order))

    def _bound(self, seat: int) -> int:
        """The place in the order from which on a seat could take no other salt; -1 if there is none."""
        promised = self._last(HASH, seat)
        return self._last(SALT, seat) if promised < 0 and self.given_by[seat] == SERVER else promised

    def _last(self, what: str, seat: int) -> int:
        """The last place in the order of a step; -1 if there is none."""
        return max((place for place, step in enumerate(self.order) if step == (what, seat)), default=-1)

    def broken(self, salts: Sequence[str], digits: str) -> int | None:
        """The first seat whose salt is neither the promised one nor, where the server gave another, its spare one."""
        for seat, (salt, promised, giver) in enumerate(zip(salts, self.hashes, self.given_by, strict=True)):
            if giver == REPLACED and salt != dice.spare_salt(digits, seat):
                return seat
            if giver != REPLACED and promised not in (None, dice.hash_of(salt)):
                return seat
        return None


def read(data: Mapping[str, Any], seats: int) -> Sealing:
    """How salts were given, from JSON data; BadText if it does not look like that."""
    hashes, given_by, order = (data.get(name) for name in ("hashes", "given_by", "order"))
    lists = all(isinstance(part, list) for part in (hashes, given_by, order))
    if not lists or set(data) != {"hashes", "given_by", "order"} or not fits(hashes, given_by, order, seats):
        raise BadText("core.text.value", header="sealing")
    return Sealing(tuple(hashes or ()), tuple(given_by or ()), tuple((what, seat) for what, seat in order or ()))


def fits(hashes: Any, given_by: Any, order: Any, seats: int) -> bool:
    """Whether there is a hash and a giver for each seat, and nothing but hashes and salts came."""
    return (
        len(hashes) == len(given_by) == seats
        and all(one is None or (isinstance(one, str) and DIGEST.fullmatch(one)) for one in hashes)
        and all(giver in GIVERS for giver in given_by)
        and all(is_step(step, seats) for step in order)
    )


def is_step(step: Any, seats: int) -> bool:
    """Whether this says that a hash or a salt came for a seat."""
    is_pair = isinstance(step, list) and len(step) == 2
    return is_pair and step[0] in (HASH, SALT) and type(step[1]) is int and step[1] in range(seats)


def times(order: Iterable[SealingStep], what: str, seat: int) -> int:
    """How often something came for a seat."""
    return sum(step == (what, seat) for step in order)
