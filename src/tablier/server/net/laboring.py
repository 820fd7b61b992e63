"""A machine on which bots think for all nodes that share a database, and nobody plays."""

from __future__ import annotations

import asyncio
import signal

from tablier.core.compile import defer
from tablier.core.registry import load
from tablier.core.words import word
from tablier.server.authority.refusals import Refused
from tablier.server.authority.shelf import Progress, Shelf
from tablier.server.bots.pool import Bots
from tablier.server.bots.preparing import Preparation
from tablier.server.operation import logs
from tablier.server.operation.settings import Settings
from tablier.server.store.opening import check


def run(settings: Settings, language: str) -> None:
    """Think until interrupted or terminated."""
    if not settings.store:
        raise Refused("server.cluster.file")
    check(settings.store)
    for game in settings.games:
        load(game)
    logs.begin(settings)
    asyncio.run(laboured(settings, language))
    logs.note("stopped")


async def laboured(settings: Settings, language: str) -> None:
    """Think, and compile what is to be thought about."""
    from tablier.server.cluster.working import Labour
    from tablier.server.store.jobs import BotJobs

    jobs, workers = BotJobs(settings.store), max(1, settings.workers)
    labour = Labour(jobs, Bots(workers, settings.bot_seconds))
    stopped, preparing = asyncio.Event(), None
    for number in (signal.SIGTERM, signal.SIGINT):
        asyncio.get_running_loop().add_signal_handler(number, stopped.set)
    if settings.prepare:
        defer()
        preparation = Preparation(Shelf(settings.games).games, labour.bots, note_progress)
        labour.can_think = preparation.can_think
        preparing = asyncio.create_task(preparation.run())
    labour.begin()
    print(word("server.cluster.working", count=workers).say(language), flush=True)
    await stopped.wait()
    if preparing is not None:
        preparing.cancel()
        await asyncio.gather(preparing, return_exceptions=True)
    await labour.close()
    await asyncio.to_thread(jobs.close)


def note_progress(game: str, progress: Progress | None) -> None:
    """Write down that bots can think about a game."""
    if progress is None:
        logs.note("game ready", game=game)
