"""What a bot thinks while the others do: in its own process, while nobody asks that anything, and gently.

Only bots that keep their tree go on, so none in a game with secrets, where how soon one answers would tell something.
"""

from __future__ import annotations

import contextlib
import os
import sys
import threading

from tablier.bots.bot import Bot
from tablier.core.match import Match

NICENESS = 19
LONGEST = 30.0  # seconds after which it thinks no further


class Afterthought:
    """The last bot that has moved here, and its thoughts since then."""

    def __init__(self) -> None:
        self.bot: Bot | None = None
        self.told: tuple[Match, str] | None = None
        self.thread: threading.Thread | None = None
        self.over = threading.Event()

    def given_to(self, bot: Bot) -> None:
        """Let a bot begin with what the last one has found, which it takes if that has come true."""
        bot.kept, self.bot = self.bot.kept if self.bot else None, bot

    def about(self, match: Match, move: str) -> None:
        """Be told what the bot has chosen, and where."""
        self.told = match, move

    def begin(self) -> None:
        """Go on after that move, in a thread of its own, if the bot keeps what it has found."""
        told, self.told = self.told, None
        if told and self.bot and self.bot.kept:
            self.over.clear()
            self.thread = threading.Thread(target=self._think, args=(self.bot, *told), daemon=True)
            self.thread.start()

    def _think(self, bot: Bot, match: Match, move: str) -> None:
        """Think, as long as nobody asks this process anything and processors are to spare."""
        gently()
        bot.think_on(match, move, LONGEST, lambda: not self.over.is_set())

    def end(self) -> None:
        """Be ready for a question, at once."""
        thread, self.thread = self.thread, None
        if thread is not None:
            self.over.set()
            thread.join()


def gently() -> None:
    """Leave the processors to others, as this thread; where threads have no such thing, they are shared as always."""
    if sys.platform == "linux":
        with contextlib.suppress(OSError):
            os.setpriority(os.PRIO_PROCESS, threading.get_native_id(), NICENESS)
