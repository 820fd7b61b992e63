"""The commands on saved games: ``show`` replays, ``verify`` checks, and both say in words what is wrong."""

import json
import os
import pty
import re
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path

import pytest
from typer.testing import CliRunner, Result

from tablier import Match, Notebook
from tablier.cli import app
from tablier.core.words import said
from tablier.games import GAMES
from tests.playthroughs.record import FOLDER

SAVED = Path(__file__).parent / "saved"
FAIR, OLDER = SAVED / "fair.txt", SAVED / "older.txt"
RIGHT, LEFT, HOME, END, DOWN, UP = "\x1b[C", "\x1b[D", "\x1b[H", "\x1b[F", "\x1b[B", "\x1b[A"


def tablier(*arguments: object, typed: str = "") -> Result:
    environment = {"LANG": "C", "LC_ALL": "C", "COLUMNS": "100"}
    return CliRunner().invoke(app, [str(argument) for argument in arguments], input=typed, env=environment)


def recorded(game: str) -> tuple[str, list[str]]:
    """A recorded game: its text, and every event in words."""
    text, log, _ = (FOLDER / f"{game}-0.txt").read_text(encoding="utf-8").split("\n---\n")
    return text.rstrip("\n") + "\n", log.splitlines()


@pytest.fixture
def account(tmp_path: Path) -> Path:
    """What seat 1 may keep of a running game with secrets."""
    match = Match.from_text(recorded("samarra")[0]).at(9)
    (tmp_path / "account.txt").write_text(match.text(1), encoding="utf-8")
    return tmp_path / "account.txt"


# Printed


@pytest.mark.parametrize("game", GAMES)
def test_a_recorded_game_is_shown_with_its_headers_its_log_and_its_last_position(game: str, tmp_path: Path) -> None:
    text, log = recorded(game)
    (tmp_path / "game.txt").write_text(text, encoding="utf-8")
    done = tablier("show", tmp_path / "game.txt")
    assert done.exit_code == 0, done.output
    match = Match.from_text(text)
    heads, entries, last = done.stdout.split("\n\n", 2)
    assert heads == text.split("\n\n")[0]
    found = [re.fullmatch(r" *(\d+)  (\S+(?: \S+)*?)  (.*)", entry) for entry in entries.splitlines()]
    assert [entry and (int(entry[1]), entry[2]) for entry in found] == list(enumerate(match.moves, 1))
    assert " ".join(entry[3] for entry in found if entry) == " ".join(log)
    board = match.engine.game.terminal.draw(match.engine.record[0], match.state[0], -2)
    for line in board:
        assert "".join(said(text, "en") for text, _ in line).rstrip() in last
    assert tablier("show", "-", typed=text).stdout == done.stdout


def test_one_position_is_shown_in_french() -> None:
    match = Match.from_text(FAIR.read_text(encoding="utf-8"))
    done = tablier("show", FAIR, "--move", 4, "--language", "fr")
    assert done.exit_code == 0
    assert f"Coup 4 sur {len(match.moves)}\u202f: {match.moves[3]}" in done.stdout
    for line in match.story(3, "everyone", "fr"):
        assert line in done.stdout
    assert match.story(4, "everyone", "fr")[0] not in done.stdout
    assert "Start of the game" in tablier("show", FAIR, "--move", 0).stdout


def test_an_older_game_is_shown_as_far_as_it_goes_with_its_other_moves_and_the_fault() -> None:
    saved = Match.read(OLDER.read_text(encoding="utf-8"))
    done = tablier("show", OLDER)
    assert done.exit_code == 1
    assert "result: 0 1 commander" in done.stdout
    assert str(saved.fault) in done.stdout
    for number, move in enumerate(saved.moves, 1):
        assert re.search(rf"^ *{number}  {re.escape(move)}\b", done.stdout, re.MULTILINE) or move[0] in "*+"
    assert f"54  {saved.moves[53]}" in done.stdout
    french = tablier("show", OLDER, "--move", 40, "--language", "fr")
    assert french.exit_code == 2
    assert saved.fault is not None
    assert saved.fault.say("fr") in french.stderr


def test_a_game_that_cannot_begin_is_shown_as_it_was_written(tmp_path: Path) -> None:
    text = FAIR.read_text(encoding="utf-8").replace('"die": 6', '"die": 7')
    done = tablier("show", "-", typed=text)
    assert done.exit_code == 1
    assert text.strip() in done.stdout
    assert "die" in done.stdout.rsplit("\n\n", 1)[1]


