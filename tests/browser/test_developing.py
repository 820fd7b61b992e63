"""Authors edit a game while it is open in a browser: the page shows every edit, and what is wrong with it."""

from __future__ import annotations

import os
import re
import shutil
import signal
import subprocess
import sys
from collections.abc import Callable, Iterator
from pathlib import Path

import pytest
from playwright.sync_api import Locator, Page, expect

from tests.browser.house import ANN, Server
from tests.browser.people import WAIT, Person

ROOT = Path(__file__).parents[2]
PANEL = ".developing"

expect.set_options(timeout=WAIT)


class Workshop(Server):
    """A server for an author, whose game lies in a folder of its own."""

    def __init__(self, folder: Path) -> None:
        super().__init__(folder / "data", ("heap",))
        self.package = folder / "package"
        shutil.copytree(ROOT / "docs/example/heap", self.package / "heap", ignore=shutil.ignore_patterns("__pycache__"))
        about = self.package / "heap-1.dist-info"
        about.mkdir()
        (about / "METADATA").write_text("Metadata-Version: 2.1\nName: heap\nVersion: 1\n", encoding="utf-8")
        (about / "entry_points.txt").write_text("[tablier.games]\nheap = heap\n", encoding="utf-8")

    def start(self) -> None:
        """Start it as an author does."""
        command = [
            sys.executable,
            "-m",
            "tablier",
            "serve",
            "--dev",
            "--no-browser",
            "--game",
            "heap",
            "--workers",
            "1",
        ]
        path = os.pathsep.join([str(self.package), str(ROOT / "src"), str(ROOT)])
        self.process = subprocess.Popen(
            [*command, "--data", str(self.data)],
            stdout=subprocess.PIPE,
            text=True,
            env=os.environ | {"PYTHONPATH": path},
        )
        assert self.process.stdout
        self.port = int(self.process.stdout.readline().rstrip("/\n").rpartition(":")[2])

    def kill(self) -> None:
        """End it as an author does."""
        if self.process and self.process.stdout:
            self.process.send_signal(signal.SIGINT)
            self.process.wait(30)
            self.process.stdout.close()

    def edit(self, file: str, old: str, new: str) -> None:
        """Write something else in the place of something."""
        path = self.package / "heap" / file
        text = path.read_text(encoding="utf-8")
        assert old in text
        path.write_text(text.replace(old, new), encoding="utf-8")


@pytest.fixture
def workshop(tmp_path: Path) -> Iterator[Workshop]:
    workshop = Workshop(tmp_path)
    try:
        workshop.start()
        yield workshop
    finally:
        workshop.kill()


@pytest.fixture
def page(workshop: Workshop, meet: Callable[..., Person]) -> Page:
    """A table for two at one screen, after Blue has taken a stone and Orange three."""
    person = meet(cookie=ANN, at=workshop)
    person.forgiven = ("WebSocket connection", "Failed to load resource")  # while one server takes another's place
    seats = [{"kind": "me", "name": "Ann"}, {"kind": "here", "name": "Ada"}]
    made = person.context.request.post("/api/tables", data={"game": "heap", "seats": seats})
    assert made.ok, made.text()
    page = person.page
    page.goto(made.json()["url"])
    for left in (11, 8):
        page.locator(f"[data-target='stone.{left}']").click()
        expect(stones(page).last).to_have_attribute("data-target", f"stone.{left - 1}")
    return page


def stones(page: Page) -> Locator:
    """What can be taken."""
    return page.locator("#board [data-target]")


def test_an_open_table_shows_every_edit(workshop: Workshop, page: Page) -> None:
    workshop.edit("words.toml", 'en = "Heap"', 'en = "Pebbles"')
    expect(page).to_have_title(re.compile("Pebbles"))
    workshop.edit("view.py", "GAP = 10", "GAP = 20")
    expect(page.locator("#board")).to_have_attribute("viewBox", "0 0 260 40")
    workshop.edit("rules.py", "MOST_MOVES = 3", "MOST_MOVES = 4")
    expect(stones(page)).to_have_count(4)
    expect(page.locator(PANEL)).to_be_hidden()


def test_a_mistake_is_shown_with_its_line_until_it_is_mended(workshop: Workshop, page: Page) -> None:
    workshop.edit("rules.py", "state.stones -= move", "state.stones -= move)")
    panel = page.locator(PANEL)
    expect(panel).to_contain_text("SyntaxError: unmatched ')'")
    expect(panel).to_contain_text(f"{workshop.package}/heap/rules.py:53")
    expect(panel.locator(".here").first).to_have_text("  53      state.stones -= move)")
    panel.locator("summary").click()
    stones(page).first.click()  # the old version goes on
    expect(page.locator("#log li")).to_have_count(3)
    workshop.edit("rules.py", "state.stones -= move)", "state.stones -= move")
    expect(panel).to_be_hidden()
    expect(page.locator("#log li")).to_have_count(3)


def test_an_error_in_the_picture_is_shown_before_it_takes_the_place_of_the_old_one(
    workshop: Workshop, page: Page
) -> None:
    workshop.edit("view.py", "range(int(state.stones))", "range(int(state.pebbles))")
    expect(page.locator(PANEL)).to_contain_text("pebbles")
    expect(page.locator(PANEL)).to_contain_text("heap/view.py:")
    expect(stones(page)).to_have_count(3)


def test_a_table_is_replayed_under_new_rules_as_far_as_it_goes(workshop: Workshop, page: Page) -> None:
    workshop.edit("rules.py", "MOST_MOVES = 3", "MOST_MOVES = 2")
    expect(page.locator(f"{PANEL} .stopped")).to_contain_text("up to move 1 of 2: move 2, “3”, is no longer possible")
    expect(stones(page)).to_have_count(2)
    stones(page).first.click()
    expect(page.locator("#log li")).to_have_count(2)
    expect(page.locator(PANEL)).to_be_hidden()


def test_a_package_that_cannot_even_be_imported_takes_nothing_down(tmp_path: Path, meet: Callable[..., Person]) -> None:
    workshop = Workshop(tmp_path)
    workshop.edit("__init__.py", "GAME = Game(", "GAME = Game(unknown=1,")
    try:
        workshop.start()
        page = meet(at=workshop, language="fr").page
        page.goto("/")
        expect(page.locator(PANEL)).to_contain_text("Votre jeu ne peut pas être montré tel qu’il est")
        expect(page.locator(PANEL)).to_contain_text("unexpected keyword argument 'unknown'")
        workshop.edit("__init__.py", "unknown=1,", "")
        expect(page.get_by_text("Le tas").first).to_be_visible()
        expect(page.locator(PANEL)).to_be_hidden()
    finally:
        workshop.kill()
