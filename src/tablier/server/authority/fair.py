"""Whether the dice and cards of a game are those that were sealed before it began, for whoever asks."""

from __future__ import annotations

from typing import Any

from tablier.core.fairness import Report, verify
from tablier.core.match import Match
from tablier.core.words import word
from tablier.server.authority.table import Table


def of_table(table: Table, language: str) -> dict[str, Any]:
    """A table that is over, checked; of a running one the seed is still secret."""
    if not table.shown:
        return described(Report(None, 0, word("core.dice.running")), None, language)
    return of_text(table.match.text("everyone"), language)


def of_text(text: str, language: str) -> dict[str, Any]:
    """A saved game, checked."""
    saved = Match.read(text)
    whole = "seed" in saved.headers and "view" not in saved.headers
    return described(verify(saved), saved.match if whole else None, language)


def described(report: Report, match: Match | None, language: str) -> dict[str, Any]:
    """What was found, and all that it takes to draw everything again oneself."""
    record = None if match is None else recorded(match)
    return report.data(language) | {"record": record, "chances": [chance._asdict() for chance in report.chances]}


def recorded(match: Match) -> dict[str, Any]:
    """What everything is drawn from, and what was published of it before the game."""
    given = match.sealing
    return {
        "seed": match.digits, "commitment": match.commitment, "salts": list(match.salts),
        "hashes": list(given.hashes) if given else [], "given_by": list(given.given_by) if given else [],
    }  # fmt: skip
