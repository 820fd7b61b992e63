"""The workshop on the server: boards go in and come out changed, drawn and checked, and bots try them."""

import asyncio
import json
import random
from typing import Any

import pytest
from fastapi import FastAPI

from tablier.bots.balance import Result, balance
from tablier.core.engine import Engine
from tablier.core.errors import Error
from tablier.core.match import Match
from tablier.core.registry import load
from tablier.core.workshop import begun
from tablier.games import GAMES
from tablier.server.authority.refusals import Refused
from tablier.server.bots.pool import Trial
from tests.server.kit import TestClient
from tests.server.kit import application as application

DRAWN = [game for game in GAMES if load(game).workshop]
UNDRAWN = next(game for game in GAMES if not load(game).workshop)


@pytest.fixture
def browser(application: FastAPI) -> TestClient:
    return TestClient(application, headers={"accept-language": "fr"})


def draw(browser: TestClient, game: str, **wish: Any) -> dict[str, Any]:
    answer = browser.post("/api/workshop", json={"game": game, **wish})
    assert answer.status_code == 200, answer.text
    return dict(answer.json())


def refusal(browser: TestClient, path: str = "/api/workshop", **wish: Any) -> str:
    answer = browser.post(path, json=wish)
    assert answer.status_code == 422, answer.text
    return str(answer.json()["error"]["code"])


@pytest.mark.parametrize("game", DRAWN)
def test_a_board_is_drawn_checked_and_touched_as_its_option_is(browser: TestClient, game: str) -> None:
    rng, now, option = random.Random(game), draw(browser, game), load(game).table["board"]
    faults = 0
    for _ in range(80):
        parts = {part["id"] for part in now["scene"]["still"]}
        tool = rng.choice(now["tools"])
        targets = now["targets"][tool["targets"]]
        assert set(targets) <= parts
        assert set(targets) <= set(now["names"])
        assert bool(tool["at_once"]) != bool(targets) or not targets
        if not tool["at_once"] and not targets:
            continue
        now = draw(
            browser, game, board=now["board"], tool=tool["key"], target="" if tool["at_once"] else rng.choice(targets)
        )
        try:
            option.check(now["board"], 2)
        except Error as error:
            faults += 1
            assert now["fault"] == error.say("fr")
        else:
            assert now["fault"] is None
            Match(game, options={"board": now["board"]}).svg()
    assert faults


@pytest.mark.parametrize("game", DRAWN)
def test_every_named_board_can_be_drawn_as_it_is(game: str) -> None:
    option = load(game).table["board"]
    for value in (*option.values, *option.examples):
        sketch = begun(game, value)
        assert sketch.fault is None
        assert Match(game, options={"board": sketch.board}).svg() == Match(game, options={"board": value}).svg()


def test_what_is_no_board_is_refused(browser: TestClient) -> None:
    wrong: list[Any] = [7, [], {}, "", "./..", "x", ".........", "/".join("." * 9)]
    for board in (*wrong, {"side": 99, "green": [], "red": []}):
        for game in DRAWN:
            assert refusal(browser, game=game, board=board)
    assert refusal(browser, game=UNDRAWN) == "core.workshop.none"
    assert refusal(browser, game="samarra", tool="bulldozer") == "core.editing.tool"
    assert refusal(browser, game="samarra", tool="rock", target="cell.z9") == "core.editing.target"
    assert refusal(browser, game="samarra", tool="wider", target="cell.a1") == "core.editing.target"


def test_the_page_is_there_for_games_that_have_a_workshop(browser: TestClient) -> None:
    assert browser.get(f"/games/{DRAWN[0]}/workshop").status_code == 200
    assert browser.get(f"/games/{UNDRAWN}/workshop").status_code == 404
    assert "/workshop" in browser.get(f"/games/{DRAWN[0]}").text
    assert "/workshop" not in browser.get(f"/games/{UNDRAWN}").text


# Trials


def events(text: str) -> list[dict[str, Any]]:
    return [json.loads(event.removeprefix("data: ")) for event in text.split("\n\n") if event]


def test_bots_tell_what_they_find_out_until_they_have_played_enough(
    application: FastAPI, browser: TestClient, monkeypatch: pytest.MonkeyPatch
) -> None:
    asked: list[Trial] = []

    async def trial(wish: Trial) -> list[Any]:
        asked.append(wish)
        return [[[1.0, 0.0], 12]] * 300 + [[[0.5, 0.5], 40]] * 100

    monkeypatch.setattr(application.state.hub.bots, "trial", trial)
    wish = {"game": "minelfield", "options": {"board": "small"}}
    told = events(browser.post("/api/workshop/trial", json=wish).text)
    assert [one["games"] for one in told] == [400, 800, 1200]
    assert told[-1]["progress"] == 1
    assert told[-1]["sentences"][0] == "L’avantage est sûrement à Bleu."
    assert (told[-1]["draws"], told[-1]["turns"], told[-1]["longest"]) == (0.25, 19.0, 40)
    assert asked[0].options["board"] == "small"
    assert asked[0].visitor


def test_a_board_that_breaks_the_rules_is_not_tried(browser: TestClient) -> None:
    assert refusal(browser, "/api/workshop/trial", game="samarra", options={"board": "BBB"}) == "samarra.board.city"


def test_one_trial_of_a_visitor_at_a_time(application: FastAPI) -> None:
    async def both() -> None:
        trials = application.state.hub.trials

        async def endless(_: Trial) -> list[Any]:
            return [[[1.0, 0.0], 9]]

        application.state.hub.bots.trial = endless
        first = trials.run(Engine(load("samarra")), "ann", "")
        await anext(first)
        with pytest.raises(Refused):
            trials.refuse_second("ann")
        trials.refuse_second("bob")
        await first.aclose()  # whoever no longer listens
        trials.refuse_second("ann")

    asyncio.run(both())


def test_a_share_is_certain_only_after_many_games() -> None:
    few, many = (balance([Result((1.0, 0.0), 5)] * 6 * n + [Result((0.0, 1.0), 5)] * 4 * n) for n in (1, 50))
    assert few.seats[0].share == many.seats[0].share == 0.6
    assert (few.favoured, many.favoured) == (None, 0)
    assert few.seats[0].low < 0.5 < many.seats[0].low
