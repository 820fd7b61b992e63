"""Which store a server has: the file in its folder, or a database elsewhere."""

from importlib.util import find_spec
from pathlib import Path

from tablier.server.authority.refusals import Refused
from tablier.server.store.drafts import DraftStore
from tablier.server.store.protocol import Store
from tablier.server.store.sqlite import DATABASE, SqliteStore

SCHEMES = ("postgresql://", "postgres://")
DRIVER = "psycopg"


def opened(address: str, data: Path, developing: bool = False, alone: bool = True) -> Store:
    """The store at an address, in a folder if there is none; authors have drafts, in a folder.

    ``alone``: no other server may use the database at the same time, and no leases are needed.
    """
    if developing:
        return DraftStore(data / DATABASE)
    if not address:
        return SqliteStore(data / DATABASE)
    check(address)
    from tablier.server.store.postgres import PostgresStore

    return PostgresStore(address, alone)


def is_address(place: str) -> bool:
    """Whether something is the address of a database rather than a folder or a file."""
    return "://" in place


def check(address: str) -> None:
    """Refuse what is no address of a database, and any if what speaks to databases is not installed."""
    if not address.startswith(SCHEMES):
        raise Refused("server.store.address")
    if find_spec(DRIVER) is None:
        raise Refused("server.store.missing")
