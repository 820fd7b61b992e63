"""One search in one thread: its tree, its memory, and running it in slices so that it can be timed and stopped."""

import math
import time
from collections.abc import Mapping, Sequence
from typing import Any

import numpy as np

from tablier.bots import judging, nodes, tree, wins
from tablier.bots.network import sight
from tablier.core import records
from tablier.core.contract import CHANCE, NOBODY
from tablier.core.engine import Engine
from tablier.core.game import Game
from tablier.core.networks import Network, fitting
from tablier.core.random import seeded
from tablier.core.records import Bytes

MOST_NODES = 4_000_000
NODES_EACH = 4  # at most, that one simulation adds
FIRST_NODES = 1 << 14
SLICE = 0.02  # seconds between two looks at the clock
FIRST_SLICE = 16  # simulations
DEEPEST_PROOF = 64  # decisions
DEALS = 12  # redeals to be sure of a win


BASELINE = {"explore": 1.0}
"""Plain UCT: all moves alike, random playouts."""
STRONG = {"explore": 0.6, "trust": 0.5, "width": 1.6, "least_width": 3, "advised": 1, "advised_playouts": 1}
"""Our own search, where a game's PLAN does not say otherwise."""


def plan(numbers: Mapping[str, float]) -> Bytes:
    """How to search, as the kernels take it."""
    record = records.new(nodes.Plan)
    for name, value in numbers.items():
        setattr(record[0], name, value)
    return record


def strong_plan(game: Game, network: Network | None = None) -> Bytes:
    """How to search a game as well as we can, with a network or without."""
    judged = dict(game.advice.NETWORK_PLAN) if network else {}
    return plan(STRONG | {"open": not game.hidden} | dict(game.advice.PLAN) | judged)


def strong_search(engine: Engine, known: Bytes, seat: int, seed: int) -> "Search":
    """A search as strong as we can, with the network that comes with the game if it fits."""
    network = fitting(engine)
    return Search(engine, known, seat, strong_plan(engine.game, network), seed, network)


