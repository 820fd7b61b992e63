"""Messages as they go over the wire: JSON, with lists in it that are written once for many."""

from collections.abc import Sequence
from typing import Any, overload

import orjson

Item = dict[str, Any]


class Written(Sequence[Item]):
    """A list whose items are written already; who looks at one reads it."""

    def __init__(self, texts: list[bytes]) -> None:
        self.texts = texts

    def __len__(self) -> int:
        return len(self.texts)

    @overload
    def __getitem__(self, index: int) -> Item: ...
    @overload
    def __getitem__(self, index: slice) -> Sequence[Item]: ...
    def __getitem__(self, index: int | slice) -> Item | Sequence[Item]:
        if isinstance(index, slice):
            return Written(self.texts[index])
        item: Item = orjson.loads(self.texts[index])
        return item

    def text(self) -> bytes:
        """The whole list."""
        return b"[" + b",".join(self.texts) + b"]"


def written(message: Item) -> bytes:
    """A message as it goes over the wire; lists in it may be written already."""
    return orjson.dumps(message, fragment, orjson.OPT_PASSTHROUGH_SUBCLASS)


def fragment(value: Any) -> Any:
    """What is written already, for a message around it."""
    if isinstance(value, Written):
        return orjson.Fragment(value.text())
    raise TypeError(f"{type(value)} cannot be sent")
