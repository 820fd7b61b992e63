"""Saved games: older ones are read as far as they go, and tables may end games that their rules have not."""

import itertools
import json
import random
import re
from pathlib import Path
from typing import Any

import pytest

import tablier
from tablier import BadOption, BadText, Match, NotNow, Outcome, Saved
from tablier.core import guessing, reading, sheet
from tablier.core.registry import load
from tablier.games import GAMES
from tests.playthroughs.record import FOLDER

DOCUMENT = Path(__file__).parents[2] / "docs" / "saved-games.md"
OLDER = (Path(__file__).parent / "saved" / "older.txt").read_text(encoding="utf-8")
REFUSED = 12  # the move of that game which today's rules refuse
ORDER = ("minelfield", "")  # what is damaged below is a game of Minelfield
PATHS = [path for first in ORDER for path in sorted(FOLDER.glob(f"{first}*.txt"))]
RECORDED = [path.read_text(encoding="utf-8").partition("\n---\n")[0] for path in dict.fromkeys(PATHS)]
SEED = 12  # with which no game is over soon
HIDDEN = [key for key in GAMES if load(key).hidden]
each_game = pytest.mark.parametrize("game", GAMES)


def played(game: str, moves: int) -> Match:
    """A game after so many random moves, still running."""
    match, rng = Match(game, seed=SEED), random.Random(SEED)
    for _ in range(moves):
        match.roll() if match.actor == "chance" else match.play(rng.choice(match.legal()))
    assert match.outcome is None
    return match


# Lenient reading


def test_a_game_of_an_older_version_is_replayed_up_to_the_move_at_which_the_rules_differ() -> None:
    saved = Match.read(OLDER)
    written = OLDER.splitlines()
    moves = written[written.index("") + 1 :]
    assert saved.headers["names"] == '["Ève", "Bob"]'
    assert list(saved.moves) == moves
    assert saved.result == "0 1 commander"
    assert saved.replayed == REFUSED - 1
    assert saved.match is not None
    assert saved.match.moves == moves[: REFUSED - 1]
    assert saved.fault is not None
    assert saved.fault.key == "core.text.older"
    line = written.index("") + 1 + REFUSED
    for language, why in (("en", "not a legal move"), ("fr", "pas un coup permis")):
        sentence = saved.fault.say(language)
        for part in (f"version {0}", f"version {1}", f" {REFUSED}, ", moves[REFUSED - 1], str(line), why):
            assert part in sentence


def test_reading_strictly_raises_the_same_fault() -> None:
    with pytest.raises(BadText) as caught:
        Match.from_text(OLDER)
    fault = Match.read(OLDER).fault
    assert fault is not None
    assert str(caught.value) == str(fault)


@pytest.mark.parametrize("text", RECORDED, ids=range(len(RECORDED)))
def test_a_recorded_game_is_read_without_fault_byte_for_byte(text: str) -> None:
    saved = Match.read(text)
    assert saved.fault is None
    assert saved.match is not None
    assert saved.match.text().rstrip("\n") == text.rstrip("\n")


def test_an_older_game_that_is_legal_today_has_no_fault() -> None:
    text = RECORDED[0].replace("rules: 1", "rules: 0")
    assert "rules: 0" in text
    assert Match.read(text).fault is None


def test_a_result_that_the_moves_do_not_give_is_told_and_all_moves_are_replayed() -> None:
    text = RECORDED[0]
    result = Match.read(text).result
    for other in ("*", "1 0 limit", "0 1 commander", "1 1 resigned", "1 0 resigned"):
        saved = Match.read(text.replace(f"result: {result}", f"result: {other}"))
        assert saved.fault is not None
        assert saved.fault.key == "core.text.result"
        assert saved.result == other
        assert other in saved.fault.say("fr")
        assert result in saved.fault.say("fr")
        assert saved.replayed == len(saved.moves)


@pytest.mark.parametrize(
    ("old", "new", "key"),
    [
        ("rules: 0", "rules: 99", "core.text.version"),
        ('"die": 6', '"die": 7', "core.text.head"),
        ('"die": 6', '"fog": true', "core.text.head"),
        ('"die": 6', '"die": ', "core.text.value"),
        ("game: minelfield", "game: chess", "core.text.head"),
        ('["Ève", "Bob"]', '["Ève"]', "core.text.value"),
    ],
)
def test_headers_and_moves_of_a_game_that_cannot_begin_are_given_back(old: str, new: str, key: str) -> None:
    assert old in OLDER
    saved = Match.read(OLDER.replace(old, new))
    assert saved.match is None
    assert saved.fault is not None
    assert saved.fault.key == key
    assert saved.moves == Match.read(OLDER).moves
    assert saved.replayed == 0


