"""For who runs a server: settings, logs, metrics, backups while it runs, and stopping."""

import json
import os
import random
import re
import signal
import sqlite3
import subprocess
import threading
from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor
from dataclasses import fields
from pathlib import Path
from typing import Any

import pytest
from websockets.exceptions import ConnectionClosed

from tablier import Match
from tablier.remote.client import Denied, Server
from tablier.remote.sitting import Sitting
from tablier.server.authority.events import Stored
from tablier.server.authority.refusals import Refused
from tablier.server.authority.table import Table
from tablier.server.entrance.visitors import fresh, identity
from tablier.server.operation.settings import Settings, from_environment, variable
from tablier.server.store.backup import backup
from tablier.server.store.sqlite import DATABASE, SqliteStore
from tests.api.kit import BOT, LINK, ME, ROOT, TABLIER, House, clean_environment, process

# Settings

ROW = re.compile(r"^\| `(TABLIER_\w+)` \| (.+?) \| (.+) \|$", re.MULTILINE)
BY_MACHINE = {
    "data": "`~/.local/share/tablier`",
    "store": "none",
    "node": "none",
    "domain": "none",
    "contact": "none",
    "workers": "processors − 1, 1 to 8",
}
OTHERS = {"data": "/tmp/x", "host": "::1", "log": "json", "log_level": "debug", "metrics": "off"}


def shown(name: str, value: Any) -> str:
    """A default as the document writes it."""
    if name in BY_MACHINE:
        return BY_MACHINE[name]
    if isinstance(value, tuple):
        return f"`{', '.join(value)}`" if value else "all" if name == "games" else "none"
    return f"`{'yes' if value is True else 'no' if value is False else value}`"


def test_the_table_of_settings_is_that_of_the_code() -> None:
    rows = {found[1]: found[2] for found in ROW.finditer((ROOT / "docs" / "operate.md").read_text(encoding="utf-8"))}
    usual = Settings()
    assert rows == {variable(entry.name): shown(entry.name, getattr(usual, entry.name)) for entry in fields(Settings)}


@pytest.mark.parametrize("name", [entry.name for entry in fields(Settings)])
def test_every_setting_can_be_given_in_the_environment(name: str) -> None:
    usual = getattr(Settings(), name)
    text = OTHERS.get(name) or (
        {True: "no", False: "yes"}[usual] if isinstance(usual, bool) else "a, b" if isinstance(usual, tuple) else "7"
    )
    assert getattr(from_environment({variable(name): text}), name) != usual
    assert getattr(from_environment({variable(name): ""}), name) == usual


def test_arguments_go_before_the_environment() -> None:
    assert from_environment({"TABLIER_PORT": "1"}, port=2, host=None).port == 2


@pytest.mark.parametrize(
    "given", [("port", "x"), ("processes", "0"), ("pace", "-1"), ("pace", "nan"), ("log", "xml"), ("limited", "maybe")]
)
def test_what_cannot_be_a_setting_is_refused_by_name(given: tuple[str, str]) -> None:
    with pytest.raises(Refused) as found:
        from_environment({variable(given[0]): given[1]})
    assert variable(given[0]) in found.value.say("fr")
    assert given[1] in found.value.say("en")


@pytest.mark.parametrize("file", ["tablier.service", "Containerfile"])
def test_what_is_deployed_sets_only_what_there_is(file: str) -> None:
    text = (ROOT / "deploy" / file).read_text(encoding="utf-8")
    given = dict(re.findall(r"(TABLIER_\w+)=([^\s\\]+)", text))
    assert {"TABLIER_DATA", "TABLIER_HOST", "TABLIER_PORT"} <= set(given)
    assert set(given) <= {variable(entry.name) for entry in fields(Settings)}
    from_environment(given)
    assert "tablier" in text
    assert "serve" in text


# Playing


def play_on(sitting: Sitting, until: int | None = None) -> Match:
    """Make some legal move at each turn, until the game is over or has so many moves; the seat's account."""
    answered = -1
    for message in sitting.messages():
        now = message.get("now", message)
        if message["type"] not in ("table", "now"):
            continue
        if now["to_move"] is None or (until is not None and now["number"] >= until):
            break
        if now["moves"] and now["number"] != answered:
            answered = now["number"]
            choice = random.Random(answered).choice(now["moves"])["move"]
            sitting.send(type="move", number=answered, move=choice)
    return sitting.account(sitting.mine[0])


