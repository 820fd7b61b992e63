"""A puzzle on a terminal: a position, what is to be found in it, and moves that are typed until it is."""

from rich.text import Text

from tablier.bots.rehearsal import PLAYING, rehearse
from tablier.core import puzzle_words
from tablier.core.errors import BadOption, Error
from tablier.core.match import Match, Viewpoint
from tablier.core.puzzles import Attempt, Puzzle, of_the_day, puzzles, today
from tablier.core.registry import keys
from tablier.core.words import Word, word
from tablier.terminal.prompt import ask
from tablier.terminal.screen import Screen


def begun(game: str | None, named: str | None, language: str) -> "PuzzleScreen":
    """A puzzle of a game by its name; without one that of the day, of the game or of all."""
    known = [game] if game else sorted(keys())
    found = puzzles(known[0]).get(named) if named and game else of_the_day(known, today())
    if found is None:
        raise BadOption("terminal.no_puzzle", game=game or ", ".join(known))
    return PuzzleScreen(found, language)


class PuzzleScreen(Screen):
    """A puzzle, and how far somebody is in it."""

    def __init__(self, puzzle: Puzzle, language: str) -> None:
        self.attempt: Attempt = puzzle.begun(())
        super().__init__(self.attempt.match, language)
        self.commands |= {"hint": self.hint, "show": self.show_answer}

    def viewpoint(self) -> Viewpoint:
        """The solver looks from the seat of the puzzle; once the game is over nothing is hidden."""
        return "everyone" if self.match.outcome else self.attempt.puzzle.seat

    def run(self) -> None:
        """Ask until it is solved, or until the solver leaves."""
        puzzle = self.attempt.puzzle
        with self.console.status(word("terminal.preparing").say(self.language)):
            rehearse(puzzle.game, *PLAYING)
        self.draw()
        self.say("puzzle", "dim", game=word(f"{puzzle.game}.name"), name=puzzle.id, difficulty=puzzle.difficulty)
        self.tell(puzzle_words.goal(puzzle), "bold")
        self.tell(puzzle_words.length(puzzle), "dim")
        while not self.attempt.solved and not self.over:
            self.answer(ask("> ", [*self.match.legal(), *self.commands]))

    def answer(self, typed: str | None) -> None:
        """Do what was typed."""
        command, _, rest = (typed if typed is not None else "quit").partition(" ")
        if command in self.commands:
            self.commands[command](rest.strip())
        elif typed in self.attempt.answers:
            self.found(typed)
        elif typed and self.match.allows(typed):
            for sentence in puzzle_words.wrong(self.attempt, typed):
                self.tell(sentence, "red")
        elif typed:
            self.refuse(typed)

    def refuse(self, typed: str) -> None:
        """Say why something is no move."""
        try:
            self.match.copy().play(typed)
        except Error as error:
            self.tell(error.word, "red")

    def tell(self, sentence: Word, style: str) -> None:
        """Print a sentence."""
        self.console.print(Text(sentence.say(self.language), style=style))

    def found(self, move: str) -> None:
        """A right move is made, and what others answer."""
        self.attempt = self.attempt.after(move)
        self.match: Match = self.attempt.match
        self.show()
        self.tell(word(f"core.puzzle.right.{'solved' if self.attempt.solved else 'more'}"), "green")
        if self.attempt.solved:
            for sentence in puzzle_words.explained(self.attempt.puzzle):
                self.tell(sentence, "")

    # Commands

    def help(self, _: str = "") -> None:
        """What can be typed in a puzzle."""
        self.say("puzzle_help")

    def hint(self, _: str = "") -> None:
        """Say what it is about."""
        self.say("puzzle_theme", theme=puzzle_words.theme(self.attempt.puzzle))

    def show_answer(self, _: str = "") -> None:
        """Make the right moves for the solver."""
        while not self.attempt.solved:
            move = self.attempt.answers[0]
            self.console.print(Text(move, style="bold"))
            self.found(move)
