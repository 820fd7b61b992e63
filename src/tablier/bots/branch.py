"""A branch of a search tree as a tree of its own, from which the next position of a game is searched further."""

from collections.abc import Iterator

import numpy as np

from tablier.bots import nodes
from tablier.bots.search import FIRST_NODES, Search
from tablier.core import records
from tablier.core.records import Array, Bytes

TWO = 2  # seats, of which one has what the other lacks


def child(tree: Bytes, node: int, move: int) -> int:
    """The child of a node for a move, or NO_NODE."""
    found = int(tree[node].first)
    while found != nodes.NO_NODE and tree[found].move != move:
        found = int(tree[found].following)
    return found


def levels(tree: Bytes, root: int) -> Iterator[Array]:
    """The nodes of a branch, those of one depth after the other."""
    level = np.array([root])
    while level.size:
        yield level
        siblings, found = tree["first"][level], [level[:0]]
        while (siblings := siblings[siblings != nodes.NO_NODE]).size:
            found.append(siblings)
            siblings = tree["following"][siblings]
        level = np.concatenate(found)


def branch(tree: Bytes, root: int) -> Bytes:
    """The branch that begins at a node, which becomes the root."""
    order = np.concatenate(list(levels(tree, root)))
    places = np.zeros(len(tree), dtype=np.int32)
    places[order] = np.arange(len(order))
    grown = tree[order]
    grown["first"], grown["following"] = places[grown["first"]], places[grown["following"]]
    grown["apart"] = grown["following"][0] = nodes.NO_NODE
    return grown


def graft(search: Search, tree: Bytes, root: int, mover: int) -> None:
    """Let a search that has not begun go on from a branch of another, where nothing is hidden.

    Nodes hold what their mover scored; of two seats the other one has the rest, so those simulations count as made.
    """
    grown = branch(tree, root)
    size = max(FIRST_NODES, 1 << len(grown).bit_length())
    search.nodes = records.new(nodes.Node, size)
    search.nodes[: len(grown)] = grown
    search.desk[0].used = len(grown)
    if mover >= 0 and search.engine.seats == TWO:
        search.simulations = int(grown[0].visits)
        search.desk[0].total[mover] = grown[0].score
        search.desk[0].total[1 - mover] = search.simulations - grown[0].score
