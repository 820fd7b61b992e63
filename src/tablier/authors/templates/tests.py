"""Tests: what every game promises, and what only this one does."""

from tablier import Match
from tablier.testing import GameTests


class TestTemplate(GameTests):
    """All that every game promises."""

    game = "template"


def test_a_game_can_be_begun() -> None:
    """Replace this by tests of your rules: set a position up, play a move, see what has become of it."""
    assert Match("template", seed=1).outcome is None
