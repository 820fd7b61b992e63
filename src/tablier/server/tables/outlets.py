"""Outlets: how a connection sends to somebody's screen, and with which codes it ends."""

from collections.abc import Sequence
from typing import Protocol

WIRE = "tablier.wire"  # the extension by which an application finds the short way to a socket
TRY_AGAIN, REFUSED, STORAGE_FULL = 1013, 4000, 4507  # closing codes


class Outlet(Protocol):
    """The way to somebody's screen."""

    @property
    def lag(self) -> float:
        """Seconds there and back, as measured last; 0 if that was not measured."""

    def write(self, texts: Sequence[bytes]) -> None:
        """Have messages sent; who is too slow is cut off."""

    def close(self) -> None:
        """End the connection."""
