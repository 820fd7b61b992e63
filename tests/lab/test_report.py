"""Reports of tiny runs: they add up, go on after an interruption, and are pages that ask nothing of anybody."""

import json
import random
import re
from collections.abc import Iterator
from itertools import islice
from pathlib import Path
from typing import Any
from xml.etree import ElementTree

import pytest

from tablier import BadOption, BadText
from tablier.lab import compare
from tablier.lab.findings import findings
from tablier.lab.jobs import Crew
from tablier.lab.report import Files, read, write
from tablier.lab.sections import Commentary, Speaker, remarks
from tablier.lab.study import SERIES, Study, jobs, rows, shape, study
from tests.house.test_terminal import tablier

GAMES, DOUBLINGS = 6, 2
PLAYED: dict[str, list[dict[str, Any]]] = {}
VARIANTS: dict[str, dict[str, Any]] = {"small": {"board": "small"}, "hurried": {"board": "small", "turn_limit": 6}}


def wanted(variant: str = "small", seed: int = 1) -> Study:
    return study("minelfield", None, VARIANTS[variant], 1, seed=seed, simulations=8, scale=0.2)


def games() -> list[dict[str, Any]]:
    """The games of the first variant, played once for all tests here."""
    if not PLAYED:
        PLAYED["small"] = list(rows(wanted(), GAMES, DOUBLINGS, Crew(), None))
    return PLAYED["small"]


@pytest.fixture
def files(tmp_path: Path) -> Files:
    return Files(tmp_path / "report.html")


def outside(text: str) -> list[str]:
    """What a page would fetch from elsewhere."""
    return re.findall(r"(?:src|href)=|url\(|@import|https?://", text)


def elements(text: str, name: str) -> Iterator[ElementTree.Element]:
    """The elements of a page; it is well-formed, so it can be read as XML."""
    return ElementTree.fromstring(text.removeprefix("<!DOCTYPE html>")).iter(name)


def test_a_report_adds_up(files: Files) -> None:
    data = write(wanted(), games(), files, "en")
    assert data["games"] == GAMES
    assert sum(row["share"] for row in data["seats"]) == pytest.approx(1)
    assert sum(row["count"] for row in data["reasons"].values()) == GAMES
    assert sum(data["leads"]["counts"].values()) == GAMES
    even = [row for row in games() if row["number"] < SERIES]
    assert data["samples"]["turns"] == [row["turns"] for row in even]
    assert data["length"]["turns"]["mean"] == pytest.approx(sum(row["turns"] for row in even) / GAMES)
    assert [row["times"] for row in data["skill"]] == [2, 4]
    assert all(row["games"] == 4 for row in data["skill"])
    moved = next(row for row in data["used"] if row["key"] == "minelfield.story.moved")
    assert moved["times"] == sum(row["happened"]["minelfield.story.moved"]["times"] for row in even)
    assert 0 < data["luck"]["share"] <= 1
    assert data == read(files.data)


def test_more_thinking_is_shared_evenly_among_the_seats() -> None:
    skilled = [row for row in games() if row["number"] >= SERIES]
    assert {row["times"] for row in skilled} == {2, 4}
    for times in (2, 4):
        assert sorted(row["seat"] for row in skilled if row["times"] == times) == [0, 0, 1, 1]
    assert len(jobs(wanted(), GAMES, DOUBLINGS)) == len(games())


def test_an_interrupted_run_goes_on_and_finds_the_same(files: Files) -> None:
    begun = rows(wanted(), GAMES, DOUBLINGS, Crew(), files.games)
    first = list(islice(begun, 3))
    begun.close()
    with files.games.open("a") as torn:
        torn.write('{"number": 99, "tu')
    played = list(rows(wanted(), GAMES, DOUBLINGS, Crew(2), files.games))
    assert json.loads(json.dumps(first)) == played[:3]
    assert as_data(findings(wanted(), played)) == as_data(findings(wanted(), games()))


def as_data(found: dict[str, Any]) -> dict[str, Any]:
    data: dict[str, Any] = json.loads(json.dumps(found))
    return data


def test_the_games_of_another_study_are_not_mixed_in(files: Files) -> None:
    next(rows(wanted(), GAMES, 0, Crew(), files.games))
    with pytest.raises(BadText):
        next(rows(wanted(seed=2), GAMES, 0, Crew(), files.games))


