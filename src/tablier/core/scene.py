"""Scenes: a picture as data. A game says which of its symbols stand where; this module makes SVG of it.

A symbol is a ``<symbol>`` or ``<g>`` of the game's ``art.svg``, or of those that the kit draws for it
(``core/kit/symbols.py``), with an id that begins with the game's key. Its shapes take the colour of the part by
``currentColor``, and the pattern of the seat's mark where they give no fill.
"""

import re
from collections.abc import Callable, Hashable, Iterable, Iterator, Sequence
from dataclasses import astuple, dataclass, replace
from functools import cache
from itertools import chain
from pathlib import Path
from sys import intern
from typing import Any, NamedTuple, TypeVar
from xml.sax.saxutils import escape, quoteattr

from tablier.core.boards import TEXTS_ACROSS
from tablier.core.words import Word

HALF, AROUND = 180, 360  # degrees
RING = 1.7  # times as large as a letter

Drawn = TypeVar("Drawn")
Line = Sequence[tuple[str | Word, str]]
"""A line of a drawing for terminals: texts or words, each with a style such as "seat0", "quiet", "mark" or ""."""


@dataclass(frozen=True)
class Part:
    """One thing in a picture, at a place, with an id that stays the same as long as it is the same thing."""

    id: str
    symbol: str = ""  # of the game's art, without the game's key; "" for a part that is only text
    x: float = 0.0
    y: float = 0.0
    turn: float = 0.0  # degrees, clockwise
    scale: float = 1.0
    style: str = ""  # classes of the art's style sheet; "turns" is known to all games
    text: str | Word = ""  # short text drawn there
    label: Word | None = None  # how it is called aloud
    down: float = 0.0  # how far it stands below its place, however the board is turned
    seat: int | None = None  # whose colour it has
    painted: bool = False  # by its style, in a colour that the art has for that seat, and not in the seat's usual one

    @property
    def classes(self) -> str:
        """The style, and the class of the seat's usual colour, "seat0" … "seat7", if it has that."""
        if self.seat is None or self.painted:
            return self.style
        return f"{self.style} seat{self.seat}" if self.style else f"seat{self.seat}"


class Group:
    """Parts that lie one above the other in a picture and change together.

    With equal parts it is the same group, and if it is the same object again that is seen at once. ``told`` is for
    whoever tells of the parts, to keep what is told of them in each language.
    """

    __slots__ = ("content", "names", "parts", "told")

    def __init__(self, *parts: Part) -> None:
        self.parts = parts
        self.names = tuple(intern(part.id) for part in parts)
        self.content = hash(parts)
        self.told: dict[str, Any] = {}

    def equals(self, other: "Group") -> bool:
        """Whether it has the same parts as another one."""
        return self is other or (self.content == other.content and self.parts == other.parts)


def parts_of(groups: Iterable[Group]) -> Iterator[Part]:
    """All parts, from back to front."""
    return chain.from_iterable(group.parts for group in groups)


class Choice:
    """A legal move as it is offered: what is touched, in order, how it is called aloud, and how it would look.

    The name has a few words, without a capital at the beginning and without a stop at the end: "place a triangle in
    c4". Without one a move is called by what is touched. The ghost's parts, whose ids begin "ghost.", are drawn over
    the picture, faintly; those that all moves share which are still possible are drawn already on the way.

    The questions are those that the steps of the path answer, one for each: "Where does it enter?". The first ``free``
    steps may be touched in any order. In ``pairs``, steps come by twos, a thing and its place, the twos in any order,
    and nothing is final until it is confirmed. ``idle`` is something that may be touched before all else and changes
    nothing, after which the steps come in their order: a button that would otherwise tell by its light what is due.
    ``told`` is for whoever offers the move, to keep what is told of it in each language.
    """

    __slots__ = ("free", "ghost", "idle", "name", "pairs", "path", "questions", "told")

    def __init__(
        self,
        path: Sequence[str],
        name: Word | None = None,
        ghost: Sequence[Part] = (),
        questions: Sequence[Word] = (),
        free: int = 1,
        pairs: bool = False,
        idle: str = "",
    ) -> None:
        self.path, self.name, self.ghost = path, name, ghost
        self.questions, self.free, self.pairs, self.idle = questions, free, pairs, idle
        self.told: dict[str, Any] = {}

    def begins(self, begun: Sequence[str]) -> bool:
        """Whether some touches are the beginning of its path, in an order in which they may come."""
        if len(set(begun)) < len(begun) or len(begun) > len(self.path) + bool(self.idle):
            return False
        if self.pairs:
            twos = set(zip(self.path[::2], self.path[1::2], strict=True))
            made = set(zip(begun[::2], begun[1::2]))  # noqa: B905  # the last one may be half made
            return made <= twos and set(begun[::2]) <= set(self.path[::2])
        if self.idle and self.idle in begun[:1]:
            return tuple(begun[1:]) == tuple(self.path[: len(begun) - 1])
        early, late = begun[: self.free], begun[self.free :]
        return set(early) <= set(self.path[: self.free]) and tuple(late) == tuple(self.path[self.free : len(begun)])


