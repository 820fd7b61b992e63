"""Messages as they go over the wire: JSON, by the quickest writer that is installed."""

import importlib
import json
from typing import Any


def installed(name: str) -> Any:
    """A module, or None if there is none of that name."""
    try:
        return importlib.import_module(name)
    except ImportError:
        return None


orjson = installed("orjson")  # without it messages are written by the standard library: the same, but slower
encode = json.JSONEncoder(ensure_ascii=False, separators=(",", ":")).encode
HOLE = "\0"  # stands for a written list until the message around it is written; no text that is sent holds it


class Written(list[dict[str, Any]]):
    """A list that is written already, item by item."""

    def __init__(self) -> None:
        super().__init__()
        self.texts: list[bytes] = []

    def text(self) -> bytes:
        """The whole list."""
        return b"[" + b",".join(self.texts) + b"]"


def written(message: dict[str, Any]) -> bytes:
    """A message as it goes over the wire; the lists right in it may be written already."""
    if orjson is not None:
        text: bytes = orjson.dumps(message, fragment, orjson.OPT_PASSTHROUGH_SUBCLASS)
        return text
    holes = [name for name, value in message.items() if isinstance(value, Written)]
    text = encode(message | dict.fromkeys(holes, HOLE)).encode()
    for name in holes:
        text = text.replace(encode(HOLE).encode(), message[name].text(), 1)
    return text


def fragment(value: Any) -> Any:
    """What is written already, for a message around it."""
    if isinstance(value, Written):
        return orjson.Fragment(value.text())
    raise TypeError(f"{type(value)} cannot be sent")
