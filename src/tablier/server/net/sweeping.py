"""Garbage that only a search finds: there should be none, so one searches seldom, and sooner where memory grows."""

import asyncio
import gc
import resource
import time

LOOK = 10.0  # seconds between looks at how large the process is
SWEEP = 3_600.0  # seconds after which garbage is searched for in any case
GROWN = 1.25  # times as large as it was: then somebody may leave garbage behind


async def swept(prepared: asyncio.Event) -> None:
    """Search for garbage at times of our own: Python would search again and again among what lives on, as moves do.

    A search takes tenths of a second with many tables, and nothing should be found: neither moves nor connections leave
    any behind. What the games have loaded stays for good, and is not looked at again.
    """
    gc.disable()
    await prepared.wait()
    gc.collect()
    gc.freeze()
    while True:
        await due()
        gc.collect()


async def due() -> None:
    """Wait until it is time for a search."""
    size, until = largest(), time.monotonic() + SWEEP
    while time.monotonic() < until and largest() < GROWN * size:
        await asyncio.sleep(LOOK)


def largest() -> int:
    """The most memory that this process has had at a time."""
    return resource.getrusage(resource.RUSAGE_SELF).ru_maxrss
