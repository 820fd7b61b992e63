"""The reference of the contract and of the kit, made of what stands in the code. ``python -m … docs/contract.md``"""

import inspect
import re
import sys
from collections.abc import Iterator
from pathlib import Path
from types import ModuleType
from typing import Any

from tablier import kit
from tablier.core import contract, presentation
from tablier.core import scene as scenes
from tablier.core.contract import ALWAYS
from tablier.core.defaults import SUPPLIED, declared
from tablier.core.kit.looks import Looks
from tablier.core.tools import Tool
from tablier.core.words import Word, word

HEAD = """# The contract

What a game is, name by name. This page is made of the code by `make contract`: what is said here is said there.

A game is a `Game` (at the [end](#a-game)) of modules; of these only `rules` is needed. What is *optional* may be left
out, and the last sentence says what happens then. Rules, advice and tensors are compiled: their functions are marked
`@rule`, allocate nothing, raise nothing, hold no strings and do not recurse.
"""
PICTURES_HEAD = """A view is plain Python: it gives data, and pages draw it. A game of the kit needs none. To the
picture of the kit it adds parts by `besides`; or it draws all of it itself by `scene`.
"""
ALIASES = {"Array"}  # of NumPy's, for the type checker
MARKUP = re.compile(r"``(.+?)``")
MODULE = re.compile(r"\b(?:tablier(?:\.[a-z_]+)+|collections\.abc|typing|pathlib|numpy)\.(?=[A-Za-z])")
FUNCTION = re.compile(r"<function (\w+) at \w+>")


def page() -> str:
    """The whole page."""
    return "\n".join([HEAD, *protocols(), *picture_names(), *kit_names(), *the_game()]).rstrip() + "\n"


def protocols() -> Iterator[str]:
    """A section for each module of a game."""
    for protocol in sorted(SUPPLIED, key=lambda known: list(ORDER).index(known.__name__)):
        yield f"## {ORDER[protocol.__name__]}\n\n{text(protocol)}\n"
        for name, fact in declared(protocol):
            yield f"### {name}\n\n`{signature(protocol, name)}` · {FACTS[fact]}\n\n{text(member(protocol, name))}\n"


ORDER = {
    "Rules": "rules.py", "Options": "options.py", "Notation": "notation.py", "View": "view.py",
    "Terminal": "terminal.py", "Advice": "advice.py", "Tensors": "tensors.py", "Editing": "editing.py",
    "Workshop": "workshop.py", "Puzzles": "puzzles.py",
}  # fmt: skip
FACTS = {
    None: "needed", ALWAYS: "optional", contract.HIDDEN: "optional without secrets",
    contract.HAS_CHANCE: "optional without chance",
}  # fmt: skip


def member(protocol: type, name: str) -> Any:
    """A function or constant, as a protocol declares it."""
    found = vars(protocol)[name]
    return found.fget if isinstance(found, property) else found


def signature(protocol: type, name: str) -> str:
    """How a function is called, or what kind of thing a constant is."""
    found = member(protocol, name)
    shape = str(inspect.signature(found)).replace("self, ", "").replace("(self)", "").replace("'", "")
    return f"{name}{shape}" if inspect.isfunction(vars(protocol)[name]) else f"{name}:{shape.removeprefix(' ->')}"


def text(thing: Any) -> str:
    """What the code says of something, as Markdown."""
    return MARKUP.sub(r"`\1`", inspect.getdoc(thing) or "")


PICTURES = (
    scenes.Scene, scenes.Part, scenes.Group, scenes.Layout, scenes.Area, scenes.Chart, scenes.Choice,
    presentation.KitPicture, Tool, Looks, Word, word,
)  # fmt: skip
"""What pictures and words are made of, outside rules."""
FIELD = re.compile(r"^    (\w+): [^#\n]+?  # (.+)$", re.MULTILINE)


def picture_names() -> Iterator[str]:
    """What a view is made of, with the modules from which it is imported."""
    yield f"## Pictures and words\n\n{PICTURES_HEAD}"
    for thing in PICTURES:
        shape = "" if getattr(thing, "_is_protocol", False) else parameters(thing)
        source = "tablier" if thing is Looks else thing.__module__
        yield f"### {thing.__name__}\n\n`{thing.__name__}{shape}` · from `{source}`\n\n{text(thing)}\n"
        yield from told_fields(thing)
        yield from methods(thing)


def told_fields(thing: Any) -> Iterator[str]:
    """The fields of which the code says something."""
    for name, told in FIELD.findall(inspect.getsource(thing)) if inspect.isclass(thing) else ():
        yield f"- `.{name}`: {told}"


def kit_names() -> Iterator[str]:
    """What authors import."""
    yield f"## The kit\n\n{text(kit)}\n"
    for name in sorted(kit.__all__, key=str.lower):
        thing = getattr(kit, name)
        plain = getattr(thing, "py_func", thing)
        if inspect.isclass(plain) or inspect.isfunction(plain):
            yield f"### {name}\n\n`{name}{parameters(plain)}`\n\n{text(plain)}\n"
            yield from methods(plain)
    yield f"Constants: {', '.join(f'`{name} = {value!r}`' for name, value in constants())}.\n"


def parameters(thing: Any) -> str:
    """How something is called."""
    shape = bare(str(inspect.signature(thing)))
    return shape.removesuffix(" -> None") if inspect.isclass(thing) else shape


def bare(shape: str) -> str:
    """A signature without the modules of its types."""
    return MODULE.sub("", FUNCTION.sub(r"\1", shape).replace("''", '""').replace("'", "")).replace("~", "")


def methods(thing: Any) -> Iterator[str]:
    """What can be asked of a board, a deck or moves."""
    for name, found in vars(thing).items() if inspect.isclass(thing) else ():
        function = getattr(found, "func", getattr(found, "fget", getattr(found, "__func__", found)))
        if not name.startswith("_") and inspect.isfunction(function) and function.__doc__:
            shape = bare(str(inspect.signature(function))).replace("self, ", "").replace("(self)", "()")
            called = f".{name}{shape}" if found is function or isinstance(found, classmethod) else f".{name}"
            yield f"- `{called}`: {' '.join(text(function).split())}"
    yield ""


def constants() -> list[tuple[str, int | str]]:
    """The numbers and words of the kit."""
    return [(name, value) for name in sorted(kit.__all__) if isinstance(value := getattr(kit, name), int | str)]


def the_game() -> Iterator[str]:
    """How it is put together, and the words of the whole."""
    from tablier.core.game import Game

    yield f"## A game\n\n`Game{parameters(Game)}`\n\n{text(Game)}\n"
    for module in (contract, presentation):
        yield from named_values(module)


def named_values(module: ModuleType) -> Iterator[str]:
    """The constants of a module, with what is said under each."""
    source = inspect.getsource(module)
    for name, told in re.findall(r'^([A-Z_]+) = [^\n]+\n"""(.+?)"""', source, re.MULTILINE | re.DOTALL):
        yield f"- `{name} = {getattr(module, name)!r}`: {' '.join(told.split())}"


if __name__ == "__main__":
    Path(sys.argv[1]).write_text(page(), encoding="utf-8")
