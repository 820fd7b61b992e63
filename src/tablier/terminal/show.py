"""A saved game replayed in a terminal: step by step with keys, or printed."""

from collections.abc import Iterator
from pathlib import Path

from rich.console import Console, Group
from rich.text import Text

from tablier.core.engine import TABLE_REASONS
from tablier.core.errors import Error
from tablier.core.match import Match, Saved, Viewpoint
from tablier.core.notebook import Notebook, Ply, variation
from tablier.core.words import word
from tablier.terminal import keys
from tablier.terminal.board import board
from tablier.terminal.reading import STANDARD_INPUT, reached, saved_text, viewpoint

SIDEWAYS = {"next": 1, "previous": -1}


def run(file: Path, move: int | None, seat: str | None, language: str) -> int:
    """Show a saved game; the exit status is 1 if today's rules make something else of it."""
    text, console = saved_text(file), Console(highlight=False)
    saved = Match.read(text)
    if saved.match is None:
        printed(console, [*written(saved), fault(saved, language), *doubts(saved, language)])
        return 1
    replay = Replay(saved, saved.match, viewpoint(saved.match, seat), language, noted(text))
    if move is not None:
        printed(console, replay.page(len(reached(saved, move).moves)))
    elif file != STANDARD_INPUT and keys.can_read():
        replay.step(console)
    else:
        printed(console, replay.told())
    return 0 if saved.fault is None else 1


