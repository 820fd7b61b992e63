"""The games that a seat's account may stand for, found by trying. However it is written, that takes bounded work.

What a seat could not see is tried in every way until a game fits. Each try and each move counts, so that a text that
leaves much open, which no game of ours does, is given up soon.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence

from tablier.core.course import Course, Played
from tablier.core.errors import BadText

MOST_STEPS = 200_000  # some seconds; an account of 2,700 moves with 36 ways to fill it in takes no more
TRY_STEPS = 50  # beginning anew takes as long as so many moves


class AccountSearch:
    """A search for the games that give an account, and how far the best of them came."""

    def __init__(self, moves: Sequence[str]) -> None:
        self.moves, self.steps = moves, MOST_STEPS
        self.reached = 0  # so many moves can be made in some game

    def games(self, starts: Iterable[Played]) -> Iterator[Played]:
        """All games with these moves, from any of these starts; BadText if it takes too long."""
        tries: list[Iterator[Played]] = [iter(starts)]
        while tries:
            match = next(tries[-1], None)
            if match is None:
                tries.pop()
                continue
            self.spend(TRY_STEPS)
            self.follow(match)
            if len(match.codes) == len(self.moves):
                self.spend(len(self.moves))  # for whoever compares them
                yield match
            else:
                tries.append(forks(match, self.moves[len(match.codes)]))

    def follow(self, match: Course) -> None:
        """Make the moves, up to one that was not seen or cannot be made."""
        for move in self.moves[len(match.codes) :]:
            if not match.allows(move):
                break
            self.spend(1)
            match.play(move)
        self.reached = max(self.reached, len(match.codes))

    def spend(self, steps: int) -> None:
        """Count what is done."""
        self.steps -= steps
        if self.steps < 0:
            raise BadText("core.text.endless", header="view", most=MOST_STEPS)


def forks(match: Played, text: str) -> Iterator[Played]:
    """The match after each move that a text may stand for."""
    engine, notation = match.engine, match.engine.game.notation
    for code in notation.guesses(engine.record[0], match.state[0], text):
        move = notation.write(engine.record[0], match.state[0], code)
        if match.allows(move):
            fork = match.copy()
            fork.play(move)
            yield fork
