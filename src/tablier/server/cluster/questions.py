"""Questions for bots and their answers, as they stand in the queue that all nodes share."""

from __future__ import annotations

import json
from dataclasses import asdict
from typing import Any

from tablier.server.bots.pool import Answer, Question, Trial

MOVE, HINT, TRIAL = "move", "hint", "trial"
FAILED = "failed"


def put(kind: str, asked: Question | Trial, seconds: float) -> str:
    """A question as it is kept, to be answered within so many seconds."""
    return json.dumps({"kind": kind, "seconds": seconds, "asked": asdict(asked)})


def moved(answer: dict[str, Any]) -> Answer:
    """A move as it was answered."""
    return Answer(str(answer["move"]), str(answer["note"]))
