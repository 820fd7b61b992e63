"""What bots must find in Sam Liam: figures, blocks, forks, and wins forced by one threat after another."""

import numpy as np
import pytest

from tablier import Bot, Match
from tablier.bots import search, tree
from tablier.core.compile import bind, kernel
from tablier.core.generic import legal_moves
from tablier.core.records import Array
from tablier.games.samliam.rules import MOST_MOVES, favour, forced_win
from tests.games.samliam.boards import board, used_up
from tests.games.samliam.definition import Board, open_cells

BUDGET = 100_000
OPEN = """
    r◤ r◥ .
    r◣ .  .
"""
BLOCKS = {"b1ne", "b1se", "b1sw"}  # b1nw would leave the half that completes the square
TWO_OPEN = """
    r◤ r◥ .  r◤ .
    r◣ .  .  r◣ .
"""
BOTH_OPEN = """
    .  .  .  .  g◤ g◥
    .  .  .  .  g◣ .
    r◤ r◥ .  .  .  .
    r◣ .  .  .  .  .
"""
FORK = """
    g◥ .  .  r◥
    .  .  .  .
    r◤ r◥ .  .
    .  .  g◥ .
"""
IN_TWO = """
    .  .  .  r◣ .
    .  .  .  .  .
    r◤ .  .  .  r◥
    r◣ .  .  r◣ .
"""
IN_FOUR = """
    .  .  .  g◤ .  g◥
    .  .  .  g◢ .  .
    .  .  r◤ .  r◣ r◢
    .  .  .  r◣ r◢ .
    .  .  .  .  .  g◣
    .  g◤ r◣ g◣ .  .
"""
IN_FIVE = """
    .  .  .  .  g◢ .
    .  .  .  .  .  .
    r◢ g◢ r◣ r◢ .  .
    .  g◥ r◢ .  .  g◥
    r◣ g◥ .  .  .  r◢
    .  g◣ .  .  .  .
"""
IN_SEVEN = """
    g◢ .  .  .  .  .
    .  r◥ r◢ r◤ .  .
    .  .  .  .  r◤ .
    .  g◣ g◥ .  r◢ r◢
    g◢ .  .  g◤ .  .
    .  g◤ .  .  .  .
"""


# One turn


@pytest.mark.parametrize("seed", [1, 2, 3])
@pytest.mark.parametrize("level", [4, 5, 6])
@pytest.mark.parametrize(
    ("drawing", "turn", "seats", "right"),
    [
        pytest.param(OPEN, 0, 2, {"b1se"}, id="complete a figure"),
        pytest.param(OPEN, 0, 3, {"b1se"}, id="complete a figure with three seats"),
        pytest.param(OPEN, 1, 2, BLOCKS, id="block with a facing that blocks"),
        pytest.param(BOTH_OPEN, 0, 2, {"b1se"}, id="complete a figure rather than block one"),
        pytest.param(BOTH_OPEN, 1, 2, {"f3se"}, id="the other seat too"),
        pytest.param(TWO_OPEN, 0, 2, {"b1se"}, id="complete a figure rather than open another"),
    ],
)
def test_turns_that_decide_at_once(
    drawing: str, turn: int, seats: int, right: set[str], level: int, seed: int
) -> None:
    match = board(drawing, turn=turn, seats=seats)
    assert Bot("samliam", level=level, seed=seed).choose(match) in right


@pytest.mark.parametrize("level", [4, 5, 6])
def test_a_double_threat_is_made(level: int) -> None:
    match = board(TWO_OPEN.replace("r◥", ". "))
    match.play(Bot("samliam", level=level, seed=1).choose(match))
    assert match.outcome is None or match.outcome.reason == "announced"
    assert surely_wins(match, 0)


@pytest.mark.parametrize("level", [4, 5, 6])
@pytest.mark.parametrize("announcements", ["automatic", "strict"])
def test_a_fork_is_blocked(level: int, announcements: str) -> None:
    match = board(FORK, turn=1, announcements=announcements)
    match.play(Bot("samliam", level=level, seed=1).choose(match))
    assert prove(match) is None


def test_a_lift_has_an_answer_too() -> None:
    match = used_up(OPEN.replace("r◥", ". "), 0)
    assert Bot("samliam", level=4, seed=1).choose(match) in match.legal()


# Several turns


@pytest.mark.parametrize("announcements", ["automatic", "strict", "off"])
@pytest.mark.parametrize("drawing", [IN_TWO, IN_FOUR, IN_FIVE, IN_SEVEN], ids=["two", "four", "five", "seven"])
def test_wins_are_forced(drawing: str, announcements: str) -> None:
    match = board(drawing, announcements=announcements)
    match.play(Bot("samliam", level=8, seconds=1.0, seed=1).choose(match))
    assert surely_wins(match, 0)


@pytest.mark.parametrize("level", [4, 5, 6])
def test_a_win_in_two_turns_is_forced_at_every_level(level: int) -> None:
    match = board(IN_TWO)
    match.play(Bot("samliam", level=level, seed=1).choose(match))
    assert surely_wins(match, 0)


@pytest.mark.parametrize("announcements", ["automatic", "strict", "off"])
def test_forced_wins_of_played_games_stand_against_every_block(announcements: str) -> None:
    found = 0
    for seed in range(4):
        match = Match("samliam", 2, {"announcements": announcements}, seed)
        bots = [Bot("samliam", level=3, seed=seed), Bot("samliam", level=3, seed=seed + 1)]
        while isinstance(match.actor, int):
            seat = match.actor
            if (move := prove(match)) is not None:
                found += 1
                match.play(move)
                assert surely_wins(match, seat)
                break
            match.play(bots[seat].choose(match))
    assert found


def test_no_win_is_forced_past_the_limit_of_turns() -> None:
    assert prove(board(IN_TWO, turn_limit=3, announcements="off")) is None
    assert prove(board(IN_TWO, turn_limit=5, announcements="off")) is not None


def prove(match: Match) -> str | None:
    """The first move of a forced win, in notation, or None."""
    seat = match.actor
    assert isinstance(seat, int)
    found = search.Search(match.engine, match.known(seat), seat, None, 1)
    move = found.sure_win()
    move = found.forced_win(BUDGET) if move is None else move
    return None if move is None else dict(zip(match._survey.moves, match.legal(), strict=True))[move]


def surely_wins(match: Match, seat: int) -> bool:
    """Whether a seat whose threat has just been made wins against every reply."""
    if match.outcome is not None:
        return match.outcome.scores[seat] == 1.0
    for reply in match.legal():
        after = Match.from_position(match.position())
        after.play(reply)
        if after.outcome is None and open_cells(Board(after.position()), seat):
            continue
        if after.outcome is not None:
            return False
        move = prove(after)
        if move is None:
            return False
        after.play(move)
        if not surely_wins(after, seat):
            return False
    return True
