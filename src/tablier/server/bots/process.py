"""A process that does jobs: one line of JSON in, one line of JSON out."""

from __future__ import annotations

import asyncio
import contextlib
import json
import sys
from typing import Any

from tablier.server.authority.limits import MESSAGE_BYTES

LONGEST_LINE = 256 * MESSAGE_BYTES
COMMAND = (sys.executable, "-m", "tablier.server.bots.worker")


class Failed(Exception):
    """A worker has not answered, or not in time."""


class Worker:
    """One process."""

    def __init__(self, command: tuple[str, ...] = COMMAND) -> None:
        self.command = command
        self.process: asyncio.subprocess.Process | None = None

    async def ask(self, job: dict[str, Any], seconds: float) -> dict[str, Any]:
        """Have a job done; a process that fails or takes too long is killed."""
        try:
            async with asyncio.timeout(seconds):
                return await self._exchange(job)
        except (TimeoutError, OSError, ValueError) as error:
            await self.kill()
            raise Failed(repr(error)) from error
        except asyncio.CancelledError:
            await self.kill()
            raise

    async def _exchange(self, job: dict[str, Any]) -> dict[str, Any]:
        process = await self.started()
        assert process.stdin
        assert process.stdout
        process.stdin.write(json.dumps(job).encode() + b"\n")
        await process.stdin.drain()
        line = await process.stdout.readline()
        if not line:
            raise OSError("the process has ended")
        answer: dict[str, Any] = json.loads(line)
        return answer

    async def started(self) -> asyncio.subprocess.Process:
        """The process, started if it does not run."""
        if self.process is None or self.process.returncode is not None:
            pipe = asyncio.subprocess.PIPE
            await self.kill()
            self.process = await asyncio.create_subprocess_exec(
                *self.command, stdin=pipe, stdout=pipe, limit=LONGEST_LINE
            )
        return self.process

    async def kill(self) -> None:
        """End the process at once."""
        process, self.process = self.process, None
        if process is None or process.stdin is None:
            return
        if process.returncode is None:
            process.kill()
        process.stdin.close()
        with contextlib.suppress(OSError):
            await process.stdin.wait_closed()
        await process.wait()
