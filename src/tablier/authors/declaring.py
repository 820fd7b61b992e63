"""What a game declares: functions and their arguments, records, facts; as far as it can be seen without playing."""

from __future__ import annotations

import ast
import inspect
from collections.abc import Iterator
from difflib import get_close_matches
from pathlib import Path
from types import ModuleType
from typing import Any

from tablier.authors.faults import Fault, function_fault, raised, shortened
from tablier.authors.sources import line_of, parsed, recursive, rule_functions, unfit
from tablier.core.defaults import COMPILED, SUPPLIED, Lacking, declared
from tablier.core.errors import Error
from tablier.core.game import Game
from tablier.core.kit.equipment import MOST_SEATS, Counter, Kept
from tablier.core.networks import FILE as NETWORK
from tablier.core.networks import read
from tablier.core.records import FrozenRecord, fields
from tablier.core.words import word

CLOSE = 0.75  # names that are as much alike may be meant for each other
RECORDS = ("BaseState", "BaseOptions")
RULES = "rules.py"
FEATURES = ("features", "FEATURES")


# Sources, before anything is run


def source_faults(folder: Path) -> Iterator[Fault]:
    """What is wrong with the sources of a package, by looking at them."""
    trees: dict[Path, ast.Module] = {}
    for path in sorted(folder.glob("*.py")):
        try:
            trees[path] = parsed(path)
        except (SyntaxError, UnicodeDecodeError) as error:
            yield raised(error, folder, "syntax") if isinstance(error, SyntaxError) else unreadable(path, folder, error)
    for path, tree in trees.items():
        yield from unfit_faults(tree, shortened(path, folder))
        yield from field_faults(tree, shortened(path, folder))
    places = {rule: path for path, tree in trees.items() for rule in rule_functions(tree)}
    for rule in recursive(places):
        yield Fault("recursive", shortened(places[rule], folder), rule.lineno, {"rule": rule.name})


def unreadable(path: Path, folder: Path, error: Exception) -> Fault:
    """A file that is not text."""
    return Fault("unreadable", shortened(path, folder), 0, {"error": str(error)})


def unfit_faults(tree: ast.Module, path: str) -> Iterator[Fault]:
    """Rules that cannot be compiled for every machine."""
    for function in rule_functions(tree):
        for line, why in dict(unfit(function)).items():
            yield Fault("unfit", path, line, {"rule": function.name, "why": word(f"authors.unfit.{why}")})


def field_faults(tree: ast.Module, path: str) -> Iterator[Fault]:
    """Fields of records that have no kind, or names that all records have for something else."""
    for record in tree.body:
        if isinstance(record, ast.ClassDef) and any(
            ast.unparse(base).split(".")[-1] in RECORDS for base in record.bases
        ):
            for node in record.body:
                if isinstance(node, ast.AnnAssign) and isinstance(node.target, ast.Name):
                    yield from one_field(node, node.target.id, path)


def one_field(node: ast.AnnAssign, name: str, path: str) -> Iterator[Fault]:
    """What is wrong with one field."""
    if hasattr(FrozenRecord, name):
        yield Fault("field.name", path, node.lineno, {"field": name})
    if not isinstance(node.value, ast.Call):
        yield Fault("field.kind", path, node.lineno, {"field": name})


# The game, once it is loaded


def import_fault(error: Exception, folder: Path, known: list[Fault]) -> Iterator[Fault]:
    """Why a package cannot be loaded, unless its sources have told already."""
    if isinstance(error, Lacking):
        yield lacking(error, folder)
    elif not any(fault.key in ("syntax", "field.name") for fault in known):
        yield raised(error, folder, "import")


def lacking(error: Lacking, folder: Path) -> Fault:
    """Something that is missing, with what may be meant for it."""
    path = folder / f"{error.module}.py"
    tree = parsed(path) if path.is_file() else ast.Module([], [])
    names = [node.name for node in tree.body if isinstance(node, ast.FunctionDef)]
    close = get_close_matches(error.name, names, 1, CLOSE)
    args = {"module": error.module, "name": error.name}
    if close:
        return Fault("misspelt", shortened(path, folder), line_of(tree, close[0]), args | {"close": close[0]})
    return Fault("lacking", shortened(path, folder), 0, args)