class Search:
    """A tree that grows from what a seat knows; a network, if there is one, judges instead of playouts."""

    def __init__(
        self, engine: Engine, known: Bytes, seat: int, plan: Bytes, seed: int, network: Network | None = None
    ) -> None:
        self.engine, self.known, self.seat, self.plan = engine, known, seat, plan
        self.calibration: tuple[float, float] = network.calibration if network else engine.game.advice.CALIBRATION
        self.network = network
        self.judge = () if network is None else (network.numbers, sight(engine, network.numbers))
        self.rng = seeded(seed)
        self.desk: Bytes = records.new(nodes.Desk)
        self.desk[0].used = 1
        self.nodes: Bytes = records.new(nodes.Node, FIRST_NODES)
        self.overlooked = np.zeros(nodes.CODES, dtype=np.uint8)
        self.state = engine.blank()
        self.scratch = (
            np.zeros(nodes.CODES, dtype=np.int32),
            self.rng,
            np.zeros(tree.DEEPEST, dtype=np.int32),
            np.zeros(tree.DEEPEST, dtype=np.int32),
            np.zeros(tree.DEEPEST, dtype=np.int32),
            np.zeros(engine.seats),
        )
        most = engine.game.rules.MOST_MOVES
        self.buffers = np.zeros(most, dtype=np.int16), np.zeros(most, dtype=np.int32)
        self.lists = np.zeros((3, most), dtype=np.int16)
        self.deals = DEALS if engine.game.hidden else 1
        self.simulations = 0

    def sure_win(self) -> int | None:
        """The first action of a win within this turn, whatever is hidden."""
        arguments = self.known, self.state, self.seat, self.lists, self.rng, self.deals
        move = self.engine.call(wins.wins_now, *arguments)
        return None if move == wins.NO_MOVE else int(move)

    def forced_win(self, budget: int) -> int | None:
        """The first move of a win that the seat can force, in a game without secrets that can tell."""
        return None if self.engine.game.hidden else self.proved(self.known, budget)

    def proved(self, position: Bytes, budget: int) -> int | None:
        """The first move of a win that whoever is to move can force, within so many positions."""
        if budget == 0:
            return None
        states = self.engine.blank(DEEPEST_PROOF)
        states[0] = position[0]
        moves = np.zeros((DEEPEST_PROOF, len(self.buffers[0])), dtype=np.int16)
        move = self.engine.call(wins.prove, states, moves, budget)
        return None if move == wins.NO_MOVE else int(move)

    def refuted(self, move: int, budget: int) -> bool:
        """Whether after a move the next seat is seen to win, at once or by force."""
        states = self.engine.blank(4)
        arguments = self.known, states, self.seat, move, self.lists, self.rng, self.deals
        if self.engine.call(wins.gives_away, *arguments):
            return True
        if self.engine.game.hidden:
            return False
        after = self.engine.after(self.known, move)
        return self.engine.actor(after) not in (self.seat, CHANCE, NOBODY) and self.proved(after, budget) is not None

    def run(self, simulations: int | None, deadline: float | None, decide: bool = False) -> None:
        """Search until so many simulations are made, the time has come, or it is stopped; to decide, no further."""
        started, piece, before = time.perf_counter(), FIRST_SLICE, self.simulations
        while not self.desk[0].stop:
            now = time.perf_counter()
            left = math.inf if simulations is None else simulations - self.simulations
            made = self.simulations - before
            if deadline is not None and made:
                left = min(left, (deadline - now) * made / (now - started))
            late = deadline is not None and now >= deadline and made > 0  # one is made in any case
            if left <= 0 or late or (decide and self.lead() > left):
                return
            made = self.grow(int(max(1, min(piece, left))))
            taken = time.perf_counter() - now
            piece = max(1, min(piece * 4, int(made * SLICE / max(taken, 1e-9))))

    def lead(self) -> int:
        """By how many visits the most visited move is ahead."""
        visits = sorted((child[1] for child in self.children()), reverse=True)
        return visits[0] - sum(visits[1:2]) if visits else 0

    def grow(self, count: int) -> int:
        """So many simulations, or fewer if it is stopped."""
        self.make_room(count)
        arguments = self.known, self.state, self.seat, self.plan, self.nodes, self.desk, self.overlooked
        kernel = judging.judged_search if self.judge else tree.search
        made = int(self.engine.call(kernel, *arguments, *self.buffers, *self.scratch, *self.judge, count))
        self.simulations += made
        return made

    def make_room(self, count: int) -> None:
        """Enlarge the tree before it can get full; past its largest size it no longer grows."""
        needed = int(self.desk[0].used) + NODES_EACH * count + 1
        while needed > len(self.nodes) and len(self.nodes) < MOST_NODES:
            larger = records.new(nodes.Node, 2 * len(self.nodes))
            larger[: len(self.nodes)] = self.nodes
            self.nodes = larger

    def overlook(self, moves: list[int]) -> None:
        """Leave these moves of the seat out of consideration; at least one has to be left."""
        self.overlooked[moves] = 1

    def stop(self) -> None:
        """Stop as soon as the present simulation is over."""
        self.desk[0].stop = 1

    def children(self, node: int = nodes.ROOT) -> list[tuple[int, int, float, int]]:
        """Move, visits, sum of scores and number of each child of a node."""
        found = []
        child = int(self.nodes[node].first)
        while child != nodes.NO_NODE:
            row: Any = self.nodes[child]
            found.append((int(row.move), int(row.visits), float(row.score), child))
            child = int(row.following)
        return found

    def values(self) -> list[float]:
        """What each seat has scored on average."""
        return [float(total) / max(1, self.simulations) for total in self.desk[0].total[: self.engine.seats]]

    def chances(self, values: Sequence[float]) -> list[float]:
        """Values as chances to win, for whoever is to move."""
        return as_chances(values, self.calibration, self.engine.actor(self.known))

    def line(self, node: int = nodes.ROOT) -> list[int]:
        """The moves most visited from a node on, one after the other."""
        moves = []
        while children := [child for child in self.children(node) if child[1] > 0]:
            move, _, _, node = max(children, key=lambda child: child[1:3])
            moves.append(move)
        return moves


def as_chances(values: Sequence[float], calibration: tuple[float, float], searcher: int) -> list[float]:
    """Values as chances to win: how much too sharp or dull the search is in a game was measured in many of them."""
    power, shift = calibration
    raised = [
        max(value, 0.0) ** power * (math.exp(shift) if seat == searcher else 1.0) for seat, value in enumerate(values)
    ]
    total = sum(raised)
    return [value / total for value in raised] if total else list(values)
