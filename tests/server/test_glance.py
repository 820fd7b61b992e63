"""Pages read of a table only what they show, and a long history keeps nobody else waiting."""

import threading
from collections.abc import Iterator
from concurrent.futures import Future
from pathlib import Path
from typing import Any

import pytest

from tablier.server.app import create
from tablier.server.authority import limits
from tablier.server.authority.events import Stored
from tablier.server.authority.summaries import summary
from tablier.server.bots.pool import Bots
from tablier.server.operation.settings import Settings
from tablier.server.store.protocol import Token
from tablier.server.store.sqlite import SqliteStore
from tests.server.kit import NOW, TestClient, free, person, table
from tests.server.test_live import LINK, ME, make

PAGE = {"accept": "text/html"}


@pytest.fixture
def client(tmp_path: Path) -> Iterator[TestClient]:
    with TestClient(create(Settings(tmp_path, prepare=False), Bots(1, 1.0)), base_url="http://testserver") as client:
        yield client


def test_no_page_reads_a_history(client: TestClient, monkeypatch: pytest.MonkeyPatch) -> None:
    made = make(client, "samliam", ME, LINK)
    device = client.post(f"/api/tables/{made['table']}/device").json()["link"]
    seat, hub = made["seats"][1]["link"], client.app.state.hub  # type: ignore[attr-defined]
    in_memory = {path: client.get(path, headers=PAGE) for path in (made["url"], f"{made['url']}/replay", seat, device)}
    hub.open_tables.clear()

    def load(self: SqliteStore, name: str) -> Future[Stored | None]:
        raise AssertionError(f"{name} was read")

    monkeypatch.setattr(SqliteStore, "load", load)
    for path, before in in_memory.items():
        answer = client.get(path, headers=PAGE)
        assert (answer.status_code, answer.text) == (200, before.text), path
    for path in ("/t/none", "/t/none/replay", "/seat/none", "/device/none"):
        assert client.get(path, headers=PAGE).status_code == 404


def test_whose_seat_it_is_is_known_without_opening_the_table(client: TestClient) -> None:
    made = make(client, "samliam", ME, LINK)
    seat, hub = made["seats"][1]["link"], client.app.state.hub  # type: ignore[attr-defined]
    client.cookies.clear()
    client.post(f"/api/seats/{seat.removeprefix('/seat/')}/claim", json={"name": "Bob"})
    for opened in (True, False):
        answer = client.get(seat, headers=PAGE, follow_redirects=False)
        assert (answer.status_code, answer.headers["location"]) == (303, made["url"])
        stranger = client.get(seat, headers={**PAGE, "cookie": "visitor=" + "x" * 22})
        assert stranger.status_code == 410, opened
        hub.open_tables.clear()


def test_who_reads_something_short_does_not_wait_for_a_long_history(tmp_path: Path) -> None:
    store, here = SqliteStore(tmp_path / "tables.sqlite"), table("samliam", person("ann"), free())
    store.create(here.setup, [], summary(here)).result()
    begun, go_on = threading.Event(), threading.Event()

    def long(_: Any) -> None:
        begun.set()
        go_on.wait(30)

    reading = store.histories.read(long)
    begun.wait(30)
    assert store.game("table").result(30) == "samliam"
    assert store.owners("table", 0).result(30) == ["ann"]
    assert [listed.setup.table for listed in store.listed("ann", 9).result(30)] == ["table"]
    waiting = store.load("table")
    assert not waiting.done()
    go_on.set()
    reading.result(30)
    assert waiting.result(30)
    store.close()


def test_of_links_for_devices_only_the_latest_are_kept(tmp_path: Path) -> None:
    store, here = SqliteStore(tmp_path / "tables.sqlite"), table("samliam", person("ann"), free("seat"))
    store.create(here.setup, [], summary(here)).result()
    for number in range(limits.DEVICE_LINKS + 3):
        token = Token(f"device {number}", "device", "table", None, "ann", NOW + number)
        store.add_token(token, limits.DEVICE_LINKS).result()
    kept = [number for number in range(limits.DEVICE_LINKS + 3) if store.token(f"device {number}").result()]
    assert kept == list(range(3, limits.DEVICE_LINKS + 3))
    assert store.token("seat").result()
    store.close()