def game_faults(game: Game, key: str) -> Iterator[Fault]:
    """What a game declares wrongly."""
    main = shortened(game.folder / "__init__.py", game.folder)
    if game.key != key:
        yield Fault("key", main, 0, {"key": game.key, "name": key})
    if not game.seats or not all(type(seats) is int and 1 <= seats <= MOST_SEATS for seats in game.seats):
        yield Fault("seats", main, 0, {"most": MOST_SEATS})
    yield from shown_faults(game)
    yield from follow_faults(game)
    yield from feature_faults(game)
    for protocol in SUPPLIED:
        module = game.modules.get(protocol.__name__.lower())
        if module is not None:
            yield from module_faults(game, protocol, module)


def feature_faults(game: Game) -> Iterator[Fault]:
    """Features of a game's own whose number is not known, or the other way round."""
    held = vars(game.modules.get("advice", ModuleType("advice")))
    for name, other in (FEATURES, reversed(FEATURES)):
        if name in held and other not in held:
            yield Fault(
                "lacking", shortened(game.folder / "advice.py", game.folder), 0, {"module": "advice", "name": other}
            )


def network_faults(game: Game) -> Iterator[Fault]:
    """A network that is broken, or of something else."""
    file = game.folder / NETWORK
    try:
        if file.exists():
            read(file, game)
    except Error as error:
        yield Fault("network", shortened(file, game.folder), 0, {"error": error.word})


def shown_faults(game: Game) -> Iterator[Fault]:
    """Fields that say by which other field they are shown, and there is none."""
    known = fields(game.state)
    for name, field in known.items():
        if isinstance(field, Kept) and field.shown_by and field.shown_by not in known:
            path = Path(inspect.getsourcefile(game.state) or "")
            yield Fault("field.shown", shortened(path, game.folder), 0, {"field": name, "shown": field.shown_by})


def follow_faults(game: Game) -> Iterator[Fault]:
    """Fields that follow from the rest, by no rule."""
    following = [name for name, field in fields(game.state).items() if isinstance(field, Counter) and field.follows]
    if following and not hasattr(game.source, "follow"):
        path = Path(inspect.getsourcefile(game.state) or "")
        yield Fault("follow_missing", shortened(path, game.folder), 0, {"fields": following})


def module_faults(game: Game, protocol: type, module: ModuleType) -> Iterator[Fault]:
    """Functions of one module that take other arguments than they are given, are no rules, or are misspelt."""
    names = [name for name, _ in declared(protocol)]
    for name in names:
        given, own = vars(protocol)[name], vars(module).get(name)
        if inspect.isfunction(given) and own is not None:
            yield from function_faults(game, protocol, name, own)
    yield from misspelt(game, protocol, module, names)


def function_faults(game: Game, protocol: type, name: str, own: Any) -> Iterator[Fault]:
    """What is wrong with one function of the contract."""
    if not callable(own):
        yield Fault("no_function", args={"name": name, "module": protocol.__name__.lower()})
        return
    given, taken = parameters(vars(protocol)[name])[1:], parameters(own)
    if len(given) != len(taken):
        args = {"name": name, "taken": len(taken), "given": len(given), "parameters": given}
        yield function_fault("signature", own, game.folder, **args)
    plain = getattr(own, "py_func", own)
    if protocol in COMPILED and not is_marked(plain, game.folder):
        yield function_fault("no_rule", own, game.folder, name=name)


def parameters(function: Any) -> list[str]:
    """The names of what a function takes."""
    return list(inspect.signature(getattr(function, "py_func", function)).parameters)


def is_marked(function: Any, folder: Path) -> bool:
    """Whether a function of the game's own sources is a rule; those that come from elsewhere are."""
    path = Path(function.__code__.co_filename)
    if not path.is_relative_to(folder):
        return True
    return function.__code__.co_name in {rule.name for rule in rule_functions(parsed(path))}


def misspelt(game: Game, protocol: type, module: ModuleType, names: list[str]) -> Iterator[Fault]:
    """Functions that look as if they were meant for one of the contract that is left out."""
    for name, value in vars(module).items():
        plain = getattr(value, "py_func", value)
        if not inspect.isfunction(plain) or plain.__module__ != module.__name__ or name in names:
            continue
        for close in get_close_matches(name, [known for known in names if known not in vars(module)], 1, CLOSE):
            meant = vars(protocol)[close]
            if inspect.isfunction(meant) and len(parameters(meant)) - 1 == len(parameters(plain)):
                args = {"module": protocol.__name__.lower(), "name": close, "close": name}
                yield function_fault("misspelt", plain, game.folder, **args)