def pair(url: str, game: str) -> tuple[str, list[Sitting], list[str]]:
    """Two people at a table; its id, their places, and the links that they used."""
    people = [Server(url, fresh()) for _ in range(3)]
    made = people[2].post("/api/tables", {"game": game, "seats": [LINK, LINK], "name": "Rendezvous"})
    links = [seat["link"] for seat in made["seats"]]
    return (
        made["table"],
        [Sitting(who, who.claim(link, "Zenobia")) for who, link in zip(people, links, strict=False)],
        links,
    )


def play_both(people: list[Sitting], until: int | None = None) -> None:
    threads = [threading.Thread(target=play_on, args=(person, until)) for person in people]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()


def stored(data: Path, table: str) -> Stored:
    store = SqliteStore(data / DATABASE)
    found = store.load(table).result()
    store.close()
    assert found
    return found


# Logs


def test_no_line_of_the_log_holds_a_secret(tmp_path: Path) -> None:
    with process(tmp_path, TABLIER_LOG="json", TABLIER_LOG_LEVEL="debug") as (running, url):
        table, people, links = pair(url, "samarra")
        people[0].send(type="chat", text="ignored, for the line is not open yet")
        play_both(people)
        for path in (links[0], f"/t/{table}", "/seat/wrong", f"/api/tables/{table}/text"):
            people[0].server.ask("GET", path) if "wrong" not in path else None
        with pytest.raises(Denied):
            people[0].server.post("/api/seats/wrong/claim", {"nothing": 1})
        running.send_signal(signal.SIGTERM)
        out, log = running.communicate()
    lines = [json.loads(line) for line in log.splitlines()]
    assert {"started", "table made", "answered", "stopped"} <= {line["event"] for line in lines}
    assert all(set(line) >= {"at", "level", "event"} for line in lines)
    found = stored(tmp_path, table)
    secrets = [table, str(found.setup.seed), f"{found.setup.seed:x}", "Zenobia", "Rendezvous", *links]
    secrets += [link.removeprefix("/seat/") for link in links]
    secrets += [person.server.visitor for person in people] + [identity(p.server.visitor) for p in people]
    secrets += [event.text for event in found.events if event.kind == "salt"]
    secrets += [f'"{event.move}"' for event in found.events if event.kind == "move"]
    assert len(secrets) > 20
    assert [secret for secret in secrets if secret in out + log] == []


def test_what_went_wrong_is_told_without_its_message(capsys: pytest.CaptureFixture[str]) -> None:
    import logging

    from tablier.server.operation import logs

    try:
        raise ValueError("a secret")
    except ValueError as error:
        fault = (ValueError, error, error.__traceback__)
    record = logging.LogRecord("tablier", logging.ERROR, "", 0, "%s failed", ("something",), fault)
    for formatter in (logs.JsonLines(), logs.Lines()):
        line = formatter.format(record)
        assert "ValueError" in line
        assert "test_operate.py" in line
        assert "a secret" not in line


# Metrics

SAMPLE = re.compile(r'tablier_[a-z_]+(\{[a-z]+="[^"\\]*"\})? -?[0-9.e+-]+')
COMMENT = re.compile(r"# (HELP tablier_\w+ .+|TYPE tablier_\w+ (gauge|counter|histogram))")


def samples(text: str) -> dict[str, float]:
    lines = text.splitlines()
    assert all(SAMPLE.fullmatch(line) or COMMENT.fullmatch(line) for line in lines)
    return {line.rpartition(" ")[0]: float(line.rpartition(" ")[2]) for line in lines if not line.startswith("#")}


