"""Messages as they go over the wire: JSON, in which a value may be written already."""

from typing import Any

import orjson
from orjson import Fragment

__all__ = ["Fragment", "read", "written"]


def written(message: Any) -> bytes:
    """A message, or a value in one, as it goes over the wire; what is a ``Fragment`` of it is written already."""
    return orjson.dumps(message)


def read(text: bytes) -> dict[str, Any]:
    """A message that was written."""
    told: dict[str, Any] = orjson.loads(text)
    return told
