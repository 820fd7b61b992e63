"""What one viewpoint sees of a match, move by move, made from concealed records alone."""

from __future__ import annotations

from collections.abc import Callable, Hashable, Iterable, Iterator, Sequence
from functools import lru_cache
from itertools import filterfalse
from typing import Any, NamedTuple, TypeVar

from tablier.core import saving
from tablier.core.contract import CHANCE, EVERYONE, UNSEEN
from tablier.core.records import frozen
from tablier.core.scene import Group, Part, Scene
from tablier.core.words import Word
from tablier.server.authority.table import Table
from tablier.server.parts import ended, part_data, spoken, tell
from tablier.server.writing import written

Draw = Callable[[Sequence[Any]], Sequence[Group]]
"""What draws the things in a picture, as the contract's ``drawing`` gives it."""

KEPT = 8  # positions for which states and pictures are remembered
PLAIN = Part("")


class Position:
    """A position as certain eyes know it, and what lies in its picture, drawn for whoever looked."""

    def __init__(self, state: Any) -> None:
        self.state = state
        self.things: Sequence[Hashable] = ()
        self.groups: dict[Draw, Sequence[Group]] = {}


class Happening:
    """A move as certain eyes saw it, in words, and the messages about it as they go over the wire."""

    def __init__(self, number: int, before: Position, code: int, after: Position, words: Sequence[Word]) -> None:
        self.number, self.before, self.code, self.after, self.words = number, before, code, after, words
        self.heads: dict[str, bytes] = {}
        self.messages: dict[tuple[str, Hashable], bytes] = {}
        self.ending = b""  # of a message, which is the same from everywhere


class Account:
    """What happened in a match, as certain eyes saw it: seats that know the same share one account."""

    def __init__(self, table: Table, eyes: int) -> None:
        self.table, self.eyes = table, eyes
        self.options: Any = table.match.engine.frozen_options
        self.view: Any = table.match.engine.game.view
        self.effects: Any = self.view.effects
        self.told: dict[int, Sequence[Word]] = {}  # about every move, since a log begins with the first
        self.positions: dict[int, Position] = {}
        self.happenings: dict[int, Happening] = {}
        self.shared: bool = hasattr(self.view, "contents")  # what lies there is the same, whoever looks

    def position(self, number: int) -> Position:
        """The position after so many moves."""
        known = self.positions.get(number)
        if known is None:
            match = self.table.match
            known = Position(frozen(match.engine.concealed(match.history[number], self.eyes)))
            keep(self.positions, number, known)
        return known

    def code(self, number: int) -> int:
        """A move by its code, or UNSEEN."""
        match = self.table.match
        is_open = self.eyes == EVERYONE or saving.is_open(match, number, self.eyes)
        return match.codes[number] if is_open else UNSEEN

    def happening(self, number: int) -> Happening:
        """A move, counted from 0."""
        known = self.happenings.get(number)
        if known is None:
            before, code, after = self.position(number), self.code(number), self.position(number + 1)
            words = self.told[number] = self.view.story(self.options, before.state, code, after.state)
            known = Happening(number, before, code, after, words)
            keep(self.happenings, number, known)
        return known

    def lines(self, number: int) -> Sequence[Word]:
        """What happened by a move."""
        return self.told.get(number) or self.happening(number).words

    def marked(self, seen: Happening) -> list[str]:
        """What was touched to make a move."""
        if seen.code == UNSEEN or self.table.actors[seen.number] == CHANCE:
            return []
        return list(self.view.steps(self.options, seen.before.state, seen.code))

    def head(self, seen: Happening, language: str, notes: Sequence[str]) -> bytes:
        """How the message about a move begins: all of it but the change of the picture."""
        known = seen.heads.get(language)
        if known is None:
            effects = self.effects(self.options, seen.before.state, seen.code, seen.after.state)
            told = {
                "type": "happened",
                "number": seen.number + 1,
                "who": who(self.table.actors[seen.number]),
                "lines": [*[word.say(language) for word in seen.words], *notes],
                "effects": [{"kind": kind, "part": part} for kind, part in effects],
                "marked": self.marked(seen),
            }
            known = seen.heads[language] = written(told)[:-1]
        return known

    def groups(self, position: Position, draw: Draw) -> Sequence[Group]:
        """What lies in the picture, drawn."""
        known = position.groups.get(draw)
        if known is None:
            position.things = position.things or self.view.contents(self.options, position.state)
            known = position.groups[draw] = draw(position.things)
        return known


