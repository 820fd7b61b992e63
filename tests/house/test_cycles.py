"""In the core nothing that a module imports imports that module, not for the type checker either, but for a few."""

import ast
from collections.abc import Iterator
from pathlib import Path

import tablier

SOURCE = Path(tablier.__file__).parent
MODULES = {
    ".".join(("tablier", *path.relative_to(SOURCE).with_suffix("").parts)).removesuffix(".__init__"): path
    for path in SOURCE.joinpath("core").rglob("*.py")
}
FOR_TYPES = {
    ("tablier.core.contract", "tablier.core.kit.moves"),  # every kernel depends on the contract, and on none of these
    ("tablier.core.contract", "tablier.core.options"),
    ("tablier.core.registry", "tablier.core.game"),  # which would import the compiler, and that takes long
}


def imported(name: str) -> Iterator[str]:
    """The modules of the core that a module imports, wherever in it."""
    for node in ast.walk(ast.parse(MODULES[name].read_text(encoding="utf-8"))):
        if isinstance(node, ast.ImportFrom) and node.module:
            inner = {f"{node.module}.{alias.name}" for alias in node.names}
            yield from (inner & MODULES.keys()) or {node.module} & MODULES.keys()


def for_types(name: str) -> Iterator[str]:
    """The modules of the core that a module imports only for the type checker."""
    for node in ast.parse(MODULES[name].read_text(encoding="utf-8")).body:
        if isinstance(node, ast.If) and isinstance(node.test, ast.Name) and node.test.id == "TYPE_CHECKING":
            inner = {
                f"{part.module}.{alias.name}"
                for part in node.body
                if isinstance(part, ast.ImportFrom)
                for alias in part.names
            }
            yield from {found if found in MODULES else found.rpartition(".")[0] for found in inner} & MODULES.keys()


def test_only_what_is_named_here_is_imported_for_the_type_checker_alone() -> None:
    assert {(name, other) for name in MODULES for other in for_types(name)} == FOR_TYPES


def test_no_module_of_the_core_comes_back_to_itself() -> None:
    graph = {name: {other for other in imported(name) if (name, other) not in FOR_TYPES} for name in MODULES}
    for name in graph:
        reached: set[str] = set()
        fresh = set(graph[name])
        while fresh:
            reached |= fresh
            fresh = set().union(*(graph[other] for other in fresh)) - reached
        assert name not in reached, f"{name} comes back to itself"
