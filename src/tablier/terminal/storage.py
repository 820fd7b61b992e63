"""Copies of what a server keeps, and its tables carried elsewhere, told at a terminal."""

from pathlib import Path

from rich.console import Console

from tablier.core.words import word
from tablier.server.authority.refusals import Refused
from tablier.server.operation.settings import from_environment
from tablier.server.store.backup import backup
from tablier.server.store.moving import Moving
from tablier.terminal.tables import progress


def copied(file: Path, data: Path | None, language: str) -> None:
    """Copy the tables of a folder, and say how many there were."""
    settings = from_environment(data=data)
    if settings.store and data is None:
        raise Refused("server.backup.elsewhere")
    found = backup(settings.data, file)
    print(word("server.backup.done", file=str(file), tables=found.tables, events=found.events).say(language))


def moved(source: str, target: str, language: str, console: Console) -> None:
    """Carry all tables from one store to another, with a bar, and say how many there were."""
    with Moving(source, target) as moving:
        for _ in progress(moving.steps(), moving.total, console, "tables"):
            pass
        told = {"place": moving.target.place, "tables": len(moving.names), "events": moving.counted()}
    print(word("server.moving.done", **told).say(language))
