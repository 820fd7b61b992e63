"""The sheet of a saved game: which lines are headers and which are moves, and where on it something is wrong.

How a line ends (LF, CRLF or CR), a byte order mark, spaces at the ends of lines, and empty lines at the beginning, at
the end and between headers and moves make no difference.
"""

import re
from collections.abc import Sequence
from dataclasses import dataclass

from tablier.core.errors import BadPosition, BadText, Error
from tablier.core.words import word

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
QUOTED = 60  # characters of a line, in a sentence about it
LONGEST_TEXT, LONGEST_HEADER, LONGEST_MOVE = 5_000_000, 1_000_000, 200  # characters
MOST_MOVES = 20_000


@dataclass(frozen=True)
class Sheet:
    """The headers and the moves as they were written, and on which lines they begin."""

    headers: dict[str, str]
    moves: list[str]
    top: int  # the line of the first header
    first: int  # the line of the first move

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
    moves = rows[first:]
    while moves and not moves[-1]:
        moves.pop()
    if len(moves) > MOST_MOVES:
        raise BadText("core.text.many", most=MOST_MOVES, line=first + MOST_MOVES + 1)
    check_lengths(moves, first + 1, LONGEST_MOVE)
    return Sheet(heads, moves, begin + 1, first + 1)


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
        if name not in KNOWN:
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
    row, line = sheet.moves[number], sheet.first + number
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
