"""Bots in processes of their own: they answer in time, or are replaced; and they know only what their seat knows."""

import asyncio
import json
import sys
from collections.abc import Callable, Coroutine
from typing import Any

import pytest

from tablier import Match
from tablier.server.bots.pool import HURRIED, LATE, Bots, Question
from tablier.server.bots.process import Failed, Worker
from tablier.server.bots.turns import FOR_QUICK_ONES
from tablier.server.bots.worker import answered

STUB = """
import json, sys, time
for line in sys.stdin:
    job = json.loads(line)
    if job.get("level") == 8:
        time.sleep(60)
    if job.get("level") == 7:
        sys.exit(1)
    print(json.dumps({"failed": "no"} if job.get("level") == 6 else {"move": json.dumps(job)}), flush=True)
"""


def stub() -> Worker:
    return Worker((sys.executable, "-c", STUB))


def bots(workers: int, seconds: float) -> Bots:
    made = Bots(workers - FOR_QUICK_ONES, seconds)
    made.workers[:] = made.turns.free[:] = [stub() for _ in range(workers)]
    return made


def asked(text: str, level: int) -> Question:
    return Question("game", text, level)


def run(made: Bots, work: Callable[[], Coroutine[Any, Any, Any]]) -> Any:
    async def life() -> Any:
        try:
            return await work()
        finally:
            await made.close()

    return asyncio.run(life())


def test_a_bot_answers() -> None:
    made = bots(1, 10)
    answer = run(made, lambda: made.choose(asked("text", 1)))
    job = json.loads(answer.move)
    assert (job["text"], job["share"], answer.note) == ("text", 1.0, "")


def test_a_bot_that_takes_too_long_is_replaced_by_a_quick_one() -> None:
    made = bots(2, 0.6)

    async def work() -> Any:
        await asyncio.gather(*(made.workers[number].started() for number in range(2)))
        return await made.choose(asked("text", 8))

    answer = run(made, work)
    assert answer.note == LATE
    assert json.loads(answer.move)["level"] == 1


@pytest.mark.parametrize("level", [6, 7])
def test_a_bot_that_fails_or_dies_is_replaced_too(level: int) -> None:
    made = bots(2, 10)

    async def work() -> Any:
        await asyncio.gather(*(worker.started() for worker in made.workers))
        first = await made.choose(asked("text", level))
        return first, await made.choose(asked("text", 1))

    first, second = run(made, work)
    assert (first.note, json.loads(first.move)["level"]) == (LATE, 1)
    assert second.note == ""


def test_more_bots_than_workers_think_less_and_say_so() -> None:
    made = bots(1, 10)
    made.measured["game", 5] = 4.0
    answers = run(made, lambda: choose_many(made, 5))
    shares = [json.loads(answer.move)["share"] for answer in answers]
    assert shares[0] == 1
    assert [answer.note for answer in answers] == [HURRIED if share < 1 else "" for share in shares]
    assert shares[1] == pytest.approx(7 / 16, abs=0.05)
    assert made.turns.waiting == []


async def choose_many(made: Bots, count: int) -> list[Any]:
    return await asyncio.gather(*(made.choose(asked("text", 5)) for _ in range(count)))


def test_a_worker_goes_on_when_nobody_waits_for_it_any_more() -> None:
    made = bots(1, 10)

    async def work() -> Any:
        task = asyncio.create_task(made.choose(asked("first", 1)))
        await asyncio.sleep(0)
        task.cancel()
        return await made.choose(asked("second", 1))

    assert json.loads(run(made, work).move)["text"] == "second"


def test_every_worker_loads_a_game() -> None:
    made = bots(3, 10)

    async def work() -> list[bool]:
        await made.warm("minelfield")
        return [worker.process is not None for worker in made.workers]

    assert run(made, work) == [True] * 3


def test_a_dead_process_is_a_failure_and_the_next_job_starts_another() -> None:
    worker = stub()

    async def work() -> Any:
        with pytest.raises(Failed):
            await worker.ask({"level": 7}, 10)
        answer = await worker.ask({"level": 1}, 10)
        await worker.kill()
        return answer

    assert "move" in asyncio.run(work())


def test_a_job_is_done_from_what_a_seat_knows() -> None:
    match = Match("samarra", seed=1)
    match.play(match.legal()[0])
    answer = answered({"game": "samarra", "steps": [], "text": match.text(1), "level": 1, "share": 0.5, "seconds": 1.0})
    assert answer["move"] in match.legal()
