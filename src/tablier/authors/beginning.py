"""A new game: a package that runs at once, copied from a template under the author's own name."""

from __future__ import annotations

import keyword
import re
import sys
from importlib.util import find_spec
from pathlib import Path
from typing import NamedTuple

from tablier.core import registry
from tablier.core.errors import BadOption

TEMPLATES = Path(__file__).parent / "templates"
PACKAGE = "tablier.authors.templates"
KEY = re.compile(r"[a-z][a-z0-9]{1,19}")
BOARDS = ("squares", "hexagons", "graph")
KINDS = (*BOARDS, "cards", "dice")
FEWEST, MOST = 2, 4
SPAN = re.compile(r"([2-4])(?:-([2-4]))?")
OPEN = {
    'DECK.hands(HAND, SEATS)': 'DECK.rows(HAND, SEATS)', ', secret=("deal",)': "",
    'seats=SEATS, shown_by="open")': "seats=SEATS, secret=False)", ', secret=("throw",)': "",
}  # fmt: skip
"""What is otherwise where cards and dice lie open."""


class NewGame(NamedTuple):
    """What an author wants to begin with."""

    key: str
    kind: str = "squares"
    seats: str = "2"
    hidden: bool = False
    chance: bool = False

    @property
    def template(self) -> str:
        """The template for it."""
        if self.kind in BOARDS:
            return "rolling" if self.chance else "placing"
        return "cards" if self.kind == "cards" else "cups"

    @property
    def numbers(self) -> tuple[int, ...]:
        """The numbers of seats."""
        span = SPAN.fullmatch(self.seats)
        assert span
        return tuple(range(int(span[1]), int(span[2] or span[1]) + 1))


def refuse(wanted: NewGame) -> None:
    """Refuse what cannot be begun, in a sentence."""
    if wanted.kind not in KINDS:
        raise BadOption("authors.new.kind", kind=wanted.kind, kinds=list(KINDS))
    if wanted.key in registry.keys():  # noqa: SIM118
        raise BadOption("authors.new.taken", game=wanted.key)
    if not KEY.fullmatch(wanted.key) or keyword.iskeyword(wanted.key) or is_module(wanted.key):
        raise BadOption("authors.new.key", game=repr(wanted.key))
    span = SPAN.fullmatch(wanted.seats)
    if not span or int(span[2] or span[1]) < int(span[1]):
        raise BadOption("authors.new.seats", seats=repr(wanted.seats))
    if wanted.hidden and wanted.kind in BOARDS:
        raise BadOption("authors.new.hidden")


def is_module(key: str) -> bool:
    """Whether Python has a module of that name, which a game would stand before; an empty folder is none."""
    if key in sys.stdlib_module_names or key in sys.modules:
        return True
    found = find_spec(key)
    return found is not None and found.origin is not None


def begin(wanted: NewGame, where: Path) -> Path:
    """Write the package into a new folder, which is returned; nothing is ever overwritten."""
    folder = where / wanted.key
    if folder.exists() or folder.is_symlink():
        raise BadOption("authors.new.exists", folder=str(folder))
    refuse(wanted)
    for path, text in content(wanted).items():
        target = folder / path
        target.parent.mkdir(parents=True, exist_ok=True)
        with target.open("x", encoding="utf-8") as file:
            file.write(text)
    return folder


def content(wanted: NewGame) -> dict[str, str]:
    """The files of the package, by their paths in it."""
    sources = {
        f"src/{wanted.key}/{path.name}": path for path in (TEMPLATES / wanted.template).iterdir() if path.is_file()
    }
    if wanted.kind in BOARDS:
        sources[f"src/{wanted.key}/board.py"] = TEMPLATES / "boards" / f"{wanted.kind}.py"
    sources["pyproject.toml"], sources["README.md"] = TEMPLATES / "pyproject.toml", TEMPLATES / "README.md"
    sources[f"tests/test_{wanted.key}.py"] = TEMPLATES / "tests.py"
    return {path: adapted(source.read_text(encoding="utf-8"), wanted) for path, source in sources.items()}


def adapted(text: str, wanted: NewGame) -> str:
    """A text of a template for one game."""
    changes = {
        f"{PACKAGE}.{wanted.template}": wanted.key,
        f'key="{wanted.template}", seats=(2,)': f'key="{wanted.key}", seats={wanted.numbers}',
        "SEATS, HAND, RANKS, SUITS = 2,": f"SEATS, HAND, RANKS, SUITS = {max(wanted.numbers)},",
        "SEATS, DICE, FACES, GOAL = 2,": f"SEATS, DICE, FACES, GOAL = {max(wanted.numbers)},",
        "Template": wanted.key.capitalize(),
        "template": wanted.key,
    }
    for old, new in ((OPEN if not wanted.hidden else {}) | changes).items():
        text = text.replace(old, new)
    return text
