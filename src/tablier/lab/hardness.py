"""How hard a puzzle is: which levels of our bots find its first move by searching alone.

Their eye for certain wins is shut, or all of them would see every win within a turn at once.
"""

from collections.abc import Collection, Sequence

from tablier.bots.bot import Bot
from tablier.bots.search import Search
from tablier.core.match import Match
from tablier.core.puzzles import EASIEST

TRIES = 4  # of each level, each with a seed of its own


class SearchingBot(Bot):
    """A bot that searches even where a win can be told without."""

    def _won(self, search: Search) -> int | None:
        return None


def choices(match: Match, level: int, tries: int = TRIES) -> list[str]:
    """What bots of a level choose."""
    return [SearchingBot(match.game, level=level, seed=seed).choose(match) for seed in range(tries)]


def hits(chosen: Sequence[str], answers: Collection[str]) -> int:
    """How often they were right."""
    return sum(move in answers for move in chosen)


def finds(match: Match, level: int, answers: Collection[str], tries: int = TRIES) -> bool:
    """Whether a level is right every second time at least."""
    return 2 * hits(choices(match, level, tries), answers) >= tries


def difficulty(found: Sequence[int], tries: int = TRIES) -> int:
    """From 1 to 5: one more for each level that is right less than every second time."""
    return EASIEST + sum(2 * number < tries for number in found)
