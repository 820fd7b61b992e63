"""Refusals of the server: sentences with a code and a status that fits."""

from typing import Any

from tablier.core.errors import Error

CATALOGUE = "server."


class Refused(Error):
    """Something that the server does not do."""

    def __init__(self, key: str, status: int = 409, retry_after: float | None = None, **args: Any) -> None:
        super().__init__(key, **args)
        self.status, self.retry_after = status, retry_after


def described(error: Error, language: str) -> dict[str, Any]:
    """A refusal as it is sent."""
    told: dict[str, Any] = {"code": error.key.removeprefix(CATALOGUE), "message": error.say(language)}
    retry_after = getattr(error, "retry_after", None)
    if retry_after is not None:
        told["retry_after"] = round(retry_after, 1)
    return told
