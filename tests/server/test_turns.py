"""Whose bot thinks next, how much, and when its answer comes."""

import asyncio
from collections.abc import Callable, Coroutine
from typing import Any

import pytest

from tablier.server.bots.pool import SHORTEST_SLOT, SLOTS, Bots, Question
from tablier.server.bots.process import Failed, Worker
from tablier.server.bots.turns import HALF_LIFE, QUICK, Turn, Turns

LONG, SHORT = 3.5, 0.05
PATIENCE = 10.0


class Clock:
    """A time that passes when it is told to."""

    now = 1000.0

    def __call__(self) -> float:
        return self.now

    async def sleep(self, seconds: float) -> None:
        self.now += seconds


def turns(workers: int) -> tuple[Turns, Clock]:
    clock = Clock()
    return Turns([Worker() for _ in range(workers)], clock), clock


def ask(made: Turns, address: str, expected: float, visitor: str = "") -> asyncio.Task[Turn]:
    waited = made.wait(address, visitor or address, expected, made.clock() + PATIENCE, 0.0)
    return asyncio.create_task(waited)


async def settled() -> None:
    for _ in range(5):
        await asyncio.sleep(0)


def in_a_loop(work: Callable[[], Coroutine[Any, Any, None]]) -> None:
    asyncio.run(work())


def test_a_worker_is_kept_for_what_is_quick() -> None:
    async def work() -> None:
        made, _ = turns(2)
        first, second = ask(made, "one", LONG), ask(made, "two", LONG)
        await settled()
        assert (first.done(), second.done()) == (True, False)
        quick = ask(made, "three", QUICK)
        await settled()
        assert quick.done()
        made.done(first.result())
        await settled()
        assert second.done()

    in_a_loop(work)


def test_somebody_with_one_question_does_not_wait_behind_somebody_with_sixty() -> None:
    async def work() -> None:
        made, _ = turns(2)
        many = [ask(made, "one", LONG) for _ in range(60)]
        await settled()
        other = ask(made, "two", LONG)
        await settled()
        assert sum(task.done() for task in many) == 1
        made.done(many[0].result())
        await settled()
        assert other.done()
        assert other.result().share == 1.0

    in_a_loop(work)


def test_visitors_of_one_address_take_turns() -> None:
    async def work() -> None:
        made, _ = turns(1)
        first = ask(made, "home", SHORT, "ann")
        await settled()
        again, other = ask(made, "home", SHORT, "ann"), ask(made, "home", SHORT, "bob")
        await settled()
        made.done(first.result())
        await settled()
        assert (again.done(), other.done()) == (False, True)

    in_a_loop(work)


def test_what_costs_less_goes_first() -> None:
    async def work() -> None:
        made, _ = turns(1)
        first = ask(made, "one", SHORT)
        await settled()
        slow, quick = ask(made, "two", LONG), ask(made, "three", SHORT)
        await settled()
        made.done(first.result())
        await settled()
        assert (slow.done(), quick.done()) == (False, True)

    in_a_loop(work)


def test_use_is_forgotten_in_time() -> None:
    async def work() -> None:
        made, clock = turns(1)
        made.done(await ask(made, "one", LONG))
        clock.now += 20 * HALF_LIFE
        holding = await ask(made, "three", SHORT)
        first, second = ask(made, "one", SHORT), ask(made, "two", SHORT)
        await settled()
        made.done(holding)
        await settled()
        assert (first.done(), second.done()) == (True, False)

    in_a_loop(work)


def test_many_questions_of_one_address_are_each_thought_over_for_less() -> None:
    async def work() -> None:
        made, _ = turns(2)
        holding = [await ask(made, "three", SHORT), await ask(made, "three", SHORT)]
        many = [ask(made, "one", LONG) for _ in range(60)]
        await settled()
        made.done(holding[0])
        await settled()
        shares = [task.result().share for task in many if task.done()]
        assert shares == [pytest.approx(PATIENCE * 2 / (60 * LONG))]

    in_a_loop(work)


def test_a_turn_for_somebody_who_has_gone_is_passed_on() -> None:
    async def work() -> None:
        made, _ = turns(1)
        holding = await ask(made, "one", SHORT)
        gone, other = ask(made, "two", SHORT), ask(made, "three", SHORT)
        await settled()
        made.done(holding)
        gone.cancel()
        await settled()
        assert other.done()

    in_a_loop(work)


