"""Whatever is typed, loaded or uploaded: it is taken, or refused with a named error, and nothing is changed."""

import copy
import json
import random
from typing import Any

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from tablier import Error, IllegalMove, Match
from tests.contract.kit import ALL_CASES, GAMES, at_move, random_match

examples = settings(max_examples=120, deadline=None, derandomize=True, suppress_health_check=list(HealthCheck))
json_values = st.recursive(
    st.none()
    | st.booleans()
    | st.integers(-3, 300)
    | st.floats()
    | st.text(max_size=5)
    | st.sampled_from(["a1", "c3", "S", "n", "ne"]),
    lambda inner: st.lists(inner, max_size=4) | st.dictionaries(st.text(max_size=5), inner, max_size=3),
    max_leaves=6,
)
each_game = pytest.mark.parametrize("game", GAMES)


def some_match(game: str, seed: int) -> Match:
    """A random game of a random variant, at a random move."""
    rng = random.Random(seed)
    match = random_match(rng.choice([case for case in ALL_CASES if case.game == game]), seed % 50)
    return at_move(match, rng.randrange(len(match.moves) + 1))


def places(value: Any, path: tuple[Any, ...] = ()) -> list[tuple[Any, ...]]:
    """The paths to everything inside JSON data."""
    keys = list(value) if isinstance(value, dict) else range(len(value)) if isinstance(value, list) else []
    return [path] * bool(path) + [place for key in keys for place in places(value[key], (*path, key))]


def changed(data: Any, path: tuple[Any, ...], value: Any, remove: bool) -> Any:
    """A copy of JSON data with one thing replaced or removed."""
    data = copy.deepcopy(data)
    inner = data
    for key in path[:-1]:
        inner = inner[key]
    if remove:
        del inner[path[-1]]
    else:
        inner[path[-1]] = value
    return data


@each_game
@examples
@given(seed=st.integers(0, 10**6), typed=st.text(max_size=12) | st.none() | st.integers())
def test_a_move_that_is_not_legal_is_refused_and_changes_nothing(game: str, seed: int, typed: Any) -> None:
    match = some_match(game, seed)
    before = match.state.tobytes(), match.moves
    if typed not in match.legal():
        with pytest.raises(IllegalMove) as caught:
            match.play(typed)
        assert str(caught.value)
        assert caught.value.say("fr")
    assert (match.state.tobytes(), match.moves) == before


@each_game
@examples
@given(seed=st.integers(0, 10**6), value=json_values, remove=st.booleans(), pick=st.randoms())
def test_a_changed_position_loads_and_saves_again_or_is_refused(
    game: str, seed: int, value: Any, remove: bool, pick: random.Random
) -> None:
    position = some_match(game, seed).position()
    position = changed(position, pick.choice(places(position)), value, remove)
    try:
        match = Match.from_position(position)
    except Error as error:
        assert str(error)
        assert error.say("fr")
        return
    assert Match.from_position(match.position()).position() == match.position()
    assert (match.outcome is None) == bool(match.legal())
    assert match.svg("everyone")


@each_game
@examples
@given(seed=st.integers(0, 10**6), pick=st.randoms(), junk=st.text(max_size=8))
def test_a_changed_saved_game_loads_or_is_refused(game: str, seed: int, pick: random.Random, junk: str) -> None:
    rows = some_match(game, seed).text().splitlines()
    row = pick.randrange(len(rows))
    rows[row : row + pick.randrange(2)] = pick.choice([[], [junk], [rows[row][:3] + junk], [pick.choice(rows)]])
    try:
        match = Match.from_text("\n".join(rows))
    except Error as error:
        assert str(error)
        assert error.say("fr")
        return
    assert Match.from_text(match.text()).text() == match.text()


@each_game
@examples
@given(name=st.text(max_size=6), value=json_values, pick=st.randoms())
def test_options_are_taken_or_refused(game: str, name: str, value: Any, pick: random.Random) -> None:
    known = list(Match(game).options)
    try:
        match = Match(game, options={pick.choice([name, *known]): value})
    except Error as error:
        assert str(error)
        return
    assert json.loads(json.dumps(match.options)) == match.options
