"""``tablier new``: every combination that makes sense is a package that runs; others are refused in a sentence."""

import itertools
import tomllib
from pathlib import Path

import pytest
from typer.testing import CliRunner

from tablier import Match
from tablier.authors.beginning import BOARDS, KINDS, NewGame, begin
from tablier.authors.looking import PLAIN, check, looked_at
from tablier.cli import app
from tablier.core.errors import BadOption
from tests.authors.packages import announced

SEATS = ("2", "3", "2-4")
WANTED = [
    NewGame("mine", kind, seats, hidden, chance)
    for kind, seats, hidden, chance in itertools.product(KINDS, SEATS, (False, True), (False, True))
]
GOOD = [wanted for wanted in WANTED if not (wanted.hidden and wanted.kind in BOARDS)]
BAD = [wanted for wanted in WANTED if wanted not in GOOD]


def named(wanted: NewGame) -> str:
    marks = "-hidden" * wanted.hidden + "-chance" * wanted.chance
    return f"{wanted.kind}-{wanted.seats}{marks}"


FEW = [wanted for number, wanted in enumerate(GOOD) if number % 6 == 0]
MORE = [pytest.param(wanted, marks=pytest.mark.slow) for wanted in GOOD if wanted not in FEW]


@pytest.mark.parametrize("wanted", [*FEW, *MORE], ids=named)
def test_a_new_game_is_right_and_can_be_played(wanted: NewGame, tmp_path: Path) -> None:
    """The check plays random games as plain Python, and everything is made of them."""
    folder = begin(wanted, tmp_path)
    with announced(folder / "src", "mine"):
        assert [fault.say() for fault in looked_at(PLAIN, ["mine"])["mine"]] == []


@pytest.mark.parametrize("kind", KINDS)
def test_a_new_game_compiles(kind: str, tmp_path: Path) -> None:
    folder = begin(NewGame("mine", kind, "2-4", hidden=kind not in BOARDS, chance=True), tmp_path)
    with announced(folder / "src", "mine"):
        assert check("mine") == []
        game = Match("mine", 3).engine.game
        assert (game.seats, game.has_chance, game.hidden) == ((2, 3, 4), True, kind not in BOARDS)


@pytest.mark.parametrize("wanted", BAD, ids=named)
def test_secrets_on_a_board_are_refused(wanted: NewGame, tmp_path: Path) -> None:
    with pytest.raises(BadOption) as caught:
        begin(wanted, tmp_path)
    assert caught.value.key == "authors.new.hidden"
    assert list(tmp_path.iterdir()) == []


@pytest.mark.parametrize("key", ["", "x", "Four", "four men", "4men", "class", "random", "numpy", "../up", "é" * 4])
def test_a_key_that_cannot_be_is_refused(key: str, tmp_path: Path) -> None:
    with pytest.raises(BadOption) as caught:
        begin(NewGame(key), tmp_path / "inside")
    assert caught.value.key in ("authors.new.key", "authors.new.exists")
    assert list(tmp_path.iterdir()) == []


@pytest.mark.parametrize(
    ("wanted", "refusal"),
    [
        (NewGame("minelfield"), "authors.new.taken"),
        (NewGame("mine", "spheres"), "authors.new.kind"),
        (NewGame("mine", seats="4-2"), "authors.new.seats"),
        (NewGame("mine", seats="9"), "authors.new.seats"),
        (NewGame("mine", seats="many"), "authors.new.seats"),
    ],
)
def test_what_makes_no_sense_is_refused(wanted: NewGame, refusal: str, tmp_path: Path) -> None:
    with pytest.raises(BadOption) as caught:
        begin(wanted, tmp_path)
    assert caught.value.key == refusal
    assert caught.value.say("fr")
    assert list(tmp_path.iterdir()) == []


def test_nothing_is_ever_overwritten(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    (tmp_path / "mine").mkdir()
    (tmp_path / "mine" / "dear.txt").write_text("dear", encoding="utf-8")
    monkeypatch.chdir(tmp_path)
    done = CliRunner().invoke(app, ["new", "mine", "--language", "en"])
    assert done.exit_code == 2
    assert [path.name for path in (tmp_path / "mine").iterdir()] == ["dear.txt"]


def test_the_command_writes_a_package_that_can_be_installed(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)
    done = CliRunner().invoke(app, ["new", "mine", "--kind", "cards", "--hidden", "--seats", "2-4", "--language", "fr"])
    assert done.exit_code == 0, done.output
    assert "mine est prêt" in done.output
    project = tomllib.loads((tmp_path / "mine" / "pyproject.toml").read_text(encoding="utf-8"))
    assert project["project"]["entry-points"]["tablier.games"] == {"mine": "mine"}
    assert "*.toml" in project["tool"]["setuptools"]["package-data"]["mine"]
    texts = [path.read_text(encoding="utf-8") for path in (tmp_path / "mine").rglob("*.*") if path.is_file()]
    assert not any("template" in text.lower() for text in texts)
    assert "\n---\n" in (tmp_path / "mine" / "src" / "mine" / "README.md").read_text(encoding="utf-8")