def test_an_account_is_shown_as_its_seat_sees_it_and_from_no_other(account: Path) -> None:
    match = Match.from_text(account.read_text(encoding="utf-8"))
    done = tablier("show", account)
    assert done.exit_code == 0, done.output
    assert match.moves[0] in done.stdout
    assert "?@" in done.stdout
    assert tablier("show", account, "--seat", 1).stdout == done.stdout
    assert tablier("show", account, "--seat", 0).exit_code == 2
    assert tablier("verify", account).exit_code == 1


def test_a_finished_game_is_shown_as_a_seat_saw_it(tmp_path: Path) -> None:
    text, _ = recorded("samarra")
    done = tablier("show", "-", "--move", 1, "--seat", 1, typed=text)
    assert Match.from_text(text).moves[0] not in done.stdout
    assert "Move 1 of 20: ?\n" in done.stdout
    assert Match.from_text(text).moves[0] in tablier("show", "-", "--move", 1, "--seat", 0, typed=text).stdout
    assert "Move 1 of 20: ?\n" in tablier("show", "-", "--move", 1, "--seat", "spectator", typed=text).stdout


@pytest.mark.parametrize(("reason", "result"), [("resigned", "0 1"), ("agreed", "1/2 1/2")])
def test_what_the_table_decided_is_told(reason: str, result: str) -> None:
    match = Match.from_text(recorded("samarra")[0]).at(9)
    match.end((0.0, 1.0) if reason == "resigned" else (0.5, 0.5), reason)
    done = tablier("show", "-", typed=match.text())
    assert done.exit_code == 0
    assert f"{result} {reason}." in done.stdout.splitlines()[-1]


@pytest.mark.parametrize("command", ["show", "review"])
def test_a_header_that_may_be_misspelt_is_named_with_the_known_one(command: str) -> None:
    text, _ = recorded("samarra")
    heads, moves = text.split("\n\n", 1)
    heads = heads.replace("names: ", "nams: ") if "names: " in heads else f'{heads}\nnams: ["Ève", "Bob"]'
    given = f"{heads}\nevent: none\n\n{moves}"
    done = tablier(command, "-", *(["--simulations", 1] if command == "review" else []), typed=given)
    assert done.exit_code == 0, done.output
    told = " ".join(done.output.split())
    assert "The header “nams” is unknown and has no effect. Did you mean “names”?" in told
    assert "“event”" not in told


def test_a_file_that_is_not_text_is_named() -> None:
    done = CliRunner().invoke(app, ["show", "-", "--language", "en"], input=b"\x89PNG\r\n")
    assert done.exit_code == 2
    assert done.stderr == "- is not text: a saved game is text in UTF-8.\n"


@pytest.mark.parametrize("given", ["5", "bob", "-1"])
def test_a_viewpoint_that_is_none_is_named_with_those_that_are(given: str) -> None:
    done = tablier("show", FAIR, f"--seat={given}")
    assert done.exit_code == 2
    assert done.stderr == f"“{given}” is no viewpoint: give a seat from 0 to 1, spectator or everyone.\n"


# With keys


def answers(keys: list[tuple[str, str]], file: Path = FAIR) -> Iterator[str]:
    """What a terminal shows when each text is followed by a key, until the program ends."""
    terminal, other = pty.openpty()
    command = [sys.executable, "-c", "from tablier.cli import main; main()", "show", str(file), "--language", "en"]
    environment = os.environ | {"TERM": "xterm", "COLUMNS": "100", "LINES": "40"}
    program = subprocess.Popen(command, stdin=other, stdout=other, stderr=other, env=environment)
    os.close(other)
    seen = ""
    for awaited, key in keys:
        while awaited not in seen:
            seen += os.read(terminal, 4096).decode(errors="replace")
        yield seen
        seen = ""
        os.write(terminal, key.encode())
    with open(terminal, "rb", buffering=0) as rest:
        try:
            while rest.read(4096):
                pass
        except OSError:  # the other end is closed
            pass
    assert program.wait() == 0


