"""What spares work: groups that are the same objects again, and choices that are offered again as they were."""

import random
from collections.abc import Sequence
from typing import Any

import pytest

from tablier.core.contract import EVERYONE, SPECTATOR
from tablier.core.engine import Engine
from tablier.core.records import frozen
from tablier.core.scene import Chart, Choice
from tests.contract.kit import ALL_CASES, Case, at_move, offers_choices, random_match, sampled

each_case = pytest.mark.parametrize("case", ALL_CASES, ids=str)
REMEMBERING = [case for case in ALL_CASES if offers_choices(case.game)]
each_remembering = pytest.mark.parametrize("case", REMEMBERING, ids=str)


@each_case
def test_a_picture_has_its_parts_in_groups_and_each_of_them_once(case: Case) -> None:
    match = random_match(case, 2)
    view, options = match.engine.game.view, match.engine.frozen_options
    for number in [*sampled(match, random.Random(8), 4), len(match.moves)]:
        for viewpoint in (*range(case.seats), SPECTATOR, EVERYONE):
            state = frozen(match.engine.concealed(match.history[number], viewpoint))
            scene = view.scene(options, state, viewpoint)
            assert scene.parts == [*scene.still.parts, *(part for group in scene.groups for part in group.parts)]
            names = [name for group in (scene.still, *scene.groups) for name in group.names]
            assert names == [part.id for part in scene.parts]
            assert len(names) == len(set(names))


@each_remembering
def test_what_has_not_changed_is_the_same_group_again(case: Case) -> None:
    """Between two positions, and between two looks at one, no group with equal parts is made anew."""
    match = random_match(case, 2)
    view, options = match.engine.game.view, match.engine.frozen_options
    for number in sampled(match, random.Random(8), 4)[:-1]:
        for viewpoint in (*range(case.seats), SPECTATOR):
            one, other = (
                view.scene(options, frozen(match.engine.concealed(match.history[made], viewpoint)), viewpoint)
                for made in (number, number + 1)
            )
            known = {group.names: group for group in one.groups}
            for group in other.groups:
                before = known.get(group.names, group)
                assert before is group or before.parts != group.parts
            assert one.still is other.still


@each_remembering
def test_a_choice_offered_again_is_as_it_would_be_made_anew_under_the_same_notation(case: Case) -> None:
    notations: dict[Choice, str] = {}
    again = 0
    for seed in range(3):
        match = random_match(case, seed)
        engine, options = match.engine, match.engine.frozen_options
        for number in sampled(match, random.Random(seed), 12):
            here = at_move(match, number)
            if not isinstance(here.actor, int):
                continue
            state, moves = frozen(engine.concealed(here.state, here.actor)), engine.survey(here.state).moves
            written = [engine.game.notation.write(options, state, code) for code in moves]
            for viewpoint in (*range(case.seats), SPECTATOR):
                choices, anew = offered(engine, state, moves, viewpoint), made_anew(engine, state, moves, viewpoint)
                assert [choice.path for choice in choices] == [engine.game.view.steps(options, state, m) for m in moves]
                assert list(map(shown, choices)) == list(map(shown, anew))
                again += sum(choice in notations for choice in choices)
                for choice, notation in zip(choices, written, strict=True):
                    assert notations.setdefault(choice, notation) == notation
    assert again


def offered(engine: Engine, state: Any, moves: Sequence[int], viewpoint: int) -> Sequence[Choice]:
    view: Any = engine.game.view
    found: Sequence[Choice] = view.choices(engine.frozen_options, state, moves, viewpoint)
    return found


def made_anew(engine: Engine, state: Any, moves: Sequence[int], viewpoint: int) -> Sequence[Choice]:
    """The same with nothing remembered."""
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(Chart, "choices", lambda _, __, moves, offer: list(map(offer, moves)))
        return offered(engine, state, moves, viewpoint)


def shown(choice: Choice) -> object:
    return tuple(choice.path), choice.name, tuple(choice.ghost)
