"""Compiling: rules by ``@rule``, generic kernels by ``@kernel`` and ``bind``.

A kernel is written once, over the names of the contract, and bound to a game when it is first needed: its code is
rebuilt with the game's functions as its globals. numba's disk cache looks only at the file a function stands in, so a
bound kernel carries in its name a digest of every source it depends on; an edit of a rule gives another name, and
an edit of a picture does not.
"""

import ast
import hashlib
import sys
import types
from collections.abc import Callable, Iterator
from functools import cache
from importlib.util import resolve_name
from pathlib import Path
from typing import TYPE_CHECKING, Any, TypeVar

import numba
from numba.core import config
from numba.core.compiler_lock import global_compiler_lock

if TYPE_CHECKING:
    from tablier.core.contract import Game

Function = TypeVar("Function", bound=Callable[..., Any])

RULE_NAMES = (
    "start", "actor", "legal_moves", "weights", "apply", "returns", "conceal", "redeal", "observe",
)  # fmt: skip
ADVICE_NAMES = ("favour", "evaluate", "seen", "secret", "forced_win")


def rule(function: Function) -> Function:
    """Compile a rule. It is not cached by itself: it becomes part of the kernels that call it."""
    return numba.njit(error_model="numpy", nogil=True)(function)  # type: ignore[return-value]


def kernel(function: Function) -> Function:
    """Mark a function as generic: it, and kernels it calls, are bound to a game before they run."""
    function.__kernel__ = True  # type: ignore[attr-defined]
    return function


@cache
def bind(function: Callable[..., Any], game: "Game") -> Callable[..., Any]:
    """A generic kernel compiled for one game, found in the disk cache if this game's sources were compiled before."""
    return numba.njit(error_model="numpy", nogil=True, cache=True)(rebuilt(function, game))


@cache
def part(function: Callable[..., Any], game: "Game") -> Callable[..., Any]:
    """A generic kernel that another one calls; it is cached as part of that one."""
    return rule(rebuilt(function, game))


def rebuilt(function: Callable[..., Any], game: "Game") -> Callable[..., Any]:
    """The same code with the game's rules, and kernels bound to the game, in the place of the generic names."""
    names = dict(function.__globals__)
    for name, value in function.__globals__.items():
        if getattr(value, "__kernel__", False) and name in function.__code__.co_names:
            names[name] = part(value, game)
    for module, known in ((game.rules, RULE_NAMES), (game.advice, ADVICE_NAMES)):
        names |= {name: getattr(module, name) for name in known if hasattr(module, name)}
    bound = types.FunctionType(function.__code__, names, function.__name__, function.__defaults__)
    bound.__module__ = function.__module__
    modules = (function.__module__, *(vars(module)["__name__"] for module in (game.rules, game.advice) if module))
    sources = digest(*modules)
    bound.__qualname__ = f"{function.__name__}_{game.key}_{sources}_{flavour()}"
    return bound


def flavour() -> str:
    """What else decides how code is compiled; the cache does not look at it either."""
    return "checked" if getattr(config, "BOUNDSCHECK", None) else "plain"


@cache
def digest(*modules: str) -> str:
    """A digest of the sources of some modules and of all they import, as far as they belong to the same packages."""
    ours = {module.partition(".")[0] for module in (__name__, *modules)}
    sources: dict[str, bytes] = {}
    left = list(modules)
    while left:
        name = left.pop()
        file = getattr(sys.modules.get(name), "__file__", None)
        if file and name not in sources and name.partition(".")[0] in ours:
            sources[name] = Path(file).read_bytes()
            left += imported(sources[name], name if file.endswith("__init__.py") else name.rpartition(".")[0])
    content = hashlib.sha256()
    for name in sorted(sources):
        content.update(name.encode() + b"\0" + sources[name] + b"\0")
    return content.hexdigest()[:16]


def imported(source: bytes, package: str) -> Iterator[str]:
    """The modules that a source imports at its top, and whatever it imports from them, which may be modules too."""
    with global_compiler_lock:  # Python 3.11 cannot parse in two threads at the same time, and numba parses too
        tree = ast.parse(source)
    for node in tree.body:
        if isinstance(node, ast.Import):
            yield from (alias.name for alias in node.names)
        elif isinstance(node, ast.ImportFrom):
            base = resolve_name("." * node.level + (node.module or ""), package)
            yield base
            yield from (f"{base}.{alias.name}" for alias in node.names)
