"""The house keeps its order: imports run one way, rules stay fit for a GPU, functions and modules stay small."""

import ast
import inspect
import re
import sys
from collections.abc import Iterator
from functools import cache
from pathlib import Path

import pytest

import tablier
from tablier.authors.sources import documentation_of, parsed, recursive, rule_functions, unfit
from tablier.games import GAMES

SOURCE = Path(tablier.__file__).parent
MODULES = sorted(SOURCE.rglob("*.py"))
GENERIC = [path for path in MODULES if "games" not in path.relative_to(SOURCE).parts]
RULES = [path for path in MODULES if "@rule" in path.read_text(encoding="utf-8")]
LONGEST_FUNCTION, LONGEST_MODULE = 40, 400
LIGHT = {"core", "games", "bots"}
FUNCTIONS = (ast.FunctionDef, ast.AsyncFunctionDef)
Declared = ast.FunctionDef | ast.AsyncFunctionDef | ast.ClassDef
TRAVELLING = "server/declaration/"
CONTRACT_CLASSES = {"Options", "State"}
ON_BOTH_SIDES = {"Command", "Message"}
"""What is one thing in two rooms of which neither knows the other: as it is checked, and as it was read."""
TYPE_NAME = re.compile("[A-Z][a-z]")
TEMPLATES = "authors/templates/"
THIRD_PARTY = {"numpy", "numba"}


def name(path: Path) -> str:
    return str(path.relative_to(SOURCE))


@cache
def imported(path: Path) -> tuple[str, ...]:
    """All modules that a module imports, anywhere in it."""
    return tuple(imports(path))


def imports(path: Path) -> Iterator[str]:
    """The same, one after the other."""
    for node in ast.walk(ast.parse(path.read_text(encoding="utf-8"))):
        if isinstance(node, ast.Import):
            yield from (alias.name for alias in node.names)
        elif isinstance(node, ast.ImportFrom):
            assert node.level == 0, f"relative import in {path}"
            yield from (f"{node.module}.{alias.name}" for alias in node.names)


@pytest.mark.parametrize("path", GENERIC, ids=name)
def test_nothing_outside_its_folder_names_a_game(path: Path) -> None:
    tree = ast.parse(path.read_text(encoding="utf-8"))
    documentation = {id(node) for node in documentation_of(tree)}
    for node in ast.walk(tree):
        text = node.id if isinstance(node, ast.Name) else node.value if isinstance(node, ast.Constant) else ""
        if isinstance(text, str) and id(node) not in documentation and "help=" not in text:
            assert text.lower() not in GAMES
    assert not [
        module for module in imported(path) if module.startswith("tablier.games.") and module != "tablier.games.GAMES"
    ]


@pytest.mark.parametrize("path", [p for p in MODULES if name(p).split("/")[0] in LIGHT], ids=name)
def test_core_games_and_bots_import_one_way_and_only_numpy_and_numba(path: Path) -> None:
    folder = name(path).split("/")[0]
    for module in imported(path):
        top = module.split(".")[0]
        assert top in THIRD_PARTY | {"tablier"} or top in sys.stdlib_module_names
        if top == "tablier" and module != "tablier.core":
            assert module.split(".")[1] in {"core", folder} | ({"kit"} if folder == "games" else set())
        if folder == "games" and module.startswith("tablier.games."):
            assert module.split(".")[2] == name(path).split("/")[1]


@pytest.mark.parametrize("path", RULES, ids=name)
def test_rules_raise_nothing_allocate_nothing_and_hold_no_strings(path: Path) -> None:
    for function in rule_functions(parsed(path)):
        assert [f"{path}:{line} {why}" for line, why in unfit(function)] == []


@pytest.mark.parametrize("key", GAMES)
def test_rules_do_not_recurse(key: str) -> None:
    paths = (SOURCE / "games" / key).glob("*.py")
    rules = [rule for path in paths for rule in rule_functions(parsed(path))]
    assert [rule.name for rule in recursive(rules)] == []


