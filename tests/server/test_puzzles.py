"""Puzzles over the interface and as pages: what is asked and answered, and that the answer is left to be found."""

import json
from collections.abc import Callable
from typing import Any

import pytest
from fastapi import FastAPI

from tablier.core.contract import EVERYONE
from tablier.core.puzzles import Puzzle, puzzles
from tablier.core.random import seeded
from tablier.core.registry import load
from tablier.core.words import LANGUAGES
from tablier.games import GAMES
from tablier.server.api.puzzles import told_data
from tests.server.kit import application as application
from tests.server.test_pages import Browser

Ask = Callable[..., Any]


def first(game: str, steps: int = 1) -> Puzzle:
    """A puzzle in which at least so many moves are to be found."""
    return next(puzzle for puzzle in puzzles(game).values() if puzzle.turns >= steps)


@pytest.fixture
def ask(application: FastAPI) -> Ask:
    """Ask something of a puzzle, and read the answer."""
    visitor = Browser(application, "en")

    def asked(puzzle: Puzzle, what: str = "", status: int = 200, **body: Any) -> Any:
        url = f"/api/games/{puzzle.game}/puzzles/{puzzle.id}"
        answer = visitor.ask("POST", f"{url}/{what}", json=body) if what else visitor.ask("GET", url)
        assert answer.status_code == status, answer.text
        return answer.json()

    return asked


@pytest.mark.parametrize("game", GAMES)
def test_a_puzzle_is_told_without_its_answer(ask: Ask, game: str) -> None:
    puzzle = first(game)
    told = ask(puzzle)
    legal = [move["move"] for move in told["moves"]]
    assert set(legal) == set(puzzle.match().legal())
    assert told["goal"]
    rest = json.dumps({name: value for name, value in told.items() if name not in ("moves", "scene")})
    assert not any(f'"{move}"' in rest or f" {move} " in rest for move in puzzle.begun(()).answers)


@pytest.mark.parametrize("game", [game for game in GAMES if load(game).hidden])
@pytest.mark.parametrize("language", LANGUAGES)
def test_what_is_told_follows_from_what_the_seat_knows(game: str, language: str) -> None:
    """Whatever lies under the tents, the page is the same."""
    rng = seeded(5)
    for puzzle in list(puzzles(game).values())[:12]:
        match = puzzle.match()
        known = match.engine.concealed(match.state, puzzle.seat)
        for _ in range(3):
            dealt = match.engine.redealt(known, puzzle.seat, rng)
            match.history[-1] = dealt
            other = Puzzle(**{**vars(puzzle), "position": match.view("everyone")})
            assert told_data(other, language)["scene"] == told_data(puzzle, language)["scene"]
            assert told_data(other, language)["asked"] == told_data(puzzle, language)["asked"]
        assert match.viewpoint == EVERYONE


@pytest.mark.parametrize("game", GAMES)
def test_the_right_moves_solve_it_and_wrong_ones_are_answered(ask: Ask, game: str) -> None:
    puzzle, made = first(game, 2 if any(each.turns > 1 for each in puzzles(game).values()) else 1), list[str]()
    for step in (step for step in puzzle.lines[0] if isinstance(step, str)):
        attempt = puzzle.begun(made)
        other = next(move for move in attempt.match.legal() if move not in attempt.answers)
        wrong = ask(puzzle, "try", made=made, move=other)
        assert (wrong["verdict"], wrong["made"], wrong["happened"], wrong["explained"]) == ("wrong", made, [], [])
        assert other in wrong["text"]
        right = ask(puzzle, "try", made=made, move=step)
        made.append(step)
        assert right["made"] == made
        assert right["happened"]
        assert bool(right["moves"]) == (right["verdict"] == "more") == (not right["explained"])
    assert right["verdict"] == "solved"


def test_a_hint_points_somewhere_and_the_answer_is_given_to_whoever_asks(ask: Ask) -> None:
    puzzle = first("konane", 2)
    hint = ask(puzzle, "hint", made=[])
    assert json.dumps(hint["marked"][0]) in json.dumps(ask(puzzle)["scene"])
    shown = ask(puzzle, "solution", made=[])
    own = [step for step in puzzle.lines[0] if isinstance(step, str)]
    assert shown["made"] == own
    assert len(shown["happened"]) == sum(1 if isinstance(step, str) else len(step) for step in puzzle.lines[0])
    assert ask(puzzle, "solution", made=own[:1])["made"] == own
    assert shown["verdict"] == "solved"


def test_a_touch_in_vain_is_explained(ask: Ask) -> None:
    puzzle = first("minelfield")
    told = ask(puzzle, "why", made=[], begun=[], part=f"commander.{1 - puzzle.seat}")
    assert told["text"]


