"""The command line: whole games at the terminal, the curtain, perft, and its exit statuses."""

import io
import json
import os
import re
import subprocess
import sys
from contextlib import redirect_stderr, redirect_stdout
from pathlib import Path
from typing import NamedTuple

import pytest

from tablier import Match
from tablier.cli import main
from tablier.core.lessons import lesson
from tablier.core.puzzles import puzzles
from tablier.core.registry import load
from tablier.games import GAMES
from tablier.lab.perft import perft

FEW = {"samliam": {"size": 7, "announcements": "off"}}
"""Options with fewer moves, where all sequences of two would take long to play one by one."""


class Done(NamedTuple):
    """How a command has ended."""

    returncode: int
    stdout: str
    stderr: str


def tablier(*arguments: str, typed: str = "", **environment: str) -> Done:
    """What a command prints and how it ends, in this process."""
    known = {"LANG": "C", "COLUMNS": "100"} | environment
    stdin, stdout, stderr = io.TextIOWrapper(io.BytesIO(typed.encode())), io.StringIO(), io.StringIO()
    status: str | int | None = 0
    with pytest.MonkeyPatch.context() as patch, redirect_stdout(stdout), redirect_stderr(stderr):
        for name, value in known.items():
            patch.setenv(name, value)
        patch.setattr(sys, "argv", ["tablier", *arguments])
        patch.setattr(sys, "stdin", stdin)
        try:
            main()
        except SystemExit as end:
            status = end.code
    return Done(int(status or 0), stdout.getvalue(), stderr.getvalue())


def test_the_command_runs_as_a_process_of_its_own() -> None:
    command = [sys.executable, "-m", "tablier", "play", "konane", "--people", "0", "--level", "0", "--seed", "3"]
    environment = os.environ | {"LANG": "C", "COLUMNS": "100"}
    done = subprocess.run(command, env=environment, capture_output=True, text=True, check=False)
    assert done.returncode == 0, done.stderr
    assert done.stdout == tablier(*command[3:]).stdout


@pytest.mark.parametrize("game", GAMES)
def test_random_players_play_a_whole_game(game: str) -> None:
    done = tablier("play", game, "--people", "0", "--level", "0", "--seed", "3")
    assert done.returncode == 0, done.stderr
    assert "The game is over." in done.stdout


@pytest.mark.parametrize("game", GAMES)
def test_a_person_plays_and_leaves(game: str) -> None:
    move = Match(game).legal()[0]
    done = tablier(
        "play", game, "--level", "1", "--seed", "3", "--language", "fr", typed=f"?\nnonsense\n{move}\nlog\nquit\n"
    )
    assert done.returncode == 0, done.stderr
    assert move in done.stdout
    assert "n’est pas un coup permis" in done.stdout
    assert "À bientôt." in done.stdout


@pytest.mark.parametrize("game", GAMES)
def test_a_lesson_is_gone_through_to_its_end(game: str) -> None:
    course = lesson(game)
    assert course is not None
    answers = [step.answers[0] if step.answers else "" for step in course.steps]
    done = tablier("learn", game, "--language", "fr", typed="\n".join(["help", "nonsense", *answers, ""]))
    assert done.returncode == 0, done.stderr
    assert "montrer le coup et continuer" in done.stdout
    assert f"Étape {len(answers)} sur {len(answers)}" in done.stdout
    assert "Vous savez jouer." in done.stdout


def test_a_puzzle_is_solved_by_typing_its_moves() -> None:
    puzzle = next(puzzle for puzzle in puzzles("konane").values() if puzzle.turns > 1)
    attempt = puzzle.begun(())
    other = next(move for move in attempt.match.legal() if move not in attempt.answers)
    own = [step for step in puzzle.lines[0] if isinstance(step, str)]
    typed = "\n".join(["help", "hint", "nonsense", other, *own])
    done = tablier("puzzle", "konane", puzzle.id, "--language", "fr", typed=typed)
    assert done.returncode == 0, done.stderr
    for sentence in (
        "de quoi il s’agit",
        "Thème",
        "n’est pas un coup permis",
        f"Après {other}",
        "C’est juste",
        "Résolu",
    ):
        assert sentence in done.stdout
    assert tablier("puzzle", "konane", "none").returncode == 2
    assert "Solved!" in tablier("puzzle", "samarra", "--language", "en", typed="show\n").stdout


