"""What was worked out to tell of one table."""

from collections import OrderedDict
from collections.abc import Callable
from typing import Any, TypeVar

Made = TypeVar("Made")
Key = tuple[Any, ...]

KEPT = 128  # things; a move brings some ten, and half of them are looked at again after the next


class Cache:
    """Everything that is kept of what viewers of a table are told.

    There is one rule: a thing is kept under its name and all that it was made of, whose eyes it was made for among
    that. So what is found is never out of date and never somebody else's, and nothing has to be thrown away but, when
    there is too much, what was not looked at for the longest time.
    """

    def __init__(self) -> None:
        self.known: OrderedDict[Key, Any] = OrderedDict()

    def once(self, key: Key, make: Callable[..., Made], *of: Any) -> Made:
        """What is kept under a key, or else made."""
        known: Made | None = self.known.get(key)
        if known is not None:
            self.known.move_to_end(key)
            return known
        made = self.known[key] = make(*of)
        if len(self.known) > KEPT:
            self.known.popitem(last=False)
        return made
