"""Dice and cards: each chance move follows from a key and the number of the move alone, so anyone can draw it again."""

import hashlib
import hmac
from collections.abc import Sequence

SPAN = 2**256


def number_below(key: bytes, number: int, limit: int) -> int:
    """A whole number below the limit, each equally likely: HMAC-SHA-256 of the move's number.

    Values that would favour some numbers are drawn again.
    """
    attempt = 0
    while True:
        message = f"{number}.{attempt}".encode()
        value = int.from_bytes(hmac.digest(key, message, hashlib.sha256), "big")
        if value < SPAN - SPAN % limit:
            return value % limit
        attempt += 1


def drawn(key: bytes, number: int, weights: Sequence[int]) -> int:
    """The index of the chance move that is drawn as move ``number`` of a game."""
    rest = number_below(key, number, sum(weights))
    for index, weight in enumerate(weights):
        if rest < weight:
            return index
        rest -= weight
    raise AssertionError("weights are positive")
