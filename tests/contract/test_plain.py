"""Rules are one source: compiled and as plain Python they do the same, field by field."""

import json
import os
import random
import subprocess
import sys

import pytest

from tests.contract.kit import GAMES, cases, random_match, sampled
from tests.contract.plain import answers

RECORDS = 5  # of each variant


@pytest.mark.parametrize("game", GAMES)
def test_compiled_and_plain_rules_agree(game: str) -> None:
    requests = []
    for case in cases(game):
        match = random_match(case, 11)
        for number in sampled(match, random.Random(12), RECORDS - 2):
            moves = match.engine.survey(match.history[number]).moves
            request = {"game": game, "seats": case.seats, "options": match.options}
            request |= {"state": match.history[number].tobytes().hex()}
            requests.append(request | {"moves": random.Random(number).sample(moves, min(3, len(moves)))})
    environment = os.environ | {"NUMBA_DISABLE_JIT": "1"}
    lines = "".join(json.dumps(request) + "\n" for request in requests)
    command = [sys.executable, "-m", "tests.contract.plain"]
    plain = subprocess.run(command, input=lines, env=environment, capture_output=True, text=True, check=False)
    assert plain.returncode == 0, plain.stderr
    answered = [json.loads(line) for line in plain.stdout.splitlines()]
    assert len(answered) == len(requests)
    for request, answer in zip(requests, answered, strict=True):
        assert answer == answers(request)
