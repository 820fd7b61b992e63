"""What every store promises; and that what it has promised survives a kill."""

import sqlite3
import subprocess
import sys
from collections.abc import Callable, Iterator
from concurrent.futures import Future, wait
from contextlib import AbstractContextManager, closing, contextmanager, nullcontext
from pathlib import Path

import pytest

from tablier.core.words import word
from tablier.server.app import create
from tablier.server.authority.events import Event, Setup
from tablier.server.authority.summaries import Summary, summary
from tablier.server.bots.pool import Bots
from tablier.server.operation.settings import Settings
from tablier.server.store import sqlite, writing
from tablier.server.store.protocol import ALONE, Conflict, Store, Token
from tablier.server.store.sqlite import DATABASE, SqliteStore
from tests.server.kit import NOW, TestClient, bot, free, person, table

HERE = table("samliam", person("ann"), free("link"), bot())
GAMES_TO_KILL = 3


def made(store: Store, name: str = "table", at: float = NOW) -> Setup:
    setup = Setup(name, "samliam", {}, 1, HERE.setup.places if name == "table" else (person("ann"),), made=at)
    facts = summary(HERE)
    store.create(setup, [], facts).result()
    return setup


def chat(text: str) -> Event:
    return Event("chat", NOW, text=text)


def append(
    store: Store, name: str, number: int, events: list[Event], facts: Summary, fence: int = ALONE
) -> Future[None]:
    """Have events kept; the future says how it went."""
    future, done = resolving()
    store.append(name, number, events, facts, done, fence)
    return future


def resolving() -> tuple[Future[None], Callable[[BaseException | None], None]]:
    """A future, and what is to be called with how it went."""
    future: Future[None] = Future()

    def done(error: BaseException | None) -> None:
        if error is None:
            future.set_result(None)
        else:
            future.set_exception(error)

    return future, done


def test_a_table_is_kept_with_its_events_in_order(store: Store) -> None:
    setup = made(store)
    append(store, "table", 0, [chat("a"), chat("b")], summary(HERE)).result()
    append(store, "table", 2, [chat("c")], summary(HERE)).result()
    stored = store.load("table").result()
    assert stored
    assert stored.setup == setup
    assert [event.text for event in stored.events] == ["a", "b", "c"]


def test_an_unknown_table_is_none(store: Store) -> None:
    assert store.load("nowhere").result() is None
    assert store.token("nothing").result() is None


@contextmanager
def together(store: Store) -> Iterator[None]:
    """What is asked of a store here is handed over at the end, all at once, as in one turn of a server's loop."""
    held: list[Callable[[], None]] = []
    before, store.collect = store.collect, held.append
    yield
    (hand_over,) = held
    hand_over()
    store.collect = before


@pytest.mark.parametrize("meanwhile", [nullcontext, together])
def test_of_two_events_with_one_number_the_first_is_kept_whole(
    store: Store, meanwhile: Callable[[Store], AbstractContextManager[object]]
) -> None:
    made(store)
    with meanwhile(store):
        good = append(store, "table", 0, [chat("a")], summary(HERE))
        bad = append(store, "table", 0, [chat("b"), chat("c")], summary(HERE))
        also_good = append(store, "table", 1, [chat("d")], summary(HERE))
    wait([good, bad, also_good])
    assert [good.exception(), also_good.exception()] == [None, None]
    assert isinstance(bad.exception(), Conflict)
    stored = store.load("table").result()
    assert stored
    assert [event.text for event in stored.events] == ["a", "d"]


def test_a_visitor_finds_their_tables_latest_first(store: Store) -> None:
    made(store, "table")
    made(store, "other")
    later = table("samliam", person("ann"), person("bob"))
    later.moved = NOW + 5
    append(store, "other", 0, [chat("a")], summary(later)).result()
    listed = store.listed("ann", 10).result()
    assert [row.setup.table for row in listed] == ["other", "table"]
    assert [row.your_turn for row in listed] == [True, True]
    assert [row.your_turn for row in store.listed("bob", 10).result()] == [False]
    assert store.listed("eve", 10).result() == []
    assert store.running("ann").result() == 2


def test_a_link_is_spent_once(store: Store) -> None:
    made(store)
    seat = store.token("link").result()
    assert seat
    assert (seat.table, seat.seat, seat.kind) == ("table", 1, "seat")
    store.add_token(Token("device", "device", "table", None, "ann", NOW), 1).result()
    assert [store.spend("device").result(), store.spend("device").result()] == [True, False]
    device = store.token("device").result()
    assert device
    assert device.used


