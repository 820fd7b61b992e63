"""What one viewpoint sees of a match, move by move, made from concealed records alone."""

from __future__ import annotations

from collections.abc import Hashable, Iterable, Iterator, Mapping, Sequence
from dataclasses import astuple
from functools import lru_cache
from itertools import chain, filterfalse
from operator import attrgetter
from typing import Any, NamedTuple, TypeVar

from tablier.core import saving
from tablier.core.contract import CHANCE, EVERYONE, UNSEEN
from tablier.core.records import quick
from tablier.core.scene import Group, Layout, Part, Scene, Told
from tablier.core.words import Word
from tablier.server.table import Table
from tablier.server.writing import Written, written

KEPT = 8  # positions for which states and pictures are remembered
PLAIN = Part("")
DATA, TEXT, NAMES = attrgetter("data"), attrgetter("text"), attrgetter("names")


class Difference:
    """What is different between two positions: the things that have gone and those that have come.

    ``rest`` is how a message about it ends, the same for everybody: the ids that have gone, and the order. ``entire``:
    all parts of what has come are other ones than before, from wherever one looks.
    """

    def __init__(self, old: Sequence[Hashable], new: Sequence[Hashable]) -> None:
        stood, stands = set(old), set(new)
        self.old, self.new = old, new
        self.left = list(filterfalse(stands.__contains__, old))
        self.came = list(filterfalse(stood.__contains__, new))
        self.rest, self.entire = b"", False


class Account:
    """What happened in a match, as certain eyes saw it: seats that know the same share one account."""

    def __init__(self, table: Table, eyes: int) -> None:
        self.table, self.eyes = table, eyes
        self.options: Any = table.match.engine.quick_record
        self.view: Any = table.match.engine.game.view
        self.effects: Any = getattr(self.view, "effects", no_effects)
        self.states: dict[int, Any] = {}
        self.told: list[Sequence[Word]] = []
        self.contents: dict[int, Sequence[Hashable]] = {}
        self.differences: dict[int, Difference] = {}
        self.heads: dict[tuple[int, str], bytes] = {}
        self.messages: dict[tuple[int, str, Hashable], bytes] = {}
        self.shared: bool = hasattr(self.view, "contents")  # what lies there is the same, whoever looks

    def state(self, number: int) -> Any:
        """The record after so many moves."""
        known = self.states.get(number)
        if known is None:
            match = self.table.match
            known = quick(match.engine.concealed(match.history[number], self.eyes))
            keep(self.states, number, known)
        return known

    def code(self, number: int) -> int:
        """A move by its code, or UNSEEN."""
        match = self.table.match
        is_open = self.eyes == EVERYONE or saving.is_open(match, number, self.eyes)
        return match.codes[number] if is_open else UNSEEN

    def lines(self, number: int) -> Sequence[Word]:
        """What happened by a move, counted from 0."""
        told = self.told
        for made in range(len(told), number + 1):
            told.append(self.view.story(self.options, self.state(made), self.code(made), self.state(made + 1)))
        return told[number]

    def marked(self, number: int) -> list[str]:
        """What was touched to make a move."""
        code = self.code(number)
        touches = self.table.actors[number] != CHANCE and code != UNSEEN
        return list(self.view.steps(self.options, self.state(number), code)) if touches else []

    def head(self, number: int, language: str, notes: Sequence[str]) -> bytes:
        """How the message about a move begins: all of it but the change of the picture."""
        known = self.heads.get((number, language))
        if known is None:
            lines = [word.say(language) for word in self.lines(number)]
            seen = self.effects(self.options, self.state(number), self.code(number), self.state(number + 1))
            told = {
                "type": "happened",
                "number": number + 1,
                "who": who(self.table.actors[number]),
                "lines": [*lines, *notes],
                "effects": [{"kind": kind, "part": part} for kind, part in seen],
                "marked": self.marked(number),
            }
            known = written(told)[:-1]
            keep(self.heads, (number, language), known)
        return known

    def things(self, number: int) -> Sequence[Hashable]:
        """What lies in the picture after so many moves."""
        known = self.contents.get(number)
        if known is None:
            known = self.view.contents(self.options, self.state(number))
            keep(self.contents, number, known)
        return known

    def difference(self, number: int) -> Difference:
        """What a move has changed."""
        known = self.differences.get(number)
        if known is None:
            known = Difference(self.things(number), self.things(number + 1))
            keep(self.differences, number, known)
        return known


