"""The sheet of a saved game: which lines are headers and which are moves, and where on it something is wrong.

How a line ends (LF, CRLF or CR), a byte order mark, spaces at the ends of lines, and empty lines at the beginning, at
the end and between headers and moves make no difference. Among the moves there may be comments, ``{…}``, and
variations between ``(`` and ``)``; what they hold is for ``core/notebook.py``, all others go by the main line.
"""

import difflib
import re
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import NamedTuple

from tablier.core.errors import BadPosition, BadText, Error
from tablier.core.words import Word, word

FORMAT = "1"
REQUIRED = ("tablier", "game", "rules", "options", "date", "result")
OPTIONAL = (
    "seats", "names", "commitment", "salts", "sealing", "hints", "clock", "times", "left", "view", "seen", "seed",
    "position",
)  # fmt: skip
KNOWN = REQUIRED + OPTIONAL
DUE = {
    "rules": "number", "seats": "number", "seed": "number", "options": "object", "position": "object",
    "names": "names", "salts": "salts", "commitment": "commitment", "sealing": "sealing", "view": "view",
    "date": "date", "hints": "hints", "seen": "seen", "clock": "clock", "times": "times", "left": "left",
}  # fmt: skip
"""What kind of thing a header holds that can be wrong."""
MARK = "\ufeff"
LINE_ENDS = re.compile("\r\n|\r|\n")
NUMBERED = re.compile(r"\d+[.)]")
HEADER = re.compile("[a-z][a-z0-9_-]{0,39}")
QUOTED = 60  # characters of a line, in a sentence about it
ALIKE = 0.75  # of names of headers, as difflib counts, from which one is thought to be a slip for the other
LONGEST_TEXT, LONGEST_HEADER, LONGEST_MOVE, LONGEST_COMMENT = 5_000_000, 1_000_000, 200, 2_000  # characters
MOST_MOVES, MOST_ROWS, MOST_GAMES = 20_000, 60_000, 1_000
MOVE, COMMENT, OPEN, ONWARD, CLOSE = "move", "comment", "(", "(+", ")"
"""The kinds of rows among the moves; a variation replaces the move before it, or goes on after it."""
BEGIN, END = "{", "}"


class Row(NamedTuple):
    """A row among the moves."""

    kind: str
    text: str
    line: int


@dataclass(frozen=True)
class Sheet:
    """The headers and the moves as they were written, and on which lines they stand."""

    headers: dict[str, str]
    moves: list[str]  # of the main line
    lines: list[int]  # on which they stand
    rows: list[Row]  # all that stands after the headers
    broken: dict[int, str]  # what is wrong with comments and brackets, by line
    top: int  # the line of the first header

    def line(self, header: str) -> int:
        """The line of a header."""
        return self.top + list(self.headers).index(header)


def read(text: str) -> Sheet:
    """The lines of a text; BadText if it is no saved game, or longer than any."""
    if len(text) > LONGEST_TEXT:
        raise BadText("core.text.long", most=LONGEST_TEXT)
    rows = [row.rstrip() for row in LINE_ENDS.split(text.lstrip(MARK))]
    begin = filled(rows, 0)
    if begin == len(rows):
        raise BadText("core.text.blank")
    gap = rows.index("", begin) if "" in rows[begin:] else len(rows)
    heads, first = read_heads(rows[begin:gap], begin + 1), filled(rows, gap)
    for name in REQUIRED:
        if name not in heads and first == len(rows):
            raise BadText("core.text.cut", header=name, line=gap)
        if name not in heads:
            raise BadText("core.text.missing", header=name, line=gap + 1)
    while not rows[-1]:
        rows.pop()
    body = list(read_rows(rows[first:], first + 1))
    found = Reading(body)
    moves, lines = [row.text for row in found.main], [row.line for row in found.main]
    return Sheet(heads, moves, lines, body, found.broken, begin + 1)


def doubts(headers: Mapping[str, str]) -> list[Word]:
    """Of unknown headers, which are kept as they are, those that may be known ones misspelt."""
    lacking = [name for name in KNOWN if name not in headers]
    close = {name: difflib.get_close_matches(name, lacking, 1, ALIKE) for name in headers if name not in KNOWN}
    return [word("core.text.doubt", header=name, close=found[0]) for name, found in close.items() if found]


# Moves, comments and variations


def read_rows(rows: Sequence[str], first: int) -> Iterator[Row]:
    """The rows among the moves, the first of which stands on a line; BadText if there are too many, or one too long."""
    if len(rows) > MOST_ROWS:
        raise BadText("core.text.rows", most=MOST_ROWS, line=first + MOST_ROWS)
    moves = 0
    for line, text in enumerate(rows, first):
        row = read_row(text, line)
        most = LONGEST_COMMENT if row.kind == COMMENT else LONGEST_MOVE
        if len(row.text.lstrip()) > most:
            raise BadText("core.text.wide", line=line, most=most)
        moves += row.kind == MOVE
        if moves > MOST_MOVES:
            raise BadText("core.text.many", most=MOST_MOVES, line=line)
        yield row


def read_row(text: str, line: int) -> Row:
    """A row among the moves; what begins as a comment and does not end as one is taken for a move, which it is not."""
    bare = text.strip()
    if bare in (OPEN, ONWARD, CLOSE):
        return Row(bare, "", line)
    if not bare.startswith(BEGIN) or not bare.endswith(END):
        return Row(MOVE, text, line)
    return Row(COMMENT, bare[1:-1].strip(), line)