@pytest.mark.parametrize("text", ["", "hello", OLDER.replace("tablier: 1", "tablier: 2"), "tablier: 1\n\na3-b3\n"])
def test_a_text_that_is_no_saved_game_is_refused(text: str) -> None:
    with pytest.raises(BadText):
        Match.read(text)


def test_an_account_of_an_older_game_without_secrets_is_replayed_as_far_as_it_goes() -> None:
    match = played("minelfield", 6)
    moves = match.moves
    text = match.text(1).replace("rules: 1", "rules: 0").replace(f"\n{moves[4]}\n", "\na1-z9\n")
    saved = Match.read(text)
    assert saved.replayed == 4
    assert saved.match is not None
    assert saved.match.knower == 1
    assert saved.fault is not None
    assert saved.fault.key == "core.text.older"


# Damaged texts

WHOLE = RECORDED[0].rstrip("\n") + "\n"
HEADS, MOVES = (part.splitlines() for part in WHOLE.split("\n\n"))
FIRST = len(HEADS) + 2  # the line of the first move


@pytest.mark.parametrize(
    "text",
    [
        WHOLE.replace("\n", "\r\n"),
        WHOLE.replace("\n", "\r"),
        "\ufeff" + WHOLE,
        WHOLE.replace("\n", " \t\n"),
        WHOLE + "\n \n\n",
        WHOLE.rstrip("\n"),
        "\n\n" + WHOLE,
        WHOLE.replace("\n\n", "\n\n \n"),
    ],
    ids=["CRLF", "CR", "mark", "spaces", "empty at the end", "no end", "empty at the beginning", "wide gap"],
)
def test_what_does_no_harm_is_read(text: str) -> None:
    assert Match.from_text(text).text() == WHOLE


@pytest.mark.parametrize("name", ["a\u2028b", "a\x85b", "a\x0cb"])
def test_only_the_end_of_a_line_ends_a_line(name: str) -> None:
    match = played("minelfield", 2)
    match.names = [name, "Bob"]
    assert Match.from_text(match.text()).names == [name, "Bob"]


def damaged(*rows: str, moves: list[str] = MOVES) -> str:
    """A text with other headers, or other moves."""
    return "\n".join([*(rows or HEADS), "", *moves])


def header(name: str) -> int:
    """The line of a header."""
    return next(line for line, row in enumerate(HEADS, 1) if row.startswith(f"{name}:"))


DAMAGED = [
    ("", "core.text.blank", None),
    (" \r\n\t\n", "core.text.blank", None),
    ("hello", "core.text.none", None),
    ("\x00\x01PNG\ufffd", "core.text.none", None),
    (damaged(*HEADS[:2], "Good luck: 7", *HEADS[2:]), "core.text.header", 3),
    (damaged(*HEADS[:2], HEADS[1], *HEADS[2:]), "core.text.twice", 3),
    (damaged("tablier: 2", "new: yes", *HEADS[1:]), "core.text.format", 1),
    (damaged(*HEADS[:3], "", *HEADS[3:]), "core.text.missing", 4),
    ("\n".join(HEADS[:3]), "core.text.cut", 3),
    ("\n".join(HEADS[:3]) + "\n", "core.text.cut", 3),
    ("\n".join([*HEADS, *MOVES]), "core.text.no_header", FIRST - 1),
    ("\n\n" + WHOLE.replace("rules: 1", "rules: one"), "core.text.value", header("rules") + 2),
    (WHOLE.replace("rules: 1", "rules: 99"), "core.text.version", header("rules")),
    (WHOLE.replace('"die": 6', '"die": 7'), "core.text.head", header("options")),
    (WHOLE.replace("game: minelfield", "game: chess"), "core.text.head", header("game")),
    (WHOLE.replace("seats: 2", "seats: 5"), "core.text.head", header("seats")),
    (damaged(moves=[*MOVES[:5], "", *MOVES[5:]]), "core.text.empty", FIRST + 5),
    (damaged(moves=[*MOVES[:5], " ", "", *MOVES[5:]]), "core.text.empty", FIRST + 5),
    (damaged(moves=[f"{number}. {move}" for number, move in enumerate(MOVES, 1)]), "core.text.numbered", FIRST),
    (damaged(moves=MOVES[:5]), "core.text.result", header("result")),
    (damaged(moves=[*MOVES[:4], MOVES[4][:2]]), "core.text.move", FIRST + 4),
    (WHOLE + WHOLE, "core.text.second", FIRST + len(MOVES)),
    (WHOLE + "\n" + WHOLE, "core.text.second", FIRST + len(MOVES)),
]


