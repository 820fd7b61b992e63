"""Lessons: a game taught step by step on its own board. A game may have one, in ``lessons.toml``.

    seats = 2
    options = { board = "small" }   # those that are not as usual

    [[steps]]
    position = '{ ... }'            # as Match.position() gives it; left out: where the step before has led
    say = { en = "...", fr = "..." }
    marks = ["cell.b4"]             # parts of the board that are pointed out
    answers = ["b1-b2", "b1-c2"]    # the moves that are right; none: there is only something to read
    right = { en = "...", fr = "..." }   # said after a right one
    wrong = { en = "...", fr = "..." }   # said after any other legal move
    tries = { "b1-a1" = { en = "...", fr = "..." } }   # said after certain ones instead
    replies = ["d5-d4"]             # what others, and chance, do after the answer, if they can

What the learner touches in vain is explained by the view's ``why``, as at a table.
"""

import json
import tomllib
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from functools import cache
from typing import Any

from tablier.core.match import Match
from tablier.core.registry import load

FILE = "lessons.toml"
Texts = Mapping[str, str]
"""A sentence or two, by language."""


@dataclass(frozen=True)
class Exercise:
    """One step: a position, what is said there, and what is to be done."""

    say: Texts
    position: str = ""
    marks: Sequence[str] = ()
    answers: Sequence[str] = ()
    right: Texts = field(default_factory=dict)
    wrong: Texts = field(default_factory=dict)
    tries: Mapping[str, Texts] = field(default_factory=dict)
    replies: Sequence[str] = ()


@dataclass(frozen=True)
class Lesson:
    """The lesson of a game."""

    game: str
    steps: Sequence[Exercise]
    seats: int | None = None
    options: Mapping[str, Any] = field(default_factory=dict)

    def match(self, number: int) -> Match:
        """The position of a step, counted from 0: its own, or the one to which the answers before it have led."""
        step = self.steps[number]
        if step.position:
            return Match.from_position(json.loads(step.position), seed=0)
        if number == 0:
            return Match(self.game, self.seats, dict(self.options), seed=0)
        return self.after(number - 1)

    def after(self, number: int, answer: str | None = None) -> Match:
        """The position to which a step leads by an answer, usually the first one, and as many replies as fit it."""
        match, step = self.match(number), self.steps[number]
        chosen = step.answers[:1] if answer is None else (answer,)
        for move in chosen:
            match.play(move)
        for move in step.replies:
            if match.allows(move):
                match.play(move)
        return match


@cache
def lesson(game: str) -> Lesson | None:
    """The lesson of a game, if it has one."""
    path = load(game).folder / FILE
    if not path.is_file():
        return None
    data = tomllib.loads(path.read_text(encoding="utf-8"))
    steps = tuple(Exercise(**step) for step in data.pop("steps"))
    return Lesson(game, steps, **data)
