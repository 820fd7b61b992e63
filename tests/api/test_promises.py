"""What a program of ours promises at a table elsewhere, keeps, and compares in the end."""

from pathlib import Path
from typing import Any

import pytest

from tablier.core import dice
from tablier.remote.promises import Promises

SEED, OTHER = "12345", "0" * 32
Message = dict[str, Any]


def standing(*hashes: str | None, waiting: tuple[int, ...] = (0, 1)) -> Message:
    """How things stand before a game begins."""
    told = {"commitment": dice.commitment(SEED), "hashes": list(hashes), "salts": [None] * len(hashes), "seed": None}
    return {"waiting": list(waiting), "dice": told}


def due(promises: Promises, now: Message, *mine: int, fresh: bool = False) -> list[Message]:
    return list(promises.due(now, mine, fresh))


def ended(promises: Promises) -> Message:
    """What is told of an honest game in which we sit at seat 0."""
    [sealed] = due(promises, standing(None, None), 0)
    hashes = [sealed["hash"], dice.hash_of(OTHER)]
    [shown] = due(promises, standing(*hashes), 0)
    told: Message = standing(*hashes)["dice"]
    return told | {"salts": [shown["salt"], OTHER], "given_by": ["player", "player"], "seed": SEED}


def test_a_hash_is_sent_first_and_the_salt_when_all_hashes_are_there() -> None:
    promises = Promises("table")
    [sealed] = due(promises, standing(None, None), 0)
    assert due(promises, standing(None, None), 0) == [sealed], "the same one again"
    assert due(promises, standing(sealed["hash"], None, waiting=(1,)), 0) == []
    [shown] = due(promises, standing(sealed["hash"], dice.hash_of(OTHER)), 0)
    assert shown["type"] == "salt"
    assert dice.hash_of(shown["salt"]) == sealed["hash"]


def test_two_seats_have_two_salts_and_show_them_together() -> None:
    promises = Promises("table")
    sealed = due(promises, standing(None, None, None, waiting=(0, 1, 2)), 0, 2)
    assert len({message["hash"] for message in sealed}) == 2
    hashes = sealed[0]["hash"], None, sealed[1]["hash"]
    assert due(promises, standing(*hashes, waiting=(1,)), 0, 2) == []
    shown = due(promises, standing(hashes[0], dice.hash_of(OTHER), hashes[2], waiting=(0, 1, 2)), 0, 2)
    assert [message["seat"] for message in shown] == [0, 2]


def test_salts_outlive_the_program_and_are_for_us_alone(tmp_path: Path) -> None:
    [sealed] = due(Promises("table", tmp_path), standing(None, None), 0)
    [file] = (tmp_path / "promises").iterdir()
    assert file.stat().st_mode & 0o077 == 0
    [shown] = due(Promises("table", tmp_path), standing(sealed["hash"], dice.hash_of(OTHER)), 0)
    assert dice.hash_of(shown["salt"]) == sealed["hash"]
    assert due(Promises("../table", tmp_path), standing(None, None), 0)
    assert [file] == list((tmp_path / "promises").iterdir()), "no other place can be named"


def test_a_lost_salt_is_promised_anew_while_it_can_be_and_given_up_afterwards() -> None:
    lost, other = dice.hash_of("lost"), dice.hash_of(OTHER)
    assert due(Promises("table"), standing(lost, None, waiting=(1,)), 0) == []
    [sealed] = due(Promises("table"), standing(lost, None, waiting=(1,)), 0, fresh=True)
    assert sealed["type"] == "seal"
    assert due(Promises("table"), standing(lost, other), 0) == [{"type": "lost", "seat": 0}]


def test_an_honest_game_is_as_promised() -> None:
    promises = Promises("table")
    assert promises.broken(ended(promises)) is None
    assert Promises("table").broken(ended(Promises("table"))) is None, "who noted nothing has nothing to compare"


def test_a_replaced_salt_has_to_be_the_spare_one() -> None:
    promises = Promises("table")
    told = ended(promises) | {"given_by": ["player", "replaced"]}
    told["salts"][1] = dice.spare_salt(SEED, 1)
    assert promises.broken(told) is None
    told["salts"][1] = "chosen"
    assert promises.broken(told)


@pytest.mark.parametrize(
    ("lie", "key"),
    [
        ({"seed": "7", "commitment": dice.commitment("7")}, "seed"),
        ({"seed": "7"}, "seed"),
        ({"hashes": [dice.hash_of(OTHER)] * 2}, "hashes"),
    ],
)
def test_what_is_told_otherwise_afterwards_is_found_out(lie: Message, key: str) -> None:
    promises = Promises("table")
    broken = promises.broken(ended(promises) | lie)
    assert broken
    assert broken.key == f"remote.broken.{key}"


@pytest.mark.parametrize("seat", [0, 1])
def test_another_salt_is_found_out(seat: int) -> None:
    promises = Promises("table")
    told = ended(promises)
    told["salts"][seat] = "f" * 32
    broken = promises.broken(told)
    assert broken
    assert broken.key == "remote.broken.salt"


def test_what_was_noted_first_counts_even_if_the_server_begins_anew(tmp_path: Path) -> None:
    """A salt that was shown once is known: whoever lets it be shown again could have chosen the others meanwhile."""
    promises = Promises("table", tmp_path)
    told = ended(promises)
    again = Promises("table", tmp_path)
    hashes = told["hashes"][0], dice.hash_of("chosen")
    assert due(again, standing(*hashes), 0)[0]["type"] == "salt"
    assert again.broken(told | {"hashes": list(hashes), "salts": [told["salts"][0], "chosen"]})
