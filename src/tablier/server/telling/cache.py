"""What was worked out to tell of one table."""

from collections.abc import Callable
from typing import Any, TypeVar

Made = TypeVar("Made")
Key = tuple[Any, ...]

KEPT = 64  # things at least, twice as many at most; a move brings some ten, and half are looked at after the next


class Cache:
    """Everything that is kept of what viewers of a table are told.

    There is one rule: a thing is kept under its name and all that it was made of, whose eyes it was made for among
    that. So what is found is never out of date and never somebody else's, and nothing has to be thrown away but, when
    there is too much, what was not looked at for long.
    """

    def __init__(self) -> None:
        self.recent: dict[Key, Any] = {}
        self.older: dict[Key, Any] = {}  # what was recent before

    def once(self, key: Key, make: Callable[..., Made], *of: Any) -> Made:
        """What is kept under a key, or else made."""
        known: Made | None = self.recent.get(key)
        if known is None:
            known = self.older.get(key)
            if known is None:
                known = make(*of)
            if len(self.recent) >= KEPT:
                self.older, self.recent = self.recent, {}
            self.recent[key] = known
        return known
