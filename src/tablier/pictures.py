"""Pictures as files: a position as SVG or PNG, a whole game as an animated WebP or GIF.

Pixels are made by resvg and Pillow, which come with the extra ``pictures`` and are imported when they are needed.
"""

from __future__ import annotations

import io
import re
from collections.abc import Iterable, Iterator
from functools import cache
from importlib import import_module
from typing import TYPE_CHECKING, Any

from tablier.core.errors import NotNow
from tablier.core.match import Match, Viewpoint

if TYPE_CHECKING:
    from PIL.Image import Image

STILLS = ("svg", "png")
FILMS = ("webp", "gif")
WIDTH = 800  # pixels
PACE = 1.0  # seconds a move is shown
HELD = 3  # so many times as long is the last one
COLOURS = 256  # of a GIF
SANS = ("Segoe UI", "Helvetica Neue", "Noto Sans", "DejaVu Sans", "Liberation Sans", "Arial")
SERIF = ("Georgia", "Noto Serif", "DejaVu Serif", "Liberation Serif", "Times New Roman")
VARIABLE = re.compile(r"var\(--[\w-]+,\s*([^()]*)\)")
PROBE = (
    '<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 20 20"><rect width="20" height="20" fill="#fff"/>'
    '<text x="2" y="16" font-family="{family}">H</text></svg>'
)


def needed(module: str) -> Any:
    """A module of the extra, or a sentence that says how to get it."""
    try:
        return import_module(module)
    except ImportError:
        raise NotNow("core.picture.extra", module=module.partition(".")[0]) from None


def png(svg: str, width: int = WIDTH) -> bytes:
    """A picture of ours as PNG, so many pixels wide.

    Nobody points at a still picture, so what a style sheet shows on pointing has its value without it.
    """
    resvg = needed("resvg_py")
    families = {"sans_serif_family": found(SANS), "serif_family": found(SERIF)}
    return bytes(resvg.svg_to_bytes(svg_string=VARIABLE.sub(r"\1", svg), width=width, **families))


@cache
def found(families: tuple[str, ...]) -> str | None:
    """The first of some font families that this machine has."""
    blank = probed("none such")
    return next((family for family in families if probed(family) != blank), None)


def probed(family: str) -> bytes:
    """A letter in a font family, on white; only the white where there is no such font."""
    return bytes(needed("resvg_py").svg_to_bytes(svg_string=PROBE.format(family=family), width=20))


def has_fonts() -> bool:
    """Whether texts can be drawn on this machine."""
    return found(SANS) is not None or found(SERIF) is not None


def frames(
    match: Match, seat: Viewpoint, language: str, width: int = WIDTH, numbers: Iterable[int] | None = None
) -> Iterator[Image]:
    """The positions after these numbers of moves, as a seat saw them; after every number, if none are given."""
    images = needed("PIL.Image")
    for number in range(len(match.moves) + 1) if numbers is None else numbers:
        picture = png(match.at(number).svg(seat, language), width)
        yield images.open(io.BytesIO(picture)).convert("RGB")


def film(shown: Iterable[Image], kind: str, pace: float = PACE) -> bytes:
    """Frames as one animated picture that begins anew after its last frame has been held."""
    first, *others = (indexed(frame) for frame in shown) if kind == "gif" else shown
    times = [round(1000 * pace)] * len(others) + [round(1000 * pace * HELD)]
    file = io.BytesIO()
    first.save(file, kind, save_all=True, append_images=others, duration=times, loop=0, **SETTINGS[kind])
    return file.getvalue()


SETTINGS: dict[str, dict[str, Any]] = {"webp": {"lossless": True, "method": 2}, "gif": {"optimize": False}}
"""How each kind is written: drawings are sharp, so nothing of them is given up for size."""


def indexed(frame: Image) -> Image:
    """A frame with as many colours as a GIF has, without a grain where it is plain."""
    return frame.quantize(COLOURS, dither=needed("PIL.Image").Dither.NONE)
