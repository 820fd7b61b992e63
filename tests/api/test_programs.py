"""Programs that play through the interface: our terminal, our bots from elsewhere, and bots of anybody's."""

import asyncio
import shutil
import subprocess
import sys
import threading
import time
from collections.abc import Iterator, Sequence
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path
from typing import Any

import pytest
from typer.testing import CliRunner

from tablier import Match, cli
from tablier.core.registry import load
from tablier.remote import bot, client, play
from tablier.remote.client import Denied, Server, Unreachable
from tablier.remote.sitting import Sitting
from tablier.server.authority.events import Event
from tablier.server.authority.refusals import Refused
from tablier.server.bots import worker
from tablier.server.entrance import rates
from tablier.server.store.protocol import FULL_SECONDS, Done, Trouble
from tablier.server.tables.connections import Connection, OpenTable
from tests.api.kit import BOT, LINK, ROOT, TABLIER, House

BOTS = ROOT / "docs" / "example" / "bots"
MOST_LINES = 70
SERIES = 100  # games of every box in the long test
AT_ONCE = 2  # games that are played at the same time there
BOXES = ("minelfield", "samarra", "samliam", "sprawl")
NODE = [shutil.which("node") or "node", "--experimental-websocket", "--no-warnings", str(BOTS / "bot.js")]
PYTHON = [sys.executable, str(BOTS / "bot.py")]


needs_node = pytest.mark.skipif(shutil.which("node") is None, reason="there is no node here")
ONE_GAME = 300  # seconds that a game may take
MOST_CUTS, SHORT_WAIT = 6, 0.2


@pytest.fixture(scope="module")
def house(tmp_path_factory: pytest.TempPathFactory) -> Iterator[House]:
    with House(tmp_path_factory.mktemp("data")) as house:
        yield house


def made(house: House, game: str, *seats: dict[str, Any]) -> tuple[str, list[str]]:
    """A table, and the links to its seats."""
    answer = house.visitor().post("/api/tables", {"game": game, "seats": list(seats)})
    return answer["table"], [house.url + seat["link"] for seat in answer["seats"] if seat["link"]]


def finished(house: House, table: str) -> Match:
    """The match of a table that is over, as anybody may download it."""
    match = Match.from_text(house.visitor().text(table, "everyone"))
    assert match.outcome
    return match


# Bots of anybody's


@pytest.mark.parametrize("name", ["bot.py", "bot.js"])
def test_a_whole_bot_fits_on_a_page(name: str) -> None:
    assert len((BOTS / name).read_text(encoding="utf-8").splitlines()) <= MOST_LINES


@pytest.fixture(scope="module")
def strict_house(tmp_path_factory: pytest.TempPathFactory) -> Iterator[House]:
    """A server that refuses who is too fast, as servers do."""
    with House(tmp_path_factory.mktemp("data"), limited=True) as house:
        yield house


class Contest:
    """The two programs at the seats of one table, by turns."""

    def __init__(self, house: House, game: str, order: int = 0) -> None:
        self.house, seats = house, min(load(game).seats)
        self.table, links = made(house, game, *[LINK] * seats)
        commands = [(PYTHON, NODE)[(seat + order) % 2] for seat in range(seats)]
        self.running = [
            subprocess.Popen([*command, link], stdout=subprocess.PIPE, text=True)
            for command, link in zip(commands, links, strict=True)
        ]

    def __enter__(self) -> "Contest":
        return self

    def __exit__(self, *_: object) -> None:
        for process in self.running:
            process.kill()
            process.wait()

    def end(self) -> None:
        """Wait for the end, and look whether all is as it should be."""
        said = [process.communicate(timeout=ONE_GAME)[0].strip() for process in self.running]
        assert [process.returncode for process in self.running] == [0] * len(said)
        assert all(said)
        assert len(finished(self.house, self.table).salts) == len(said)
        report = self.house.visitor().get(f"/api/tables/{self.table}/verify")
        assert report["key"] == ("core.dice.right" if report["chances"] else "core.dice.none")
        assert report["record"]["given_by"] == ["player"] * len(said)


@needs_node
@pytest.mark.parametrize("game", BOXES)
def test_bots_of_anybody_play_whole_games_against_each_other(strict_house: House, game: str) -> None:
    """Salts, moves and the end are all theirs; who is refused for being too fast goes on."""
    with Contest(strict_house, game) as contest:
        contest.end()


@needs_node
@pytest.mark.slow
@pytest.mark.parametrize("game", BOXES)
def test_bots_of_anybody_play_many_games_against_each_other(strict_house: House, game: str) -> None:
    with ThreadPoolExecutor(AT_ONCE) as several:

        def play(number: int) -> None:
            with Contest(strict_house, game, number) as contest:
                contest.end()

        list(several.map(play, range(SERIES)))


