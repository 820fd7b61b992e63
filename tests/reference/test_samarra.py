"""Samarra against the slow engine on tight boards, decision by decision, with what every observer can conclude."""

import random
from itertools import product
from typing import Any

import pytest

from tablier import Match
from tests.reference import samarra
from tests.reference.kit import compare_now
from tests.reference.samarra import ASSIGNMENTS
from tests.reference.samarra_worlds import OBSERVERS, Pair, Worlds

TIGHT_BOARDS = ("SSS/BBB", "BBBSSS", ".SSS/BBB.", "SSS/#.#/BBB", "SS.S/.#../B.BB", "BSBSBS/..##..", "SBS/BSB")
OPEN_BOARDS = ("classic", "corners", "long", ".SSSSSSS/S......./B.#.BBB.")
COMBINATIONS: list[dict[str, Any]] = [
    {"arrival": arrival, "automatic_death": death, "passing": passing, "no_repetition": repetition}
    for arrival, death, passing, repetition in product(("entry", "presence"), *[(False, True)] * 3)
]
BOOKKEEPING = ("turn", "turns", "actions")  # of the last turn carries no meaning

each_combination = pytest.mark.parametrize(
    "choices", COMBINATIONS, ids=lambda choices: "-".join(map(str, choices.values()))
)


def known_pairs(match: Match) -> set[Pair]:
    """The pairs that the record holds as possible."""
    mask = int(match.state[0].possible)
    pairs = list(product(ASSIGNMENTS, ASSIGNMENTS))
    return {pair for number, pair in enumerate(pairs) if mask >> number & 1}


def compare(match: Match, worlds: Worlds) -> None:
    """Everything that anybody can see of a position, and conclude."""
    slow = worlds.true
    compare_now(match, slow)
    for observer in OBSERVERS:
        ours, theirs = match.view(observer), slow.view(observer)
        free = BOOKKEEPING if match.outcome else ()
        assert {key: ours[key] for key in ours if key not in free} == {
            key: theirs[key] for key in theirs if key not in free
        }
    if match.outcome is None and not slow.in_setup():
        known = known_pairs(match)
        assert known == worlds.alike[None]
        for seat in (0, 1):
            assert {pair for pair in known if pair[seat] == slow.assignment(seat)} == worlds.alike[seat]


def choose(rng: random.Random, match: Match, mood: str, setting_up: bool) -> str:
    """A random move; by mood one that passes or goes back more often, so that passing and repetition matter."""
    moves = match.legal()
    if setting_up or rng.random() < 0.3:
        return rng.choice(moves)
    if mood == "lazy":
        return rng.choice([move for move in moves if move == "pass"] or moves)
    if mood == "restless":
        made = {f"{move[3:]}-{move[:2]}" for move in match.moves[-4:]}
        return rng.choice([move for move in moves if move in made] or moves)
    return rng.choice([move for move in moves if "x" not in move] or moves)


def play_along(match: Match, worlds: Worlds, rng: random.Random, most: int) -> None:
    mood = rng.choice(("free", "lazy", "restless"))
    for _ in range(most):
        compare(match, worlds)
        if match.outcome:
            return
        move = choose(rng, match, mood, worlds.true.in_setup())
        match.play(move)
        worlds.play(move)
    compare(match, worlds)


@each_combination
def test_every_decision_agrees(choices: dict[str, Any]) -> None:
    rng = random.Random(str(choices))
    for board in (*TIGHT_BOARDS, rng.choice(OPEN_BOARDS)):
        match = Match("samarra", options={"board": board, "turn_limit": rng.choice((0, 7, 120)), **choices})
        play_along(match, Worlds(samarra.start(2, match.options)), rng, 60)


@each_combination
def test_every_decision_after_loading_agrees(choices: dict[str, Any]) -> None:
    rng = random.Random(str(choices))
    for board in (*TIGHT_BOARDS[2:5], "classic"):
        played = Match("samarra", options={"board": board, **choices})
        for number in range(rng.randrange(40)):
            if played.outcome is None:
                played.play(choose(rng, played, "free", setting_up=number < 2))
        if played.outcome is None:
            position = played.position()
            play_along(Match.from_position(position), Worlds(samarra.load(position)), rng, 30)
