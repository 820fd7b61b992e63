"""A store as somebody sees it who stands beside the server: documents can be read and written, while it runs or not."""

from __future__ import annotations

from pathlib import Path

from tablier.server.authority.refusals import Refused
from tablier.server.store.opening import check
from tablier.server.store.protocol import Store
from tablier.server.store.sqlite import DATABASE, SqliteStore


def beside(address: str, data: Path) -> Store:
    """The store at an address, or in a folder if there is none; no server is kept from its work."""
    if not address:
        if not (data / DATABASE).exists():
            raise Refused("server.moderate.nowhere", folder=str(data))
        return SqliteStore(data / DATABASE)
    check(address)
    from tablier.server.store.drawer import PostgresDrawer

    return PostgresDrawer(address)