def test_who_has_waited_in_vain_is_told() -> None:
    async def work() -> None:
        made, _ = turns(1)
        await ask(made, "one", SHORT)
        with pytest.raises(Failed):
            await made.wait("two", "two", SHORT, made.clock() - 1, 0.0)
        assert made.waiting == []

    in_a_loop(work)


def test_a_certain_worker_is_given_as_soon_as_it_is_free() -> None:
    async def work() -> None:
        made, _ = turns(1)
        turn = await ask(made, "one", SHORT)
        claimed = asyncio.create_task(made.of(turn.worker))
        waiting = ask(made, "two", SHORT)
        await settled()
        made.done(turn)
        await settled()
        assert (claimed.done(), waiting.done()) == (True, False)

    in_a_loop(work)


# When the answer comes


class Thinker(Worker):
    """A worker that takes as long as it is told to, in a time that passes only then."""

    def __init__(self, clock: Clock, taken: float) -> None:
        super().__init__()
        self.clock, self.taken, self.job = clock, taken, dict[str, Any]()

    async def ask(self, job: dict[str, Any], _: float) -> dict[str, Any]:
        self.job = job
        self.clock.now += self.taken
        return {"move": "a1"}


def answered_after(taken: float, level: int, hidden: bool) -> float:
    """Seconds until a bot has answered that has thought for so long."""

    async def work() -> float:
        clock = Clock()
        bots = Bots(0, 10.0, clock, clock.sleep)
        bots.workers[:] = bots.turns.free[:] = [Thinker(clock, taken)]
        began = clock.now
        await bots.choose(Question("samarra", "text", level, hidden=hidden))
        assert bots.turns.free == bots.workers
        return clock.now - began

    return asyncio.run(work())


def test_who_goes_on_with_a_game_has_the_worker_that_has_thought_about_it() -> None:
    async def work() -> None:
        made, clock = turns(3)
        first, second = made.free[0], made.free[1]
        made.minds = {first: "a game\nmove", second: "another game"}

        async def about(mind: str) -> Worker:
            turn = await made.wait("one", "one", SHORT, clock() + PATIENCE, 0.0, mind=mind)
            made.done(turn)
            return turn.worker

        assert await about("something else") not in (first, second)
        assert await about("") not in (first, second)
        assert await about("a game\nmove\nreply") is first
        assert first not in made.minds
        assert await made.of(second) == Turn(second)
        assert not made.minds

    in_a_loop(work)


@pytest.mark.parametrize(("game", "level", "hidden"), [("samarra", 8, True), ("minelfield", 7, False)])
def test_only_the_highest_level_has_a_game_in_mind_and_never_one_with_secrets(
    game: str, level: int, hidden: bool
) -> None:
    clock = Clock()
    thinker = Thinker(clock, 0.0)

    async def work() -> None:
        bots = Bots(0, 10.0, clock, clock.sleep)
        bots.workers[:] = bots.turns.free[:] = [thinker]
        await bots.choose(Question(game, "head\n\nmoves", level, hidden=hidden))
        assert not bots.turns.minds
        assert "cores" not in thinker.job
        await bots.choose(Question("minelfield", "head\n\nmoves", 8))
        assert thinker.job["cores"] == 1
        assert bots.turns.minds[thinker].endswith("\nmoves")

    asyncio.run(work())


@pytest.mark.parametrize("level", SLOTS)
def test_where_there_are_secrets_answers_come_when_their_time_has_come(level: int) -> None:
    times = [answered_after(taken, level, hidden=True) for taken in (0.0, 0.001, 0.07, SLOTS[level] - 0.01)]
    assert times == [pytest.approx(SLOTS[level])] * 4


def test_who_is_late_answers_at_the_end_of_the_next_slot() -> None:
    assert answered_after(SLOTS[3] * 1.1, 3, hidden=True) == pytest.approx(2 * SLOTS[3])


def test_where_there_are_none_they_come_at_once() -> None:
    assert answered_after(0.07, 5, hidden=False) == pytest.approx(0.07)


def test_a_bot_thinks_no_longer_than_its_slot_allows() -> None:
    clock = Clock()
    thinker = Thinker(clock, 0.0)

    async def work() -> None:
        bots = Bots(0, 10.0, clock, clock.sleep)
        bots.workers[:] = bots.turns.free[:] = [thinker]
        await bots.choose(Question("samarra", "text", 8, hidden=True))

    asyncio.run(work())
    assert SHORTEST_SLOT < thinker.job["seconds"] < SLOTS[8]
