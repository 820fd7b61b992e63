"""Lessons and diagrams: every step can be played, every picture can be drawn, in every language."""

import re

import pytest

from tablier.core.diagrams import diagrams
from tablier.core.lessons import Lesson, Texts, lesson
from tablier.core.registry import load
from tablier.core.words import LANGUAGES
from tablier.games import GAMES as OURS
from tests.contract.kit import GAMES

STEPS = range(8, 15)
LONGEST_SAYING = 260  # characters: a sentence or two
DIAGRAM = re.compile(r"!\[([^\]]*)\]\(diagram:([^)]*)\)")
taught = [game for game in GAMES if lesson(game)]
each_lesson = pytest.mark.parametrize("game", taught)


def of(game: str) -> Lesson:
    found = lesson(game)
    assert found is not None
    return found


def test_our_games_are_taught() -> None:
    assert set(taught) >= set(OURS) & set(GAMES)


@each_lesson
def test_a_lesson_is_short(game: str) -> None:
    assert len(of(game).steps) in STEPS


@each_lesson
def test_every_step_can_be_played_and_leads_to_the_next(game: str) -> None:
    found = of(game)
    for number, step in enumerate(found.steps):
        match = found.match(number)
        legal = match.legal() if isinstance(match.actor, int) else []
        assert set(step.answers) | set(step.tries) <= set(legal), number
        assert len(legal) > len(step.answers) or not step.answers, number
        assert not set(step.answers) & set(step.tries), number
        assert step.answers or not (step.right or step.wrong or step.tries or step.replies), number
        for answer in step.answers:
            found.after(number, answer)
        moves = [*step.answers[:1], *step.replies]
        assert found.after(number).moves[len(match.moves) :] == moves, number


@each_lesson
def test_what_is_pointed_out_is_there(game: str) -> None:
    found = of(game)
    for number, step in enumerate(found.steps):
        match = found.match(number)
        seat = match.actor if isinstance(match.actor, int) else 0
        known = match.engine.concealed(match.state, seat)[0]
        scene = match.engine.game.view.scene(match.engine.record[0], known, seat)
        assert set(step.marks) <= {part.id for part in scene.parts}, number


@each_lesson
def test_everything_is_said_in_every_language(game: str) -> None:
    for number, step in enumerate(of(game).steps):
        said: list[Texts] = [step.say, *step.tries.values(), *([step.right, step.wrong] if step.answers else [])]
        for texts in said:
            assert set(texts) == set(LANGUAGES), number
            assert all(0 < len(text) <= LONGEST_SAYING for text in texts.values()), number
            assert not re.search(r"[^\u202f\u00a0 ][;?!»]| [;:?!»]|« |'", texts["fr"]), (number, texts["fr"])


@pytest.mark.parametrize("game", GAMES)
@pytest.mark.parametrize("language", LANGUAGES)
def test_every_diagram_of_the_rules_can_be_drawn_and_has_a_caption(game: str, language: str) -> None:
    named = DIAGRAM.findall(load(game).box.rules(language))
    assert {name for _, name in named} == set(diagrams(game))
    for caption, name in named:
        assert caption.endswith((".", "!", "?")), name
        shown = diagrams(game)[name]
        assert set(shown.marks) <= {part.id for part in shown.scene().parts}
        assert shown.svg(language).startswith("<svg")
