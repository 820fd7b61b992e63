"""Where tables are kept: the interface of a store, and what it keeps."""

from __future__ import annotations

import json
from collections.abc import Callable, Sequence
from concurrent.futures import Future
from dataclasses import dataclass, replace
from typing import Any, NamedTuple, Protocol

from tablier.server.authority.events import Event, Setup, Stored
from tablier.server.authority.refusals import Refused
from tablier.server.authority.summaries import Summary
from tablier.server.store.rewriting import Rewritten

Done = Callable[[Any], None]
"""What is called when something is on disk: with its result, or with what went wrong."""

Heard = Callable[[list[str]], object]
"""What is called with the hints of a notification; with none, if some may have been missed."""

NODES = "nodes"  # the channel on which is told that a node has gone
ALONE = 0  # the fence of a server that has the store for itself
NEW = 0  # the revision of a document that is not there
FULL_SECONDS, TROUBLE_SECONDS = 30.0, 5.0  # after which it is worth trying again


class Conflict(Exception):
    """Somebody else has already written an event with this number."""


class Lost(Conflict):
    """The table belongs to another node, or to none: the lease has run out, or the table was released or taken."""


class Trouble(Refused):
    """The store cannot write or read at the moment. ``full``: there is no room left on its disk."""

    def __init__(self, full: bool) -> None:
        if full:
            super().__init__("server.storage.full", 507, FULL_SECONDS)
        else:
            super().__init__("server.table.trouble", 503, TROUBLE_SECONDS)
        self.full = full


@dataclass(frozen=True)
class Listed:
    """A table in a visitor's list."""

    setup: Setup
    moved: float
    over: bool
    your_turn: bool
    players: str


@dataclass(frozen=True)
class Token:
    """A link that can be used: to take a seat, or to add a device."""

    token: str
    kind: str
    table: str
    seat: int | None
    visitor: str
    made: float
    used: bool = False


@dataclass(frozen=True)
class Lease:
    """Whose a table is: a node's, under a fence that changes with every new owner."""

    table: str
    node: str
    fence: int
    address: str = ""  # under which the node is reached
    vacant: float | None = None  # since when the table had no owner, if it has only now got another one


@dataclass(frozen=True)
class Document:
    """Something that is kept. ``moment`` orders those with the same tag, the latest first."""

    kind: str
    key: str
    revision: int = NEW
    moment: float = 0.0
    text: str | None = None  # none if it is not there, or is to be deleted
    tags: tuple[str, ...] = ()  # as they are written; what was read does not tell them

    @property
    def data(self) -> Any:
        """What the text says, as JSON."""
        return json.loads(self.text or "null")

    def saying(self, data: Any, tags: Sequence[str] = (), moment: float | None = None) -> Document:
        """The document as it shall be, in the place of this one."""
        text = json.dumps(data, separators=(",", ":"))
        return replace(self, text=text, tags=tuple(tags), moment=self.moment if moment is None else moment)

    def gone(self) -> Document:
        """The document as it shall be if it shall be no more."""
        return replace(self, text=None, tags=())


class ServerRun(NamedTuple):
    """A time in which there was a server: from its beginning to the last moment at which that was kept."""

    began: float
    last: float


