"""The public face: names, types, and that a refused call changes nothing."""

import json
import os
import subprocess
import sys
from collections.abc import Callable
from typing import Any

import pytest

import tablier
from tablier import BadOption, BadPosition, BadText, IllegalMove, Match, NotNow
from tablier.games import GAMES

NOT_A_STRING: Any = ["samarra"]
NOT_A_NUMBER: Any = "4"
NOT_A_MAPPING: Any = [("passing", True)]


def snapshot(match: Match) -> tuple[object, ...]:
    return match.moves, match.state.tobytes(), match.text(), match.legal()


def test_our_games_are_there() -> None:
    assert {"konane", "minelfield", "samarra", "samliam", "sprawl"} == set(GAMES) <= set(tablier.games())


@pytest.mark.parametrize("game", tablier.games())
def test_the_options_table_says_name_values_default_sentence_and_source(game: str) -> None:
    for option in tablier.options(game):
        assert option.name
        assert option.default == option.values[0]
        assert option.sentence.endswith(".")
        assert option.source in ("sheet", "ours")
        assert option.words.say("fr") != option.sentence


@pytest.mark.parametrize("game", tablier.games())
def test_a_match_has_the_fewest_seats_and_default_options_unless_told(game: str) -> None:
    match = Match(game)
    assert match.game == game
    assert match.seats == min(match.engine.game.seats)
    assert match.options == {option.name: option.default for option in tablier.options(game)}
    assert match.moves == []
    assert match.outcome is None


def test_options_given_and_returned_are_copies() -> None:
    board = {"side": 3, "green": ["a1", "e1"], "red": ["c3"]}
    match = Match("minelfield", options={"board": board})
    board["side"] = 4
    match.options["board"]["side"] = 5
    match.position()["options"]["board"]["side"] = 6
    assert match.options["board"]["side"] == 3


def test_unknown_games_seats_options_and_values_are_refused_in_words() -> None:
    calls: list[tuple[Callable[[], Match], str]] = [
        (lambda: Match("chess"), "core.game.unknown"),
        (lambda: Match(NOT_A_STRING), "core.game.unknown"),
        (lambda: Match("samarra", seats=3), "core.game.seats"),
        (lambda: Match("samarra", seats=True), "core.game.seats"),
        (lambda: Match("sprawl", seats=NOT_A_NUMBER), "core.game.seats"),
        (lambda: Match("samarra", options={"fog": True}), "core.option.unknown"),
        (lambda: Match("samarra", options={"passing": 1}), "core.option.value"),
        (lambda: Match("samarra", options={"turn_limit": 1001}), "core.option.value"),
        (lambda: Match("samarra", options={"turn_limit": True}), "core.option.value"),
        (lambda: Match("samarra", options=NOT_A_MAPPING), "core.option.mapping"),
        (lambda: Match("samliam", seats=3, options={"size": 7}), "core.option.seats"),
        (lambda: Match("samliam", seats=4, options={"announcements": "off"}), "core.option.seats"),
        (lambda: Match("samarra", seed=NOT_A_NUMBER), "core.seed"),
    ]
    for call, key in calls:
        with pytest.raises(BadOption) as caught:
            call()
        assert caught.value.key == key
        assert caught.value.say("fr") != str(caught.value)
        assert isinstance(caught.value, ValueError)


def test_a_refused_move_names_close_legal_ones_and_changes_nothing() -> None:
    match = Match("minelfield", seed=1)
    before = snapshot(match)
    with pytest.raises(IllegalMove, match="a3-b3") as caught:
        match.play("a3-b9")
    assert "a3-b3" in caught.value.say("fr")
    nonsense: Any
    for nonsense in (None, ["a3-b3"], {}, 7):
        with pytest.raises(IllegalMove):
            match.play(nonsense)
    with pytest.raises(NotNow):
        match.roll()
    with pytest.raises(NotNow):
        match.weights()
    with pytest.raises(NotNow):
        match.undo()
    with pytest.raises(NotNow):
        match.view(7)
    with pytest.raises(NotNow):
        match.svg(True)
    with pytest.raises(BadOption):
        match.svg(None, "tlh")
    assert snapshot(match) == before


def test_weights_are_aligned_with_the_legal_chance_moves() -> None:
    match = Match("minelfield", seed=1)
    match.play("a3-b3")
    assert match.actor == "chance"
    assert match.legal() == ["*1", "*2", "*3", "*4", "*5", "*6"]
    assert match.weights() == [1] * 6


def test_rolls_are_recorded_like_moves_and_follow_from_the_seed() -> None:
    rolls = set()
    for seed in range(40):
        one, two = Match("minelfield", seed=seed), Match("minelfield", seed=seed)
        one.play("a3-b3")
        two.play("a3-b3")
        rolls.add(one.roll())
        assert two.roll() == one.moves[-1]
    assert rolls == {"*1", "*2", "*3", "*4", "*5", "*6"}


