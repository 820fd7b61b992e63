"""What somebody reads at the terminal who has started a server by hand: how far the games are compiled."""

import sys
from collections.abc import Sequence
from typing import TextIO

from tablier.core.words import word
from tablier.server.authority.shelf import Progress

CLEAR = "\r\x1b[K"  # to the beginning of the line, and what stands there wiped out


class Ticker:
    """One line that is written anew at a terminal; elsewhere a line for each game that is ready."""

    def __init__(self, games: Sequence[str], language: str, out: TextIO = sys.stderr) -> None:
        self.language, self.out = language, out
        self.left: dict[str, Progress | None] = dict.fromkeys(games)
        self.moving = out.isatty()

    def __call__(self, game: str, progress: Progress | None) -> None:
        """Take note of a game's progress, and say it."""
        self.left[game] = progress
        if progress is None:
            del self.left[game]
            self._say(self._ready(game), "\n")
        if self.moving and self.left:
            self._say(self._compiling(), "")

    def _say(self, sentence: str, end: str) -> None:
        print(f"{CLEAR if self.moving else ''}{sentence}", end=end, file=self.out, flush=True)

    def _ready(self, game: str) -> str:
        """That a game is ready, and whether all are."""
        key = "server.compiled.one" if self.left else "server.compiled.all"
        return word(key, game=word(f"{game}.name")).say(self.language)

    def _compiling(self) -> str:
        """How far those are that are not."""
        told = [f"{word(f'{game}.name').say(self.language)} {p.done}/{p.all}" for game, p in self.left.items() if p]
        return word("server.compiled.now", games=", ".join(told)).say(self.language)
