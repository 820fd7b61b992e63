"""What stands on a game's box, and what players at a screen see of moves: ghosts before them, effects after them."""

import itertools
import random
import re
import xml.etree.ElementTree as ElementTree
from collections.abc import Iterator, Sequence
from pathlib import Path
from typing import Any

import pytest

from tablier import Match
from tablier.core import box, saving
from tablier.core.contract import EVERYONE, SPECTATOR, UNSEEN
from tablier.core.engine import Engine
from tablier.core.game import Game
from tablier.core.presentation import EFFECTS
from tablier.core.registry import load
from tablier.core.scene import Choice
from tablier.core.words import LANGUAGES, catalogue
from tests.contract.kit import ALL_CASES, GAMES, Case, at_move, offers_choices, random_match, sampled
from tests.contract.test_secrets import alike

LIVELY_CASES = [case for case in ALL_CASES if offers_choices(case.game)]
TAKING_BACK_CASES = [case for case in ALL_CASES if load(case.game).hidden]
BOXES = [key for key in GAMES if load(key).box.minutes is not None]
each_case = pytest.mark.parametrize("case", LIVELY_CASES, ids=str)
each_taking_back = pytest.mark.parametrize("case", TAKING_BACK_CASES, ids=str)
each_box = pytest.mark.parametrize("key", BOXES)
POSITIONS = 3  # looked at in each game
FEW = 20  # moves looked at in a position with many
LAST = 4  # moves looked back on
EARLY = 24  # moves of a game that has begun


def viewpoints(case: Case) -> list[int]:
    return [EVERYONE, SPECTATOR, *range(case.seats)]


def deciding(match: Match, rng: random.Random) -> Iterator[Match]:
    """A match at some of its moves, where a seat decides."""
    for number in sampled(match, rng, POSITIONS):
        here = at_move(match, number)
        if isinstance(here.actor, int):
            yield here


def choices(match: Match, moves: Sequence[int], viewpoint: int) -> Sequence[Choice]:
    """How moves of the seat that decides are offered to somebody who looks from somewhere."""
    view: Any = match.engine.game.view
    found: Sequence[Choice] = view.choices(match.engine.record[0], match.known(match.actor)[0], moves, viewpoint)
    assert len(found) == len(moves)
    return found


def effects(match: Match, number: int, viewpoint: int) -> list[tuple[str, str]]:
    """What a viewpoint sees happen by a move."""
    engine = match.engine
    view: Any = engine.game.view
    before, after = (engine.concealed(match.history[i], viewpoint)[0] for i in (number, number + 1))
    move = match.codes[number] if saving.is_open(match, number, viewpoint) else UNSEEN
    return list(view.effects(engine.record[0], before, move, after))


def ids(match: Match, number: int, viewpoint: int) -> set[str]:
    """The parts of the picture that a viewpoint sees before a move."""
    engine = match.engine
    state = engine.concealed(match.history[number], viewpoint)[0]
    return {part.id for part in engine.game.view.scene(engine.record[0], state, viewpoint).parts}


# Ghosts and effects


@each_case
def test_every_move_of_a_seat_has_a_ghost_made_of_the_game_s_art(case: Case) -> None:
    match, rng = random_match(case, 0), random.Random(1)
    art = match.engine.game.art
    for here in deciding(match, rng):
        moves = match.engine.survey(here.state).moves
        assert isinstance(here.actor, int)
        for choice in choices(here, rng.sample(moves, min(FEW, len(moves))), here.actor):
            parts = choice.ghost
            assert parts
            assert len({part.id for part in parts}) == len(parts)
            for part in parts:
                assert part.id.startswith("ghost.")
                assert part.text or f'id="{case.game}-{part.symbol}"' in art


@each_case
def test_every_move_is_called_by_its_own_words_without_capital_and_stop(case: Case) -> None:
    match, rng = random_match(case, 0), random.Random(1)
    for here in deciding(match, rng):
        moves = match.engine.survey(here.state).moves
        for language in LANGUAGES:
            called = [choice.name.say(language) for choice in choices(here, moves, SPECTATOR) if choice.name]
            assert len(called) == len(moves)
            assert len(set(called)) == len(called)
            assert all(text[0].islower() and text[-1].isalnum() for text in called)


@each_case
def test_a_ghost_lies_within_the_picture_of_whoever_looks(case: Case) -> None:
    match, rng = random_match(case, 1), random.Random(2)
    view: Any = match.engine.game.view
    options = match.engine.record[0]
    for here in deciding(match, rng):
        move = rng.choice(match.engine.survey(here.state).moves)
        for viewpoint in viewpoints(case):
            picture = view.scene(options, match.engine.concealed(here.state, viewpoint)[0], viewpoint)
            for part in choices(here, [move], viewpoint)[0].ghost:
                assert 0 <= part.x <= picture.width
                assert 0 <= part.y <= picture.height


@each_case
def test_effects_are_known_kinds_that_name_parts_before_or_after_the_move(case: Case) -> None:
    match, rng = random_match(case, 2), random.Random(3)
    numbers = range(len(match.codes))
    for number in {numbers[-1], *rng.sample(numbers, min(FEW, len(numbers)))}:
        viewpoint = rng.choice(viewpoints(case))
        seen = effects(match, number, viewpoint)
        assert len(seen) == len(set(seen))
        assert {kind for kind, _ in seen} <= set(EFFECTS)
        if seen:
            assert {part for _, part in seen} <= ids(match, number, viewpoint) | ids(match, number + 1, viewpoint)


@pytest.mark.parametrize("key", sorted({case.game for case in LIVELY_CASES}))
def test_something_is_seen_to_happen_in_every_game(key: str) -> None:
    case = next(case for case in LIVELY_CASES if case.game == key)
    match = random_match(case, 4)
    assert any(effects(match, number, EVERYONE) for number in range(len(match.codes)))