@pytest.mark.parametrize("language", ["en", "fr"])
def test_the_page_stands_alone_and_says_everything_in_words(files: Files, language: str) -> None:
    write(wanted(), games(), files, language)
    text = files.page.read_text(encoding="utf-8")
    assert outside(text) == []
    assert "prefers-color-scheme" in text
    assert 'name="viewport"' in text
    assert next(elements(text, "html")).get("lang") == language
    assert len(list(elements(text, "h2"))) == 11
    plots = list(elements(text, "svg"))
    assert len(plots) == 10  # with two seats nobody makes kings
    assert all(plot.get("role") == "img" and plot.get("aria-label") for plot in plots)
    assert len(list(elements(text, "table"))) == len(plots)


def test_a_game_without_chance_or_two_seats_says_so(files: Files) -> None:
    three = study("sprawl", 3, {}, 1, simulations=4, scale=0.1)
    data = write(three, rows(three, 2, 0, Crew(), None), files, "en")
    assert data["luck"] is None
    assert data["skill"] == []
    assert data["kingmaking"]["games"] == 2
    assert "Nothing was left to chance" in files.page.read_text(encoding="utf-8")


def test_remarks_are_made_only_where_the_numbers_show_something() -> None:
    data = as_data(findings(wanted(), games()))
    data["skill"] = data["first_turn"] = []
    even = {"share": 0.5, "low": 0.4, "high": 0.6}
    data["seats"] = [even, even]
    assert remarks(Commentary(data, Speaker("en"))) == []
    data["seats"][0] = {"share": 0.7, "low": 0.6, "high": 0.8}
    data["nets"] = {"share": 0.1, "low": 0.05, "high": 0.2}
    told = " ".join(remarks(Commentary(data, Speaker("en"))))
    assert "instead of 50" in told
    assert "safety net" in told


def sampled(variant: str, seed: int, number: int = 30) -> dict[str, Any]:
    """The findings of more games, quickly played."""
    return as_data(findings(wanted(variant, seed), list(rows(wanted(variant, seed), number, 0, Crew(), None))))


def test_variants_that_differ_are_told_apart_and_equal_ones_are_not() -> None:
    small, again, hurried = sampled("small", 1), sampled("small", 2), sampled("hurried", 3)
    assert [row.name.key for row in compare.compared(small, again) if row.differs] == []
    assert "lab.compare.draws" in [row.name.key for row in compare.compared(small, hurried) if row.differs]


def test_false_alarms_are_rare() -> None:
    """Halves of the same games, shuffled: no more than the twentieth part that the tests allow, give or take."""
    everything, rng, alarms = sampled("small", 4, 60), random.Random(1), 0
    for _ in range(40):
        order = rng.sample(range(60), 60)
        halves = [
            everything
            | {"samples": {name: [values[i] for i in half] for name, values in everything["samples"].items()}}
            for half in (order[:30], order[30:])
        ]
        alarms += any(row.differs for row in compare.compared(*halves))
    assert alarms <= 5


def test_a_comparison_is_a_page_and_a_sentence() -> None:
    data = as_data(findings(wanted(), games()))
    found, speaker = compare.compared(data, data), Speaker("fr")
    text = compare.written(data, data, found, speaker)
    assert outside(text) == []
    assert len(list(elements(text, "tr"))) == len(found) + 1
    assert compare.verdict(found, speaker) in text
    assert compare.method(found, speaker) in text


def test_only_reports_of_one_game_are_compared(tmp_path: Path) -> None:
    data = as_data(findings(wanted(), games()))
    with pytest.raises(BadOption):
        compare.compared(data, data | {"study": data["study"] | {"game": "samarra"}})
    for text in ("{}", "nothing", "[]"):
        (tmp_path / "x.json").write_text(text)
        with pytest.raises(BadText):
            read(tmp_path / "x.json")


def test_moves_of_a_game_without_a_story_are_told_apart_by_their_shape() -> None:
    assert shape("a12-b3") == shape("c1-d10") == "a1-a1"
    assert shape("T1b5") != shape("b5")


def test_the_commands_report_and_compare(tmp_path: Path) -> None:
    page = tmp_path / "small.html"
    done = tablier(
        "lab", "report", "minelfield", "--option", "board=small", "--games", "2", "--level", "1", "--doublings", "0",
        "--out", str(page), "--language", "fr",
    )  # fmt: skip
    assert done.returncode == 0, done.stderr
    assert "small.json" in done.stdout
    assert "Qui gagne" in page.read_text(encoding="utf-8")
    data = str(page.with_suffix(".json"))
    done = tablier("lab", "compare", data, data, "--out", str(tmp_path / "both.html"), "--language", "en")
    assert done.returncode == 0, done.stderr
    assert "Nothing differs" in done.stdout
    assert (tmp_path / "both.html").exists()
    assert tablier("lab", "compare", data, "nothing.json").returncode == 2
