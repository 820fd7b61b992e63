"""Examples of the documentation that are announced while some tests run, and forgotten then."""

from collections.abc import Iterator
from contextlib import contextmanager

from tablier.core import registry, words


@contextmanager
def announced(*games: str) -> Iterator[None]:
    """These games, among those that are known."""
    new = {*games} - {*registry.keys()}
    registry.announce({key: key for key in new})
    yield
    for key in new:
        del registry.SOURCES[key], words.FOLDERS[key]
