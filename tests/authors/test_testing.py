"""``tablier.testing`` on the examples of the documentation: what authors inherit passes on games that are right."""

import sys
from collections.abc import Iterator

import pytest

from tablier import Match
from tablier.core import registry
from tablier.testing import GameTests, drawing, drawn
from tests import EXAMPLE

sys.path.append(str(EXAMPLE))


@pytest.fixture(scope="module", autouse=True)
def examples() -> Iterator[None]:
    """The examples are known in these tests only."""
    yield
    for key in ("four", "liars", "hex"):
        registry.SOURCES.pop(key, None)


def pytest_generate_tests(metafunc: pytest.Metafunc) -> None:
    registry.announce({"four": "four", "liars": "liars", "hex": "hex"})


class TestHeap(GameTests):
    game = "heap"
    perft = {1: 3, 2: 9, 3: 27, 4: 81}  # noqa: RUF012


class TestFour(GameTests):
    game = "four"
    perft = {1: 7, 2: 49, 3: 343, 4: 2401, 5: 16807, 6: 117649, 7: 823536}  # noqa: RUF012  # as published


class TestHex(GameTests):
    game = "hex"
    perft = {1: 49, 2: 2352, 3: 110544}  # noqa: RUF012


class TestLiars(GameTests):
    game = "liars"


def test_what_a_view_adds_to_the_picture_of_the_kit_lies_on_the_board_and_under_the_pieces() -> None:
    match = Match("hex")
    match.play("a1")
    picture = match.engine.game.view.scene(match.engine.frozen_options, match.state[0], 0)
    names = [part.id for part in picture.parts]
    found = {part.id: part for part in picture.parts}
    assert names.index("cell.a1") < names.index("low.a1") < names.index("cells.stone.0.a1")
    assert (found["low.a1"].seat, found["left.a1"].seat) == (0, 1)
    assert found["low.a1"].y > found["cell.a1"].y > found["left.a1"].y
    assert 'href="#hex-side"' in match.svg(0)


FULL = """
. . . O . . .
. . . X . . .
. . . O . . .
. . . X . . .
. . . O . . .
. . . X . . .
"""


def test_a_board_is_drawn_and_read() -> None:
    match = drawn("four", FULL, turns=6)
    assert drawing(match) == FULL.strip()
    assert "d7" not in match.legal()
    assert [move[0] for move in match.legal()] == ["a", "b", "c", "e", "f", "g"]
    match.play("a1")
    assert drawing(match).splitlines()[-1] == "X . . X . . ."


def test_a_drawing_with_too_few_cells_is_refused() -> None:
    with pytest.raises(ValueError, match="42 cells"):
        drawn("four", "X O")
