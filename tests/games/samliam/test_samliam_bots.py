"""What bots must find in Sam Liam: figures, blocks, forks, and wins forced by one threat after another."""

from typing import Any

import numpy as np
import pytest

from tablier import Bot, Match
from tablier.bots import search
from tablier.core.compile import kernel
from tablier.core.engine import Engine
from tablier.core.generic import legal_moves
from tablier.core.records import Array, Bytes
from tablier.games.samliam.advice import favour
from tablier.games.samliam.rules import MOST_MOVES
from tests.games.samliam.boards import board, used_up
from tests.reference.samliam_positions import board_of
from tests.series import series

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
    r◤ .  .  r◥ .  g◥
    .  .  .  .  .  .
    r◤ r◥ .  .  .  .
    .  .  .  .  .  g◤
"""
THREEFOLD = """
    r◤ .  .  .  r◥
    r◤ .  .  r◥ .
    .  .  .  .  .
    r◤ r◥ .  .  .
    .  .  .  .  .
"""
CROSS = """
    .  r◤ .
    r◤ .  r◤
    .  .  .
"""
LINE = """
    r◤ .  r◤ r◤
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
        pytest.param(CROSS, 0, 3, {"b1nw"}, id="complete a cross"),
        pytest.param(LINE, 0, 4, {"b1nw"}, id="complete a line"),
        pytest.param(OPEN, 1, 2, BLOCKS, id="block with a facing that blocks"),
        pytest.param(BOTH_OPEN, 0, 2, {"b1se"}, id="complete a figure rather than block one"),
        pytest.param(BOTH_OPEN, 1, 2, {"f3se"}, id="the other seat too"),
        pytest.param(BOTH_OPEN, 1, 3, {"f3se"}, id="complete a figure rather than block one with three seats"),
        pytest.param(TWO_OPEN, 0, 2, {"b1se"}, id="complete a figure rather than open another"),
        pytest.param(FORK, 0, 2, {"a1sw"}, id="make the double threat"),
        pytest.param(THREEFOLD, 0, 3, {"a1sw"}, id="make the threefold threat with three seats"),
    ],
)
def test_turns_that_decide_at_once(drawing: str, turn: int, seats: int, right: set[str], level: int, seed: int) -> None:
    match = board(drawing, turn=turn, seats=seats)
    assert Bot("samliam", level=level, seed=seed).choose(match) in right


@pytest.mark.parametrize("level", [4, 5, 6])
@pytest.mark.parametrize("announcements", ["automatic", "strict"])
def test_a_fork_is_blocked(level: int, announcements: str) -> None:
    match = board(FORK, turn=1, announcements=announcements)
    match.play(Bot("samliam", level=level, seed=1).choose(match))
    assert prove(match) is None


@pytest.mark.parametrize("level", [4, 5, 6])
@pytest.mark.parametrize("seed", [1, 2, 3])
class TestLifts:
    def test_a_lift_and_a_placement_complete_a_figure(self, level: int, seed: int) -> None:
        match = turn_played(used_up(OPEN, 0), level, seed)
        assert match.outcome is not None
        assert match.outcome.scores == (1.0, 0.0)

    def test_a_lift_and_a_placement_block(self, level: int, seed: int) -> None:
        match = turn_played(used_up(OPEN, 1, turn=1), level, seed)
        assert not board_of(match.position()).winning_cells(0)


def turn_played(match: Match, level: int, seed: int) -> Match:
    """A match after a bot's lift and placement."""
    for _ in range(2):
        match.play(Bot("samliam", level=level, seed=seed).choose(match))
    return match


@pytest.mark.parametrize("level", [4, 5, 6])
def test_a_double_threat_is_announced_in_strict_play(level: int) -> None:
    assert Bot("samliam", level=level, seed=1).choose(board(FORK, announcements="strict")) == "a1sw!"


def test_a_lift_has_an_answer_too() -> None:
    match = used_up(OPEN.replace("r◥", ". "), 0)
    assert Bot("samliam", level=4, seed=1).choose(match) in match.legal()


