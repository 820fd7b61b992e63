"""The engines against slow ones, written independently from the same rules, decision by decision."""

import copy
import random
from pathlib import Path
from typing import Any

import pytest

from tablier import Error, Match
from tablier.games import GAMES
from tests.contract.kit import ALL_CASES, Case, at_move, random_match
from tests.reference.kit import compare, reference
from tests.series import series

CASES = [case for case in ALL_CASES if case.game in GAMES]
GAMES_EACH = 5  # the first of them every day
each_case = pytest.mark.parametrize("case", CASES, ids=str)
each_seed = pytest.mark.parametrize("seed", series(*range(GAMES_EACH)))
DECISIONS = 80  # compared in one game; the reference engines are slow
FOLDER = Path(__file__).parent
CHANGES = 25  # changed positions for each case


def test_the_slow_engines_share_nothing_with_ours() -> None:
    engines = [path for path in FOLDER.glob("*.py") if path.stem.startswith(tuple(GAMES))]
    assert {path.stem for path in engines} >= set(GAMES)
    for path in engines:
        assert "tablier" not in path.read_text(encoding="utf-8"), path


@each_case
@each_seed
def test_games_from_the_start_agree(case: Case, seed: int) -> None:
    match = case.match(seed)
    compare(match, reference(case.game).start(case.seats, match.options), DECISIONS, random.Random(seed))


@each_case
@each_seed
def test_games_from_the_middle_agree_to_their_end(case: Case, seed: int) -> None:
    played = random_match(case, 100 + seed)
    late = max(0, len(played.moves) - random.Random(seed).randrange(1, 40))
    match = Match.from_position(at_move(played, late).position())
    compare(match, reference(case.game).load(match.position()), DECISIONS, random.Random(seed))


def leaves(value: Any, path: tuple[Any, ...] = ()) -> list[tuple[tuple[Any, ...], Any]]:
    """Everything inside JSON data that holds nothing else, with its path."""
    if isinstance(value, dict | list) and value:
        keys = value if isinstance(value, dict) else range(len(value))
        return [leaf for key in keys for leaf in leaves(value[key], (*path, key))]
    return [(path, value)]


def slightly_changed(position: dict[str, Any], rng: random.Random) -> dict[str, Any]:
    """A position with one thing moved, counted otherwise, exchanged, added or taken away; few are possible."""
    position = copy.deepcopy(position)
    own = {key: value for key, value in position.items() if key not in ("game", "options", "seats")}
    found = leaves(own)
    path, value = rng.choice(found)
    inner: Any = position
    for key in path[:-1]:
        inner = inner[key]
    alike = [other for place, other in found if place[-1] == path[-1] or type(other) is type(value)]
    if type(value) is bool:
        choices: list[Any] = [not value]
    elif type(value) is int:
        choices = [value + 1, max(0, value - 1), *alike]
    else:
        choices = [*alike, None]
    if isinstance(inner, list) and rng.random() < 0.5:
        inner.append(copy.deepcopy(rng.choice(inner))) if rng.random() < 0.5 else inner.remove(value)
    else:
        inner[path[-1]] = copy.deepcopy(rng.choice(choices))
    return position


@each_case
def test_changed_positions_are_taken_or_refused_alike(case: Case) -> None:
    rng = random.Random(str(case))
    played = random_match(case, 7)
    for _ in range(CHANGES):
        position = at_move(played, rng.randrange(len(played.moves) + 1)).position()
        for _ in range(rng.randrange(1, 3)):
            position = slightly_changed(position, rng)
        try:
            other = reference(case.game).load(copy.deepcopy(position))
        except ValueError as error:
            refused: str | None = str(error)
        else:
            refused = None
        try:
            match = Match.from_position(position)
        except Error as error:
            assert refused is not None, f"only we refuse: {error}\n{position}"
        else:
            assert refused is None, f"only the reference refuses: {refused}\n{position}"
            compare(match, other, 3, rng)
