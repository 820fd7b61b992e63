"""The plan of the house is true as far as a test can see: what it names is there."""

import re
from pathlib import Path

import pytest

import tablier

ROOT = Path(__file__).parents[2]
SOURCE = Path(tablier.__file__).parent
PAGES = (ROOT / "docs" / "architecture.md", ROOT / "CONTRIBUTING.md")
NAMED = re.compile(r"`([\w/.*-]+(?:/|\.(?:py|js|md|toml|svg)))`")
MADE = re.compile(r"(?:`|^    )make ([a-z-]+)", re.MULTILINE)
LINKED = re.compile(r"\]\(([^)#:]+)(?:#[^)]*)?\)")
ROOMS = (ROOT, SOURCE, SOURCE / "games" / "minelfield", SOURCE / "games" / "samliam", SOURCE / "games" / "sprawl")
NEAR = (
    "core", "bots", "server/bots", "server/tables", "server/telling", "server/store", "server/declaration",
    "web/static/table",
)  # fmt: skip
each_page = pytest.mark.parametrize("page", PAGES, ids=lambda page: page.name)


def is_there(name: str) -> bool:
    """Whether something exists that is named from the root, the sources, a game, or a room that is spoken of."""
    return any((room / name).exists() for room in (*ROOMS, *(SOURCE / near for near in NEAR)))


@each_page
def test_every_file_that_it_names_is_there(page: Path) -> None:
    names = [name for name in NAMED.findall(page.read_text(encoding="utf-8")) if "<" not in name]
    assert len(names) > 5
    assert [name for name in names if not is_there(name)] == []


@each_page
def test_every_link_leads_somewhere(page: Path) -> None:
    links = LINKED.findall(page.read_text(encoding="utf-8"))
    assert links
    assert [link for link in links if not (page.parent / link).exists()] == []


@each_page
def test_whatever_it_makes_can_be_made(page: Path) -> None:
    targets = re.findall(r"^([a-z-]+):", (ROOT / "Makefile").read_text(encoding="utf-8"), re.MULTILINE)
    assert set(MADE.findall(page.read_text(encoding="utf-8"))) <= set(targets)


def test_every_room_of_the_house_is_on_the_map() -> None:
    plan = PAGES[0].read_text(encoding="utf-8")
    rooms = [path.name for path in SOURCE.iterdir() if (path / "__init__.py").exists()]
    rooms += [path.name for path in (SOURCE / "server").iterdir() if (path / "__init__.py").exists()]
    assert [room for room in rooms if not re.search(rf"\b{room}\b", plan)] == []
