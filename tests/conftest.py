"""For daily work, ``--smallest`` leaves of the tests that run over all variants those with the smallest ones."""

from itertools import compress
from operator import not_

import pytest


def pytest_addoption(parser: pytest.Parser) -> None:
    parser.addoption("--smallest", action="store_true", help="of every game only the usual variant for the fewest")


def pytest_collection_modifyitems(config: pytest.Config, items: list[pytest.Item]) -> None:
    """Leave out all variants of a game but its first, which is the usual one for the fewest seats."""
    if not config.getoption("smallest"):
        return
    smallest = [is_smallest(item) for item in items]
    config.hook.pytest_deselected(items=list(compress(items, map(not_, smallest))))
    items[:] = compress(items, smallest)


def is_smallest(item: pytest.Item) -> bool:
    from tests.contract.kit import ALL_CASES, Case

    callspec = getattr(item, "callspec", None)
    case = callspec.params.get("case") if callspec else None
    return not isinstance(case, Case) or case == next(other for other in ALL_CASES if other.game == case.game)
