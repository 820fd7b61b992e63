"""Whose tables are: those of a server alone are its own; among nodes that share a store each belongs to one of them."""

from __future__ import annotations

from collections.abc import Collection, Sequence
from typing import NamedTuple, Protocol

from tablier.server.authority.refusals import Refused
from tablier.server.store.protocol import ALONE

AGAIN_SECONDS = 1.0  # after which a table that belongs to another node may be asked for again


class Elsewhere(Refused):
    """A table belongs to another node, to which whoever asked is passed on."""

    def __init__(self, table: str, node: str, address: str) -> None:
        super().__init__("server.cluster.elsewhere", 503, AGAIN_SECONDS)
        self.table, self.node, self.address = table, node, address


class Holding(NamedTuple):
    """A table that belongs to this process."""

    fence: int = ALONE
    vacant: float | None = None  # since when it belonged to nobody before
    life: int = 0  # the life of the node in which it was taken


class Holder(Protocol):
    """What the tables need of whoever knows whose they are."""

    name: str

    @property
    def owned(self) -> Collection[str]:
        """The tables that were taken."""

    def lives(self) -> bool:
        """Whether what is in memory is up to date: nobody else can have become the owner."""

    async def take(self, table: str) -> Holding:
        """Make a table our own; Elsewhere if it belongs to another node."""

    def keeps(self, holding: Holding) -> bool:
        """Whether a table that was taken is still ours, as far as is known here."""

    def release(self, tables: Sequence[str]) -> None:
        """Give tables up that are not in memory any more."""


class Sole:
    """A server that has the store for itself."""

    name = ""
    owned: Collection[str] = ()
    holding = Holding()

    def lives(self) -> bool:
        """Always."""
        return True

    async def take(self, table: str) -> Holding:
        """Every table is ours."""
        return self.holding

    def keeps(self, holding: Holding) -> bool:
        """For good."""
        return True

    def release(self, tables: Sequence[str]) -> None:
        """Nobody waits for them."""
