"""The code of the tutorials, as it stands in the text, is a whole game that keeps what games promise."""

import re
import subprocess
import sys
from pathlib import Path

import pytest

DOCS = Path(__file__).parents[2] / "docs"
PIECE = re.compile(r"^\*(\S+)\*\n\n```\w+\n(.*?)^```$", re.MULTILINE | re.DOTALL)
TUTORIALS = {"tutorial.md": "morris", "tutorial-dice.md": "liars"}
MOST_LINES = 350
RUN = """
import sys
sys.path.insert(0, {folder!r})
from tablier.core import registry
registry.announce({{"{key}": "{key}"}})
import pytest
sys.exit(pytest.main(["-q", "-p", "no:cacheprovider", "--import-mode=importlib", "-W", "ignore", "tests"]))
"""


def files(tutorial: str) -> dict[str, str]:
    """The files that a tutorial writes, put together from their pieces."""
    found: dict[str, str] = {}
    for name, code in PIECE.findall((DOCS / tutorial).read_text(encoding="utf-8")):
        found[name] = found[name] + "\n\n" + code if name in found else code
    return found


@pytest.mark.parametrize("tutorial", TUTORIALS)
def test_a_tutorial_s_game_is_short(tutorial: str) -> None:
    own = {name: text for name, text in files(tutorial).items() if not name.startswith("tests/")}
    assert {f"{TUTORIALS[tutorial]}/{name}" for name in ("__init__.py", "rules.py", "words.toml")} <= set(own)
    assert sum(text.count("\n") for text in own.values()) < MOST_LINES


@pytest.mark.parametrize("tutorial", TUTORIALS)
def test_a_tutorial_s_game_keeps_what_every_game_promises(tutorial: str, tmp_path: Path) -> None:
    for name, text in files(tutorial).items():
        (tmp_path / name).parent.mkdir(parents=True, exist_ok=True)
        (tmp_path / name).write_text(text, encoding="utf-8")
    command = [sys.executable, "-c", RUN.format(key=TUTORIALS[tutorial], folder=str(tmp_path))]
    done = subprocess.run(command, cwd=tmp_path, capture_output=True, text=True, check=False)
    assert done.returncode == 0, done.stdout[-4000:] + done.stderr[-2000:]
