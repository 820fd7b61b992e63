"""What is wrong with a game under development, as data for the page: its author's own lines first."""

import linecache
import re
import traceback
from collections.abc import Iterable, Sequence
from pathlib import Path
from typing import NamedTuple, TypedDict

from tablier.core.errors import Error

AROUND = 2  # lines shown before and after the one that matters
MOST_FRAMES = 8
LONGEST = 2_000  # letters of a message
QUOTED = re.compile(r'File "([^"]+)", line (\d+)')
"""How Python and the compiler name a line in a text."""


class SourceLine(TypedDict):
    """A line of a source."""

    number: int
    text: str
    here: bool


class Frame(TypedDict):
    """A place in a source."""

    file: str
    line: int
    name: str
    lines: list[SourceLine]


class EditFault(TypedDict):
    """What is wrong: a sentence, and the places that led there, the nearest first."""

    game: str
    message: str
    frames: list[Frame]


class Spot(NamedTuple):
    """A file, a line, and what it is the line of."""

    file: str
    line: int
    name: str = ""


class Unreadable(Exception):
    """A file that cannot be read, and where."""

    def __init__(self, file: Path, line: int, reason: object) -> None:
        super().__init__(f"{file.name}: {reason}")
        self.spot = Spot(str(file), line)


def fault(game: str, error: BaseException, folders: Sequence[Path]) -> EditFault:
    """An error as it is shown."""
    said = isinstance(error, Error | Unreadable)
    message = str(error) if said else "".join(traceback.format_exception_only(error)[-1:]).strip()
    return told(game, message, spots(error), folders)


def described(game: str, text: str, folders: Sequence[Path]) -> EditFault:
    """What another process says about an error, with the lines that it names."""
    text = text.encode().decode("unicode_escape", "replace") if "\\n" in text and "\n" not in text else text
    named = [Spot(file, int(line)) for file, line in QUOTED.findall(text)]
    return told(game, text, named, folders)


def told(game: str, message: str, found: Iterable[Spot], folders: Sequence[Path]) -> EditFault:
    """A fault of its author's own lines; if there are none, of those nearest to the error."""
    linecache.checkcache()
    nearest = list(dict.fromkeys(reversed(list(found))))
    own = [spot for spot in nearest if any(folder in Path(spot.file).parents for folder in folders)]
    return EditFault(
        game=game, message=message[:LONGEST], frames=[frame(spot) for spot in (own or nearest)[:MOST_FRAMES]]
    )


def spots(error: BaseException) -> list[Spot]:
    """Where an error came up, the last place being the nearest."""
    found = [
        Spot(step.filename, step.lineno or 0, step.name)
        for cause in causes(error)
        for step in traceback.extract_tb(cause.__traceback__)
    ]
    for cause in causes(error):
        if isinstance(cause, SyntaxError) and cause.filename:
            found.append(Spot(cause.filename, cause.lineno or 0))
    return [*found, error.spot] if isinstance(error, Unreadable) else found


def causes(error: BaseException) -> list[BaseException]:
    """An error and what led to it, first things first."""
    earlier = error.__cause__ or (None if error.__suppress_context__ else error.__context__)
    return [*(causes(earlier) if earlier else []), error]


def frame(spot: Spot) -> Frame:
    """A place with the lines around it."""
    first = max(1, spot.line - AROUND)
    numbered = [(number, linecache.getline(spot.file, number)) for number in range(first, spot.line + AROUND + 1)]
    lines = [
        SourceLine(number=number, text=text.rstrip(), here=number == spot.line) for number, text in numbered if text
    ]
    return Frame(file=spot.file, line=spot.line, name=spot.name, lines=lines)


def faults_as_text(found: Iterable[EditFault]) -> str:
    """Faults for a terminal."""
    return "\n".join(text for each in found for text in (f"{each['game']}: {each['message']}", *places(each)))


def places(each: EditFault) -> list[str]:
    """Its places, one a line."""
    return [f"  {one['file']}:{one['line']} {here(one)}" for one in each["frames"]]


def here(one: Frame) -> str:
    """The line that matters."""
    return next((line["text"].strip() for line in one["lines"] if line["here"]), "")