@each_taking_back
def test_what_a_viewer_cannot_tell_apart_has_the_same_ghosts_and_effects(case: Case) -> None:
    match = random_match(case, 5)
    for number in sampled(match, random.Random(5), 2):
        here = at_move(match, number)
        for viewpoint in viewpoints(case)[1:] if here.outcome is None else ():
            for other in alike(here, viewpoint):
                for earlier in range(max(0, number - LAST), number):
                    assert effects(other, earlier, viewpoint) == effects(here, earlier, viewpoint)
                moves = match.engine.survey(here.state).moves[:FEW] if here.actor == viewpoint else ()
                for one, two in zip(choices(other, moves, viewpoint), choices(here, moves, viewpoint), strict=True):
                    assert (one.path, one.name, one.ghost) == (two.path, two.name, two.ghost)


# What may be taken back


def knowledge(match: Match) -> bytes:
    notation: Any = match.engine.game.notation
    known: bytes = notation.knowledge(match.engine.record[0], match.state[0])
    return known


@each_taking_back
def test_knowledge_differs_when_something_is_lifted_or_struck(case: Case) -> None:
    for match in (random_match(case, seed) for seed in range(4)):
        for number in range(len(match.codes) - 1):
            if effects(match, number, SPECTATOR):
                assert knowledge(at_move(match, number)) != knowledge(at_move(match, number + 1))


@each_taking_back
def test_knowledge_differs_whenever_somebody_can_rule_out_more(case: Case) -> None:
    match, rng = random_match(case, 1, most=EARLY), random.Random(1)
    for number in range(len(match.codes) - 1):
        here, after = at_move(match, number), at_move(match, number + 1)
        if knowledge(here) == knowledge(after):
            viewpoint = rng.choice(viewpoints(case)[1:])
            assert len(alike(after, viewpoint)) >= len(alike(here, viewpoint))


@each_taking_back
def test_most_moves_change_nothing_in_what_is_known(case: Case) -> None:
    match = random_match(case, 2)
    known = [knowledge(at_move(match, number)) for number in range(len(match.codes) + 1)]
    assert sum(one == other for one, other in itertools.pairwise(known)) > len(match.codes) / 3


# Boxes


@each_box
def test_a_box_names_its_numbers_and_marks_our_estimates(key: str) -> None:
    given = load(key).box
    numbers = {name: getattr(given, name) for name in ("minutes", "age", "year")}
    assert numbers["minutes"] in range(5, 61)
    assert numbers["age"] in range(6, 15)
    assert numbers["year"] is None or numbers["year"] in range(1900, 2100)
    assert {name for name in given.estimates if numbers[name] is not None} == set(given.estimates)


@each_box
def test_a_box_has_words_for_all_it_says(key: str) -> None:
    game = load(key)
    words = [*game.box.mechanism_words, *(preset.words for preset in game.box.presets), *game.box.intro]
    assert len(game.box.intro) == 3
    for word in words:
        for language in LANGUAGES:
            assert word.say(language).strip()
    spoken = {word.key for word in words}
    kinds = ("mechanism", "preset", "intro")
    assert {known for known in catalogue(key) if known.split(".")[1] in kinds} == spoken


@each_box
def test_presets_can_be_played_and_the_first_is_for_a_first_game(key: str) -> None:
    game = load(key)
    assert game.box.presets[0].key == "first"
    assert len({preset.key for preset in game.box.presets}) == len(game.box.presets)
    for preset in game.box.presets:
        Engine(game, preset.seats, preset.options)


@each_box
def test_a_cover_is_a_picture_of_four_by_three_that_needs_nothing_else(key: str) -> None:
    cover = load(key).box.cover
    if cover is None:
        pytest.skip("it is drawn by the kit")
    text = cover.read_text(encoding="utf-8")
    picture = ElementTree.fromstring(text)
    left, top, width, height = map(float, picture.attrib["viewBox"].split())
    assert (left, top) == (0, 0)
    assert width * 3 == height * 4
    assert len(text) < 60_000
    names = {element.tag.rpartition("}")[2] for element in picture.iter()}
    assert not names & {"script", "style", "text", "image", "foreignObject"}
    for element in picture.iter():
        assert not {name for name in element.attrib if name == "style" or name.startswith("on")}
        target = element.attrib.get("href", "#")
        assert target.startswith("#")
    ours = set(re.findall(r'id="([^"]+)"', text))
    assert set(re.findall(r'(?:url\(#|href="#)([^")]+)', text)) <= ours


@each_box
def test_rules_are_complete_in_both_languages(key: str) -> None:
    english, french = (load(key).box.rules(language) for language in ("en", "fr"))
    assert english != french
    headings = [re.findall(r"^(#+) ", part, re.MULTILINE) for part in (english, french)]
    assert headings[0] == headings[1]
    assert len(headings[0]) >= 5
    assert "#" not in headings[0]
    for option in load(key).options.TABLE:
        assert f"`{option.name}`" in english
        assert f"`{option.name}`" in french


def test_a_game_without_a_box_has_an_empty_one(tmp_path: Path) -> None:
    empty = box.read("core", tmp_path)
    assert (empty.minutes, empty.presets, empty.intro, empty.cover, empty.rules("fr")) == (None, (), (), None, "")


def test_a_box_with_an_unknown_key_is_refused(tmp_path: Path) -> None:
    (tmp_path / "box.toml").write_text("weight = 3\n")
    with pytest.raises(TypeError, match="weight"):
        box.read("core", tmp_path)


def test_a_game_reads_its_box_once() -> None:
    game: Game = load(BOXES[0])
    assert game.box is game.box
