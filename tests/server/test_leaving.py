"""What is somebody's: their games and figures, all of it to take along, all of it gone; on both stores."""

import asyncio
from collections.abc import Iterator
from typing import Any

import pytest

from tablier.server.people import belongings
from tablier.server.people.belongings import KEPT, of
from tablier.server.people.tally import fate, tallies
from tablier.server.store.protocol import Document
from tests.server.residents import BOT, GAME, LINK, Browser, Town, town


@pytest.fixture(scope="module", params=["sqlite", "postgres"])
def here(request: pytest.FixtureRequest, tmp_path_factory: pytest.TempPathFactory) -> Iterator[Town]:
    address = request.getfixturevalue("cluster").database() if request.param == "postgres" else ""
    with town(tmp_path_factory.mktemp("town"), address) as made:
        yield made


def played(here: Town, one: Browser, other: Browser) -> dict[str, Any]:
    """A game that the first one has won."""
    made = one.table()
    other.claim(made, 1, "Otto")
    here.end(made, other.id)
    return made


# Games


def test_a_game_that_is_over_is_among_the_finished_ones(here: Town) -> None:
    ann, bob = here.browser(), here.browser()
    made, running = played(here, ann, bob), ann.table(BOT)
    told = ann.get("/api/you/games")
    assert [one["table"] for one in told["running"]] == [running["table"]]
    assert [(one["table"], one["fate"], one["players"][1]) for one in told["finished"]] == [
        (made["table"], "won", "Otto")
    ]
    assert [one["fate"] for one in bob.get("/api/you/games")["finished"]] == ["lost"]
    assert "Otto" in ann.get("/you/games", page=True)
    assert ann.get(f"/api/you/games?game={GAME}")["finished"]
    assert ann.get("/api/you/games?game=nothing")["finished"] == []


def test_games_that_ended_before_are_counted_when_somebody_asks(here: Town) -> None:
    ann, bob = here.browser(), here.browser()
    made = played(here, ann, bob)
    store = here.hub.store
    store.keep([store.document("result", made["table"]).result().gone()]).result()
    ann.get("/api/you/games")
    here.run(here.errands.results.settled)
    told = ann.get("/api/you/games")
    assert told["counted"]
    assert [one["table"] for one in told["finished"]] == [made["table"]]


def test_a_result_is_kept_once_whoever_is_told(here: Town) -> None:
    ann, bob = here.browser(), here.browser()
    made = played(here, ann, bob)

    async def again() -> None:
        table = (await here.hub.open(made["table"])).table
        await asyncio.gather(*(here.errands.results.keep(table) for _ in range(3)))

    here.run(again)
    assert here.hub.store.document("result", made["table"]).result().revision == 1


def test_pages_of_games_go_on_where_the_last_one_ended(here: Town, monkeypatch: pytest.MonkeyPatch) -> None:
    from tablier.server.api import you

    monkeypatch.setattr(you, "PAGE", 2)
    ann, bob = here.browser(), here.browser()
    tables = [played(here, ann, bob)["table"] for _ in range(3)]
    first = ann.get("/api/you/games")
    then = ann.get(f"/api/you/games?before={first['before']!r}")
    assert [one["table"] for one in (*first["finished"], *then["finished"])] == tables[::-1]
    assert then["before"] is None
    assert then["running"] == []


def result(scores: list[float] | None, *owners: str, level: int = 0) -> dict[str, object]:
    seats = [{"owners": [owner] if owner else [], "level": 0 if owner else level, "name": ""} for owner in owners]
    return {"game": GAME, "seats": seats, "scores": scores}


@pytest.mark.parametrize(
    ("told", "expected"),
    [
        (result([1.0, 0.0], "ann", "bob"), "won"),
        (result([0.0, 1.0], "ann", "bob"), "lost"),
        (result([0.5, 0.5], "ann", "bob"), "drawn"),
        (result([0.5, 0.5, 0.0], "ann", "bob", "cid"), "won"),
        (result([1.0, 0.0], "ann", "ann"), "shared"),
        (result(None, "ann", "bob"), "unfinished"),
    ],
)
def test_how_a_game_ended_for_somebody(told: dict[str, object], expected: str) -> None:
    assert fate(told, "ann") == expected


def test_figures_are_apart_by_seats_and_by_whom_one_plays_against() -> None:
    won, lost = result([1.0, 0.0], "ann", "bob"), result([0.0, 1.0], "ann", "bob")
    games = [won, won, lost, won, won, won, result([1.0, 0.0], "ann", "", level=3), result([0.5, 0.5], "ann", "ann")]
    [tally] = tallies(games, "ann")
    assert (tally.all.played, tally.all.won, tally.all.lost) == (7, 6, 1)
    assert (tally.people.played, tally.bots[3].won, tally.seats[2].played) == (6, 1, 7)
    assert (tally.streak, tally.longest) == (2, 4)


