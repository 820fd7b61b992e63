"""Several processes that serve at one address of this machine: started, started again when one dies, and stopped."""

from __future__ import annotations

import contextlib
import gc
import logging
import mmap
import os
import signal
import socket
import sys
import tempfile
import time
from collections.abc import Callable
from dataclasses import dataclass
from types import FrameType

from tablier.core.errors import Error
from tablier.server.net.neighbours import own_name
from tablier.server.operation.logs import note
from tablier.server.operation.settings import Settings

SHORT_LIFE = 2.0  # seconds; who has not lived longer is started again a little later
PAUSE = 1.0
FAILED = 1  # the status of a process that could not even begin

log = logging.getLogger(__name__)


@dataclass(frozen=True)
class Slot:
    """One of the processes, as it is started."""

    number: int
    name: str  # of the node that it is
    siblings: str  # the folder of the sockets of all of them
    line: int  # ends when the first process does
    again: bool  # whether it takes the place of one that has died
    begun: Callable[[], None]  # to be called when it serves


Serve = Callable[[Slot], None]


@dataclass(frozen=True)
class Child:
    """A process that runs."""

    slot: int
    name: str
    since: float


class Supervisor:
    """The first process, which serves nobody itself."""

    def __init__(self, settings: Settings, serve: Serve, siblings: str) -> None:
        self.settings, self.serve, self.siblings = settings, serve, siblings
        self.children: dict[int, Child] = {}
        self.stopping = self.failed = False
        self.served = mmap.mmap(-1, 1)  # whether any of them has ever served, as all of them see it
        self.line, self.end = os.pipe()

    def run(self) -> bool:
        """Keep all processes running until told to stop; whether they have ever served."""
        for number in (signal.SIGTERM, signal.SIGINT):
            signal.signal(number, self._stop)
        gc.collect()
        gc.freeze()
        for slot in range(self.settings.processes):
            self._start(slot)
        while self.children:
            process, status = os.wait()
            child = self.children.pop(process, None)
            if child is not None:
                self._ended(child, os.waitstatus_to_exitcode(status))
        return not self.failed

    def _stop(self, _: int = 0, __: FrameType | None = None) -> None:
        """Have all processes end in order."""
        self.stopping = True
        for process in list(self.children):
            with contextlib.suppress(ProcessLookupError):
                os.kill(process, signal.SIGTERM)

    def _start(self, slot: int) -> None:
        """Start a process, unless it is time to stop."""
        signals = {signal.SIGTERM, signal.SIGINT}
        signal.pthread_sigmask(signal.SIG_BLOCK, signals)
        try:
            if self.stopping:
                return
            name = own_name()
            process = os.fork()
            if process == 0:
                self._live(Slot(slot, name, self.siblings, self.line, bool(self.served[0]), self._begun))
            self.children[process] = Child(slot, name, time.monotonic())
        finally:
            signal.pthread_sigmask(signal.SIG_UNBLOCK, signals)

    def _begun(self) -> None:
        self.served[0] = 1

    def _live(self, slot: Slot) -> None:
        """What the new process does from its beginning to its end."""
        status = FAILED
        try:
            os.close(self.end)
            for number in (signal.SIGTERM, signal.SIGINT):
                signal.signal(number, signal.SIG_DFL)
            signal.pthread_sigmask(signal.SIG_UNBLOCK, {signal.SIGTERM, signal.SIGINT})
            self.serve(slot)
            status = 0
        except Error as error:
            print(error, file=sys.stderr)
        except BaseException:
            log.exception("a process has failed")
        finally:
            sys.stdout.flush()
            sys.stderr.flush()
            os._exit(status)

    def _ended(self, child: Child, status: int) -> None:
        """Start another process in the place of one that has died, and let others have its tables at once."""
        if self.stopping:
            return
        note("process ended", node=child.name, status=status)
        if not self.served[0]:  # none of them can begin: what is wrong has been said
            self.failed = True
            self._stop()
            return
        log.warning("a process has died with status %s; another takes its place", status)
        if time.monotonic() - child.since < SHORT_LIFE:
            time.sleep(PAUSE)
        self._start(child.slot)
        self._bury(child)

    def _bury(self, child: Child) -> None:
        """Tell the others that a node is gone; they would find out by themselves a little later."""
        from tablier.server.store.postgres import bury

        try:
            bury(self.settings.store, child.name)
        except Exception as error:  # whatever is wrong with the database, the others go on
            log.warning("that a node is gone could not be kept", exc_info=error)


def supervised(settings: Settings, listener: socket.socket, serve: Serve) -> bool:
    """Serve with several processes until interrupted or terminated; False if none could begin."""
    from tablier.server.store.layout import prepare  # it needs what speaks to databases

    prepare(settings.store)
    with tempfile.TemporaryDirectory(prefix="tablier-", ignore_cleanup_errors=True) as siblings, listener:
        return Supervisor(settings, serve, siblings).run()
