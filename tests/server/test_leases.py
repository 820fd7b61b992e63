"""Whose a table is, in a database that several nodes share; what one tells another; and questions for bots."""

import queue
import threading
from collections.abc import Callable, Iterator
from contextlib import suppress
from pathlib import Path

import psycopg
import pytest

from tablier.server.authority.events import SAID, Event
from tablier.server.authority.summaries import summary
from tablier.server.store import jobs
from tablier.server.store.asking import MOST_BYTES, payloads
from tablier.server.store.jobs import BotJob, BotJobs, Reply
from tablier.server.store.postgres import PostgresStore
from tablier.server.store.protocol import ALONE, Conflict, Lost, Store
from tablier.server.store.sqlite import SqliteStore
from tests.server.test_store import HERE, append, chat, made, resolving

LONG = 3_600.0
SECONDS = 30


@pytest.fixture
def nodes(database: str) -> Iterator[tuple[PostgresStore, PostgresStore]]:
    one, other = PostgresStore(database, alone=False), PostgresStore(database, alone=False)
    yield one, other
    one.close()
    other.close()


def kept(store: Store, number: int, text: str, fence: int) -> BaseException | None:
    """Why an event was not kept, if it was not."""
    return append(store, "table", number, [chat(text)], summary(HERE), fence).exception(SECONDS)


def expire(database: str, node: str) -> None:
    """Let a node's time run out."""
    with psycopg.connect(database) as connection:
        connection.execute("update nodes set until=clock_timestamp() where node=%s", (node,))


def test_a_table_belongs_to_one_node_until_its_time_runs_out(
    database: str, nodes: tuple[PostgresStore, PostgresStore]
) -> None:
    one, other = nodes
    assert [one.renew("one", LONG, "http://one").result(), other.renew("other", LONG).result()] == [False, False]
    made(one)
    lease = one.take("table", "one").result()
    assert (lease.node, lease.address) == ("one", "http://one")
    assert other.take("table", "other").result() == lease, "the answer is whose it is"
    assert one.owned("one").result() == ["table"]
    assert kept(one, 0, "a", lease.fence) is None
    for wrong in (ALONE, lease.fence + 1, -1):
        assert isinstance(kept(other, 1, "x", wrong), Lost)
    assert one.renew("one", LONG).result() is True
    expire(database, "one")
    assert isinstance(kept(one, 1, "x", lease.fence), Lost)
    taken = other.take("table", "other").result()
    assert taken.node == "other"
    assert taken.fence > lease.fence
    assert one.renew("one", LONG).result() is False, "it begins anew, and owns nothing"
    assert one.owned("one").result() == []
    assert isinstance(kept(one, 1, "x", lease.fence), Lost)
    assert kept(other, 1, "b", taken.fence) is None
    assert [event.text for event in one.load("table").result().events] == ["a", "b"]


def test_what_goes_on_by_itself_is_left_to_others(database: str, nodes: tuple[PostgresStore, PostgresStore]) -> None:
    """Whoever takes it learns since when it had no owner: a node that died may have done so a whole lease ago."""
    one, other = nodes
    one.renew("one", 60.0, "http://one").result()
    other.renew("other", 60.0, "http://other").result()
    assert one.living().result() == {"one": "http://one", "other": "http://other"}
    for name in ("table", "still"):
        made(one, name)
        one.take(name, "one").result()
    with psycopg.connect(database) as connection:
        connection.execute("update standings set deciding=case id when 'still' then 0 end")
    assert other.orphans(9).result() == []
    assert other.take("table", "other").result().vacant is None
    expire(database, "one")
    died = other.moment().result()
    assert other.orphans(9).result() == ["table"]
    taken = other.take("table", "other").result()
    assert taken.node == "other"
    assert died - 61.0 < taken.vacant < died - 59.0
    assert other.take("table", "other").result().vacant is None, "it is told once"
    assert other.take("still", "other").result().vacant is None
    other.release("other").result()
    one.renew("one", 60.0).result()
    left = one.take("table", "one").result().vacant
    assert died <= left <= one.moment().result(), "who leaves in order was there until then"


def test_a_fence_never_comes_back(database: str, nodes: tuple[PostgresStore, PostgresStore]) -> None:
    """Whoever was paused and wakes up writes nothing, even if the table was given up and taken again meanwhile."""
    one, _ = nodes
    made(one)
    fences = set()
    for _ in range(3):
        one.renew("one", LONG).result()
        fences.add(one.take("table", "one").result().fence)
        one.release("one", ["table"]).result()
        fences.add(one.take("table", "one").result().fence)
        one.release("one").result()
    assert len(fences) == 6
    with pytest.raises(Lost):
        one.take("table", "one").result()  # a node that has left


def test_of_a_group_only_what_was_lost_is_left_out(nodes: tuple[PostgresStore, PostgresStore]) -> None:
    one, _ = nodes
    made(one)
    made(one, "other")
    one.renew("one", LONG).result()
    fence = one.take("table", "one").result().fence
    held: list[Callable[[], None]] = []
    one.collect = held.append
    good = append(one, "table", 0, [chat("a")], summary(HERE), fence)
    bad = append(one, "other", 0, [chat("b")], summary(HERE), fence)
    heard, say_done = resolving()
    one.say("other", Event(SAID, text="hello", number=1), [], say_done, fence)
    also = append(one, "table", 1, [chat("c")], summary(HERE), fence)
    held.pop()()
    assert [good.exception(SECONDS), also.exception(SECONDS)] == [None, None]
    assert isinstance(bad.exception(SECONDS), Lost)
    assert isinstance(heard.exception(SECONDS), Lost)
    one.collect = lambda hand_over: hand_over()
    assert one.load("other").result().events == one.load("other").result().chat == []


