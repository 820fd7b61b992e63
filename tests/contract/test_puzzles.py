"""Puzzles: every one can be played, is told in every language, and is like no other."""

import json
from collections import Counter
from typing import Any

import pytest

from tablier.core import likeness, puzzle_words
from tablier.core.errors import BadText, IllegalMove
from tablier.core.likeness import COMPASS, canonical, namings
from tablier.core.puzzles import HARDEST, PROOFS, Puzzle, puzzles, replay
from tablier.core.registry import load
from tablier.core.words import LANGUAGES, is_said
from tablier.games import GAMES as OURS
from tablier.lab.puzzles import name
from tests.contract.kit import GAMES

LEAST = 60  # of each of our games
PUZZLED = [game for game in GAMES if puzzles(game)]
each_game = pytest.mark.parametrize("game", PUZZLED)


def all_of(game: str) -> list[Puzzle]:
    return list(puzzles(game).values())


def test_our_games_have_puzzles() -> None:
    assert set(PUZZLED) >= set(OURS) & set(GAMES)


@pytest.mark.parametrize("game", [game for game in OURS if game in GAMES])
def test_there_are_many_of_several_themes_and_difficulties(game: str) -> None:
    found = all_of(game)
    assert len(found) >= LEAST
    assert len({puzzle.group for puzzle in found}) >= 3
    assert len({puzzle.difficulty for puzzle in found}) >= 3
    assert max(Counter(puzzle.difficulty for puzzle in found).values()) < len(found) * 0.7


@each_game
def test_all_lines_and_tries_can_be_played(game: str) -> None:
    for puzzle in all_of(game):
        replay(puzzle)


@each_game
def test_there_is_something_to_choose_and_only_some_of_it_is_right(game: str) -> None:
    for puzzle in all_of(game):
        attempt = puzzle.begun(())
        assert set(attempt.answers) < set(attempt.match.legal()), puzzle.id
        assert puzzle.proof in PROOFS
        assert (puzzle.proof == "best") <= (len(puzzle.tries) > len(attempt.answers)), puzzle.id


@each_game
def test_none_is_like_another_but_for_a_turn_or_a_mirror(game: str) -> None:
    found = all_of(game)
    assert [puzzle.id for puzzle in found] == [name(puzzle.position) for puzzle in found]
    assert len({puzzle.id for puzzle in found}) == len(found)


@each_game
def test_twins_play_alike_and_have_the_same_name(game: str) -> None:
    twins = load(game).puzzles.twins
    for puzzle in all_of(game)[:5]:
        forms = twins(puzzle.position)
        assert {canonical(form, twins(form)) for form in forms} == {canonical(puzzle.position, forms)}
        for form in forms:
            later = int(form["turn"] != puzzle.position["turn"])  # where the seats have changed places
            twin = Puzzle(game, "", form["turn"], "best", 1, (), {**form, "turns": form["turns"] + later})
            if "tent" not in json.dumps(form):
                assert len(twin.match().legal()) == len(puzzle.match().legal())


@each_game
@pytest.mark.parametrize("language", LANGUAGES)
def test_everything_is_said(game: str, language: str) -> None:
    for puzzle in all_of(game):
        words = [puzzle_words.goal(puzzle), puzzle_words.length(puzzle), puzzle_words.theme(puzzle)]
        words += puzzle_words.explained(puzzle)
        attempt = puzzle.begun(())
        others = [move for move in attempt.match.legal() if move not in attempt.answers]
        words += [word for move in others[:3] for word in puzzle_words.wrong(attempt, move)]
        assert is_said(words[2].key), puzzle.group
        assert all(0 < len(word.say(language)) < 260 for word in words)
        assert all("{" not in word.say(language) for word in words)


@each_game
def test_the_first_touch_of_the_answer_is_there(game: str) -> None:
    for puzzle in all_of(game):
        match, seat = puzzle.match(), puzzle.seat
        known = match.engine.concealed(match.state, seat)[0]
        scene = match.engine.game.view.scene(match.engine.record[0], known, seat)
        assert puzzle_words.first_touch(puzzle.begun(())) in {part.id for part in scene.parts}, puzzle.id


@each_game
def test_whoever_makes_the_moves_of_a_line_has_solved_it(game: str) -> None:
    for puzzle in all_of(game):
        for line in puzzle.lines:
            own = [step for step in line if isinstance(step, str)]
            assert [puzzle.begun(own[:place]).solved for place in range(len(own) + 1)][-1], puzzle.id
            assert not puzzle.begun(own[:-1]).solved


def test_a_move_that_is_not_right_leads_nowhere() -> None:
    puzzle = all_of("konane")[0]
    other = next(move for move in puzzle.match().legal() if move not in puzzle.begun(()).answers)
    with pytest.raises(BadText):
        puzzle.begun([other])


def test_what_is_broken_in_a_puzzle_is_found() -> None:
    puzzle = all_of("konane")[0]
    shaped: list[dict[str, Any]] = [{"difficulty": HARDEST + 1}, {"proof": "guessed"}, {"hits": [1]}, {"lines": []}]
    played: list[dict[str, Any]] = [
        {"seat": 1 - puzzle.seat}, {"lines": [["a1-a1"]], "tries": {"a1-a1": [0.5, ""]}},
        {"lines": [*puzzle.lines, [[puzzle.lines[0][0]]]], "tries": puzzle.tries},
    ]  # fmt: skip
    for change in shaped + played:
        with pytest.raises((BadText, IllegalMove, TypeError)):
            replay(Puzzle(**{**vars(puzzle), **change}))


def test_a_board_has_eight_turns_and_mirrors_and_an_oblong_one_four() -> None:
    assert [len(list(namings(columns, rows))) for columns, rows in ((3, 3), (5, 6))] == [8, 4]
    for naming in namings(3, 3):
        assert sorted(naming) == sorted(naming.values())
        assert naming["b2"] == "b2"
    assert {name: next(namings(4, 4))[name] for name in COMPASS} == {name: name for name in COMPASS}
    quarter = [naming for naming in namings(3, 3) if naming["a1"] == "c1" and naming["c1"] == "c3"]
    assert [(naming["n"], naming["e"], naming["ne"]) for naming in quarter] == [("w", "n", "nw")]


def test_what_does_not_matter_for_likeness_is_left_out() -> None:
    one = {"turns": 3, "pieces": [{"cell": "a1"}, {"cell": "b2"}], "stash": [1, 2]}
    other = {"turns": 9, "pieces": [{"cell": "b2"}, {"cell": "a1"}], "stash": [1, 2]}
    assert likeness.canonical(one, ()) == likeness.canonical(other, ())
    assert likeness.canonical(one, ()) != likeness.canonical({**one, "stash": [2, 1]}, ())
