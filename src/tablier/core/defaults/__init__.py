"""What a game leaves out: for each module of a game one of the same name, with all that the contract calls optional.

What follows from the declared fields and moves of a game is derived from them (``core/kit``). Rules, advice and tensors
are compiled and stand for themselves; the functions of the other modules are given the game first. A kernel depends on
those of these modules whose functions it calls, and on no others.
"""

from collections.abc import Iterator, Mapping
from functools import partial
from inspect import isfunction
from types import ModuleType, SimpleNamespace
from typing import Any

from tablier.core.compile import Found
from tablier.core.contract import ALWAYS, Advice, Options, Rules, Tensors
from tablier.core.defaults import advice, editing, notation, options, puzzles, rules, tensors, terminal, view, workshop
from tablier.core.kit.deriving import derived
from tablier.core.presentation import Editing, Notation, Puzzles, Terminal, View, Workshop

SUPPLIED: Mapping[type, ModuleType] = {
    Rules: rules, Advice: advice, Notation: notation, View: view, Terminal: terminal, Editing: editing,
    Options: options, Tensors: tensors, Workshop: workshop, Puzzles: puzzles,
}  # fmt: skip
COMPILED = (Rules, Advice, Tensors)


class Lacking(TypeError):
    """A game lacks something that it may not leave out."""

    def __init__(self, game: Any, protocol: type, name: str) -> None:
        self.module, self.name = protocol.__name__.lower(), name
        super().__init__(f"{game.key}: its {self.module} must have {name}")


def completed(game: Any, protocol: type, module: ModuleType | None) -> Any:
    """What a module of a game holds, and of what it leaves out the default; TypeError if it may not be left out."""
    held = {name: value for name, value in (vars(module) if module else {}).items() if not name.startswith("_")}
    for name, fact in declared(protocol):
        if name not in held:
            held[name] = default(game, protocol, name, fact)
    return SimpleNamespace(**held)


def declared(protocol: type) -> Iterator[tuple[str, str | None]]:
    """All that a protocol names: None if it is needed, else the fact without which it may be left out, or ALWAYS."""
    for name, member in vars(protocol).items():
        if not name.startswith("_"):
            yield name, getattr(member.fget if isinstance(member, property) else member, "__optional__", None)


def found(game: Any, protocol: type, module: ModuleType | None) -> dict[str, Found]:
    """The functions of a compiled part of a game, each with the module on which it depends."""
    part = game.part(protocol)
    return {
        name: Found(getattr(part, name), holder(game, protocol, module, name))
        for name, _ in declared(protocol)
        if isfunction(vars(protocol)[name])
    }


def holder(game: Any, protocol: type, module: ModuleType | None, name: str) -> str:
    """The module that holds a function of a compiled part, or from which it was derived."""
    if module and name in vars(module):
        return module.__name__
    supplied = SUPPLIED[protocol]
    is_supplied = getattr(game.part(protocol), name) is getattr(supplied, name, None)
    return supplied.__name__ if is_supplied else game.source.__name__


def default(game: Any, protocol: type, name: str, fact: str | None) -> Any:
    """What stands in for something that a game leaves out; TypeError, naming it, if it is needed."""
    follows = derived(game, name) if protocol in COMPILED else None
    if follows is not None:
        return follows
    if fact is None or (fact != ALWAYS and getattr(game, fact)) or not hasattr(SUPPLIED[protocol], name):
        raise Lacking(game, protocol, name)
    supplied = getattr(SUPPLIED[protocol], name)
    return partial(supplied, game) if isfunction(supplied) and protocol not in COMPILED else supplied
