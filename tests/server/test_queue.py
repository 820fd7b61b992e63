"""Bots' work as a queue: whoever has time answers, whatever becomes of workers and of notifications."""

import asyncio
import signal
import subprocess
import time
from collections.abc import Callable, Coroutine
from typing import Any

import psycopg
import pytest

from tablier import Match
from tablier.server.bots.pool import LATE, LEAST_PATIENT, SLOTS, Answer, Bots, Pondered, Question, ReviewStage, Trial
from tablier.server.bots.process import Failed
from tablier.server.cluster import queued, working
from tablier.server.cluster.queued import QueuedBots
from tablier.server.cluster.working import Labour
from tablier.server.store.jobs import BotJobs
from tests.api.kit import TABLIER, QuickBots, clean_environment
from tests.server.nodes import SECONDS, until


def asked(game: str = "minelfield", level: int = 1, hidden: bool = False) -> Question:
    return Question(game, Match(game, seed=1).text(0), level, "127.0.0.1", "ann", hidden)


def during(
    database: str, work: Callable[[QueuedBots], Coroutine[Any, Any, None]], *workers: Bots, s: float = 20
) -> None:
    """Do something while some work for all who ask."""

    async def run() -> None:
        asking = QueuedBots(BotJobs(database), s, None)
        labours = [Labour(BotJobs(database), bots) for bots in workers]
        asking.begin()
        for labour in labours:
            labour.begin()
        try:
            await work(asking)
        finally:
            for labour in labours:
                await labour.close()
                labour.jobs.close()
            await asking.close()

    asyncio.run(run())


def left(database: str) -> int:
    """How many questions are in the queue."""
    with psycopg.connect(database) as connection:
        return int(connection.execute("select count(*) from jobs").fetchone()[0])


def test_moves_hints_and_trials_are_answered_by_whoever_works(database: str) -> None:
    async def work(bots: QueuedBots) -> None:
        legal = Match("minelfield", seed=1).legal()
        answers = await asyncio.gather(*(bots.choose(asked()) for _ in range(12)))
        assert all(answer.move in legal and answer.note == "" for answer in answers)
        assert (await bots.hint(asked()))["moves"][0]["move"] in legal
        assert await bots.trial(Trial("minelfield", 2, {}, 1, 1.0)) == [["minelfield"]]
        assert await bots.ponder(Pondered("minelfield", "text", 3, 0.1)) == {"lines": ["text"]}

    during(database, work, WorkingBots(1, 5.0), WorkingBots(1, 5.0))
    assert left(database) == 0


class WorkingBots(QuickBots):
    """Quick bots with whom boards can be tried."""

    async def ponder(self, asked: Pondered) -> dict[str, Any]:
        return {"lines": [asked.text]}

    async def trial(self, asked: Trial) -> list[Any]:
        return [[asked.game]]


def test_games_that_are_over_wait_for_those_that_are_played_and_never_the_other_way_round(database: str) -> None:
    async def work(bots: QueuedBots) -> None:
        stages = [ReviewStage("minelfield", "plan", {"text": str(number)}) for number in range(20)]
        reviews = [asyncio.create_task(bots.review(stage)) for stage in stages]
        while not patient.began:
            await asyncio.sleep(0)
        answers = await asyncio.gather(*(bots.choose(asked()) for _ in range(6)))
        assert all(answer.move and not answer.note for answer in answers)
        assert len(patient.began) == LEAST_PATIENT  # as many as there are processes for it
        patient.let.set()
        assert await asyncio.gather(*reviews) == [stage.given["text"] for stage in stages]

    patient = PatientBots(1, 5.0)
    during(database, work, patient)
    assert left(database) == 0


class PatientBots(QuickBots):
    """Quick bots that look at games which are over when they are let."""

    def __init__(self, workers: int, seconds: float) -> None:
        super().__init__(workers, seconds)
        self.began: list[str] = []
        self.let = asyncio.Event()

    async def review(self, asked: ReviewStage) -> Any:
        self.began.append(asked.given["text"])
        await self.let.wait()
        return asked.given["text"]