class Sight:
    """A match seen from a seat or by a spectator."""

    def __init__(self, account: Account, viewpoint: int) -> None:
        self.account, self.viewpoint = account, viewpoint
        self.scenes: dict[int, Scene] = {}
        self.pictures: dict[tuple[int, str], dict[str, Any]] = {}
        shared = account.shared
        self.drawn: Any = account.view.drawing(account.options, viewpoint) if shared else None
        self.key: Hashable = self.drawn if shared else viewpoint  # who looks from elsewhere may see the same

    def scene(self, number: int) -> Scene:
        """The picture after so many moves."""
        if number not in self.scenes:
            account = self.account
            keep(self.scenes, number, account.view.scene(account.options, account.state(number), self.viewpoint))
        return self.scenes[number]

    def happened(self, number: int, language: str, notes: Sequence[str]) -> bytes:
        """A move, counted from 0, as it goes over the wire: what is said of it, and what it has changed."""
        messages, key = self.account.messages, (number, language, self.key)
        known = messages.get(key)
        if known is None:
            change = self.change if self.account.shared else self.redrawn
            known = self.account.head(number, language, notes) + change(number, language)
            keep(messages, key, known)
        return known

    def change(self, number: int, language: str) -> bytes:
        """How the message about a move ends: what is different in the picture."""
        found = self.account.difference(number)
        came = [group.told.get(language) or tell(group, language) for group in self.drawn(found.came)]
        if not found.entire:
            before = merged([group.told.get(language) or tell(group, language) for group in self.drawn(found.left)])
            after = merged(came)
            same = {name for name in before.keys() & after.keys() if before[name] == after[name]}
            if not found.rest:
                found.rest, found.entire = self.rest(found, before, after), not same
            if same:
                fresh = [text for name, text in after.items() if name not in same]
                return b',"changed":[' + b",".join(fresh) + found.rest
        return b',"changed":[' + b",".join(filter(None, map(TEXT, came))) + found.rest

    def rest(self, found: Difference, before: Mapping[str, bytes], after: Mapping[str, bytes]) -> bytes:
        """What has gone, and the order of all parts if it is another one."""
        gone, order = sorted(before.keys() - after.keys()), self.names(found.new)
        stays = before.keys() >= after.keys() and [name for name in self.names(found.old) if name not in gone] == order
        return b"]," + written({"gone": gone, "order": None if stays else order})[1:]

    def names(self, things: Sequence[Hashable]) -> list[str]:
        """The ids of all parts."""
        return list(chain.from_iterable(map(NAMES, self.drawn(things))))

    def redrawn(self, number: int, language: str) -> bytes:
        """The same where the whole picture has to be looked at."""
        old, new = self.picture(number, language), self.picture(number + 1, language)
        stays = old.keys() >= new.keys() and [name for name in old if name in new] == list(new)
        told = {
            "changed": [data for name, data in new.items() if old.get(name) != data],
            "gone": [name for name in old if name not in new],
            "order": None if stays else list(new),
        }
        return b"," + written(told)[1:]

    def picture(self, number: int, language: str) -> dict[str, Any]:
        """All parts of the picture that are not still, by id, as they are sent."""
        known = self.pictures.get((number, language))
        if known is None:
            known = {part.id: part_data(part, language) for part in self.scene(number).parts if not part.still}
            keep(self.pictures, (number, language), known)
        return known

    def moves(self, language: str) -> list[dict[str, Any]]:
        """The legal moves of the seat that decides, as this seat may know them."""
        account, match = self.account, self.account.table.match
        options, state = account.options, account.state(len(match.codes))
        known = choices(match.game, options, self.viewpoint, language)
        looks = getattr(account.view, "looks", None)
        keys = match._legal if looks is None else looks(options, state, match._survey.moves)
        if looks is None or not all(map(known.__contains__, keys)):
            self.learn(known, keys, language)
        found = list(map(known.__getitem__, keys))
        return Written(map(DATA, found), list(map(TEXT, found)))

    def learn(self, known: dict[Hashable, Choice], keys: Iterable[Hashable], language: str) -> None:
        """Remember what is sent of the legal moves, each under its key; those that look the same are there already."""
        account, match = self.account, self.account.table.match
        options, state = account.options, account.state(len(match.codes))
        steps, ghost = account.view.steps, getattr(account.view, "ghost", no_ghost)
        called = getattr(account.view, "called", None)
        parts = {} if called else {part.id: part for part in self.scene(len(match.codes)).parts}
        if len(known) > MOST_CHOICES:
            known.clear()
        for key, (notation, code) in zip(keys, match._legal.items(), strict=True):
            path, shadows = steps(options, state, code), ghost(options, state, code, self.viewpoint)
            name = called(options, state, code) if called else [parts.get(step, PLAIN) for step in path]
            made_of, choice = Looks(path, shadows, name), known.get(key)
            if choice is None or choice.looks != made_of:
                data = chosen(notation, made_of, language)
                known[key] = Choice(made_of, data, written(data))


