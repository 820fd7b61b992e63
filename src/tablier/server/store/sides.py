"""The two sides between which tables are carried, row by row, whatever keeps them."""

from __future__ import annotations

import hashlib
import json
from abc import ABC, abstractmethod
from collections.abc import Iterable, Sequence
from contextlib import closing, nullcontext
from pathlib import Path
from typing import Any

from tablier.server.authority.refusals import Refused
from tablier.server.operation.holding import held
from tablier.server.store.opening import check, is_address
from tablier.server.store.schema import connected, prepare
from tablier.server.store.sqlite import DATABASE

Rows = dict[str, list[tuple[Any, ...]]]
COLUMNS = {
    "tables": "id, setup",
    "standings": 'id, moved, "over", deciding, players',
    "events": "id, number, event",
    "sitters": "visitor, id, seat",
    "tokens": "token, kind, id, seat, visitor, made, used",
    "chat": "id, number, event",
}
"""All that is kept of tables. What else there is belongs to servers that run: leases, jobs, writers."""
DOCUMENTS = {"documents": "kind, key, revision, moment, text", "tags": "kind, tag, moment, key"}
"""What is kept beside tables."""
RUNS = "select began, last from runs order by began"


class StoreSide(ABC):
    """Tables somewhere, which nobody else changes meanwhile."""

    place: str

    @abstractmethod
    def names(self) -> list[str]:
        """The tables that are there, in order."""

    @abstractmethod
    def rows(self, names: Sequence[str]) -> Rows:
        """All that is kept of some tables."""

    @abstractmethod
    def put(self, rows: Rows) -> None:
        """Keep tables with all that belongs to them, or documents with their tags, or nothing of it."""

    @abstractmethod
    def runs(self) -> list[tuple[Any, ...]]:
        """From when to when there was a server."""

    @abstractmethod
    def put_runs(self, runs: Sequence[tuple[Any, ...]]) -> None:
        """Keep these too, as far as they are not known here."""

    @abstractmethod
    def everything(self, kind: str) -> list[tuple[Any, ...]]:
        """All documents, or all of their tags."""

    @abstractmethod
    def close(self) -> None:
        """Let others go on."""

    def digests(self, names: Sequence[str]) -> dict[str, str]:
        """For each of some tables, a digest of all that is kept of it."""
        found: dict[str, list[Any]] = {name: [] for name in names}
        for kind, rows in self.rows(names).items():
            index = COLUMNS[kind].split(", ").index("id")
            for row in sorted(rows, key=repr):
                found[row[index]].append([kind, *row])
        return {name: hashlib.sha256(json.dumps(told).encode()).hexdigest() for name, told in found.items()}

    def documents(self) -> set[tuple[Any, ...]]:
        """All that is kept beside tables, row by row, each with the kind of its row."""
        return {(kind, *row) for kind in DOCUMENTS for row in self.everything(kind)}


class FileSide(StoreSide):
    """Tables in a SQLite file; if it is that of a data folder, no server may run there."""

    def __init__(self, path: Path) -> None:
        self.place = str(path)
        self.hold = closing(held(path.parent)) if path.name == DATABASE else nullcontext()
        self.hold.__enter__()
        prepare(path)
        self.connection = connected(path)

    def names(self) -> list[str]:
        return [name for (name,) in self.connection.execute("select id from tables order by id")]

    def rows(self, names: Sequence[str]) -> Rows:
        marks = ", ".join("?" * len(names))
        sql = {kind: f"select {columns} from {kind} where id in ({marks})" for kind, columns in COLUMNS.items()}
        return {kind: self.connection.execute(sql[kind], list(names)).fetchall() for kind in COLUMNS}

    def put(self, rows: Rows) -> None:
        self.connection.execute("begin immediate")
        for kind, found in rows.items():
            self.connection.executemany(inserting(kind, "?"), found)
        self.connection.execute("commit")

    def runs(self) -> list[tuple[Any, ...]]:
        return self.connection.execute(RUNS).fetchall()

    def put_runs(self, runs: Sequence[tuple[Any, ...]]) -> None:
        self.connection.executemany("insert into runs values (?, ?) on conflict do nothing", runs)

    def everything(self, kind: str) -> list[tuple[Any, ...]]:
        return self.connection.execute(f"select {DOCUMENTS[kind]} from {kind}").fetchall()

    def close(self) -> None:
        self.connection.close()
        self.hold.__exit__(None, None, None)


class DatabaseSide(StoreSide):
    """Tables in a PostgreSQL database, at which no server may run."""

    def __init__(self, address: str) -> None:
        check(address)
        from tablier.server.store import connecting, layout, sessions

        layout.prepare(address)
        self.place = connecting.shown(address)
        self.session = sessions.begun(address, alone=True)
        self.connection = self.session.connection()

    def names(self) -> list[str]:
        return [name for (name,) in self.connection.execute("select id from tables order by id")]

    def rows(self, names: Sequence[str]) -> Rows:
        sql = {kind: f"select {columns} from {kind} where id=any(%s)" for kind, columns in COLUMNS.items()}
        return {kind: self.connection.execute(sql[kind].encode(), (list(names),)).fetchall() for kind in COLUMNS}

    def put(self, rows: Rows) -> None:
        with self.connection.transaction(), self.connection.cursor() as cursor:
            for kind, found in rows.items():
                cursor.executemany(inserting(kind, "%s").encode(), found)

    def runs(self) -> list[tuple[Any, ...]]:
        return self.connection.execute(RUNS).fetchall()

    def put_runs(self, runs: Sequence[tuple[Any, ...]]) -> None:
        with self.connection.cursor() as cursor:
            cursor.executemany("insert into runs values (%s, %s) on conflict do nothing", runs)

    def everything(self, kind: str) -> list[tuple[Any, ...]]:
        return self.connection.execute(f"select {DOCUMENTS[kind]} from {kind}".encode()).fetchall()

    def close(self) -> None:
        self.session.leave()


def inserting(kind: str, mark: str) -> str:
    """The statement by which a row is kept."""
    columns = (COLUMNS | DOCUMENTS)[kind]
    return f"insert into {kind} ({columns}) values ({', '.join([mark] * len(columns.split(', ')))})"


def source_side(place: str) -> StoreSide:
    """The side from which tables are carried; refused if there are none."""
    if is_address(place):
        return with_tables(DatabaseSide(place))
    file = file_of(place)
    if not file.is_file():
        raise Refused("server.moving.nothing", place=place)
    return with_tables(FileSide(file))


def with_tables(side: StoreSide) -> StoreSide:
    """A side with tables, or with what lies beside them; refused if there is nothing."""
    if not side.names() and not side.documents():
        side.close()
        raise Refused("server.moving.nothing", place=side.place)
    return side


def target_side(place: str) -> StoreSide:
    """The side to which tables are carried."""
    return DatabaseSide(place) if is_address(place) else FileSide(file_of(place))


def file_of(place: str) -> Path:
    """The file in which tables are kept: it is named, or the folder is in which it lies."""
    path = Path(place)
    return path if path.is_file() or path.suffix == Path(DATABASE).suffix else path / DATABASE


def batches(names: Iterable[str], size: int) -> list[list[str]]:
    """Names, so many at a time."""
    listed = list(names)
    return [listed[first : first + size] for first in range(0, len(listed), size)]