@pytest.mark.parametrize("careful", [False, True])
@pytest.mark.parametrize("seats", [2, 3, 4])
def test_every_move_of_a_game_is_favoured_to_some_degree(seats: int, careful: bool) -> None:
    match = Match("samliam", seats, {}, 1)
    bot = Bot("samliam", simulations=5, seed=1)
    while match.actor is not None:
        assert (weighed(match, careful) > 0).all()
        match.play(bot.choose(match))


@pytest.mark.parametrize("careful", [False, True])
def test_what_decides_is_favoured_most(careful: bool) -> None:
    for drawing, turn, right in ((OPEN, 0, {"b1se"}), (OPEN, 1, BLOCKS), (FORK, 0, {"a1sw"})):
        match = board(drawing, turn=turn)
        chances = weighed(match, careful)
        assert {move for move, chance in zip(match.legal(), chances, strict=True) if chance == chances.max()} == right


@kernel
def weigh(options: Any, states: Any, moves: Array, careful: bool, out: Array) -> int:
    """List the legal moves and how they look."""
    count = legal_moves(options[0], states[0], moves)
    favour(options[0], states[0], moves, count, careful, out)
    return count


def weighed(match: Match, careful: bool) -> Array:
    """How the legal moves look."""
    moves, out = np.zeros(MOST_MOVES, np.int16), np.zeros(MOST_MOVES, np.int32)
    count = match.engine.call(weigh, match.known(match.actor), moves, careful, out)
    return out[:count]


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
    for seed in range(2):
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


@pytest.mark.parametrize("seed", series(1, 2))
class TestTwoTurns:
    """Without announcements, which would end some of these games at once."""

    def test_a_double_threat_is_made(self, seed: int) -> None:
        match = board(FORK, announcements="off")
        match.play(Bot("samliam", level=8, seed=seed).choose(match))
        assert match.moves == ["a1sw"]
        assert surely_wins(match, 0)

    @pytest.mark.parametrize("drawing", [IN_TWO, IN_FOUR, IN_FIVE, IN_SEVEN], ids=["two", "four", "five", "seven"])
    def test_a_win_that_the_other_could_force_is_prevented(self, drawing: str, seed: int) -> None:
        assert prove(board(drawing, announcements="off")) is not None
        match = board(drawing, turn=1, announcements="off")
        match.play(Bot("samliam", level=8, seed=seed).choose(match))
        assert prove(match) is None


def prove(match: Match) -> str | None:
    """The first move of a win at once or by force, in notation, or None."""
    assert isinstance(match.actor, int)
    move = proved(match.engine, match.known(match.actor), match.actor)
    return None if move is None else dict(zip(match._survey.moves, match.legal(), strict=True))[move]


def proved(engine: Engine, state: Bytes, seat: int) -> int | None:
    """The same for a record, as a code."""
    found = search.Search(engine, state, seat, search.plan(search.STRONG), 1)
    move = found.sure_win()
    return found.forced_win(BUDGET) if move is None else move


def surely_wins(match: Match, seat: int) -> bool:
    """Whether a seat that has just moved wins, whatever the other puts into its open cells."""
    if match.outcome is None and not board_of(match.position()).winning_cells(seat):
        return False
    return wins_from(match.engine, match.history[-1], seat, {})


def wins_from(engine: Engine, state: Bytes, seat: int, known: dict[bytes, bool]) -> bool:
    """The same for a record; ``known`` holds the answers so far."""
    if state.tobytes() not in known:
        known[state.tobytes()] = looked_up(engine, state, seat, known)
    return known[state.tobytes()]


def looked_up(engine: Engine, state: Bytes, seat: int, known: dict[bytes, bool]) -> bool:
    """The same, from the seat's answers to every reply in a cell that its threats stand in."""
    outcome = engine.outcome(state)
    if outcome is not None:
        return outcome.scores[seat] == 1.0
    for reply in engine.survey(state).moves:
        if not state[0].threats[seat, reply >> 3]:
            continue
        after = engine.after(state, reply)
        move = proved(engine, after, seat) if engine.outcome(after) is None else None
        if move is None or not wins_from(engine, engine.after(after, move), seat, known):
            return False
    return True
