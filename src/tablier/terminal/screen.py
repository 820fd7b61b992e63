"""What a person at a terminal sees of a match, and the commands that only look."""

from collections.abc import Callable
from pathlib import Path
from typing import Any

from rich.console import Console
from rich.text import Text

from tablier.core.match import Match, Viewpoint
from tablier.core.words import seat_word, word
from tablier.terminal.board import board, styles

COLUMNS = 12  # at most, in which legal moves are listed
NEWEST = 12  # lines of the log that are told at once


class Screen:
    """A match on a terminal, and what has been told of it so far."""

    def __init__(self, match: Match, language: str) -> None:
        self.match, self.language = match, language
        self.console = Console(highlight=False)
        self.styles = styles(match)
        self.told = 0  # lines of the log
        self.over = False
        self.commands: dict[str, Callable[[str], None]] = {
            "?": self.list_moves, "help": self.help, "log": self.tell_all, "rules": self.rules, "save": self.save,
            "picture": self.picture, "quit": self.quit,
        }  # fmt: skip

    def say(self, key: str, style: str = "", **args: Any) -> None:
        """Print a text of the terminal."""
        self.console.print(Text(word(f"terminal.{key}", **args).say(self.language), style=style))

    def viewpoint(self) -> Viewpoint:
        """From where the board is shown: with all that this match knows."""
        return self.match.knower

    def name(self, seat: int) -> str:
        """What a seat is called."""
        return seat_word(self.match.game, seat).say(self.language)

    def show(self) -> None:
        """What has happened since, and the board."""
        log = self.match.log(self.viewpoint(), self.language)
        fresh = log[self.told :] if self.told <= len(log) else log
        for line in fresh[-NEWEST:]:
            self.console.print(Text(f"· {line}", style="italic"))
        self.told = len(log)
        self.draw()

    def draw(self) -> None:
        """The board."""
        self.console.print()
        for line in board(self.match, self.viewpoint(), self.language):
            self.console.print(line)
        self.console.print()

    # Commands

    def list_moves(self, _: str = "") -> None:
        """All legal moves, in columns."""
        legal = self.match.legal()
        width = max(map(len, legal), default=0) + 2
        columns = max(1, min(COLUMNS, (self.console.width or 80) // width))
        for row in range(0, len(legal), columns):
            self.console.print("".join(move.ljust(width) for move in legal[row : row + columns]))

    def help(self, _: str = "") -> None:
        """What can be typed."""
        self.say("help")

    def tell_all(self, _: str = "") -> None:
        """The whole log."""
        for line in self.match.log(self.viewpoint(), self.language):
            self.console.print(Text(line))

    def rules(self, _: str = "") -> None:
        """The rules of the game."""
        from rich.markdown import Markdown

        with self.console.pager(styles=True):
            self.console.print(Markdown((self.match.engine.game.folder / "README.md").read_text(encoding="utf-8")))

    def save(self, file: str) -> None:
        """Write the game to a file, as much of it as is known here."""
        self.write(file or f"{self.match.game}.txt", self.match.text(self.match.knower))

    def picture(self, file: str) -> None:
        """Write a picture of the board to a file."""
        self.write(file or f"{self.match.game}.svg", self.match.svg(self.viewpoint(), self.language))

    def write(self, file: str, text: str) -> None:
        """Write a file, or say why not."""
        try:
            Path(file).write_text(text, encoding="utf-8")
        except OSError as error:
            self.say("not_written", "red", file=file, detail=str(error))
        else:
            self.say("written", "green", file=file)

    def quit(self, _: str = "") -> None:
        """Leave."""
        self.over = True
        self.say("left", "dim")
