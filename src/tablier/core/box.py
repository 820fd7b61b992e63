"""The box of a game: what stands on it and lies in it besides the game itself. All of it may be left out.

``box.toml`` in the game's folder:

    minutes = 15
    age = 8
    year = 2008
    estimates = ["minutes", "age"]
    mechanisms = ["dice", "race"]

    [[presets]]
    key = "first"
    seats = 2
    options = { board = "small" }

Beside it lie ``cover.svg``, a picture of 4 by 3 (without one, the table in the middle of a game is drawn), and
``icon.svg``, a small square one (without one, a part of that table is), and
``README.md``, the rules. The texts are in the game's
``words.toml``: ``mechanism.dice`` and ``preset.first`` for the keys above, and ``intro.0``, ``intro.1`` … for the goal
and a turn in a few sentences.
"""

import re
import tomllib
from collections.abc import Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from tablier.core.words import Word, catalogue

PARTED = re.compile(r"^---$", re.MULTILINE)
"""In a README, the line between the English and the French part."""
TITLE = re.compile(r"^# .*$", re.MULTILINE)


@dataclass(frozen=True)
class Preset:
    """A way to play that the box recommends: so many seats, and some options; the others by default."""

    game: str
    key: str
    seats: int
    options: Mapping[str, Any]

    @property
    def words(self) -> Word:
        """What it is, in a few words."""
        return Word(f"{self.game}.preset.{self.key}")


@dataclass(frozen=True)
class Box:
    """What a game's box says; None where it is silent."""

    game: str
    folder: Path
    minutes: int | None = None  # of a game
    age: int | None = None  # of the youngest who can play
    year: int | None = None
    estimates: tuple[str, ...] = ()  # which of these are ours and not the author's
    mechanisms: tuple[str, ...] = ()  # keys of words, after "mechanism."
    presets: tuple[Preset, ...] = ()  # the first is for a first game

    @property
    def mechanism_words(self) -> tuple[Word, ...]:
        """What kind of game it is."""
        return tuple(Word(f"{self.game}.mechanism.{key}") for key in self.mechanisms)

    @property
    def intro(self) -> tuple[Word, ...]:
        """The goal and a turn in a few sentences; nothing if the game has no such words."""
        keys = sorted(key for key in catalogue(self.game) if key.startswith(f"{self.game}.intro."))
        return tuple(Word(key) for key in keys)

    @property
    def cover(self) -> Path | None:
        """The picture on the box."""
        return found(self.folder / "cover.svg")

    @property
    def icon(self) -> Path | None:
        """A small square picture of the game."""
        return found(self.folder / "icon.svg")

    def rules(self, language: str) -> str:
        """The rules in a language, as Markdown without their title; those of a README in one part as they are."""
        readme = found(self.folder / "README.md")
        parts = PARTED.split(readme.read_text(encoding="utf-8") if readme else "")
        part = parts[-1] if language == "fr" else parts[0]
        title = TITLE.search(part)
        return part[title.end() :].strip() if title else part.strip()


def found(path: Path) -> Path | None:
    """A file, if it is there."""
    return path if path.is_file() else None


def read(game: str, folder: Path) -> Box:
    """The box of a game; keys that no box has are refused."""
    path = found(folder / "box.toml")
    data = tomllib.loads(path.read_text(encoding="utf-8")) if path else {}
    data["presets"] = [Preset(game, **preset) for preset in data.get("presets", ())]
    values: dict[str, Any] = {name: tuple(value) if isinstance(value, list) else value for name, value in data.items()}
    return Box(game, folder, **values)
