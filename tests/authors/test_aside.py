"""A broken package of somebody else is set aside and named for its author; it takes nothing else down."""

from collections.abc import Iterator
from pathlib import Path

import pytest
from typer.testing import CliRunner

from tablier import Match
from tablier.authors.looking import set_broken_aside
from tablier.cli import app
from tablier.core import registry
from tablier.core.errors import BadOption
from tablier.server.app import create
from tablier.server.bots.pool import Bots
from tablier.server.operation.settings import Settings
from tests.authors.packages import MAIN, RULES, WORDS, announced, write
from tests.server.kit import TestClient

GOOD = "sound"
BROKEN = {
    "imports": ({"__init__.py": "import nowhere\n"}, "imports/__init__.py:1: The package cannot be loaded"),
    "lacks": ({"rules.py": RULES.replace("def apply", "def aply")}, "lacks/rules.py:23: aply is no name"),
    "wordless": ({"words.toml": WORDS.replace("[name]", "[nom]")}, "wordless/words.toml: The word name is missing"),
    "garbled": ({"words.toml": "[name\n"}, "garbled/words.toml:1: This file cannot be read"),
    "boxed": ({"box.toml": "minutes = \n"}, "boxed/box.toml:1: This file cannot be read"),
    "aborts": ({"__init__.py": "import os\nos.abort()\n"}, "aborts/__init__.py:2: The game makes Python stop"),
    "raising": (
        {"rules.py": RULES.replace("    return state.cells[move] == 0", "    return state.cell[move] == 0")},
        "raising/rules.py:19: legal_moves fails here",
    ),
    "empty": ({"__init__.py": ""}, "empty/__init__.py: GAME, the game, is missing"),
}
"""What is otherwise in a package, and what is said of it."""


@pytest.fixture(scope="module")
def folder(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Path]:
    """Several broken packages, and one that is right, looked at."""
    where = tmp_path_factory.mktemp("packages")
    for key, (changes, _) in BROKEN.items():
        write(where, key, changes)
    write(where, GOOD)
    with announced(where, GOOD, *BROKEN):
        set_broken_aside()
        yield where


@pytest.fixture(scope="module")
def shelf(folder: Path, tmp_path_factory: pytest.TempPathFactory) -> Iterator[TestClient]:
    settings = Settings(tmp_path_factory.mktemp("data"), prepare=False)
    with TestClient(create(settings, Bots(1, 1.0)), base_url="http://testserver") as client:
        yield client


@pytest.mark.parametrize("key", BROKEN)
def test_each_is_named_with_what_is_wrong(key: str, folder: Path) -> None:
    said = [fault.say() for fault in registry.ASIDE[key]]
    assert any(sentence.startswith(BROKEN[key][1]) for sentence in said), said
    assert not any(str(folder) in sentence for sentence in said)


@pytest.mark.parametrize("key", BROKEN)
def test_loading_one_is_refused_in_a_sentence(key: str, folder: Path) -> None:
    with pytest.raises(BadOption) as caught:
        Match(key)
    assert caught.value.key == "core.game.aside"
    assert key in caught.value.say("fr")


def test_a_sound_package_stays_on_the_shelf(folder: Path) -> None:
    assert GOOD in registry.keys()  # noqa: SIM118
    assert set(registry.ASIDE) == set(BROKEN)
    assert not set(BROKEN) & set(registry.keys())
    assert Match(GOOD).actor == 0


def test_a_package_that_nobody_has_looked_at_is_refused_in_a_sentence_too(folder: Path, tmp_path: Path) -> None:
    write(tmp_path, "unseen", {"__init__.py": "import nowhere\n"})
    with announced(tmp_path, "unseen"), pytest.raises(BadOption) as caught:
        registry.load("unseen")
    assert caught.value.key == "core.game.broken"


def test_the_shelf_names_them_for_their_authors(shelf: TestClient, folder: Path) -> None:
    page = shelf.get("/", headers={"accept": "text/html", "accept-language": "en"})
    assert page.status_code == 200
    assert "Set aside" in page.text
    assert all(f"<dt>{key}</dt>" in page.text for key in BROKEN)
    assert f"/games/{GOOD}" in page.text
    assert str(folder) not in page.text


def test_other_games_are_served_and_a_broken_one_is_not_there(shelf: TestClient) -> None:
    assert shelf.get("/games/minelfield", headers={"accept": "text/html"}).status_code == 200
    assert shelf.get("/games/lacks", headers={"accept": "text/html"}).status_code == 404


def test_the_command_lists_them_last(folder: Path) -> None:
    done = CliRunner().invoke(app, ["games", "--language", "en"], env={"COLUMNS": "200"})
    assert done.exit_code == 0
    assert done.output.index("minelfield") < done.output.index("Set aside: lacks")
    assert "is no name of the contract" in done.output


def test_what_is_mended_comes_back(folder: Path, tmp_path: Path) -> None:
    package = write(tmp_path, "mended", {"__init__.py": "import nowhere\n"})
    with announced(tmp_path, "mended"):
        set_broken_aside()
        assert "mended" in registry.ASIDE
        (package / "__init__.py").write_text(MAIN.replace("{key}", "mended"), encoding="utf-8")
        set_broken_aside()
        assert "mended" not in registry.ASIDE
        assert Match("mended").seats == 2
