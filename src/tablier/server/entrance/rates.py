"""Rates: how often one visitor and one address may ask, so that nobody can use the server up."""

import ipaddress
import time
from collections import OrderedDict
from collections.abc import Callable
from dataclasses import dataclass

from tablier.server.authority.refusals import too_often

KEYS_REMEMBERED = 20_000


def network(address: str) -> str:
    """Whom an address stands for: itself or, since anybody has as many as they like of the newer ones, its /64."""
    try:
        known = ipaddress.ip_address(address)
    except ValueError:
        return address
    if isinstance(known, ipaddress.IPv4Address):
        return str(known)
    if known.ipv4_mapped is not None:
        return str(known.ipv4_mapped)
    return str(ipaddress.IPv6Network((int(known), SHARED_BITS), strict=False))


SHARED_BITS = 64


@dataclass(frozen=True)
class Rate:
    """So many at once, and then so many a second."""

    burst: float
    per_second: float


MESSAGES, ADDRESS_MESSAGES = Rate(40, 8), Rate(800, 160)  # over all sockets
CHATS, ADDRESS_CHATS = Rate(8, 0.5), Rate(40, 2)  # things said, and names taken
TABLES, ADDRESS_TABLES = Rate(30, 0.2), Rate(240, 2)  # made
EDITS = Rate(120, 8)  # of positions
TRIALS, ADDRESS_TRIALS = Rate(6, 1 / 60), Rate(12, 1 / 30)  # of boards, by bots
FILMS, ADDRESS_FILMS = Rate(6, 1 / 60), Rate(24, 1 / 15)  # of games
EXPLORATIONS, ADDRESS_EXPLORATIONS = Rate(40, 0.5), Rate(160, 2)  # positions that bots look at
REVIEWS, ADDRESS_REVIEWS = Rate(8, 1 / 120), Rate(32, 1 / 30)  # of games, begun
GLANCES = Rate(240, 20)  # at how far reviews are
READINGS = Rate(60, 2)  # games replayed or downloaded
TRIES, ADDRESS_TRIES = Rate(10, 1 / 30), Rate(40, 1 / 6)  # to sign in
EXPORTS, ADDRESS_EXPORTS = Rate(3, 1 / 300), Rate(12, 1 / 75)  # of all that is somebody's, and deletions of it
REPORTS, ADDRESS_REPORTS = Rate(6, 1 / 120), Rate(24, 1 / 30)  # to operators
REQUESTS = Rate(240, 20)  # all that are not just looks, well formed or not
PICTURES = Rate(300, 30)  # drawn
SEARCHES, ADDRESS_SEARCHES = Rate(20, 0.2), Rate(200, 2)  # for others to play with, begun or ended
INVITATIONS, ADDRESS_INVITATIONS = Rate(12, 0.05), Rate(60, 0.5)  # sent to groups
NOTICES, ADDRESS_NOTICES = Rate(20, 0.2), Rate(100, 1)  # browsers and feeds, added or removed
LOOKS = Rate(240, 20)  # at the lobby, at feeds


@dataclass(frozen=True)
class Quota:
    """How often something may be done by one visitor and from one address, as far as each is limited."""

    visitor: Rate | None = None
    address: Rate | None = None


def quotas() -> dict[str, Quota]:
    """All that is counted."""
    return {
        "messages": Quota(MESSAGES, ADDRESS_MESSAGES),
        "chats": Quota(CHATS, ADDRESS_CHATS),
        "tables": Quota(TABLES, ADDRESS_TABLES),
        "tries": Quota(TRIES, ADDRESS_TRIES),
        "exports": Quota(EXPORTS, ADDRESS_EXPORTS),
        "reports": Quota(REPORTS, ADDRESS_REPORTS),
        "edits": Quota(visitor=EDITS),
        "trials": Quota(TRIALS, ADDRESS_TRIALS),
        "films": Quota(FILMS, ADDRESS_FILMS),
        "explorations": Quota(EXPLORATIONS, ADDRESS_EXPLORATIONS),
        "reviews": Quota(REVIEWS, ADDRESS_REVIEWS),
        "glances": Quota(address=GLANCES),
        "readings": Quota(address=READINGS),
        "requests": Quota(address=REQUESTS),
        "pictures": Quota(address=PICTURES),
        "searches": Quota(SEARCHES, ADDRESS_SEARCHES),
        "invitations": Quota(INVITATIONS, ADDRESS_INVITATIONS),
        "notices": Quota(NOTICES, ADDRESS_NOTICES),
        "looks": Quota(address=LOOKS),
    }


class Meter:
    """Counts by key, and refuses what comes too often."""

    def __init__(self, rate: Rate, clock: Callable[[], float] = time.monotonic, what: str = "requests") -> None:
        self.rate, self.clock, self.what = rate, clock, what
        self.levels: OrderedDict[str, tuple[float, float]] = (
            OrderedDict()
        )  # of those who came of late, the last at the end
        self.memory = rate.burst / rate.per_second  # seconds after which it is as if somebody had never come

    def take(self, key: str = "") -> None:
        """Count one more, or refuse it and say when it would be taken."""
        now = self.clock()
        left, before = self.levels.pop(key, (self.rate.burst, now))
        left = min(self.rate.burst, left + (now - before) * self.rate.per_second)
        self.levels[key] = (left - 1 if left >= 1 else left, now)
        self._forget(now - self.memory)
        if left < 1:
            raise too_often(self.what, (1 - left) / self.rate.per_second)

    def _forget(self, before: float) -> None:
        """Forget who came last before a moment; and who came longest ago, if there are too many."""
        while self.levels:
            longest_ago = next(iter(self.levels.values()))[1]
            if longest_ago > before and len(self.levels) <= KEYS_REMEMBERED:
                return
            self.levels.popitem(last=False)


class Meters:
    """Counts everything that is limited, by who does it and from where; nothing if nobody is limited."""

    def __init__(self, limited: bool = True, clock: Callable[[], float] = time.monotonic) -> None:
        self.meters: dict[str, tuple[Meter | None, Meter | None]] = {}
        for name, quota in quotas().items():
            visitor, address = (
                Meter(rate, clock, name) if rate and limited else None for rate in (quota.visitor, quota.address)
            )
            self.meters[name] = visitor, address

    def take(self, name: str, visitor: str, address: str) -> None:
        """Count one more, or refuse it."""
        by_visitor, by_address = self.meters[name]
        if by_visitor is not None:
            by_visitor.take(visitor)
        if by_address is not None:
            by_address.take(address)
