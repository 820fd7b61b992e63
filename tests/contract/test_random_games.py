"""What every game promises, on random games of every pair of its options and every number of seats."""

import itertools
import json
import random
import xml.etree.ElementTree as ElementTree

import numpy as np
import pytest

from tablier import BadPosition, IllegalMove, Match, NotNow
from tablier.core.contract import CHANCE, EVERYONE, NOBODY, SPECTATOR
from tablier.core.words import LANGUAGES, said
from tests.contract.kit import ALL_CASES, LONGEST_GAME, Case, at_move, random_match, sampled
from tests.series import series

each_case = pytest.mark.parametrize("case", ALL_CASES, ids=str)
each_seed = pytest.mark.parametrize("seed", series(0, 1, 2))


@pytest.mark.bounds
@each_seed
@each_case
def test_games_end_with_an_outcome_in_which_the_winners_split_one(case: Case, seed: int) -> None:
    match = random_match(case, seed)
    assert len(match.moves) < LONGEST_GAME
    assert match.actor is None
    assert match.legal() == []
    assert match.outcome is not None
    assert len(match.outcome.scores) == case.seats
    assert sum(match.outcome.scores) == pytest.approx(1)
    assert match.outcome.reason in match.engine.game.rules.REASONS
    with pytest.raises(IllegalMove):
        match.play(match.moves[-1])
    with pytest.raises(NotNow):
        match.roll()


@pytest.mark.bounds
@each_seed
@each_case
def test_moves_are_unique_ascending_within_bounds_and_all_playable(case: Case, seed: int) -> None:
    match = random_match(case, seed)
    most = match.engine.game.rules.MOST_MOVES
    for number in sampled(match, random.Random(1), 12):
        here = at_move(match, number)
        survey = match.engine.survey(here.state)
        assert len(survey.moves) <= most
        assert list(survey.moves) == sorted(set(survey.moves))
        assert all(0 <= move < 2**15 for move in survey.moves)
        assert len(set(here.legal())) == len(survey.moves)
        assert (survey.actor == NOBODY) == (survey.moves == ())
        for move in survey.moves:
            after = match.engine.after(here.state, move)
            assert after.tobytes() != here.state.tobytes()
            assert match.engine.survey(after).actor in (NOBODY, CHANCE, *range(case.seats))


@pytest.mark.bounds
@each_case
def test_weights_are_positive_and_one_for_each_chance_move(case: Case) -> None:
    match = random_match(case, 0)
    for number in range(len(match.moves)):
        survey = match.engine.survey(match.history[number])
        assert len(survey.weights) == (len(survey.moves) if survey.actor == CHANCE else 0)
        assert all(weight > 0 for weight in survey.weights)


@pytest.mark.bounds
@each_seed
@each_case
def test_positions_load_and_save_as_the_same_json(case: Case, seed: int) -> None:
    match = random_match(case, seed)
    for number in sampled(match, random.Random(2), 12):
        here = at_move(match, number)
        position = here.position()
        loaded = Match.from_position(json.dumps(position))
        assert loaded.position() == position
        assert loaded.actor == here.actor
        assert loaded.outcome == here.outcome
        if not match.engine.game.hidden:
            assert loaded.state.tobytes() == here.state.tobytes()


@each_case
def test_lists_of_a_position_load_in_any_order(case: Case) -> None:
    rng = random.Random(3)
    match = random_match(case, 0)
    for number in sampled(match, rng, 3):
        position = at_move(match, number).position()
        shuffled = {
            key: rng.sample(value, len(value)) if value and isinstance(value[0], dict) else value
            for key, value in position.items()
            if isinstance(value, list)
        }
        assert Match.from_position({**position, **shuffled}).position() == position


