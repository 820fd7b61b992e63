"""The example with hidden dice is announced while these tests run."""

from collections.abc import Iterator

import pytest

from tests.examples import announced


@pytest.fixture(scope="package", autouse=True)
def liars() -> Iterator[None]:
    """Liar's Dice, among the games that are known."""
    with announced("liars"):
        yield
