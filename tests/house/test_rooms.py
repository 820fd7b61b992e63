"""The rooms of the server: each imports only rooms below it, and the authority neither waits nor reads nor writes."""

import ast
from pathlib import Path

import pytest

from tests.house.test_house import MODULES, SOURCE, imported, name

SERVER = SOURCE / "server"
OURS = "tablier.server."
COMPANY = {"people", "reviews", "ratings", "tournaments", "notices", "lobby"}
BELOW: dict[str, set[str]] = {
    "declaration": set(),
    "authority": set(),
    "telling": {"authority"},
    "operation": {"authority"},
    "store": {"authority", "operation"},
    "bots": {"authority"},
    "tables": {"authority", "telling", "operation", "store", "bots"},
    "people": {"authority", "operation", "store", "tables"},
    "reviews": {"authority", "operation", "store", "bots"},
    "ratings": {"authority", "operation", "store", "people"},
    "tournaments": {"authority", "operation", "store", "tables", "people", "ratings"},
    "notices": {"authority", "operation", "store", "tables", "people"},
    "lobby": {"authority", "telling", "operation", "store", "tables", "people", "notices"},
    "entrance": {"authority", "operation", "people"},
    "cluster": {"authority", "telling", "operation", "store", "bots", "tables", "entrance"},
    "living": {"authority", "operation", "store", "bots", "tables", "cluster"} | COMPANY,
    "pages": {"authority", "telling", "store", "tables", "entrance"} | COMPANY,
    "api": {"declaration", "authority", "telling", "operation", "store", "tables", "entrance", "pages"} | COMPANY,
    "app": {"authority", "operation", "bots", "tables", "entrance", "cluster", "living", "pages", "api"},
    "describe": {"operation", "api", "app"},
    "net": {"authority", "operation", "store", "bots", "tables", "entrance", "cluster", "app"},
}
"""What each room of the server, and each of its two modules that stand alone, may import besides itself."""
OUTSIDE = {
    "declaration": set[str](),
    "authority": {"core", "bots"},
    "telling": {"core"},
    "store": {"private"},
    "tables": {"core"},
}
"""What some rooms may import of the rest of Tablier; the others are free to choose among what lies below the server."""
BELOW_THE_SERVER = {"core", "bots", "reviewing", "pictures", "private", "web"}
IMPURE = {
    "asyncio", "concurrent", "fastapi", "http", "io", "logging", "multiprocessing", "os", "pathlib", "queue", "shutil",
    "signal", "socket", "sqlite3", "starlette", "subprocess", "sys", "tempfile", "threading", "time", "urllib",
    "uvicorn", "websockets",
}  # fmt: skip
"""Modules with which one could wait, read or write."""
PATHS = [path for path in MODULES if path.is_relative_to(SERVER) and path != SERVER / "__init__.py"]


def room(module: str) -> str:
    """The room of a module of the server, by its full name."""
    return module.removeprefix(OURS).split(".")[0]


def dotted(path: Path) -> str:
    """The full name of a module."""
    parts = path.relative_to(SOURCE.parent).with_suffix("").parts
    return ".".join(parts[:-1] if parts[-1] == "__init__" else parts)


@pytest.mark.parametrize("path", PATHS, ids=name)
def test_a_room_imports_only_rooms_below_it(path: Path) -> None:
    here = room(dotted(path))
    for module in imported(path):
        if module.startswith(OURS):
            assert room(module) in BELOW[here] | {here}, f"{here} imports {module}"
        elif module.startswith("tablier."):
            assert module.split(".")[1] in OUTSIDE.get(here, BELOW_THE_SERVER), f"{here} imports {module}"


def test_rooms_stand_one_above_the_other() -> None:
    standing: set[str] = set()
    for here, below in BELOW.items():
        assert below <= standing, here
        standing.add(here)


@pytest.mark.parametrize("path", PATHS, ids=name)
def test_nothing_is_imported_for_types_alone(path: Path) -> None:
    """What is hidden from Python, so that two modules can name each other, is a circle all the same."""
    names = {node.id for node in ast.walk(ast.parse(path.read_text(encoding="utf-8"))) if isinstance(node, ast.Name)}
    assert "TYPE_CHECKING" not in names


def test_no_two_modules_of_the_server_need_each_other() -> None:
    known = {dotted(path): path for path in PATHS}
    needs = {one: {owner(module, known) for module in imported(path)} - {one, ""} for one, path in known.items()}
    while free := {one for one, needed in needs.items() if not needed & needs.keys()}:
        for one in free:
            del needs[one]
    assert not needs, "these import each other in a circle"


def owner(module: str, known: dict[str, Path]) -> str:
    """The module of the server that is imported, or from which something is; empty if it is none."""
    return module if module in known else module.rpartition(".")[0] if module.rpartition(".")[0] in known else ""


@pytest.mark.parametrize("path", [path for path in PATHS if room(dotted(path)) == "authority"], ids=name)
def test_the_authority_neither_waits_nor_reads_nor_writes(path: Path) -> None:
    assert not {module.split(".")[0] for module in imported(path)} & IMPURE
    tree = ast.parse(path.read_text(encoding="utf-8"))
    assert not [node for node in ast.walk(tree) if isinstance(node, ast.AsyncFunctionDef | ast.Await)]
    used = {node.id for node in ast.walk(tree) if isinstance(node, ast.Name) and isinstance(node.ctx, ast.Load)}
    assert not {"open", "print", "input"} & used


@pytest.mark.parametrize(
    "here", [path.parent for path in PATHS if path.name == "__init__.py"], ids=lambda path: path.name
)
def test_a_room_says_what_it_is_for_and_what_it_may_import(here: Path) -> None:
    told = ast.get_docstring(ast.parse((here / "__init__.py").read_text(encoding="utf-8"))) or ""
    assert told
    if here.parent == SERVER:
        assert here.name in BELOW
        assert "import" in told
