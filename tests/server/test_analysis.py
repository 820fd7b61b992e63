"""The analysis board on the server: everything can be tried from what somebody has brought, and from nothing else."""

import asyncio
import json
import random
from collections.abc import AsyncGenerator
from functools import cache
from typing import Any

import pytest
from fastapi import FastAPI
from pydantic import TypeAdapter

from tablier import Match, Notebook
from tablier.bots.pondering import Pondering
from tablier.games import GAMES
from tablier.server.app import create
from tablier.server.authority import exploring
from tablier.server.authority.refusals import Refused
from tablier.server.bots import worker
from tablier.server.bots.exploring import MOST_EXPLORERS, MOST_PIECES, TOLD_AFTER, Explorers
from tablier.server.bots.pool import Bots, Pondered
from tablier.server.bots.process import Failed
from tablier.server.declaration import analysis
from tablier.server.entrance import rates
from tests.house.test_notebooks import grown
from tests.house.test_saved import HIDDEN
from tests.server.kit import TestClient
from tests.server.kit import application as application
from tests.server.test_turns import in_a_loop, settled, turns

Answer = dict[str, Any]
each_game = pytest.mark.parametrize("game", GAMES)


@pytest.fixture
def browser(application: FastAPI) -> TestClient:
    return TestClient(application, headers={"accept-language": "en"})


@cache
def played(game: str, moves: int = 9) -> Match:
    match, rng = Match(game, seed=4), random.Random(2)
    while match.outcome is None and len(match.moves) < moves:
        match.roll() if match.actor == "chance" else match.play(rng.choice(match.legal()))
    return match


def explore(browser: TestClient, what: str = "", **wish: Any) -> Answer:
    answer = browser.post(f"/api/analysis{what}", json=wish)
    assert answer.status_code == 200, answer.text
    return dict(answer.json())


def refusal(browser: TestClient, what: str = "", **wish: Any) -> str:
    answer = browser.post(f"/api/analysis{what}", json=wish)
    assert answer.status_code in (422, 429, 503), answer.text
    assert answer.json()["error"]["message"]
    return str(answer.json()["error"]["code"])


# Positions


@each_game
def test_every_legal_move_of_any_seat_can_be_tried_by_touching_what_is_there(browser: TestClient, game: str) -> None:
    text, rng = played(game).text(), random.Random(5)
    number, moves = rng.randrange(4), list[str]()
    for _ in range(6):
        told = explore(browser, text=text, number=number, moves=moves)
        TypeAdapter(analysis.Explored).validate_json(json.dumps(told), strict=True)
        match = exploring.reached(Match.from_text(text), number, moves)
        assert told["to_move"] == match.actor
        offered = told["moves"] or told["chances"]
        assert sorted(move["move"] for move in offered) == sorted(match.legal())
        parts = {part["id"] for kind in ("still", "parts") for part in told["scene"][kind]}
        assert all(set(move["path"]) <= parts for move in told["moves"])
        assert told["status"]
        assert told["over"] == (match.actor is None)
        if told["over"]:
            return
        moves.append(rng.choice(match.legal()))


def test_dice_are_chosen_by_hand_or_drawn(browser: TestClient) -> None:
    match = played("minelfield", 1)
    told = explore(browser, text=match.text())
    assert [row["move"] for row in told["chances"]] == [f"*{number}" for number in range(1, 7)]
    assert len({row["label"] for row in told["chances"]}) == 6
    drawn = explore(browser, text=match.text(), draw=True)
    assert drawn["move"] in match.legal()
    assert drawn["happened"]["who"] == "chance"
    assert refusal(browser, text=match.at(0).text(), draw=True) == "core.match.no_chance"


def test_a_game_that_people_gave_up_goes_on_at_its_end(browser: TestClient) -> None:
    match = played("konane").copy()
    match.end((1, 0), "resigned")
    assert explore(browser, text=match.text())["moves"]


def test_a_position_of_the_editor_can_be_explored_and_kept(browser: TestClient) -> None:
    position = played("samliam").position()
    told = explore(browser, position=position)
    move = told["moves"][0]["move"]
    assert explore(browser, position=position, moves=[move])["happened"]["number"] == 1
    text = explore(browser, "/text", position=position, plies=[{"before": 0, "move": move, "comment": "so"}])["text"]
    again = Notebook.from_text(text)
    assert [(ply.move, ply.comment) for ply in again.main] == [(move, "so")]
    assert again.at(again.start).position() == Match.from_position(position).position()


