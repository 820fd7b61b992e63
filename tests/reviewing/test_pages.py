"""Reviews as pages and at the terminal, in both languages, with everything in them."""

import json
import re
from html.parser import HTMLParser
from pathlib import Path

import pytest

from tests.house.test_show import tablier
from tests.reviewing.kit import ALL, SAVED, recorded, reviewed

VOID = {"meta", "img", "br", "link", "input"}


class Checked(HTMLParser):
    """Reads a page, and remembers what is open, which ids there are and what is asked of others."""

    def __init__(self) -> None:
        super().__init__()
        self.open: list[str] = []
        self.ids: list[str] = []
        self.asked: list[str] = []
        self.seen: list[str] = []

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        self.seen.append(tag)
        values = dict(attrs)
        self.ids += [value for value in [values.get("id")] if value]
        self.asked += [value for key in ("src", "href", "xlink:href") if (value := values.get(key))]
        if tag not in VOID:
            self.open.append(tag)

    def handle_startendtag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        self.seen.append(tag)

    def handle_endtag(self, tag: str) -> None:
        assert self.open.pop() == tag


def checked(page: str) -> Checked:
    parser = Checked()
    parser.feed(page)
    assert parser.open == []
    return parser


@pytest.mark.parametrize("language", ["en", "fr"])
@pytest.mark.parametrize("game", ALL)
def test_a_page_is_well_formed_and_asks_nothing_of_others(game: str, language: str) -> None:
    found = reviewed(game)
    page = found.html(language)
    parser = checked(page)
    assert all(value.startswith("data:image/svg+xml;base64,") for value in parser.asked)
    assert not re.search(r"url\(|@import|<script", page)
    assert len(parser.ids) == len(set(parser.ids))
    assert parser.seen.count("img") == len(found.turning_points)
    assert parser.seen.count("h1") == 1
    assert f'<html lang="{language}">' in page
    assert all(found.name(own.seat).say(language) in page for own in found.ledgers)


def test_every_move_stands_in_a_table_beside_the_graph() -> None:
    found = reviewed("minelfield")
    page = found.html("en")
    assert 'role="img"' in page
    assert page.count("<tr>") >= len(found.passages)


def test_a_notebook_shows_a_part_of_a_page() -> None:
    part = reviewed("konane")._repr_html_()
    assert "<html" not in part
    checked(part)


def test_data_is_plain_json() -> None:
    data = reviewed("samarra").data("fr")
    assert json.loads(json.dumps(data)) == data
    assert data["moves"][0]["number"] == 1
    assert {"luck", "own", "others", "settled", "start", "end"} <= data["ledgers"][0].keys()


def test_names_of_players_stand_beside_their_seats() -> None:
    from tablier import review

    match = recorded("rim")
    match.names = ["Ana", "<b>"]
    page = review(match, simulations=5).html("en")
    assert "(Ana)" in page
    assert "(&lt;b&gt;)" in page


def test_the_command_tells_and_writes(tmp_path: Path) -> None:
    page = tmp_path / "review.html"
    done = tablier("review", SAVED / "unblocked.txt", "--simulations", 80, "-o", page, "--language", "en")
    assert done.exit_code == 0, done.output
    assert "This left Red a square at d3 that nothing could stop." in done.output
    assert page.read_text(encoding="utf-8").startswith("<!DOCTYPE html>")
    french = tablier("review", SAVED / "rim.txt", "--simulations", 20, "--language", "fr")
    assert "Revue d’une partie" in french.output


def test_the_command_prints_json(tmp_path: Path) -> None:
    done = tablier("review", SAVED / "rim.txt", "--simulations", 5, "--json", "--language", "en")
    assert done.exit_code == 0, done.output
    assert json.loads(done.stdout)["game"] == "minelfield"


def test_the_command_says_what_is_wrong(tmp_path: Path) -> None:
    for arguments, said in [
        ((SAVED / "rim.txt", "--simulations", 5, "-o", tmp_path / "review.pdf"), ".html"),
        ((tmp_path / "none.txt",), "none.txt"),
    ]:
        done = tablier("review", *arguments, "--language", "en")
        assert done.exit_code == 2
        assert said in done.output
