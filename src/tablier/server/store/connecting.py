"""Connections to PostgreSQL, and what is wrong with those that cannot be made; no password is ever told."""

from __future__ import annotations

from typing import Any
from urllib.parse import quote

import psycopg
from psycopg.conninfo import conninfo_to_dict, make_conninfo

from tablier.server.authority.refusals import Refused

DatabaseConnection = psycopg.Connection[tuple[Any, ...]]

PATIENCE = {
    "connect_timeout": "5", "keepalives_idle": "5", "keepalives_interval": "2", "keepalives_count": "3",
    "tcp_user_timeout": "10000", "client_encoding": "utf8", "application_name": "tablier",
}  # fmt: skip
"""After some seconds of silence a connection counts as lost, on either side."""
ON_THE_OTHER_SIDE = "set tcp_keepalives_idle=5; set tcp_keepalives_interval=2; set tcp_keepalives_count=3"
DURABLE = "select set_config('synchronous_commit', 'on', false) where current_setting('synchronous_commit')='off'"
HIDDEN = "***"


def parts(address: str) -> dict[str, Any]:
    """What an address says; refused, without being quoted, if it cannot be read."""
    try:
        return {name: value for name, value in conninfo_to_dict(address).items() if value is not None}
    except psycopg.Error:
        raise Refused("server.store.address") from None


def shown(address: str) -> str:
    """An address as it may be told, without what lets people in."""
    found = parts(address)
    host = found.get("host") or found.get("hostaddr") or ""
    port = f":{found['port']}" if "port" in found else ""
    return f"postgresql://{quote(str(host), safe='')}{port}/{found.get('dbname') or ''}"


def connected(address: str) -> DatabaseConnection:
    """A connection on which each statement is a transaction of its own, on disk when it returns."""
    given = parts(address)
    connection = psycopg.connect(make_conninfo(**(PATIENCE | given)), autocommit=True)
    connection.execute(ON_THE_OTHER_SIDE)
    connection.execute(DURABLE)
    return connection


def refusal(address: str, error: psycopg.Error) -> Refused:
    """Why a database cannot be used, in a sentence."""
    told, pgconn = scrubbed(address, error), getattr(error, "pgconn", None)
    if isinstance(error, psycopg.OperationalError) and error.sqlstate is None:
        if getattr(pgconn, "needs_password", False) or "password authentication failed" in told:
            return Refused("server.store.password", store=shown(address), user=parts(address).get("user") or "")
        if "FATAL" not in told:
            return Refused("server.store.unreachable", 503, store=shown(address), detail=told)
    return Refused("server.store.unusable", store=shown(address), detail=told)


def scrubbed(address: str, error: psycopg.Error) -> str:
    """What the database says is wrong, on one line and without the password, whatever it may quote."""
    told = " ".join(str(error).split()).rstrip(".")
    password = parts(address).get("password")
    return told.replace(str(password), HIDDEN).replace(quote(str(password)), HIDDEN) if password else told
