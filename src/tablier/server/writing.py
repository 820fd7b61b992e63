"""Messages as they go over the wire: JSON, with lists in it that are written once for many."""

from __future__ import annotations

from collections.abc import Iterable
from functools import cached_property
from typing import Any

import orjson


class Written(list[dict[str, Any]]):
    """A list that is written already, item by item."""

    def __init__(self, items: Iterable[dict[str, Any]], texts: list[bytes]) -> None:
        super().__init__(items)
        self.texts = texts

    @classmethod
    def of(cls, items: Iterable[dict[str, Any]]) -> Written:
        """A list, written now."""
        kept = list(items)
        return cls(kept, [written(item) for item in kept])

    @cached_property
    def text(self) -> bytes:
        """The whole list."""
        return b"[" + b",".join(self.texts) + b"]"


def written(message: dict[str, Any]) -> bytes:
    """A message as it goes over the wire; the lists right in it may be written already."""
    return orjson.dumps(message, fragment, orjson.OPT_PASSTHROUGH_SUBCLASS)


def read(text: bytes) -> dict[str, Any]:
    """A message that was written."""
    told: dict[str, Any] = orjson.loads(text)
    return told


def fragment(value: Any) -> Any:
    """What is written already, for a message around it."""
    if isinstance(value, Written):
        return orjson.Fragment(value.text)
    raise TypeError(f"{type(value)} cannot be sent")