def test_nobody_takes_a_table_while_something_is_being_kept_there(
    database: str, nodes: tuple[PostgresStore, PostgresStore]
) -> None:
    """The owner's transaction has checked its fence: until it ends, a new owner would not see what it keeps."""
    one, other = nodes
    made(one)
    one.renew("one", LONG).result()
    other.renew("other", LONG).result()
    fence = one.take("table", "one").result().fence
    with psycopg.connect(database) as blocking:
        blocking.execute("insert into events values ('table', 0, '{}')")
        keeping = append(one, "table", 0, [chat("a")], summary(HERE), fence)
        with psycopg.connect(database, autocommit=True) as looking:
            waits = "select count(*) from pg_stat_activity where wait_event_type='Lock' and datname=current_database()"
            while looking.execute(waits).fetchone() == (0,):
                pass
            expire(database, "one")
            taking = other.take("table", "other")
            while looking.execute(waits).fetchone() == (1,):
                assert not taking.done()
            blocking.rollback()
    assert keeping.exception(SECONDS) is None
    assert taking.result(SECONDS).node == "other"
    assert [event.text for event in other.load("table").result().events] == ["a"]


def test_tables_of_other_nodes_are_not_deleted(nodes: tuple[PostgresStore, PostgresStore]) -> None:
    one, other = nodes
    made(one)
    made(one, "other")
    one.renew("one", LONG).result()
    one.take("table", "one").result()
    other.forget(["table", "other"], "other").result()
    assert [one.game(name).result() for name in ("table", "other")] == ["samliam", None]
    one.forget(["table"], "one").result()
    assert one.game("table").result() is None


def test_a_file_is_for_one_server_so_nobody_else_has_its_tables(tmp_path: Path) -> None:
    store = SqliteStore(tmp_path / "tables.sqlite")
    made(store)
    lease = store.take("table", "one").result()
    assert (lease.node, lease.fence) == ("one", ALONE)
    assert store.renew("one", 1.0).result()
    assert kept(store, 0, "a", lease.fence) is None
    assert isinstance(kept(store, 0, "b", lease.fence), Conflict)
    store.release("one").result()
    store.listen("tables", lambda _: None)()
    store.close()


def test_nodes_hear_what_others_tell(nodes: tuple[PostgresStore, PostgresStore]) -> None:
    one, other = nodes
    heard: queue.SimpleQueue[list[str]] = queue.SimpleQueue()
    end = other.listen("tables", heard.put)
    assert heard.get(timeout=SECONDS) == [], "it begins to listen, and may have missed something"
    one.notify("tables", ["table"])
    assert heard.get(timeout=SECONDS) == ["table"]
    one.notify("tables", ["x" * 100 + str(number) for number in range(200)])
    told = heard.get(timeout=SECONDS)
    while len(told) < 200:
        told += heard.get(timeout=SECONDS)
    assert len(set(told)) == 200
    with psycopg.connect(one.address, autocommit=True) as killing, suppress(psycopg.Error):
        killing.execute("select pg_terminate_backend(pid) from pg_stat_activity where query like 'listen%%'")
    assert heard.get(timeout=SECONDS) == [], "the connection was cut, and something may have been missed"
    end()


def test_hints_fit_into_notifications() -> None:
    told = list(payloads(["é" * 1_000] * 10 + ["x" * 9_000]))
    assert all(len(one.encode()) <= MOST_BYTES for one in told)
    assert sum(len(one.split("\n")) for one in told) == 10


# BotJobs


@pytest.fixture
def asking(database: str) -> Iterator[BotJobs]:
    opened = BotJobs(database)
    yield opened
    opened.close()


def test_a_question_is_answered_by_one(asking: BotJobs) -> None:
    for name in ("first", "second", "first"):
        asking.put(name, "level4", f"what about {name}?").result()
    taken = [asking.take(["level4"], worker, LONG).result() for worker in ("a", "b", "c")]
    assert taken == [
        BotJob("first", "level4", "what about first?", 1),
        BotJob("second", "level4", "what about second?", 1),
        None,
    ]
    assert asking.take(["level8"], "c", LONG).result() is None
    assert asking.answer(taken[0], "b", "e4").result() is False
    assert asking.found("first").result() == Reply(None, False)
    assert asking.answer(taken[0], "a", "e5").result() is True
    assert asking.found("first").result() == Reply("e5", False)
    asking.gone(["first", "second"]).result()
    assert asking.found("first").result() is None
    assert asking.answer(taken[1], "b", "late").result() is False


def test_a_question_is_taken_again_when_no_answer_comes_but_not_for_ever(asking: BotJobs) -> None:
    asking.put("one", "level4", "?").result()
    taken = [asking.take(["level4"], "a", 0.0).result() for _ in range(jobs.MOST_TRIES + 1)]
    assert [job and job.tries for job in taken] == [1, 2, 3, None]
    assert asking.answer(taken[0], "a", "late").result() is False, "another time has begun, even for the same worker"
    assert asking.found("one").result() == Reply(None, True)
    assert asking.answer(taken[2], "a", "last").result() is True


def test_many_workers_never_take_the_same(asking: BotJobs, database: str) -> None:
    for number in range(40):
        asking.put(str(number), "level1", "?").result()
    found: list[str] = []

    def work(worker: str) -> None:
        mine = BotJobs(database)
        while job := mine.take(["level1"], worker, LONG).result():
            found.append(job.id)
        mine.close()

    threads = [threading.Thread(target=work, args=(name,)) for name in "abc"]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    assert sorted(found, key=int) == [str(number) for number in range(40)]
