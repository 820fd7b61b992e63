"""Every text exists in French and in English, says the same with the same arguments, and is used."""

import re
import string
import subprocess
import sys
from pathlib import Path

import pytest

import tablier
from tablier.core.words import COMMON, HOUSE, LANGUAGES, catalogue, word
from tablier.games import GAMES

CATALOGUES = [*HOUSE, *GAMES]
DERIVED = ("kind", "piece", "field", "ask", "why", "move")
"""Common words that are said by the names which a game's rules give to moves, pieces and fields."""
SOURCE = Path(tablier.__file__).parent


def folder(name: str) -> Path:
    return SOURCE / ("games" if name in GAMES else "") / name


def placeholders(text: str) -> set[str]:
    return {field for _, field, _, _ in string.Formatter().parse(text) if field}


@pytest.mark.parametrize("name", CATALOGUES)
def test_texts_are_in_both_languages_with_the_same_arguments(name: str) -> None:
    for key, texts in catalogue(name).items():
        assert set(texts) == set(LANGUAGES), key
        assert placeholders(texts["fr"]) == placeholders(texts["en"]), key
        assert all(text.strip() for text in texts.values()), key


@pytest.mark.parametrize("name", CATALOGUES)
def test_french_typography(name: str) -> None:
    for key, texts in catalogue(name).items():
        if key in (
            "terminal.help",
            "terminal.lesson_help",
            "terminal.puzzle_help",
            "remote.help",
        ):  # a table, in which ? is a command
            continue
        assert not re.search(r"[^\u202f\u00a0 \n][;?!»]", texts["fr"]), key
        assert not re.search(r" [;:?!»]|« ", texts["fr"]), key
        assert "'" not in texts["fr"], key


@pytest.mark.parametrize("name", [*GAMES])
def test_every_game_has_the_texts_that_all_games_have(name: str) -> None:
    game = tablier.core.registry.load(name)
    keys = [f"{name}.{key}" for key in ("name", "tagline", "author")]
    keys += [f"{name}.option.{option.name}" for option in game.options.TABLE]
    keys += [f"{name}.reason.{reason}" for reason in game.rules.REASONS]
    keys += [f"{name}.seat.{seat}" for seat in range(max(game.seats))]
    assert [key for key in keys if key not in catalogue(name)] == []


@pytest.mark.parametrize("name", [name for name in CATALOGUES if name != "pages"])  # those: test_pages.py
def test_every_text_is_used(name: str) -> None:
    """A key stands in the sources whole, or its last parts are filled in: f"game.reason.{…}"."""
    files = [path for kind in ("py", "html", "js") for path in SOURCE.rglob(f"*.{kind}")]
    sources = "\n".join(path.read_text(encoding="utf-8") for path in files)
    general = {"name", "tagline", "author", "option", "value", "reason", "seat", "theme", *DERIVED}
    for key in catalogue(name):
        _, _, rest = key.removeprefix(COMMON.removesuffix(".")).partition(".")
        stem = rest.rsplit(".", 1)[0]
        used = f'"{rest}"' in sources or f'"{key}"' in sources or f"{stem}.{{" in sources or f"{stem}.${{" in sources
        used = used or f'"{rest.removeprefix("fault.")}"' in sources  # faults are called by the rest of their keys
        assert used or rest.split(".")[0] in general, f"{key} is not used"


@pytest.mark.parametrize("name", [*GAMES])
def test_every_game_has_its_rules_in_both_languages(name: str) -> None:
    text = (folder(name) / "README.md").read_text(encoding="utf-8")
    assert len(text) > 3000
    assert re.search(r"\b(the|and)\b", text)
    assert re.search(r"\b(les|une)\b", text)


def test_words_are_remembered_by_what_they_say(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(catalogue("core"), "core.try", {"en": "{count} of {names}", "fr": "{count} sur {names}"})
    one = word("core.try", count=1, names="b")
    assert one is word("core.try", count=1, names="b")
    told = [word("core.try", count=count, names=names) for count, names in ((1, "b"), (True, "b"), (1, ["b", "c"]))]
    assert [each.say() for each in told] == ["1 of b", "True of b", "1 of b, c"]
    assert told[0].say("fr") == "1 sur b"


def test_a_catalogue_is_found_without_importing_what_it_belongs_to() -> None:
    program = """
import sys
from tablier.core.words import HOUSE, catalogue
print(sum(len(catalogue(name)) for name in HOUSE))
print([name for name in sys.modules if name.startswith(("tablier.server", "tablier.web", "tablier.terminal"))])
"""
    done = subprocess.run([sys.executable, "-c", program], capture_output=True, text=True, check=True)
    count, imported = done.stdout.splitlines()
    assert int(count) > len(HOUSE)
    assert imported == "[]"
