"""Layouts: however a page arranges a picture, nothing is lost, nothing overlaps, and what is touched is there."""

import itertools
import random
from collections.abc import Iterator

import pytest

from tablier.core.contract import EVERYONE, SPECTATOR
from tablier.core.scene import Area, Layout, Part, Scene
from tests.contract.kit import ALL_CASES, Case, at_move, random_match, sampled

POSITIONS = 1  # looked at in each game
SLACK = 1e-6
TOLD_BESIDE = {"status", "strip", "reason"}  # what a page tells in a line of its own, and the ground under it
each_case = pytest.mark.parametrize("case", ALL_CASES, ids=str)


def scenes(case: Case) -> Iterator[tuple[Scene, tuple[tuple[str, ...], ...]]]:
    """Pictures of some positions of a game from all sides, and the paths of the moves that can be made there."""
    match = random_match(case, 5)
    engine = match.engine
    for number in {*sampled(match, random.Random(6), POSITIONS), len(match.codes)}:
        here = at_move(match, number)
        for viewpoint in (EVERYONE, SPECTATOR, 0, 1, case.seats - 1):
            state = engine.concealed(here.state, viewpoint)[0]
            moves = engine.survey(here.state).moves if viewpoint == here.actor else ()
            view, options = engine.game.view, engine.record[0]
            yield view.scene(options, state, viewpoint), tuple(view.steps(options, state, move) for move in moves)


def goes_to(layout: Layout, part: Part) -> Area | None:
    """The area with which a part goes."""
    found = [area for area in layout.areas if area.holds(part)]
    assert len(found) <= 1, f"{part.id} lies in two areas"
    return found[0] if found else None


def target(layout: Layout, area: Area) -> tuple[float, float, float, float]:
    """Where an area ends up: left, top, right, bottom."""
    width, height = area.width * area.scale, area.height * area.scale
    if area.turned and layout.turn % 180:
        width, height = height, width
    return area.to_x, area.to_y, area.to_x + width, area.to_y + height


@each_case
def test_whatever_is_named_or_touched_has_a_place_in_every_layout(case: Case) -> None:
    for scene, paths in scenes(case):
        touched = {step for path in paths for step in path}
        for layout in scene.layouts:
            lost = [part for part in scene.parts if goes_to(layout, part) is None]
            assert {part.id for part in lost} <= TOLD_BESIDE - touched
            assert all(part.label is None for part in lost)


@each_case
def test_areas_with_named_things_end_up_side_by_side_within_the_layout(case: Case) -> None:
    for scene, _ in scenes(case):
        for layout in scene.layouts:
            used = {goes_to(layout, part) for part in scene.parts if part.label} - {None}
            boxes = [target(layout, area) for area in used if area]
            for left, top, right, bottom in boxes:
                assert min(left, top) >= -SLACK
                assert right <= layout.width + SLACK
                assert bottom <= layout.height + SLACK
            for one, other in itertools.combinations(boxes, 2):
                apart = one[2] <= other[0] + SLACK or other[2] <= one[0] + SLACK
                assert apart or one[3] <= other[1] + SLACK or other[3] <= one[1] + SLACK


@each_case
def test_every_layout_begins_with_the_board_unscaled_and_the_usual_one_is_upright_or_turned_round(case: Case) -> None:
    match = random_match(case, 5)
    for seat in range(match.seats):
        known = match.engine.concealed(match.state, seat)[0]
        scene = match.engine.game.view.scene(match.engine.record[0], known, seat)
        for layout in scene.layouts:
            assert layout.turn in (0, 90, 180, 270)
            assert layout.areas[0].scale == 1
            assert layout.areas[0].turned or layout.turn == 0
        assert [layout.turn for layout in scene.layouts][:1] in ([], [0], [180])
