"""What a bot takes along from move to move where nothing is hidden: the branch of its tree that has come true."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace

from tablier.bots import nodes
from tablier.bots.branch import child, graft
from tablier.bots.search import Search
from tablier.core.contract import CHANCE, NOBODY
from tablier.core.engine import Engine
from tablier.core.match import Match
from tablier.core.records import Bytes

SEED = 1  # of thoughts whose number depends on time


@dataclass(frozen=True)
class Carried:
    """Trees with the position from which they grew: a game from its start, and the moves made until then."""

    engine: Engine
    start: bytes
    codes: tuple[int, ...]
    trees: tuple[Bytes, ...]

    def onto(self, match: Match, searches: Sequence[Search]) -> None:
        """Let searches that have not begun go on from here, as far as a match goes on from where this was thought."""
        if not self.leads_to(match):
            return
        made, mover = match.codes[len(self.codes) :], last_mover(match)
        for tree, search in zip(self.trees, searches, strict=False):
            root = reached(tree, made)
            if root is not None:
                graft(search, tree, root, mover)

    def ahead(self, state: Bytes, code: int, before: Search) -> Search | None:
        """A search of the position after a move, begun with what one of it as it stands has found; None at the end."""
        known = self.engine.after(state, code)
        mover, root = self.engine.actor(state), reached(self.trees[0], (code,))
        if root is None or self.engine.actor(known) == NOBODY:
            return None
        search = Search(self.engine, known, before.seat, before.plan, SEED, before.network)
        graft(search, self.trees[0], root, mover)
        return search

    def later(self, code: int, search: Search) -> Carried:
        """What is kept one move later, of a search from there."""
        return replace(self, codes=(*self.codes, code), trees=(search.nodes,))

    def grown(self, search: Search) -> Carried:
        """The same, after a search has gone on."""
        return replace(self, trees=(search.nodes,))

    def leads_to(self, match: Match) -> bool:
        """Whether a match is the same one, some moves later."""
        before, after = self.engine, match.engine
        return (
            (before.game.key, before.seats, before.options) == (after.game.key, after.seats, after.options)
            and self.start == match.history[0].tobytes()
            and self.codes == tuple(match.codes[: len(self.codes)])
        )


def carried(match: Match, searches: Sequence[Search]) -> Carried | None:
    """What is kept of searches from where a match is now; nothing in a game with secrets.

    There each seat imagines games of its own, in which even its own move may have taught it something else.
    """
    trees = tuple(search.nodes for search in searches)
    if match.engine.game.hidden:
        return None
    return Carried(match.engine, match.history[0].tobytes(), tuple(match.codes), trees)


def last_mover(match: Match) -> int:
    """Who has made the last move; CHANCE too."""
    return match.engine.actor(match.history[-2]) if match.codes else CHANCE


def reached(tree: Bytes, codes: Sequence[int]) -> int | None:
    """The node to which moves lead from the root of a tree, if it was visited."""
    node = nodes.ROOT
    for code in codes:
        node = child(tree, node, code)
        if node == nodes.NO_NODE or tree[node].visits < 1:
            return None
    return node
