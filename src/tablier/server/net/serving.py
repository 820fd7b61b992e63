"""Starting the server, stopping it without losing anything, and a browser that looks at it."""

import asyncio
import signal
import socket
import threading
import webbrowser
from contextlib import closing, nullcontext
from functools import partial
from types import FrameType
from typing import Any

import uvicorn
from fastapi import FastAPI

from tablier.core.registry import load
from tablier.server.app import create
from tablier.server.authority.limits import CONNECTIONS_PER_NETWORK, MESSAGE_BYTES
from tablier.server.authority.refusals import Refused
from tablier.server.bots.pool import Bots
from tablier.server.net.calling import Calling
from tablier.server.net.descriptors import raise_descriptors, room
from tablier.server.net.door import Door
from tablier.server.net.neighbours import Doorstep, doorstep, is_shared, own_name, way_in
from tablier.server.net.passing import Taking
from tablier.server.net.supervising import Slot, supervised
from tablier.server.net.sweeping import swept
from tablier.server.net.ticker import Ticker
from tablier.server.net.wire import Wire
from tablier.server.operation import logs
from tablier.server.operation.holding import held
from tablier.server.operation.settings import Settings
from tablier.server.store.opening import check

BACKLOG = 2048
ACCEPTED = 16  # connections in one turn: a few turns pass until one makes room for another, from what is reserved
STARTING = 0.05  # seconds between looks whether the server has started
EVERYWHERE = ("0.0.0.0", "::")
STOPPING = 5  # seconds that requests under way are given when the server stops


def run(settings: Settings, browser: bool, language: str = "en") -> None:
    """Serve until interrupted or terminated."""
    for game in settings.games:
        load(game)
    logs.begin(settings)
    raise_descriptors()
    if settings.processes > 1:
        run_several(settings, browser)
    else:
        with nullcontext() if settings.store else closing(held(settings.data)):
            run_held(settings, browser, language)
    logs.note("stopped")


def run_held(settings: Settings, browser: bool, language: str) -> None:
    """Serve tables that nobody else serves: what is in the folder, or in a database that sees to that itself."""
    step = doorstep(settings, own_name()) if is_shared(settings) else None
    config: Any = configured(settings, step=step)
    server = uvicorn.Server(config)
    listener = listening(settings.host, settings.port)
    address = announced(settings, listener)
    if browser:
        config.app.state.hub.watch = Ticker(config.app.state.hub.shelf.games, language)
        threading.Thread(target=open_browser, args=(server, address), daemon=True).start()
    stops_in_order()
    asyncio.run(served(server, listener, config.app.state.hub.all_prepared, step))


def run_several(settings: Settings, browser: bool) -> None:
    """Serve with several processes, all of which accept at one socket."""
    is_shared(settings)
    check(settings.store)
    listener = listening(settings.host, settings.port)
    address = announced(settings, listener)

    def serve(slot: Slot) -> None:
        step = doorstep(settings, slot.name, slot.number, slot.siblings)
        config: Any = configured(settings, step=step)
        server = uvicorn.Server(config)
        if browser and slot.number == 0 and not slot.again:
            threading.Thread(target=open_browser, args=(server, address), daemon=True).start()
        stops_in_order()
        asyncio.run(served(server, listener, config.app.state.hub.all_prepared, step, slot))

    if not supervised(settings, listener, serve):
        raise SystemExit(1)


def announced(settings: Settings, listener: socket.socket) -> str:
    """Say where the server is; its address."""
    port = listener.getsockname()[1]
    address = f"http://{shown(settings.host)}:{port}/"
    print(f"Tablier: {address}", flush=True)
    logs.note("started", host=settings.host, port=port, workers=settings.workers)
    return address


def shown(host: str) -> str:
    """A host as it stands in an address that can be opened here."""
    host = "127.0.0.1" if host in EVERYWHERE else host
    return f"[{host}]" if ":" in host else host


def stops_in_order() -> None:
    """Have the process end by itself, with status 0, after a signal that the server has heeded."""

    def heeded(_: int, __: FrameType | None) -> None:
        """The server raises its signals once more when it has stopped; nothing is left to be done then."""

    for number in (signal.SIGTERM, signal.SIGINT):
        signal.signal(number, heeded)


async def served(
    server: uvicorn.Server,
    listener: socket.socket,
    prepared: asyncio.Event,
    step: Doorstep | None = None,
    slot: Slot | None = None,
) -> None:
    """Serve, and sweep; as one of several nodes also what the others pass on."""
    besides = [asyncio.create_task(swept(prepared)), asyncio.create_task(queued(server, listener))]
    if slot is not None:
        besides.append(asyncio.create_task(one_of_many(server, slot)))
    path = None if step is None else way_in(step.place)
    with nullcontext() if path is None else closing(Taking(server, path)):
        await server.serve([listener] if step is None else [listener, step.listener])
    for task in besides:
        task.cancel()


async def one_of_many(server: uvicorn.Server, slot: Slot) -> None:
    """Tell the first process when this one serves, and end when the first one has ended."""
    asyncio.get_running_loop().add_reader(slot.line, setattr, server, "should_exit", True)
    while not server.started:
        await asyncio.sleep(STARTING)
    slot.begun()


async def queued(server: uvicorn.Server, listener: socket.socket) -> None:
    """Let many connections queue, although few are accepted in one turn; uvicorn has one number for both."""
    while not server.started:
        await asyncio.sleep(STARTING)
    listener.listen(BACKLOG)


def configured(settings: Settings, bots: Bots | None = None, step: Doorstep | None = None) -> uvicorn.Config:
    """How the application with its settings is served."""
    if step is None:
        return serving(settings, create(settings, bots))
    return serving(settings, create(settings, bots, place=step.place), step.listener.getsockname()[1])


def serving(settings: Settings, application: FastAPI, inside: int | None = None) -> uvicorn.Config:
    """How an application is served: small messages, uncompressed; sockets are told to come back when it stops."""
    of_one = CONNECTIONS_PER_NETWORK if settings.limited else float("inf")
    door = Door(room(), application.state.hub.metrics, of_one, settings.proxies, inside)
    http: Any = partial(Calling, door)
    sockets: Any = partial(Wire, door)
    return uvicorn.Config(
        application,
        log_config=None,
        access_log=False,
        http=http,
        ws=sockets,
        backlog=ACCEPTED,
        ws_max_size=MESSAGE_BYTES,
        ws_per_message_deflate=False,
        server_header=False,
        forwarded_allow_ips=list(settings.proxies),
        timeout_graceful_shutdown=STOPPING,
    )


def listening(host: str, port: int) -> socket.socket:
    """A socket at an address."""
    family = socket.AF_INET6 if ":" in host else socket.AF_INET
    listener = socket.socket(family)
    listener.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
    try:
        listener.bind((host, port))
        listener.listen(BACKLOG)
    except OSError as error:
        listener.close()
        raise Refused("server.port.taken", address=f"{host}:{port}", detail=error.strerror) from error
    return listener


def open_browser(server: uvicorn.Server, address: str) -> None:
    """Show the shelf as soon as the server answers."""
    while not server.started and not server.should_exit:
        threading.Event().wait(STARTING)
    webbrowser.open(address)
