"""What may come of a move or of chance, as far as a seat can tell."""

import random
from dataclasses import dataclass

from tablier.core.contract import NOBODY
from tablier.core.engine import Engine
from tablier.core.random import seeded
from tablier.core.records import Bytes

DRAWS = 600  # redeals; they take a fiftieth of a second
MOST = 12  # different things that may come; more are drawn from no further


@dataclass
class Possible:
    """Something that may come: as the seat would know it, how often it was drawn, and whether it did come."""

    known: Bytes
    count: int
    reached: bool = False


def possible(
    engine: Engine, known: Bytes, seat: int, move: int | None, reached: Bytes | None, key: str
) -> list[Possible]:
    """What may come of a move of the seat, or of chance if there is none, in the order in which it was drawn."""
    rng = random.Random(f"{key} possible")
    words, found = seeded(rng.getrandbits(64)), dict[object, Possible]()
    if reached is not None:
        found[told_by(engine, reached)] = Possible(reached, 0, True)
    for _ in range(DRAWS):
        after = engine.concealed(drawn(engine, engine.redealt(known, seat, words), move, rng), seat)
        found.setdefault(told_by(engine, after), Possible(after, 0)).count += 1
        if len(found) >= MOST:
            break
    for case in found.values():
        case.count = max(1, case.count)
    return [*found.values()]


def drawn(engine: Engine, state: Bytes, move: int | None, rng: random.Random) -> Bytes:
    """The position after a move, or after one that chance draws by weight."""
    if move is None:
        survey = engine.survey(state)
        (move,) = rng.choices(survey.moves, survey.weights)
    return engine.after(state, move)


def told_by(engine: Engine, known: Bytes) -> object:
    """What tells positions apart: what is known, and nothing but the scores when the game is over."""
    if engine.actor(known) != NOBODY:
        return known.tobytes()
    outcome = engine.outcome(known)
    return outcome.scores if outcome else None
