"""A process in which bots think: ``python -m tablier.server.bots.worker``. One line of JSON in, one line of JSON out.

Of a game that is played it is told what one seat knows and nothing else. When its input ends, so does it.
"""

import json
import os
import sys
from collections.abc import Sequence
from dataclasses import replace
from functools import cache
from typing import Any

from tablier.bots.balance import played
from tablier.bots.bot import Bot
from tablier.bots.pondering import Pondering
from tablier.bots.rehearsal import STEPS, rehearse
from tablier.core.compile import defer
from tablier.core.match import Match
from tablier.reviewing import stages
from tablier.server.bots.afterthought import Afterthought

GENTLY = "--gently"  # leave the processors to others who want them
NICENESS = 10
HINTS = 3  # moves
HINT_SECONDS = 1.5

prepared = cache(rehearse)
afterthought = Afterthought()
kept: dict[str, Pondering] = {}
"""The position that is being pondered here, by the account of whoever decides; anything else is another job."""


def choose(text: str, level: int, share: float, seconds: float, cores: int = 1) -> str:
    """A move for the seat whose account of a game this is, thought over for a share of the level's time."""
    match = Match.from_text(text)
    bot = Bot(match.game, level=level, cores=cores)
    limits = bot.level.scaled(share)
    bot.level = replace(limits, seconds=min(limits.seconds or seconds, seconds))
    afterthought.given_to(bot)
    move = bot.choose(match)
    afterthought.about(match, move)
    return move


def hint(text: str, level: int, share: float, seconds: float) -> dict[str, Any]:
    """The best moves for the seat whose account of a game this is, and the chances of all seats."""
    match = Match.from_text(text)
    bot = Bot(match.game, level=level, seconds=min(seconds, HINT_SECONDS * share))
    found = bot.analyse(match)
    moves = [{"move": move, "chance": round(chance, 3)} for move, chance, visits in found.moves[:HINTS] if visits]
    return {"chances": rounded(found.values), "moves": moves}


def ponder(text: str, count: int, seconds: float) -> dict[str, Any]:
    """What is found by some more thought about a position, which goes on where it was left."""
    if text not in kept:
        kept.clear()
        kept[text] = Pondering(Match.from_text(text))
    kept[text].go_on(seconds)
    found = kept[text].found(count)
    lines = [
        {"move": each.move, "chance": chances[seat], "chances": chances, "line": each.moves}
        for each in found.lines
        for seat, chances in [(kept[text].seat, rounded(each.chances))]
    ]
    return {"chances": rounded(found.chances), "lines": lines, "simulations": found.simulations}


def rounded(chances: Sequence[float]) -> list[float]:
    """Chances as they are sent."""
    return [round(chance, 3) for chance in chances]


def answered(job: dict[str, Any]) -> dict[str, Any]:
    """What a job gives. ``steps``: what of the game is compiled by now, all if it does not say."""
    for step in job.get("steps", STEPS):
        prepared(job["game"], step)
    if "ponder" in job:
        return {"ponder": ponder(**job["ponder"])}
    kept.clear()
    if "review" in job:
        return {"review": stages.done(*job["review"])}
    if "trial" in job:
        return {"trial": played(job["game"], **job["trial"])}
    if "text" not in job:
        return {"prepared": job["game"]}
    given = job["text"], job["level"], job["share"], job["seconds"]
    return {"hint": hint(*given)} if job.get("hint") else {"move": choose(*given, job.get("cores", 1))}


def main() -> None:
    """Do one job after the other; only what a job says is compiled, everything else is plain Python."""
    defer()
    if GENTLY in sys.argv:
        os.nice(NICENESS)
    for line in sys.stdin:
        afterthought.end()
        try:
            answer = answered(json.loads(line))
        except Exception as error:
            answer = {"failed": repr(error)}
        sys.stdout.write(json.dumps(answer) + "\n")
        sys.stdout.flush()
        afterthought.begin()


if __name__ == "__main__":
    main()
