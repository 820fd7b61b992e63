"""Garbage is searched for among what is new when memory has grown, and everywhere once an hour."""

import asyncio
import gc
import time
from collections.abc import Callable

import pytest

from tablier.server.net import sweeping


class Enough(Exception):
    """The test has seen what it wanted."""


@pytest.fixture
def done(monkeypatch: pytest.MonkeyPatch) -> list[str | float]:
    """What was done, and the seconds that were slept between, which is all that takes time."""
    done: list[str | float] = []

    async def sleep(seconds: float) -> None:
        done.append(seconds)

    def noted(name: str) -> Callable[[], None]:
        return lambda: done.append(name)

    for name in ("disable", "collect", "freeze", "unfreeze"):
        monkeypatch.setattr(gc, name, noted(name))
    monkeypatch.setattr(asyncio, "sleep", sleep)
    monkeypatch.setattr(time, "monotonic", lambda: sum(entry for entry in done if isinstance(entry, float)))
    return done


def sweep() -> None:
    """Sweep until the test has seen enough."""

    async def begin() -> None:
        prepared = asyncio.Event()
        prepared.set()
        await sweeping.swept(prepared)

    with pytest.raises(Enough):
        asyncio.run(begin())


def test_a_process_that_has_grown_by_a_quarter_is_searched_where_it_is_new(
    done: list[str | float], monkeypatch: pytest.MonkeyPatch
) -> None:
    sizes = iter([100, 100, 110, 124, 125])

    def largest() -> int:
        try:
            return next(sizes)
        except StopIteration:
            raise Enough from None

    monkeypatch.setattr(sweeping, "largest", largest)
    sweep()
    look = sweeping.LOOK
    assert done == ["disable", "unfreeze", "collect", "freeze", look, look, look, "collect", "freeze"]


def test_everything_is_searched_once_an_hour(done: list[str | float], monkeypatch: pytest.MonkeyPatch) -> None:
    def largest() -> int:
        if done.count("unfreeze") == 2:
            raise Enough
        return 100

    monkeypatch.setattr(sweeping, "largest", largest)
    sweep()
    assert [entry for entry in done if isinstance(entry, str)] == ["disable", *["unfreeze", "collect", "freeze"] * 2]
    assert time.monotonic() == sweeping.SWEEP


def test_this_process_has_a_size() -> None:
    assert sweeping.largest() > 1_000
