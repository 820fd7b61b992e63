"""Fair dice: they follow from seed, salts and number alone, and whatever is forged is found out."""

import hashlib
import hmac
import json
import random
import re
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
from typer.testing import CliRunner

from tablier import BadOption, Match, NotNow, cli, commitment, verify
from tablier.core import dice, sealing
from tablier.core.contract import CHANCE
from tablier.core.registry import load
from tests.playthroughs.record import FOLDER

HOUSE = Path(__file__).parent
FAIR = (HOUSE / "saved" / "fair.txt").read_text(encoding="utf-8")
DOCUMENT = HOUSE.parent.parent / "docs" / "fair-dice.md"
SALTS = ("k3Jx", "9dQa-Z_")


def random_game(game: str, seed: int, salts: tuple[str, ...] = (), **options: object) -> Match:
    match, rng = Match(game, options=options, seed=seed, salts=salts), random.Random(seed)
    match.date = "2026-01-01"
    while match.actor is not None:
        match.roll() if match.actor == "chance" else match.play(rng.choice(match.legal()))
    return match


CARDS = random_game("sprawl", 0, ("a", "b", "c"), sprawlgame=True, coup=True).text()


def chances(match: Match) -> list[int]:
    return [number for number, state in enumerate(match.history[:-1]) if match.engine.actor(state) == CHANCE]


def replaced(text: str, number: int, move: str) -> str:
    """The same saved game with another move of a number, counted from 0."""
    lines = text.splitlines()
    lines[lines.index("") + 1 + number] = move
    return "\n".join(lines) + "\n"


def forgeries(text: str) -> Iterator[tuple[int, str, str]]:
    """A game with each of its chance moves changed in turn to each other legal one: number, what is due, and text."""
    match = Match.from_text(text)
    for number in chances(match):
        before, true = match.at(number), match.moves[number]
        for other in before.legal():
            if other != true:
                yield number, true, replaced(text, number, other)


def header(text: str, name: str, value: str | None) -> str:
    """The same saved game with another header, or without it."""
    assert re.search(f"^{name}: ", text, re.MULTILINE)
    line = "" if value is None else f"{name}: {value}\n"
    return re.sub(f"^{name}: .*\n", lambda _: line, text, flags=re.MULTILINE)


# Drawing


def test_a_draw_is_what_the_document_says() -> None:
    key, message = b"7", b"k3Jx.9dQa.17.0"
    value = int.from_bytes(hmac.digest(key, message, "sha256"), "big")
    assert dice.number_below(b"7", 17, 6, ("k3Jx", "9dQa")) == value % 6
    assert commitment(7) == hashlib.sha256(b"7").hexdigest()


def test_values_that_would_favour_some_numbers_are_drawn_again() -> None:
    limit = 2**255 + 1  # nearly half of all values are above the one multiple that fits
    redrawn = 0
    for number in range(64):
        first = int.from_bytes(hmac.digest(b"7", f"s.{number}.0".encode(), "sha256"), "big")
        found = dice.number_below(b"7", number, limit, ("s",))
        redrawn += first >= limit
        assert (found == first) == (first < limit)
    assert 16 < redrawn < 48


def test_without_salts_draws_are_as_they_always_were() -> None:
    match = Match("minelfield", seed=7)
    match.play("a3-b3")
    value = int.from_bytes(hmac.digest(b"7", b"1.0", "sha256"), "big")
    assert match.roll() == f"*{value % 6 + 1}"
    assert "salts" not in match.text()
    assert "commitment" not in match.text()


def test_every_salt_changes_the_draws() -> None:
    def draws(*salts: str) -> list[int]:
        return [dice.number_below(b"7", number, 1000, salts) for number in range(20)]

    lists = [draws(), draws("a", "b"), draws("b", "a"), draws("ab", ""), draws("a", "c"), draws("c", "b")]
    assert len({tuple(found) for found in lists}) == len(lists)


def test_salts_are_one_per_seat_of_plain_letters_and_come_before_the_first_move() -> None:
    salts: Any
    for salts in [
        ("a",),
        ("a", "b", "c"),
        ("a", ""),
        ("a", "b.c"),
        ("a", "é"),
        ("a", "b\n"),
        ("a", "x" * 65),
        "ab",
        ("a", 1),
    ]:
        with pytest.raises(BadOption) as caught:
            Match("minelfield", salts=salts)
        assert caught.value.key == "core.salts"
    match = Match("minelfield", seed=7)
    match.play("a3-b3")
    with pytest.raises(NotNow):
        match.take_salts(SALTS)
    assert match.salts == ()