# Taking along


def test_everything_can_be_taken_along(here: Town) -> None:
    ann, bob = here.browser(), here.browser()
    ann.keep("Rosalinde")
    made = played(here, ann, bob)
    here.say(made, ann.id, "Good game, Otto")
    here.say(made, bob.id, "Not mine")
    told = ann.get("/api/you/data")
    assert told["kept"]["person"][0]["name"] == "Rosalinde"
    assert {"device", "passkey", "recovery code", "result"} <= told["kept"].keys()
    [table] = [one for one in told["tables"] if one["table"] == made["table"]]
    assert [one["text"] for one in table["said"]] == ["Good game, Otto"]
    assert table["text"].startswith("tablier: 1")
    assert bob.id not in str(told), "who else is who is nobody's"


def test_whatever_is_kept_of_people_is_registered(here: Town) -> None:
    """A kind of documents with the tag that nobody registered would neither be taken along nor deleted."""
    ann = here.browser()
    ann.keep("Sieglinde")
    ann.post("/you/link")
    store = here.hub.store
    kinds = set(here.everything().split("'"))
    assert {"person", "name", "device", "device link", "recovery code"} <= set(KEPT) & kinds
    belongings.keeps("test wish")
    store.keep([Document("test wish", "x").saying({"a": 1}, [of(ann.id)])]).result()
    assert ann.get("/api/you/data")["kept"]["test wish"] == [{"a": 1}]
    ann.post("/you/delete", {"sure": True})
    assert store.document("test wish", "x").result().text is None


# Leaving


def test_nothing_of_somebody_is_left(here: Town) -> None:
    ann, phone, bob = here.browser(), here.browser(), here.browser()
    before = here.browser()
    before.table(BOT, name="Zwentibold")
    visited = before.id
    ann.keep("Zwentibold")
    before.join(ann)
    phone.join(ann)
    ended, running, alone = played(here, ann, bob), ann.table(LINK, name="Zwentibold"), ann.table(BOT)
    bob.claim(running, 1)
    watched = bob.table(LINK)
    for made in (ended, running, watched):
        here.say(made, ann.id, "I am Zwentibold")
    ann.post(f"/api/tables/{running['table']}/reports", {"seat": 1, "thing": "said", "text": "rude"}, 201)
    bob.post(f"/api/tables/{running['table']}/reports", {"seat": 0, "thing": "name"}, 201)
    person, devices = ann.id, (ann.id, phone.id, visited)
    assert ann.get("/you/delete", page=True)
    assert ann.post("/you/delete", {"sure": True})["done"]
    kept = here.everything()
    assert "Zwentibold" not in kept
    for one in (person, *devices):
        assert one not in kept
    assert bob.id in kept
    store = here.hub.store
    assert store.load(alone["table"]).result() is None, "nobody else has played there"
    assert here.run(here.hub.open, running["table"]).table.over, "the other one has won"
    assert {one["table"] for one in bob.get("/api/tables")} >= {ended["table"], running["table"]}
    assert here.names(ended) == ["", "Otto"]
    assert here.said(watched) == []
    for browser in (ann, phone):
        assert browser.get("/api/you")["name"] is None
        assert browser.tables() == set()
    assert here.browser().keep("Zwentibold"), "the name is free again"


def test_leaving_is_asked_once_more(here: Town) -> None:
    ann = here.browser()
    ann.keep("Theodora")
    ann.post("/you/delete", {}, 422)
    ann.post("/you/delete", {"sure": False}, 422)
    assert ann.get("/api/you")["name"] == "Theodora"


def test_a_seat_that_was_left_cannot_be_taken(here: Town) -> None:
    ann, bob, cid = here.browser(), here.browser(), here.browser()
    made = bob.table(LINK)
    ann.claim(made, 1, "Uta")
    ann.post("/you/delete", {"sure": True})
    token = made["seats"][1]["link"].rpartition("/")[2]
    cid.post(f"/api/seats/{token}/claim", {}, 409)


def test_leaving_goes_on_after_the_server_was_killed(here: Town) -> None:
    from tablier.server.people.errands import errand, give

    ann, bob = here.browser(), here.browser()
    ann.keep("Ulrike")
    made = played(here, ann, bob)
    here.run(give, here.hub.store, [errand("erase", 1.0, visitor=ann.id)])

    async def done() -> None:
        while await asyncio.wrap_future(here.hub.store.documents("errand", "to do", 9)):
            await asyncio.sleep(0.02)

    here.run(done)
    assert "Ulrike" not in here.everything()
    assert ann.id not in here.everything()
    assert here.names(made) == ["", "Otto"]
