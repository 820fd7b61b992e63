"""Dice and cards: each chance move follows from a seed, the players' salts and the number of the move alone.

So anyone who knows them can draw it again. ``docs/fair-dice.md`` says why nobody can choose what is drawn.
"""

import hashlib
import hmac
import re
from collections.abc import Sequence

SPAN = 2**256
SALT_DIGITS = 32
SALT = re.compile(r"[A-Za-z0-9_-]{1,64}")
"""What a salt looks like. None holds the full stop that separates salts, so no two lists of salts read the same."""


def key_of(seed: int | str) -> bytes:
    """The key that a seed stands for: its decimal digits; as text, those that are written, leading zeros included."""
    return str(seed).encode()


def commitment(seed: int | str) -> str:
    """What binds to a seed without telling it: the SHA-256 of its key, in hexadecimal digits."""
    return hashlib.sha256(key_of(seed)).hexdigest()


def spare_salt(seed: int | str, seat: int) -> str:
    """The salt of a seat that gives none of its own: it follows from the seed, so that nobody can choose it either."""
    return hmac.digest(key_of(seed), f"salt.{seat}".encode(), hashlib.sha256).hex()[:SALT_DIGITS]


def hash_of(salt: str) -> str:
    """What binds a seat to its salt before it is shown: the SHA-256 of its text, in hexadecimal digits."""
    return hashlib.sha256(salt.encode()).hexdigest()


def is_salt(given: object) -> bool:
    """Whether this can be a seat's salt."""
    return isinstance(given, str) and SALT.fullmatch(given) is not None


def number_below(key: bytes, number: int, limit: int, salts: Sequence[str] = ()) -> int:
    """A whole number below the limit, each equally likely: HMAC-SHA-256 of the salts and the move's number.

    Values that would favour some numbers are drawn again.
    """
    attempt = 0
    while True:
        message = ".".join([*salts, str(number), str(attempt)]).encode()
        value = int.from_bytes(hmac.digest(key, message, hashlib.sha256), "big")
        if value < SPAN - SPAN % limit:
            return value % limit
        attempt += 1


def drawn(key: bytes, number: int, weights: Sequence[int], salts: Sequence[str] = ()) -> int:
    """The index of the chance move that is drawn as move ``number`` of a game."""
    rest = number_below(key, number, sum(weights), salts)
    for index, weight in enumerate(weights):
        if rest < weight:
            return index
        rest -= weight
    raise AssertionError("weights are positive")
