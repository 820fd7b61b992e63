"""Variants of a game that together hold every pair of its options, and random games of them."""

from __future__ import annotations

import itertools
import random
from collections.abc import Iterator
from typing import Any, NamedTuple

from tablier.core.game import Game
from tablier.core.match import Match
from tablier.core.random import seeded
from tablier.core.registry import load

SHORT_LIMIT = 9  # turns, for the net of games that should end soon
LONGEST_GAME = 20_000  # decisions; a game with its net on that lasts longer does not terminate


class TestedVariant(NamedTuple):
    """A variant of a game."""

    game: str
    seats: int
    options: tuple[tuple[str, Any], ...]

    def match(self, seed: int) -> Match:
        """A new match of it."""
        return Match(self.game, self.seats, dict(self.options), seed)

    def __str__(self) -> str:
        changed = ",".join(f"{name}={value}" for name, value in self.options if value != default(self.game, name))
        return f"{self.game}-{self.seats}{'-' + changed if changed else ''}"


def default(game: str, name: str) -> Any:
    """The usual value of an option."""
    return load(game).table[name].default


def values(game: Game) -> dict[str, list[Any]]:
    """What each option is tried with; the number of seats counts as an option."""
    tried: dict[str, list[Any]] = {"seats": list(game.seats)}
    for option in game.options.TABLE:
        nets = [SHORT_LIMIT] if option.most is not None else []
        tried[option.name] = [*option.values, *option.examples, *nets]
    return tried


def allowed(game: Game, chosen: dict[str, Any]) -> bool:
    """Whether the number of seats goes with the options chosen so far."""
    if "seats" not in chosen:
        return True
    return all(
        isinstance(value, dict) or chosen["seats"] in game.table[name].seats.get(value, game.seats)
        for name, value in chosen.items()
        if name != "seats"
    )


def pairs(game: Game) -> Iterator[tuple[tuple[str, int], tuple[str, int]]]:
    """All pairs of values of two different options, by index, that go together."""
    tried = values(game)
    for one, two in itertools.combinations(tried, 2):
        for i, j in itertools.product(range(len(tried[one])), range(len(tried[two]))):
            if allowed(game, {one: tried[one][i], two: tried[two][j]}):
                yield (one, i), (two, j)


def cases(key: str) -> list[TestedVariant]:
    """The defaults with every number of seats, then variants drawn by seed that together hold every pair of options."""
    game = load(key)
    rng = random.Random(key)
    tried = values(game)
    plain = {option.name: option.default for option in game.options.TABLE}
    found = [TestedVariant(key, seats, tuple(plain.items())) for seats in game.seats]
    missing = set(pairs(game))
    while missing:
        index = filled(game, rng, dict(min(missing)))
        covered = set(itertools.combinations([(name, index[name]) for name in tried], 2))
        assert covered & missing, f"no variant of {key} holds {min(missing)}"
        missing -= covered
        chosen = {name: tried[name][index[name]] for name in tried}
        found.append(TestedVariant(key, chosen.pop("seats"), tuple(chosen.items())))
    return found


def filled(game: Game, rng: random.Random, index: dict[str, int]) -> dict[str, int]:
    """A choice for every option, those given kept, the others at random among what goes with them."""
    tried = values(game)
    while True:
        choice = {name: index.get(name, rng.randrange(len(tried[name]))) for name in tried}
        if allowed(game, {name: tried[name][number] for name, number in choice.items()}):
            return choice


def random_match(case: TestedVariant, seed: int, most: int = LONGEST_GAME) -> Match:
    """A match after so many random moves, or finished."""
    match = case.match(seed)
    rng = random.Random(seed)
    state = match.state.copy()
    for code in match.engine.wander(state, seeded(rng.getrandbits(64)), most):
        match.play(match.engine.game.notation.write(match.engine.record[0], match.state[0], code))
    return match


def sampled(match: Match, rng: random.Random, count: int) -> list[int]:
    """Numbers of some moves of a match, the first and the last always."""
    numbers = range(len(match.moves) + 1)
    some = rng.sample(numbers, min(count, len(numbers)))
    return sorted({0, len(match.moves), *some})
