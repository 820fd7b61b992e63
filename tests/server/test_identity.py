"""Who is who: names that are kept, devices, codes; on both stores where what is kept matters."""

from collections.abc import Iterator

import pytest

from tablier.server.authority.refusals import Refused
from tablier.server.people import codes, devices
from tablier.server.people.names import proper, skeleton
from tests.server.residents import BOT, LINK, Town, town


@pytest.fixture(scope="module", params=["sqlite", "postgres"])
def here(request: pytest.FixtureRequest, tmp_path_factory: pytest.TempPathFactory) -> Iterator[Town]:
    address = ""
    if request.param == "postgres":
        address = request.getfixturevalue("cluster").database()
    with town(tmp_path_factory.mktemp("town"), address) as made:
        yield made


# Names


@pytest.mark.parametrize(
    ("one", "other"),
    [
        ("Ann", "ann"),
        ("Élodie", "ELODIE"),
        ("Anna", "Аnnа"),
        ("Bob", "B0b"),
        ("Jean-Luc", "jean luc"),
        ("Bill", "BIII"),
    ],
)
def test_names_that_look_alike_are_one(one: str, other: str) -> None:
    assert skeleton(one) == skeleton(other)


@pytest.mark.parametrize(
    "name", ["Tablier", "tab1ier", "Тablier", "Bot", "Level 3 bot", "bot de niveau 2", "Moderator"]
)
def test_nobody_passes_for_the_house(name: str) -> None:
    with pytest.raises(Refused):
        proper(name)


@pytest.mark.parametrize("name", ["Abbott", "李", "O’Brien", "Ännchen", "Talbot"])
def test_other_names_are_as_good_as_any(name: str) -> None:
    assert proper(f" {name} ") == name


def test_a_kept_name_is_nobody_elses_at_any_table(here: Town) -> None:
    ann, bob = here.browser(), here.browser()
    ann.keep("Célestine")
    bob.post("/you/name", {"name": "celestine"}, 409)
    bob.post("/api/tables", {"game": "minelfield", "seats": [{"kind": "me", "name": "CELESTINE"}, BOT]}, 409)
    made = ann.table()
    assert here.names(made)[0] == "Célestine", "who keeps a name is called by it without saying so"
    token = made["seats"][1]["link"].rpartition("/")[2]
    bob.post(f"/api/seats/{token}/claim", {"name": "Célestine"}, 409)
    with here.client.websocket_connect(f"/api/tables/{made['table']}/live", headers=ann._headers) as socket:
        socket.receive_json()
        socket.send_json({"type": "name", "name": "Hortense"})
        assert "Hortense" in socket.receive_text()
    assert bob.get("/api/you")["name"] is None
    assert "Célestine" in ann.get("/you", page=True)


def test_a_name_that_was_given_up_is_free(here: Town) -> None:
    ann, bob = here.browser(), here.browser()
    ann.keep("Doris")
    ann.post("/you/name", {"name": "Dora"})
    assert bob.keep("Doris")
    ann.post("/you/name", {"name": "Doris"}, 409)
    assert ann.get("/api/you")["name"] == "Dora"


# Devices


def test_a_link_makes_a_device_once(here: Town) -> None:
    ann, phone, thief = here.browser(), here.browser(), here.browser()
    ann.keep("Edgar")
    made = ann.table()
    link = ann.post("/you/link")["link"]
    assert "Edgar" in phone.get(link, page=True)
    assert "<svg" in here.client.get(f"{link}/code.svg").text
    phone.post(link)
    assert phone.tables() == {made["table"]}
    assert phone.get("/api/you")["name"] == "Edgar"
    thief.post(link, status=404)
    assert thief.tables() == set()


def test_a_link_runs_out(here: Town, monkeypatch: pytest.MonkeyPatch) -> None:
    ann, phone = here.browser(), here.browser()
    ann.keep("Egon")
    link = ann.post("/you/link")["link"]
    known = here.errands.people.codes
    monkeypatch.setattr(known, "clock", lambda now=known.clock: now() + codes.LINK_SECONDS + 1)
    phone.post(link, status=404)


def test_two_devices_sit_on_one_seat(here: Town) -> None:
    ann, phone = here.browser(), here.browser()
    ann.keep("Frieda")
    phone.join(ann)
    made = phone.table(BOT)
    path = f"/api/tables/{made['table']}/live"
    with here.client.websocket_connect(path, headers=ann._headers) as one:
        assert one.receive_json()["yours"] == [0]
        with here.client.websocket_connect(path, headers=phone._headers) as other:
            assert other.receive_json()["yours"] == [0]


def test_a_device_that_is_signed_out_is_cut_off_at_once(here: Town) -> None:
    ann, phone = here.browser(), here.browser()
    ann.keep("Gustav")
    phone.join(ann)
    made = ann.table(BOT)
    with here.client.websocket_connect(f"/api/tables/{made['table']}/live", headers=phone._headers) as socket:
        assert socket.receive_json()["yours"] == [0]
        ann.post(f"/you/devices/{phone.id}/remove")
        told = [socket.receive() for _ in range(2)]
        while told[-1]["type"] != "websocket.close":
            told.append(socket.receive())
        assert told[-1]["code"] == 4000
        assert "you.signed_out" in str(told)
    assert phone.tables() == set()
    assert phone.get("/api/you")["name"] is None
    assert ann.tables() == {made["table"]}


