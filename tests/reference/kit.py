"""Two engines side by side, ours and a slow one that was written independently from the same rules."""

import random
from collections.abc import Callable
from importlib import import_module
from typing import Any

import pytest

from tablier import Match

BOOKKEEPING = ("turn", "turns", "actions", "lifted", "banned")

Chooser = Callable[[random.Random, Match], str]
"""What chooses one of the legal moves."""


def reference(game: str) -> Any:
    """The slow engine of a game."""
    return import_module(f"tests.reference.{game}")


def meaning(position: dict[str, Any]) -> dict[str, Any]:
    """A position without what has no meaning once the game is over."""
    if "outcome" not in position:
        return position
    return {key: value for key, value in position.items() if key not in BOOKKEEPING}


def any_move(rng: random.Random, match: Match) -> str:
    """Any of the legal moves."""
    return rng.choice(sorted(match.legal()))


def compare_now(match: Match, other: Any) -> None:
    """All that can be seen of a position."""
    assert other.actor() == match.actor
    assert meaning(other.position()) == meaning(match.position())
    assert sorted(other.legal()) == sorted(match.legal())
    if match.actor == "chance":
        assert other.weights() == dict(zip(match.legal(), match.weights(), strict=True))
    found = other.outcome()
    assert (found is None) == (match.outcome is None)
    if found is not None and match.outcome is not None:
        assert tuple(found[0]) == pytest.approx(match.outcome.scores)
        assert found[1] == match.outcome.reason


def compare(match: Match, other: Any, decisions: int, rng: random.Random, choose: Chooser = any_move) -> int:
    """Play both on, compare all that can be seen at every decision and after the last, and count the decisions."""
    for number in range(decisions):
        compare_now(match, other)
        if match.actor is None:
            return number
        move = choose(rng, match)
        match.play(move)
        other.play(move)
    compare_now(match, other)
    return decisions


def compare_loaded(match: Match) -> None:
    """A position that is loaded is the very same again: as JSON in the same order, as a record, and in its moves."""
    position = match.position()
    loaded = Match.from_position(position)
    assert loaded.position() == position
    assert list(loaded.position()) == list(position)
    assert loaded.state.tobytes() == match.state.tobytes()
    assert loaded.legal() == match.legal()
    assert len(match.legal()) == len(set(match.legal()))
