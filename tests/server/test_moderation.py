"""Moderation: what people report, and what operators decide beside a server that runs; on both stores."""

import asyncio
import json
import subprocess
from collections.abc import Iterator
from typing import Any

import pytest

from tablier.server.people.moderation import Operator
from tablier.server.store.postgres import PostgresStore
from tests.api.kit import TABLIER, clean_environment
from tests.server.residents import BOT, LINK, Browser, Town, town


@pytest.fixture(scope="module", params=["sqlite", "postgres"])
def here(request: pytest.FixtureRequest, tmp_path_factory: pytest.TempPathFactory) -> Iterator[Town]:
    address = request.getfixturevalue("cluster").database() if request.param == "postgres" else ""
    with town(tmp_path_factory.mktemp("town"), address) as made:
        yield made


def operator(here: Town, command: str, *args: Any) -> Any:
    """What an operator decides, once the server has seen to it."""
    decided = here.run(getattr(Operator(here.hub.store, "root"), command), *args)

    async def done() -> None:
        while await asyncio.wrap_future(here.hub.store.documents("errand", "to do", 9)):
            await asyncio.sleep(0.02)
        await here.errands.people.bans.read()

    here.run(done)
    return decided


def at_a_table(here: Town, name: str = "") -> tuple[Browser, Browser, dict[str, Any]]:
    """Two people at a table, the second of whom is called so."""
    ann, bob = here.browser(), here.browser()
    made = ann.table(LINK)
    bob.claim(made, 1, name)
    return ann, bob, made


def reported(here: Town, ann: Browser, made: dict[str, Any], thing: str, **target: int) -> str:
    """A report; its key."""
    wish = {"thing": thing, "text": "please look", **(target or {"seat": 1})}
    ann.post(f"/api/tables/{made['table']}/reports", wish, 201)
    found = here.run(Operator(here.hub.store, "root").reports)
    keys: list[str] = [one.key for one in found if one.data["table"] == made["table"]]
    return keys[0]


def test_a_report_holds_what_stood_around_it_and_is_made_once(here: Town) -> None:
    ann, bob, made = at_a_table(here, "Grobian")
    here.say(made, ann.id, "Hello")
    here.say(made, bob.id, "Rude words")
    key = reported(here, ann, made, "said")
    reported(here, ann, made, "said")
    found = [one for one in operator(here, "reports") if one.data["table"] == made["table"]]
    assert [one.key for one in found] == [key]
    data = found[0].data
    assert (data["name"], data["whom"], data["by"], data["text"]) == ("Grobian", [bob.id], ann.id, "please look")
    assert [(one["text"], one["it"]) for one in data["said"]] == [("Hello", False), ("Rude words", True)]


def test_whoever_is_reported_is_not_told(here: Town) -> None:
    ann, bob, made = at_a_table(here, "Griesgram")
    with here.client.websocket_connect(f"/api/tables/{made['table']}/live", headers=bob._headers) as socket:
        socket.receive_json()
        reported(here, ann, made, "name")
        here.say(made, ann.id, "Hello")
        told = ""
        while "Hello" not in told:
            told += socket.receive_text()
        assert "report" not in told
    assert "please look" not in json.dumps(bob.get("/api/you/data"))


@pytest.mark.parametrize(
    ("wish", "status"),
    [
        ({"seat": 0, "thing": "name"}, 422),
        ({"seat": 7, "thing": "name"}, 404),
        ({"spectator": 3, "thing": "said"}, 404),
        ({"seat": 1, "spectator": 1, "thing": "said"}, 422),
        ({"seat": 1, "thing": "face"}, 422),
        ({"seat": 1, "thing": "name", "text": "x" * 5_000}, 422),
    ],
)
def test_only_others_at_the_table_are_reported(here: Town, wish: dict[str, Any], status: int) -> None:
    ann, _, made = at_a_table(here)
    ann.post(f"/api/tables/{made['table']}/reports", wish, status)


def test_only_people_of_the_table_report(here: Town) -> None:
    _, _, made = at_a_table(here)
    here.browser().post(f"/api/tables/{made['table']}/reports", {"seat": 1, "thing": "name"}, 403)


