"""The chat of a table: nobody can fill it, spectators are told apart, and players decide whom they read."""

import json
import sqlite3
from collections.abc import Iterator
from contextlib import ExitStack
from pathlib import Path
from typing import Any

import pytest

from tablier.server.app import create
from tablier.server.authority import limits, talk
from tablier.server.authority.events import Event, event_text
from tablier.server.authority.table import Table
from tablier.server.bots.pool import Bots
from tablier.server.operation.settings import Settings
from tablier.server.store.sqlite import DATABASE
from tests.server.kit import NOW, TestClient, bot, do, person, table, told
from tests.server.test_authority import refusal
from tests.server.test_live import HERE, LINK, ME, Player, live, make


def two() -> Table:
    return table("samliam", person("ann"), person("bob"))


def read(here: Table, visitor: str) -> list[str]:
    """What somebody reads who comes in now."""
    return [message["text"] for message in told(here, visitor, "en")[0]["chat"]]


def names(here: Table, visitor: str = "ann") -> list[str]:
    return [message["name"] for message in told(here, visitor, "en")[0]["chat"]]


# What is remembered


def test_old_messages_make_room_for_new_ones() -> None:
    here = two()
    for number in range(limits.CHAT_KEPT + 30):
        do(here, "ann", "chat", text=str(number))
    assert read(here, "bob") == [str(number) for number in range(30, limits.CHAT_KEPT + 30)]


def test_spectators_do_not_push_out_what_players_said() -> None:
    here = two()
    do(here, "ann", "chat", text="Bonjour")
    for number in range(5 * limits.CHAT_KEPT):
        do(here, f"spectator {number % 3}", "chat", text=str(number))
    do(here, "bob", "chat", text="Salut")
    assert (read(here, "ann")[0], read(here, "ann")[-1]) == ("Bonjour", "Salut")
    assert len(here.chat) == limits.SPECTATOR_CHAT_KEPT + 2


def test_what_is_said_does_not_make_the_history_longer() -> None:
    here = two()
    before = here.count
    for _ in range(20):
        do(here, "ann", "chat", text="a")
    assert (here.count, here.said) == (before, 20)


def test_messages_of_old_are_read_from_the_history() -> None:
    events = [Event("chat", NOW, 0, text="a"), Event("chat", NOW, None, text="b")]
    here = Table(two().setup, events, chat=[Event("said", NOW, 1, text="c", number=1)])
    assert read(here, "ann") == ["a", "b", "c"]
    assert names(here)[1] == "Spectator"
    assert here.count == 2
    (said,) = do(here, "bob", "chat", text="d")
    assert said.number == 2
    assert talk.forgotten(here, here) == []


# Who is who


def test_spectators_have_numbers_that_stay_and_tell_nothing_else() -> None:
    here = two()
    for visitor in ("visitor e", "visitor d", "visitor e", "ann", "visitor c"):
        do(here, visitor, "chat", text="x")
    assert names(here)[:3] == ["Spectator 1", "Spectator 2", "Spectator 1"]
    assert names(here)[4] == "Spectator 3"
    sent = json.dumps(told(here, "ann"))
    assert "visitor" not in sent


# Muting


def test_a_muted_spectator_is_unread_by_one_player_alone() -> None:
    here = two()
    do(here, "eve", "chat", text="before")
    do(here, "dan", "chat", text="dan")
    do(here, "ann", "mute", seat=None, spectator=1, yes=True)
    do(here, "eve", "chat", text="after")
    assert read(here, "ann") == ["dan"]
    assert read(here, "bob") == read(here, "eve") == ["before", "dan", "after"]
    do(here, "ann", "mute", seat=None, spectator=1, yes=False)
    assert read(here, "ann") == ["before", "dan", "after"]


def test_a_muted_player_is_not_told() -> None:
    here = two()
    before = told(here, "bob")
    do(here, "ann", "mute", seat=1, spectator=None, yes=True)
    do(here, "bob", "chat", text="hello?")
    assert read(here, "ann") == []
    assert told(here, "ann")[0]["now"]["talk"]["muted"] == {"seats": [1], "spectators": []}
    assert told(here, "bob")[0]["now"] == before[0]["now"]


def test_the_number_of_a_muted_spectator_is_not_given_to_another() -> None:
    here = two()
    do(here, "eve", "chat", text="x")
    do(here, "ann", "mute", seat=None, spectator=1, yes=True)
    for _ in range(limits.SPECTATOR_CHAT_KEPT):
        do(here, "dan", "chat", text="y")
    do(here, "cid", "chat", text="z")
    do(here, "eve", "chat", text="back")
    assert "back" not in read(here, "ann")
    assert names(here, "bob")[-2:] == ["Spectator 3", "Spectator 1"]


def test_who_mutes_and_who_can_be_muted() -> None:
    here = table("samliam", person("ann"), bot())
    assert refusal(do, here, "eve", "mute", seat=0, spectator=None, yes=True) == "table.spectator"
    assert refusal(do, here, "eve", "open_chat", yes=False) == "table.spectator"
    assert refusal(do, here, "ann", "mute", seat=0, spectator=None, yes=True) == "chat.yourself"
    assert refusal(do, here, "ann", "mute", seat=7, spectator=None, yes=True) == "chat.nobody"
    assert refusal(do, here, "ann", "mute", seat=None, spectator=1, yes=True) == "chat.nobody"


