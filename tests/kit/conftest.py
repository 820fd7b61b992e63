"""The small games of this folder are announced while its tests run, and forgotten then."""

from collections.abc import Iterator

import pytest

from tablier.core import registry, words
from tests.kit.tables import GAMES


@pytest.fixture(scope="package", autouse=True)
def announced() -> Iterator[None]:
    """The games, among those that are known."""
    registry.keys()
    registry.announce(GAMES)
    yield
    for key in GAMES:
        del registry.SOURCES[key], words.FOLDERS[key]