@dataclass(frozen=True)
class Area:
    """A rectangle of a picture, and where a layout puts what stands in it.

    ``turned``: it is turned as far as the layout is. A quarter turn swaps width and height.
    """

    x: float
    y: float
    width: float
    height: float
    to_x: float = 0.0
    to_y: float = 0.0
    scale: float = 1.0
    turned: bool = False

    def holds(self, part: Part) -> bool:
        """Whether a part stands in it."""
        return self.x <= part.x < self.x + self.width and self.y <= part.y < self.y + self.height

    def turned_round(self, part: Part) -> Part:
        """A part that stands in it, if it is turned round where it is."""
        x, y = 2 * self.x + self.width - part.x, 2 * self.y + self.height - part.y
        return replace(part, x=x, y=y, turn=(part.turn + HALF) % AROUND if "turns" in part.style.split() else part.turn)


@dataclass(frozen=True)
class Layout:
    """The same picture arranged otherwise, for another shape of screen or with the board turned by quarters.

    The usual one, which comes first, has the board as it is in the picture or turned round. The first area holds the
    board, and areas do not overlap. A part goes with the area in which its place lies; one that lies in none is left
    out. Parts of the style "turns" are turned with the board, all others stay upright.
    """

    width: float
    height: float
    areas: Sequence[Area]
    turn: int = 0  # degrees, clockwise


class Scene(NamedTuple):
    """A picture: its size in units of its own, what is in it from back to front, and how it is called aloud.

    ``still`` is what is the same throughout a game, ``groups`` all that lies on it. A part with the id "status" is a
    line that says what is going on; a page may show it beside the picture instead.
    """

    game: str
    width: float
    height: float
    still: Group
    groups: Sequence[Group]
    label: Word
    layouts: Sequence[Layout] = ()  # how a page may arrange it, the usual one first; only as it is if there are none

    @property
    def parts(self) -> list[Part]:
        """All parts, from back to front."""
        return [*self.still.parts, *parts_of(self.groups)]

    def seen(self) -> Iterator[Part]:
        """The parts where they are seen: those on the board turned round, if the usual layout has it so."""
        board = self.layouts[0].areas[0] if self.layouts and self.layouts[0].turn == HALF else None
        for part in self.parts:
            yield part if board is None or not board.holds(part) else board.turned_round(part)


Thing = tuple[Any, ...]
"""Something in a picture: what draws it, with its arguments."""

MOST_DRAWN = 16_384
PICTURES_KEPT = 256  # then all are forgotten: most are looked at again at once, from other seats, or never


def bytes_of(record: Any) -> bytes:
    """What a record holds."""
    content: bytes = record.tobytes()
    return content


class Chart:
    """Where things lie in a picture; remembers what was drawn, so that the same thing is the same object again.

    What is the same need not be made, compared and written anew, which is most of the work after a move.
    """

    def __init__(self) -> None:
        self.drawn: dict[Any, Any] = {}
        self.offered: dict[Any, Choice] = {}
        self.pictures: dict[Hashable, Sequence[Group]] = {}

    def once(self, draw: Callable[..., Drawn], *args: Any) -> Drawn:
        """What a function of this chart and of some values draws."""
        key = draw, *args
        drawn: Drawn | None = self.drawn.get(key)
        if drawn is None:
            if len(self.drawn) >= MOST_DRAWN:
                self.drawn.clear()
            drawn = self.drawn[key] = draw(self, *args)
        return drawn

    def all(self, things: Sequence[Thing]) -> list[Any]:
        """What is drawn of several things."""
        try:
            return list(map(self.drawn.__getitem__, things))
        except KeyError:
            return [self.drawn.get(thing) or self.once(*thing) for thing in things]

    def groups(self, content: Hashable, things: Callable[..., Sequence[Thing]], *args: Any) -> Sequence[Group]:
        """What is drawn of all things in a picture with some content, which may be looked at from several seats."""
        known = self.pictures.get(content)
        if known is None:
            if len(self.pictures) >= PICTURES_KEPT:
                self.pictures.clear()
            known = self.pictures[content] = self.all(things(*args))
        return known

    def choices(self, looks: Sequence[Hashable], moves: Sequence[int], offer: Callable[[int], Choice]) -> list[Choice]:
        """How legal moves are offered; all that there is to tell of one follows from how it looks, given in order."""
        try:
            return list(map(self.offered.__getitem__, looks))
        except KeyError:
            if len(self.offered) >= MOST_DRAWN:
                self.offered.clear()
            made = [self.offered.get(look) or offer(move) for look, move in zip(looks, moves, strict=True)]
            self.offered.update(zip(looks, made, strict=True))
            return made


