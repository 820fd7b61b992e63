"""What is reviewed: a game that is over, or one that somebody has brought; what may not be looked at is refused."""

from __future__ import annotations

import hashlib
from typing import NamedTuple

from tablier.core.match import Match
from tablier.core.registry import load
from tablier.reviewing.data import FORMAT
from tablier.reviewing.review import subject
from tablier.server.authority.refusals import Refused
from tablier.server.authority.table import Table

MOST_MOVES = 1_200  # of a game that is reviewed
TABLE, TEXT = "table", "text"


class Subject(NamedTuple):
    """A game as it is reviewed: the key under which that is kept, the account that is looked at, and what of it.

    ``stamp`` is another one as soon as the review would be another one.
    """

    key: str
    game: str
    text: str
    stamp: str
    kind: str


def of_table(table: Table) -> Subject:
    """The game of a table from which nothing is hidden any more."""
    if table.closed:
        raise Refused("server.table.closed", 410)
    if not table.shown:
        raise Refused("server.review.running", 409)
    return made(table.setup.table, table.match, table.match.text("everyone"), TABLE)


def of_text(text: str) -> Subject:
    """A saved game as somebody may keep it: of a running one with secrets, what one seat knows."""
    match = subject(Match.from_text(text), None)
    return made(key_of(text), match, text, TEXT)


def key_of(text: str) -> str:
    """By what a text is found again that nobody else has."""
    return hashlib.sha256(text.encode(errors="surrogatepass")).hexdigest()


def made(key: str, match: Match, text: str, kind: str) -> Subject:
    """A game of which there is something to say, and not too much."""
    if not match.codes:
        raise Refused("server.review.empty", 422)
    if len(match.codes) > MOST_MOVES:
        raise Refused("server.review.long", 422, most=MOST_MOVES)
    return Subject(key, match.game, text, f"{FORMAT} {load(match.game).version} {len(match.codes)}", kind)
