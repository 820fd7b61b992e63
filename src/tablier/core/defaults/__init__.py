"""What a game leaves out: for each module of a game one of the same name, with all that the contract calls optional.

Rules and advice are compiled and stand for themselves; the functions of the other modules are given the game first. A
kernel depends on those of these modules whose functions it calls, and on no others.
"""

from collections.abc import Iterator, Mapping
from functools import partial
from inspect import isfunction
from types import ModuleType, SimpleNamespace
from typing import Any

from tablier.core.compile import Found
from tablier.core.contract import ALWAYS, Advice, Editing, Notation, Rules, Terminal, View
from tablier.core.defaults import advice, editing, notation, rules, terminal, view

SUPPLIED: Mapping[type, ModuleType] = {
    Rules: rules, Advice: advice, Notation: notation, View: view, Terminal: terminal, Editing: editing,
}  # fmt: skip
COMPILED = (Rules, Advice)


def completed(game: Any, protocol: type, module: ModuleType | None) -> Any:
    """What a module of a game holds, and of what it leaves out the default; TypeError if it may not be left out."""
    held = {name: value for name, value in (vars(module) if module else {}).items() if not name.startswith("_")}
    for name, fact in declared(protocol):
        if name not in held:
            if fact is None or (fact != ALWAYS and getattr(game, fact)):
                raise TypeError(f"{game.key}: its {protocol.__name__.lower()} must have {name}")
            held[name] = default(game, protocol, name)
    return SimpleNamespace(**held)


def declared(protocol: type) -> Iterator[tuple[str, str | None]]:
    """All that a protocol names: None if it is needed, else the fact without which it may be left out, or ALWAYS."""
    for name, member in vars(protocol).items():
        if not name.startswith("_"):
            yield name, getattr(member.fget if isinstance(member, property) else member, "__optional__", None)


def found(protocol: type, module: ModuleType | None) -> dict[str, Found]:
    """The functions of a compiled module, or the defaults of those it leaves out, each with the module it stands in."""
    functions = [name for name, _ in declared(protocol) if isfunction(vars(protocol)[name])]
    holders = {name: module if module and name in vars(module) else SUPPLIED[protocol] for name in functions}
    return {name: Found(getattr(holder, name), holder.__name__) for name, holder in holders.items()}


def default(game: Any, protocol: type, name: str) -> Any:
    """What stands in for something that a game leaves out."""
    supplied = getattr(SUPPLIED[protocol], name)
    return partial(supplied, game) if callable(supplied) and protocol not in COMPILED else supplied