@each_game
def test_a_tree_goes_to_the_browser_and_comes_back_as_it_was(browser: TestClient, game: str) -> None:
    match = played(game).copy()
    if not match.outcome:
        match.end([1.0, *[0.0] * (match.seats - 1)], "resigned")
    text = grown(match, random.Random(3), 8).text()
    told = explore(browser, "/tree", text=text)
    TypeAdapter(analysis.TriedTree).validate_json(json.dumps(told), strict=True)
    assert told["moves"] == match.moves
    assert explore(browser, "/text", text=text, comment=told["comment"], plies=told["plies"])["text"] == text


# Refusals


def test_what_breaks_the_rules_is_refused_in_a_sentence(browser: TestClient) -> None:
    text = played("konane").text()
    assert refusal(browser, text=text, moves=["z9"]) == "core.move.illegal"
    assert refusal(browser, text=text, number=99) == "from.number"
    assert refusal(browser, text=text, position={}) == "request.malformed"
    assert refusal(browser) == "request.malformed"
    assert refusal(browser, text="tablier: 1") == "core.text.cut"
    assert refusal(browser, "/text", text=text, plies=[{"before": 3, "move": "d4"}]) == "core.notebook.strange"
    assert refusal(browser, "/why", text=text, begun=[], part="nothing") == "request.part"
    assert refusal(browser, text=text, moves=["d4"] * 1001) == "request.malformed"
    over = played("konane", 999)
    assert refusal(browser, "/lines", text=over.text()) == "analysis.nobody"


@pytest.mark.parametrize("game", HIDDEN)
def test_an_account_of_a_running_game_is_not_analysed(browser: TestClient, game: str) -> None:
    for seat in (0, None):
        text = played(game).text(seat)
        for what in ("", "/tree", "/lines"):
            assert refusal(browser, what, text=text) == "analysis.account"