@pytest.mark.parametrize("path", MODULES, ids=name)
def test_functions_and_modules_are_small(path: Path) -> None:
    text = path.read_text(encoding="utf-8")
    assert text.count("\n") <= LONGEST_MODULE
    for node in ast.walk(ast.parse(text)):
        if isinstance(node, FUNCTIONS):
            assert (node.end_lineno or 0) - node.lineno < LONGEST_FUNCTION, f"{path}:{node.lineno} {node.name}"


@pytest.mark.parametrize("path", MODULES, ids=name)
def test_modules_classes_and_public_functions_say_what_they_are(path: Path) -> None:
    """What a base or a protocol says need not be said again."""
    tree = ast.parse(path.read_text(encoding="utf-8"))
    assert ast.get_docstring(tree), path
    for node, outer in declarations(tree):
        inherited = isinstance(outer, ast.ClassDef) and bool(outer.bases) and not isinstance(node, ast.ClassDef)
        if not node.name.startswith("_") and not inherited and node.name not in said_by_protocols():
            assert ast.get_docstring(node), f"{path}:{node.lineno} {node.name}"


def declarations(tree: ast.Module) -> Iterator[tuple[Declared, ast.Module | ast.ClassDef]]:
    """All classes, functions and methods with what they stand in; those inside functions are nobody's business."""
    waiting: list[ast.Module | ast.ClassDef] = [tree]
    while waiting:
        outer = waiting.pop()
        for node in outer.body:
            if isinstance(node, (*FUNCTIONS, ast.ClassDef)):
                yield node, outer
            if isinstance(node, ast.ClassDef):
                waiting.append(node)


@cache
def said_by_protocols() -> set[str]:
    """The names of what some protocol of the house describes."""
    trees = [ast.parse(path.read_text(encoding="utf-8")) for path in MODULES]
    found = [(node, outer) for tree in trees for node, outer in declarations(tree) if isinstance(outer, ast.ClassDef)]
    return {
        node.name for node, outer in found if "Protocol" in map(ast.unparse, outer.bases) and ast.get_docstring(node)
    }


def test_a_type_has_a_name_of_its_own() -> None:
    """A name means one thing throughout the house; what travels is called after what it tells of."""
    found: dict[str, list[str]] = {}
    for path in MODULES:
        if not name(path).startswith((TRAVELLING, TEMPLATES)):
            for key in types_in(ast.parse(path.read_text(encoding="utf-8"))):
                found.setdefault(key, []).append(name(path))
    shared = {key: paths for key, paths in found.items() if len(paths) > 1 and not is_of_games(key, paths)}
    assert shared.keys() - ON_BOTH_SIDES == set()


def types_in(tree: ast.Module) -> Iterator[str]:
    """The classes of a module, and its other names of types; what only stands for any type is nobody's."""
    yield from (node.name for node, _ in declarations(tree) if isinstance(node, ast.ClassDef))
    for node in tree.body:
        if isinstance(node, ast.Assign) and not ast.unparse(node.value).startswith("TypeVar("):
            names = (target.id for target in node.targets if isinstance(target, ast.Name))
            yield from (key for key in names if TYPE_NAME.match(key))


def is_of_games(key: str, paths: list[str]) -> bool:
    """Whether every game has such a class, as the contract wants it, or several games each have one of their own."""
    owners = [path.split("/")[:2] for path in paths]
    outside = [owner for owner in owners if owner[0] != "games"]
    each_its_own = len({tuple(owner) for owner in owners}) == len(owners)
    return each_its_own and (key in CONTRACT_CLASSES or not outside)


def test_the_contract_is_documented_where_it_is_declared() -> None:
    from tablier.core.defaults import SUPPLIED

    assert len(SUPPLIED) == 10
    for protocol in SUPPLIED:
        assert protocol.__doc__
        for member_name, member in vars(protocol).items():
            if inspect.isfunction(member) and not member_name.startswith("_"):
                assert member.__doc__, f"{protocol.__name__}.{member_name}"