def test_the_first_device_can_be_signed_out_too_and_its_cookie_is_worth_nothing_then(here: Town) -> None:
    first, phone = here.browser(), here.browser()
    first.keep("Hedwig")
    phone.join(first)
    made, cookie = first.table(BOT), first.cookie
    phone.post("/you/leave", {"others": True})
    assert first.tables() == set()
    assert phone.tables() == {made["table"]}
    again = here.browser()
    again.cookie = cookie
    assert again.get("/api/you")["name"] is None
    assert again.tables() == set()


def test_who_signs_out_is_somebody_new_there(here: Town) -> None:
    ann = here.browser()
    code = ann.keep("Irma")
    made, cookie = ann.table(BOT), ann.cookie
    ann.post("/you/leave", {"others": False})
    assert ann.cookie != cookie
    assert ann.tables() == set()
    ann.post("/you/recover", {"code": code.lower().replace("-", " ")})
    assert ann.tables() == {made["table"]}


def test_nobody_removes_the_devices_of_others(here: Town) -> None:
    ann, eve = here.browser(), here.browser()
    ann.keep("Jutta")
    eve.keep("Kunigunde")
    eve.post(f"/you/devices/{ann.id}/remove", status=404)
    assert ann.get("/api/you")["name"] == "Jutta"


# Codes


def test_a_recovery_code_is_good_once_and_replaced(here: Town) -> None:
    ann, new, thief = here.browser(), here.browser(), here.browser()
    code = ann.keep("Lothar")
    made = ann.table()
    following = new.post("/you/recover", {"code": code})["code"]
    assert new.tables() == {made["table"]}
    thief.post("/you/recover", {"code": code}, 403)
    assert following != code
    newest = new.post("/you/recovery")["code"]
    thief.post("/you/recover", {"code": following}, 403)
    thief.post("/you/recover", {"code": newest})


def test_neither_codes_nor_links_are_kept_as_they_are(here: Town) -> None:
    ann = here.browser()
    code = ann.keep("Mathilde")
    token = ann.post("/you/link")["link"].rpartition("/")[2]
    kept = here.everything()
    assert code not in kept
    assert code.replace("-", "") not in kept
    assert token not in kept


# Tables that come along


def test_tables_of_a_browser_come_along(here: Town) -> None:
    ann, browser, other = here.browser(), here.browser(), here.browser()
    code = ann.keep("Norbert")
    mine, invited = browser.table(name="Somebody"), other.table(LINK)
    browser.claim(invited, 1)
    assert browser.post("/you/recover", {"code": code})["apart"] == 0
    assert {mine["table"], invited["table"]} == browser.tables() == ann.tables()
    assert here.seats(mine)[0] == (ann.id,)
    assert browser.id not in str(here.hub.store.load(mine["table"]).result())
    stays = here.seats(invited)
    assert stays == [(other.id,), (ann.id,)]


def test_two_seats_of_one_table_never_become_one_persons(here: Town) -> None:
    """Else whoever sits opposite themselves, or gets somebody to sign in, would see two seats' secrets."""
    ann, browser = here.browser(), here.browser()
    code = ann.keep("Ottilie")
    made = ann.table(LINK)
    browser.claim(made, 1)
    answer = browser.post("/you/recover", {"code": code})
    assert answer["apart"] == 1
    assert here.seats(made) == [(ann.id,), (browser.id,)]
    assert "second seat stays apart" in browser.get(answer["url"], page=True)
    with here.client.websocket_connect(f"/api/tables/{made['table']}/live", headers=browser._headers) as socket:
        assert socket.receive_json()["yours"] == [0]
    browser.post("/you/leave", {"others": False})
    with here.client.websocket_connect(f"/api/tables/{made['table']}/live", headers=browser._headers) as socket:
        assert socket.receive_json()["yours"] == [1]


def test_what_happened_at_a_table_is_as_it_was(here: Town) -> None:
    ann, browser = here.browser(), here.browser()
    ann.keep("Paula")
    made = browser.table(BOT)
    before = here.hub.store.load(made["table"]).result()
    browser.join(ann)
    after = here.hub.store.load(made["table"]).result()
    assert len(before.events) == len(after.events)
    assert (before.setup.seed, before.setup.commitment) == (after.setup.seed, after.setup.commitment)


# From elsewhere


WISHES: dict[str, dict[str, object]] = {
    "/you/name": {"name": "Quirin"},
    "/you/delete": {"sure": True},
    "/you/recover": {"code": "x"},
}


@pytest.mark.parametrize("path", [*WISHES, "/you/link", "/you/leave", "/you/recovery", "/you/passkeys/options"])
def test_other_sites_can_do_nothing_here(here: Town, path: str) -> None:
    ann, wish = here.browser(), WISHES.get(path, {})
    ann.post(path, wish, 403, origin="https://evil.example")
    assert ann.get("/api/you")["name"] is None


def test_nobody_is_looked_up_twice(here: Town, monkeypatch: pytest.MonkeyPatch) -> None:
    ann = here.browser()
    ann.get("/api/you")
    asked: list[str] = []
    monkeypatch.setattr(here.errands.people.devices, "look", asked.append)
    for _ in range(5):
        ann.get("/api/you")
    assert asked == []


def test_what_is_remembered_of_devices_is_bounded(here: Town, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(devices, "REMEMBERED", 3)
    known = here.errands.people.devices
    for number in range(9):
        known.remember(f"x{number}")
    assert not [f"x{number}" for number in range(6) if f"x{number}" in known.known]
