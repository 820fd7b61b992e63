"""The shelf: a game that is not on it is refused as such, wherever it is asked for, and is not said to be prepared."""

from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import pytest
from starlette.websockets import WebSocketDisconnect

from tablier import Match
from tablier.core.registry import keys
from tablier.core.words import word
from tablier.games import GAMES
from tablier.server.app import create
from tablier.server.authority.events import Setup
from tablier.server.authority.refusals import Refused
from tablier.server.authority.shelf import Shelf
from tablier.server.authority.summaries import summary
from tablier.server.bots.pool import Bots
from tablier.server.entrance.visitors import identity
from tablier.server.operation.settings import Settings
from tablier.server.store.sqlite import DATABASE, SqliteStore
from tests.server.kit import NOW, TestClient, free, person, table
from tests.server.test_live import LINK, ME, live, make

OPEN, WITHHELD, GONE = "samliam", "minelfield", "chess"
ANN = "a" * 22
PAGE = {"accept": "text/html"}
ABSENT = word("server.game.absent")


def browser(data: Path, *games: str) -> TestClient:
    """Ann at a server with some games on its shelf."""
    client = TestClient(create(Settings(data, prepare=False, games=games), Bots(1, 1.0)), base_url="http://testserver")
    client.cookies.set("visitor", ANN)
    return client


@pytest.fixture(scope="module")
def made(tmp_path_factory: pytest.TempPathFactory) -> tuple[Path, dict[str, Any]]:
    """A folder with a table that Ann made when the game was still on the shelf, and what she knows of it."""
    data = tmp_path_factory.mktemp("data")
    with browser(data) as ann:
        known = make(ann, WITHHELD, ME, LINK)
        known["device"] = ann.post(f"/api/tables/{known['table']}/device").json()["link"]
    stand_in, store = table(OPEN, person(identity(ANN)), free("g" * 22)), SqliteStore(data / DATABASE)
    lost = Setup("lost", GONE, {}, 1, stand_in.setup.places, maker=identity(ANN), made=NOW)
    store.create(lost, [], summary(stand_in)).result()
    store.close()
    return data, known


@pytest.fixture(scope="module")
def ann(made: tuple[Path, dict[str, Any]]) -> Iterator[TestClient]:
    with browser(made[0], OPEN) as client:
        yield client


def asked(known: dict[str, Any]) -> dict[str, tuple[str, str, Any]]:
    """All that names a game or a table, by what it is: method, address and body."""
    name, seat = known["table"], known["seats"][1]["link"].removeprefix("/seat/")
    device = known["device"].removeprefix("/device/")
    match = Match(WITHHELD, seed=1)
    return {
        "the game": ("GET", f"/api/games/{WITHHELD}", None),
        "a new table": ("POST", "/api/tables", {"game": WITHHELD, "seats": [ME, LINK]}),
        "at a position": ("POST", "/api/tables", {"from": {"position": match.position()}}),
        "from a text": ("POST", "/api/tables", {"from": {"text": match.text()}}),
        "at one touch": ("POST", f"/play/{WITHHELD}", None),
        "the editor": ("POST", "/api/editor", {"game": WITHHELD}),
        "the workshop": ("POST", "/api/workshop", {"game": WITHHELD}),
        "a trial": ("POST", "/api/workshop/trial", {"game": WITHHELD}),
        "a saved game": ("POST", "/api/replays", {"text": match.text()}),
        "its dice": ("POST", "/api/verify", {"text": match.text()}),
        "an analysis": ("POST", "/api/analysis", {"text": match.text()}),
        "an analysis of a position": ("POST", "/api/analysis", {"position": match.position()}),
        "what bots think": ("POST", "/api/analysis/lines", {"text": match.text()}),
        "a tree": ("POST", "/api/analysis/tree", {"text": match.text()}),
        "a tree as a text": ("POST", "/api/analysis/text", {"text": match.text(), "plies": []}),
        "a diagram": ("POST", "/api/diagrams", {"text": match.text(), "number": 0}),
        "a film": ("POST", "/api/films", {"text": match.text(), "number": 0}),
        "a picture of the game": ("GET", f"/preview/{WITHHELD}.png", None),
        "a picture of the table": ("GET", f"/t/{name}/preview.png", None),
        "a seat": ("POST", f"/api/seats/{seat}/claim", {}),
        "a device": ("POST", f"/api/devices/{device}", None),
        "a link for a device": ("POST", f"/api/tables/{name}/device", None),
        "another game": ("POST", f"/api/tables/{name}/rematch", None),
        "the table as a text": ("GET", f"/api/tables/{name}/text", None),
        "the table replayed": ("GET", f"/api/tables/{name}/replay", None),
        "the dice of the table": ("GET", f"/api/tables/{name}/verify", None),
        "a table of a game that is gone": ("GET", "/api/tables/lost/replay", None),
        "a seat at it": ("POST", f"/api/seats/{'g' * 22}/claim", {}),
    }