PAPER = "#f6f1e7"
GROUND = f'<rect width="100%" height="100%" fill="{PAPER}"/>'
"""What a picture lies on."""
STYLE = """
text{font-family:system-ui,-apple-system,"Segoe UI",sans-serif;fill:#2b2622;text-anchor:middle;
dominant-baseline:central}
.quiet text{fill:#6d6258}
.seat0{color:#0072b2;fill:url(#mark0)}.seat1{color:#d55e00;fill:url(#mark1)}
.seat2{color:#009e73;fill:url(#mark2)}.seat3{color:#cc79a7;fill:url(#mark3)}
.seat4{color:#e69f00;fill:url(#mark4)}.seat5{color:#56b4e9;fill:url(#mark5)}
.seat6{color:#f0e442;fill:url(#mark6)}.seat7{color:#4d4d4d;fill:url(#mark7)}
"""


def svg(scene: Scene, art: str, language: str, area: Area | None = None, marks: Sequence[str] = ()) -> str:
    """The whole picture, or an area of it, as one SVG document that needs nothing else; some parts have a ring.

    ``art`` are the symbols of the game.
    """
    title = escape(scene.label.say(language))
    area = area or Area(0, 0, scene.width, scene.height)
    shown = [part for part in scene.seen() if area.holds(part)]
    rings = [ring(part, RING * scene.width / TEXTS_ACROSS) for part in shown if part.id in marks]
    body = "\n".join([*(drawn(scene.game, part, language) for part in shown), *rings])
    return (
        f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="{" ".join(map(number, astuple(area)[:4]))}" '
        f'role="img" lang="{language}" font-size="{number(scene.width / TEXTS_ACROSS)}">\n<title>{title}</title>\n'
        f"<style>{STYLE}</style>\n{GROUND}\n"
        f"<defs>{inner(MARKS)}{art}</defs>\n{body}\n</svg>\n"
    )


def ring(part: Part, radius: float) -> str:
    """A ring around the middle of a part, which points it out on dark and on light."""
    place = f'cx="{number(part.x)}" cy="{number(part.y + part.down)}" r="{number(radius)}" fill="none"'
    return "".join(
        f'<circle {place} stroke="{colour}" stroke-width="{number(radius * width)}"/>' for colour, width in RINGS
    )


RINGS = (("#fff", 0.34), ("#2b2622", 0.16))
"""The colours of a ring, and how wide they are in terms of its radius."""
MARKS = Path(__file__).parent / "marks.svg"


@cache
def inner(path: Path) -> str:
    """What stands between the outermost tags of an SVG file."""
    found = re.search(r"<svg[^>]*>(.*)</svg>", path.read_text(encoding="utf-8"), re.DOTALL)
    assert found, f"{path} is no SVG file"
    return found[1]


def drawn(game: str, part: Part, language: str) -> str:
    """One part as SVG: a group with its title, its symbol and its text."""
    place = f"translate({number(part.x)} {number(part.y + part.down)})"
    if part.turn:
        place += f" rotate({number(part.turn)})"
    if part.scale != 1:
        place += f" scale({number(part.scale)})"
    title = f"<title>{escape(part.label.say(language))}</title>" if part.label else ""
    symbol = f'<use href="#{game}-{part.symbol}"/>' if part.symbol else ""
    text = part.text.say(language) if isinstance(part.text, Word) else part.text
    words = f"<text>{escape(text)}</text>" if text else ""
    style = f" class={quoteattr(part.classes)}" if part.classes else ""
    return f'<g data-id={quoteattr(part.id)} transform="{place}"{style}>{title}{symbol}{words}</g>'


def number(value: float) -> str:
    """A coordinate, short."""
    return f"{value:.2f}".rstrip("0").rstrip(".")
