"""For who runs a server: copies of what is kept, taken while the server runs."""

import os
import sqlite3
from contextlib import closing
from dataclasses import dataclass
from pathlib import Path

from tablier import private
from tablier.server.authority.refusals import Refused
from tablier.server.store.sqlite import DATABASE

LIVE = ("", "-wal", "-shm")  # ends of the files into which a server writes


@dataclass(frozen=True)
class Copied:
    """What is in a copy."""

    tables: int
    events: int


def backup(data: Path, file: Path) -> Copied:
    """Copy the store of a folder, as it is at one moment; a file of before stays until the new one is good."""
    source = data / DATABASE
    if not source.is_file():
        raise Refused("server.backup.nothing", folder=str(data))
    if file.resolve() in [(data / (DATABASE + end)).resolve() for end in LIVE]:
        raise Refused("server.backup.own", file=str(file))
    unfinished = file.with_name(f"{file.name}.{os.getpid()}.part")
    try:
        os.close(os.open(unfinished, os.O_CREAT | os.O_EXCL | os.O_WRONLY, private.FILE))
        copied = copy(source, unfinished)
        os.replace(unfinished, file)
    except (OSError, sqlite3.Error) as error:
        detail = getattr(error, "strerror", None) or str(error)
        raise Refused("server.backup.failed", file=str(file), detail=detail) from error
    finally:
        unfinished.unlink(missing_ok=True)
    return copied


def copy(source: Path, target: Path) -> Copied:
    """Copy a store into an empty file, check the copy, and have it on disk as one file."""
    with (
        closing(sqlite3.connect(f"{source.absolute().as_uri()}?mode=ro", uri=True, timeout=30)) as running,
        closing(sqlite3.connect(target, isolation_level=None)) as fresh,
    ):
        running.backup(fresh)
        fresh.execute("pragma journal_mode=delete")
        [(found,)] = fresh.execute("pragma integrity_check(1)")
        if found != "ok":
            raise sqlite3.DatabaseError(found)
        counts = [fresh.execute(f"select count(*) from {table}").fetchone()[0] for table in ("tables", "events")]
    with target.open("rb") as written:
        os.fsync(written.fileno())
    return Copied(*counts)