class Replay:
    """A saved game as it is shown from one viewpoint in one language."""

    def __init__(
        self, saved: Saved, match: Match, seat: Viewpoint, language: str, notebook: Notebook | None = None
    ) -> None:
        self.saved, self.match, self.seat, self.language = saved, match, seat, language
        self.notebook = notebook if seat == match.knower else None  # what is said beside the moves hides nothing
        self.line = [self.notebook.start, *self.notebook.main] if self.notebook else []
        self.varies = self.notebook is not None and has_variations(self.notebook)
        self.is_aside = False  # whether a variation is shown
        self.width = len(str(len(saved.moves)))  # of the numbers of moves

    @property
    def last(self) -> int:
        """The number of moves of the line that is shown."""
        return len(self.match.moves)

    def said(self, key: str, **args: object) -> str:
        """A text of the terminal."""
        return word(f"terminal.{key}", **args).say(self.language)

    def heading(self, number: int) -> Text:
        """Where in the game this is."""
        if number == 0:
            return Text(self.said("at_start", last=self.last), style="bold")
        move = self.match.notation(number - 1, self.seat)
        key = "at_variation" if self.is_aside else "at_move"
        return Text(self.said(key, number=number, last=self.last, move=move), style="bold")

    def page(self, number: int) -> list[Text]:
        """The position after so many moves, and what happened by the last of them."""
        story = self.match.story(number - 1, self.seat, self.language) if number else []
        lines = [self.heading(number), *(Text(f"· {line}", style="italic") for line in story)]
        lines += [*self.beside(number), Text()]
        lines += [*board(self.match.at(number), self.seat, self.language), Text()]
        return lines + (self.remarks() if number == self.last and not self.is_aside else [])

    def beside(self, number: int) -> Iterator[Text]:
        """What is said after so many moves, and the variations that begin there."""
        if self.notebook is None:
            return
        ply = self.line[number]
        yield from (Text(line, style="cyan") for line in ply.comment.split("\n") if line)
        for other in ply.following:
            if other not in self.line[number + 1 : number + 2]:
                yield Text(self.said("variation", moves=variation(self.notebook, other)), style="dim")

    def remarks(self) -> list[Text]:
        """What there is to say at the end: what the table decided, and what does not fit the rules."""
        lines = []
        outcome = self.match.outcome
        if outcome and outcome.reason in TABLE_REASONS:
            lines.append(Text(self.said(f"ended.{outcome.reason}", result=self.saved.result), style="bold"))
        if self.saved.fault:
            lines.append(fault(self.saved, self.language))
        return [*lines, *doubts(self.saved, self.language)]

    def step(self, console: Console) -> None:
        """Go through the game with keys."""
        number = 0
        with console.screen(hide_cursor=True) as screen:
            screen.update(self.screen(number))
            for action in keys.pressed():
                number = self.after(number, action)
                screen.update(self.screen(number))

    def after(self, number: int, action: str) -> int:
        """The number of the move that a key leads to; in games with variations some lead to another line."""
        if self.varies and action in SIDEWAYS:
            self.turn_aside(number, SIDEWAYS[action])
            return number
        if action == "forward" and number == self.last and self.line and self.line[-1].following:
            self.follow(self.line[-1].following[0])  # people gave up here, and went on aside
        goals = {"forward": number + 1, "next": number + 1, "first": 0, "last": self.last}
        return min(max(goals.get(action, number - 1), 0), self.last)

    def turn_aside(self, number: int, by: int) -> None:
        """Go to the move beside the one that is shown, if something else was tried there."""
        before = self.line[number].before
        if before is not None:
            place = before.following.index(self.line[number]) + by
            if 0 <= place < len(before.following):
                self.follow(before.following[place])

    def follow(self, ply: Ply) -> None:
        """Show the line through a move, as it goes on from there."""
        assert self.notebook is not None
        line = [self.notebook.start, *ply.path]
        while line[-1].following and line[-1] is not self.notebook.end:
            line.append(line[-1].following[0])
        self.line, self.match = line, self.notebook.at(line[-1])
        main = [self.notebook.start, *self.notebook.main]
        self.is_aside = line != main
        if not self.is_aside and self.saved.match is not None:
            self.match = self.saved.match

    def screen(self, number: int) -> Group:
        """A page with what the keys do; lines are cut rather than folded."""
        told = self.said("variation_keys" if self.varies else "replay_keys")
        lines = [*self.page(number)[:1], Text(told, style="dim"), *self.page(number)[1:]]
        for line in lines:
            line.no_wrap = True
        return Group(*lines)

    def told(self) -> list[Text]:
        """The headers, everything that happened, the last position, and moves that cannot be replayed."""
        log = [text for number in range(self.last + 1) for text in self.entries(number)]
        return [
            *headers(self.saved),
            Text(),
            *log,
            Text(),
            *board(self.match, self.seat, self.language),
            Text(),
            *self.remarks(),
            *self.rest(),
        ]

    def entries(self, number: int) -> Iterator[Text]:
        """One move, counted from 1, in the log, with what is said beside it; 0 is the start."""
        if number:
            story = " ".join(self.match.story(number - 1, self.seat, self.language))
            yield Text(f"{number:>{self.width}}  {self.match.notation(number - 1, self.seat)}  {story}")
        for text in self.beside(number):
            text.pad_left(self.width + 2)
            yield text

    def rest(self) -> list[Text]:
        """The moves that cannot be replayed, for whoever may see everything that was written."""
        if self.seat != self.match.knower:
            return []
        left = enumerate(self.saved.moves[self.last :], self.last + 1)
        return [Text(f"{number:>{self.width}}  {move}", style="dim") for number, move in left]


def noted(text: str) -> Notebook | None:
    """A saved game with its comments and variations, if all of it can be read."""
    try:
        return Notebook.from_text(text)
    except Error:
        return None


def has_variations(notebook: Notebook) -> bool:
    """Whether something else was tried than what was played."""
    return any(len(ply.following) > (ply is not notebook.end) for ply in notebook.start.everything())


def fault(saved: Saved, language: str) -> Text:
    """What does not fit today's rules."""
    return Text(saved.fault.say(language) if saved.fault else "", style="red")


def doubts(saved: Saved, language: str) -> list[Text]:
    """What may have been misspelt."""
    return [Text(doubt.say(language), style="yellow") for doubt in saved.doubts]


def headers(saved: Saved) -> list[Text]:
    """The headers as they were written."""
    return [Text.assemble((f"{name}: ", "bold"), value) for name, value in saved.headers.items()]


def written(saved: Saved) -> list[Text]:
    """A game that cannot be replayed at all, as it was written."""
    return [*headers(saved), Text(), *map(Text, saved.moves), Text()]


def printed(console: Console, lines: list[Text]) -> None:
    """Print lines as they are, however wide the terminal is."""
    for line in lines:
        console.print(line, soft_wrap=True)