def test_keys_go_forward_back_to_the_start_and_to_the_end() -> None:
    moves = Match.from_text(FAIR.read_text(encoding="utf-8")).moves
    last = len(moves)
    steps = [
        ("Start of the game", LEFT),
        ("Start of the game", RIGHT),
        (f"Move 1 of {last}: {moves[0]}", " "),
        (f"Move 2 of {last}: {moves[1]}", LEFT),
        (f"Move 1 of {last}: {moves[0]}", END),
        (f"Move {last} of {last}: {moves[-1]}", " "),
        (f"Move {last} of {last}: {moves[-1]}", HOME),
        ("Start of the game", "q"),
    ]
    assert len(list(answers(steps))) == len(steps)


def test_keys_that_come_at_once_are_taken_one_by_one() -> None:
    last = len(Match.from_text(FAIR.read_text(encoding="utf-8")).moves)
    steps = [("Start of the game", RIGHT + "x" + RIGHT + " " + LEFT + END), (f"Move {last} of", "\x1b")]
    shown = list(answers(steps))[-1]
    assert [int(number) for number in re.findall(r"Move (\d+) of", shown)] == [1, 2, 3, 2, last]


def test_keys_lead_into_variations_and_back(tmp_path: Path) -> None:
    match = Match("samliam", seed=1)
    for _ in range(4):
        match.play(match.legal()[0])
    notebook = Notebook(match)
    one = notebook.add(notebook.main[1], notebook.legal(notebook.main[1])[1])
    two = notebook.add(one, notebook.legal(one)[0])
    (tmp_path / "game.txt").write_text(notebook.text(), encoding="utf-8")
    steps = [
        ("Start of the game", RIGHT + RIGHT + RIGHT),
        (f"Move 3 of 4: {match.moves[2]}", DOWN),
        (f"Variation, move 3 of 4: {one.move}", RIGHT),
        (f"Variation, move 4 of 4: {two.move}", RIGHT + DOWN + LEFT + UP),
        (f"Move 3 of 4: {match.moves[2]}", DOWN + DOWN + END),
        (f"Variation, move 4 of 4: {two.move}", HOME + "q"),
    ]
    assert len(list(answers(steps, tmp_path / "game.txt"))) == len(steps)


# Checking


def test_verify_says_so_and_its_exit_status_too(tmp_path: Path) -> None:
    text = FAIR.read_text(encoding="utf-8")
    done = tablier("verify", FAIR)
    assert (done.exit_code, done.stdout.startswith("Dice and cards drawn again")) == (0, True)
    assert tablier("verify", "-", "--language", "fr", typed=text).stdout.startswith("Dés et cartes tirés à nouveau")
    die = re.search(r"^\*(\d)$", text, re.MULTILINE)
    assert die
    forged = text.replace(die[0], "*1" if die[1] != "1" else "*2", 1)
    assert (done := tablier("verify", "-", typed=forged)).exit_code == 1
    assert "is not what was drawn" in done.stdout


def test_verify_as_json() -> None:
    done = tablier("verify", FAIR, "--json", "--language", "fr")
    report = json.loads(done.stdout)
    assert set(report) == {"right", "draws", "number", "found", "due", "key", "sentence"}
    assert report["right"] is True
    assert report["sentence"].startswith("Dés et cartes tirés à nouveau")


# Refusals


@pytest.mark.parametrize(
    "arguments",
    [
        ("show", "nowhere.txt"),
        ("show", "."),
        ("show", "-"),
        ("show", FAIR, "--move", "999"),
        ("show", FAIR, "--move", "-1"),
        ("show", FAIR, "--seat", "7"),
        ("show", FAIR, "--seat", "nobody"),
        ("show", FAIR, "--language", "tlh"),
        ("verify", "nowhere.txt"),
        ("verify", "-"),
        ("verify", FAIR, "--language", "tlh"),
    ],
    ids=lambda arguments: " ".join(map(str, arguments)).replace(str(SAVED), ""),
)
def test_bad_input_is_a_sentence_and_status_two(arguments: tuple[object, ...]) -> None:
    done = tablier(*arguments, typed="no saved game")
    assert done.exit_code == 2
    assert done.stderr.strip().endswith((".", "twice."))
    assert done.stdout == ""
    assert not isinstance(done.exception, ValueError)


@pytest.mark.parametrize("command", ["show", "picture", "verify"])
def test_every_help_shows_an_example(command: str) -> None:
    assert f"tablier {command} game.txt" in tablier(command, "--help").stdout
