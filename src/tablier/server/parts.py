"""Pictures as they are sent: parts as data and as text, and what is different between two pictures."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import astuple
from itertools import chain, filterfalse
from operator import attrgetter
from typing import Any

from tablier.core.scene import Group, Layout, Part, Scene
from tablier.core.words import Word
from tablier.server.writing import written

NAMES = attrgetter("names")


def spoken(part: Part, language: str) -> str:
    """How a part is called aloud."""
    told = part_data(part, language)
    return str(told.get("label") or told.get("text", ""))


def said(text: str | Word, language: str) -> str:
    """A text in a language."""
    return text.say(language) if isinstance(text, Word) else text


def part_data(part: Part, language: str) -> dict[str, Any]:
    """A part as it is sent, without what is as usual; kept with the part, and not to be changed."""
    known = vars(part)
    if language not in known:
        known[language] = part_told(part, language)
    return known[language]  # type: ignore[no-any-return]


def part_told(part: Part, language: str) -> dict[str, Any]:
    """A part as it is sent, worked out."""
    label = part.label.say(language) if part.label else ""
    told = {
        "symbol": part.symbol, "x": rounded(part.x), "y": rounded(part.y), "down": rounded(part.down),
        "turn": rounded(part.turn), "style": part.style, "text": said(part.text, language), "label": label,
    }  # fmt: skip
    data: dict[str, Any] = {"id": part.id} | {name: value for name, value in told.items() if value}
    return data if part.scale == 1 else data | {"scale": round(part.scale, 4)}


def rounded(value: float) -> float:
    """A coordinate, short."""
    short = round(float(value), 2)
    return int(short) if short == int(short) else short


def scene_data(scene: Scene, language: str) -> dict[str, Any]:
    """A whole picture as it is sent."""
    return {
        "width": rounded(scene.width),
        "height": rounded(scene.height),
        "label": scene.label.say(language),
        "layouts": [layout_data(layout) for layout in scene.layouts],
        "still": [part_data(part, language) for part in scene.parts if part.still],
        "parts": [part_data(part, language) for part in scene.parts if not part.still],
    }


def layout_data(layout: Layout) -> dict[str, Any]:
    """An arrangement as it is sent."""
    areas = [[rounded(value) for value in astuple(area)] for area in layout.areas]
    return {
        "width": rounded(layout.width), "height": rounded(layout.height), "turn": layout.turn, "areas": areas,
    }  # fmt: skip


def tell(group: Group, language: str) -> bytes:
    """The parts of a group as they are sent; kept with it."""
    known = group.told[language] = b",".join([written(part_data(part, language)) for part in group.parts])
    return known


def ended(old: Sequence[Group], new: Sequence[Group], left: Sequence[Group], came: Sequence[Group]) -> bytes:
    """The ids that have gone, and the order of all parts if it is another one, as they are sent.

    ``left`` and ``came`` is what is only in the old picture, and only in the new one.
    """
    before, after, order = set(names(left)), set(names(came)), names(new)
    gone = before - after
    stays = after <= before and list(filterfalse(gone.__contains__, names(old))) == order
    return written({"gone": sorted(gone), "order": None if stays else order})[1:]


def names(groups: Iterable[Group]) -> list[str]:
    """The ids of all parts."""
    return list(chain.from_iterable(map(NAMES, groups)))
