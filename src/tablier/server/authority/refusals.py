"""Refusals of the server: sentences with a code and a status that fits."""

import math
from typing import Any

from tablier.core.errors import Error

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


def described(error: Error, language: str) -> dict[str, Any]:
    """A refusal as it is sent."""
    message = error.say(language).encode(errors="replace").decode()  # it may quote what cannot be sent
    told: dict[str, Any] = {"code": error.key.removeprefix(CATALOGUE), "message": message}
    retry_after = getattr(error, "retry_after", None)
    if retry_after is not None:
        told["retry_after"] = max(1, math.ceil(retry_after * TENTHS)) / TENTHS
    return told
