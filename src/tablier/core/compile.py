"""Compiling: rules by ``@rule``, generic kernels by ``@kernel`` and ``bind``, a game's own kernels by ``@compiled``.

A rule called from Python is plain Python; it is compiled where a kernel calls it. A kernel is written once, over the
names of the contract, and bound to a game when it is first needed: its code is rebuilt with the game's functions as
its globals. numba's disk cache looks only at the file a function stands in, so a bound kernel carries in its name a
fingerprint of every source it depends on: its own, and those of the game's functions that it or a kernel in it calls,
with all that these import. An edit of a rule gives another name, and an edit of a picture or of a tensor does not.
"""

import ast
import hashlib
import sys
import threading
import types
from collections.abc import Callable, Collection, Iterator, Mapping
from contextlib import contextmanager
from functools import cache, wraps
from importlib.util import resolve_name
from pathlib import Path
from typing import Any, NamedTuple, Protocol, TypeVar, cast

import numba
from numba.core import config
from numba.core.compiler_lock import global_compiler_lock

from tablier.core.linking import Rule, RuleCompiler

Function = TypeVar("Function", bound=Callable[..., Any])


class Found(NamedTuple):
    """A function of a game, and the name of the module that holds it."""

    function: Callable[..., Any]
    module: str


class Bindable(Protocol):
    """A game, as far as kernels know it."""

    def __hash__(self) -> int: ...
    @property
    def key(self) -> str: ...
    @property
    def functions(self) -> Mapping[str, Found]:
        """What kernels may call, by the names of the contract."""


def rule(function: Function) -> Function:
    """Make a function a rule. It is not cached by itself: it becomes part of the kernels that call it."""
    if config.DISABLE_JIT:
        return function
    settings = {"nopython": True, "_nrt": True, "error_model": "numpy", "nogil": True, "boundscheck": None}
    return Rule(py_func=function, targetoptions=settings, pipeline_class=RuleCompiler)


def kernel(function: Function) -> Function:
    """Mark a function as generic: it, and kernels it calls, are bound to a game before they run."""
    function.__kernel__ = True  # type: ignore[attr-defined]
    return function


def stand_in(function: Function) -> Function:
    """Mark a function as a name of the contract: in a bound kernel the game's own stands in its place."""
    function.__stand_in__ = True  # type: ignore[attr-defined]
    return function


def bind(function: Callable[..., Any], game: Bindable) -> Callable[..., Any]:
    """A generic kernel for one game: compiled, or as plain Python where nobody should wait for that."""
    return ready(function, bound(function, game))


def compiled(function: Function) -> Function:
    """Make a function of one game a kernel of its own: plain Python that calls it gets it as ``bind`` would give it.

    It stands among the rules that it calls, and is compiled anew when one of them changes.
    """

    @wraps(function)
    def run(*args: Any) -> Any:
        return ready(function, own(function))(*args)

    return cast(Function, run)


def ready(function: Callable[..., Any], kernel: Any) -> Callable[..., Any]:
    """A kernel that was made of a function, or as plain Python where nobody should wait for it to be compiled."""
    if MODE.deferred and not kernel.overloads and not MODE.compiles(function):
        plain: Callable[..., Any] = kernel.py_func
        return plain
    return kernel  # type: ignore[no-any-return]


@cache
def bound(function: Callable[..., Any], game: Bindable) -> Any:
    """A kernel compiled when it is first called, from the disk cache if this game's sources were compiled before."""
    return cached(rebuilt(function, game))


@cache
def own(function: Callable[..., Any]) -> Any:
    """The same for a kernel of one game."""
    return cached(renamed(function, dict(function.__globals__), "own", (function.__module__,)))


def cached(function: Callable[..., Any]) -> Any:
    """A function that is compiled when it is first called, and kept on disk under its name."""
    return numba.njit(error_model="numpy", nogil=True, cache=True, _nrt=False)(function)


class Mode(threading.local):
    """Who waits for the compiler: everybody or, once ``deferred`` is set, only threads that have asked for it."""

    deferred = False  # for all threads: see ``defer``
    wanted: Collection[Callable[..., Any]] | None = ()  # kernels that this thread compiles; None: all

    def compiles(self, function: Callable[..., Any]) -> bool:
        """Whether this thread waits for a kernel to be compiled."""
        return self.wanted is None or function in self.wanted


