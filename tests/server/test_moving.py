"""Tables carried from SQLite to PostgreSQL and back, and opened where an older version has left them."""

import sqlite3
import subprocess
import sys
from contextlib import closing
from itertools import islice
from pathlib import Path

import psycopg
import pytest

from tablier.server.app import create
from tablier.server.authority.refusals import Refused
from tablier.server.entrance.visitors import COOKIE
from tablier.server.operation.holding import held
from tablier.server.operation.settings import Settings
from tablier.server.store import moving, schema
from tablier.server.store.moving import Moving
from tablier.server.store.postgres import PostgresStore
from tablier.server.store.protocol import Document
from tablier.server.store.sides import COLUMNS, DOCUMENTS, DatabaseSide, FileSide, Rows
from tablier.server.store.sqlite import DATABASE, SqliteStore
from tests.api.kit import TABLIER
from tests.server.kit import TestClient
from tests.server.test_live import Player, QuickBots, live

OLD = (Path(__file__).parent / "old" / "tables.sql").read_text(encoding="utf-8")
ANN = "a" * 22
TABLES, WAITING = 6, "waits"


@pytest.fixture
def old(tmp_path: Path) -> Path:
    """A folder with tables of all games, as a version of before layouts had numbers has left them."""
    data = tmp_path / "old"
    data.mkdir()
    with closing(sqlite3.connect(data / DATABASE)) as connection:
        connection.executescript(OLD)
    return data


def move(source: object, target: object) -> Moving:
    """Carry everything."""
    with Moving(str(source), str(target)) as done:
        assert len(list(done.steps())) == done.total
    return done


def refused(source: object, target: object) -> str:
    """Why something is not carried."""
    with pytest.raises(Refused) as found:
        move(source, target)
    assert found.value.say("fr")
    return found.value.key


def all_rows(side: FileSide | DatabaseSide) -> dict[str, list[tuple[object, ...]]]:
    """Everything on a side."""
    found = {kind: sorted(rows, key=repr) for kind, rows in side.rows(side.names()).items()} | {"runs": side.runs()}
    found |= {kind: sorted(side.everything(kind)) for kind in DOCUMENTS}
    side.close()
    return found


def played_on(settings: Settings) -> None:
    """Ann finds her tables of all games, what was said there, and goes on."""
    with TestClient(create(settings, QuickBots(1, 1.0)), base_url="http://testserver") as client:
        client.cookies.set(COOKIE, ANN)
        listed = client.get("/api/tables").json()
        assert len(listed) == TABLES
        for row in listed:
            if row["name"] == WAITING:
                continue
            with live(client, row["table"]) as socket:
                player = Player(socket)
                assert f"hello {row['game']}" in str(player.messages[0])
                player.play(2)


def test_what_an_older_version_has_left_opens_and_is_played_on(old: Path) -> None:
    for _ in range(2):
        played_on(Settings(old, prepare=False, pace=0.0, limited=False))
    with closing(sqlite3.connect(old / DATABASE)) as connection:
        assert connection.execute("pragma user_version").fetchone() == (1 + len(schema.LATER),)


def test_what_a_later_version_has_left_is_refused_and_left_as_it_is(old: Path) -> None:
    with closing(sqlite3.connect(old / DATABASE)) as connection:
        connection.execute("pragma user_version=7")
    before = (old / DATABASE).read_bytes()
    with pytest.raises(Refused) as found:
        SqliteStore(old / DATABASE)
    assert found.value.key == "server.data.newer"
    assert "7" in found.value.say("fr")
    assert (old / DATABASE).read_bytes() == before


def test_a_file_of_another_program_is_refused(tmp_path: Path) -> None:
    with closing(sqlite3.connect(tmp_path / DATABASE)) as connection:
        connection.execute("create table recipes (name text)")
    with pytest.raises(Refused) as found:
        SqliteStore(tmp_path / DATABASE)
    assert found.value.key == "server.data.store"


OPEN_STORE = "import sys; from pathlib import Path; from tablier.server.store import schema\n"
LATER = "schema.LATER = ('alter table chat add column liked integer', 'update chat set liked=1')\n"
PREPARE = "schema.prepare(Path(sys.argv[1]))"


def test_many_that_start_at_once_bring_a_file_up_to_date_once(old: Path) -> None:
    command = [sys.executable, "-c", OPEN_STORE + LATER + PREPARE, str(old / DATABASE)]
    processes = [subprocess.Popen(command) for _ in range(4)]
    assert [process.wait() for process in processes] == [0] * 4
    with closing(sqlite3.connect(old / DATABASE)) as connection:
        assert connection.execute("pragma user_version").fetchone() == (3,)
        assert connection.execute("select distinct liked from chat").fetchall() == [(1,)]


