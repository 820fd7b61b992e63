"""What was played is kept, line by line, so that an interrupted run goes on where it was."""

import json
from collections.abc import Callable, Generator
from pathlib import Path
from typing import Any

from tablier.core.errors import BadText
from tablier.lab.jobs import Arguments, Crew, spread

KeptRow = dict[str, Any]
"""What one job found, as JSON data, with its number."""


def played(
    work: Callable[..., KeptRow], arguments: Arguments, crew: Crew, settings: KeptRow, file: Path | None
) -> Generator[KeptRow]:
    """The rows of all jobs: those of an interrupted run first, the others as they come, each written down at once."""
    done = {row["number"]: row for row in kept(settings, file)} if file else {}
    yield from (row for number, row in done.items() if number in arguments)
    left = {number: given for number, given in arguments.items() if number not in done}
    for _, row in spread(work, left, crew):
        if file:
            with file.open("a", encoding="utf-8") as out:
                out.write(json.dumps(row) + "\n")
        yield row


def kept(settings: KeptRow, file: Path) -> list[KeptRow]:
    """The rows that an interrupted run with the same settings has written down; the file is begun if it is new."""
    settings = json.loads(json.dumps(settings))
    lines = file.read_text(encoding="utf-8").splitlines(keepends=True) if file.exists() else []
    whole = [line for line in lines if line.endswith("\n")]  # the last one may have been torn
    try:
        first, *rows = [json.loads(line) for line in whole] or [settings]
    except ValueError:
        raise BadText("core.arena.file", file=str(file)) from None
    if first != settings:
        raise BadText("core.arena.other", file=str(file))
    file.parent.mkdir(parents=True, exist_ok=True)
    file.write_text("".join(whole) or json.dumps(settings) + "\n", encoding="utf-8")
    return rows