def test_lost_notifications_delay_and_lose_nothing(database: str, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(BotJobs, "listen", lambda *_: lambda: None)
    monkeypatch.setattr(queued, "LOOK", 0.05)
    monkeypatch.setattr(working, "LOOK", 0.05)

    async def work(bots: QueuedBots) -> None:
        assert all(answer.move and not answer.note for answer in [await bots.choose(asked()) for _ in range(3)])

    during(database, work, QuickBots(1, 5.0))


def test_nobody_waits_longer_than_bots_may_think(database: str) -> None:
    """Then the table makes any legal move, as always."""

    async def work(bots: QueuedBots) -> None:
        assert await bots.choose(asked()) == Answer("", LATE)
        assert await bots.hint(asked()) is None

    during(database, work, s=0.3)
    until(lambda: left(database) == 0)


class BrokenBots(Bots):
    """Bots that know no answer."""

    async def choose(self, asked: Question) -> Answer:
        raise Failed("no answer")

    async def trial(self, asked: Trial) -> list[Any]:
        raise Failed("no answer")


def test_who_cannot_answer_says_so(database: str) -> None:
    async def work(bots: QueuedBots) -> None:
        assert await bots.choose(asked()) == Answer("", LATE)
        with pytest.raises(Failed):
            await bots.trial(Trial("minelfield", 2, {}, 1, 1.0))

    during(database, work, BrokenBots(1, 1.0))


def test_of_a_game_that_is_not_compiled_nothing_is_taken(database: str) -> None:
    async def work(bots: QueuedBots) -> None:
        labour = Labour(BotJobs(database), QuickBots(1, 5.0))
        labour.can_think = "samliam".__eq__
        labour.begin()
        refused = asyncio.create_task(bots.choose(asked("minelfield")))
        assert (await bots.choose(asked("samliam"))).move
        assert not refused.done()
        labour.can_think = bool
        labour.heard.set()
        assert (await refused).move
        await labour.close()
        labour.jobs.close()

    during(database, work)


def test_where_seats_have_secrets_an_answer_comes_in_its_slot(database: str) -> None:
    """However quickly a worker has found it: the queue adds the same to all."""

    async def work(bots: QueuedBots) -> None:
        await bots.choose(asked("samarra", hidden=True))
        began = time.monotonic()
        answer = await bots.choose(asked("samarra", hidden=True))
        assert answer.move
        assert time.monotonic() - began >= SLOTS[1]

    during(database, work, Bots(1, 20.0), s=60)


def test_a_worker_is_killed_and_another_one_answers(database: str) -> None:
    """The first one is a process as people start it, and stops in the middle of its work."""
    command = [TABLIER, "worker", "--store", database, "--workers", "1", "--language", "fr"]
    environment = clean_environment() | {"TABLIER_PREPARE": "no", "PYTHONIOENCODING": "utf-8"}

    async def work(bots: QueuedBots) -> None:
        with subprocess.Popen(command, env=environment, stdout=subprocess.PIPE, text=True) as running:
            assert "robots" in await asyncio.to_thread(running.stdout.readline)
            asking = asyncio.create_task(bots.choose(asked()))
            await asyncio.to_thread(until, lambda: states(database) == ["taken"])
            running.kill()
        labour = Labour(BotJobs(database), QuickBots(1, 5.0))
        labour.begin()
        assert (await asking).note == ""
        await labour.close()
        labour.jobs.close()

    during(database, work)


def test_a_worker_ends_in_order(database: str) -> None:
    command = [TABLIER, "worker", "--store", database, "--workers", "1", "--language", "en"]
    environment = clean_environment() | {"TABLIER_PREPARE": "no"}
    with subprocess.Popen(command, env=environment, stdout=subprocess.PIPE, text=True) as running:
        assert running.stdout.readline() == "Tablier: bots of all servers think here, 1 at a time.\n"
        running.send_signal(signal.SIGTERM)
        assert running.wait(SECONDS) == 0


def states(database: str) -> list[str]:
    """How the questions stand."""
    with psycopg.connect(database) as connection:
        return [state for (state,) in connection.execute("select state from jobs")]
