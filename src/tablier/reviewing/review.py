"""A review: what every move of a game did to everybody's chances, what was luck, and what would have been better."""

import os
from collections.abc import Callable, Sequence
from dataclasses import replace
from itertools import count
from threading import Lock
from typing import Any

from tablier.core import records
from tablier.core.contract import EVERYONE, SPECTATOR
from tablier.core.errors import BadOption, NotNow
from tablier.core.match import Match, spoken
from tablier.core.presentation import Belief
from tablier.core.random import seeded
from tablier.core.words import environment_language
from tablier.reviewing import facts, page
from tablier.reviewing.data import as_data
from tablier.reviewing.estimates import Effort, Estimate, Searcher, effort
from tablier.reviewing.pace import paced
from tablier.reviewing.passages import Alternative, Passage, kind_of
from tablier.reviewing.portions import Tick, work
from tablier.reviewing.reviewed import Reviewed
from tablier.reviewing.valuation import KnownOdds, Valuation, examined

NAMED = 3  # moves that are named beside the one that was made
OnProgress = Callable[[int, int], None]
"""Told how many positions were looked at, of how many."""


class Review(Reviewed):
    """What was found about a match. ``data()`` has it as JSON, ``html()`` as a page; a notebook shows it by itself."""

    def data(self, language: str = "en") -> dict[str, Any]:
        """All of it as JSON data, sentences in a language. Chances go from 0 to 1; None is what may not be told."""
        return as_data(self, spoken(language))

    def html(self, language: str = "en") -> str:
        """A page of its own, with everything in it."""
        return page.document(self, spoken(language))

    def _repr_html_(self) -> str:
        return page.fragment(self, environment_language())


def review(
    match: Match,
    *,
    level: int | None = None,
    simulations: int | None = None,
    seed: int = 0,
    seat: int | None = None,
    cores: int | None = None,
    progress: OnProgress | None = None,
) -> Review:
    """What every move of a match did to everybody's chances, by a search of so much effort; the same every time.

    Of a running game with secrets nothing is told but what a seat may keep of it: name the ``seat``, or give its
    account. Levels are those of bots, 1 to 7, by default 6, or less in a long game; ``simulations`` for each position
    replace the level's. On however many
    ``cores``, all if it is not said, the review is the same; an exception out of ``progress`` ends it.
    """
    told = subject(match, seat)
    wished = effort(told.engine, level, simulations)
    spent = paced(told, wished, seed) if level is None and simulations is None else wished
    searcher = Searcher(told.engine, spent, seed)
    found = examined(told, searcher, counted(cores), ticking(progress, work(told)))
    return judged(told, spent, found)


def judged(told: Match, spent: Effort, found: Valuation) -> Review:
    """The review of a match, once everybody's chances are known."""
    passages = tuple(Judge(told, found).passages())
    return Review(told, spent, passages, found.chances[0], found.chances[-1], ended(told, found))


def counted(cores: int | None) -> int:
    """On how many cores to search."""
    if cores is not None and (type(cores) is not int or cores <= 0):
        raise BadOption("core.bot.limit", name="cores", given=repr(cores))
    return cores or os.cpu_count() or 1


def ticking(progress: OnProgress | None, total: int) -> Tick:
    """What tells of progress, one thread after the other."""
    lock, numbers = Lock(), count(1)

    def tick() -> None:
        with lock:
            number = next(numbers)
            if progress is not None:
                progress(number, total)

    return tick


def subject(match: Match, seat: int | None) -> Match:
    """What may be looked at: the match, or what a seat may keep of it while it runs and something is hidden."""
    if not match.engine.game.hidden or match.outcome is not None:
        return match
    if match.viewpoint == SPECTATOR or (match.viewpoint == EVERYONE and seat is None):
        raise NotNow("review.running")
    if match.viewpoint == EVERYONE:
        return Match.from_text(match.text(seat))
    match.known(match.viewpoint if seat is None else seat)
    return match


def ended(match: Match, found: Valuation) -> KnownOdds:
    """The chances at the end: the scores, if it is over."""
    last = found.chances[-1]
    if match.ending is None:
        return last
    return tuple(None if chance is None else score for chance, score in zip(last, match.ending.scores, strict=True))


class Judge:
    """Says of each move of a match what it has changed and whether another would have been better."""

    def __init__(self, match: Match, found: Valuation) -> None:
        self.match, self.engine, self.found = match, match.engine, found
        self.actors = [self.engine.actor(state) for state in match.history]

    def passages(self) -> list[Passage]:
        """All moves."""
        return [self.passage(number) for number in range(len(self.match.codes))]

    def passage(self, number: int) -> Passage:
        """One move; what it cost is known before it is judged."""
        move, actor = self.match.moves[number], self.actors[number]
        chances = self.found.chances
        known = chances[number], self.found.expected[number], chances[number + 1]
        bare = Passage(number, actor, move, *known, beliefs=self.beliefs(number))
        estimate = self.found.estimates[number]
        if actor < 0 or estimate is None or self.match.codes[number] < 0:
            return bare
        return self.judged(bare, estimate)

    def judged(self, bare: Passage, estimate: Estimate) -> Passage:
        """A decision with what would have been better."""
        number, code, best = bare.number, self.match.codes[bare.number], estimate.best
        others = tuple(self.alternative(number, *each[:2]) for each in estimate.moves[:NAMED])
        known = replace(bare, decided=len(estimate.moves) > 1, alternatives=others)
        if best is None or best == code:
            return known
        better = facts.written(self.match, number, best)
        kind = kind_of(max(0.0, -known.skill(known.actor)), bool(estimate.certain)) if known.decided else ""
        if not kind:
            return replace(known, better=better, line=estimate.line)
        told = facts.Judged(number, bare.actor, code, best, estimate, *self.next_decision(number + 1))
        reason = facts.reason(self.match, told, -known.skill(known.actor))
        known = replace(known, better=better, line=estimate.line, kind=kind, reason=reason)
        return replace(known, ringed=self.ringed(number, bare.actor, best))

    def alternative(self, number: int, code: int, chance: float) -> Alternative:
        """A move that might have been made, in its notation."""
        return Alternative(facts.written(self.match, number, code), chance)

    def next_decision(self, number: int) -> tuple[Estimate | None, int]:
        """What whoever decides next could find, and who that is."""
        return self.found.estimates[number], self.actors[number]

    def ringed(self, number: int, seat: int, code: int) -> tuple[str, ...]:
        """The parts of the picture that a move is about, as its maker knows the position."""
        known = self.engine.concealed(self.match.history[number], seat)
        dealt = self.engine.redealt(known, seat, seeded(number)) if self.engine.game.hidden else known
        after = self.engine.concealed(self.engine.after(dealt, code), seat)
        options, before = self.engine.frozen_options, records.frozen(known)
        return tuple(self.engine.game.view.marks(options, before, code, records.frozen(after)))

    def beliefs(self, number: int) -> dict[int, Sequence[Belief]]:
        """What each seat of which it may be told could believe before a move, in a game with secrets."""
        if not self.engine.game.hidden:
            return {}
        found = {}
        for seat, chance in enumerate(self.found.chances[number]):
            if chance is not None:
                known = records.frozen(self.engine.concealed(self.match.history[number], seat))
                found[seat] = self.engine.game.view.beliefs(self.engine.frozen_options, known, seat)
        return {seat: held for seat, held in found.items() if held}
