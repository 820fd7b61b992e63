"""Whatever is sent to the server, it does not fail."""

from pathlib import Path

import pytest

from tests.server.fuzz import fuzzed


def test_a_few_hundred_spoilt_inputs_are_answered_in_order(tmp_path: Path) -> None:
    statuses = fuzzed(300, 1, tmp_path)
    assert {"200", "404", "422", "websocket.send"} <= set(statuses)


@pytest.mark.slow
def test_a_hundred_thousand_spoilt_inputs_are_answered_in_order(tmp_path: Path) -> None:
    fuzzed(100_000, 1, tmp_path)
