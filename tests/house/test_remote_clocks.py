"""Clocks at a terminal: as they are typed, and as they are shown."""

from typing import Any

import pytest

from tablier.core.errors import BadOption
from tablier.remote.play import figures, read_clock


@pytest.mark.parametrize(
    ("text", "clock"),
    [
        ("", None),
        ("5+3", {"kind": "fischer", "minutes": 5, "seconds": 3}),
        ("10", {"kind": "fischer", "minutes": 10, "seconds": 0}),
        ("0.5d3", {"kind": "delay", "minutes": 0.5, "seconds": 3}),
        ("3d", {"kind": "days", "days": 3}),
    ],
)
def test_a_clock_as_it_is_typed(text: str, clock: dict[str, Any] | None) -> None:
    assert read_clock(text) == clock


@pytest.mark.parametrize("text", ["x", "5+", "+3", "5+3+1", "-5+3", "5 + 3"])
def test_what_is_no_clock_is_refused_with_what_would_be_one(text: str) -> None:
    with pytest.raises(BadOption, match=r"5\+3"):
        read_clock(text)


def test_a_clock_as_it_is_shown() -> None:
    assert [figures(seconds) for seconds in (0, 59.9, 300, 3661)] == ["0:00", "0:59", "5:00", "1:01:01"]
