"""Faults: what is wrong with a game, each as a sentence with the file and the line where it was made."""

from __future__ import annotations

import traceback
from collections.abc import Iterable
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

from tablier.core.words import Word, word

LONGEST = 300  # letters of a message that somebody else has written


@dataclass(frozen=True)
class Fault:
    """A fault by the key of its sentence, after "authors.fault.", with arguments; ``line`` 0 is the whole file."""

    key: str
    path: str = ""
    line: int = 0
    args: dict[str, Any] = field(default_factory=dict)

    def __hash__(self) -> int:
        return hash((self.key, self.path, self.line, repr(self.args)))

    @property
    def is_remark(self) -> bool:
        """Whether it is only worth knowing, and nothing is wrong."""
        return self.key.startswith("remark.")

    @property
    def word(self) -> Word:
        """The sentence, after its place."""
        sentence = Word(f"authors.fault.{self.key}", self.args)
        if not self.path:
            return sentence
        return word("authors.at", place=f"{self.path}:{self.line}" if self.line else self.path, sentence=sentence)

    def say(self, language: str = "en") -> str:
        """The sentence in a language."""
        return self.word.say(language)

    def data(self) -> dict[str, Any]:
        """As JSON data, to be read by ``read``."""
        return {"key": self.key, "path": self.path, "line": self.line, "args": plain(self.args)}


def serious(found: Iterable[Fault]) -> list[Fault]:
    """Those that are more than remarks."""
    return [fault for fault in found if not fault.is_remark]


def plain(value: Any) -> Any:
    """Arguments as JSON: words by their keys."""
    if isinstance(value, Word):
        return {"word": value.key, "args": plain(value.args)}
    if isinstance(value, dict):
        return {name: plain(inner) for name, inner in value.items()}
    return [plain(inner) for inner in value] if isinstance(value, list | tuple) else value


def read(data: dict[str, Any]) -> Fault:
    """A fault from such data."""
    return Fault(
        data["key"], data["path"], data["line"], {name: revived(value) for name, value in data["args"].items()}
    )


def revived(value: Any) -> Any:
    """An argument from JSON."""
    if isinstance(value, dict):
        return Word(value["word"], {name: revived(inner) for name, inner in value["args"].items()})
    return [revived(inner) for inner in value] if isinstance(value, list) else value


def shortened(path: Path | str, folder: Path) -> str:
    """A path from the game's own folder on: nobody needs to know where on a machine it lies."""
    path = Path(path)
    return str(path.relative_to(folder.parent)) if path.is_relative_to(folder.parent) else path.name


def function_fault(key: str, function: Any, folder: Path, **args: Any) -> Fault:
    """A fault of a function, where it is defined."""
    code = getattr(getattr(function, "py_func", function), "__code__", None)
    if code is None or not Path(code.co_filename).is_relative_to(folder):
        return Fault(key, args=args)
    return Fault(key, shortened(code.co_filename, folder), code.co_firstlineno, args)


def raised(error: BaseException, folder: Path, key: str = "raises", **args: Any) -> Fault:
    """An exception as a fault, at the last line of the game's own that was on the way to it."""
    said = message(error)
    if isinstance(error, SyntaxError) and error.filename:
        return Fault(key, shortened(error.filename, folder), error.lineno or 0, {"error": said} | args)
    for frame in reversed(traceback.extract_tb(error.__traceback__)):
        if Path(frame.filename).is_relative_to(folder):
            return Fault(key, shortened(frame.filename, folder), frame.lineno or 0, {"error": said} | args)
    return Fault(key, args={"error": said} | args)


def message(error: BaseException) -> str:
    """What an exception says, in one short line; the paths of this machine are nobody's business."""
    said = " ".join((error.msg if isinstance(error, SyntaxError) else str(error)).split())
    said = said.replace(str(Path.home()), "~")[:LONGEST]
    return f"{type(error).__name__}: {said}" if said else type(error).__name__
