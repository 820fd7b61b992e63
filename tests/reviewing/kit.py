"""Games to review: recorded ones whose blunder is known, and some between quick bots."""

from functools import cache
from pathlib import Path

from tablier import Bot, Match, Review, review
from tablier.games import GAMES

SAVED = Path(__file__).parent / "saved"
ALL = [*GAMES, "liars"]
"""With chance and without, with secrets and without, and with both."""
SEATS = {"samliam": 3, "sprawl": 4, "liars": 3}
LONGEST = 30  # moves of a game with which nothing but sums is shown
SIMULATIONS = 12


def recorded(name: str) -> Match:
    """A recorded game."""
    return Match.from_text((SAVED / f"{name}.txt").read_text(encoding="utf-8"))


@cache
def played(game: str, seed: int = 3) -> Match:
    """A game between quick bots, which one of them resigns if it takes long; not to be changed."""
    match, bot = Match(game, SEATS.get(game), seed=seed), Bot(game, level=1, simulations=10, seed=seed)
    while match.outcome is None:
        if match.actor == "chance":
            match.roll()
        elif len(match.moves) >= LONGEST:
            match.end([1.0, *[0.0] * (match.seats - 1)], "resigned")
        else:
            match.play(bot.choose(match))
    return match


@cache
def reviewed(game: str) -> Review:
    """Its review."""
    return review(played(game), simulations=SIMULATIONS, cores=1)
