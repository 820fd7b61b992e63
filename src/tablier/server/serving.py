"""Starting the server, and a browser that looks at it."""

import asyncio
import gc
import socket
import threading
import webbrowser
from dataclasses import replace
from pathlib import Path

import uvicorn

from tablier.core.registry import load
from tablier.server.app import create
from tablier.server.limits import MESSAGE_BYTES
from tablier.server.refusals import Refused
from tablier.server.settings import Settings
from tablier.server.wire import Wire

BACKLOG = 2048
RUBBISH = (20_000, 20, 100)
EVERYWHERE = ("0.0.0.0", "::")


def run(
    host: str, port: int | None, browser: bool, data: Path | None, workers: int | None, games: tuple[str, ...]
) -> None:
    """Serve until interrupted."""
    for game in games:
        load(game)
    settings = Settings(games=games)
    settings = replace(settings, data=data or settings.data, workers=workers or settings.workers)
    listener = listening(host, port or 0)
    address = f"http://{'127.0.0.1' if host in EVERYWHERE else host}:{listener.getsockname()[1]}/"
    print(f"Tablier: {address}", flush=True)
    server = uvicorn.Server(configured(settings))
    if browser:
        threading.Thread(target=open_browser, args=(server, address), daemon=True).start()
    asyncio.run(served(server, listener))


async def served(server: uvicorn.Server, listener: socket.socket) -> None:
    """Serve; what lives for long is looked through for rubbish seldom."""
    gc.set_threshold(*RUBBISH)
    gc.freeze()
    await server.serve([listener])


def configured(settings: Settings) -> uvicorn.Config:
    """How the application is served: small messages, uncompressed."""
    return uvicorn.Config(
        create(settings),
        log_level="warning",
        ws=Wire,
        ws_max_size=MESSAGE_BYTES,
        ws_per_message_deflate=False,
        server_header=False,
        timeout_graceful_shutdown=2,
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
        threading.Event().wait(0.05)
    webbrowser.open(address)
