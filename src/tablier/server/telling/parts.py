"""Pictures as they are sent: parts as data, and what is different between two pictures."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from itertools import chain, compress, count, filterfalse
from operator import attrgetter, is_not
from typing import Any

from tablier.core.scene import Group, Layout, Part, Scene
from tablier.core.words import Word
from tablier.server.telling.writing import Fragment, written

NAMES = attrgetter("names")
NOTHING = Group()


def spoken(part: Part, language: str) -> str:
    """How a part is called aloud."""
    return said(part.label or part.text, language)


def said(text: str | Word, language: str) -> str:
    """A text in a language."""
    return text.say(language) if isinstance(text, Word) else text


def told(groups: Iterable[Group], language: str) -> list[Fragment]:
    """The parts of groups as they are sent, each written once."""
    return list(chain.from_iterable([group.told.get(language) or tell(group, language) for group in groups]))


def tell(group: Group, language: str) -> list[Fragment]:
    """The same for one group; kept with it."""
    known = group.told[language] = [Fragment(written(part_data(part, language))) for part in group.parts]
    return known


def part_data(part: Part, language: str) -> dict[str, Any]:
    """A part as it is sent, without what is as usual."""
    label = part.label.say(language) if part.label else ""
    told = {
        "symbol": part.symbol, "x": rounded(part.x), "y": rounded(part.y), "down": rounded(part.down),
        "turn": rounded(part.turn), "style": part.classes, "text": said(part.text, language), "label": label,
    }  # fmt: skip
    data: dict[str, Any] = {"id": part.id} | {name: value for name, value in told.items() if value}
    if part.seat is not None:
        data["seat"] = part.seat
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
        "still": told([scene.still], language),
        "parts": told(scene.groups, language),
    }


def layout_data(layout: Layout) -> dict[str, Any]:
    """An arrangement as it is sent."""
    areas = [[rounded(value) for value in vars(area).values()] for area in layout.areas]
    return {
        "width": rounded(layout.width), "height": rounded(layout.height), "turn": layout.turn, "areas": areas,
    }  # fmt: skip


class Redrawing:
    """What is different between two pictures: the groups that came or changed, what has gone, and the new order.

    A group that is the same object as before is not looked at, and one with equal parts has not changed. ``told`` is
    for whoever tells of it, to keep the message about a move for all who saw it so.
    """

    def __init__(self, old: Sequence[Group], new: Sequence[Group]) -> None:
        self.old, self.new = old, new
        self.told: dict[Any, bytes] = {}
        self.gone: list[str] = []
        self.order: list[str] | None = None
        first = next(compress(count(), map(is_not, old, new)), min(len(old), len(new)))
        self.compare(old[first:], new[first:])

    def compare(self, old: Sequence[Group], new: Sequence[Group]) -> None:
        """Find out what came, of two pictures without the groups with which both begin."""
        if len(old) == len(new) and list(map(NAMES, old)) == list(map(NAMES, new)):
            self.came = [other for one, other in zip(old, new, strict=True) if not one.equals(other)]
        else:
            self.rearrange(old, new)

    def rearrange(self, old: Sequence[Group], new: Sequence[Group]) -> None:
        """Find out what came and what has gone, and whether all else stands in another order."""
        left, came = list(filterfalse(set(new).__contains__, old)), list(filterfalse(set(old).__contains__, new))
        stood = {group.names: group for group in left}
        self.came = [group for group in came if not stood.get(group.names, NOTHING).equals(group)]
        before, after = names(left), names(came)
        gone = set(before).difference(after)
        self.gone = sorted(gone)
        if not set(after).issubset(before) or list(filterfalse(gone.__contains__, names(old))) != names(new):
            self.order = names(self.new)


def alike(one: Sequence[Group], other: Sequence[Group]) -> bool:
    """Whether two pictures have the same groups."""
    return one is other or one == other or (len(one) == len(other) and all(map(Group.equals, one, other)))


def names(groups: Iterable[Group]) -> list[str]:
    """The ids of all parts."""
    return list(chain.from_iterable(map(NAMES, groups)))
