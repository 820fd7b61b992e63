"""What one viewpoint sees of a match, move by move, made from concealed records alone."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import astuple
from typing import Any

from tablier.core import saving
from tablier.core.contract import CHANCE, EVERYONE, UNSEEN
from tablier.core.match import Match
from tablier.core.scene import Layout, Part, Scene
from tablier.core.words import Word

SCENES_KEPT = 4
PLAIN = Part("")


class Sight:
    """A match seen from a seat or by a spectator; ``bare``: with nothing hidden, from the same side of the board."""

    def __init__(self, match: Match, viewpoint: int, bare: bool) -> None:
        self.match, self.viewpoint = match, viewpoint
        self.eyes = EVERYONE if bare else viewpoint
        self.scenes: dict[int, Scene] = {}
        self.told: list[Sequence[Word]] = []

    @property
    def options(self) -> Any:
        """The options' record."""
        return self.match.engine.record[0]

    @property
    def view(self) -> Any:
        """The game's pictures and words."""
        return self.match.engine.game.view

    def state(self, number: int) -> Any:
        """The record after so many moves."""
        return self.match.engine.concealed(self.match.history[number], self.eyes)[0]

    def scene(self, number: int) -> Scene:
        """The picture after so many moves."""
        if number not in self.scenes:
            while len(self.scenes) >= SCENES_KEPT:
                self.scenes.pop(next(iter(self.scenes)))
            self.scenes[number] = self.view.scene(self.options, self.state(number), self.viewpoint)
        return self.scenes[number]

    def code(self, number: int) -> int:
        """A move by its code, or UNSEEN."""
        is_open = self.eyes == EVERYONE or saving.is_open(self.match, number, self.eyes)
        return self.match.codes[number] if is_open else UNSEEN

    def lines(self, number: int) -> Sequence[Word]:
        """What happened by a move, counted from 0."""
        while len(self.told) <= number:
            made = len(self.told)
            before, after = self.state(made), self.state(made + 1)
            self.told.append(tuple(self.view.story(self.options, before, self.code(made), after)))
        return self.told[number]

    def effects(self, number: int) -> list[tuple[str, str]]:
        """What should be shown of a move besides the change of the picture."""
        effects = getattr(self.view, "effects", None)
        if effects is None:
            return []
        return list(effects(self.options, self.state(number), self.code(number), self.state(number + 1)))

    def touched(self, number: int, actor: int) -> list[str]:
        """The parts that were touched to make a move that the viewpoint saw."""
        code = self.code(number)
        if actor == CHANCE or code == UNSEEN:
            return []
        return list(self.view.steps(self.options, self.state(number), code))

    def moves(self, language: str) -> list[dict[str, Any]]:
        """The legal moves of the seat that decides, as this seat may know them."""
        state = self.state(len(self.match.codes))
        parts = {part.id: part for part in self.scene(len(self.match.codes)).parts}
        return [
            self.move(notation, code, state, parts, language)
            for notation, code in zip(self.match.legal(), self.match._survey.moves, strict=True)
        ]

    def move(self, notation: str, code: int, state: Any, parts: dict[str, Part], language: str) -> dict[str, Any]:
        """One legal move: what to touch, how it is called and how it would look."""
        path = list(self.view.steps(self.options, state, code))
        ghost = getattr(self.view, "ghost", None)
        shadows = ghost(self.options, state, code, self.viewpoint) if ghost else ()
        return {
            "move": notation,
            "path": path,
            "label": self.called(code, state, path, parts, language),
            "ghost": [part_data(part, language) for part in shadows],
        }

    def called(self, code: int, state: Any, path: list[str], parts: dict[str, Part], language: str) -> str:
        """How a move is called aloud: as the game calls it, or by what is touched."""
        named = getattr(self.view, "called", None)
        if named is not None:
            return str(named(self.options, state, code).say(language))
        return ", ".join(spoken(parts.get(step, PLAIN), language) or step for step in path)


def spoken(part: Part, language: str) -> str:
    """How a part is called aloud."""
    return part.label.say(language) if part.label else said(part.text, language)


def said(text: str | Word, language: str) -> str:
    """A text in a language."""
    return text.say(language) if isinstance(text, Word) else text


def part_data(part: Part, language: str) -> dict[str, Any]:
    """A part as it is sent, without what is as usual."""
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


def change(before: Scene, after: Scene, language: str) -> dict[str, Any]:
    """What is different between two pictures; the order only where it is."""
    old = {part.id: part for part in before.parts if not part.still}
    new = {part.id: part for part in after.parts if not part.still}
    same_order = [name for name in old if name in new] == list(new)
    return {
        "changed": [part_data(part, language) for name, part in new.items() if old.get(name) != part],
        "gone": [name for name in old if name not in new],
        "order": None if same_order else list(new),
    }
