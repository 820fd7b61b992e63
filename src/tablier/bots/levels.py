"""The levels: how much each one thinks and how much it overlooks, the same on every machine.

A game in which a few simulations go far may ask for fewer (``EFFORT`` in its advice), so that levels differ alike.
"""

from dataclasses import dataclass, replace

DEFAULT_LEVEL = 4
FORESIGHT = 100_000  # positions looked at for a forced win, for each second of thought


@dataclass(frozen=True)
class Level:
    """How a level plays: simulations or, for the last one, seconds; and how much it overlooks."""

    simulations: int | None
    seconds: float | None = None
    foresight: int = 0  # positions looked at for a forced win, in games that can tell
    overlooks: float = 0.0  # chance that a move, however good, does not come to its mind
    judged: bool = False  # by the network, if one comes with the game; with it more thinking changes less

    def eased(self, effort: float) -> "Level":
        """The same level in a game that needs so many times the usual simulations."""
        simulations = None if self.simulations is None else max(1, round(self.simulations * effort))
        return replace(self, simulations=simulations)

    def scaled(self, factor: float) -> "Level":
        """The same level, thinking so many times as much."""
        seconds = None if self.seconds is None else self.seconds * factor
        return replace(self.eased(factor), seconds=seconds, foresight=round(self.foresight * factor))


LEVELS = {
    1: Level(60, overlooks=0.95),
    2: Level(150, overlooks=0.85),
    3: Level(300, overlooks=0.6),
    4: Level(600, foresight=250),
    5: Level(1_800, foresight=1_000),
    6: Level(5_000, foresight=5_000),
    7: Level(12_000, foresight=25_000, judged=True),
    8: Level(None, seconds=3.0, foresight=3 * FORESIGHT, judged=True),
}
