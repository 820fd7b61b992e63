"""The interface to notices: browsers that are told, and secret addresses of feeds."""

from __future__ import annotations

from collections.abc import Callable
from typing import Annotated, Any

from fastapi import APIRouter, Request
from pydantic import Field

from tablier.server.authority.refusals import Refused
from tablier.server.declaration.shape import Shape
from tablier.server.entrance import visitors
from tablier.server.entrance.gate import Gate
from tablier.server.notices import feeds
from tablier.server.notices.endpoints import LONGEST, endpoint
from tablier.server.notices.subscriptions import Subscription, refuse_unreadable, subscriptions
from tablier.server.notices.telling import Notices

Address = Annotated[str, Field(min_length=1, max_length=LONGEST)]
KeyText = Annotated[str, Field(max_length=200)]


class NewSubscription(Shape):
    """A browser that wishes to be told: where its notices go, and the keys that it has made for them."""

    endpoint: Address
    p256dh: KeyText
    auth: KeyText


class OldSubscription(Shape):
    """A browser that does not wish to be told any more."""

    endpoint: Address


def router(notices: Notices, gate: Gate) -> APIRouter:
    """All of it, as routes."""
    desk = NoticeDesk(notices, gate)
    routes = APIRouter()
    routes.add_api_route("/api/notices", desk.standing, methods=["GET"])
    changes: dict[str, Callable[..., Any]] = {
        "subscribe": desk.subscribe,
        "unsubscribe": desk.unsubscribe,
        "seen": desk.seen,
        "feeds": desk.make_feeds,
        "feeds/revoke": desk.revoke_feeds,
    }
    for name, answer in changes.items():
        routes.add_api_route(f"/api/notices/{name}", answer, methods=["POST"])
    return routes


class NoticeDesk:
    """The answers."""

    def __init__(self, notices: Notices, gate: Gate) -> None:
        self.notices, self.gate, self.store = notices, gate, notices.store

    async def standing(self, request: Request) -> dict[str, Any]:
        """How somebody is told now."""
        self.gate.count(request, "looks")
        visitor, keys = visitors.visitor(request), self.notices.keys
        token = await feeds.token_of(self.store, visitor)
        return {
            "push": None if keys is None else keys.public,
            "browsers": len(await subscriptions(self.store, visitor)),
            "feeds": None if token is None else {name: f"/feeds/{token}/{file}" for name, file in feeds.FILES.items()},
        }

    async def subscribe(self, request: Request, wish: NewSubscription) -> dict[str, Any]:
        """Tell a browser from now on."""
        self.gate.admit(request, "notices")
        if self.notices.keys is None:
            raise Refused("server.notices.missing", 422)
        endpoint(wish.endpoint, self.notices.settings.push_private)
        refuse_unreadable(wish.p256dh, wish.auth)
        who, language = visitors.visitor(request), visitors.language(request)
        now = self.notices.hub.clock()
        await self.notices.subscribe(Subscription(who, wish.endpoint, wish.p256dh, wish.auth, language, now))
        return await self.standing(request)

    async def unsubscribe(self, request: Request, wish: OldSubscription) -> dict[str, Any]:
        """Tell it no more."""
        self.gate.admit(request, "notices")
        await self.notices.unsubscribe(visitors.visitor(request), wish.endpoint)
        return await self.standing(request)

    async def seen(self, request: Request) -> dict[str, Any]:
        """Somebody is back at a table."""
        self.gate.admit(request, "searches")
        await self.notices.back(visitors.visitor(request))
        return await self.standing(request)

    async def make_feeds(self, request: Request) -> dict[str, Any]:
        """New addresses, in the place of older ones."""
        self.gate.admit(request, "notices")
        visitor, language = visitors.visitor(request), visitors.language(request)
        await feeds.renew(self.store, visitor, language, self.notices.hub.clock())
        return await self.standing(request)

    async def revoke_feeds(self, request: Request) -> dict[str, Any]:
        """No addresses any more."""
        self.gate.admit(request, "notices")
        await feeds.revoke(self.store, visitors.visitor(request))
        return await self.standing(request)