class Sight:
    """A match seen from a seat or by a spectator."""

    def __init__(self, account: Account, viewpoint: int) -> None:
        self.account, self.viewpoint = account, viewpoint
        self.scenes: dict[int, Scene] = {}
        self.pictures: dict[tuple[int, str], dict[str, Any]] = {}
        shared = account.shared
        self.draw: Any = account.view.drawing(account.options, viewpoint) if shared else None
        self.key: Hashable = self.draw if shared else viewpoint  # who looks from elsewhere may see the same

    def scene(self, number: int) -> Scene:
        """The picture after so many moves."""
        if number not in self.scenes:
            account = self.account
            state = account.position(number).state
            keep(self.scenes, number, account.view.scene(account.options, state, self.viewpoint))
        return self.scenes[number]

    def happened(self, number: int, language: str, notes: Sequence[str]) -> bytes:
        """A move, counted from 0, as it goes over the wire: what is said of it, and what it has changed."""
        account = self.account
        seen, key = account.happening(number), (language, self.key)
        known = seen.messages.get(key)
        if known is None:
            change = self.change(seen, language) if account.shared else self.redrawn(number, language)
            known = seen.messages[key] = account.head(seen, language, notes) + change
        return known

    def change(self, seen: Happening, language: str) -> bytes:
        """How the message about a move ends: what is different in the picture."""
        account, draw = self.account, self.draw
        old, new = account.groups(seen.before, draw), account.groups(seen.after, draw)
        came = list(filterfalse(set(old).__contains__, new))
        if not seen.ending:
            seen.ending = ended(old, new, list(filterfalse(set(new).__contains__, old)), came)
        texts = [group.told.get(language) or tell(group, language) for group in came if group.parts]
        return b',"changed":[' + b",".join(texts) + b"]," + seen.ending

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

    def moves(self, language: str) -> bytes:
        """The legal moves of the seat that decides, as this seat may know them, written."""
        account, match = self.account, self.account.table.match
        options, state = account.options, account.position(len(match.codes)).state
        known = choices(match.game, options, self.viewpoint, language)
        looks = getattr(account.view, "looks", None)
        keys = match._legal if looks is None else looks(options, state, match._survey.moves)
        if looks is None or not all(map(known.texts.__contains__, keys)):
            self.learn(known, keys, language, surely=looks is not None)
        return b"[" + b",".join(map(known.texts.__getitem__, keys)) + b"]"

    def learn(self, known: Choices, keys: Iterable[Hashable], language: str, surely: bool) -> None:
        """Remember what is sent of the legal moves, each under its key; those that look the same are there already.

        ``surely``: what has the same key does look the same.
        """
        account, match = self.account, self.account.table.match
        options, state = account.options, account.position(len(match.codes)).state
        steps, ghost = account.view.steps, getattr(account.view, "ghost", no_ghost)
        called = getattr(account.view, "called", None)
        parts = {} if called else {part.id: part for part in self.scene(len(match.codes)).parts}
        if len(known.texts) > MOST_CHOICES:
            known.texts.clear()
            known.looks.clear()
        for key, (notation, code) in zip(keys, match._legal.items(), strict=True):
            if surely and key in known.texts:
                continue
            path, shadows = steps(options, state, code), ghost(options, state, code, self.viewpoint)
            name = called(options, state, code) if called else [parts.get(step, PLAIN) for step in path]
            looks = Looks(path, shadows, name)
            if known.looks.get(key) != looks:
                known.looks[key], known.texts[key] = looks, written(chosen(notation, looks, language))


class Looks(NamedTuple):
    """What is sent of a move is made of this."""

    path: Sequence[str]
    shadows: Sequence[Part]
    name: Word | list[Part]  # as the game calls it, or what is touched


class Choices:
    """Moves as they are sent, by a key, and what that was made of."""

    def __init__(self) -> None:
        self.texts: dict[Hashable, bytes] = {}
        self.looks: dict[Hashable, Looks] = {}


MOST_CHOICES = 4_096
CHOICES_KEPT = 32


@lru_cache(CHOICES_KEPT)
def choices(game: str, options: Any, viewpoint: int, language: str) -> Choices:
    """Moves that were sent before, which most of those of a position were: by what the view, or its notation, says."""
    return Choices()


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
    """Remember something that was worked out, and forget what was remembered first."""
    if len(known) >= KEPT:
        del known[next(iter(known))]
    known[key] = value


def who(actor: int) -> int | str:
    """Who made a move, as it is sent."""
    return "chance" if actor == CHANCE else actor
