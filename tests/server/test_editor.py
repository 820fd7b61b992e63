"""The position editor on the server: drafts go in and come out changed, drawn and checked; none is kept."""

import json
import random
from typing import Any

import pytest
from fastapi import FastAPI

from tablier.core import editing, tools
from tablier.core.registry import load
from tablier.games import GAMES
from tablier.server.entrance import rates
from tests.server.kit import TestClient
from tests.server.kit import application as application

Answer = dict[str, Any]


@pytest.fixture
def browser(application: FastAPI) -> TestClient:
    return TestClient(application, headers={"accept-language": "fr"})


def edit(browser: TestClient, game: str, **wish: Any) -> Answer:
    answer = browser.post("/api/editor", json={"game": game, **wish})
    assert answer.status_code == 200, answer.text
    return dict(answer.json())


def refusal(browser: TestClient, status: int = 422, **wish: Any) -> Answer:
    answer = browser.post("/api/editor", json=wish)
    assert answer.status_code == status
    return dict(answer.json()["error"])


@pytest.mark.parametrize("game", GAMES)
def test_a_draft_begins_as_a_game_does_and_says_what_can_be_done(browser: TestClient, game: str) -> None:
    begun = edit(browser, game)
    assert begun["fault"] is None
    assert begun["position"] == editing.begun(game).position
    assert begun["seats"] == min(load(game).seats)
    parts = {part["id"] for kind in ("still", "parts") for part in begun["scene"][kind]}
    for tool in begun["tools"]:
        targets = begun["targets"][tool["targets"]]
        assert set(targets) <= parts
        assert set(targets) <= set(begun["names"])
        assert not (tool["at_once"] and targets)


@pytest.mark.parametrize("game", GAMES)
def test_touches_change_the_draft_and_its_picture(browser: TestClient, game: str) -> None:
    rng, now = random.Random(game), edit(browser, game)
    for _ in range(5):
        tool = rng.choice([tool for tool in now["tools"] if tool["group"] == tools.PIECES])
        target = rng.choice(now["targets"][tool["targets"]])
        before, now = now, edit(browser, game, position=now["position"], tool=tool["key"], target=target)
        expected = editing.drafted(before["position"]).edited(tool["key"], target)
        assert now["position"] == expected.position
        assert (now["fault"] is None) == (expected.fault is None)
        assert now["position"] == before["position"] or now["scene"] != before["scene"]


def test_a_fault_is_named_in_the_visitors_language(browser: TestClient) -> None:
    begun = edit(browser, "minelfield")
    wish = {"game": "minelfield", "position": begun["position"], "tool": "erase", "target": "cell.a3"}
    french = edit(browser, **wish)
    english = browser.post("/api/editor", json=wish, headers={"accept-language": "en"}).json()
    assert french["fault"] == "Bleu n’a pas de commandant ; il en faut un tant que la partie dure."
    assert english["fault"] == "Blue has no commander; it needs one as long as the game runs."
    mended = edit(browser, "minelfield", position=french["position"], tool="commander.0", target="cell.b2")
    assert mended["fault"] is None
    assert mended["names"]["cell.b2"] == "Bleu, commandant en b2"


def test_a_place_in_the_json_is_named_only_where_the_json_is_spoken_of(browser: TestClient) -> None:
    position = edit(browser, "sprawl", options={"fast_building": True})["position"]
    broken = position | {"pending": {"build": "a1"}}
    wish = {"game": "sprawl", "position": broken}
    assert edit(browser, **wish)["fault"] == "Dans le JSON de cette position : La clé pending.left manque."
    english = browser.post("/api/editor", json=wish, headers={"accept-language": "en"}).json()
    assert english["fault"] == "In the JSON of this position: The key pending.left is missing."
    assert (
        refusal(browser, game="sprawl", position=position | {"towers": 1})["message"] == "towers doit être une liste."
    )