def test_salts_also_count_from_a_position() -> None:
    match = Match("minelfield")
    match.play("a3-b3")
    rolls = {Match.from_position(match.position(), seed, SALTS).roll() for seed in range(40)}
    assert len(rolls) == 6
    again = Match.from_position(match.position(), 7, SALTS)
    plain = Match.from_position(match.position(), 7)
    assert again.salts == SALTS
    assert dice.drawn(b"7", 0, [1] * 6, SALTS) == again.legal().index(again.roll())
    assert dice.drawn(b"7", 0, [1] * 6) == plain.legal().index(plain.roll())


# Saving


def test_commitment_and_salts_are_saved_and_read_again() -> None:
    match = Match.from_text(FAIR)
    assert match.text() == FAIR
    assert match.commitment == commitment(match.seed)
    assert list(match.salts) == json.loads(re.search("salts: (.*)", FAIR)[1])


def test_an_account_of_a_running_game_keeps_commitment_and_salts_but_never_the_seed() -> None:
    match = Match.from_text(FAIR).at(7)
    for seat in (None, 0, 1):
        text = match.text(seat)
        assert f"commitment: {match.commitment}\n" in text
        assert "salts: [" in text
        assert str(match.seed) not in text
        account = Match.from_text(text)
        assert account.text(seat) == text
        assert account.commitment == match.commitment


@pytest.mark.parametrize(
    ("name", "value"),
    [
        ("commitment", "abc"),
        ("commitment", "G" * 64),
        ("salts", '["a"]'),
        ("salts", '["a", "b c"]'),
        ("salts", '["a", 7]'),
        ("salts", '{"a": "b"}'),
        ("salts", "["),
    ],
)
def test_a_damaged_commitment_or_salt_is_named(name: str, value: str) -> None:
    saved = Match.read(header(FAIR, name, value))
    assert saved.fault is not None
    assert saved.fault.key == "core.text.value"
    assert name in str(saved.fault)
    assert not verify(saved).right


# Checking


def test_a_fair_game_is_right_with_all_its_draws() -> None:
    for text in (FAIR, CARDS):
        report = verify(text)
        assert report.right
        assert report.key == "core.dice.unsealed"
        assert report.draws == len(chances(Match.from_text(text))) > 0
        assert str(report.draws) in report.say("fr")
        assert report == verify(Match.read(text))


@pytest.mark.parametrize("file", sorted(FOLDER.glob("*.txt")), ids=lambda file: file.stem)
def test_recorded_games_are_right(file: Path) -> None:
    text = file.read_text(encoding="utf-8").partition("\n---\n")[0]
    report = verify(text)
    count = len(chances(Match.from_text(text)))
    assert (report.right, report.draws) == (True if count else None, count)
    assert report.key == ("core.dice.seed_only" if count else "core.dice.none")


@pytest.mark.parametrize("text", [FAIR, CARDS, header(header(FAIR, "commitment", None), "names", None)])
def test_every_die_or_card_that_is_changed_is_found_out(text: str) -> None:
    count = 0
    for number, due, forged in forgeries(text):
        count += 1
        report = verify(forged)
        assert not report.right
        assert report.key == "core.dice.differs"
        assert (report.number, report.due) == (number + 1, due)
        assert report.found == Match.read(forged).moves[number]
        for part in (str(report.number), str(report.found), str(report.due)):
            assert part in report.say("en")
            assert part in report.say("fr")
    assert count >= len(chances(Match.from_text(text)))


def test_a_die_that_does_not_exist_is_found_out_too() -> None:
    number = chances(Match.from_text(FAIR))[3]
    report = verify(replaced(FAIR, number, "*9"))
    assert (report.right, report.number, report.found) == (False, number + 1, "*9")


def test_swapped_salts_another_seed_and_another_commitment_are_found_out() -> None:
    one, two = Match.from_text(FAIR).salts
    assert verify(header(FAIR, "salts", json.dumps([two, one]))).key == "core.dice.differs"
    assert verify(header(FAIR, "salts", json.dumps([one, two + "x"]))).key == "core.dice.differs"
    assert verify(header(FAIR, "salts", None)).key == "core.dice.differs"
    assert verify(header(FAIR, "seed", "8")).key == "core.dice.commitment"
    assert verify(header(FAIR, "commitment", commitment(8))).key == "core.dice.commitment"
    both = header(header(FAIR, "seed", "8"), "commitment", commitment(8))
    assert verify(both).key == "core.dice.differs"