class Reading:
    """The main line among rows with variations; brackets that do not fit stand in it as moves, which they are not."""

    def __init__(self, rows: Sequence[Row]) -> None:
        self.main: list[Row] = []
        self.broken: dict[int, str] = {}  # what is wrong, by line
        self.opened: list[Row] = []  # variations that are not closed yet
        self.moves = [0]  # that each of them has, after those of the main line
        for row in rows:
            self.take(row)
        if self.opened:
            self.refuse(self.opened[0], "core.text.open")

    def take(self, row: Row) -> None:
        """One row more."""
        if row.kind == MOVE:
            self.moves[-1] += 1
            self.main += [] if self.opened else [row]
            if row.text.lstrip().startswith(BEGIN):
                self.broken[row.line] = "core.text.comment"
        elif row.kind == OPEN and not self.moves[-1]:
            self.refuse(row, "core.text.instead")
        elif row.kind in (OPEN, ONWARD):
            self.opened.append(row)
            self.moves.append(0)
        elif row.kind == CLOSE:
            self.close(row)

    def close(self, row: Row) -> None:
        """The end of a variation."""
        if not self.opened:
            self.refuse(row, "core.text.close")
        elif not self.moves[-1]:
            self.refuse(row, "core.text.hollow")
        if self.opened:
            self.opened.pop()
            self.moves.pop()

    def refuse(self, row: Row, key: str) -> None:
        """Keep what is wrong with a row, before which the main line ends."""
        self.broken[row.line] = key
        self.main.append(Row(MOVE, row.kind, row.line))


def games(text: str) -> list[str]:
    """The saved games of a text, each of which begins, but for the first, with its format after an empty line."""
    if len(text) > LONGEST_TEXT:
        raise BadText("core.text.long", most=LONGEST_TEXT)
    rows = LINE_ENDS.split(text.lstrip(MARK))
    first = filled([row.rstrip() for row in rows], 0)
    begins = [
        place for place in range(first + 1, len(rows)) if rows[place].startswith(NEXT) and not rows[place - 1].strip()
    ]
    if len(begins) >= MOST_GAMES:
        raise BadText("core.text.games", most=MOST_GAMES)
    return ["\n".join(rows[start:end]) for start, end in zip([0, *begins], [*begins, len(rows)], strict=True)]


NEXT = "tablier:"


# Headers


def filled(rows: Sequence[str], begin: int) -> int:
    """The place of the next row that is not empty, counted from 0; the number of rows if there is none."""
    return next((place for place in range(begin, len(rows)) if rows[place]), len(rows))


def read_heads(rows: Sequence[str], top: int) -> dict[str, str]:
    """The headers, of which the first stands on a line."""
    if not any(map(is_head, rows)):
        raise BadText("core.text.none")
    check_format(rows, top)
    check_lengths(rows, top, LONGEST_HEADER)
    heads: dict[str, str] = {}
    for line, row in enumerate(rows, top):
        name, colon, value = row.partition(":")
        if not colon:
            raise BadText("core.text.no_header", line=line, row=row[:QUOTED])
        if not HEADER.fullmatch(name):
            raise BadText("core.text.header", line=line, header=name[:QUOTED], known=list(KNOWN))
        if name in heads:
            raise BadText("core.text.twice", line=line, header=name)
        heads[name] = value.strip()
    return heads


def is_head(row: str) -> bool:
    """Whether a row is a header."""
    name, colon, _ = row.partition(":")
    return bool(colon) and name in KNOWN


def check_format(rows: Sequence[str], top: int) -> None:
    """Refuse another format before anything else is said against it."""
    for line, row in enumerate(rows, top):
        name, _, value = row.partition(":")
        if name == "tablier" and value.strip() != FORMAT:
            raise BadText("core.text.format", line=line, given=value.strip()[:QUOTED], known=FORMAT)


def check_lengths(rows: Sequence[str], top: int, most: int) -> None:
    """Refuse rows that are longer than any of a saved game, of which the first stands on a line."""
    for line, row in enumerate(rows, top):
        if len(row) > most:
            raise BadText("core.text.wide", line=line, most=most)


# Where something is wrong


def misplaced(sheet: Sheet, number: int) -> BadText | None:
    """What is wrong with a row among the moves, counted from 0, that does not even look like a move."""
    row, line = sheet.moves[number], sheet.lines[number]
    if line in sheet.broken:
        return BadText(sheet.broken[line], line=line)
    if is_head(sheet.moves[filled(sheet.moves, number)]):
        return BadText("core.text.second", line=line)
    if not row:
        return BadText("core.text.empty", line=line)
    return BadText("core.text.numbered", line=line, row=row[:QUOTED]) if NUMBERED.match(row) else None


def located(fault: Error, sheet: Sheet) -> BadText:
    """A fault of the headers, with the line on which it stands and what would be right."""
    if not isinstance(fault, BadText):
        header = holder(fault, sheet)
        return BadText("core.text.head", line=sheet.line(header), header=header, detail=fault.word)
    args = fault.word.args
    if "line" in args or args.get("header") not in sheet.headers:
        return fault
    due = {"due": word(f"core.text.due.{DUE[args['header']]}")} if fault.key == "core.text.value" else {}
    return BadText(fault.key, **args, line=sheet.line(args["header"]), **due)


def holder(fault: Error, sheet: Sheet) -> str:
    """The header to which a fault belongs that knows of none."""
    if isinstance(fault, BadPosition) and "position" in sheet.headers:
        return "position"
    if fault.key == "core.game.seats" and "seats" in sheet.headers:
        return "seats"
    return "game" if fault.key.startswith("core.game.") else "options"
