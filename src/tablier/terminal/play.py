"""A game on one terminal: the loop, its commands, and the curtain between people who must not see each other's side."""

import sys
from pathlib import Path
from typing import Any

from rich.console import Console
from rich.text import Text

from tablier.bots.bot import Bot
from tablier.bots.levels import DEFAULT_LEVEL, LEVELS
from tablier.bots.rehearsal import PLAYING, STEPS, rehearse
from tablier.core import registry
from tablier.core.errors import BadOption, Error
from tablier.core.match import Match, spoken
from tablier.core.words import Word, word
from tablier.terminal.prompt import ask
from tablier.terminal.reading import saved_text
from tablier.terminal.screen import Screen


def opened(
    game: str | None, seats: int | None, options: dict[str, Any], seed: int | None, language: str, file: Path | None
) -> Match:
    """The match to play: a saved one, or a new one of a game that is asked for if none is named."""
    spoken(language)
    if file is not None:
        return Match.from_text(saved_text(file))
    return Match(game or chosen(language), seats, options, seed)


def chosen(language: str) -> str:
    """Ask which game to play."""
    keys = registry.keys()
    console = Console(highlight=False)
    console.print(word("terminal.which").say(language))
    for number, key in enumerate(keys, 1):
        name, tagline = (word(f"{key}.{part}").say(language) for part in ("name", "tagline"))
        console.print(f"  [bold]{number}[/bold]  {name}  [dim]{tagline}[/dim]")
    while True:
        answer = ask("> ", keys)
        if answer is None:
            raise SystemExit(0)
        if answer in keys:
            return answer
        if answer.isdecimal() and 1 <= int(answer) <= len(keys):
            return keys[int(answer) - 1]
        console.print(word("terminal.which_again", last=len(keys)).say(language))


class Session(Screen):
    """One sitting: a match, the seats that are people, and what has been told so far."""

    def __init__(self, match: Match, people: int, level: int | None, language: str) -> None:
        if not 0 <= people <= match.seats:
            raise BadOption("terminal.people", people=people, seats=match.seats)
        super().__init__(match, language)
        self.people = people
        self.level = level if level is not None else self.ask_level()
        self.bots = [self.bot(seat) for seat in range(match.seats)]
        self.looking: int | None = None  # the person at the screen, where sides are hidden from each other
        self.commands |= {"undo": self.undo}

    @property
    def curtained(self) -> bool:
        """Whether people here must not see each other's side."""
        return self.match.engine.game.hidden and self.people > 1

    def run(self) -> None:
        """Play until the game is over or somebody leaves."""
        self.prepare()
        self.introduce()
        while not self.over and self.match.actor is not None:
            self.step()
        if not self.over:
            self.show()
            self.say("over", "bold")

    def ask_level(self) -> int:
        """Which level the bots have, asked for where there are any and somebody can answer."""
        if self.people in (0, self.match.seats) or not sys.stdin.isatty():
            return DEFAULT_LEVEL
        self.say("which_level", default=DEFAULT_LEVEL, last=max(LEVELS))
        answer = ask("> ", [str(level) for level in LEVELS])
        return int(answer) if answer and answer.isdecimal() and int(answer) in LEVELS else DEFAULT_LEVEL

    def bot(self, seat: int) -> Bot:
        """The bot for a seat."""
        seed = self.match.seed + seat
        return Bot(self.match.game, level=self.level or None, seed=seed, kind="search" if self.level else "random")

    def prepare(self) -> None:
        """Compile the game, which takes a while the first time."""
        with self.console.status(word("terminal.preparing").say(self.language)):
            thinks = self.level and self.people < self.match.seats
            rehearse(self.match.game, *(STEPS if thinks else PLAYING))

    def introduce(self) -> None:
        """Who sits where, and what can be typed."""
        for seat in range(self.match.seats):
            who = word("terminal.person") if seat < self.people else self.opponent()
            line = word("terminal.sits", number=seat, seat=self.name(seat), who=who).say(self.language)
            self.console.print(Text(line, style=self.styles[f"seat{seat}"]))
        if self.people:
            self.say("welcome", "dim")

    def opponent(self) -> Word:
        """What plays on the seats without a person."""
        return word("terminal.bot", level=self.level) if self.level else word("terminal.random_player")

    def step(self) -> None:
        """One decision of whoever decides."""
        actor = self.match.actor
        if actor == "chance":
            self.match.roll()
        elif isinstance(actor, int) and actor < self.people:
            self.decide(actor)
        elif isinstance(actor, int):
            with self.console.status(word("terminal.thinking", seat=self.name(actor)).say(self.language)):
                self.match.play(self.bots[actor].choose(self.match))

    def viewpoint(self) -> int | str | None:
        """From where the board is shown: nothing is hidden after the end; else the person at the screen decides."""
        if self.match.outcome or not self.match.engine.game.hidden:
            return "everyone"
        if self.people == 0:
            return None
        return self.looking if self.curtained else 0

    def decide(self, seat: int) -> None:
        """Ask a person for a move or a command."""
        if self.curtained and self.looking != seat:
            self.curtain(seat)
        self.show()
        legal = self.match.legal()
        self.say("your_turn", "bold", seat=self.name(seat), count=len(legal), some=legal[:: 1 + len(legal) // 3])
        moved = False
        while not moved and not self.over:
            moved = self.answer(ask("> ", [*self.match.legal(), *self.commands]))

    def answer(self, typed: str | None) -> bool:
        """Do what was typed; whether the board has changed."""
        command, _, rest = (typed if typed is not None else "quit").partition(" ")
        before = len(self.match.moves)
        try:
            if typed in self.match.legal():
                self.match.play(str(typed))
            elif command in self.commands:
                self.commands[command](rest.strip())
            elif typed:
                self.match.play(typed)
        except Error as error:
            self.console.print(Text(error.say(self.language), style="red"))
        return len(self.match.moves) != before

    def curtain(self, seat: int) -> None:
        """Clear the screen, and wait until the other person has taken the place in front of it."""
        self.console.clear()
        print("\033[3J", end="")  # what has scrolled away is erased too
        self.say("curtain", "bold", seat=self.name(seat))
        if ask("", []) is None:
            self.over = True
        self.looking = seat
        self.told = 0

    # Commands

    def undo(self, _: str = "") -> None:
        """Take back to the last decision of a person, where that shows nobody anything."""
        if self.match.engine.game.hidden:
            self.say("no_undo", "red")
            return
        if not self.took_back():
            self.say("nothing_to_undo", "red")

    def took_back(self) -> bool:
        """Whether there was a person's decision to take back."""
        trial = self.match.copy()
        while trial.moves:
            trial.undo()
            if isinstance(trial.actor, int) and trial.actor < self.people:
                while len(self.match.moves) > len(trial.moves):
                    self.match.undo()
                self.told = 0
                return True
        return False