def test_a_game_without_its_commitment_or_salts_is_not_praised_for_them() -> None:
    assert verify(header(FAIR, "commitment", None)).key == "core.dice.seed_only"
    unsalted = random_game("minelfield", 5)
    unsalted.commitment = commitment(5)
    assert verify(unsalted.text()).key == "core.dice.seed_only"


def test_a_game_without_a_seed_cannot_be_checked() -> None:
    paper = verify(header(FAIR, "seed", None))
    assert (paper.right, paper.key) == (None, "core.dice.no_seed")
    running = Match.from_text(FAIR).at(9)
    for text in (running.text(0), running.text(None), header(running.text(), "seed", None)):
        assert (verify(text).right, verify(text).key) == (None, "core.dice.running")
    with_seed = running.text(0).replace("result:", f"seed: {running.seed}\nresult:")
    assert verify(with_seed).key == "core.dice.running"


def test_a_game_without_chance_has_nothing_to_check() -> None:
    game = next(key for key in ("samliam", "samarra") if not load(key).hidden)
    report = verify(header(random_game(game, 3).text(), "seed", None))
    assert (report.right, report.draws, report.key) == (None, 0, "core.dice.none")


def test_a_game_that_does_not_replay_is_not_right_even_if_its_dice_are() -> None:
    older = (HOUSE / "saved" / "older.txt").read_text(encoding="utf-8")
    report = verify(older)
    assert (report.right, report.key) == (False, "core.dice.fault")
    assert report.draws > 0
    wrong_result = verify(header(FAIR, "result", "0 1 commander"))
    assert (wrong_result.right, wrong_result.key) == (False, "core.dice.fault")
    assert not verify(header(FAIR, "rules", "99")).right


# What it shows


SEALING = {"hashes": [dice.hash_of(salt) for salt in SALTS], "given_by": ["player", "player"]}
ORDER = [["hash", 0], ["hash", 1], ["salt", 1], ["salt", 0]]


def sealed_game(**changes: object) -> str:
    """A game whose salts were promised, with some of that changed."""
    match = random_game("minelfield", 5, SALTS)
    match.sealing = sealing.read({**SEALING, "order": ORDER, **changes}, 2)
    return match.text()


@pytest.mark.parametrize(
    ("changes", "key"),
    [
        ({}, "right"),
        ({"given_by": ["player", "server"]}, "right"),
        ({"given_by": ["server", "server"]}, "server_only"),
        ({"order": [["hash", 0], ["salt", 0], ["hash", 1], ["salt", 1]]}, "unsealed"),
        ({"order": [["hash", 0], ["salt", 0], ["salt", 1]]}, "unsealed"),
        ({"order": []}, "unsealed"),
        ({"order": [*ORDER, ["hash", 1]]}, "unsealed"),
        ({"hashes": [dice.hash_of(SALTS[0]), None]}, "unsealed"),
        ({"hashes": [dice.hash_of(SALTS[0]), "0" * 64]}, "broken"),
        ({"given_by": ["player", "replaced"]}, "broken"),
    ],
)
def test_how_the_salts_came_decides_what_right_dice_show(changes: dict[str, object], key: str) -> None:
    report = verify(sealed_game(**changes))
    assert report.key == f"core.dice.{key}"
    assert report.right is (key != "broken")


def test_a_replaced_salt_has_to_be_the_spare_one() -> None:
    match = random_game("minelfield", 5, (SALTS[0], dice.spare_salt(5, 1)))
    match.sealing = sealing.read({**SEALING, "given_by": ["player", "replaced"], "order": ORDER}, 2)
    assert (verify(match.text()).right, verify(match.text()).key) == (True, "core.dice.replaced")


@pytest.mark.parametrize(
    "value",
    [
        "[]",
        "{}",
        '{"hashes": [], "given_by": [], "order": []}',
        json.dumps({**SEALING, "order": [["hash", 2]]}),
        json.dumps({**SEALING, "order": [["hash", True]]}),
        json.dumps({**SEALING, "order": ["hash"]}),
        json.dumps({**SEALING, "order": [], "given_by": ["player", "nobody"]}),
        json.dumps({**SEALING, "order": [], "hashes": ["x", None]}),
        json.dumps({**SEALING, "order": [], "more": 1}),
    ],
)
def test_a_damaged_header_about_the_salts_is_named(value: str) -> None:
    saved = Match.read(header(sealed_game(), "sealing", value))
    assert saved.fault
    assert saved.fault.key == "core.text.value"
    assert "sealing" in str(saved.fault)
    unsalted = Match.read(header(sealed_game(), "salts", None))
    assert unsalted.fault
    assert "sealing" in str(unsalted.fault)


