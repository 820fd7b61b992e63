"""What the names in a game's rules are called: by its own words, by common ones, or as they stand."""

from __future__ import annotations

from typing import Any

from tablier.core.words import LANGUAGES, Word, is_said, word


def said(game: Any, group: str, name: str) -> Word | str:
    """Something by its word, the game's own or a common one; without any, by the name that it has in the rules."""
    key = f"{game.key}.{group}.{name}"
    return word(key) if is_said(key) else name.replace("_", " ")


def spoken(text: Word | str) -> Word:
    """A text that may be a bare name, as a word."""
    return text if isinstance(text, Word) else word("core.common.parts.place", first=text)


def length(text: Word | str) -> int:
    """How many letters a text has, in the language in which it has most."""
    return max(len(spoken(text).say(language)) for language in LANGUAGES)
