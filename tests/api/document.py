"""The examples of ``docs/api.md``, and how they are compared with what is really sent."""

import json
import re
from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from typing import Any

from tests.api.kit import ROOT

FENCE = re.compile(r"^```(?P<kind>\w+)(?: (?P<mark>[^\n]+))?\n(?P<text>.*?)^```$", re.MULTILINE | re.DOTALL)


@dataclass(frozen=True)
class Example:
    """A fenced piece of the document: ``mark`` says which way it goes."""

    kind: str
    mark: str
    text: str

    @property
    def data(self) -> Any:
        return json.loads(self.text)


def examples() -> list[Example]:
    text = (ROOT / "docs" / "api.md").read_text(encoding="utf-8")
    return [Example(found["kind"], found["mark"] or "", found["text"]) for found in FENCE.finditer(text)]


def marked(mark: str) -> list[Any]:
    return [example.data for example in examples() if example.mark == mark]


PARTS = ("still", "parts", "changed", "ghost")
"""Under these names there are parts of a picture, which all have one shape."""
STANDING = "now"
"""Under this name a table tells how things stand, as messages of this type do."""


def keys(messages: Iterable[Any]) -> set[str]:
    """The paths of all names in some data; items of a list count as one, and parts of pictures are all alike."""
    found: set[str] = set()
    for message in messages:
        collect(message, "", found)
    return found


def collect(data: Any, path: str, found: set[str]) -> None:
    if isinstance(data, dict):
        for name, value in data.items():
            found.add(f"{path}.{name}")
            collect(value, "part" if name in PARTS else f"{path}.{name}", found)
    elif isinstance(data, list):
        for item in data:
            collect(item, path, found)


def of_kind(messages: Iterable[dict[str, Any]], kind: str) -> Iterator[dict[str, Any]]:
    """The messages of a kind; how things stand is told alone and in tables."""
    for message in messages:
        if message["type"] == "table":
            if kind == "table":
                yield {name: value for name, value in message.items() if name != STANDING}
            elif kind == STANDING:
                yield {"type": STANDING, **message[STANDING]}
        elif message["type"] == kind:
            yield message