def test_the_digits_of_the_seed_are_the_key_as_they_stand_in_the_header() -> None:
    text = header(header(FAIR, "seed", "007"), "commitment", hashlib.sha256(b"007").hexdigest())
    match = Match.from_text(text.partition("\n\n")[0].replace("1 0 commander", "*") + "\n\n+a4ne\n")
    value = int.from_bytes(hmac.digest(b"007", ".".join([*match.salts, "1", "0"]).encode(), "sha256"), "big")
    assert match.roll() == f"*{value % 6 + 1}"
    assert "\nseed: 007\n" in match.text()
    assert verify(match.text()).right
    assert verify(header(match.text(), "seed", "7")).key == "core.dice.commitment"


def test_the_verdict_says_that_moves_may_be_missing_and_that_a_game_may_be_cut() -> None:
    assert "whether they are all that were played" in verify(FAIR).say()
    assert "cut off" not in verify(FAIR).say()
    cut = Match.from_text(FAIR).at(8)
    cut.end((0, 1), "resigned")
    report = verify(cut.text())
    assert report.right, "a game that was cut off after a move still has the right dice"
    assert "may have been cut off" in report.say()
    assert "coupée" in report.say("fr")


def test_the_command_ends_with_status_0_only_if_dice_were_found_right(tmp_path: Path) -> None:
    def status(text: str) -> int:
        (tmp_path / "game.txt").write_text(text, encoding="utf-8")
        return CliRunner().invoke(cli.app, ["verify", str(tmp_path / "game.txt"), "--json"]).exit_code

    nothing = random_game("samliam", 3).text()
    assert json.loads(json.dumps(verify(nothing).data()))["right"] is None
    assert [status(text) for text in (FAIR, header(FAIR, "seed", "8"), nothing)] == [0, 1, 1]


# The document


def program() -> str:
    found = re.findall(r"```python\n(.*?)```", DOCUMENT.read_text(encoding="utf-8"), re.DOTALL)
    assert len(found) == 1
    return str(found[0])


def run(folder: Path, text: str) -> subprocess.CompletedProcess[str]:
    (folder / "check.py").write_text(program(), encoding="utf-8")
    (folder / "game.txt").write_text(text, encoding="utf-8")
    command = [sys.executable, "-I", "check.py", "game.txt"]
    return subprocess.run(command, cwd=folder, capture_output=True, text=True, check=False)


def test_the_program_in_the_document_is_short_and_needs_only_python() -> None:
    assert program().count("\n") <= 20
    modules = re.search("^import (.*)$", program(), re.MULTILINE)
    assert modules
    assert set(modules[1].split(", ")) <= sys.stdlib_module_names
    assert "tablier" not in program()


def test_the_spare_salt_is_what_the_document_says() -> None:
    assert dice.spare_salt(7, 1) == hmac.digest(b"7", b"salt.1", "sha256").hex()[:32]
    assert "`salt.1`" in DOCUMENT.read_text(encoding="utf-8")


def test_the_cards_have_the_order_and_the_weights_of_the_document() -> None:
    match, deck = Match.from_text(CARDS), {"card1": 40, "card2": 12}
    for number in chances(match):
        before = match.at(number)
        turned = [match.moves[earlier] for earlier in chances(match) if earlier < number]
        left = {card: count - turned.count(card) for card, count in deck.items() if count > turned.count(card)}
        assert dict(zip(before.legal(), before.weights(), strict=True)) == left
        assert before.legal() == sorted(left)


def test_the_example_of_a_saved_game_has_the_dice_of_its_seed() -> None:
    document = DOCUMENT.with_name("saved-games.md").read_text(encoding="utf-8")
    assert verify(document.split("```\n")[1]).right


def test_the_program_in_the_document_finds_a_recorded_game_right(tmp_path: Path) -> None:
    done = run(tmp_path, FAIR)
    assert (done.returncode, done.stdout) == (0, "All dice are right.\n"), done.stderr


def test_the_program_in_the_document_finds_out_a_forged_game(tmp_path: Path) -> None:
    number, due, forged = list(forgeries(FAIR))[-1]
    done = run(tmp_path, forged)
    assert done.returncode == 1
    assert f"Move {number + 1} " in done.stderr
    assert f"{due} was drawn" in done.stderr
    other = run(tmp_path, header(FAIR, "seed", "8"))
    assert (other.returncode, "sealed" in other.stderr) == (1, True)


def test_the_program_in_the_document_knows_the_other_die(tmp_path: Path) -> None:
    text = random_game("minelfield", 4, SALTS, die=8).text()
    assert run(tmp_path, text).returncode == 0
    assert re.search(r"^\*[78]$", text, re.MULTILINE)
