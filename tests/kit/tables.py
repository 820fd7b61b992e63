"""The small games, and positions of them."""

import random
from typing import Any

from tablier import Match
from tablier.core.records import frozen
from tablier.core.registry import load
from tablier.core.scene import Choice, Part, Scene
from tablier.core.words import said

KEYS = ("combs", "corners", "cups", "mill", "race", "tricks", "twins")
GAMES = {key: f"tests.kit.games.{key}" for key in KEYS}
ONE_BOARD = ("combs", "corners", "mill", "race")
BOARDS = (*ONE_BOARD, "twins")
LONG = 60  # moves


def played(key: str, moves: int, seed: int = 1) -> Match:
    """A game for as many as can play, after so many moves at random and until somebody decides."""
    match, rng = Match(key, max(load(key).seats), seed=seed), random.Random(seed)
    while match.outcome is None and (len(match.moves) < moves or match.actor == "chance"):
        if match.actor == "chance":
            match.roll()
        else:
            match.play(rng.choice(match.legal()))
    return match


def moments(key: str) -> list[Match]:
    """Positions of a game, from its start to its end."""
    whole = played(key, LONG)
    return [whole.at(number) for number in range(0, len(whole.moves) + 1, 3)] + [whole]


def seen(match: Match, seat: int) -> tuple[Any, Any, Any]:
    """The view, the options and the record as a seat knows it."""
    engine = match.engine
    return engine.game.view, engine.frozen_options, frozen(engine.concealed(match.state, seat))


def picture(match: Match, seat: int) -> Scene:
    """What a seat sees."""
    view, options, state = seen(match, seat)
    return view.scene(options, state, seat)  # type: ignore[no-any-return]


def parts(match: Match, seat: int) -> dict[str, Part]:
    """The parts of it by their ids."""
    return {part.id: part for part in picture(match, seat).parts}


def offered(match: Match) -> list[Choice]:
    """The moves of the seat that decides."""
    assert isinstance(match.actor, int)
    view, options, state = seen(match, match.actor)
    return view.choices(options, state, match.engine.survey(match.state).moves, match.actor)  # type: ignore[no-any-return]


def drawing(match: Match, seat: int) -> str:
    """The board in letters."""
    _, options, state = seen(match, seat)
    lines = match.engine.game.terminal.draw(options, state, seat)
    return "\n".join("".join(said(text, "en") for text, _ in line).rstrip() for line in lines)
