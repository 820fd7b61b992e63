"""Limits: how much, how often and how long, so that nobody can use the server up."""

import ipaddress
import re
import time
import unicodedata
from collections import OrderedDict
from collections.abc import Callable
from dataclasses import dataclass

from tablier.server.refusals import Refused

MESSAGE_BYTES = 16_384
BODY_BYTES = 16_384
TEXT_BYTES = 262_144  # where a saved game may be sent
TEXT_LENGTH = 200_000
TEXT_LINES = 6_000
SIDE_LENGTH = 16
NAME_LENGTH = 24
CHAT_LENGTH = 300
MOVE_LENGTH = 120
CHAT_KEPT = 100  # messages of players that a table keeps; older ones make room
SPECTATOR_CHAT_KEPT = 50  # messages of spectators, so that they never push out what players say
MOST_SEALS = 16  # hashes that one seat may send, one after the other
MOST_TABLES = 200  # running ones of one visitor
MOST_HISTORY = 20_000  # events of one table, after which nobody moves any more
MOST_DEVICES = 12  # visitors who share a seat
DEVICE_LINKS = 50  # the latest ones of a visitor at a table can be used
SOCKETS_PER_VISITOR = 24
SPECTATORS_PER_ADDRESS = 400  # sockets at all tables together
SPECTATORS_PER_TABLE = 200
NEIGHBOURS_PER_TABLE = 40  # spectators of one address at a table
FULL_SECONDS = 30.0  # after which there may be room again
CONNECTIONS_PER_NETWORK = 600  # of all kinds
DEVICE_SECONDS = 3_600.0  # a link for a second device is good for so long
KEYS_REMEMBERED = 20_000


TEXT_PATHS = ("/api/tables", "/api/replays", "/api/verify")


def body_bytes(path: str) -> int:
    """How long what is sent to an address may be."""
    return TEXT_BYTES if path in TEXT_PATHS else BODY_BYTES


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
READINGS = Rate(60, 2)  # games replayed or downloaded
REQUESTS = Rate(240, 20)  # all that are not just looks, well formed or not
PICTURES = Rate(300, 30)  # drawn

MOST_EVENTS = {"back": 200, "offer": 400, "name": 100, "mute": 200, "open_chat": 100, "hand_over": 100}
"""How often a seat may do at one table what could be done for ever."""


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
        "edits": Quota(visitor=EDITS),
        "readings": Quota(address=READINGS),
        "requests": Quota(address=REQUESTS),
        "pictures": Quota(address=PICTURES),
    }


class Meter:
    """Counts by key, and refuses what comes too often."""

    def __init__(self, rate: Rate, clock: Callable[[], float] = time.monotonic) -> None:
        self.rate, self.clock = rate, clock
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
            raise Refused("server.limits.rate", 429, (1 - left) / self.rate.per_second)

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
                Meter(rate, clock) if rate and limited else None for rate in (quota.visitor, quota.address)
            )
            self.meters[name] = visitor, address

    def take(self, name: str, visitor: str, address: str) -> None:
        """Count one more, or refuse it."""
        by_visitor, by_address = self.meters[name]
        if by_visitor is not None:
            by_visitor.take(visitor)
        if by_address is not None:
            by_address.take(address)


def clean(text: str, most: int) -> str:
    """A text that somebody typed, on one line, without what cannot be seen; refused if it is too long."""
    visible = "".join(" " if character.isspace() else character for character in text)
    visible = "".join(c for c in visible if unicodedata.category(c) not in ("Cc", "Cs", "Co", "Cn") and c not in BIDI)
    visible = re.sub(r" +", " ", unicodedata.normalize("NFC", visible)).strip()
    if len(visible) > most:
        raise Refused("server.limits.long", 422, most=most)
    return visible


BIDI = "\u202a\u202b\u202c\u202d\u202e\u2066\u2067\u2068\u2069"
"""Marks that turn the direction of all text that follows them."""