def test_to_mute_somebody_twice_is_nothing_new() -> None:
    here = two()
    assert do(here, "ann", "mute", seat=1, spectator=None, yes=True)
    assert not do(here, "ann", "mute", seat=1, spectator=None, yes=True)
    assert do(here, "ann", "mute", seat=1, spectator=None, yes=False)
    assert not do(here, "ann", "mute", seat=1, spectator=None, yes=False)
    assert not do(here, "ann", "open_chat", yes=True)


def test_players_close_the_chat_to_spectators_and_open_it() -> None:
    here = two()
    do(here, "bob", "open_chat", yes=False)
    assert refusal(do, here, "eve", "chat", text="x") == "chat.closed"
    do(here, "ann", "chat", text="among ourselves")
    assert told(here, "eve")[0]["now"]["talk"]["open"] is False
    do(here, "ann", "open_chat", yes=True)
    do(here, "eve", "chat", text="x")


# On a server


@pytest.fixture
def stack() -> Iterator[ExitStack]:
    with ExitStack() as stack:
        yield stack


def served(stack: ExitStack, data: Path) -> TestClient:
    application = create(Settings(data, prepare=False, limited=False), Bots(1, 1.0))
    return stack.enter_context(TestClient(application, base_url="http://testserver"))


def joined(stack: ExitStack, client: TestClient, name: str, cookie: str = "") -> Player:
    """Somebody who looks at a table, a newcomer unless they have a cookie."""
    client.cookies.clear()
    headers = {"cookie": f"visitor={cookie}"} if cookie else {}
    return Player(stack.enter_context(live(client, name, **headers)))


def test_muting_is_kept_and_told_to_nobody_else(stack: ExitStack, tmp_path: Path) -> None:
    client = served(stack, tmp_path)
    name = make(client, "samliam", ME, HERE)["table"]
    ann, socket = client.cookies["visitor"], stack.enter_context(live(client, name))
    player, eve, dan = Player(socket), joined(stack, client, name), joined(stack, client, name)
    eve.say("chat", text="one")
    assert player.hear("chat")["spectator"] == 1
    player.say("mute", spectator=1, yes=True)
    assert player.hear("table")["chat"] == []
    eve.say("chat", text="two")
    dan.say("chat", text="three")
    assert player.hear("chat")["text"] == "three"
    assert [eve.hear("chat")["text"] for _ in range(3)] == ["one", "two", "three"]
    assert {message["type"] for message in eve.messages[1:]} <= {"chat", "now"}
    player.say("open_chat", yes=False)
    assert eve.hear("now")["talk"]["open"] is False
    eve.say("chat", text="four")
    assert eve.hear("refused")["code"] == "chat.closed"
    stack.close()
    client = served(stack, tmp_path)
    again = joined(stack, client, name, ann).messages[0]
    assert [message["text"] for message in again["chat"]] == ["three"]
    assert again["now"]["talk"] == {"open": False, "muted": {"seats": [], "spectators": [1]}}


def rows(data: Path, sql: str) -> Any:
    connection = sqlite3.connect(data / DATABASE)
    found = connection.execute(sql).fetchall()
    connection.close()
    return found


def test_a_flood_leaves_no_more_than_is_remembered(
    stack: ExitStack, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(limits, "CHAT_KEPT", 3)
    monkeypatch.setattr(limits, "SPECTATOR_CHAT_KEPT", 2)
    client = served(stack, tmp_path)
    name = make(client, "samliam", ME, LINK)["table"]
    player, eve = Player(stack.enter_context(live(client, name))), joined(stack, client, name)
    events = rows(tmp_path, "select count(*) from events")
    for number in range(8):
        for speaker, text in ((player, f"p{number}"), (eve, f"s{number}")):
            speaker.say("chat", text=text)
            assert [listener.hear("chat")["text"] for listener in (player, eve)] == [text, text]
    stack.close()
    assert [number for (number,) in rows(tmp_path, "select number from chat order by number")] == [11, 13, 14, 15, 16]
    assert rows(tmp_path, "select count(*) from events") == events
    again = joined(stack, served(stack, tmp_path), name).messages[0]["chat"]
    assert [message["text"] for message in again] == ["p5", "p6", "s6", "p7", "s7"]


def test_a_store_of_old_still_opens(stack: ExitStack, tmp_path: Path) -> None:
    """Before, what was said was part of the history, and there was no place for it besides."""
    client = served(stack, tmp_path)
    name, ann = make(client, "samliam", ME, LINK)["table"], client.cookies["visitor"]
    stack.close()
    connection = sqlite3.connect(tmp_path / DATABASE)
    connection.execute("drop table chat")
    for later in ("runs", "documents", "tags"):
        connection.execute(f"drop table {later}")
    connection.execute("pragma user_version=0")
    connection.execute("drop index sitters_by_table")
    connection.execute("insert into events values (?, 0, ?)", (name, event_text(Event("chat", NOW, 0, text="of old"))))
    connection.commit()
    connection.close()
    player = joined(stack, served(stack, tmp_path), name, ann)
    assert [message["text"] for message in player.messages[0]["chat"]] == ["of old"]
    player.say("chat", text="new")
    assert player.hear("chat")["text"] == "new"
