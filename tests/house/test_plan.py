"""The plan of the house is true as far as a test can see: what it names is there."""

import re
from pathlib import Path

import pytest

import tablier
from tablier.games import GAMES
from tests.house.test_folders import MAY, MUST, SECRET
from tests.house.test_rooms import BELOW

ROOT = Path(__file__).parents[2]
SOURCE = Path(tablier.__file__).parent
PAGES = (ROOT / "docs" / "architecture.md", ROOT / "CONTRIBUTING.md")
NAMED = re.compile(r"`([\w/.*-]+(?:/|\.(?:py|js|md|toml|svg)))`")
MADE = re.compile(r"(?:`|^    )make ([a-z-]+)", re.MULTILINE)
LINKED = re.compile(r"\]\(([^)#:]+)(?:#[^)]*)?\)")
ROOMS = (ROOT, SOURCE, *(SOURCE / "games" / game for game in GAMES))
NEAR = (
    "core", "bots", "reviewing", "server/bots", "server/tables", "server/telling", "server/store", "server/declaration",
    "server/cluster", "web/static/table",
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


def test_every_file_of_a_game_is_in_its_plan() -> None:
    told = PAGES[0].read_text(encoding="utf-8").split("| file | what it holds |")[1].split("\n\n")[0]
    assert [name for name in (*MUST, *MAY, SECRET) if f"`{name}`" not in told] == []


def test_the_rooms_of_the_server_stand_in_the_order_in_which_they_may_import() -> None:
    told = PAGES[0].read_text(encoding="utf-8").split("a room imports only rooms that stand above it in this list:")[1]
    listed = [line[:26] for line in told.split("Why:")[0].splitlines() if line.startswith("    ")]
    assert re.findall(r"[a-z]+", " ".join(listed)) == list(BELOW)


def test_every_word_of_the_glossary_is_a_word_of_the_house() -> None:
    rows = PAGES[0].read_text(encoding="utf-8").split("| word | what it means |\n| --- | --- |\n")[1].splitlines()
    words = [word.removesuffix(" (verb)").strip() for row in rows for word in row.split("|")[1].split(",")]
    assert words == sorted(set(words), key=words.index)
    used = "\n".join(path.read_text(encoding="utf-8").lower() for path in SOURCE.rglob("*.py"))
    assert [word for word in words if not re.search(rf"(?<![a-z]){word.split()[0]}", used)] == []