class Store(Protocol):
    """What the server needs of a store. A future that has a result means: it is on disk; Trouble: it is not.

    ``deliver`` is called with a function that tells all who wait for a group how it went, ``collect`` with one that
    hands over all that is to be written until it is called. ``measure`` is told how many seconds each group took, and
    ``warn`` why one was not written, or None.
    """

    deliver: Callable[[Callable[[], None]], object]
    collect: Callable[[Callable[[], None]], object]
    measure: Callable[[float], object]
    warn: Callable[[BaseException | None], object]

    def create(self, setup: Setup, events: Sequence[Event], summary: Summary) -> Future[None]:
        """Keep a new table with its first events and the links to its seats."""

    def append(
        self, table: str, number: int, events: Sequence[Event], summary: Summary, done: Done, fence: int = ALONE
    ) -> None:
        """Keep events, the first of which has this number.

        ``done`` is called when they are on disk, or with the reason why not: Conflict if there is one of this number,
        Lost if the fence is not that of the table's owner, Trouble if nothing can be written.
        """

    def say(self, table: str, said: Event, gone: Sequence[int], done: Done, fence: int = ALONE) -> None:
        """Keep something said, and no longer what is gone, by number; ``done`` is called as above."""

    def load(self, table: str) -> Future[Stored | None]:
        """All that is kept of a table; however long that takes, whoever asks for anything else does not wait for it."""

    def game(self, table: str) -> Future[str | None]:
        """The game of a table, if there is such a table."""

    def owners(self, table: str, seat: int) -> Future[list[str]]:
        """The visitors to whom a seat belongs."""

    def rewrite(self, table: str, new: Rewritten, done: Done, fence: int = ALONE) -> None:
        """Keep a table with other names or other people; ``done`` is called as above."""

    def mentioning(self, visitor: str) -> Future[list[str]]:
        """The tables of which anything that is kept names a visitor; this looks through everything."""

    def listed(self, visitor: str, most: int, over: bool | None = None) -> Future[list[Listed]]:
        """The tables of a visitor, those with the latest moves first; those that are over or not, if asked."""

    def running(self, visitor: str) -> Future[int]:
        """How many tables of a visitor are not over."""

    def still(self, state: int, before: float) -> Future[list[str]]:
        """The tables in a state (RUNNING, FINISHED or ABANDONED) that last moved before a moment."""

    def forget(self, tables: Sequence[str], node: str = "") -> Future[None]:
        """Delete tables and all that belongs to them, but for those that another living node owns."""

    def add_token(self, token: Token, most: int) -> Future[None]:
        """Keep a link, and of its kind only the latest ones that its visitor has made at the table."""

    def token(self, token: str) -> Future[Token | None]:
        """A link."""

    def spend(self, token: str) -> Future[bool]:
        """Use a link up; False if that had been done already."""

    def take(self, table: str, node: str) -> Future[Lease]:
        """Make a node the owner of a table if no living node is; the lease tells whose the table is then.

        Lost if the node's own time has run out.
        """

    def renew(self, node: str, seconds: float, address: str = "") -> Future[bool]:
        """Let a node live for so long, by the store's clock; False if it is new or its time had run out before.

        Then it owns nothing any more, and begins anew.
        """

    def release(self, node: str, tables: Sequence[str] | None = None) -> Future[None]:
        """Give tables up, so that others can take them at once; without any named, all of them and the node's time."""

    def owned(self, node: str) -> Future[list[str]]:
        """The tables that a node owns."""

    def living(self) -> Future[dict[str, str]]:
        """The addresses of all nodes whose time has not run out, by their names."""

    def orphans(self, most: int) -> Future[list[str]]:
        """Tables whose owner's time has run out, and at which something goes on although nobody is there."""

    def moment(self) -> Future[float]:
        """What time it is by the store's clock, in seconds since 1970."""

    def notify(self, channel: str, hints: Sequence[str]) -> None:
        """Tell who listens, on whatever node; nobody can rely on it."""

    def listen(self, channel: str, heard: Heard) -> Callable[[], None]:
        """Hear what is told on a channel, by this process too, in whatever thread; what this returns ends that."""

    # Documents: what is kept beside tables

    def document(self, kind: str, key: str) -> Future[Document]:
        """What is kept under a key; its revision is NEW if that is nothing."""

    def documents(self, kind: str, tag: str, most: int, before: float | None = None) -> Future[list[Document]]:
        """The documents of a kind with a tag, the latest first; those before a moment, if one is given."""

    def counted(self, kind: str, tag: str) -> Future[int]:
        """How many documents of a kind have a tag."""

    def keep(self, documents: Sequence[Document]) -> Future[None]:
        """Keep documents, each in the place of its revision, or delete those without text: all of them or none.

        Conflict if one is not there in that revision (any more). Whoever is cut off from the store at that moment may
        be told so although they were kept; so who writes looks again, and does not do twice what is done.
        """

    # Servers

    def beat(self, began: float, last: float) -> Future[None]:
        """Keep that the server which began at a moment is still there at another one."""

    def runs(self) -> Future[list[ServerRun]]:
        """From when to when there was a server, the oldest run first."""

    def close(self) -> None:
        """Write what is waiting, and stop."""


def call(function: Callable[[], None]) -> None:
    """Have something done here and now."""
    function()
