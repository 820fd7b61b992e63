"""Bots at Minelfield: positions near the limit of turns, where the worth of every move can be worked out exactly."""

from typing import Any

import pytest

from tablier import Bot, Match
from tests.games.minelfield.boards import drawn

SEEDS = (1, 2, 3)
LEVELS = (4, 5, 6, 7)
TURNS = 10  # played before the position
MOST_THROWS = 10  # of a chain; what goes on longer is too unlikely to matter
SLIGHT = 0.015  # a difference that does not matter
CLEAR = 0.025  # one that a bot has to see

BARE = {"side": 3, "green": ["a2", "e2"], "red": []}
RINGED = {"side": 3, "green": ["a2", "e2"], "red": ["b2", "b3", "c2", "c4", "d2", "d3"]}
CORNER = {"side": 3, "green": ["a3", "e2"], "red": []}

IN_LINE = """
        . . c . .
       . . . . . .
      . . S . . . .
     . . . * * . . .
    . . . * * * . . .
     . s . * * . . .
      . . . S . . .
       . . . . . .
        . . C . .
"""
DENSE = """
      . + .
     . * * S
    . * c * .
     . * * .
      C + .
"""
AMONG_STARS = """
       . . + .
      . . . S .
     . . . . . .
    . . * c * . .
     . S . . . .
      . . . . .
       . C . .
"""
FACE_TO_FACE = """
      . + .
     . . c .
    . . . . .
     . C . .
      S + .
"""
STRAYED = """
        . . + . .
       . . . . . .
      C . . . . . .
     . . . * * . . .
    . . S * * * . . .
     . . . * * . . .
      . . . . . . .
       . . . . c .
        . . + . .
"""
AWAY = """
      . c .
     . . . .
    . s . . .
     . . C .
      . . +
"""
AT_HOME = """
        . . c . .
       . . . . . .
      . . . . . . .
     . . . * * . . .
    . . . * * * . . .
     . . . * s . . .
      . . . . . . .
       . . . . . .
        . . C . .
"""
CORNERED = """
      . + .
     S . . .
    C . . . .
     . . . .
      . + c
"""
BESIEGED = """
      . + S
     . . . C
    . . . . .
     . . . .
      c + s
"""
ON_GUARD = """
      c + .
     . . . .
    . s . S .
     . . . .
      . C .
"""


def ending(drawing: str, turns: int, **options: Any) -> Match:
    """A match at a drawing that is a draw after so many more turns."""
    return drawn(drawing, turns=TURNS, turn_limit=TURNS + turns, **options)


def after(match: Match, move: str) -> Match:
    """The match after a move."""
    following = match.copy()
    following.play(move)
    return following


def worth(match: Match, seat: int, known: dict[tuple[bytes, int], float], throws: int = MOST_THROWS) -> float:
    """What a seat scores on average if everyone plays as well as possible to the end."""
    if match.outcome is not None:
        return match.outcome.scores[seat]
    key = match.state.tobytes(), throws
    if key not in known:
        known[key] = looked_up(match, seat, known, throws)
    return known[key]


def looked_up(match: Match, seat: int, known: dict[tuple[bytes, int], float], throws: int) -> float:
    """The same, from what may come next."""
    if match.actor != "chance":
        values = [worth(after(match, move), seat, known) for move in match.legal()]
        return max(values) if match.actor == seat else min(values)
    if throws == 0:
        return 0.5
    weighed = zip(match.weights(), match.legal(), strict=True)
    total = sum(weight * worth(after(match, move), seat, known, throws - 1) for weight, move in weighed)
    return total / sum(match.weights())


def best(match: Match) -> set[str]:
    """The moves worth most or hardly less, by a clear lead over all others."""
    known: dict[tuple[bytes, int], float] = {}
    assert isinstance(match.actor, int)
    values = {move: worth(after(match, move), match.actor, known) for move in match.legal()}
    most = max(values.values())
    right = {move for move, value in values.items() if value > most - SLIGHT}
    assert all(values[move] < most - CLEAR for move in match.legal() if move not in right)
    return right


def solved(match: Match, right: set[str], levels: tuple[int, ...] = LEVELS, seeds: tuple[int, ...] = SEEDS) -> None:
    """Check that these are the best moves, and that bots choose among them."""
    assert best(match) == right
    for level in levels:
        chosen = {seed: Bot("minelfield", level=level, seed=seed).choose(match) for seed in seeds}
        assert set(chosen.values()) <= right, (level, chosen)


class TestLastTurn:
    """One more turn, ours: what matters is how likely it wins."""

    @pytest.mark.parametrize("die", [6, 8])
    def test_a_soldier_steps_between_itself_and_the_commander(self, die: int) -> None:
        solved(ending(IN_LINE, 1, die=die), {"g3-h3"})

    def test_a_soldier_or_the_commander_steps_into_dense_mines_around_the_enemy(self) -> None:
        solved(ending(DENSE, 1, board=RINGED), {"a1-b2", "d4-c4", "d4-d3"})

    def test_a_soldier_steps_next_to_the_commander_rather_than_into_dense_mines_elsewhere(self) -> None:
        solved(ending(AMONG_STARS, 1), {"c2-c3", "c2-d3", "f4-e4"})

    def test_the_commander_strikes_where_only_it_can(self) -> None:
        solved(ending(FACE_TO_FACE, 1, board=BARE), {"b2-c3"})

    def test_a_soldier_enters_next_to_a_commander_that_strayed(self) -> None:
        solved(ending(STRAYED, 1), {"+a4ne"})


class TestLastTurnButOne:
    """Our turn and the enemy's: we cannot win, and must not lose."""

    def test_the_commander_goes_home_out_of_reach(self) -> None:
        solved(ending(AWAY, 2, board=CORNER), {"b3-a3"})

    def test_the_commander_stays_at_home_out_of_reach(self) -> None:
        solved(ending(AT_HOME, 2), {"+a2nw", "+a4ne"})


class TestTwoTurns:
    """Our turn, the enemy's and ours: the move whose point is in the last one."""

    def test_a_soldier_waits_on_the_green_star_beside_a_cornered_commander(self) -> None:
        solved(ending(CORNERED, 3, board=BARE), {"+a2"}, (8,), (1, 2))

    def test_a_soldier_on_the_green_star_takes_cover_and_aim_at_once(self) -> None:
        solved(ending(BESIEGED, 3, board=BARE), {"+a2"}, (8,), (1, 2))

    def test_a_soldier_nears_the_commander_past_the_soldier_it_may_hit(self) -> None:
        solved(ending(ON_GUARD, 3, board=BARE), {"c4-c3"}, (8,), (1, 2))
