"""Serving for authors: a game is read anew whenever its sources change, and open pages show it.

This process imports everything but the games. For each edit it forks a generation (``generation.py``) that reads the
games; if they are right, it takes the place of the one that serves, on the same socket. If they are not, the old one
goes on, and every open page shows what is wrong.
"""

from __future__ import annotations

import contextlib
import math
import multiprocessing
import os
import signal
import socket
import sys
import time
import webbrowser
from collections.abc import Sequence
from dataclasses import replace
from multiprocessing.connection import Connection
from types import FrameType
from typing import Any

from tablier.core.words import environment_language, word
from tablier.server.authority.refusals import Refused
from tablier.server.net import watching
from tablier.server.net.descriptors import raise_descriptors
from tablier.server.net.faults import EditFault, faults_as_text
from tablier.server.net.generation import RETIRE, SERVE, Birth, live
from tablier.server.net.serving import listening, shown
from tablier.server.operation.holding import held
from tablier.server.operation.settings import Settings

PAUSE = 0.2  # seconds between looks at the sources
ENDING = 3.0  # seconds for an old generation to answer what it was asked
PATIENCE = 30.0  # seconds for a look at a game: rules may not come to an end
FOLDER = "dev"  # tables of games that change are kept apart


def run(settings: Settings, browser: bool) -> None:
    """Serve until interrupted or terminated, and follow all edits."""
    if settings.store:
        raise Refused("server.store.drafts")
    settings = replace(settings, limited=False, data=settings.data / FOLDER)
    raise_descriptors()
    hold = held(settings.data)
    listener = listening(settings.host, settings.port)
    address = f"http://{shown(settings.host)}:{listener.getsockname()[1]}/"
    print(f"Tablier: {address}", flush=True)
    for number in (signal.SIGTERM, signal.SIGINT):
        signal.signal(number, interrupted)
    workshop = Developing(settings, listener)
    try:
        workshop.begin()
        if browser:
            webbrowser.open(address)
        workshop.follow()
    except KeyboardInterrupt:
        pass
    finally:
        workshop.end()
        hold.close()


def interrupted(_: int, __: FrameType | None) -> None:
    """End in order."""
    raise KeyboardInterrupt


class Generation:
    """A generation as seen from outside."""

    def __init__(self, birth: Birth) -> None:
        how: Any = multiprocessing.get_context("fork" if "fork" in multiprocessing.get_all_start_methods() else None)
        self.line: Connection
        self.line, other = how.Pipe()
        self.number = birth.number
        self.process = how.Process(target=live, args=(birth, other), daemon=True)  # it ends with this process
        self.process.start()
        other.close()
        self.bad: dict[str, EditFault] = {}
        self.until = math.inf

    def serve(self) -> None:
        """Have it serve what is right."""
        self.line.send((SERVE, self.bad))

    def retire(self) -> None:
        """Let it answer what it was asked, and nothing else."""
        with contextlib.suppress(OSError):
            self.line.send(RETIRE)
        self.until = time.monotonic() + ENDING

    @property
    def is_over(self) -> bool:
        """Whether it has answered, or had time enough for it."""
        return not self.process.is_alive() or time.monotonic() > self.until

    def end(self) -> None:
        """End it at once, and all processes that it has started: whatever was told is on disk."""
        with contextlib.suppress(ProcessLookupError):
            os.killpg(self.process.pid, signal.SIGKILL)
        self.process.kill()
        self.process.join()
        self.line.close()


class Developing:
    """The one process that follows edits: the generation that serves, and the sources as they were read last."""

    def __init__(self, settings: Settings, listener: socket.socket) -> None:
        self.settings, self.listener = settings, listener
        self.places = watching.roots()
        self.seen = watching.stamps(self.places)
        self.serving: Generation | None = None
        self.retired: list[Generation] = []
        self.count = 0

    def begin(self) -> None:
        """Serve all games that are right."""
        while not (candidate := self.born(None)):
            self.edited()
        self.take_over(candidate)

    def follow(self) -> None:
        """Follow all edits."""
        while True:
            time.sleep(PAUSE)
            self.sweep()
            edited = self.edited()
            if edited:
                self.renew(edited)
            elif self.serving and not self.serving.process.is_alive():
                self.restart(self.serving.process.exitcode)

    def edited(self) -> list[str]:
        """The games that were edited since the last look."""
        now = watching.stamps(self.places)
        files, self.seen = watching.changed(self.seen, now), now
        return watching.touched(self.places, files)

    def renew(self, edited: Sequence[str]) -> None:
        """Let the edited games take the place of the old ones, or say everywhere why not."""
        assert self.serving
        edited = sorted({*edited, *self.serving.bad})
        while not (candidate := self.born(edited)):
            edited = sorted({*edited, *self.edited()})
        if set(candidate.bad) <= set(self.serving.bad):
            self.take_over(candidate)
        else:
            print(faults_as_text(candidate.bad.values()), file=sys.stderr, flush=True)
            candidate.end()
            self.serving.line.send(list(candidate.bad.values()))

    def born(self, edited: Sequence[str] | None, faults: Sequence[EditFault] = ()) -> Generation | None:
        """A generation that has looked at the games; None if they were edited again meanwhile."""
        self.count += 1
        birth = Birth(self.count, self.settings, self.listener, self.places, edited, faults)
        candidate, end = Generation(birth), time.monotonic() + PATIENCE
        while not candidate.line.poll(PAUSE):
            if watching.changed(self.seen, watching.stamps(self.places)):
                candidate.end()
                return None
            if time.monotonic() > end:
                candidate.end()
                candidate.bad = {key: endless(key) for key in edited or self.places}
                return candidate
        try:
            candidate.bad = candidate.line.recv()
        except EOFError:  # the process itself has ended
            candidate.bad = {key: crashed(key, candidate.process.exitcode) for key in edited or self.places}
        return candidate

    def take_over(self, candidate: Generation) -> None:
        """Let a generation serve in the place of another; who comes meanwhile waits at the socket."""
        candidate.serve()
        if self.serving:
            self.serving.retire()
            self.retired.append(self.serving)
        self.serving = candidate

    def restart(self, code: int | None) -> None:
        """Serve again after a crash, as of rules that write where they may not, and say so."""
        fault = crashed("", code)
        candidate = self.born((), (fault,))
        if candidate:
            candidate.bad = self.serving.bad if self.serving else {}
            self.serving = None
            self.take_over(candidate)

    def sweep(self) -> None:
        """End old generations that have answered."""
        over = [old for old in self.retired if old.is_over]
        self.retired = [old for old in self.retired if old not in over]
        for old in over:
            old.end()

    def end(self) -> None:
        """End all that serve."""
        for generation in (*self.retired, *([self.serving] if self.serving else [])):
            generation.end()


def endless(game: str) -> EditFault:
    """What is wrong with a game whose first moves do not come to an end."""
    return said(game, "endless", seconds=int(PATIENCE))


def crashed(game: str, code: int | None) -> EditFault:
    """What is wrong with a game that has ended its process."""
    return said(game, "crashed", how=signal.Signals(-code).name if code and code < 0 else str(code))


def said(game: str, key: str, **args: Any) -> EditFault:
    """A fault without a line."""
    message = word(f"server.developing.{key}", **args).say(environment_language())
    return EditFault(game=game, message=message, frames=[])