def test_a_migration_that_fails_leaves_the_version_of_before(old: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(schema, "LATER", ("alter table chat add column liked integer; nonsense",))
    with pytest.raises(Refused):
        SqliteStore(old / DATABASE)
    monkeypatch.undo()
    with closing(sqlite3.connect(old / DATABASE)) as connection:
        assert connection.execute("pragma user_version").fetchone() == (1,)
        assert "liked" not in [name for _, name, *_ in connection.execute("pragma table_info(chat)")]


def test_there_and_back_nothing_is_lost(old: Path, database: str, tmp_path: Path) -> None:
    store = SqliteStore(old / DATABASE)
    store.beat(1.0, 2.0).result()
    store.keep(
        [Document("person", "ann", text="{}", tags=("open", "late")), Document("person", "bob", text="1")]
    ).result()
    store.close()
    before = all_rows(FileSide(old / DATABASE))
    assert all(before[kind] for kind in (*COLUMNS, *DOCUMENTS, "runs")), "some of everything"
    assert len(move(old, database).names) == TABLES
    assert all_rows(DatabaseSide(database)) == before
    move(database, tmp_path / "back")
    assert all_rows(FileSide(tmp_path / "back" / DATABASE)) == before
    played_on(Settings(Path("/nowhere"), database, prepare=False, pace=0.0, limited=False))
    assert refused(old, database) == "server.moving.other", "they have moved on meanwhile"
    move(database, tmp_path / "later.sqlite")
    played_on(Settings(tmp_path / "back", prepare=False, pace=0.0, limited=False))


def test_what_was_interrupted_goes_on(old: Path, database: str, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(moving, "TOGETHER", 1)
    with Moving(str(old), database) as begun:
        assert begun.total == 2 * TABLES
        list(islice(begun.steps(), 3))
    with Moving(str(old), database) as again:
        assert again.total == 2 * TABLES - 3
        assert len(list(again.steps())) == again.total
    assert all_rows(DatabaseSide(database)) == all_rows(FileSide(old / DATABASE))


def test_what_does_not_arrive_as_it_was_is_noticed(old: Path, database: str, monkeypatch: pytest.MonkeyPatch) -> None:
    put = DatabaseSide.put

    def careless(side: DatabaseSide, rows: Rows) -> None:
        put(side, rows | {"chat": rows["chat"][1:]})

    monkeypatch.setattr(DatabaseSide, "put", careless)
    assert refused(old, database) == "server.moving.differs"


def test_what_cannot_be_carried_is_refused(old: Path, database: str, tmp_path: Path) -> None:
    assert refused(tmp_path / "nowhere", database) == "server.moving.nothing"
    assert refused(database, old) == "server.moving.nothing"
    assert refused(old, old) == "server.moving.same"
    with psycopg.connect(database) as connection:
        connection.execute("insert into tables values ('another', '{}')")
    assert refused(old, database) == "server.moving.other"
    with closing(held(old)):
        assert refused(old, database) == "server.data.taken"


def test_nothing_is_carried_from_or_to_a_database_in_use(
    old: Path, database: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("tablier.server.store.sessions.LOCK_WAIT", "set lock_timeout='50ms'")
    with closing(PostgresStore(database)):
        assert refused(old, database) == "server.store.taken"


def test_the_command_says_what_it_carried(old: Path, database: str) -> None:
    command = (TABLIER, "move-store", "--language", "en")
    done = subprocess.run([*command, str(old), database], capture_output=True, text=True, check=True)
    assert f"tables: {TABLES}, events: " in done.stdout
    assert f"{2 * TABLES}/{2 * TABLES}" in done.stderr
    again = subprocess.run([*command, str(old / "nothing"), database], capture_output=True, text=True, check=False)
    assert (again.returncode, again.stdout) == (2, "")
    assert again.stderr.startswith("There are no tables to move in ")


def test_a_backup_of_tables_elsewhere_says_what_to_use(tmp_path: Path) -> None:
    environment = {"TABLIER_STORE": "postgresql://ann:s3cret@db/x"}
    done = subprocess.run(
        [TABLIER, "backup", str(tmp_path / "copy"), "--language", "en"],
        capture_output=True, text=True, check=False, env=environment,
    )  # fmt: skip
    assert done.returncode == 2
    assert "pg_dump" in done.stderr
    assert "s3cret" not in done.stderr
