"""What follows from the fields and moves of a game, for each name of the contract that it may leave out by that."""

from __future__ import annotations

import math
from collections.abc import Callable, Mapping
from typing import Any

from tablier.core.kit import generated
from tablier.core.kit import planes as naming


def most_moves(game: Any) -> int | None:
    """As many moves as there are codes."""
    return game.moves.size if game.moves else None


def start(game: Any) -> Any:
    """An empty table."""
    return generated.starting(game.state)


def actor(game: Any) -> Any:
    """The seat whose turn it is."""
    return None if game.has_chance else generated.deciding()


def legal_moves(game: Any) -> Any:
    """All codes that are legal one by one."""
    is_legal = getattr(game.source, "is_legal", None)
    return generated.listing(is_legal, game.moves.size) if is_legal and game.moves else None


def conceal(game: Any) -> Any:
    """What the fields say that somebody does not know."""
    return generated.concealing(game.state) if generated.secrets(game.state) else None


def redeal(game: Any) -> Any:
    """Dice and cards that are not seen, at random."""
    return generated.redealing(game.state) if generated.secrets(game.state) else None


def seen(game: Any) -> Any:
    """Secret moves of others look alike."""
    if not game.moves or not any(kind.secret for kind in game.moves.all):
        return None
    return generated.seeing(game.moves.kind_of, [kind.secret for kind in game.moves.all], game.moves.size)


def planes(game: Any) -> tuple[int, int, int]:
    """The shape of what a learner sees."""
    return generated.planes(game.state, max(game.seats))


def plane_names(game: Any) -> tuple[str, ...]:
    """What the planes hold; of those that the game fills in itself it would have to say so."""
    own = getattr(game.modules.get("tensors"), "PLANES", None)
    if own:
        return tuple(f"plane {number}" for number in range(own[0]))
    return naming.plane_names(game.state, max(game.seats))


def observe(game: Any) -> Any:
    """All fields as planes."""
    return generated.observing(game.state, max(game.seats))


def feature_count(game: Any) -> int:
    """As many as a tensor has numbers."""
    return math.prod(game.tensors.PLANES)


def features(game: Any) -> Any:
    """All numbers of a tensor that are not 0."""
    return generated.noticing(game.tensors.observe, game.tensors.PLANES)


DERIVED: Mapping[str, Callable[[Any], Any]] = {
    "MOST_MOVES": most_moves, "start": start, "actor": actor, "legal_moves": legal_moves, "conceal": conceal,
    "redeal": redeal, "seen": seen, "PLANES": planes, "observe": observe,
    "ACTIONS": most_moves, "PLANE_NAMES": plane_names, "FEATURES": feature_count, "features": features,
}  # fmt: skip


def derived(game: Any, name: str) -> Any:
    """What a game's fields and moves give for a name of the contract; None if they say nothing of it."""
    return DERIVED[name](game) if name in DERIVED else None
