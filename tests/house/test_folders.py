"""The folders of all games are laid out alike: the same file names for the same things, and rules below pictures."""

import ast
from pathlib import Path

import pytest

from tablier.core.registry import load
from tablier.games import GAMES
from tests.house.test_house import SOURCE, imported

MUST = ("__init__.py", "rules.py", "words.toml", "box.toml", "README.md")
MAY = (
    "board.py", "options.py", "state.py", "notation.py", "positions.py", "geometry.py", "view.py", "story.py",
    "terminal.py", "advice.py", "editing.py", "guidance.py", "tensors.py", "workshop.py", "lessons.toml",
    "diagrams.toml", "puzzles.py", "puzzles.json", "art.svg", "cover.svg", "network.npz",
)  # fmt: skip
"""What a game may leave to the kit."""
SECRET = "account.py"  # of games with secrets that say themselves what their seats may know
PLACES = {
    "board.py": ("numbers",),
    "options.py": ("GAME", "Options", "TABLE", "fill"),
    "state.py": ("State",),
    "rules.py": ("REASONS", "apply"),
    "notation.py": ("write",),
    "positions.py": ("position", "place"),
    "geometry.py": ("layouts",),
    "view.py": ("scene", "steps"),
    "story.py": ("story",),
    "terminal.py": ("draw",),
    "puzzles.py": ("theme", "twins"),
}
"""What each module defines, and not only takes from another."""
RULES_STAND_ON = {"board.py", "options.py", "state.py"}


def folder(game: str) -> Path:
    return SOURCE / "games" / game


def holds_rules(path: Path) -> bool:
    """Whether some of a module is compiled."""
    return bool({"rule", "compiled"} & marks(path))


def marks(path: Path) -> set[str]:
    """The decorators in a module."""
    functions = (node for node in ast.walk(tree(path)) if isinstance(node, ast.FunctionDef))
    return {mark.id for function in functions for mark in function.decorator_list if isinstance(mark, ast.Name)}


def tree(path: Path) -> ast.Module:
    return ast.parse(path.read_text(encoding="utf-8"))


def defined(path: Path) -> set[str]:
    """The names that a module defines at its top."""
    found = set()
    for node in tree(path).body:
        if isinstance(node, ast.FunctionDef | ast.ClassDef):
            found.add(node.name)
        elif isinstance(node, ast.Assign | ast.AnnAssign):
            targets = node.targets if isinstance(node, ast.Assign) else [node.target]
            found |= {part.id for target in targets for part in ast.walk(target) if isinstance(part, ast.Name)}
    return found


def used(path: Path) -> set[str]:
    """The files of its own folder from which a module imports."""
    own = f"tablier.games.{path.parent.name}."
    return {f"{module.removeprefix(own).split('.')[0]}.py" for module in imported(path) if module.startswith(own)}


@pytest.mark.parametrize("game", GAMES)
def test_a_folder_has_the_files_of_the_plan_and_further_modules_hold_rules(game: str) -> None:
    files = {path.name for path in folder(game).iterdir() if path.is_file()}
    known = {*MUST, *MAY} | ({SECRET} if load(game).hidden else set())
    assert set(MUST) <= files
    assert (SECRET in files) == (load(game).hidden and not load(game).keeps_views)
    for name in files - known:
        assert name.endswith(".py"), name
        assert holds_rules(folder(game) / name), f"{name} holds no rules, so it has no place of its own"


@pytest.mark.parametrize("game", GAMES)
@pytest.mark.parametrize("name", PLACES)
def test_each_thing_is_defined_in_the_module_of_its_name(game: str, name: str) -> None:
    if (folder(game) / name).is_file():
        assert set(PLACES[name]) <= defined(folder(game) / name)
    else:
        assert name in MAY


@pytest.mark.parametrize("game", GAMES)
def test_rules_know_nothing_of_texts_and_pictures(game: str) -> None:
    rules = {path for path in folder(game).glob("*.py") if holds_rules(path)}
    beside = {path for path in folder(game).glob("*.py") if path.name in RULES_STAND_ON}
    for path in rules | beside:
        assert used(path) <= RULES_STAND_ON | {rule.name for rule in rules}, path


@pytest.mark.parametrize("game", GAMES)
def test_a_game_leaves_to_core_what_is_the_same_in_all(game: str) -> None:
    for path in folder(game).glob("*.py"):
        text = path.read_text(encoding="utf-8")
        assert ".seat." not in text, f"{path}: seats are called by seat_word"
        assert "chr(ord(" not in text, f"{path}: cells are called by boards.cell_name"
        borrowed = {"tablier.core.compile.bind", "tablier.core.registry.load"} & set(imported(path))
        assert not borrowed, f"{path}: a kernel of one game is made by @compiled"
