"""What one viewpoint sees of a match, move by move, made from concealed records alone."""

from __future__ import annotations

from collections.abc import Hashable, Iterable, Iterator, Sequence
from dataclasses import astuple
from functools import lru_cache
from itertools import chain
from typing import Any, NamedTuple, TypeVar

from tablier.core import saving
from tablier.core.contract import CHANCE, EVERYONE, UNSEEN
from tablier.core.records import quick
from tablier.core.scene import Group, Layout, Part, Scene
from tablier.core.words import Word
from tablier.server.table import Table
from tablier.server.writing import Written, written

KEPT = 4  # positions for which states and pictures are remembered
PLAIN = Part("")


Groups = Sequence[Group]


class Change(NamedTuple):
    """What is different between two pictures."""

    old: Groups
    new: Groups
    told: dict[str, Any]


class Account:
    """What happened in a match, as certain eyes saw it: seats that know the same share one account."""

    def __init__(self, table: Table, eyes: int) -> None:
        self.table, self.eyes = table, eyes
        self.options: Any = table.match.engine.quick_record
        self.view: Any = table.match.engine.game.view
        self.states: dict[int, Any] = {}
        self.told: list[Sequence[Word]] = []
        self.changes: dict[tuple[int, int, str], Change] = {}
        self.shows: dict[int, dict[str, Any]] = {}
        self.sentences: dict[tuple[int, str], list[str]] = {}

    def state(self, number: int) -> Any:
        """The record after so many moves."""
        if number not in self.states:
            match = self.table.match
            keep(self.states, number, quick(match.engine.concealed(match.history[number], self.eyes)))
        return self.states[number]

    def code(self, number: int) -> int:
        """A move by its code, or UNSEEN."""
        match = self.table.match
        is_open = self.eyes == EVERYONE or saving.is_open(match, number, self.eyes)
        return match.codes[number] if is_open else UNSEEN

    def lines(self, number: int) -> Sequence[Word]:
        """What happened by a move, counted from 0."""
        while len(self.told) <= number:
            made = len(self.told)
            before, after = self.state(made), self.state(made + 1)
            self.told.append(tuple(self.view.story(self.options, before, self.code(made), after)))
        return self.told[number]

    def shown(self, number: int) -> dict[str, Any]:
        """What should be shown of a move besides the change of the picture, and what was touched to make it."""
        if number not in self.shows:
            before, code, after = self.state(number), self.code(number), self.state(number + 1)
            effects = getattr(self.view, "effects", no_effects)(self.options, before, code, after)
            touches = self.table.actors[number] != CHANCE and code != UNSEEN
            told = {
                "effects": [{"kind": kind, "part": part} for kind, part in effects],
                "marked": list(self.view.steps(self.options, before, code)) if touches else [],
            }
            keep(self.shows, number, told)
        return self.shows[number]

    def change(self, old: Groups, new: Groups, language: str) -> dict[str, Any]:
        """What is different between two pictures; viewpoints that see the same ones share it."""
        key = id(old), id(new), language
        if key not in self.changes:
            keep(self.changes, key, Change(old, new, changed(old, new, language)))
        return self.changes[key].told

    def said(self, number: int, language: str) -> list[str]:
        """What happened by a move, in sentences."""
        if (number, language) not in self.sentences:
            keep(self.sentences, (number, language), [word.say(language) for word in self.lines(number)])
        return self.sentences[number, language]


class Sight:
    """A match seen from a seat or by a spectator."""

    def __init__(self, account: Account, viewpoint: int) -> None:
        self.account, self.viewpoint = account, viewpoint
        self.scenes: dict[int, Scene] = {}
        self.moving: dict[int, Groups] = {}
        self.changes: dict[tuple[int, str], dict[str, Any]] = {}

    def scene(self, number: int) -> Scene:
        """The picture after so many moves."""
        if number not in self.scenes:
            account = self.account
            keep(self.scenes, number, account.view.scene(account.options, account.state(number), self.viewpoint))
        return self.scenes[number]

    def groups(self, number: int) -> Groups:
        """The parts of the picture that are not still, in groups if the view gives them so."""
        if number not in self.moving:
            keep(self.moving, number, self.above(number))
        return self.moving[number]

    def above(self, number: int) -> Groups:
        """The same, worked out."""
        account = self.account
        moving = getattr(account.view, "moving", None)
        if moving is None:
            return [Group(*(part for part in self.scene(number).parts if not part.still))]
        groups: Groups = moving(account.options, account.state(number), self.viewpoint)
        return groups

    def change(self, number: int, language: str) -> dict[str, Any]:
        """What a move, counted from 0, has changed in the picture."""
        if (number, language) not in self.changes:
            told = self.account.change(self.groups(number), self.groups(number + 1), language)
            keep(self.changes, (number, language), told)
        return self.changes[number, language]

    def moves(self, language: str) -> list[dict[str, Any]]:
        """The legal moves of the seat that decides, as this seat may know them."""
        account, match = self.account, self.account.table.match
        options, state = account.options, account.state(len(match.codes))
        known = choices(match.game, options, self.viewpoint, language)
        looks = getattr(account.view, "looks", None)
        keys = match._legal if looks is None else looks(options, state, match._survey.moves)
        if looks is None or not all(map(known.__contains__, keys)):
            self.learn(known, keys, language)
        found = [known[key] for key in keys]
        return Written([choice.data for choice in found], [choice.text for choice in found])

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
    """Remember something that was worked out; the oldest is forgotten."""
    if len(known) >= KEPT:
        del known[next(iter(known))]
    known[key] = value


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


def changed(old: Groups, new: Groups, language: str) -> dict[str, Any]:
    """What is different between two pictures; the order only where it is."""
    stood, stands = set(old), set(new)
    before, after = parts_told(old, stands, language), parts_told(new, stood, language)
    gone, order = [name for name in before if name not in after], names(new)
    stays = before.keys() >= after.keys() and [name for name in names(old) if name not in gone] == order
    return {
        "changed": [data for name, data in after.items() if before.get(name) != data],
        "gone": gone,
        "order": None if stays else order,
    }


def parts_told(groups: Groups, but: set[Group], language: str) -> dict[str, dict[str, Any]]:
    """The parts of groups as they are sent, by id, without those of certain groups."""
    told: dict[str, dict[str, Any]] = {}
    for group in groups:
        if group not in but:
            told |= group.told.get(language) or group_told(group, language)
    return told


def group_told(group: Group, language: str) -> dict[str, dict[str, Any]]:
    """The same of one group, worked out; kept with it."""
    data = [part_data(part, language) for part in group.parts]
    told = group.told[language] = dict(zip(group.names, data, strict=True))
    return told


def names(groups: Groups) -> list[str]:
    """The ids of all parts."""
    return list(chain.from_iterable([group.names for group in groups]))
