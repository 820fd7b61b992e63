"""The examples of the documentation are announced while these tests run."""

from collections.abc import Iterator

import pytest

from tablier.core import registry, words

EXAMPLES = ("four", "hex", "liars")


@pytest.fixture(scope="package", autouse=True)
def announced() -> Iterator[None]:
    """Among the games that are known."""
    before = {*registry.keys()}
    registry.announce({key: key for key in EXAMPLES})
    yield
    for key in {*EXAMPLES} - before:
        del registry.SOURCES[key], words.FOLDERS[key]