@each_seed
@each_case
def test_saved_games_replay_to_the_same_bytes(case: Case, seed: int) -> None:
    match = random_match(case, seed)
    text = match.text()
    again = Match.from_text(text)
    assert again.text() == text
    assert [state.tobytes() for state in again.history] == [state.tobytes() for state in match.history]
    middle = at_move(match, len(match.moves) // 2)
    assert Match.from_text(middle.text()).state.tobytes() == middle.state.tobytes()


@each_case
def test_a_game_from_a_position_saves_and_replays(case: Case) -> None:
    match = random_match(case, 1)
    middle = Match.from_position(at_move(match, len(match.moves) // 3).position(), seed=5)
    rng = random.Random(4)
    for _ in range(6):
        if middle.actor is not None:
            middle.play(rng.choice(middle.legal()))
    again = Match.from_text(middle.text())
    assert again.text() == middle.text()
    assert again.state.tobytes() == middle.state.tobytes()


@each_case
def test_undo_takes_back_each_decision(case: Case) -> None:
    match = random_match(case, 0, most=40)
    before = [state.tobytes() for state in match.history]
    for number in reversed(range(len(match.moves))):
        match.undo()
        assert match.state.tobytes() == before[number]
    with pytest.raises(NotNow):
        match.undo()


@each_case
def test_dice_follow_from_the_seed_and_the_number_of_the_move_alone(case: Case) -> None:
    match = random_match(case, 2)
    chances = [n for n in range(len(match.moves)) if match.engine.survey(match.history[n]).actor == CHANCE]
    for number in chances[:5]:
        one, two = at_move(match, number), at_move(match, number)
        assert one.roll() == two.roll() == one.moves[-1]


@each_case
def test_pictures_and_paths_of_touches(case: Case) -> None:
    match = random_match(case, 0)
    view, options = match.engine.game.view, match.engine.record[0]
    art = match.engine.game.art
    for number in sampled(match, random.Random(5), 4):
        here = at_move(match, number)
        viewpoint = here.actor if isinstance(here.actor, int) else SPECTATOR
        state = match.engine.concealed(here.state, viewpoint)[0]
        parts = view.scene(options, state, viewpoint).parts
        ids = [part.id for part in parts]
        assert len(ids) == len(set(ids))
        for part in parts:
            assert not part.symbol or f'id="{case.game}-{part.symbol}"' in art
        paths = sorted(view.steps(options, state, code) for code in match.engine.survey(here.state).moves)
        assert set().union(*paths) <= set(ids)
        assert all(paths)
        for path, following in itertools.pairwise(paths):
            assert following[: len(path)] != path
        for language in LANGUAGES:
            ElementTree.fromstring(here.svg(viewpoint if viewpoint >= 0 else None, language))


@each_case
def test_still_parts_of_a_picture_stay_the_same(case: Case) -> None:
    match = random_match(case, 1)
    scene, options = match.engine.game.view.scene, match.engine.record[0]
    numbers = sampled(match, random.Random(6), 3)
    still = [scene(options, match.history[number][0], EVERYONE).still.parts for number in numbers]
    assert still[0]
    assert all(parts == still[0] for parts in still)


@each_seed
@each_case
def test_every_move_has_a_story_in_both_languages(case: Case, seed: int) -> None:
    match = random_match(case, seed)
    for language in LANGUAGES:
        stories = [match._story(number, EVERYONE) for number in range(len(match.moves))]
        assert all(stories)
        assert all(word.say(language).strip() for story in stories for word in story)
    assert match.log("everyone", "en") != match.log("everyone", "fr")


@each_case
def test_drawings_show_each_position(case: Case) -> None:
    match = random_match(case, 0)
    for number in sampled(match, random.Random(7), 4):
        for viewpoint in (EVERYONE, SPECTATOR, 0):
            known = match.engine.concealed(match.history[number], viewpoint)[0]
            lines = match.engine.game.terminal.draw(match.engine.record[0], known, viewpoint)
            assert all(isinstance(style, str) for line in lines for _, style in line)
            assert len("".join(said(text, "en") for line in lines for text, _ in line).strip()) > 20


@pytest.mark.bounds
@each_case
def test_tensors_are_finite_and_overwrite_what_was_there(case: Case) -> None:
    from tablier.core import kernels

    match = random_match(case, 0)
    for number in sampled(match, random.Random(8), 4):
        for seat in range(case.seats):
            seen = match.engine.observed(match.history[number], seat)
            assert np.isfinite(seen).all()
            assert seen.any()
            again = np.full_like(seen, 7)
            known = match.engine.concealed(match.history[number], seat)
            match.engine.call(kernels.look, known, seat, again)
            assert (again == seen).all()


@each_case
def test_a_limit_reached_is_refused_in_a_running_position(case: Case) -> None:
    match = random_match(case, 0)
    position = at_move(match, len(match.moves) - 1).position()
    if "turn_limit" in match.options and position["turns"]:
        position["options"]["turn_limit"] = position["turns"]
        with pytest.raises(BadPosition) as caught:
            Match.from_position(position)
        assert caught.value.key == "core.position.limit"


@pytest.mark.bounds
@each_case
def test_many_random_games_in_one_kernel_within_bounds(case: Case) -> None:
    """Bounds are checked when the tests run so; elsewhere this looks for endless games."""
    from tablier.core import kernels
    from tablier.core.random import seeded

    engine = case.match(0).engine
    decisions = engine.call(kernels.playouts, engine.blank(), *engine.buffers, seeded(9), 200)
    assert 0 < decisions < 200 * LONGEST_GAME
