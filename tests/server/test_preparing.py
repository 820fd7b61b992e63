"""Games are compiled in the background: the opened one first and by everybody, the others as far as they get."""

import asyncio
from collections.abc import Callable
from typing import Any

import pytest

from tablier.bots.rehearsal import AT_ALL, STEPS, THINKING
from tablier.core.compile import Mode
from tablier.server import app
from tablier.server.authority.events import SeatPlan, Setup
from tablier.server.authority.shelf import Progress
from tablier.server.authority.table import Table
from tablier.server.bots import preparing
from tablier.server.bots.pool import Bots
from tablier.server.bots.preparing import Preparation
from tablier.server.bots.process import Failed
from tablier.server.bots.worker import GENTLY
from tablier.server.living import prepare_all
from tablier.server.operation.settings import Settings
from tablier.server.tables.hub import Hub
from tablier.server.telling import Teller, Viewer

GAMES = ("minelfield", "samarra")
TURNS = 100  # of the loop, in which all that can be done is done


class Compiler:
    """A process that does nothing, when it is told to."""

    asked: list[tuple[str, str, bool]]
    gate: Callable[[str, str], Any]

    def __init__(self, command: tuple[str, ...]) -> None:
        self.gently = GENTLY in command

    async def ask(self, job: dict[str, Any], _: float) -> dict[str, Any]:
        game, (step,) = job["game"], job["steps"]
        self.asked.append((game, step, self.gently))
        await asyncio.sleep(0)
        answer: dict[str, Any] = await type(self).gate(game, step) or {}
        return answer

    async def kill(self) -> None:
        pass


async def at_once(_: str, __: str) -> None:
    """A step that takes no time."""


@pytest.fixture(autouse=True)
def compilers(monkeypatch: pytest.MonkeyPatch) -> type[Compiler]:
    Compiler.asked, Compiler.gate = [], staticmethod(at_once)
    monkeypatch.setattr(preparing, "Worker", Compiler)
    monkeypatch.setattr(preparing, "rehearse", lambda game, step: None)
    monkeypatch.setattr(preparing, "processes", lambda: 2)
    return Compiler


class Told:
    """A preparation, and what it tells."""

    def __init__(self, games: tuple[str, ...] = GAMES) -> None:
        self.told: list[tuple[str, Progress | None]] = []
        self.warm: list[str] = []
        bots = Bots(0, 10)
        bots.warm = self.warmed  # type: ignore[method-assign]
        self.preparation = Preparation(games, bots, lambda game, progress: self.told.append((game, progress)))

    async def warmed(self, game: str) -> None:
        self.warm.append(game)


def test_every_step_of_every_game_is_compiled_once_and_then_the_game_is_ready() -> None:
    made = Told()
    asyncio.run(made.preparation.run())
    assert sorted(Compiler.asked) == sorted((game, step, True) for game in GAMES for step in STEPS)
    assert sorted(made.warm) == sorted(GAMES)
    for game in GAMES:
        told = [progress for key, progress in made.told if key == game]
        assert told[-1] is None
        assert None not in told[:-1]
        assert made.preparation.bots.steps[game] == [step for key, step, _ in Compiler.asked if key == game]


def test_two_processes_begin_with_two_games() -> None:
    asyncio.run(Told().preparation.run())
    assert [game for game, _, _ in Compiler.asked[:2]] == list(GAMES)


def test_an_opened_game_goes_first_and_all_processes_work_on_it() -> None:
    made = Told(("minelfield", "samliam", "samarra"))

    async def opened() -> None:
        made.preparation.hurry("samarra")
        await made.preparation.run()

    asyncio.run(opened())
    first = Compiler.asked[: len(STEPS)]
    assert {game for game, _, _ in first} == {"samarra"}
    assert not any(gently for _, _, gently in first)
    assert all(gently for _, _, gently in Compiler.asked[len(STEPS) :])


