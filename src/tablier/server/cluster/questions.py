"""Questions for bots and their answers, as they stand in the queue that all nodes share."""

from __future__ import annotations

import json
from dataclasses import asdict
from typing import Any

from tablier.server.bots.pool import Answer, Pondered, Question, ReviewStage, Trial

MOVE, HINT, TRIAL, PONDER, REVIEW = "move", "hint", "trial", "ponder", "review"
FAILED = "failed"


Asked = Question | Trial | Pondered | ReviewStage
"""Whatever may be asked."""


def queue_of(kind: str, game: str) -> str:
    """Under which name a question waits: who has time for games that are over need not have it for those that run."""
    return f"{REVIEW} {game}" if kind == REVIEW else game


def put(kind: str, asked: Asked, seconds: float) -> str:
    """A question as it is kept, to be answered within so many seconds."""
    return json.dumps({"kind": kind, "seconds": seconds, "asked": asdict(asked)})


def moved(answer: dict[str, Any]) -> Answer:
    """A move as it was answered."""
    return Answer(str(answer["move"]), str(answer["note"]))
