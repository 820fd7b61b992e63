"""A process in which bots think: ``python -m tablier.server.worker``. One line of JSON in, one line of JSON out.

It is told what one seat knows of a game and nothing else. When its input ends, so does it.
"""

import json
import sys
from dataclasses import replace
from typing import Any

from tablier.bots.bot import Bot
from tablier.core.engine import Engine
from tablier.core.match import Match
from tablier.core.registry import load

QUICK_SIMULATIONS = 1


def prepare(game: str) -> None:
    """Compile a game, or load it from the cache, with all that a match and a bot need."""
    engine = Engine(load(game))
    engine.prepare()
    match = Match(game)
    while match.actor == "chance":
        match.roll()
    Bot(game, simulations=QUICK_SIMULATIONS).choose(match)


def choose(text: str, level: int, share: float, seconds: float) -> str:
    """A move for the seat whose account of a game this is, thought over for a share of the level's time."""
    match = Match.from_text(text)
    bot = Bot(match.game, level=level)
    limits = bot.level.scaled(share)
    bot.level = replace(limits, seconds=min(limits.seconds or seconds, seconds))
    return bot.choose(match)


def answered(job: dict[str, Any]) -> dict[str, Any]:
    """What a job gives."""
    if "prepare" in job:
        prepare(job["prepare"])
        return {"prepared": job["prepare"]}
    return {"move": choose(job["text"], job["level"], job["share"], job["seconds"])}


def main() -> None:
    """Do one job after the other."""
    for line in sys.stdin:
        try:
            answer = answered(json.loads(line))
        except Exception as error:
            answer = {"failed": repr(error)}
        sys.stdout.write(json.dumps(answer) + "\n")
        sys.stdout.flush()


if __name__ == "__main__":
    main()
