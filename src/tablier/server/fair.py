"""Whether the dice and cards of a game are those that were sealed before it began, for whoever asks."""

from __future__ import annotations

from typing import Any

from tablier.core.fairness import Report, verify
from tablier.core.words import word
from tablier.server.table import Table

CHECKED = "core.dice."
UNKNOWN = ("core.dice.running", "core.dice.no_seed")
"""What is said of a game that cannot be checked."""


def of_table(table: Table, language: str) -> dict[str, Any]:
    """A table that is over, checked; of a running one the seed is still secret."""
    if not table.shown:
        return described(Report(False, 0, word("core.dice.running")), language)
    return of_text(table.match.text("everyone"), language)


def of_text(text: str, language: str) -> dict[str, Any]:
    """A saved game, checked."""
    return described(verify(text), language)


def described(report: Report, language: str) -> dict[str, Any]:
    """What was found as it is sent; ``ok`` is null if it cannot be known."""
    known = report.key.startswith(CHECKED) and report.key not in UNKNOWN
    return {"ok": report.right if known else None, "sentence": report.say(language), "draws": report.draws}