@pytest.mark.parametrize(("text", "key", "line"), DAMAGED, ids=[f"{key}-{line}" for _, key, line in DAMAGED])
def test_what_is_wrong_with_a_damaged_text_is_said_with_its_line(text: str, key: str, line: int | None) -> None:
    with pytest.raises(BadText) as caught:
        Match.from_text(text)
    assert caught.value.key == key
    for language, called in (("en", "line"), ("fr", "ligne")):
        sentence = caught.value.say(language)
        assert "''" not in sentence
        assert line is None or f"{called} {line}" in sentence.lower()


@pytest.mark.parametrize("game", HIDDEN)
def test_an_empty_line_in_an_account_with_secrets_is_named(game: str) -> None:
    rows = played(game, 6).text(1).rstrip("\n").split("\n")
    with pytest.raises(BadText, match=f"Line {len(rows)} is empty"):
        Match.from_text("\n".join([*rows[:-1], "", rows[-1]]))


# Looking back


@each_game
def test_a_match_at_an_earlier_move_is_that_match(game: str) -> None:
    match = played(game, 7)
    for number in range(8):
        earlier = match.at(number)
        again = Match(game, seed=SEED)
        for move in match.moves[:number]:
            again.play(move)
        assert earlier.text() == again.text()
        assert earlier.legal() == again.legal()
    assert len(match.moves) == 7
    nonsense: Any
    for nonsense in (-1, 8, True, "1", None):
        with pytest.raises(NotNow):
            match.at(nonsense)
        with pytest.raises(NotNow):
            match.story(nonsense)


@each_game
def test_the_stories_of_all_moves_are_the_log(game: str) -> None:
    match = played(game, 7)
    for seat in (None, 0, 1, "everyone"):
        told = [line for number in range(7) for line in match.story(number, seat, "fr")]
        assert told == match.log(seat, "fr")


@pytest.mark.parametrize("game", HIDDEN)
def test_an_earlier_position_of_a_finished_game_still_hides_what_was_hidden(game: str) -> None:
    text = next(text for text in RECORDED if f"game: {game}\n" in text)
    match = Match.from_text(text)
    assert match.at(2).view(0) != match.at(2).view("everyone")
    assert "?" in match.notation(1, 0)
    assert match.notation(1) == match.moves[1]


# Endings by the table


@each_game
@pytest.mark.parametrize("reason", ["resigned", "agreed"])
def test_a_game_that_the_table_ended_is_saved_and_read_again(game: str, reason: str) -> None:
    match = played(game, 5)
    scores = (1.0, *[0.0] * (match.seats - 1)) if reason == "resigned" else (1 / match.seats,) * match.seats
    match.end(scores, reason)
    assert match.outcome == Outcome(scores, reason)
    assert match.actor is None
    assert match.legal() == []
    for seat in (None, 0, "everyone"):
        text = match.text(seat)
        assert text == match.text()
        assert f" {reason}\n" in text
        again = Match.from_text(text)
        assert again.outcome is not None
        assert again.outcome.reason == reason
        assert again.outcome.scores == pytest.approx(scores)
        assert again.text() == text


@pytest.mark.parametrize("game", HIDDEN)
def test_nothing_is_hidden_after_the_table_ended_a_game(game: str) -> None:
    match = played(game, 5)
    assert match.view(0) != match.view("everyone")
    open_picture = match.svg("everyone")
    match.end((1.0, 0.0), "resigned")
    for seat in (None, 0, 1):
        assert match.view(seat) == match.view("everyone")
        assert match.log(seat) == match.log("everyone")
        assert match.known(seat).tobytes() == match.state.tobytes()
    assert match.svg("everyone") == open_picture
    assert "?@" not in match.text(1)


