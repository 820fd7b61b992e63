"""What somebody sees of a match, move by move, made from concealed records alone."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import Any, NamedTuple

from tablier.core import saving
from tablier.core.contract import CHANCE, EVERYONE, UNSEEN
from tablier.core.records import frozen
from tablier.core.scene import Choice, Group, Scene
from tablier.core.words import Word, word
from tablier.server.authority.refusals import Refused
from tablier.server.authority.table import Table
from tablier.server.telling.cache import Cache
from tablier.server.telling.parts import Redrawing, alike, part_data, spoken, told
from tablier.server.telling.writing import Fragment, written

GENERIC = word("core.view.asked_next")


class Look(NamedTuple):
    """A position as somebody sees it: the concealed record, and the picture made of it."""

    state: Any
    scene: Scene


class Past(NamedTuple):
    """What is told of a move later: in words, and the parts of the board where it happened."""

    words: Sequence[Word]
    marks: Sequence[str]


class Happening(NamedTuple):
    """A move as certain eyes saw it, and the changes of pictures that it brought, each once."""

    number: int
    before: Any
    code: int
    after: Any
    words: Sequence[Word]
    changes: list[Redrawing]


class Witness:
    """Somebody who looks at a match: with certain eyes, which decide what is known, and from a viewpoint."""

    def __init__(self, table: Table, cache: Cache, eyes: int, viewpoint: int) -> None:
        self.table, self.cache, self.viewpoint = table, cache, viewpoint
        self.known = eyes, table.version  # from which all follows that these eyes have seen
        self.eyes = eyes
        self.options: Any = table.match.engine.frozen_options
        self.view: Any = table.match.engine.game.view

    # What is known

    def state(self, number: int) -> Any:
        """The record after so many moves, concealed."""
        match = self.table.match
        return frozen(match.engine.concealed(match.history[number], self.eyes))

    def code(self, number: int) -> int:
        """A move by its code, or UNSEEN."""
        match = self.table.match
        is_open = self.eyes == EVERYONE or saving.is_open(match, number, self.eyes)
        return match.codes[number] if is_open else UNSEEN

    def happening(self, number: int, old: Look, new: Look) -> Happening:
        """A move, counted from 0, between two positions."""
        return self.cache.once(("happening", self.known, number), self._happening, number, old.state, new.state)

    def _happening(self, number: int, before: Any, after: Any) -> Happening:
        code = self.code(number)
        return Happening(number, before, code, after, self.view.story(self.options, before, code, after), [])

    def chronicle(self, most: int) -> list[Past]:
        """What happened by each of the first moves, remembered as far as it was told."""
        told: list[Past] = self.cache.once(("chronicle", self.known), list)
        before = self.state(len(told))
        while len(told) < most:
            code, after = self.code(len(told)), self.state(len(told) + 1)
            words = self.view.story(self.options, before, code, after)
            told.append(Past(words, self.view.marks(self.options, before, code, after)))
            before = after
        return told[:most]

    # What is seen

    def look(self, number: int) -> Look:
        """The position after so many moves."""
        return self.cache.once(("look", self.known, self.viewpoint, number), self._look, number)

    def _look(self, number: int) -> Look:
        state = self.state(number)
        return Look(state, self.view.scene(self.options, state, self.viewpoint))

    def scene(self, number: int) -> Scene:
        """The picture after so many moves."""
        return self.look(number).scene

    def happened(self, number: int, language: str, notes: tuple[str, ...]) -> bytes:
        """A move, counted from 0, as it goes over the wire: written once for all who saw the same."""
        old, new = self.look(number), self.look(number + 1)
        seen = self.happening(number, old, new)
        change, key = self.change(seen, old.scene.groups, new.scene.groups), (language, notes)
        if key not in change.told:
            change.told[key] = written(self.message(seen, change, language, notes))
        return change.told[key]

    def change(self, seen: Happening, old: Sequence[Group], new: Sequence[Group]) -> Redrawing:
        """What a move has changed in the picture; the same object where it was seen from elsewhere already."""
        for known in seen.changes:
            if alike(known.old, old) and alike(known.new, new):
                return known
        seen.changes.append(Redrawing(old, new))
        return seen.changes[-1]

    def message(self, seen: Happening, change: Redrawing, language: str, notes: Sequence[str]) -> dict[str, Any]:
        """What is told of a move."""
        effects = self.view.effects(self.options, seen.before, seen.code, seen.after)
        return {
            "type": "happened",
            "number": seen.number + 1,
            "who": who(self.table.actors[seen.number]),
            "lines": [*[word.say(language) for word in seen.words], *notes],
            "effects": [{"kind": kind, "part": part} for kind, part in effects],
            "marked": list(self.view.marks(self.options, seen.before, seen.code, seen.after)),
            "changed": told(change.came, language),
            "gone": change.gone,
            "order": change.order,
        }

    # What can be chosen

    def choices(self) -> Sequence[Choice]:
        """The legal moves of the seat that decides, as this seat may know them."""
        match = self.table.match
        offered: Sequence[Choice] = self.view.choices(
            self.options, self.look(len(match.codes)).state, match._survey.moves, self.viewpoint
        )
        return offered

    def moves(self, language: str) -> list[Fragment]:
        """The same, as they are sent."""
        choices = self.choices()
        try:
            return [choice.told[language] for choice in choices]
        except KeyError:
            codes = self.table.match._survey.moves
            return [
                choice.told.get(language) or self.tell(choice, code, language)
                for choice, code in zip(choices, codes, strict=True)
            ]

    def asked(self, language: str) -> str:
        """What is asked of the seat that decides."""
        state = self.look(len(self.table.match.codes)).state
        return " ".join(sentence.say(language) for sentence in self.view.asked(self.options, state))

    def why(self, begun: Sequence[str], part: str) -> Word:
        """Why a part cannot be touched after others."""
        look = self.look(len(self.table.match.codes))
        is_there = part in {known.id for known in look.scene.parts if known.label}  # what has no name is no thing
        possible = [choice for choice in self.choices() if choice.begins(begun)]
        if not is_there or not possible or any(choice.begins([*begun, part]) for choice in possible):
            raise Refused("server.request.part", 422)
        reason: Word = self.view.why(self.options, look.state, begun, part)
        return reason

    def tell(self, choice: Choice, code: int, language: str) -> Fragment:
        """One legal move: what to touch, how it is called and how it would look; kept with it."""
        name = choice.name.say(language) if choice.name else ", ".join(self.touched(choice.path, language))
        ghost = [part_data(part, language) for part in choice.ghost]
        questions = choice.questions or [GENERIC] * len(choice.path)
        asks = [question.say(language) for question in questions]
        shown: dict[str, Any] = {
            "move": self.table.match._write(code),
            "path": list(choice.path),
            "label": name,
            "ghost": ghost,
            "asks": asks,
        }
        if choice.free > 1:
            shown["free"] = choice.free
        if choice.pairs:
            shown["pairs"] = True
        if choice.idle:
            shown["idle"] = choice.idle
        known = choice.told[language] = Fragment(written(shown))
        return known

    def touched(self, path: Sequence[str], language: str) -> Iterator[str]:
        """What is touched, aloud."""
        parts = {part.id: part for part in self.scene(len(self.table.match.codes)).parts}
        for step in path:
            yield spoken(parts[step], language) if step in parts else step


def who(actor: int) -> int | str:
    """Who made a move, as it is sent."""
    return "chance" if actor == CHANCE else actor
