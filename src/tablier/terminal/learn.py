"""A lesson on a terminal: positions one after the other, at each of which something is said and a move is typed."""

from rich.text import Text

from tablier.bots.rehearsal import PLAYING, rehearse
from tablier.core import lessons
from tablier.core.errors import BadOption, Error
from tablier.core.lessons import Exercise, Lesson
from tablier.core.match import Match, Viewpoint
from tablier.core.words import word
from tablier.terminal.prompt import ask
from tablier.terminal.screen import Screen


def begun(game: str, language: str) -> "Learner":
    """The lesson of a game, refused if it has none."""
    lesson = lessons.lesson(game)
    if lesson is None:
        raise BadOption("terminal.no_lesson", game=game)
    return Learner(lesson, language)


class Learner(Screen):
    """A lesson, and the step at which the learner is."""

    def __init__(self, lesson: Lesson, language: str) -> None:
        super().__init__(lesson.match(0), language)
        self.lesson, self.place = lesson, 0
        self.commands |= {"show": self.show_answer, "back": self.back, "next": self.next}

    def viewpoint(self) -> Viewpoint:
        """The learner looks from the seat that decides."""
        return self.match.actor if isinstance(self.match.actor, int) else "everyone"

    def run(self) -> None:
        """Teach step by step, until the end or until the learner leaves."""
        with self.console.status(word("terminal.preparing").say(self.language)):
            rehearse(self.lesson.game, *PLAYING)
        while not self.over and self.place < len(self.lesson.steps):
            self.teach(self.lesson.steps[self.place])
        if not self.over:
            self.say("learned", "bold", game=self.lesson.game)

    def teach(self, step: Exercise) -> None:
        """One step, until its move is found."""
        self.match, place = self.lesson.match(self.place), self.place
        self.told = len(self.match.log(self.viewpoint(), self.language))
        self.draw()
        self.say("lesson_step", "dim", number=place + 1, all=len(self.lesson.steps))
        self.console.print(Text(step.say[self.language], style="bold"))
        if not step.answers:
            self.say("lesson_read", "dim")
        while self.place == place and not self.over:
            self.answer(step, ask("> ", [*self.match.legal(), *self.commands]))

    def answer(self, step: Exercise, typed: str | None) -> None:
        """Do what was typed."""
        command, _, rest = (typed if typed is not None else "quit").partition(" ")
        if command in self.commands:
            self.commands[command](rest.strip())
        elif not typed:
            self.place += not step.answers
        elif typed in step.answers:
            self.found(step, typed)
        elif self.match.allows(typed):
            self.console.print(Text(step.tries.get(typed, step.wrong)[self.language], style="red"))
        else:
            self.refuse(typed)

    def refuse(self, typed: str) -> None:
        """Say why something is no move."""
        try:
            self.match.copy().play(typed)
        except Error as error:
            self.console.print(Text(error.say(self.language), style="red"))

    def found(self, step: Exercise, move: str) -> None:
        """The right move is made, and what follows it."""
        seat, after = self.viewpoint(), self.lesson.after(self.place, move)
        self.console.print(Text(step.right.get(self.language, ""), style="green"))
        self.tell(after, seat)
        self.place += 1

    def tell(self, after: Match, seat: Viewpoint) -> None:
        """What has happened since the step began."""
        for line in after.log(seat, self.language)[self.told :]:
            self.console.print(Text(f"· {line}", style="italic"))

    # Commands

    def help(self, _: str = "") -> None:
        """What can be typed in a lesson."""
        self.say("lesson_help")

    def show_answer(self, _: str = "") -> None:
        """Make the right move for the learner."""
        step = self.lesson.steps[self.place]
        if step.answers:
            self.console.print(Text(step.answers[0], style="bold"))
            self.found(step, step.answers[0])
        else:
            self.place += 1

    def back(self, _: str = "") -> None:
        """Go back one step."""
        if self.place == 0:
            self.say("lesson_first", "dim")
        else:
            self.place -= 1

    def next(self, _: str = "") -> None:
        """Leave a step out."""
        self.place += 1
