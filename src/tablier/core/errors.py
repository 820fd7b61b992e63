"""Errors that reach a person: each has a stable key and says what is wrong, in English and in French."""

from typing import Any

from tablier.core.words import Word


class Error(ValueError):
    """Base of all refusals. ``str()`` is English."""

    def __init__(self, key: str, **args: Any) -> None:
        self.word = Word(key, args)
        super().__init__(key)

    @property
    def key(self) -> str:
        """A name for this fault that does not change when its sentence does."""
        return self.word.key

    def say(self, language: str = "en") -> str:
        """The sentence in a language."""
        return self.word.say(language)

    def __str__(self) -> str:
        return self.say()


class IllegalMove(Error):
    """A move that cannot be made here."""


class BadPosition(Error):
    """A position that breaks the format or a rule."""


class BadOption(Error):
    """An unknown game, a number of seats it is not for, or an option or value it does not have."""


class BadText(Error):
    """A saved game that cannot be read or replayed."""


class NotNow(Error):
    """Something that this match cannot do at this moment."""