def test_what_is_compiled_when_a_game_is_opened_is_put_off_and_done_later() -> None:
    made = Told()

    async def opened() -> None:
        begun, never = asyncio.Event(), asyncio.Event()

        async def gate(game: str, _: str) -> None:
            if game == "minelfield" and not begun.is_set():
                begun.set()
                await never.wait()

        Compiler.gate = staticmethod(gate)
        running = asyncio.create_task(made.preparation.run())
        await begun.wait()
        made.preparation.hurry("samarra")
        await running

    asyncio.run(opened())
    assert Compiler.asked.count(("minelfield", "search", True)) == 2
    assert {game for game, progress in made.told if progress is None} == set(GAMES)


def test_who_opens_another_game_does_not_hold_up_the_first() -> None:
    made = Told(("minelfield", "samliam", "samarra"))

    async def opened() -> None:
        made.preparation.hurry("samarra")
        made.preparation.hurry("samliam")
        made.preparation.hurry("samarra")
        await made.preparation.run()

    asyncio.run(opened())
    assert [game for game, _, _ in Compiler.asked[: len(STEPS)]] == ["samarra"] * len(STEPS)
    assert {game for game, _, _ in Compiler.asked[len(STEPS) : 2 * len(STEPS)]} == {"samliam"}
    assert made.preparation.asked == []


@pytest.mark.parametrize("blocked", STEPS)
@pytest.mark.parametrize(("level", "steps"), [(3, AT_ALL), (8, THINKING)])
def test_bots_wait_for_what_their_level_needs_and_for_nothing_else(
    level: int, steps: dict[str, Any], blocked: str
) -> None:
    made = Told(("samarra",))

    async def thought() -> bool:
        never = asyncio.Event()

        async def gate(_: str, step: str) -> None:
            if step == blocked:
                await never.wait()

        Compiler.gate = staticmethod(gate)
        tasks = [
            asyncio.create_task(work) for work in (made.preparation.run(), made.preparation.thinking("samarra", level))
        ]
        for _ in range(TURNS):
            await asyncio.sleep(0)
        done = tasks[1].done()
        for task in tasks:
            task.cancel()
        await asyncio.gather(*tasks, return_exceptions=True)
        return done

    assert asyncio.run(thought()) == (blocked not in steps)


def test_a_game_that_cannot_be_compiled_is_told_and_the_others_are(caplog: pytest.LogCaptureFixture) -> None:
    made = Told()

    async def gate(game: str, _: str) -> None:
        if game == "samarra":
            raise Failed("no")

    Compiler.gate = staticmethod(gate)
    asyncio.run(made.preparation.run())
    assert ("minelfield", None) in made.told
    assert ("samarra", None) not in made.told
    assert "samarra could not be prepared" in caplog.text
    asyncio.run(made.preparation.thinking("samarra", 8))  # its bots do what they can


def test_the_server_does_not_wait_for_the_compiler(tmp_path: Any, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(Mode, "deferred", False)
    settings = Settings(tmp_path, games=GAMES)
    made = Told()
    hub: Hub = app.create(settings, made.preparation.bots).state.hub
    asyncio.run(prepare_all(hub, settings))
    assert Mode.deferred
    assert hub.shelf.ready == set(GAMES)
    hub.store.close()


def test_whoever_waits_for_a_bot_is_told_how_far_its_game_is() -> None:
    places = (SeatPlan("bot", 3, salt="00"), SeatPlan("me", owners=("ann",), salt="11"))
    table = Table(Setup("t", "minelfield", {}, 1, places))
    teller, ann = Teller(table, preparing=Progress(2, 9)), Viewer("ann", "en")
    assert "step 2 of 9" in teller.status(ann).say("en")
    before = teller.now(ann, 0.0)
    teller.preparing = None
    assert teller.now(ann, 0.0) != before
    assert "thinking" in teller.status(ann).say("en")
