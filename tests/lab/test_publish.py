"""The published reports: every variant, within a limit of time, with a list of them."""

from pathlib import Path

import pytest

from tablier.core.registry import load
from tablier.lab.jobs import Crew
from tablier.lab.publish import listed, publications
from tablier.lab.variants import variants


def test_every_number_of_seats_and_every_option_has_a_report(tmp_path: Path) -> None:
    found = list(publications(["samliam"], tmp_path, 1.0))
    assert [made.variant for made in found] == list(variants(load("samliam")))
    assert len({made.files.page for made in found}) == len(found)


def test_when_time_is_over_each_report_has_one_more_game(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)
    usual, small = list(publications(["minelfield"], tmp_path / "reports", 0.1))[:2]
    lines = list(listed([usual, small], Crew(), "en", minutes=0.0))
    assert [line.split(" | ")[3] for line in lines] == ["1", "1"]
    assert "minelfield-2-board-small-compared.html" in lines[1]
    assert usual.files.page.exists()
    assert small.files.data.exists()