def test_other_options_and_seats_keep_the_pieces(browser: TestClient) -> None:
    begun = edit(browser, "samliam", options={"size": 7})
    placed = edit(browser, "samliam", position=begun["position"], tool="ne.1", target="cell.c3")
    assert placed["position"]["reserve"] == [40, 39]
    larger = edit(browser, "samliam", position=placed["position"], seats=4, options={})
    assert larger["position"]["triangles"] == placed["position"]["triangles"]
    assert larger["position"]["reserve"] == [40, 39, 40, 40]
    assert larger["position"]["options"]["size"] == 9
    back = edit(browser, "samliam", position=larger["position"], seats=2)
    assert back["position"]["reserve"] == [40, 39]


def test_what_cannot_be_is_refused_with_a_sentence(browser: TestClient) -> None:
    position = edit(browser, "minelfield")["position"]
    at = {"game": "minelfield", "position": position}
    assert refusal(browser, game="chess")["code"] == "core.game.unknown"
    assert refusal(browser, game="sprawl", seats=2)["code"] == "core.game.seats"
    assert refusal(browser, game="samarra", position=position)["code"] == "editor.game"
    assert refusal(browser, **at, tool="queen.0", target="cell.a1")["code"] == "core.editing.tool"
    assert refusal(browser, **at, tool="soldier.0", target="cell.z9")["code"] == "core.editing.target"
    assert refusal(browser, **at, tool="soldier.0")["code"] == "core.editing.target"
    assert refusal(browser, **at, tool="turn.1", target="cell.a1")["code"] == "core.editing.target"
    assert refusal(browser, game="minelfield", position={"game": "minelfield"})["code"] == "core.position.missing"
    assert refusal(browser, game="minelfield", position=[])["code"] == "request.malformed"
    assert refusal(browser, **at, more=1)["code"] == "request.malformed"
    assert refusal(browser, 413, **at, tool="x" * 20_000)["code"] == "limits.size"


def test_more_pieces_than_there_are_cannot_be_put_down(browser: TestClient) -> None:
    now = edit(browser, "minelfield")
    for cell in ("a1", "a2", "b1", "b2"):
        now = edit(browser, "minelfield", position=now["position"], tool="soldier.0", target=f"cell.{cell}")
    refused = refusal(browser, game="minelfield", position=now["position"], tool="soldier.0", target="cell.c1")
    assert refused["code"] == "minelfield.position.soldiers"
    assert refused["message"] == "Bleu a trop de soldats ; 4 au plus sont sur le plateau."


def test_touches_are_counted_and_other_sites_may_not_make_any(application: FastAPI) -> None:
    browser = TestClient(application)
    assert browser.post("/api/editor", json={"game": "samarra"}, headers={"origin": "http://evil"}).status_code == 403
    most = int(rates.EDITS.burst) + 60
    statuses = [browser.post("/api/editor", json={"game": "chess"}).status_code for _ in range(most)]
    assert statuses[0] == 422
    assert 429 in statuses


def test_a_game_that_is_being_prepared_waits(application: FastAPI) -> None:
    browser = TestClient(application)
    application.state.hub.shelf.ready.discard("sprawl")
    try:
        assert refusal(browser, 503, game="sprawl")["code"] == "table.preparing"
    finally:
        application.state.hub.shelf.ready.add("sprawl")


@pytest.mark.parametrize("game", GAMES)
def test_the_page_has_a_board_tools_and_a_form_and_the_game_leads_there(browser: TestClient, game: str) -> None:
    page = browser.get(f"/games/{game}/editor", headers={"accept": "text/html"})
    assert page.status_code == 200
    assert all(f'id="{name}"' in page.text for name in ("board", "palette", "fault", "table", "json", "link"))
    assert ("redistribué" in page.text) == load(game).hidden
    assert f'href="/games/{game}/editor"' in browser.get(f"/games/{game}").text


def test_there_is_no_editor_for_what_is_no_game(browser: TestClient) -> None:
    assert browser.get("/games/chess/editor", headers={"accept": "text/html"}).status_code == 404


@pytest.mark.parametrize("game", GAMES)
def test_a_table_begins_at_a_position_that_was_set_up(browser: TestClient, game: str) -> None:
    now = edit(browser, game)
    seats = [{"kind": "me"}, *[{"kind": "here"}] * (now["seats"] - 1)]
    made = browser.post("/api/tables", json={"game": game, "seats": seats, "from": {"position": now["position"]}})
    assert made.status_code == 201, json.dumps(made.json())
