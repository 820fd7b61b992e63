"""What a view may add to spare work: parts without the ground, and keys under which moves are remembered."""

import random
from typing import Any

import pytest

from tablier.core.contract import EVERYONE, SPECTATOR
from tablier.core.records import frozen
from tablier.core.registry import keys, load
from tablier.core.scene import parts_of
from tests.contract.kit import ALL_CASES, Case, at_move, random_match, sampled

WITH_CONTENTS = [case for case in ALL_CASES if hasattr(load(case.game).view, "contents")]
WITH_LOOKS = [case for case in ALL_CASES if hasattr(load(case.game).view, "looks")]


def test_some_games_spare_work() -> None:
    assert {case.game for case in WITH_CONTENTS} <= set(keys())
    assert WITH_CONTENTS
    assert WITH_LOOKS


@pytest.mark.parametrize("case", WITH_CONTENTS, ids=str)
def test_contents_drawn_are_the_parts_of_the_picture_and_the_same_again(case: Case) -> None:
    match = random_match(case, 2)
    view: Any = match.engine.game.view
    options = match.engine.frozen_options
    for number in [*sampled(match, random.Random(8), 4), len(match.moves)]:
        for eyes in (*range(case.seats), SPECTATOR, EVERYONE):
            state = frozen(match.engine.concealed(match.history[number], eyes))
            things, names = view.contents(options, state), set()
            for viewpoint in (*range(case.seats), SPECTATOR):
                groups, scene = view.drawing(options, viewpoint)(things), view.scene(options, state, viewpoint)
                assert list(parts_of(groups)) == [part for part in scene.parts if not part.still]
                assert [group.names for group in groups] == [tuple(part.id for part in group.parts) for group in groups]
                assert all(map(lambda one, two: one is two, groups, view.drawing(options, viewpoint)(things)))
                names.add(tuple(group.names for group in groups))
            assert len(names) == 1, "the same ids from every seat"


@pytest.mark.parametrize("case", WITH_LOOKS, ids=str)
def test_moves_with_the_same_key_are_told_alike(case: Case) -> None:
    told: dict[object, object] = {}
    for seed in range(3):
        match = random_match(case, seed)
        engine, options = match.engine, match.engine.frozen_options
        view: Any = engine.game.view
        for number in sampled(match, random.Random(seed), 12):
            here = at_move(match, number)
            if not isinstance(here.actor, int):
                continue
            state, moves = frozen(engine.concealed(here.state, here.actor)), engine.survey(here.state).moves
            looks = view.looks(options, state, moves)
            assert len(set(looks)) == len(moves)
            for key, code in zip(looks, moves, strict=True):
                ghosts = [tuple(view.ghost(options, state, code, seat)) for seat in (*range(case.seats), SPECTATOR)]
                notation = engine.game.notation.write(options, state, code)
                here_told = notation, view.steps(options, state, code), view.called(options, state, code), ghosts
                assert told.setdefault(key, here_told) == here_told
