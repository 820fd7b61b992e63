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
CHAT_KEPT = 100  # messages shown to somebody who comes in
MOST_CHAT = 1_000  # messages at one table
MOST_TABLES = 200  # running ones of one visitor
SOCKETS_PER_VISITOR = 24
SOCKETS_PER_ADDRESS = 400
SOCKETS_PER_TABLE = 200
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


MESSAGES = Rate(40, 8)  # of one socket
CHATS = Rate(8, 0.5)  # of one socket
TABLES = Rate(30, 0.2)  # made by one visitor
READINGS = Rate(60, 2)  # games replayed or downloaded, of one address
REQUESTS = Rate(240, 20)  # changing ones, of one address


NO_LIMIT = Rate(float("inf"), 1.0)


class Meter:
    """Counts by key, and refuses what comes too often."""

    def __init__(self, rate: Rate, clock: Callable[[], float] = time.monotonic) -> None:
        self.rate, self.clock = rate, clock
        self.levels: OrderedDict[str, tuple[float, float]] = OrderedDict()

    def take(self, key: str = "") -> None:
        """Count one more, or refuse it and say when it would be taken."""
        now = self.clock()
        left, before = self.levels.pop(key, (self.rate.burst, now))
        left = min(self.rate.burst, left + (now - before) * self.rate.per_second)
        self.levels[key] = (left - 1 if left >= 1 else left, now)
        if len(self.levels) > KEYS_REMEMBERED:
            self.levels.popitem(last=False)
        if left < 1:
            raise Refused("server.limits.rate", 429, (1 - left) / self.rate.per_second)


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