class Looks(NamedTuple):
    """What is sent of a move is made of this."""

    path: Sequence[str]
    shadows: Sequence[Part]
    name: Word | list[Part]  # as the game calls it, or what is touched


class Choice(NamedTuple):
    """A move as it is sent, and what that was made of."""

    looks: Looks
    data: dict[str, Any]
    text: bytes


MOST_CHOICES = 4_096
CHOICES_KEPT = 32


@lru_cache(CHOICES_KEPT)
def choices(game: str, options: Any, viewpoint: int, language: str) -> dict[Hashable, Choice]:
    """Moves that were sent before, which most of those of a position were: by what the view, or its notation, says."""
    return {}


def chosen(notation: str, looks: Looks, language: str) -> dict[str, Any]:
    """One legal move: what to touch, how it is called and how it would look."""
    name = looks.name
    label = name.say(language) if isinstance(name, Word) else ", ".join(touched(name, looks.path, language))
    ghost = [part_data(part, language) for part in looks.shadows]
    return {"move": notation, "path": list(looks.path), "label": label, "ghost": ghost}


def touched(parts: Sequence[Part], path: Sequence[str], language: str) -> Iterator[str]:
    """What is touched, aloud."""
    for part, step in zip(parts, path, strict=True):
        yield spoken(part, language) or step


def no_ghost(*_: Any) -> Sequence[Part]:
    """Nothing is shown of a move before it is made."""
    return ()


Key = TypeVar("Key")
Value = TypeVar("Value")


def keep(known: dict[Key, Value], key: Key, value: Value) -> None:
    """Remember something that was worked out; all is forgotten from time to time, and only costs time again."""
    if len(known) >= KEPT:
        known.clear()
    known[key] = value


def who(actor: int) -> int | str:
    """Who made a move, as it is sent."""
    return "chance" if actor == CHANCE else actor


def no_effects(*_: Any) -> Sequence[tuple[str, str]]:
    """Nothing is shown but the change of the picture."""
    return ()


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
        "symbol": part.symbol, "x": rounded(part.x), "y": rounded(part.y), "turn": rounded(part.turn),
        "style": part.style, "text": said(part.text, language), "label": label,
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


def tell(group: Group, language: str) -> Told:
    """The parts of a group as they are sent; kept with it."""
    texts = [written(part_data(part, language)) for part in group.parts]
    told = group.told[language] = Told(dict(zip(group.names, texts, strict=True)), b",".join(texts))
    return told


def merged(told: Sequence[Told]) -> dict[str, bytes]:
    """The parts of several groups."""
    parts: dict[str, bytes] = {}
    for one in told:
        parts |= one.parts
    return parts
