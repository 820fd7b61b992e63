"""Series of which the first is enough for every day, and the others are for the slow tests."""

from typing import Any

import pytest


def series(first: Any, *others: Any) -> list[Any]:
    """Values of a parameter, all but the first of them marked as slow."""
    return [first, *(pytest.param(value, marks=pytest.mark.slow) for value in others)]