@pytest.mark.parametrize(("group", "most_rows", "commits"), [(500, 4_000, 1), (100, 4_000, 3), (500, 299, 1)])
def test_many_writers_are_served_together(
    store: Store, monkeypatch: pytest.MonkeyPatch, group: int, most_rows: int, commits: int
) -> None:
    """In one group, in several, and one by one within a group that has too many rows for one statement."""
    monkeypatch.setattr(writing, "GROUP", group)
    monkeypatch.setattr(sqlite, "MOST_ROWS", most_rows)
    made(store)
    taken: list[float] = []
    store.measure = taken.append
    with together(store):
        futures = [append(store, "table", number, [chat(str(number))], summary(HERE)) for number in range(300)]
        early = store.load("table").result()
        assert early
        assert not early.events, "nothing is written before it is handed over"
    wait(futures)
    stored = store.load("table").result()
    assert stored
    assert [event.text for event in stored.events] == [str(number) for number in range(300)]
    append(store, "table", 300, [chat("last")], summary(HERE)).result()  # all before it was measured by then
    assert len(taken) in (commits, commits + 1)


WRITER = """
import sys
import threading
from pathlib import Path
from tablier.server.authority.events import Event, Setup
from tablier.server.store.sqlite import SqliteStore
from tablier.server.authority.summaries import Summary
store = SqliteStore(Path(sys.argv[1]))
summary = Summary(0.0, False, 0, "[]", ())
store.create(Setup("table", "game", {}, 1, ()), [], summary).result()
for number in range(1_000_000):
    kept = threading.Event()
    store.append("table", number, [Event("chat", text=str(number))], summary, lambda _: kept.set())
    kept.wait()
    print(number, flush=True)
"""


@pytest.mark.parametrize("acknowledged", [1, 40, 400])
def test_what_was_acknowledged_survives_a_kill(tmp_path: Path, acknowledged: int) -> None:
    path = tmp_path / "tables.sqlite"
    writer = subprocess.Popen([sys.executable, "-c", WRITER, str(path)], stdout=subprocess.PIPE, text=True)
    assert writer.stdout
    for _ in range(acknowledged):
        last = int(writer.stdout.readline())
    writer.kill()
    last = max([last, *(int(line) for line in writer.stdout.read().split() if line)])
    writer.stdout.close()
    writer.wait()
    store = SqliteStore(path)
    stored = store.load("table").result()
    store.close()
    assert stored
    texts = [event.text for event in stored.events]
    assert texts[: last + 1] == [str(number) for number in range(last + 1)]
    assert len(texts) <= last + 2


OLD_TABLES = """
drop table runs;
drop table documents;
drop table tags;
pragma user_version=0;
create table old (
    id text primary key, setup text not null, moved real not null, over integer not null, deciding integer,
    players text not null) strict, without rowid;
insert into old select id, setup, moved, over, deciding, players from tables join standings using (id);
drop table tables;
drop table standings;
alter table old rename to tables;
"""


def test_a_store_of_old_whose_tables_were_one_row_each_opens_as_it_was(tmp_path: Path) -> None:
    store = SqliteStore(tmp_path / DATABASE)
    made(store)
    made(store, "later", NOW + 1)
    append(store, "later", 0, [chat("hello")], summary(HERE)).result()
    before = store.listed("ann", 9).result(), store.load("table").result(), store.running("ann").result()
    store.close()
    with closing(sqlite3.connect(tmp_path / DATABASE)) as connection:
        connection.executescript(OLD_TABLES)
    for _ in range(2):  # it is carried over once, and then as any other
        store = SqliteStore(tmp_path / DATABASE)
        after = store.listed("ann", 9).result(), store.load("table").result(), store.running("ann").result()
        assert len(after[0]) == 2
        assert after == before
        store.close()


def test_a_table_with_events_of_another_version_opens_closed(tmp_path: Path) -> None:
    """As far as its events are known it is shown; nobody plays on."""
    with TestClient(create(Settings(tmp_path, prepare=False), Bots(1, 1.0)), base_url="http://testserver") as client:
        name = client.post("/api/tables", json={"game": "samliam", "seats": [{"kind": "me"}, {"kind": "here"}]}).json()
    with closing(sqlite3.connect(tmp_path / DATABASE)) as connection, connection:
        rows = [(name["table"], 0, '{"kind": "teleport", "at": 1.0}'), (name["table"], 1, '{"kind": "name", "hue": 1}')]
        connection.executemany("insert into events values (?, ?, ?)", rows)
    with TestClient(create(Settings(tmp_path, prepare=False), Bots(1, 1.0)), base_url="http://testserver") as client:
        answer = client.get(f"/api/tables/{name['table']}/replay", headers={"accept-language": "en"})
        assert (answer.status_code, answer.json()["fault"]) == (200, word("server.table.closed").say("en"))
        with client.websocket_connect(f"/api/tables/{name['table']}/live?language=en") as socket:
            assert socket.receive_json()["now"]["status"] == word("server.table.closed").say("en")


def test_it_is_kept_from_when_to_when_there_was_a_server(store: Store) -> None:
    assert store.runs().result() == []
    for began, last in ((NOW, NOW), (NOW, NOW + 5), (NOW + 50, NOW + 50), (NOW, NOW + 7)):
        store.beat(began, last).result()
    assert store.runs().result() == [(NOW, NOW + 7), (NOW + 50, NOW + 50)]