@each_game
def test_a_refused_ending_changes_nothing(game: str) -> None:
    match = played(game, 4)
    seats, before = match.seats, match.text()
    ends: list[tuple[Any, str]] = [
        ([1.0] * seats, "agreed"),
        ([0.0] * seats, "agreed"),
        ([1.0], "resigned"),
        ([1.0, *[0.0] * (seats - 1)], "boredom"),
        ([float("nan"), *[1.0] * (seats - 1)], "resigned"),
        ([-1.0, *[1.0] * (seats - 1)], "resigned"),
        ([True, *[False] * (seats - 1)], "resigned"),
        (["1", *["0"] * (seats - 1)], "resigned"),
    ]
    for scores, reason in ends:
        with pytest.raises(BadOption):
            match.end(scores, reason)
    assert match.text() == before


def test_a_game_that_is_over_cannot_be_ended_again_nor_played_on() -> None:
    match = played("minelfield", 4)
    match.end((0.5, 0.5), "agreed")
    with pytest.raises(NotNow):
        match.end((1.0, 0.0), "resigned")
    with pytest.raises(tablier.IllegalMove, match="over"):
        match.play("a3-b3")
    over = Match.from_text(RECORDED[0])
    with pytest.raises(NotNow):
        over.end((1.0, 0.0), "resigned")
    with pytest.raises(NotNow):
        Match.from_text(played("samarra", 4).text(0)).end((1.0, 0.0), "resigned")


def test_taking_a_move_back_takes_the_ending_back_and_copies_keep_theirs() -> None:
    match = played("minelfield", 4)
    match.end((0.5, 0.5), "agreed")
    other = match.copy()
    match.undo()
    assert match.outcome is None
    assert match.legal()
    assert other.outcome is not None
    assert other.at(4).outcome is not None
    assert other.at(3).outcome is None


def test_a_position_does_not_tell_of_the_table_so_one_can_play_on_from_it() -> None:
    match = played("minelfield", 4)
    position = match.position()
    match.end((0.5, 0.5), "agreed")
    assert match.position() == position
    assert Match.from_position(match.position()).legal()


def test_the_public_face_names_what_reading_gives() -> None:
    assert isinstance(Match.read(OLDER), Saved)


def test_the_documentation_says_which_headers_are_compulsory() -> None:
    rows = re.findall(
        r"^\| (`[^|]+`) \| (yes|no|[^|]*`view`[^|]*) \| ", DOCUMENT.read_text(encoding="utf-8"), re.MULTILINE
    )
    told = {name: needed for names, needed in rows for name in re.findall(r"`(\w+)`", names)}
    assert {name for name, needed in told.items() if needed == "yes"} == set(sheet.REQUIRED)
    assert set(told) == set(sheet.KNOWN)
    assert told["seen"] not in ("yes", "no")
    for name in sheet.REQUIRED:
        with pytest.raises(BadText, match=f"“{name}” is missing"):
            Match.from_text(damaged(*(row for row in HEADS if not row.startswith(f"{name}:"))))


def test_the_documentation_says_how_much_is_read() -> None:
    document = DOCUMENT.read_text(encoding="utf-8")
    for most in (sheet.LONGEST_TEXT, sheet.LONGEST_HEADER, sheet.LONGEST_MOVE, sheet.MOST_MOVES, guessing.MOST_STEPS):
        assert f" {most:,}" in document
    assert f"{reading.LONGEST_NUMBER} digits" in document
    assert f"{reading.DEEPEST} deep" in document


@pytest.mark.parametrize("date", ["2026-11-15", "0001-01-01", "9999-12-31", "2024-02-29"])
def test_a_day_is_a_date(date: str) -> None:
    assert Match.from_text(dated(date)).date == date


@pytest.mark.parametrize(
    "date",
    ["", "today", "2026-02-30", "2025-02-29", "2026-13-01", "20261115", "2026-W46-7", "15.11.2026", "٢٠٢٦-١١-١٥"],
)
def test_what_is_no_date_is_refused_with_its_line(date: str) -> None:
    saved = Match.read(dated(date))
    assert saved.match is None
    assert saved.fault is not None
    assert saved.fault.say("en").startswith(f"Line {header('date')}: the header “date”")
    assert "2026-11-15" in saved.fault.say("fr")


