"""What an adapter says when its library is not there."""

from tablier.core.errors import NotNow


def lacking(error: ModuleNotFoundError, extra: str) -> NotNow:
    """The sentence that names what is missing, and the extra that has it."""
    return NotNow("core.adapter.extra", module=(error.name or extra).partition(".")[0], extra=extra)
