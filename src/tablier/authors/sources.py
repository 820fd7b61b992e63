"""What can be read off the sources of rules: whether they are fit to be compiled, and where things stand."""

from __future__ import annotations

import ast
from collections.abc import Iterable, Iterator
from pathlib import Path

MARKS = ("rule", "kernel")
FORBIDDEN: dict[type[ast.AST], str] = {
    ast.Raise: "raises", ast.Try: "raises", ast.Assert: "raises", ast.With: "with", ast.Lambda: "function",
    ast.ListComp: "allocates", ast.DictComp: "allocates", ast.SetComp: "allocates", ast.List: "allocates",
    ast.Dict: "allocates", ast.Set: "allocates", ast.JoinedStr: "string", ast.Yield: "generator",
    ast.GeneratorExp: "generator",
}  # fmt: skip
"""What stands in no rule, and what is wrong with it."""
MAKERS = {"zeros", "empty", "ones", "full", "array", "arange", "copy", "zeros_like", "empty_like", "concatenate"}
"""Functions that make arrays."""


def parsed(path: Path) -> ast.Module:
    """The source of a module as a tree."""
    return ast.parse(path.read_text(encoding="utf-8"), str(path))


def rule_functions(tree: ast.AST) -> Iterator[ast.FunctionDef]:
    """The functions that are compiled."""
    for node in ast.walk(tree):
        if isinstance(node, ast.FunctionDef) and any(
            isinstance(mark, ast.Name) and mark.id in MARKS for mark in node.decorator_list
        ):
            yield node


def documentation_of(tree: ast.AST) -> Iterator[ast.AST]:
    """The strings that are only read by people."""
    for node in ast.walk(tree):
        if isinstance(node, ast.Expr) and isinstance(node.value, ast.Constant):
            yield node.value


def unfit(function: ast.FunctionDef) -> Iterator[tuple[int, str]]:
    """Lines of a rule that cannot be compiled for every machine, and why: it raises, allocates, holds a string …"""
    documentation = {id(node) for node in documentation_of(function)}
    for node in (inner for statement in function.body for inner in ast.walk(statement)):
        why = FORBIDDEN.get(type(node), "")
        if isinstance(node, ast.Call) and isinstance(node.func, ast.Attribute) and node.func.attr in MAKERS:
            why = "allocates"
        if isinstance(node, ast.Constant) and isinstance(node.value, str) and id(node) not in documentation:
            why = "string"
        if why:
            yield getattr(node, "lineno", function.lineno), why


def recursive(functions: Iterable[ast.FunctionDef]) -> Iterator[ast.FunctionDef]:
    """The rules of one game that call themselves, directly or through others."""
    known = {function.name: function for function in functions}
    calls = {name: names_in(function) & set(known) for name, function in known.items()}
    for name, function in known.items():
        reached, fresh = set[str](), calls[name]
        while fresh:
            reached |= fresh
            fresh = {callee for called in fresh for callee in calls[called]} - reached
        if name in reached:
            yield function


def names_in(function: ast.FunctionDef) -> set[str]:
    """All names that stand in a function, but those that it gives to its own values."""
    nodes = [node for node in ast.walk(function) if isinstance(node, ast.Name)]
    own = {node.id for node in nodes if isinstance(node.ctx, ast.Store)} | {arg.arg for arg in function.args.args}
    return {node.id for node in nodes} - own


def line_of(tree: ast.Module, name: str) -> int:
    """Where a name is defined at the top of a module; 0 if it is not."""
    for node in tree.body:
        targets = node.targets if isinstance(node, ast.Assign) else [getattr(node, "target", None)]
        names = {target.id for target in targets if isinstance(target, ast.Name)}
        if getattr(node, "name", None) == name or name in names:
            return node.lineno
    return 0


def text_line(path: Path, *signs: str) -> int:
    """The first line of a text file that begins with one of some signs; 0 if none does."""
    for number, line in enumerate(path.read_text(encoding="utf-8").splitlines(), 1):
        if line.strip().startswith(signs):
            return number
    return 0