def dated(date: str) -> str:
    """A game with another date."""
    return damaged(*(f"date: {date}" if row.startswith("date:") else row for row in HEADS))


# Accounts of a seat


def told(match: Match, seat: int | None, *changes: tuple[str, str]) -> str:
    """A seat's account, with some words changed."""
    text = match.text(seat)
    for old, new in changes:
        assert old in text
        text = text.replace(old, new, 1)
    return text


def line_of(text: str, row: str) -> int:
    """Where a row that begins so stands."""
    return next(line for line, found in enumerate(text.split("\n"), 1) if found.startswith(row))


@each_game
@pytest.mark.parametrize("seat", [0, 1, None])
def test_a_damaged_account_is_refused_with_its_line(game: str, seat: int | None) -> None:
    match = played(game, 8)
    text, last = match.text(seat), match.notation(7, seat)
    number = len(text.rstrip("\n").split("\n"))
    view, seen = line_of(text, "view:"), line_of(text, "seen:")
    for changes, key, line in [
        ([("\nview: ", "\nview: x")], "core.text.value", view),
        ([("\nview: ", "\nview: 9")], "core.text.value", view),
        ([("\nseen: ", "\nseen: 1")], "core.text.seen", seen),
        ([(f"\n{last}\n", "\nnonsense\n")], None, number),
    ]:
        with pytest.raises(BadText) as caught:
            Match.from_text(told(match, seat, *changes))
        assert key is None or caught.value.key == key
        assert f"Line {line}" in caught.value.say("en")
        assert f"igne {line}" in caught.value.say("fr")


@pytest.mark.parametrize("game", HIDDEN)
def test_a_set_up_that_a_seat_would_have_written_otherwise_is_named(game: str) -> None:
    text = re.sub(r"\n\n.*\n", "\n\n?\n", played(game, 8).text(1), count=1)
    with pytest.raises(BadText) as caught:
        Match.from_text(text)
    assert caught.value.key == "core.text.account"
    assert f"Line {line_of(text, '?')}, move 1" in str(caught.value)


@each_game
def test_an_account_of_a_game_that_is_over_is_refused_with_its_line(game: str) -> None:
    text = next(text for text in RECORDED if f"game: {game}\n" in text)
    over = Match.from_text(text)
    forged = over.at(len(over.moves) - 1).text(0).rstrip("\n") + f"\n{over.moves[-1]}\n"
    with pytest.raises(BadText) as caught:
        Match.from_text(forged)
    assert caught.value.key == "core.text.finished"
    assert f"Line {line_of(forged, 'view:')}:" in str(caught.value)


WIDE = "SSSSSSSS/......../......../BBBBBBBB"  # where each side can be set up in 336 ways


def wandered(game: str, seed: int, moves: int, **arguments: Any) -> Match:
    """A running game after so many random moves, or a few less."""
    match, rng = Match(game, seed=seed, **arguments), random.Random(seed)
    for _ in range(moves):
        later = match.copy()
        later.roll() if later.actor == "chance" else later.play(rng.choice(later.legal()))
        if later.outcome is None:
            match = later
    return match


@pytest.mark.parametrize("board", ["classic", "corners", WIDE])
@pytest.mark.parametrize("seed", range(8))
def test_every_account_of_a_game_with_secrets_is_read(board: str, seed: int) -> None:
    options = {"board": board, "automatic_death": seed % 2 == 1, "passing": seed % 3 == 1, "turn_limit": 1000}
    whole = wandered("samarra", seed, (1, 2, 5, 30, 60, 100, 200, 400)[seed], options=options)
    middle = Match.from_position(whole.at(min(seed, len(whole.moves))).position(), seed)
    for match in (whole, middle):
        for seat in (None, 0, 1):
            text = match.text(seat)
            assert Match.from_text(text).text(seat) == text


@pytest.mark.parametrize("seats", [3, 5, 8])
def test_every_account_of_a_game_with_a_coup_is_read(seats: int) -> None:
    match = wandered("sprawl", seats, 40, seats=seats, options={"coup": True})
    for seat in (None, *range(seats)):
        text = match.text(seat)
        assert Match.from_text(text).text(seat) == text


# However a text is written, reading it takes bounded work


