"""Where the sources of games lie, and which of them have changed."""

import os
from collections.abc import Iterator, Mapping
from importlib.util import find_spec
from pathlib import Path
from typing import NamedTuple

from tablier.core import registry

WATCHED = (".py", ".toml", ".svg", ".md", ".json")
HOUSE = __name__.partition(".")[0]

Stamps = Mapping[Path, tuple[int, int]]
"""The files of a game by when they were written, and their sizes."""


class Root(NamedTuple):
    """A folder in which sources lie, with those inside it or without."""

    folder: Path
    deep: bool


def roots() -> dict[str, Root]:
    """Where the sources of each game lie. No package is run for it, so none need be right."""
    registry.discover()
    found = {key: root(module) for key, module in registry.SOURCES.items()}
    return {key: place for key, place in found.items() if place is not None}


def root(module: str) -> Root | None:
    """The package in which a game's module lies, all of it; of the house only the game."""
    top, _, rest = module.partition(":")[0].partition(".")
    spec = find_spec(top)
    if spec is None:
        return None
    if not spec.submodule_search_locations:
        return Root(Path(spec.origin or "").parent, deep=False)
    folder = Path(next(iter(spec.submodule_search_locations)))
    return Root(folder.joinpath(*rest.split(".")) if top == HOUSE else folder, deep=True)


def stamps(places: Mapping[str, Root]) -> Stamps:
    """How all sources of games are now."""
    return {file: stamp for place in set(places.values()) for file, stamp in stamped(place)}


def stamped(place: Root) -> Iterator[tuple[Path, tuple[int, int]]]:
    """The files of a place, as far as they are there."""
    for folder, inner, names in os.walk(place.folder):
        inner[:] = [name for name in inner if place.deep and not name.startswith((".", "__pycache__"))]
        for name in names:
            if name.endswith(WATCHED):
                file = Path(folder, name)
                try:
                    about = file.stat()
                except OSError:  # it is being written
                    continue
                yield file, (about.st_mtime_ns, about.st_size)


def changed(before: Stamps, after: Stamps) -> set[Path]:
    """The files that are there only before or after, or otherwise."""
    return {file for file in {*before, *after} if before.get(file) != after.get(file)}


def touched(places: Mapping[str, Root], files: set[Path]) -> list[str]:
    """The games to which some files belong."""
    return sorted(key for key, place in places.items() if any(place.folder in file.parents for file in files))
