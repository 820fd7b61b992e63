"""Guidance: every step of every path is asked for, every touch in vain gets its reason, every move leaves its marks."""

import random
from collections.abc import Iterator
from functools import partial
from typing import Any, NamedTuple

import pytest

from tablier import Match
from tablier.core.contract import SPECTATOR, UNSEEN
from tablier.core.game import Game
from tablier.core.random import seeded
from tablier.core.records import frozen
from tablier.core.registry import load
from tablier.core.saving import is_open
from tablier.core.scene import Choice, Scene
from tablier.core.words import Word
from tests.contract.kit import ALL_CASES, Case, at_move, random_match, sampled

POSITIONS = 4  # looked at in each game
TOUCHES = 40  # in vain, in each position
LANGUAGES = ("fr", "en")
GENERIC = ("core.view.asked", "core.view.asked_next", "core.view.why")
GUIDING = [case for case in ALL_CASES if not isinstance(load(case.game).view.why, partial)]
each_case = pytest.mark.parametrize("case", ALL_CASES, ids=str)
each_guiding_case = pytest.mark.parametrize("case", GUIDING, ids=str)
"""Of games that say it in their own words, and do not leave it to the core."""


class Moment(NamedTuple):
    """A decision as the seat that makes it sees it."""

    game: Game
    options: Any
    state: Any
    scene: Scene
    choices: list[Choice]
    match: Match
    seat: int


def moments(case: Case) -> Iterator[Moment]:
    """Decisions of some random games."""
    for seed in (5, 6):
        match = random_match(case, seed)
        for number in sampled(match, random.Random(seed), POSITIONS):
            here = at_move(match, number)
            if isinstance(here.actor, int):
                yield moment(here, here.actor)


def moment(match: Match, seat: int) -> Moment:
    engine = match.engine
    options, state = engine.frozen_options, frozen(engine.concealed(match.state, seat))
    moves = engine.survey(match.state).moves
    scene = engine.game.view.scene(options, state, seat)
    choices = list(engine.game.view.choices(options, state, moves, seat))
    return Moment(engine.game, options, state, scene, choices, match, seat)


def said(sentence: Word) -> bool:
    """Whether a sentence is the game's own and can be said in every language."""
    return sentence.key not in GENERIC and all(sentence.say(language).strip() for language in LANGUAGES)


def touches(here: Moment, rng: random.Random) -> Iterator[tuple[tuple[str, ...], str]]:
    """Touches of named things that lead nowhere, each after the beginning of some move."""
    named = [part.id for part in here.scene.parts if part.label]
    for _ in range(TOUCHES):
        path = tuple(rng.choice(here.choices).path)
        begun, part = path[: rng.randrange(len(path))], rng.choice(named)
        if part not in begun and not any(choice.begins((*begun, part)) for choice in here.choices):
            yield begun, part


@each_guiding_case
def test_every_step_of_every_path_is_asked_for(case: Case) -> None:
    for here in moments(case):
        asked = here.game.view.asked(here.options, here.state)
        assert asked
        assert all(map(said, asked))
        for choice in here.choices:
            assert len(choice.questions) == len(choice.path)
            assert all(map(said, choice.questions))
            assert 1 <= choice.free <= len(choice.path)


@each_guiding_case
def test_what_changes_nothing_is_followed_by_all_that_could_be_chosen_without_it(case: Case) -> None:
    for here in moments(case):
        for idle in {choice.idle for choice in here.choices if choice.idle}:
            paths = {choice.path for choice in here.choices if choice.path[0] != idle}
            for path in paths:
                assert len([choice for choice in here.choices if choice.begins((idle, *path))]) == 1


@each_guiding_case
def test_every_touch_in_vain_gets_its_own_reason(case: Case) -> None:
    rng = random.Random(7)
    for here in moments(case):
        for begun, part in touches(here, rng):
            reason = here.game.view.why(here.options, here.state, begun, part)
            assert said(reason), (begun, part)


@each_case
def test_what_is_asked_and_why_not_tell_nothing_that_the_seat_does_not_know(case: Case) -> None:
    rng = random.Random(8)
    for here in moments(case):
        if not here.game.hidden:
            return
        engine = here.match.engine
        known = engine.concealed(here.match.state, here.seat)
        other = engine.redealt(known, here.seat, seeded(rng.getrandbits(64)))
        there = frozen(engine.concealed(other, here.seat))
        assert here.game.view.asked(here.options, there) == here.game.view.asked(here.options, here.state)
        for begun, part in touches(here, rng):
            reasons = [here.game.view.why(here.options, state, begun, part) for state in (here.state, there)]
            assert reasons[0] == reasons[1]


@each_case
def test_every_move_leaves_its_marks_on_the_board(case: Case) -> None:
    match = random_match(case, 9)
    engine, view = match.engine, match.engine.game.view
    for viewpoint in (0, SPECTATOR):
        for number in sampled(match, random.Random(9), POSITIONS)[:-1]:
            before, after = (frozen(engine.concealed(match.history[at], viewpoint)) for at in (number, number + 1))
            code = match.codes[number] if is_open(match, number, viewpoint) else UNSEEN
            scenes = [view.scene(engine.frozen_options, state, viewpoint) for state in (before, after)]
            known = {part.id for scene in scenes for part in scene.parts}
            assert set(view.marks(engine.frozen_options, before, code, after)) <= known


@each_case
def test_why_a_game_has_ended_is_said_with_its_own_words(case: Case) -> None:
    match = random_match(case, 10)
    if match.outcome is None:
        return
    before, after = (frozen(state) for state in match.history[-2:])
    told = match.engine.game.view.reasons(match.engine.frozen_options, before, match.codes[-1], after)
    assert told
    assert all(map(said, told))