def test_a_curtain_falls_between_two_people_and_hides_what_the_other_did() -> None:
    done = tablier("play", "samarra", "--people", "2", typed="\nS@c1 M@b1 D@d1\n\nquit\n")
    _, before, after = re.split("Curtain", done.stdout)
    assert "S@c1" in before
    assert "@c1" not in after


def test_a_game_is_saved_and_gone_on_with(tmp_path: Path) -> None:
    file = tmp_path / "game.txt"
    tablier("play", "minelfield", "--level", "1", "--seed", "5", typed=f"a3-b3\nsave {file}\nquit\n")
    assert "a3-b3" in Match.from_text(file.read_text()).moves
    done = tablier("play", "--load", str(file), typed="undo\nquit\n")
    assert done.returncode == 0, done.stderr


def test_refusals_are_sentences_with_status_one_and_wrong_usage_two(tmp_path: Path) -> None:
    for arguments, status in [
        (("play", "chess"), 1),
        (("play", "samarra", "--seats", "5"), 1),
        (("play", "samarra", "--people", "9"), 1),
        (("play", "samarra", "--level", "9"), 2),
        (("play", "samarra", "--option", "passing=perhaps"), 1),
        (("play", "--load", str(tmp_path / "none.txt")), 1),
        (("play", "samarra", "--option", "passing"), 2),
        (("play", "samarra", "--bogus"), 2),
        (("perft", "samarra"), 2),
        (("dance",), 2),
    ]:
        done = tablier(*arguments)
        assert done.returncode == status, arguments
        assert "Traceback" not in done.stderr
        assert done.stderr.strip()


@pytest.mark.parametrize("game", GAMES)
def test_perft_counts_what_playing_every_sequence_counts(game: str) -> None:
    def count(match: Match, depth: int) -> int:
        if depth == 0:
            return 1
        total = 0
        for move in match.legal():
            match.play(move)
            total += count(match, depth - 1)
            match.undo()
        return total

    match = Match(game, options=FEW.get(game))
    assert perft(match.engine, match.state, 0) == 1
    for depth in (1, 2):
        assert perft(match.engine, match.state, depth) == count(match, depth)


def test_perft_of_a_game_that_is_over_earlier_counts_none() -> None:
    match = Match("heap", options={"stones": 7})
    assert perft(match.engine, match.state, 8) == 0
    assert perft(match.engine, match.state, 7) == 1


def test_perft_at_the_command_line() -> None:
    done = tablier("perft", "samarra", "--depth", "2", "--option", "board=classic", "--json")
    row = json.loads(done.stdout)
    assert (row["game"], row["depth"], row["count"]) == ("samarra", 2, 36)
    assert tablier("perft", "samarra", "--depth", "2").stdout.strip() == "36"


@pytest.mark.parametrize("command", ["play", "perft", "bench", "games", "arena"])
def test_every_help_shows_an_example(command: str) -> None:
    done = tablier(command, "--help")
    assert f"tablier {command}" in done.stdout
    assert "Example" in done.stdout


def test_the_benchmark_prints_its_rows() -> None:
    done = tablier("bench", "minelfield", "--seconds", "0.1", "--json")
    rows = json.loads(done.stdout)
    keys = ["game", "seats", "options", "playouts_per_second", "decisions_per_second", "simulations_per_second"]
    keys += ["advised_playouts_per_second", "tree_share", "compile_seconds_cold", "compile_seconds_warm"]
    assert all(list(row) == keys for row in rows)
    assert {row["seats"] for row in rows} == set(load("minelfield").seats)
    assert all(row["decisions_per_second"] > row["playouts_per_second"] > 0 for row in rows)
    assert all(row["advised_playouts_per_second"] > 0 and row["tree_share"] < 1 for row in rows)
