"""What everybody can conclude in Samarra: all games that differ in nothing but the assignments, played side by side."""

import copy
from itertools import product

from tests.reference import samarra
from tests.reference.samarra import ASSIGNMENTS, Reference, reassigned

OBSERVERS = (None, 0, 1)
Pair = tuple[str, str]


class Worlds:
    """The true game, every other one that it might be, and who cannot tell which of them apart from it."""

    def __init__(self, true: Reference) -> None:
        self.true = true
        self.games: dict[Pair, Reference] = {}
        self.alike: dict[int | None, set[Pair]] = {}
        if not true.in_setup():
            self.begin()

    def begin(self) -> None:
        """From here on every game is played beside the true one."""
        pairs: list[Pair] = list(product(ASSIGNMENTS, ASSIGNMENTS))
        self.games = {pair: game for pair in pairs if (game := self.otherwise(pair)) is not None}
        own = self.true.assignment(0), self.true.assignment(1)
        self.alike = {None: set(self.games), **{s: {pair for pair in self.games if pair[s] == own[s]} for s in (0, 1)}}
        self.compare()

    def otherwise(self, pair: Pair) -> Reference | None:
        """The game so far with other characters under the tents; None if it could not have been."""
        origin = copy.deepcopy(self.true.origin)
        for piece in origin["pieces"]:
            piece["character"] = pair[piece["seat"]][piece["tent"]]
        try:
            game = samarra.load(origin)
        except ValueError:
            return None
        for move in self.true.moves:
            game.play(reassigned(move, pair[game.turn]))
        return game

    def play(self, move: str) -> None:
        """A move in every game in which it is legal."""
        opening = self.true.in_setup()
        self.true.play(move)
        if opening:
            if not self.true.in_setup():
                self.begin()
            return
        self.games = {pair: game for pair, game in self.games.items() if move in game.legal()}
        for game in self.games.values():
            game.play(move)
        self.compare()

    def compare(self) -> None:
        """Leave out what somebody now sees to be otherwise."""
        for observer in OBSERVERS:
            seen = self.true.view(observer)
            possible = self.alike[observer] & set(self.games)
            self.alike[observer] = {pair for pair in possible if self.games[pair].view(observer) == seen}
        self.games = {pair: self.games[pair] for pair in self.alike[None]}
