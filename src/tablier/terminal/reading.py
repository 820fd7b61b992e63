"""What comes from outside: saved games from files, and viewpoints as typed."""

import sys
from pathlib import Path

from tablier.core import sheet
from tablier.core.errors import BadOption, BadText
from tablier.core.match import Match, Saved, Viewpoint

STANDARD_INPUT = Path("-")
NUMBER = "#"  # between the name of a file and the number of a game in it
LONGEST_NUMBER = 9  # digits


def saved_text(file: Path) -> str:
    """The text of a saved game; of a file with several of them, "games.txt#2" is the second."""
    name, mark, number = str(file).rpartition(NUMBER)
    if not mark or not number.isdecimal() or file.exists():
        return chosen(whole_text(file), file, None)
    return chosen(whole_text(Path(name)), Path(name), int(number[:LONGEST_NUMBER]))


def chosen(text: str, file: Path, number: int | None) -> str:
    """One of the games of a text, counted from 1; the only one, if none is asked for."""
    games = sheet.games(text)
    if number is None and len(games) > 1:
        raise BadText("terminal.several", file=str(file), last=len(games))
    if number is not None and not 1 <= number <= len(games):
        raise BadText("core.text.absent", number=number, last=len(games))
    return text if number is None else games[number - 1]


def whole_text(file: Path) -> str:
    """The text of a file; "-" is the standard input."""
    try:
        content = sys.stdin.buffer.read() if file == STANDARD_INPUT else file.read_bytes()
        return content.decode("utf-8")
    except UnicodeDecodeError:
        raise BadText("terminal.no_text", file=str(file)) from None
    except OSError as error:
        raise BadText("terminal.unreadable", file=str(file), detail=error.strerror or str(error)) from None


def reached(saved: Saved, move: int | None) -> Match:
    """A saved game after so many moves, or as far as it goes; what stops it before is raised."""
    if saved.match is None or (move is not None and move > saved.replayed and saved.fault):
        assert saved.fault is not None
        raise saved.fault
    return saved.match if move is None else saved.match.at(move)


def viewpoint(match: Match, typed: str | None) -> Viewpoint:
    """A viewpoint as typed, one that the match can be seen from; all that can be seen if none is given."""
    known: dict[str | None, Viewpoint] = {None: match.knower, "everyone": "everyone", "spectator": None}
    known |= {str(seat): seat for seat in range(match.seats)}
    if typed not in known:
        raise BadOption("terminal.viewpoint", given=str(typed), last=match.seats - 1)
    match.known(known[typed])
    return known[typed]
