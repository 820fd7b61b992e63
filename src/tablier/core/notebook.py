"""A notebook: a game with variations and comments, as a tree of moves that the rules have checked.

>>> notebook = tablier.Notebook(match)
>>> ply = notebook.add(notebook.main[3], "c3-c4")
>>> notebook.comment(ply, "Better than what was played.")
>>> notebook.text()

Its main line is the game as it was played, until somebody promotes a variation. A game that people gave up may go on
in variations only.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass, field

from tablier.core import saving, sheet
from tablier.core.contract import EVERYONE
from tablier.core.course import Course
from tablier.core.errors import BadText, Error, NotNow
from tablier.core.match import Match
from tablier.core.records import Bytes
from tablier.core.sheet import CLOSE, COMMENT, MOST_MOVES, MOVE, ONWARD, OPEN, Row, Sheet

NO_MOVE = -1
DENT, MOST_DENTS = "  ", 8  # before what stands in a variation, so that people see where it ends


@dataclass(eq=False)
class Ply:
    """A move of a notebook, what is said of it, and what follows in all variations, the main one first."""

    move: str
    code: int
    state: Bytes
    before: Ply | None
    comment: str = ""
    following: list[Ply] = field(default_factory=list)

    @property
    def path(self) -> list[Ply]:
        """The moves that lead here, this one included."""
        found: list[Ply] = []
        ply = self
        while ply.before is not None:
            found.append(ply)
            ply = ply.before
        return found[::-1]

    def leads(self, moves: Sequence[str]) -> bool:
        """Whether these moves lead here."""
        return self.move == (moves[-1] if moves else "") and [ply.move for ply in self.path] == list(moves)

    def everything(self) -> Iterator[Ply]:
        """This move and all that follow from it."""
        left = [self]
        while left:
            ply = left.pop()
            yield ply
            left += reversed(ply.following)


Bit = str | tuple[Ply, int]
"""A row, or a move in how many variations after which more is written."""


class Notebook:
    """A game with variations and comments. A refused call changes nothing."""

    def __init__(self, match: Match) -> None:
        if match.viewpoint != EVERYONE:
            raise NotNow("core.notebook.account")
        self.match = match.copy()  # as it was played, with all that its headers say
        self.start = ply = Ply("", NO_MOVE, match.history[0], None)
        for move, code, state in zip(match.moves, match.codes, match.history[1:], strict=True):
            following = Ply(move, code, state, ply)
            ply.following.append(following)
            ply = following
        self.end = ply if match.ending else None  # where people ended the game that the rules had not
        self.count = len(match.codes)

    @classmethod
    def from_text(cls, text: str) -> Notebook:
        """A saved game with all its variations and comments."""
        return cls._of_sheet(sheet.read(text))

    @classmethod
    def several(cls, text: str) -> list[Notebook]:
        """All saved games of a text."""
        return [cls.from_text(each) for each in sheet.games(text)]

    @classmethod
    def _of_sheet(cls, given: Sheet) -> Notebook:
        match, fault = saving.understood(Match, given)
        if fault is not None:
            raise fault
        assert match is not None
        notebook = cls(match)
        graft(notebook, given)
        return notebook

    @property
    def main(self) -> list[Ply]:
        """The main line."""
        found, ply = [], self.start
        while ply.following and ply is not self.end:
            ply = ply.following[0]
            found.append(ply)
        return found

    @property
    def is_as_played(self) -> bool:
        """Whether the main line is the game as people played and ended it."""
        return [self.start, *self.main][-1] is self.end

    def at(self, ply: Ply) -> Match:
        """The match as it stands after a move."""
        path = ply.path
        states = [self.start.state, *(each.state for each in path)]
        return self.match.elsewhere([each.move for each in path], [each.code for each in path], states)

    def legal(self, ply: Ply) -> list[str]:
        """The moves that can be tried after one: those of the rules, chance included, even if people gave up there."""
        return self._here(ply).legal()

    def _here(self, ply: Ply) -> Course:
        here = Course()
        here._begin(self.match.engine, ply.state, 0)
        return here

    def text(self) -> str:
        """The notebook as a saved game with comments and variations."""
        heads = saving.headers(self.at([self.start, *self.main][-1]), EVERYONE)
        return "".join(f"{row}\n" for row in (*(f"{name}: {value}" for name, value in heads.items()), "", *rows(self)))

    # Changing

    def replant(self, comment: str, moves: Iterable[tuple[int, str, str]]) -> None:
        """Put another tree in place of this one: after which move each stands (0 is the start), and what is said of it.

        Where people ended the game it stays ended, as long as those moves are there.
        """
        end = [ply.move for ply in self.end.path] if self.end else None
        other = Notebook(self.match.at(0))
        plies = [other.start]
        for before, move, said in moves:
            if before >= len(plies):
                raise NotNow("core.notebook.strange")
            ply = other.add(plies[before], move)
            plies.append(ply)
            other.comment(ply, said)
        other.comment(other.start, comment)
        self.start, self.count = other.start, other.count
        self.end = None if end is None else next((ply for ply in plies if ply.leads(end)), None)

    def add(self, ply: Ply, move: str) -> Ply:
        """Another move after one, by the rules; if it is there already, that one."""
        self._refuse_strange(ply)
        return self._grown(ply, move)

    def _grown(self, ply: Ply, move: str) -> Ply:
        known = next((each for each in ply.following if each.move == move), None)
        if known is not None:
            return known
        if self.count >= MOST_MOVES:
            raise NotNow("core.notebook.full", most=MOST_MOVES)
        here = self._here(ply)
        here.play(move)
        self.count += 1
        ply.following.append(Ply(move, here.codes[-1], here.state, ply))
        return ply.following[-1]

    def comment(self, ply: Ply, text: str) -> None:
        """Say something of a move, or of the start, in place of what was said; nothing takes it away."""
        self._refuse_strange(ply)
        ply.comment = tidied(text)

    def promote(self, ply: Ply) -> None:
        """Make the variation of a move the main one where it branches off."""
        self._refuse_start(ply)
        aside = next((each for each in reversed(ply.path) if self._is_aside(each)), None)
        if aside is None or aside.before is None:
            raise NotNow("core.notebook.main")
        siblings = aside.before.following
        siblings.insert(0, siblings.pop(siblings.index(aside)))

    def delete(self, ply: Ply) -> None:
        """Take a move away, with all that follows from it."""
        self._refuse_start(ply)
        assert ply.before is not None
        ply.before.following.remove(ply)
        gone = set(ply.everything())
        self.count -= len(gone)
        self.end = None if self.end in gone else self.end

    def _is_aside(self, ply: Ply) -> bool:
        """Whether something else comes first in place of a move."""
        return ply.before is not None and ply.before.following[0] is not ply

    def _refuse_strange(self, ply: Ply) -> None:
        """Refuse a move that was deleted, or is one of another notebook."""
        first = ply
        while first.before is not None and first in first.before.following:
            first = first.before
        if first is not self.start:
            raise NotNow("core.notebook.strange")

    def _refuse_start(self, ply: Ply) -> None:
        self._refuse_strange(ply)
        if ply is self.start:
            raise NotNow("core.notebook.start")


def together(notebooks: Iterable[Notebook]) -> str:
    """Several notebooks as one text."""
    return "\n".join(notebook.text() for notebook in notebooks)


def tidied(text: str) -> str:
    """A comment as it is kept: lines without spaces around them, and no empty ones at its beginning and its end."""
    lines = [line.strip() for line in sheet.LINE_ENDS.split(text.encode(errors="replace").decode())]
    if max(map(len, lines)) > sheet.LONGEST_COMMENT:
        raise BadText("core.notebook.long", most=sheet.LONGEST_COMMENT)
    return "\n".join(lines).strip("\n")


# Reading


def graft(notebook: Notebook, given: Sheet) -> None:
    """Put all that stands among the moves into a notebook of the main line."""
    ply, left = notebook.start, list[Ply]()
    said: dict[Ply, list[str]] = {}
    for row in given.rows:
        if row.line in given.broken:
            raise BadText(given.broken[row.line], line=row.line)
        if row.kind == MOVE:
            ply = grown(notebook, ply, row)
        elif row.kind == COMMENT:
            said.setdefault(ply, []).append(row.text)
        elif row.kind == CLOSE:
            ply = left.pop()
        else:
            left.append(ply)
            ply = ply.before if row.kind == OPEN and ply.before else ply
    for known, lines in said.items():
        known.comment = tidied("\n".join(lines))


def grown(notebook: Notebook, ply: Ply, row: Row) -> Ply:
    """A move as it stands on its row, after another."""
    try:
        return notebook._grown(ply, row.text.strip())
    except Error as error:
        raise BadText(
            "core.text.variation", line=row.line, move=row.text.strip()[: sheet.QUOTED], detail=error.word
        ) from None


# Writing


def rows(notebook: Notebook) -> Iterator[str]:
    """The moves of a notebook with all that stands among them; each variation after the move that it replaces."""
    yield from spoken(notebook.start.comment)
    yield from unfolded(notebook, [(notebook.start, 0)])


def variation(notebook: Notebook, ply: Ply) -> str:
    """A variation that begins with a move, on one line, without the brackets around it."""
    return " ".join(map(str.strip, unfolded(notebook, [*told(ply, ""), (ply, 0)])))


def unfolded(notebook: Notebook, left: list[Bit]) -> Iterator[str]:
    """Rows, with all that is written after moves in the place of these."""
    end = notebook.end if notebook.is_as_played else None
    left = left[::-1]
    while left:
        item = left.pop()
        if isinstance(item, str):
            yield item
        elif item[0].following:
            left += reversed(list(follows(*item, item[0] is end)))


def follows(ply: Ply, depth: int, is_end: bool) -> Iterator[Bit]:
    """What is written after a move: rows, and moves after which more is written."""
    dent, inner = DENT * min(depth, MOST_DENTS), DENT * min(depth + 1, MOST_DENTS)
    others = ply.following if is_end else ply.following[1:]
    if not is_end:
        yield from told(ply.following[0], dent)
    for other in others:
        yield dent + (ONWARD if is_end else OPEN)
        yield from told(other, inner)
        yield other, depth + 1
        yield dent + CLOSE
    if not is_end:
        yield ply.following[0], depth


def told(ply: Ply, dent: str) -> Iterator[str]:
    """A move and what is said of it."""
    yield dent + ply.move
    yield from (dent + row for row in spoken(ply.comment))


def spoken(comment: str) -> Iterator[str]:
    """A comment as rows."""
    for line in comment.split("\n") if comment else ():
        yield f"{sheet.BEGIN} {line} {sheet.END}" if line else sheet.BEGIN + sheet.END