def test_a_copy_is_independent() -> None:
    match = Match("minelfield", seed=1)
    other = match.copy()
    other.play("a3-b3")
    assert match.moves == []
    assert match.legal() != other.legal()


def test_positions_come_as_data_or_text_and_faults_are_named() -> None:
    position = Match("minelfield").position()
    assert Match.from_position(json.dumps(position)).position() == position
    changes: list[tuple[dict[str, Any], str]] = [
        ({"game": "chess"}, "core.game.unknown"),
        ({"options": {"fog": 1}}, "core.option.unknown"),
        ({"turn": 1}, "core.position.turn"),
        ({"turns": "0"}, "core.position.whole"),
        ({"turns": True}, "core.position.whole"),
        ({"pieces": {}}, "core.position.list"),
        ({"extra": 1}, "core.position.unknown"),
        ({"seats": 2}, "core.position.unknown"),
        ({"outcome": {"scores": [1, 1], "reason": "limit"}}, "core.position.scores"),
        ({"outcome": {"scores": [1.0], "reason": "limit"}}, "core.position.length"),
        ({"outcome": {"scores": [1, 0], "reason": "boredom"}}, "core.position.word"),
    ]
    for change, key in changes:
        with pytest.raises((BadPosition, BadOption)) as caught:
            Match.from_position({**position, **change})
        assert caught.value.key == key
    for key in position:
        with pytest.raises(BadPosition) as caught:
            Match.from_position({name: value for name, value in position.items() if name != key})
        assert caught.value.key == "core.position.missing"
    for text in ("", "[]", "{", '{"game": "minelfield", "game": "samarra"}', '{"game": NaN}', "[" * 100_000):
        with pytest.raises(BadPosition):
            Match.from_position(text)


def test_missing_options_of_a_position_are_filled_in() -> None:
    position = Match("minelfield").position()
    position["options"] = {"die": 6}
    assert Match.from_position(position).options == Match("minelfield").options


def test_a_finished_position_loads_as_that_finished_game() -> None:
    position = Match("minelfield").position()
    position["outcome"] = {"scores": [0.5, 0.5], "reason": "limit"}
    match = Match.from_position(position)
    assert match.outcome == tablier.Outcome((0.5, 0.5), "limit")
    assert match.actor is None
    assert match.legal() == []
    assert match.position() == position


def test_a_saved_game_can_be_read_by_a_person() -> None:
    match = Match("minelfield", seed=7)
    match.play("a3-b3")
    match.play("*7" if "*7" in match.legal() else "*1")
    match.names, match.date = ["Ève", "Bo\nb"], "2026-11-15"
    assert match.text().splitlines() == [
        "tablier: 1",
        "game: minelfield",
        "rules: 1",
        "seats: 2",
        'options: {"board": "classic", "die": 6, "lives": 1, "turn_limit": 600}',
        'names: ["Ève", "Bo\\nb"]',
        "date: 2026-11-15",
        "seed: 7",
        "result: *",
        "",
        "a3-b3",
        "*1",
    ]
    again = Match.from_text(match.text().replace("\n", "\r\n"))
    assert again.names == match.names
    assert again.text() == match.text()


def test_a_bad_saved_game_is_refused_with_its_line() -> None:
    match = Match("minelfield", seed=7)
    match.play("a3-b3")
    text = match.text()
    for old, new, key in [
        ("a3-b3", "a3-b9", "core.text.move"),
        ("result: *", "result: 1 0 commander", "core.text.result"),
        ("seed: 7", "seed: seven", "core.text.value"),
        ("seed: 7", "seed: 7\nseed: 7", "core.text.twice"),
        ("seed: 7", "Good luck: 7", "core.text.header"),
        ("seats: 2", "seats: 5", "core.text.head"),
        ("game: minelfield", "game: chess", "core.text.head"),
        ("game: minelfield\n", "", "core.text.missing"),
        ("rules: 1", "rules: 99", "core.text.version"),
        ("tablier: 1", "tablier: 9", "core.text.format"),
        ('"die": 6', '"die": 7', "core.text.head"),
        ('"die": 6', '"die": ', "core.text.value"),
    ]:
        with pytest.raises(BadText) as caught:
            Match.from_text(text.replace(old, new))
        assert caught.value.key == key
    with pytest.raises(BadText, match="Line 10"):
        Match.from_text(text.replace("a3-b3", "nonsense"))
    with pytest.raises(BadText):
        Match.from_text(NOT_A_STRING)


def test_a_notebook_shows_everything() -> None:
    match = Match("samarra", seed=1)
    match.play(match.legal()[0])
    assert match._repr_svg_() == match.svg("everyone")
    assert match.svg("everyone") != match.svg(None)


def test_importing_tablier_does_not_import_the_compiler() -> None:
    program = "import sys, tablier; tablier.games(); print('numba' in sys.modules)"
    done = subprocess.run([sys.executable, "-c", program], capture_output=True, text=True, check=True, env=os.environ)
    assert done.stdout.strip() == "False"