def test_a_name_is_removed_everywhere_and_cannot_be_taken_again(here: Town) -> None:
    ann, bob = here.browser(), here.browser()
    bob.keep("Scheusal")
    made, other = ann.table(LINK), bob.table(BOT)
    bob.claim(made, 1)
    key = reported(here, ann, made, "name")
    act = operator(here, "unname", key)
    assert here.names(made)[1] == here.names(other)[0] == ""
    assert bob.get("/api/you")["name"] is None
    bob.post("/you/name", {"name": "scheusal"}, 403)
    text = here.client.get(f"/api/tables/{made['table']}/text", headers=ann._headers).text
    assert "Scheusal" not in text
    assert not [one for one in operator(here, "reports") if one.key == key]
    operator(here, "undo", act)
    assert here.names(made)[1] == here.names(other)[0] == "Scheusal"
    assert bob.get("/api/you")["name"] == "Scheusal"


def test_what_was_said_is_removed_for_everybody(here: Town) -> None:
    ann, bob, made = at_a_table(here)
    here.say(made, bob.id, "Rude words")
    here.say(made, ann.id, "Be kind")
    key = reported(here, ann, made, "said")
    with here.client.websocket_connect(f"/api/tables/{made['table']}/live", headers=ann._headers) as socket:
        assert "Rude words" in socket.receive_text()
        act = operator(here, "unsay", key)
        with here.client.websocket_connect(f"/api/tables/{made['table']}/live", headers=ann._headers) as again:
            told = again.receive_text()
    assert "Rude words" not in told
    assert "Be kind" in told
    assert [event.text for event in here.said(made)] == ["Be kind"]
    operator(here, "undo", act)
    assert [event.text for event in here.said(made)] == ["Rude words", "Be kind"]


def test_whoever_is_banned_from_talking_plays_on(here: Town) -> None:
    ann, bob, made = at_a_table(here)
    act = operator(here, "ban", reported(here, ann, made, "said"), "talk", 2.0)
    with here.client.websocket_connect(f"/api/tables/{made['table']}/live", headers=bob._headers) as socket:
        socket.receive_json()
        socket.send_json({"type": "chat", "text": "Hello"})
        told = socket.receive_json()
        assert (told["type"], told["code"]) == ("refused", "ban.talk")
        assert "2 days" in told["message"]
        operator(here, "undo", act)
        socket.send_json({"type": "chat", "text": "Hello"})
        assert socket.receive_json()["type"] == "chat"


def test_whoever_is_banned_from_playing_begins_nothing(here: Town) -> None:
    bob = here.browser()
    act = operator(here, "ban", bob.id, "play", 1.0)
    told = bob.post("/api/tables", {"game": "minelfield", "seats": [{"kind": "me"}, BOT]}, 403)
    assert told["error"]["code"] == "ban.play"
    operator(here, "undo", act)
    bob.table(BOT)


def test_a_ban_may_be_on_an_address_and_ends_by_itself(here: Town, monkeypatch: pytest.MonkeyPatch) -> None:
    operator(here, "ban", "192.0.2.7", "play", 1.0)
    bans = here.errands.people.bans
    bans.refuse("play", "nobody", "elsewhere")
    with pytest.raises(ValueError, match="begin games"):
        bans.refuse("play", "nobody", "192.0.2.7")
    monkeypatch.setattr(bans, "clock", lambda now=bans.clock: now() + 2 * 86_400.0)
    bans.refuse("play", "nobody", "192.0.2.7")


def test_every_decision_is_noted(here: Town) -> None:
    bob = here.browser()
    act = operator(here, "ban", bob.id, "talk", 1.0, "shouting")
    noted = next(one for one in operator(here, "acts") if one.key == act)
    assert (noted.data["do"], noted.data["by"], noted.data["why"], noted.data["whom"]) == (
        "ban", "root", "shouting", [bob.id],
    )  # fmt: skip
    with pytest.raises(ValueError, match="no act"):
        operator(here, "undo", "nothing")


def test_operators_have_commands(here: Town) -> None:
    """At a terminal beside the server, in the folder or the database."""
    store = here.hub.store
    if isinstance(store, PostgresStore):
        place = ["--store", store.address]
    else:
        place = ["--data", str(here.hub.settings.data)]

    def command(*words: str) -> str:
        asked = [TABLIER, "moderate", *place, "--language", "en", *words]
        done = subprocess.run(asked, check=False, env=clean_environment(), capture_output=True, text=True)
        assert done.returncode == 0, done.stderr
        return done.stdout

    ann, bob, made = at_a_table(here, "Lümmel")
    here.say(made, bob.id, "Rude words")
    key = reported(here, ann, made, "said")
    assert key in command("reports")
    assert "*" in command("show", key)
    command("unsay", key)

    async def gone() -> None:
        while (await asyncio.wrap_future(here.hub.store.load(made["table"]))).chat:
            await asyncio.sleep(0.02)

    here.run(gone)
    assert "message removed" in command("log")
