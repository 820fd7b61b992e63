"""The example with hidden dice is announced while these tests run."""

from collections.abc import Iterator

import pytest

from tablier.core import registry, words


@pytest.fixture(scope="package", autouse=True)
def announced() -> Iterator[None]:
    """Liar's Dice, among the games that are known."""
    before = {*registry.keys()}
    registry.announce({key: key for key in ("liars",)})
    yield
    for key in {*("liars",)} - before:
        del registry.SOURCES[key], words.FOLDERS[key]