def test_metrics_count_what_happened(tmp_path: Path) -> None:
    with House(tmp_path) as house:
        visitor = house.visitor()
        made = visitor.post("/api/tables", {"game": "minelfield", "seats": [ME, BOT]})
        here = Sitting(visitor, made["table"])
        play_on(here)
        with pytest.raises(Denied):
            visitor.get("/api/games/nothing")
        found = samples(visitor.ask("GET", "/metrics").decode())
    events = [event for event in stored(tmp_path, made["table"]).events if event.kind == "move"]
    seats = [event.seat for event in events]
    assert found['tablier_moves_total{by="person"}'] == seats.count(0) > 0
    assert found['tablier_moves_total{by="bot"}'] == seats.count(1) == found["tablier_bot_seconds_count"] > 0
    assert found['tablier_moves_total{by="chance"}'] == seats.count(None) > 0
    assert found['tablier_refusals_total{code="request.unknown"}'] == 1
    assert found["tablier_tables_open"] == found["tablier_tables_made_total"] == 1
    assert found["tablier_bots_thinking"] == 0
    assert found['tablier_commit_seconds_bucket{le="+Inf"}'] == found["tablier_commit_seconds_count"] > 0
    assert found["tablier_uptime_seconds"] > 0


@pytest.mark.parametrize(("setting", "code"), [("local", "metrics.private"), ("off", "request.unknown")])
def test_metrics_are_not_for_everybody(tmp_path: Path, setting: str, code: str) -> None:
    with House(tmp_path, metrics=setting) as house, pytest.raises(Denied) as found:
        far_away(house).ask("GET", "/metrics")
    assert found.value.code == code


def test_metrics_can_be_for_everybody(tmp_path: Path) -> None:
    with House(tmp_path, metrics="everyone") as house:
        assert samples(far_away(house).ask("GET", "/metrics").decode())


@pytest.mark.parametrize(
    ("proxies", "believed"),
    [("127.0.0.0/8", True), ("10.88.0.0/16, 127.0.0.1", True), ("*", True), ("10.88.0.0/16", False), ("::1", False)],
)
def test_who_is_believed_may_be_a_whole_network(tmp_path: Path, proxies: str, believed: bool) -> None:
    """Somebody who is not believed is taken for who asks, which here is this machine."""
    named = from_environment({"TABLIER_PROXIES": proxies}).proxies
    with House(tmp_path, proxies=named) as house:
        if not believed:
            assert samples(far_away(house).ask("GET", "/metrics").decode())
            return
        with pytest.raises(Denied) as found:
            far_away(house).ask("GET", "/metrics")
    assert found.value.code == "metrics.private"


class Proxied(Server):
    """Somebody for whom a proxy on the same machine asks."""

    @property
    def headers(self) -> dict[str, str]:
        return super().headers | {"X-Forwarded-For": "203.0.113.7"}


def far_away(house: House) -> Server:
    return Proxied(house.url, fresh())


# Backups


def test_a_backup_under_load_is_consistent(tmp_path: Path) -> None:
    """Copies are taken while several games are played; in each of them every table replays."""
    data, copies = tmp_path / "data", list[Path]()
    with House(data) as house:
        tables = [pair(house.url, game) for game in ("minelfield", "samarra", "samliam")]
        threads = [threading.Thread(target=play_both, args=(people, 80)) for _, people, _ in tables]
        for thread in threads:
            thread.start()
        while any(thread.is_alive() for thread in threads):
            copies.append(tmp_path / f"copy-{len(copies)}.sqlite")
            backup(data, copies[-1])
        for thread in threads:
            thread.join()
    assert len(copies) > 1
    sizes = [checked_events(copy, data, [table for table, _, _ in tables]) for copy in copies]
    assert sizes == sorted(sizes)
    assert sizes[0] < sizes[-1], "nothing happened meanwhile"


def checked_events(copy: Path, data: Path, tables: list[str]) -> int:
    """How many events there are in a copy; each table in it is as the real one was at some moment, and replays."""
    assert copy.stat().st_mode & 0o077 == 0
    connection = sqlite3.connect(copy)
    assert connection.execute("pragma integrity_check").fetchall() == [("ok",)]
    connection.close()
    folder = copy.with_suffix("")
    folder.mkdir()
    (folder / DATABASE).write_bytes(copy.read_bytes())
    count = 0
    for name in tables:
        kept, real = stored(folder, name), stored(data, name)
        assert kept.events == real.events[: len(kept.events)]
        table = Table(kept.setup, kept.events)
        assert not table.closed
        assert table.number == sum(event.kind == "move" for event in kept.events)
        count += len(kept.events)
    return count


