"""Refusals of the server: sentences with a code and a status that fits."""

import math
from typing import Any

from tablier.core.errors import Error
from tablier.core.words import Word, word

CATALOGUE = "server."
PREPARED_SOON = 5.0  # seconds after which it is worth asking again for a game that is being prepared
TENTHS = 10  # of a second, to which waiting is rounded up


class Refused(Error):
    """Something that the server does not do."""

    def __init__(self, key: str, status: int = 409, retry_after: float | None = None, **args: Any) -> None:
        super().__init__(key, **args)
        self.status, self.retry_after = status, retry_after


def preparing() -> Refused:
    """A game that has to be compiled first."""
    return Refused("server.table.preparing", 503, PREPARED_SOON)


def wait_word(seconds: float) -> Word:
    """For how long to wait, in words."""
    count = max(1, math.ceil(seconds))
    for unit, length in UNITS:
        if count >= 2 * length:
            return word(f"server.wait.{unit}", count=math.ceil(count / length))
    return word("server.wait.second") if count == 1 else word("server.wait.seconds", count=count)


UNITS = (("days", 86_400), ("hours", 3_600), ("minutes", 60))
"""In which waiting is told, as soon as it is two of them."""


def too_often(what: str, seconds: float) -> Refused:
    """What comes too often: what it is, and when it would be taken."""
    args = {"what": word(f"server.rate.{what}"), "wait": wait_word(seconds)}
    return Refused("server.limits.rate", 429, seconds, **args)


def described(error: Error, language: str) -> dict[str, Any]:
    """A refusal as it is sent."""
    message = error.say(language).encode(errors="replace").decode()  # it may quote what cannot be sent
    told: dict[str, Any] = {"code": error.key.removeprefix(CATALOGUE), "message": message}
    retry_after = getattr(error, "retry_after", None)
    if retry_after is not None:
        told["retry_after"] = max(1, math.ceil(retry_after * TENTHS)) / TENTHS
    return told