@needs_node
def test_bots_of_anybody_come_back_when_they_are_cut_off_or_told_to_come_later(
    strict_house: House, monkeypatch: pytest.MonkeyPatch
) -> None:
    hub, cut, refused = strict_house.hub, list[str](), list[str]()
    connect, count = hub.connect, hub._count

    async def crowded(name: str, connection: Connection, number: int | None) -> OpenTable:
        if connection.visitor not in refused:
            refused.append(connection.visitor)
            raise Refused("server.limits.sockets", 429, SHORT_WAIT)
        return await connect(name, connection, number)

    def counted(here: OpenTable, events: Sequence[Event]) -> None:
        count(here, events)
        if len(cut) < MOST_CUTS:
            cut.extend(event.kind for event in events[:1])
            for connection in here.connections:
                asyncio.get_running_loop().call_soon(connection.hang_up)

    monkeypatch.setattr(hub, "connect", crowded)
    monkeypatch.setattr(hub, "_count", counted)
    with Contest(strict_house, "samliam") as contest:
        contest.end()
    assert len(refused) == 2
    assert len(cut) == MOST_CUTS
    assert {"seal", "salt"} <= set(cut)


# Our bots from elsewhere


def sitting(house: House, link: str, language: str = "en") -> Sitting:
    visitor = house.visitor(language)
    visitor.sleep = lambda _: None
    return Sitting(visitor, visitor.claim(link))


def test_our_bot_plays_from_another_process(house: House, tmp_path: Path) -> None:
    table, [link] = made(house, "minelfield", LINK, BOT)
    command = [TABLIER, "bot", "--seat", link, "--level", "1", "--data", str(tmp_path), "--language", "fr"]
    told = subprocess.run(command, capture_output=True, text=True, timeout=120, check=True).stdout
    finished(house, table)
    assert "À vous de jouer." in told
    assert told.splitlines()[-1].startswith(("Vous avez gagné.", "Vous avez perdu"))


def test_our_bot_goes_on_when_it_is_too_fast(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(rates, "MESSAGES", rates.Rate(1, 50))
    with House(tmp_path, limited=True) as house:
        table, [link] = made(house, "minelfield", LINK, BOT)
        visitor, waits = house.visitor(), list[float]()

        def waited(seconds: float) -> None:
            waits.append(seconds)
            time.sleep(seconds)

        visitor.sleep = waited
        bot.play(Sitting(visitor, visitor.claim(link)), 1, print)
        finished(house, table)
    assert waits


def test_our_bot_knows_what_the_seat_knows_on_the_server(house: House, monkeypatch: pytest.MonkeyPatch) -> None:
    table, [link] = made(house, "samarra", BOT, LINK)
    here, known = sitting(house, link), []

    def thought(text: str, level: int, share: float, seconds: float) -> str:
        match = house.hub.open_tables[table].table.match
        known.append((text, match.text(1)))
        return worker.choose(text, level, share, seconds)

    monkeypatch.setattr(bot, "choose", thought)
    bot.play(here, 1, print)
    finished(house, table)
    assert known
    for given, due in known:
        assert [line for line in given.splitlines() if not line.startswith("names:")] == due.splitlines()


def test_a_lost_connection_is_made_again(house: House, monkeypatch: pytest.MonkeyPatch) -> None:
    table, [link] = made(house, "minelfield", LINK, BOT)
    here, lines = sitting(house, link), set()

    def thought(*args: Any) -> str:
        lines.add(here.socket)
        if len(lines) < 3 and here.socket:
            here.socket.close()
        return worker.choose(*args)

    monkeypatch.setattr(bot, "choose", thought)
    bot.play(here, 1, print)
    finished(house, table)
    assert len(lines) >= 3


def test_who_finds_the_disk_full_comes_back_when_it_was_told_to(house: House, monkeypatch: pytest.MonkeyPatch) -> None:
    table, [link] = made(house, "minelfield", LINK, BOT)
    here, waits = sitting(house, link), list[float]()
    here.server.sleep = waits.append

    def full(*given: Any) -> None:
        monkeypatch.undo()
        done: Done = given[4]
        done(Trouble(full=True))

    monkeypatch.setattr(house.hub.store, "append", full)
    bot.play(here, 1, print)
    finished(house, table)
    assert waits[0] == FULL_SECONDS


def test_a_seat_that_is_taken_is_refused_in_words(house: House) -> None:
    _, [link] = made(house, "minelfield", LINK, BOT)
    house.visitor().claim(link)
    with pytest.raises(Denied) as found:
        house.visitor("fr").claim(link)
    assert found.value.code == "seat.taken"
    assert found.value.say("fr") == "Quelqu’un d’autre occupe déjà cette place."


def test_a_table_that_is_not_there_ends_the_listening(house: House) -> None:
    with pytest.raises(Denied) as found:
        next(iter(message for message in Sitting(house.visitor(), "nothing").messages() if message["type"] == "table"))
    assert found.value.code == "table.unknown"


def test_a_server_that_is_not_there_is_named() -> None:
    waits: list[float] = []
    with pytest.raises(Unreachable) as found:
        Server("http://127.0.0.1:9", "x", sleep=waits.append).get("/api/games")
    assert "127.0.0.1:9" in found.value.say("en")
    assert waits == sorted(waits)
    assert len(waits) == client.ATTEMPTS - 1


def test_who_one_is_stays_the_same_and_differs_by_purpose(tmp_path: Path) -> None:
    first, again, other = (client.identity(tmp_path, purpose) for purpose in ("a", "a", "b"))
    assert first == again != other
    assert (tmp_path / "visitor.key").stat().st_mode & 0o077 == 0
    assert client.identity(tmp_path / "elsewhere", "a") != first


# A person at a terminal


class Typist:
    """Types some lines, then always the first legal move."""

    def __init__(self, *lines: str | None) -> None:
        self.lines = list(lines)

    def __call__(self, prompt: str, words: Sequence[str]) -> str | None:
        return self.lines.pop(0) if self.lines else words[0]


@pytest.mark.parametrize("game", ["minelfield", "samarra"])
def test_a_whole_game_is_played_in_the_terminal(
    house: House, game: str, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str], tmp_path: Path
) -> None:
    typist = Typist("?", "help", "log", f"save {tmp_path / 'mine.txt'}", "chat bonjour", "impossible")
    monkeypatch.setattr(play, "ask", typist)
    table, [link] = made(house, game, LINK, BOT)
    play.run(sitting(house, link, "fr"))
    told = capsys.readouterr().out
    finished(house, table)
    assert typist.lines == []
    assert f"{house.url}/t/{table}" in told.replace("\n", "")
    assert "bonjour" in told
    assert "« impossible »" in told or "impossible" in told
    assert "Vous avez gagné." in told or "Vous avez perdu" in told or "Partie nulle" in told
    assert Match.from_text((tmp_path / "mine.txt").read_text(encoding="utf-8")).viewpoint == 0