def test_a_backup_of_nothing_says_so_and_leaves_the_older_one(tmp_path: Path) -> None:
    older = tmp_path / "copy.sqlite"
    older.write_text("older")
    with pytest.raises(Refused) as found:
        backup(tmp_path / "nowhere", older)
    assert found.value.key == "server.backup.nothing"
    (tmp_path / DATABASE).write_bytes(b"not a database, whatever its name may say" * 100)
    with pytest.raises(Refused) as found:
        backup(tmp_path, older)
    assert found.value.key == "server.backup.failed"
    assert older.read_text() == "older"
    assert sorted(path.name for path in tmp_path.iterdir()) == ["copy.sqlite", DATABASE]


def test_the_command_says_what_it_copied(tmp_path: Path) -> None:
    with House(tmp_path / "data") as house:
        house.visitor().post("/api/tables", {"game": "minelfield", "seats": [ME, BOT]})
        command = [TABLIER, "backup", "--data", str(tmp_path / "data"), str(tmp_path / "copy"), "--language", "fr"]
        done = subprocess.run(command, capture_output=True, text=True, env=clean_environment(), check=True)
    assert done.stdout == f"Copié dans {tmp_path / 'copy'} (tables\u202f: 1, événements\u202f: 0).\n"
    missing = [TABLIER, "backup", "--data", str(tmp_path / "nowhere"), str(tmp_path / "copy")]
    assert subprocess.run(missing, capture_output=True, env=clean_environment(), check=False).returncode == 2


def test_a_copy_never_takes_the_place_of_what_is_copied(tmp_path: Path) -> None:
    SqliteStore(tmp_path / DATABASE).close()
    before = (tmp_path / DATABASE).stat().st_ino
    for own in (tmp_path / DATABASE, tmp_path / "x" / ".." / f"{DATABASE}-wal"):
        command = [TABLIER, "backup", "--data", str(tmp_path), str(own)]
        done = subprocess.run(command, capture_output=True, text=True, env=clean_environment(), check=False)
        assert done.returncode == 2
        assert done.stderr == f"{own} is what is to be copied: give the copy another name.\n"
    assert (tmp_path / DATABASE).stat().st_ino == before


# Stopping


@pytest.mark.parametrize("number", [signal.SIGTERM, signal.SIGINT])
def test_a_stopped_server_tells_everybody_to_come_back_and_loses_nothing(tmp_path: Path, number: int) -> None:
    told: list[str] = []
    with process(tmp_path) as (running, url):
        table, people, _ = pair(url, "samliam")
        lines: list[Any] = [person.messages() for person in people]
        for line in lines:
            next(line)
        socket = people[0].socket
        assert socket
        for _ in range(6):
            mover = wait_for_turn(people, lines)
            told.append(mover)
        os.kill(running.pid, number)
        assert running.wait(timeout=30) == 0
        code = closing_code(people[0])
        for line in lines:
            line.close()
    assert code == 1012
    kept = [event.move for event in stored(tmp_path, table).events if event.kind == "move"]
    assert kept[: len(told)] == told
    with process(tmp_path) as (_, url):
        again = [Sitting(Server(url, person.server.visitor), table) for person in people]
        play_both(again, len(told) + 3)
    assert len([event for event in stored(tmp_path, table).events if event.kind == "move"]) >= len(told) + 3


def wait_for_turn(people: list[Sitting], lines: list[Iterator[dict[str, Any]]]) -> str:
    """Have whoever decides make a move, and hear of it; the move."""
    with ThreadPoolExecutor(len(people)) as both:  # neither sees the beginning before the other has done their part
        latest = list(both.map(standing, people, lines))
    mover = next(index for index, now in enumerate(latest) if now["moves"])
    now = latest[mover]
    move = str(now["moves"][0]["move"])
    people[mover].send(type="move", number=now["number"], move=move)
    for line in lines:
        while next(line)["type"] != "happened":
            pass
    return move


def standing(person: Sitting, line: Iterator[dict[str, Any]]) -> dict[str, Any]:
    """How things stand once nobody is waited for."""
    for message in line:
        now = message.get("now", message)
        if message["type"] in ("table", "now") and not now["waiting"]:
            return dict(now)
    raise AssertionError("the line is never at its end")


def closing_code(person: Sitting) -> int | None:
    """With which code the server has closed a line."""
    assert person.socket
    try:
        while True:
            person.socket.recv(timeout=10)
    except ConnectionClosed as error:
        return error.rcvd.code if error.rcvd else None
