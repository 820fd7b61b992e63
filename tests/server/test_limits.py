"""Limits: how often, how long, and what texts may hold."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from tablier.server.limits import Meter, Rate, clean
from tablier.server.refusals import Refused


def test_what_comes_too_often_is_refused_until_time_has_passed() -> None:
    now = [0.0]
    meter = Meter(Rate(2, 0.5), lambda: now[0])
    meter.take("ann")
    meter.take("ann")
    with pytest.raises(Refused) as refused:
        meter.take("ann")
    assert refused.value.retry_after == pytest.approx(2)
    meter.take("bob")
    now[0] = 2.0
    meter.take("ann")


@given(st.text())
def test_a_cleaned_text_can_be_kept_and_shown_on_one_line(text: str) -> None:
    cleaned = clean(text, 10_000)
    cleaned.encode()
    assert clean(cleaned, 10_000) == cleaned
    assert len(cleaned.splitlines()) <= 1


def test_a_text_that_is_too_long_is_refused() -> None:
    assert clean("  a \n b ", 3) == "a b"
    with pytest.raises(Refused):
        clean("abcd", 3)


def test_nothing_turns_the_text_around_or_breaks_encodings() -> None:
    assert clean("a\u202eb\ud800c\x00", 9) == "abc"
