"""The gate: what pages and interface ask before they answer. How often, from where, who may, which games are open."""

from __future__ import annotations

from starlette.requests import HTTPConnection

from tablier.server.authority.refusals import Refused
from tablier.server.authority.shelf import Shelf
from tablier.server.entrance import visitors
from tablier.server.entrance.rates import Meters
from tablier.server.operation.settings import Settings
from tablier.server.people.bans import Bans


class Gate:
    """One for a server: its rates, its origins and its shelf."""

    def __init__(self, settings: Settings, shelf: Shelf, bans: Bans | None = None) -> None:
        self.origins, self.shelf, self.bans = settings.origins, shelf, bans or Bans()
        self.meters = Meters(settings.limited)

    def count(self, connection: HTTPConnection, *what: str) -> None:
        """Refuse what comes too often."""
        for name in what:
            self.meters.take(name, visitors.visitor(connection), visitors.address(connection))

    def admit(self, connection: HTTPConnection, *what: str) -> None:
        """Refuse what comes from another site or too often."""
        if not self.is_ours(connection):
            raise Refused("server.request.origin", 403)
        self.count(connection, *what)

    def refuse_banned(self, connection: HTTPConnection, what: str) -> None:
        """Refuse what an operator has forbidden somebody."""
        self.bans.refuse(what, visitors.visitor(connection), visitors.address(connection))

    def is_ours(self, connection: HTTPConnection) -> bool:
        """Whether a browser asks from one of our own pages."""
        return same_origin(connection, self.origins)


def same_origin(connection: HTTPConnection, origins: tuple[str, ...]) -> bool:
    """Whether a browser asks from one of our own pages; programs say nothing about it."""
    origin = connection.headers.get("origin")
    if origin is None or origin in origins:
        return True
    site = visitors.site(origin)
    return bool(site) and site == connection.headers.get("host")
