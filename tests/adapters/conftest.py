"""The examples of the documentation are announced while these tests run."""

from collections.abc import Iterator

import pytest

from tests.examples import announced

EXAMPLES = ("four", "hex", "liars")


@pytest.fixture(scope="package", autouse=True)
def examples() -> Iterator[None]:
    """Among the games that are known."""
    with announced(*EXAMPLES):
        yield
