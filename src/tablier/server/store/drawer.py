"""The documents of a PostgreSQL database alone, without what a server needs to write tables."""

from __future__ import annotations

from tablier.server.store.asking import AskingThreads
from tablier.server.store.layout import prepare
from tablier.server.store.postgres import PostgresStore
from tablier.server.store.writing import GroupWriter


class PostgresDrawer(PostgresStore):
    """Documents, and what is told to servers about them; tables can only be asked for."""

    def __init__(self, address: str) -> None:
        prepare(address)
        GroupWriter.__init__(self)
        self.address, self.alone = address, False
        self.reader, self.histories, self.leases, self.drawer = (
            AskingThreads(address, 1, f"store-{name}") for name in ("reader", "histories", "leases", "documents")
        )

    def close(self) -> None:
        """Stop, when all that was asked for is answered."""
        for threads in (self.reader, self.histories, self.leases, self.drawer):
            threads.close()
