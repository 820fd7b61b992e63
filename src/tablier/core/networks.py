"""Files of networks: what was learned of a game, for which seats and options, in ``network.npz`` of the game's folder.

A file holds a network for each variant that was learned. A variant without one is played as if there were no file.
"""

import io
import json
import os
import zipfile
import zlib
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from functools import cache
from pathlib import Path
from typing import Any

import numpy as np

from tablier.core.engine import Engine
from tablier.core.errors import BadText, Error
from tablier.core.game import Game
from tablier.core.records import Array

FILE = "network.npz"
ROWS = 3  # after those of the features, of the whole network
FORMAT = 1
LARGEST = 8 << 20  # bytes of a file
MOST_UNITS = 256
STEPS = 127  # of a number, up and down, as it is kept
HEADER = "header"
PARTS = ("rows", "parts", "scale", "rest")
"""Arrays of one network, as they are kept."""
UNREADABLE = (OSError, ValueError, KeyError, TypeError, EOFError, MemoryError, zipfile.BadZipFile, zlib.error)


@dataclass(frozen=True, eq=False)
class Network:
    """What was learned of one variant of a game; ``told`` is how, for people."""

    game: str
    version: int
    seats: int
    options: Mapping[str, Any]
    numbers: Array
    calibration: tuple[float, float] = (1.0, 0.0)  # as in advice
    told: Mapping[str, Any] = field(default_factory=dict)

    def fits(self, engine: Engine) -> bool:
        """Whether it is about what an engine plays."""
        return (self.game, self.seats, self.options) == (engine.game.key, engine.seats, engine.options)


# Writing


def write(networks: Sequence[Network], file: Path) -> None:
    """Write networks of one game to a file, all at once: nobody ever reads half of it."""
    arrays = {HEADER: np.frombuffer(json.dumps(header(networks)).encode(), np.uint8)}
    for number, network in enumerate(networks):
        arrays |= {f"{name}{number}": array for name, array in packed(network.numbers).items()}
    content = io.BytesIO()
    np.savez_compressed(content, allow_pickle=False, **arrays)
    file.parent.mkdir(parents=True, exist_ok=True)
    beside = file.with_name(f"{file.name}.part")
    beside.write_bytes(content.getvalue())
    os.replace(beside, file)


def header(networks: Sequence[Network]) -> dict[str, Any]:
    """What is said of them."""
    parts = [
        {
            "seats": network.seats, "options": dict(network.options), "features": len(network.numbers) - ROWS,
            "units": network.numbers.shape[1], "calibration": network.calibration, "told": dict(network.told),
        }
        for network in networks
    ]  # fmt: skip
    return {"format": FORMAT, "game": networks[0].game, "version": networks[0].version, "networks": parts}


def packed(numbers: Array) -> dict[str, Array]:
    """The rows of features of which something is known, each number as a share of the largest of its unit."""
    above, rest = numbers[:-ROWS], numbers[-ROWS:]
    rows = np.flatnonzero(above.any(axis=1)).astype(np.int32)
    scale = np.maximum(np.abs(above).max(axis=0), np.finfo(np.float32).tiny * STEPS) / STEPS
    parts = np.rint(above[rows] / scale).astype(np.int8)
    return dict(zip(PARTS, (rows, parts, scale.astype(np.float32), rest.astype(np.float32)), strict=True))


def unpacked(kept: Mapping[str, Array], count: int, units: int) -> Array:
    """The numbers as they are used, of so many features; ValueError if the arrays do not go together."""
    rows, parts, scale, rest = (kept[name] for name in PARTS)
    numbers = np.zeros((count + ROWS, units), np.float32)
    if rows.dtype.kind != "i" or (len(rows) and not 0 <= rows.min() <= rows.max() < count):
        raise ValueError("rows")
    if parts.shape != (len(rows), units) or scale.shape != (units,) or rest.shape != (ROWS, units):
        raise ValueError("shapes")
    numbers[rows] = parts * scale
    numbers[count:] = rest
    if not np.isfinite(numbers).all():
        raise ValueError("numbers")
    return numbers


# Reading


def read(file: Path, game: Game) -> tuple[Network, ...]:
    """The networks of a file, if they are of this game as it is now; a sentence says why not."""
    try:
        if file.stat().st_size > LARGEST:
            raise ValueError("size")
        with np.load(io.BytesIO(file.read_bytes()), allow_pickle=False) as found:
            arrays = {name: found[name] for name in found.files}
        told = json.loads(arrays.pop(HEADER).tobytes())
        check_header(told, file, game)
        return tuple(one(told, number, arrays, file, game) for number in range(len(told["networks"])))
    except Error:
        raise
    except UNREADABLE:
        raise BadText("core.network.unreadable", file=file.name) from None


def check_header(told: Mapping[str, Any], file: Path, game: Game) -> None:
    """Refuse a file of another format, of another game, or of other rules."""
    if told["format"] != FORMAT:
        raise BadText("core.network.format", file=file.name, given=repr(told["format"]), known=FORMAT)
    if told["game"] != game.key:
        raise BadText("core.network.game", file=file.name, given=repr(told["game"]), game=game.key)
    if told["version"] != game.version:
        raise BadText("core.network.version", file=file.name, given=repr(told["version"]), version=game.version)


def one(told: Mapping[str, Any], number: int, arrays: Mapping[str, Array], file: Path, game: Game) -> Network:
    """One network of a file."""
    part = told["networks"][number]
    wanted = int(game.advice.FEATURES)
    if part["features"] != wanted:
        raise BadText("core.network.features", file=file.name, given=repr(part["features"]), features=wanted)
    if type(part["units"]) is not int or not 0 < part["units"] <= MOST_UNITS:
        raise ValueError("units")
    options = checked(part, file, game)
    numbers = unpacked({name: arrays[f"{name}{number}"] for name in PARTS}, wanted, part["units"])
    power, shift = map(float, part["calibration"])
    return Network(game.key, game.version, part["seats"], options, numbers, (power, shift), dict(part["told"]))


def checked(part: Mapping[str, Any], file: Path, game: Game) -> Mapping[str, Any]:
    """The options of a network, which the game must still have."""
    try:
        return Engine(game, part["seats"], part["options"]).options
    except Error as error:
        raise BadText("core.network.options", file=file.name, error=error.word) from None


@cache
def own(game: Game) -> tuple[Network, ...]:
    """The networks that come with a game."""
    file = game.folder / FILE
    return read(file, game) if file.exists() else ()


def fitting(engine: Engine, networks: Sequence[Network] | None = None) -> Network | None:
    """The network for what an engine plays, of these or of those that come with the game, if there is one."""
    known = own(engine.game) if networks is None else networks
    return next((network for network in known if network.fits(engine)), None)