def test_whoever_asks_bots_too_often_is_told_when_to_come_back(
    application: FastAPI, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(rates, "EXPLORATIONS", rates.Rate(1, 0.01))
    living = application.state.living
    made = create(living.settings)
    made.state.hub.shelf.ready |= set(GAMES)
    over = played("konane", 999).text()
    browser = TestClient(made)
    assert [refusal(browser, "/lines", text=over) for _ in range(2)] == ["analysis.nobody", "limits.rate"]
    made.state.hub.store.close()


# What bots think


class Thinkers(Bots):
    """Bots whose thoughts are given, and who say what they were told."""

    def __init__(self, *found: int) -> None:
        super().__init__(1, 1.0)
        self.found, self.asked = list(found), list[Pondered]()

    async def ponder(self, asked: Pondered) -> dict[str, Any]:
        self.asked.append(asked)
        if not self.found:
            raise Failed("busy")
        return {"chances": [], "lines": [], "simulations": self.found.pop(0)}


async def all_of(found: AsyncGenerator[Any, None]) -> list[int]:
    return [each["simulations"] async for each in found]


def test_what_is_found_only_grows_and_ends() -> None:
    async def work() -> None:
        explorers = Explorers(bots := Thinkers(5, *[9] * TOLD_AFTER, *[2] * TOLD_AFTER, *range(10, 10 + MOST_PIECES)))
        told = await all_of(explorers.run("konane", "text", 3, "ann", "home"))
        assert told[:3] == [5, 9, 9]
        assert len(bots.asked) == MOST_PIECES
        assert len(told) == MOST_PIECES // TOLD_AFTER
        assert not explorers.last

    asyncio.run(work())


def test_a_newer_question_ends_the_older_one_and_many_are_refused() -> None:
    async def work() -> None:
        explorers = Explorers(Thinkers(*range(200)))
        first = explorers.run("konane", "one", 3, "ann", "home")
        await anext(first)
        second = explorers.run("konane", "two", 3, "ann", "home")
        await anext(second)
        assert await all_of(first) == []
        assert await anext(second)
        await second.aclose()
        assert not explorers.last
        explorers.last = {str(number): object() for number in range(MOST_EXPLORERS)}
        with pytest.raises(Refused):
            explorers.refuse_many("bob")
        explorers.refuse_many("1")

    asyncio.run(work())


def test_where_no_bot_has_time_it_is_said() -> None:
    async def work() -> None:
        with pytest.raises(Refused) as caught:
            await all_of(Explorers(Thinkers(3)).run("konane", "text", 3, "ann", "home"))
        assert caught.value.key == "server.analysis.failed"

    asyncio.run(work())


def test_who_is_patient_takes_no_worker_that_somebody_wants() -> None:
    async def work() -> None:
        made, clock = turns(2)
        patient = [
            asyncio.create_task(made.wait(who, who, 0.4, clock() + 10, 0.0, patient=True)) for who in ("one", "two")
        ]
        await settled()
        assert [task.done() for task in patient] == [True, False]
        player = asyncio.create_task(made.wait("bob", "bob", 0.1, clock() + 10, 0.0))
        await settled()
        assert player.done()
        assert player.result().share == 1
        made.done(patient[0].result())
        await settled()
        assert not patient[1].done()
        made.done(player.result())
        await settled()
        assert patient[1].done()

    in_a_loop(work)


@pytest.mark.parametrize("game", HIDDEN)
def test_bots_are_asked_with_what_the_seat_knows_that_decides(browser: TestClient, game: str) -> None:
    match = played(game)
    hub = browser.app.state.hub  # type: ignore[attr-defined]
    explorers, hub.explorers = hub.explorers, Explorers(thinkers := Thinkers(1))
    try:
        browser.post("/api/analysis/lines", json={"text": match.text()})
    finally:
        hub.explorers = explorers
    assert isinstance(match.actor, int)
    assert {asked.text for asked in thinkers.asked} == {match.text(match.actor)}


@each_game
def test_lines_are_legal_and_grow_with_more_thought(game: str) -> None:
    match = played(game).at(next(n for n in range(9) if isinstance(played(game).at(n).actor, int)))
    pondering = Pondering(match)
    pondering.go_on(0.01)
    first = pondering.found(3)
    pondering.go_on(0.01)
    found = pondering.found(3)
    assert found.simulations > first.simulations
    assert len(found.chances) == match.seats
    assert sum(found.chances) == pytest.approx(1)
    for line in found.lines:
        assert line.moves[0] == line.move
        assert line.move in match.legal()
        assert all(0 <= chance <= 1 for chance in line.chances)
        assert sum(line.chances) == pytest.approx(1)


def test_with_more_than_two_seats_the_others_share_the_rest_as_a_search_of_the_move_alone_finds() -> None:
    pondering = Pondering(played("sprawl", 3))
    pondering.go_on(0.05)
    code, *_ = pondering.ranked()[0]
    assert (pondering.match.seats, pondering.seat) == (3, 0)
    assert [each[0] for each in pondering.beside[code].children()] == [code]
    alone = pondering.beside[code]
    alone.simulations, alone.desk[0].total[:3] = 10, (5.0, 4.0, 1.0)
    assert pondering.shared(code, 0.6) == pytest.approx([0.6, 0.32, 0.08])
    del pondering.beside[code]
    assert pondering.shared(code, 0.6) == pytest.approx([0.6, 0.2, 0.2])


def test_sprawl_is_looked_at_from_one_seat_whoever_decides(browser: TestClient) -> None:
    match = played("sprawl", 8)
    seen = [explore(browser, text=match.text(), number=number) for number in range(3, 8)]
    assert {told["to_move"] for told in seen} == {0, 1, 2}
    assert {told["viewpoint"] for told in seen} == {0}
    for told in seen:
        there = {part["id"] for part in (*told["scene"]["parts"], *told["scene"]["still"])}
        assert all(there.issuperset(move["path"]) for move in told["moves"])


def test_a_worker_goes_on_where_it_was_unless_something_else_came(monkeypatch: pytest.MonkeyPatch) -> None:
    text = Match("konane", seed=1).text(0)
    asked = {"text": text, "count": 2, "seconds": 0.01}
    monkeypatch.setattr(worker, "prepared", lambda *_: None)
    counts = [worker.answered({"game": "konane", "ponder": asked})["ponder"]["simulations"] for _ in range(2)]
    assert counts[1] > counts[0]
    assert text in worker.kept
    worker.answered({"game": "konane"})
    assert not worker.kept


def test_the_page_says_so_in_both_languages(browser: TestClient) -> None:
    for language, title in (("en", "Analysis"), ("fr", "Analyse")):
        assert f"<h1>{title}</h1>" in browser.get("/analysis", headers={"accept-language": language}).text
