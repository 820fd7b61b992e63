"""What the server writes down about itself: one event a line, and nothing by which somebody could play or cheat.

No seeds, links, cookies, visitors, moves or names are ever written; a table is named by a pseudonym.
"""

import hashlib
import json
import logging
import sys
import traceback
from datetime import UTC, datetime
from types import TracebackType
from typing import Any

from tablier.server.operation.settings import Settings

LOUD = ("uvicorn", "uvicorn.error", "uvicorn.access", "asyncio")
"""Loggers of others whose lines hold addresses of tables and seats unless something is wrong."""
DIGITS = 8
ExceptionInfo = tuple[type[BaseException], BaseException, TracebackType | None] | tuple[None, None, None]

log = logging.getLogger("tablier")


def note(event: str, **facts: Any) -> None:
    """Write down that something happened."""
    log.info(event, extra={"facts": facts})


def pseudonym(table: str) -> str:
    """A name for a table with which nobody can open it."""
    return hashlib.sha256(table.encode()).hexdigest()[:DIGITS]


def begin(settings: Settings) -> None:
    """Write to the standard error from now on, as the settings say."""
    handler = logging.StreamHandler(sys.stderr)
    handler.setFormatter(JsonLines() if settings.log == "json" else Lines())
    level = logging.getLevelName(settings.log_level.upper())
    logging.basicConfig(handlers=[handler], level=level, force=True)
    for name in LOUD:
        logging.getLogger(name).setLevel(max(level, logging.WARNING))


class Lines(logging.Formatter):
    """Lines for people."""

    def __init__(self) -> None:
        super().__init__("%(asctime)s %(levelname)s %(message)s")

    def formatMessage(self, record: logging.LogRecord) -> str:  # noqa: N802
        """A line, with its facts behind it."""
        facts = getattr(record, "facts", {})
        return " ".join([super().formatMessage(record), *(f"{name}={value}" for name, value in facts.items())])

    def formatException(self, ei: Any) -> str:  # noqa: N802
        """Where something went wrong."""
        return "\n".join(f"  {step}" for step in steps(ei))


class JsonLines(logging.Formatter):
    """Lines for programs: a JSON object each."""

    def format(self, record: logging.LogRecord) -> str:
        """An event as one line."""
        at = datetime.fromtimestamp(record.created, UTC).isoformat(timespec="milliseconds")
        line: dict[str, Any] = {"at": at, "level": record.levelname.lower(), "event": record.getMessage()}
        line |= getattr(record, "facts", {})
        if record.exc_info:
            line["fault"] = steps(record.exc_info)
        return json.dumps(line, ensure_ascii=False, default=str)


def steps(fault: ExceptionInfo) -> list[str]:
    """What went wrong and where, from the outside in; without the message, which may quote a move or a link."""
    kind, _, trace = fault
    if kind is None:
        return []
    frames = traceback.extract_tb(trace)
    return [kind.__name__, *(f"{frame.filename}:{frame.lineno} {frame.name}" for frame in frames)]