def test_somebody_else_can_be_invited_and_gives_up(
    house: House, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    table, links = made(house, "samliam", LINK, LINK)
    people = [sitting(house, link) for link in links]
    typist = Typist("draw", None)
    monkeypatch.setattr(play, "ask", lambda prompt, words: "yes" if words == ["yes"] else typist(prompt, words))
    thread = threading.Thread(target=play.run, args=(people[1],))
    thread.start()
    play.run(people[0])
    thread.join(timeout=60)
    match = finished(house, table)
    assert match.outcome
    assert match.outcome.reason == "agreed"
    assert "offers a draw" in capsys.readouterr().out


def test_the_command_line_makes_a_table_and_comes_back_to_it(house: House, tmp_path: Path) -> None:
    def typed(*arguments: str) -> str:
        command = ["play", "--server", house.url, "--data", str(tmp_path), "--language", "en", *arguments]
        result = CliRunner().invoke(cli.app, command, input="quit\n")
        assert result.exit_code == 0, result.output
        return result.output

    told = typed("minelfield", "--level", "1")
    address = next(line.removeprefix("Table: ") for line in told.splitlines() if line.startswith("Table: "))
    assert "Seat 0: Blue, you" in told
    assert "Seat 0: Blue, you" in typed("--table", address)
    typed("samliam", "--level", "1", "--name", "Zoé")
    tables = Server(house.url, client.identity(tmp_path, house.url)).get("/api/tables")
    assert ["Zoé", "Level 1 bot"] in [table["players"] for table in tables]


def test_more_people_than_seats_are_refused_before_a_table_is_made(house: House, tmp_path: Path) -> None:
    command = ["play", "minelfield", "--server", house.url, "--data", str(tmp_path), "--people", "9"]
    result = CliRunner().invoke(cli.app, [*command, "--language", "en"])
    assert result.exit_code == 2
    assert result.stderr == "9 people cannot play on 2 seats.\n"


@pytest.mark.parametrize("more", [["--seed", "4"], ["--load", "game.txt"]])
def test_what_only_counts_without_a_server_is_refused_with_one(house: House, more: list[str]) -> None:
    command = ["play", "minelfield", "--server", house.url, *more, "--language", "en"]
    result = CliRunner().invoke(cli.app, command)
    assert result.exit_code == 2
    assert result.stderr.startswith("--seed and --load are only for play without a server")
