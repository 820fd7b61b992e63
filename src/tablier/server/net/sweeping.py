"""Garbage that only a search finds: there should be none, so one searches seldom, and sooner where memory grows."""

import asyncio
import gc
import resource
import time

LOOK = 10.0  # seconds between looks at how large the process is
SWEEP = 3_600.0  # seconds after which garbage is searched for everywhere
GROWN = 1.25  # times as large as it was: then somebody may leave garbage behind


async def swept(prepared: asyncio.Event) -> None:
    """Search for garbage at times of our own: Python would search again and again among what lives on, as moves do.

    A search takes tenths of a second with many tables, and nothing should be found: neither moves nor connections leave
    any behind. So where memory grows one looks among what is new alone, and once an hour everywhere.
    """
    gc.disable()
    await prepared.wait()
    while True:
        gc.unfreeze()
        until = time.monotonic() + SWEEP
        while time.monotonic() < until:
            gc.collect()
            gc.freeze()
            await grown(until)


async def grown(until: float) -> None:
    """Wait until the process has grown, or until a moment."""
    size = largest()
    while time.monotonic() < until and largest() < GROWN * size:
        await asyncio.sleep(LOOK)


def largest() -> int:
    """The most memory that this process has had at a time."""
    return resource.getrusage(resource.RUSAGE_SELF).ru_maxrss
