"""One generation of a game under development: a process that has read the sources once, looks at them, and serves.

It is forked from a process that has imported everything but the games: nothing of old sources can survive in it, and
it takes a fraction of a second to be there.
"""

from __future__ import annotations

import asyncio
import contextlib
import logging
import os
import signal
import socket
import sys
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field, replace
from multiprocessing.connection import Connection
from pathlib import Path

import uvicorn
from fastapi import Request
from fastapi.responses import JSONResponse

from tablier.core.errors import Error
from tablier.core.registry import keys
from tablier.core.words import word
from tablier.server.app import create
from tablier.server.authority.replaying import Stop
from tablier.server.entrance import visitors
from tablier.server.net.faults import EditFault, described, fault
from tablier.server.net.serving import serving, stops_in_order
from tablier.server.net.trying import tried
from tablier.server.net.watching import Root
from tablier.server.operation import logs
from tablier.server.operation.settings import Settings

SERVE, RETIRE = "serve", "retire"
NEWS = "/dev/news"
MOST_FAULTS = 3
ANSWERING = 0.3  # seconds in which who was let in says what they want


@dataclass
class News:
    """What every open page is told."""

    generation: int
    places: Mapping[str, Root]
    stops: Mapping[str, Stop]  # where tables have stopped
    known: list[EditFault] = field(default_factory=list)
    seen: list[EditFault] = field(default_factory=list)  # that came up while serving

    async def tell(self, request: Request) -> JSONResponse:
        """Which generation this is, what is wrong, and where the table that is looked at has stopped."""
        language, table = visitors.language(request), request.query_params.get("table", "")
        stop = self.stops.get(table)
        return JSONResponse(
            {
                "generation": self.generation,
                "title": word("server.developing.title").say(language),
                "old": word("server.developing.old").say(language) if self.known else "",
                "faults": [*self.known, *self.seen],
                "stopped": stop.say(language) if stop else "",
            },
            headers={"Cache-Control": "no-store"},
        )

    @property
    def folders(self) -> list[Path]:
        """Where authors' lines are."""
        return [place.folder for place in self.places.values()]

    def note(self, found: EditFault) -> None:
        """Remember what came up, each thing once, unless it is nobody's line."""
        if found["frames"] and found not in self.seen:
            self.seen = [*self.seen, found][-MOST_FAULTS:]


class Listening(logging.Handler):
    """Hears of errors in authors' lines, wherever they are written down."""

    def __init__(self, news: News) -> None:
        super().__init__(logging.WARNING)
        self.news = news

    def emit(self, record: logging.LogRecord) -> None:
        """Note an error."""
        error = record.exc_info[1] if record.exc_info else None
        detail = str(getattr(record, "facts", {}).get("detail", ""))
        if error is not None and not isinstance(error, Error):
            self.hear(fault("", error, self.news.folders))
        elif detail:
            self.hear(described("", detail, self.news.folders))

    def hear(self, found: EditFault) -> None:
        """Note a fault if it is in an author's line."""
        own = [one for one in found["frames"] if any(place in Path(one["file"]).parents for place in self.news.folders)]
        if own:
            self.news.note(found)


# The process


@dataclass(frozen=True)
class Birth:
    """What a generation is given."""

    number: int
    settings: Settings
    listener: socket.socket
    places: Mapping[str, Root]
    edited: Sequence[str] | None  # the games to be looked at; all, if it is the first generation
    faults: Sequence[EditFault]  # known before


def live(birth: Birth, line: Connection) -> None:
    """Look at the games, say what is wrong with them, and serve if asked to."""
    os.setpgid(0, 0)  # so that it is ended with all that it starts, and by the first process alone
    signal.signal(signal.SIGTERM, signal.SIG_DFL)
    sys.dont_write_bytecode = True  # two edits in one second look the same to what is written
    os.environ["PYTHONDONTWRITEBYTECODE"] = "1"
    shelf = birth.settings.games or tuple(keys())
    found = tried(shelf if birth.edited is None else birth.edited, birth.places)
    line.send(found)
    with contextlib.suppress(EOFError):
        order, faults = line.recv()
        if order == SERVE:
            right = [tuple(key for key in games if key not in faults) for games in (shelf, keys())]
            asyncio.run(served(birth, line, right[0] or right[1], list(faults.values())))


async def served(birth: Birth, line: Connection, games: tuple[str, ...], faults: list[EditFault]) -> None:
    """Serve until ended; what the first process says meanwhile is told to all pages."""
    logs.begin(birth.settings)
    settings = replace(birth.settings, games=games)
    application = create(settings, developing=True)
    stops = application.state.hub.store.stops
    news = News(birth.number, birth.places, stops, faults, list(birth.faults))
    logging.getLogger().addHandler(Listening(news))
    application.state.pages.templates.globals["developing"] = {"news": NEWS, "generation": birth.number}
    application.add_api_route(NEWS, news.tell, include_in_schema=False)
    application.router.routes.insert(0, application.router.routes.pop())  # before what is nowhere
    server = uvicorn.Server(serving(settings, application))
    asyncio.get_running_loop().add_reader(line.fileno(), heard, line, news, server)
    stops_in_order()
    await server.serve([birth.listener])


def heard(line: Connection, news: News, server: uvicorn.Server) -> None:
    """Take in what is wrong with the newest sources, or make room for them."""
    try:
        told = line.recv()
    except (EOFError, OSError):  # the first process has ended
        told = RETIRE
    if told == RETIRE:
        asyncio.get_running_loop().remove_reader(line.fileno())
        retire(server)
    else:
        news.known = told


def retire(server: uvicorn.Server) -> None:
    """Let nobody in any more, and end when those who are in have been answered."""
    for listener in server.servers:
        listener.close()
    asyncio.get_running_loop().call_later(ANSWERING, setattr, server, "should_exit", True)
