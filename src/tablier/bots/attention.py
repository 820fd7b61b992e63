"""What comes to the mind of a low level: it overlooks what people overlook, a quiet move sooner than a striking one."""

import random
from typing import Any

from tablier.core.compile import kernel
from tablier.core.contract import CHANCE, NOBODY, UNSEEN
from tablier.core.engine import Engine
from tablier.core.generic import favour, legal_moves, redeal, striking
from tablier.core.match import Match
from tablier.core.random import seeded
from tablier.core.records import Array, Bytes
from tablier.core.saving import is_open

SEEDS = 2**31
WHOLE = 100  # per cent
GLANCE = 50  # of what looks best, in a game that does not say what strikes the eye


@kernel
def glance(
    options: Any, roots: Any, states: Any, seat: int, last: int, moves: Array, chances: Array, rng: Array
) -> int:
    """How much each move of the seat that decides strikes the eye, in per cent; returns how many there are."""
    states[0] = roots[0]
    redeal(options[0], states[0], seat, rng)
    count = legal_moves(options[0], states[0], moves)
    favour(options[0], states[0], moves, count, False, chances)
    least, most = int(chances[0]), int(chances[0])
    for index in range(count):
        least, most = min(least, int(chances[index])), max(most, int(chances[index]))
    for index in range(count):
        chances[index] = GLANCE * (int(chances[index]) - least) // max(1, most - least)
    striking(options[0], states[0], moves, count, last, chances)
    return count


def strikes(engine: Engine, known: Bytes, seat: int, last: int, seed: int) -> list[int]:
    """The same for what a seat knows, in the order of its legal moves."""
    moves, chances = engine.buffers
    count = engine.call(glance, known, engine.blank(), seat, last, moves, chances, seeded(seed))
    return [int(chance) for chance in chances[:count]]


def overlooked(match: Match, share: float, rng: random.Random) -> list[int]:
    """The moves that do not come to mind, all but one at the most, quiet ones sooner than striking ones."""
    moves, seat = match._survey.moves, match.actor
    assert isinstance(seat, int)
    first = rng.choice(moves)
    seen = strikes(match.engine, match.known(seat), seat, last_seen(match, seat), rng.randrange(SEEDS))
    return [
        move for move, strike in zip(moves, seen, strict=True) if move != first and rng.random() < missed(share, strike)
    ]


def missed(share: float, strike: int) -> float:
    """The chance that a move is overlooked, by that for a quiet one: as if it had to be overlooked several times."""
    return float(share ** (WHOLE / max(1, WHOLE - strike)))


def last_seen(match: Match, seat: int) -> int:
    """The last move that another seat was seen to make, or UNSEEN."""
    for number in reversed(range(len(match.codes))):
        if match.engine.actor(match.history[number]) not in (seat, CHANCE, NOBODY):
            return match.codes[number] if is_open(match, number, seat) else UNSEEN
    return UNSEEN
