"""Words: every text a person reads, in French and English, side by side in ``words.toml`` files.

    [tent.disc]
    fr = "le disque"
    en = "the disc"

A key's first part names its catalogue: a part of the house, or a game. Texts may hold ``{name}`` for arguments.
"""

import os
import tomllib
from collections.abc import Callable
from dataclasses import dataclass, field
from functools import cache, lru_cache, partial
from pathlib import Path
from typing import Any

LANGUAGES = ("en", "fr")
WORDS_KEPT = 4_096
HOUSE = {
    "core": "core", "terminal": "terminal", "remote": "remote", "server": "server", "reference": "server/api/reference",
    "pages": "web/templates", "web": "web", "lab": "lab", "authors": "authors",
    "review": "reviewing",
}  # fmt: skip
"""The catalogues that belong to no game, and their folders: the one place that lists them."""
COMMON = "core.common."
"""What games have in common words, if they have none of their own: their seats, reasons and moves."""
FOLDERS: dict[str, Callable[[], Path]] = {
    name: partial(Path(__file__).parents[1].joinpath, folder) for name, folder in HOUSE.items()
}
"""Where each catalogue lies; those of the games are announced by the registry."""


@dataclass(frozen=True)
class Word:
    """A text by its key, with arguments: numbers, plain strings that are the same in every language, or other words."""

    key: str
    args: dict[str, Any] = field(default_factory=dict)

    def __hash__(self) -> int:
        return hash(self.key)  # the arguments need not be hashable

    def say(self, language: str = "en") -> str:
        """The text in a language, kept with the word."""
        known = vars(self)
        if language not in known:
            spoken = {name: spell(value, language) for name, value in self.args.items()}
            known[language] = text(self.key, language).format(**spoken)
        return known[language]  # type: ignore[no-any-return]


def word(key: str, **args: Any) -> Word:
    """A text by its key and arguments; as long as it is remembered, the same word again."""
    try:
        return kept_word(key, **args)
    except TypeError:  # there is a list among them
        return Word(key, args)


def seat_word(game: str, seat: int) -> Word:
    """A seat of a game by its name, as on the board."""
    return word(f"{game}.seat.{seat}")


def seat_words(game: str) -> Callable[[int], Word]:
    """What gives the seats of one game by their names."""
    return partial(seat_word, game)


@lru_cache(WORDS_KEPT, typed=True)  # 1 and True are equal, but not as texts
def kept_word(key: str, **args: Any) -> Word:
    """A word that is remembered."""
    return Word(key, args)


def spell(value: Any, language: str) -> Any:
    """An argument as it stands in a text; of several, a list with commas."""
    if isinstance(value, Word):
        return value.say(language)
    if isinstance(value, list | tuple):
        return ", ".join(str(spell(item, language)) for item in value)
    return value


def environment_language() -> str:
    """French if the environment says so, else English."""
    setting = os.environ.get("LC_ALL") or os.environ.get("LC_MESSAGES") or os.environ.get("LANG") or ""
    return "fr" if setting.lower().startswith("fr") else "en"


def text(key: str, language: str) -> str:
    """The bare text of a key, its placeholders unfilled.

    What a game has no text for may have a common one; if not, the end of its key is better than nothing.
    """
    name, _, rest = key.partition(".")
    if key in catalogue(name) or name in HOUSE:
        return catalogue(name)[key][language]
    common = catalogue("core").get(COMMON + rest)
    return common[language] if common else rest.rpartition(".")[2].replace("_", " ")


def said(text: "str | Word", language: str) -> str:
    """A text that may be a word, in a language."""
    return text if isinstance(text, str) else text.say(language)


def is_said(key: str) -> bool:
    """Whether there is a text of a key, the game's own or a common one."""
    name, _, rest = key.partition(".")
    return key in catalogue(name) or COMMON + rest in catalogue("core")


def announce(name: str, folder: Callable[[], Path]) -> None:
    """Make the catalogue of a game known by where it lies, which is asked for when it is first read."""
    FOLDERS[name] = folder


@cache
def catalogue(name: str) -> dict[str, dict[str, str]]:
    """All texts of one catalogue, by full key."""
    with (FOLDERS[name]() / "words.toml").open("rb") as file:
        return flattened(name, tomllib.load(file))


def flattened(key: str, tree: dict[str, Any]) -> dict[str, dict[str, str]]:
    """Nested tables as one table with dotted keys; a table of plain strings is a text."""
    if all(isinstance(value, str) for value in tree.values()):
        return {key: tree}
    return {full: texts for name, branch in tree.items() for full, texts in flattened(f"{key}.{name}", branch).items()}
