"""Runs rules as plain Python on records given as JSON lines, for comparison with the compiled ones."""

import json
import sys

import numpy as np
from numba.core import config

from tablier.core.engine import Engine
from tablier.core.random import seeded
from tablier.core.registry import load


def answers(request: dict) -> dict:
    """What the rules say of a record."""
    engine = Engine(load(request["game"]), request["seats"], request["options"])
    state = engine.blank()
    state[:] = np.frombuffer(bytes.fromhex(request["state"]), dtype=state.dtype)
    survey = engine.survey(state)
    seats = [-1, *range(engine.seats)]
    outcome = engine.outcome(state)
    known = [engine.concealed(state, seat) for seat in seats]
    return {
        "survey": [survey.actor, list(survey.moves), list(survey.weights)],
        "outcome": outcome and [list(outcome.scores), outcome.reason],
        "after": [engine.after(state, move).tobytes().hex() for move in request["moves"]],
        "known": [record.tobytes().hex() for record in known],
        "dealt": [engine.redealt(r, s, seeded(3)).tobytes().hex() for r, s in zip(known, seats, strict=True)],
        "seen": [engine.observed(state, seat).tobytes().hex() for seat in range(engine.seats)],
        "start": engine.start().tobytes().hex(),
    }


if __name__ == "__main__":
    assert config.DISABLE_JIT
    for line in sys.stdin:
        print(json.dumps(answers(json.loads(line))), flush=True)
