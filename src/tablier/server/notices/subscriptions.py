"""Subscriptions: the browsers in which somebody wishes to be told, each with its push service and its keys."""

from __future__ import annotations

import asyncio
import hashlib
from contextlib import suppress
from dataclasses import dataclass
from typing import Any

from tablier.server.authority.limits import MOST_SUBSCRIPTIONS
from tablier.server.authority.refusals import Refused
from tablier.server.notices.keys import bytes_of
from tablier.server.people.belongings import keeps, of
from tablier.server.store.documents import changed
from tablier.server.store.protocol import Conflict, Document, Store

SUBSCRIPTION = "subscription"
POINT_BYTES, SECRET_BYTES, UNCOMPRESSED = 65, 16, 4


@dataclass(frozen=True)
class Subscription:
    """One browser: where its notices go, and the keys with which they are encrypted."""

    visitor: str
    endpoint: str
    key: str  # a point of the curve P-256
    secret: str
    language: str
    made: float


def name_of(endpoint: str) -> str:
    """Under which key a subscription is kept: each browser has one."""
    return hashlib.sha256(endpoint.encode()).hexdigest()


def refuse_unreadable(key: str, secret: str) -> None:
    """Refuse keys for which nothing can be encrypted."""
    try:
        point, shared = bytes_of(key), bytes_of(secret)
        good = len(point) == POINT_BYTES and point[0] == UNCOMPRESSED and len(shared) == SECRET_BYTES
        if good:
            from cryptography.hazmat.primitives.asymmetric import ec

            ec.EllipticCurvePublicKey.from_encoded_point(ec.SECP256R1(), point)
    except ValueError:
        good = False
    if not good:
        raise Refused("server.notices.keys", 422)


async def subscribe(store: Store, subscription: Subscription) -> None:
    """Send notices to a browser from now on; of too many of one visitor, the oldest is forgotten."""
    key = name_of(subscription.endpoint)
    await changed(store, SUBSCRIPTION, key, lambda document: kept(document, subscription))
    for document in (await asyncio.wrap_future(store.documents(SUBSCRIPTION, of(subscription.visitor), 100)))[
        MOST_SUBSCRIPTIONS:
    ]:
        await forget(store, document)


def kept(document: Document, subscription: Subscription) -> Document:
    """A document that tells of a subscription."""
    return document.saying(vars(subscription), [of(subscription.visitor)], subscription.made)


async def unsubscribe(store: Store, visitor: str, endpoint: str) -> None:
    """Send a visitor's browser no more notices."""

    def change(document: Document) -> Document | None:
        data = document.data
        return document.gone() if data is not None and data["visitor"] == visitor else None

    await changed(store, SUBSCRIPTION, name_of(endpoint), change)


async def subscriptions(store: Store, visitor: str) -> list[tuple[Document, Subscription]]:
    """The browsers of a visitor."""
    found = await asyncio.wrap_future(store.documents(SUBSCRIPTION, of(visitor), MOST_SUBSCRIPTIONS))
    return [(document, Subscription(**document.data)) for document in found]


async def forget(store: Store, document: Document) -> None:
    """Forget a subscription that is no longer good, unless it was renewed meanwhile."""
    with suppress(Conflict):
        await asyncio.wrap_future(store.keep([document.gone()]))


def told(document: Document) -> dict[str, Any]:
    """What somebody takes along of a subscription: not the keys."""
    return {name: document.data[name] for name in ("endpoint", "language", "made")}


def exchanged(document: Document, _: str, new: str) -> Document:
    """A subscription of a visitor who turns out to be a person."""
    return kept(document, Subscription(**document.data | {"visitor": new}))


keeps(SUBSCRIPTION, told, exchange=exchanged)