@pytest.mark.parametrize("language", ["fr", "en"])
def test_a_program_is_told_that_a_game_is_not_on_the_shelf(
    ann: TestClient, made: tuple[Path, dict[str, Any]], language: str
) -> None:
    for what, (method, address, body) in asked(made[1]).items():
        answer = ann.request(method, address, json=body, headers={"accept-language": language})
        assert answer.status_code == 404, what
        assert answer.json()["error"] == {"code": "game.absent", "message": ABSENT.say(language)}, what
        assert "retry-after" not in answer.headers, what


def test_a_person_reads_it_on_a_page(ann: TestClient, made: tuple[Path, dict[str, Any]]) -> None:
    known = made[1]
    tables = (known["url"], f"{known['url']}/replay", known["seats"][1]["link"], known["device"])
    for address in (*tables, "/t/lost", "/t/lost/replay", f"/seat/{'g' * 22}"):
        answer = ann.get(address, headers=PAGE)
        assert (answer.status_code, ABSENT.say("en") in answer.text) == (404, True), address
    for address in (f"/games/{WITHHELD}", f"/games/{WITHHELD}/editor", f"/games/{WITHHELD}/start.svg"):
        answer = ann.get(address, headers=PAGE)
        assert (answer.status_code, word("pages.fault.game").say("en") in answer.text) == (404, True), address


@pytest.mark.parametrize("name", ["lost", None])
def test_a_socket_is_told_and_closed_for_good(
    ann: TestClient, made: tuple[Path, dict[str, Any]], name: str | None
) -> None:
    with live(ann, name or made[1]["table"]) as socket:
        assert socket.receive_json() == {"type": "refused", "code": "game.absent", "message": ABSENT.say("en")}
        with pytest.raises(WebSocketDisconnect) as closed:
            socket.receive_text()
    assert closed.value.code == 4000


def test_tables_of_games_that_are_not_there_are_listed_all_the_same(
    ann: TestClient, made: tuple[Path, dict[str, Any]]
) -> None:
    listed = {row["table"]: row for row in ann.get("/api/tables", headers={"accept-language": "en"}).json()}
    assert listed.keys() == {made[1]["table"], "lost"}
    assert (listed["lost"]["name"], listed["lost"]["players"]) == (GONE, ["Seat 1", "Seat 2"])
    assert ann.get("/", headers=PAGE).status_code == 200
    assert [row["key"] for row in ann.get("/api/games").json()] == [OPEN]


def test_what_nobody_knows_is_refused_as_before(ann: TestClient) -> None:
    answers = {
        "request.unknown": ann.get(f"/api/games/{GONE}"),
        "core.game.unknown": ann.post("/api/tables", json={"game": GONE, "seats": [ME, LINK]}),
    }
    assert {code: answer.json()["error"]["code"] for code, answer in answers.items()} == {
        code: code for code in answers
    }


def test_no_history_is_read_to_find_out(
    ann: TestClient, made: tuple[Path, dict[str, Any]], monkeypatch: pytest.MonkeyPatch
) -> None:
    def load(self: SqliteStore, name: str) -> None:
        raise AssertionError(f"{name} was read")

    monkeypatch.setattr(SqliteStore, "load", load)
    for name in (made[1]["table"], "lost"):
        assert ann.get(f"/api/tables/{name}/text").json()["error"]["code"] == "game.absent"


# The shelf alone


def refused(refuse: Callable[[Any], None], game: object) -> str | None:
    try:
        refuse(game)
    except Refused as error:
        return error.key.removeprefix("server.")
    return None


def test_a_shelf_without_a_choice_holds_all_games() -> None:
    assert list(Shelf().games) == keys()
    assert [refused(Shelf().refuse_absent, game) for game in (*GAMES, GONE)] == [None] * len(GAMES) + ["game.absent"]


def test_a_game_is_prepared_only_if_it_is_on_the_shelf() -> None:
    shelf = Shelf([OPEN])
    assert refused(shelf.refuse_unprepared, OPEN) == "table.preparing"
    shelf.ready.add(OPEN)
    assert refused(shelf.refuse_unprepared, OPEN) is None
    assert refused(shelf.refuse_unprepared, WITHHELD) == "game.absent"
    assert [refused(shelf.refuse_unprepared, what) for what in (GONE, None, ["a"])] == [None] * 3
