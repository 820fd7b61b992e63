"""Questions for bots that think on whatever machine has time; only PostgreSQL keeps them.

Who takes a job has it for a while. If no answer comes by then, somebody else may take it; after some tries nobody does
any more. Whoever asked is notified on the channel ``answers`` and reads what was answered, and lets the job go.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from concurrent.futures import Future
from dataclasses import dataclass, field

from tablier.server.store.asking import TELL, AskingThreads, Listener
from tablier.server.store.connecting import DatabaseConnection
from tablier.server.store.layout import prepare
from tablier.server.store.protocol import Heard

THREADS = 2
MOST_TRIES = 3
ASKED, ANSWERED = "jobs", "answers"  # channels: the kinds of new jobs; the ids of those with an answer
PUT = "insert into jobs (id, kind, question) values (%s, %s, %s) on conflict (id) do nothing"
TAKE = """
update jobs set state='taken', taken_by=%(worker)s, tries=tries + 1,
taken_until=clock_timestamp() + make_interval(secs => %(seconds)s)
where id = (
    select id from jobs
    where kind=any(%(kinds)s) and (state='waiting' or (state='taken' and taken_until < clock_timestamp()))
    and tries < %(most)s order by made limit 1 for update skip locked)
returning id, kind, question, tries, extract(epoch from clock_timestamp() - made)::double precision"""
HOLD = """
update jobs set taken_until=clock_timestamp() + make_interval(secs => %s) where state='taken' and taken_by=%s"""
OLD = "delete from jobs where made < clock_timestamp() - make_interval(secs => %s)"
ANSWER = "update jobs set state='answered', answer=%s where id=%s and state='taken' and taken_by=%s and tries=%s"
FOUND = """
select case when state='answered' then answer end,
state<>'answered' and tries >= %s and taken_until < clock_timestamp() from jobs where id=%s"""
GONE = "delete from jobs where id=any(%s)"


@dataclass(frozen=True)
class BotJob:
    """A question that a worker has taken; ``tries`` tells this time from others."""

    id: str
    kind: str
    question: str
    tries: int
    age: float = field(default=0.0, compare=False)  # seconds since it was asked


@dataclass(frozen=True)
class Reply:
    """What has become of a question: an answer, or nothing yet, or that nobody will answer it any more."""

    answer: str | None
    hopeless: bool


class BotJobs:
    """The questions of all nodes, and those who answer them."""

    def __init__(self, address: str) -> None:
        prepare(address)
        self.address = address
        self.threads = AskingThreads(address, THREADS, "store-jobs")

    def put(self, job: str, kind: str, question: str) -> Future[None]:
        """Ask something, under an id; asked twice it is asked once."""

        def operation(connection: DatabaseConnection) -> None:
            with connection.transaction():
                connection.execute(PUT, (job, kind, question))
                connection.execute(TELL, (ASKED, [kind]))

        return self.threads.ask(operation)

    def take(self, kinds: Sequence[str], worker: str, seconds: float) -> Future[BotJob | None]:
        """The oldest question of some kinds, for a worker that has so many seconds; None if there is none."""

        def operation(connection: DatabaseConnection) -> BotJob | None:
            given = {"kinds": list(kinds), "worker": worker, "seconds": seconds, "most": MOST_TRIES}
            row = connection.execute(TAKE, given).fetchone()
            return None if row is None else BotJob(*row)

        return self.threads.ask(operation)

    def hold(self, worker: str, seconds: float) -> Future[None]:
        """Keep all that a worker has taken for so many seconds more, since it is at work."""

        def operation(connection: DatabaseConnection) -> None:
            connection.execute(HOLD, (seconds, worker))

        return self.threads.ask(operation)

    def forget(self, seconds: float) -> Future[None]:
        """Let go what was asked longer ago than that: whoever wanted to know is gone."""

        def operation(connection: DatabaseConnection) -> None:
            connection.execute(OLD, (seconds,))

        return self.threads.ask(operation)

    def answer(self, job: BotJob, worker: str, answer: str) -> Future[bool]:
        """Answer a question; False, and nothing is kept, if somebody else has it by now, or nobody wants to know."""

        def operation(connection: DatabaseConnection) -> bool:
            with connection.transaction():
                kept = connection.execute(ANSWER, (answer, job.id, worker, job.tries)).rowcount == 1
                connection.execute(TELL, (ANSWERED, [job.id] if kept else []))
            return kept

        return self.threads.ask(operation)

    def found(self, job: str) -> Future[Reply | None]:
        """What has become of a question; None if there is none of this id."""

        def operation(connection: DatabaseConnection) -> Reply | None:
            row = connection.execute(FOUND, (MOST_TRIES, job)).fetchone()
            return None if row is None else Reply(row[0], bool(row[1]))

        return self.threads.ask(operation)

    def gone(self, jobs: Sequence[str]) -> Future[None]:
        """Let questions go, answered or not."""

        def operation(connection: DatabaseConnection) -> None:
            connection.execute(GONE, (list(jobs),))

        return self.threads.ask(operation)

    def listen(self, channel: str, heard: Heard) -> Callable[[], None]:
        """Hear of new questions or of answers, in another thread; what this returns ends that."""
        return Listener(self.address, channel, heard).end

    def close(self) -> None:
        """Do what was asked for, and stop."""
        self.threads.close()
