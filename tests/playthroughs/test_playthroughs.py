"""Recorded games replay word for word, and perft tables stay what they were. ``make playthroughs`` records anew."""

import json
from pathlib import Path

import pytest

from tablier import Match
from tests.playthroughs.record import FOLDER, PERFT, account, counts, earlier

FILES = sorted(FOLDER.glob("*.txt"))
TABLES = json.loads(PERFT.read_text()) if PERFT.exists() else []


def test_there_are_recordings() -> None:
    assert 2 * len(FILES) == len(TABLES) > 40


@pytest.mark.parametrize("file", FILES, ids=lambda file: file.stem)
def test_a_recorded_game_replays_word_for_word(file: Path) -> None:
    text = file.read_text(encoding="utf-8")
    match = Match.from_text(text.partition("\n---\n")[0])
    assert account(match) == text


@pytest.mark.parametrize("file", FILES, ids=lambda file: file.stem)
def test_the_dice_of_a_recorded_game_come_from_its_seed(file: Path) -> None:
    saved = Match.from_text(file.read_text(encoding="utf-8").partition("\n---\n")[0])
    again = Match(saved.game, saved.seats, saved.options, saved.seed)
    for move in saved.moves:
        if again.actor == "chance":
            assert again.roll() == move
        else:
            again.play(move)


@pytest.mark.parametrize("row", TABLES, ids=lambda row: f"{row['game']}-{row['moves']}")
def test_perft(row: dict) -> None:
    saved = Match.from_text((FOLDER / row["game"]).read_text(encoding="utf-8").partition("\n---\n")[0])
    assert counts(earlier(saved, row["moves"])) == row["perft"]
