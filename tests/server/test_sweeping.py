"""Garbage is searched for when memory has grown, and once an hour."""

import asyncio
import time

import pytest

from tablier.server.net import sweeping


@pytest.fixture
def passed(monkeypatch: pytest.MonkeyPatch) -> list[float]:
    """The seconds that were slept, which is all that takes time."""
    slept = [0.0]

    async def sleep(seconds: float) -> None:
        slept.append(seconds)

    monkeypatch.setattr(asyncio, "sleep", sleep)
    monkeypatch.setattr(time, "monotonic", lambda: sum(slept))
    return slept


def test_a_search_is_due_when_the_process_has_grown_by_a_quarter(
    passed: list[float], monkeypatch: pytest.MonkeyPatch
) -> None:
    sizes = iter([100, 100, 110, 124, 125])
    monkeypatch.setattr(sweeping, "largest", lambda: next(sizes))
    asyncio.run(sweeping.due())
    assert sum(passed) == 3 * sweeping.LOOK
    assert next(sizes, None) is None


def test_a_search_is_due_once_an_hour_in_any_case(passed: list[float]) -> None:
    asyncio.run(sweeping.due())
    assert sum(passed) == sweeping.SWEEP


def test_this_process_has_a_size() -> None:
    assert sweeping.largest() > 1_000
