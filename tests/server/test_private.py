"""What a server keeps, and who one is at other servers, is for its owner alone, whatever the umask says."""

import logging
import os
import signal
from collections.abc import Iterator
from pathlib import Path

import pytest

from tablier import private
from tablier.remote.client import Server, identity
from tablier.server.entrance.visitors import fresh
from tablier.server.operation.holding import HELD, held
from tablier.server.store.backup import backup
from tablier.server.store.sqlite import DATABASE, SqliteStore
from tests.api.kit import ROOT, process
from tests.server.test_store import made

FOLDER, FILE = 0o700, 0o600


@pytest.fixture(params=[0o000, 0o022, 0o077, 0o177], ids=oct)
def umask(request: pytest.FixtureRequest) -> Iterator[None]:
    before = os.umask(request.param)
    yield
    os.umask(before)


def modes(folder: Path) -> dict[str, int]:
    """The modes of a folder, as ".", and of all that lies in it."""
    paths = {".": folder} | {path.name: path for path in folder.iterdir()}
    return {name: path.stat().st_mode & 0o7777 for name, path in paths.items()}


def alone(*names: str) -> dict[str, int]:
    """A folder with such files as it should be."""
    return {".": FOLDER} | dict.fromkeys(names, FILE)


def test_what_is_new_is_made_so(tmp_path: Path, umask: None) -> None:
    data = tmp_path / "data"
    hold, store = held(data), SqliteStore(data / DATABASE)
    made(store)
    assert store.load("table").result()
    backup(data, data / "copy.sqlite")
    identity(data, "somewhere")
    live = [DATABASE, f"{DATABASE}-wal", f"{DATABASE}-shm"]
    assert modes(data) == alone(*live, HELD, f"{HELD}-journal", "copy.sqlite", "visitor.key")
    store.close()
    hold.close()


def test_a_store_and_a_key_make_their_folders_so(tmp_path: Path, umask: None) -> None:
    os.umask(0)
    SqliteStore(tmp_path / "store" / DATABASE).close()
    identity(tmp_path / "client", "somewhere")
    assert modes(tmp_path / "store") == alone(DATABASE)
    assert modes(tmp_path / "client") == alone("visitor.key")


@pytest.fixture
def left_open(tmp_path: Path) -> Path:
    """A folder as an older server may have left it, and something in it that is none of ours."""
    data = tmp_path / "data"
    SqliteStore(data / DATABASE).close()
    (data / "monday.sqlite").touch()
    identity(data, "somewhere")
    (data / "notes.txt").touch()
    for name, mode in (("", 0o755), (DATABASE, 0o644), ("monday.sqlite", 0o660), ("visitor.key", 0o604)):
        (data / name).chmod(mode)
    (data / "notes.txt").chmod(0o644)
    return data


def test_what_was_open_to_others_is_mended_and_the_log_says_what(
    left_open: Path, caplog: pytest.LogCaptureFixture
) -> None:
    held(left_open).close()
    assert modes(left_open) == alone(DATABASE, "monday.sqlite", "visitor.key", HELD) | {"notes.txt": 0o644}
    said = [record.getMessage() for record in caplog.records]
    for name, mode in (("", "0755"), (DATABASE, "0644"), ("monday.sqlite", "0660"), ("visitor.key", "0604")):
        assert sum(f"{left_open / name} (mode {mode}); now" in line for line in said) == 1
    assert len(said) == 4
    caplog.clear()
    held(left_open).close()
    assert not caplog.records


def test_a_key_that_was_open_to_others_is_mended_and_stays_the_same(
    left_open: Path, caplog: pytest.LogCaptureFixture
) -> None:
    key = (left_open / "visitor.key").read_bytes()
    assert identity(left_open, "somewhere") == identity(left_open, "somewhere")
    assert (left_open / "visitor.key").read_bytes() == key
    assert modes(left_open)["visitor.key"] == FILE
    assert f"{left_open / 'visitor.key'} (mode 0604)" in caplog.text


def test_a_server_says_so_when_it_starts(left_open: Path) -> None:
    before = os.umask(0)
    try:
        with process(left_open) as (running, url):
            Server(url, fresh()).get("/health")
            assert modes(left_open)[f"{DATABASE}-wal"] == FILE
            running.send_signal(signal.SIGTERM)
            _, log = running.communicate()
    finally:
        os.umask(before)
    assert modes(left_open) == alone(DATABASE, "monday.sqlite", "visitor.key", HELD) | {"notes.txt": 0o644}
    assert f"WARNING others could open {left_open} (mode 0755)" in log


def test_links_and_folders_of_everybody_are_left_alone(tmp_path: Path, caplog: pytest.LogCaptureFixture) -> None:
    (tmp_path / "elsewhere").touch(0o644)
    data = tmp_path / "data"
    data.mkdir()
    data.chmod(0o1777)
    (data / DATABASE).symlink_to(tmp_path / "elsewhere")
    private.mend(data)
    assert data.stat().st_mode & 0o7777 == 0o1777
    assert (tmp_path / "elsewhere").stat().st_mode & 0o777 == 0o644
    assert not caplog.records


def test_what_cannot_be_mended_is_told(
    left_open: Path, caplog: pytest.LogCaptureFixture, monkeypatch: pytest.MonkeyPatch
) -> None:
    def refused(*_: object) -> None:
        raise PermissionError(1, "Operation not permitted")

    monkeypatch.setattr(Path, "chmod", refused)
    held(left_open).close()
    assert (
        f"others can open {left_open} (mode 0755), and that could not be changed: Operation not permitted"
        in caplog.text
    )
    assert {record.levelno for record in caplog.records} == {logging.WARNING}


def test_the_service_and_the_image_make_their_folders_so() -> None:
    unit = (ROOT / "deploy" / "tablier.service").read_text(encoding="utf-8").splitlines()
    assert {"UMask=0077", "StateDirectoryMode=0700"} <= set(unit)
    assert "mkdir -m 700 /data" in (ROOT / "deploy" / "Containerfile").read_text(encoding="utf-8")
