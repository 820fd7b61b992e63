"""Belongings: all that is kept of somebody besides tables, which they may take along and have deleted.

Every document about somebody has the tag ``of`` with their id. Whoever keeps a new kind of such documents says so here,
once, where it is imported; so nothing is forgotten when somebody asks for what is theirs, or leaves.
"""

from __future__ import annotations

import asyncio
from collections.abc import Callable
from dataclasses import dataclass
from functools import partial
from typing import Any

from tablier.server.store.documents import changed
from tablier.server.store.protocol import Document, Store

TAG = "of:"
AT_ONCE, EVERY = 200, 1_000_000  # documents that are looked at together


def of(person: str) -> str:
    """The tag of what belongs to somebody."""
    return TAG + person


def everything(document: Document) -> Any:
    """What a document says."""
    return document.data


def deleted(document: Document, _: str) -> Document:
    """Most of what somebody leaves behind is deleted."""
    return document.gone()


def exchanged(document: Document, old: str, new: str) -> Document | None:
    """What becomes of a document when a visitor turns out to be a person; nothing, usually: those have none."""
    return None


@dataclass(frozen=True)
class Belonging:
    """A kind of documents about people: what of it they are told, and what is left when somebody leaves."""

    kind: str
    told: Callable[[Document], Any] | None = everything
    leave: Callable[[Document, str], Document] = deleted
    exchange: Callable[[Document, str, str], Document | None] = exchanged


KEPT: dict[str, Belonging] = {}


def keeps(
    kind: str,
    told: Callable[[Document], Any] | None = everything,
    leave: Callable[[Document, str], Document] = deleted,
    exchange: Callable[[Document, str, str], Document | None] = exchanged,
) -> None:
    """Say that documents of a kind are about people, and carry the tag.

    ``told`` says what of it they take along (None: nothing, as it would tell about others). ``leave`` gives what is
    left of a document when somebody leaves; it must not have the tag any more. ``exchange`` gives it with another
    visitor, for one who signs in and had it before.
    """
    KEPT[kind] = Belonging(kind, told, leave, exchange)


async def found(store: Store, kind: str, person: str) -> list[Document]:
    """All documents of a kind that belong to somebody, the latest first."""
    return await asyncio.wrap_future(store.documents(kind, of(person), EVERY))


async def taken_along(store: Store, person: str) -> dict[str, list[Any]]:
    """All that belongs to somebody, by kind."""
    told = {}
    for kind, belonging in sorted(KEPT.items()):
        if belonging.told is not None:
            told[kind] = [belonging.told(one) for one in await found(store, kind, person)]
    return told


async def left_behind(store: Store, person: str) -> None:
    """Delete all that belongs to somebody, or what of it is theirs."""
    for kind, belonging in sorted(KEPT.items()):
        while some := await asyncio.wrap_future(store.documents(kind, of(person), AT_ONCE)):
            for one in some:
                await changed(store, kind, one.key, partial(left, person, belonging.leave))


def left(person: str, leave: Callable[[Document, str], Document], document: Document) -> Document | None:
    """What is left of a document, if it is still there."""
    return None if document.text is None else leave(document, person)


async def brought(store: Store, old: str, new: str) -> None:
    """Let what belonged to a visitor be a person's."""
    for kind, belonging in sorted(KEPT.items()):
        for one in await found(store, kind, old):
            await changed(store, kind, one.key, partial(given, old, new, belonging.exchange))


def given(
    old: str, new: str, give: Callable[[Document, str, str], Document | None], document: Document
) -> Document | None:
    """What a document is with another visitor, if it is still there."""
    return None if document.text is None else give(document, old, new)