@pytest.mark.parametrize(
    ("what", "body", "status"),
    [
        ("try", {"made": [], "move": "nonsense"}, 422), ("try", {"made": ["nonsense"], "move": "a1-a3"}, 422),
        ("try", {"made": []}, 422), ("try", {"made": ["a" * 81], "move": "a"}, 422),
        ("hint", {"made": ["a"] * 17}, 422), ("why", {"made": [], "begun": [], "part": "nothing"}, 422),
    ],
)  # fmt: skip
def test_nonsense_is_refused_in_a_sentence(ask: Ask, what: str, body: dict[str, Any], status: int) -> None:
    assert ask(first("konane"), what, status, **body)["error"]["message"]


def test_what_is_solved_needs_no_help(ask: Ask) -> None:
    puzzle = first("konane")
    own = [step for step in puzzle.lines[0] if isinstance(step, str)]
    for what, more in (("hint", {}), ("why", {"begun": [], "part": "cell.a1"})):
        assert ask(puzzle, what, 422, made=own, **more)["error"]["code"] == "request.part"


def test_a_puzzle_that_is_not_there_is_not_found(ask: Ask, application: FastAPI) -> None:
    puzzle = first("konane")
    ask(Puzzle(**{**vars(puzzle), "id": "none"}), "", 404)
    ask(Puzzle(**{**vars(puzzle), "game": "chess"}), "hint", 404, made=[])
    visitor = Browser(application)
    for address in ("/puzzles/konane/none", f"/puzzles/samarra/{puzzle.id}", f"/puzzles/chess/{puzzle.id}"):
        assert visitor.ask("GET", address).status_code == 404


def test_puzzles_are_listed_as_they_are_asked_for(application: FastAPI) -> None:
    visitor = Browser(application, "en")

    def listed(query: str) -> list[dict[str, Any]]:
        return list(visitor.ask("GET", f"/api/puzzles{query}").json())

    assert len(listed("")) == sum(len(puzzles(game)) for game in GAMES)
    puzzle = first("samarra")
    found = listed(f"?game=samarra&theme={puzzle.group}&difficulty={puzzle.difficulty}")
    assert {each["id"] for each in found} == {
        each.id
        for each in puzzles("samarra").values()
        if (each.group, each.difficulty) == (puzzle.group, puzzle.difficulty)
    }
    assert listed("?game=chess") == []
    assert visitor.ask("GET", "/api/puzzles?difficulty=hard").status_code == 422


def test_everybody_has_the_same_puzzle_of_the_day(application: FastAPI) -> None:
    visitors = [Browser(application, language) for language in ("fr", "en")]
    addresses = {visitor.ask("GET", "/puzzles/today").headers["location"] for visitor in visitors}
    addresses |= {visitor.ask("GET", "/api/puzzles/today").json()["url"] for visitor in visitors}
    assert len(addresses) == 1
    for visitor in visitors:
        assert visitor.ask("GET", addresses.copy().pop()).status_code == 200
        assert f'href="{addresses.copy().pop()}"' in visitor.ask("GET", "/").text


@pytest.mark.parametrize("language", LANGUAGES)
def test_the_list_can_be_narrowed_without_scripts(application: FastAPI, language: str) -> None:
    visitor, puzzle = Browser(application, language), first("samarra")
    everything = visitor.ask("GET", "/puzzles?game=samarra").text
    assert all(f"/puzzles/samarra/{each}" in everything for each in puzzles("samarra"))
    narrowed = visitor.ask("GET", f"/puzzles?game=samarra&theme={puzzle.group}&difficulty={puzzle.difficulty}").text
    other = next(each for each in puzzles("samarra").values() if each.difficulty != puzzle.difficulty)
    assert f"/puzzles/samarra/{puzzle.id}?" in narrowed
    assert f"/puzzles/samarra/{other.id}" not in narrowed.split("<ol")[-1]


@pytest.mark.parametrize(
    ("query", "status", "sentence"),
    [
        ("game=zzz", 404, "There are no puzzles for “zzz”."),
        ("game=samarra&theme=none", 422, "No puzzle of this game is about “none”"),
        ("game=samarra&difficulty=9", 422, "“9” is none."), ("difficulty=x", 422, "“x” is none."),
        ("game=samarra&theme=&difficulty=", 200, ""),
    ],
)  # fmt: skip
def test_a_game_theme_or_difficulty_that_is_not_there_is_named(
    application: FastAPI, query: str, status: int, sentence: str
) -> None:
    answer = Browser(application, "en").ask("GET", f"/puzzles?{query}")
    assert answer.status_code == status
    assert sentence in answer.text
    assert ("refusal" in answer.text) == bool(sentence)
    assert "/puzzles?game=konane" in answer.text