MODE = Mode()


def defer() -> None:
    """Run kernels as plain Python in this process until they have been compiled or loaded on purpose."""
    Mode.deferred = not config.DISABLE_JIT


@contextmanager
def compiling(*functions: Callable[..., Any]) -> Iterator[None]:
    """Have this thread compile, or load from the cache, these kernels when they are called; all, if none is named."""
    before, MODE.wanted = MODE.wanted, functions or None
    try:
        yield
    finally:
        MODE.wanted = before


@cache
def part(function: Callable[..., Any], game: Bindable) -> Callable[..., Any]:
    """A generic kernel that another one calls; it is cached as part of that one."""
    return rule(rebuilt(function, game))


def rebuilt(function: Callable[..., Any], game: Bindable) -> Callable[..., Any]:
    """The same code with the game's functions, and kernels bound to the game, in the place of the generic names."""
    names = dict(function.__globals__)
    names |= {name: found.function for name, found in called(function, game).items()}
    names |= {name: part(value, game) for name, value in used(function, "__kernel__").items()}
    return renamed(function, names, game.key, tuple(sorted(needed(function, game))))


def renamed(
    function: Callable[..., Any], names: dict[str, Any], label: str, modules: tuple[str, ...]
) -> Callable[..., Any]:
    """The same code with other globals, and a name that says which sources it was made of."""
    copy = types.FunctionType(function.__code__, names, function.__name__, function.__defaults__)
    copy.__module__ = function.__module__
    copy.__qualname__ = f"{function.__name__}_{label}_{fingerprint(*modules)}_{flavour()}"
    return copy


def used(function: Callable[..., Any], mark: str) -> dict[str, Callable[..., Any]]:
    """The functions with a mark that a function calls by their names."""
    known = function.__globals__
    return {name: known[name] for name in function.__code__.co_names if hasattr(known.get(name), mark)}


def called(function: Callable[..., Any], game: Bindable) -> dict[str, Found]:
    """The functions of a game that a kernel calls, as far as the game has them."""
    return {name: game.functions[name] for name in used(function, "__stand_in__") if name in game.functions}


def needed(function: Callable[..., Any], game: Bindable) -> set[str]:
    """The modules on which a kernel bound to a game depends: its own, and those of all that it calls by their names."""
    inner = (needed(kernel, game) for kernel in used(function, "__kernel__").values())
    held = {name for found in called(function, game).values() for name in (found.module, found.function.__module__)}
    return {function.__module__, *held}.union(*inner)


def flavour() -> str:
    """What else decides how code is compiled; the cache does not look at it either."""
    return "checked" if getattr(config, "BOUNDSCHECK", None) else "plain"


@cache
def fingerprint(*modules: str) -> str:
    """A fingerprint of the sources of some modules and of all they import, as far as they are of the same packages."""
    ours = {module.partition(".")[0] for module in (__name__, *modules)}
    sources: dict[str, bytes] = {}
    left = list(modules)
    while left:
        name = left.pop()
        file = getattr(sys.modules.get(name), "__file__", None)
        if file and name not in sources and name.partition(".")[0] in ours:
            sources[name] = source(file)
            left += imported(sources[name], name if file.endswith("__init__.py") else name.rpartition(".")[0])
    content = hashlib.sha256()
    for name in sorted(sources):
        content.update(name.encode() + b"\0" + sources[name] + b"\0")
    return content.hexdigest()[:16]


@cache
def source(file: str) -> bytes:
    """What a source holds, as it was when it was first asked for: its author may go on writing."""
    return Path(file).read_bytes()


def keep_sources(game: Bindable) -> None:
    """Note now of what a game is made, lest code of old be kept on disk under the name of sources that are newer."""
    ours = {module.partition(".")[0] for module in (__name__, *(found.module for found in game.functions.values()))}
    for name, module in list(sys.modules.items()):
        if name.partition(".")[0] in ours and getattr(module, "__file__", None):
            source(str(module.__file__))


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
