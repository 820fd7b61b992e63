"""The example with hidden dice is announced while these tests run."""

from collections.abc import Iterator

import pytest

from tablier.core import registry, words


@pytest.fixture(scope="package", autouse=True)
def announced() -> Iterator[None]:
    """Liar's Dice, among the games that are known."""
    registry.keys()
    registry.announce({"liars": "liars"})
    yield
    del registry.SOURCES["liars"], words.FOLDERS["liars"]
