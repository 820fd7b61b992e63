"""The numbers about the server, for whom they are meant."""

from __future__ import annotations

from fastapi import APIRouter, Request, Response

from tablier.server.authority.refusals import Refused
from tablier.server.operation.settings import Settings
from tablier.server.tables.hub import Hub

TYPE = "text/plain; version=0.0.4; charset=utf-8"
HERE = ("127.0.0.1", "::1")


def router(hub: Hub, settings: Settings) -> APIRouter:
    """The numbers, as a route."""
    routes = APIRouter(include_in_schema=False)

    @routes.get("/metrics")
    async def metrics(request: Request) -> Response:
        if settings.metrics == "off":
            raise Refused("server.request.unknown", 404)
        if settings.metrics == "local" and not (request.client and request.client.host in HERE):
            raise Refused("server.metrics.private", 403)
        tables = hub.open_tables.values()
        sockets = sum(len(here.connections) for here in tables)
        owned = len(hub.node.owned) if hub.node.name else len(tables)
        return Response(hub.metrics.text(len(tables), sockets, hub.node.name, owned), media_type=TYPE)

    return routes