def test_an_account_that_leaves_too_much_open_is_given_up(monkeypatch: pytest.MonkeyPatch) -> None:
    account = wandered("samarra", 3, 30, options={"board": WIDE}).text(None)
    text = re.sub(r"\n\n.*\n.*\n", "\n\n?\n?\n", account, count=1)
    monkeypatch.setattr(guessing, "MOST_STEPS", 20_000)
    plays: list[str] = []
    play = Match.play

    def counted(match: Match, move: str) -> None:
        plays.append(move)
        play(match, move)

    monkeypatch.setattr(Match, "play", counted)
    with pytest.raises(BadText) as caught:
        Match.from_text(text)
    assert caught.value.key == "core.text.endless"
    assert f"Line {line_of(text, 'view:')}:" in str(caught.value)
    assert 100 < len(plays) <= guessing.MOST_STEPS


@pytest.mark.parametrize("name", ["guesses", "completions"])
def test_a_game_may_offer_any_number_of_ways_to_fill_in(name: str, monkeypatch: pytest.MonkeyPatch) -> None:
    match = wandered("samarra", 3, 6)
    notation = match.engine.game.notation
    first = match.codes[0]
    forever = {
        "guesses": lambda options, before, text: itertools.repeat(first),
        "completions": lambda position: itertools.repeat(Match("samarra").position()),
    }
    monkeypatch.setattr(notation, name, forever[name])
    text = told(match, None, ("\nresult:", f"\nposition: {json.dumps(Match('samarra').position())}\nresult:"))
    monkeypatch.setattr(guessing, "MOST_STEPS", 2_000)
    with pytest.raises(BadText) as caught:
        Match.from_text(text.replace("\nseen: ", "\nseen: 1"))
    assert caught.value.key == "core.text.endless"


HUGE = "9" * 4_000
DEEP = ["[" * depth + "]" * depth for depth in (20, 900, 5_000)]
OVERDONE = [
    ("x" * (sheet.LONGEST_TEXT + 1), "core.text.long"),
    (damaged(moves=["a3-b3"] * (sheet.MOST_MOVES + 1)), "core.text.many"),
    (damaged(moves=["a" * (sheet.LONGEST_MOVE + 1)]), "core.text.wide"),
    (damaged(*HEADS, f"names: [{'0, ' * sheet.LONGEST_HEADER}0]"), "core.text.wide"),
    (damaged(*HEADS, f"position: {HUGE}"), "core.text.value"),
    (WHOLE.replace('"die": 6', f'"die": {HUGE}'), "core.text.value"),
    (WHOLE.replace("seats: 2", f"seats: {HUGE}"), "core.text.value"),
    (re.sub("seed: .*", f"seed: {HUGE}", WHOLE), "core.text.value"),
    *[(WHOLE.replace('"die": 6', f'"die": {deep}'), "core.text.value") for deep in DEEP],
    *[(damaged(*HEADS, f'position: {{"game": {deep}}}'), "core.text.value") for deep in DEEP],
    *[(damaged(*HEADS, f"names: {deep}"), "core.text.value") for deep in DEEP],
]


@pytest.mark.parametrize(("text", "key"), OVERDONE, ids=range(len(OVERDONE)))
def test_a_text_beyond_all_measure_is_refused_in_a_short_sentence(text: str, key: str) -> None:
    with pytest.raises(BadText) as caught:
        Match.from_text(text)
    assert caught.value.key == key
    assert max(len(caught.value.say(language)) for language in ("en", "fr")) < 400


@pytest.mark.parametrize("value", ["1.0", "true", "null", "[]", HUGE[:70], '"1"'])
def test_pieces_in_a_forged_start_are_read_with_care(value: str) -> None:
    match = Match.from_position(wandered("samarra", 3, 4).position())
    for key in ("seat", "tent"):
        text = re.sub(
            rf'("pieces": \[{{[^}}]*"{key}": )\d', rf"\g<1>{value}", match.text(None).replace("seen:", "seen: 1")
        )
        position = next(row for row in text.split("\n") if row.startswith("position:"))
        assert value in position
        with pytest.raises(BadText, match=f"Line {line_of(text, 'position:')}"):
            Match.from_text(text)


def test_a_key_given_twice_among_many_is_found_at_once() -> None:
    keys = ", ".join(f'"{number}": 0' for number in range(100_000))
    with pytest.raises(tablier.BadPosition, match="99999 is given twice"):
        Match.from_position(f'{{{keys}, "99999": 0}}')
