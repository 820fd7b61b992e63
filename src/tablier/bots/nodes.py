"""The tree of a search: its nodes, how promising they are, and room for more of them."""

from typing import Any

import numpy as np

from tablier.core.compile import rule
from tablier.core.random import below
from tablier.core.records import Array, Record, f32, f64, i16, i32

ROOT = 0
NO_NODE = 0  # the root is nobody's child
ALL = -1  # every legal move has a child, where that does not depend on what is hidden
CODES = 1 << 15
LOGARITHMS = np.log(np.maximum(np.arange(1 << 12), 1))  # of small numbers, which are asked for most


class Node(Record):
    """One thing that may happen, in the tree."""

    first: int = i32()  # its first child
    apart: int = i32()  # the first of the nodes at which a seat with a secret weighs its moves
    following: int = i32()  # the next child of its parent
    visits: int = i32()
    available: int = i32()  # how often it was legal when its parent was visited
    score: float = f32()  # sum of what its mover scored
    hope: float = f32()  # how it looked before it was tried, from 0 to 1
    move: int = i16()
    children: int = i16()  # how many, or ALL


class Plan(Record):
    """How to search."""

    explore: float = f64()  # weight of what has seldom been tried
    trust: float = f64()  # weight of how moves look at first
    width: float = f64()  # children of a node: this times the root of its visits; 0 for all at once
    least_width: float = f64()
    playout_limit: int = i32()  # decisions of a playout before it is judged; 0 for none
    advised: int = i32()  # whether the game's advice is asked for in the tree
    advised_playouts: int = i32()  # and in playouts
    judged_after: int = i32()  # decisions of a playout before a network judges it
    open: int = i32()  # whether nothing is hidden, so that all children of a node are legal whenever it is reached


class Desk(Record):
    """Where a search keeps what it needs while it runs."""

    total: Array = f64(8)  # scores of all simulations, per seat
    used: int = i32()  # nodes
    stop: int = i32()


@rule
def child_of(tree: Any, node: int, move: int) -> int:
    """The child for a move, or NO_NODE."""
    child = int(tree[node].first)
    while child != NO_NODE and tree[child].move != move:
        child = int(tree[child].following)
    return child


@rule
def new_node(tree: Any, desk: Any, move: int, hope: float) -> int:
    """A node that is nobody's child yet, or NO_NODE if the tree is full."""
    node = int(desk.used)
    if node >= tree.size:
        return NO_NODE
    desk.used = node + 1
    tree[node].first = tree[node].apart = NO_NODE
    tree[node].visits = tree[node].available = tree[node].children = 0
    tree[node].score = 0.0
    tree[node].hope = hope
    tree[node].move = move
    return node


@rule
def add_child(tree: Any, desk: Any, node: int, move: int, hope: float) -> int:
    """A new child, or NO_NODE if the tree is full."""
    child = new_node(tree, desk, move, hope)
    if child != NO_NODE:
        tree[child].following = tree[node].first
        tree[node].first = child
        tree[node].children += 1
    return child


@rule
def logarithm(number: int) -> float:
    """The natural logarithm, looked up if it is at hand."""
    return float(LOGARITHMS[number] if number < LOGARITHMS.size else np.log(float(number)))


@rule
def promise(plan: Any, child: Any) -> float:
    """How much a child is worth trying: what it has scored, how seldom it was tried, how it looked."""
    each = 1.0 / float(child.visits)
    return float(
        float(child.score) * each
        + plan.explore * np.sqrt(logarithm(int(child.available) + 1) * each)
        + plan.trust * float(child.hope) * each / (1.0 + each)
    )


@rule
def room(plan: Any, visits: int) -> int:
    """How many children a node may have."""
    if plan.width == 0.0:
        return CODES
    return int(plan.least_width + plan.width * np.sqrt(float(visits)))


@rule
def has_room(plan: Any, node: Any) -> bool:
    """Whether a node may have more children."""
    return bool(node.children != ALL and int(node.children) < room(plan, int(node.visits)))


@rule
def mark_children(tree: Any, node: int, places: Array) -> None:
    """Note under each move's code which child it has."""
    child = int(tree[node].first)
    while child != NO_NODE:
        places[tree[child].move] = child
        child = int(tree[child].following)


@rule
def clear_marks(tree: Any, node: int, places: Array) -> None:
    """Take those notes away again."""
    child = int(tree[node].first)
    while child != NO_NODE:
        places[tree[child].move] = NO_NODE
        child = int(tree[child].following)


@rule
def best_of_all(plan: Any, tree: Any, node: int) -> int:
    """Of all children the most promising, of equals the oldest, all counted as available; NO_NODE without any."""
    chosen, best = NO_NODE, -1.0
    child = int(tree[node].first)
    while child != NO_NODE:
        tree[child].available += 1
        value = promise(plan, tree[child])
        if value >= best:
            chosen, best = child, value
        child = int(tree[child].following)
    return chosen


@rule
def best_child(plan: Any, tree: Any, moves: Array, count: int, places: Array) -> int:
    """Of the children that are legal now the most promising, all counted as available; NO_NODE if there is none."""
    chosen, best = NO_NODE, -1.0
    for index in range(count):
        child = int(places[moves[index]])
        if child != NO_NODE:
            tree[child].available += 1
            value = promise(plan, tree[child])
            if value > best:
                chosen, best = child, value
    return chosen


@rule
def all_tried(moves: Array, count: int, places: Array) -> bool:
    """Whether every move has a child."""
    for index in range(count):  # noqa: SIM110 (numba compiles no generators)
        if places[moves[index]] == NO_NODE:
            return False
    return True


@rule
def best_untried(moves: Array, count: int, places: Array, chances: Array, rng: Array) -> int:
    """The index of the move that looks best of those without a child, drawn among equals; -1 if all have one."""
    chosen, best, equals = -1, -1, 0
    for index in range(count):
        if places[moves[index]] != NO_NODE:
            continue
        if chances[index] > best:
            chosen, best, equals = index, int(chances[index]), 1
        elif chances[index] == best:
            equals += 1
            if below(rng, equals) == 0:
                chosen = index
    return chosen


@rule
def highest(chances: Array, count: int) -> int:
    """The largest weight, at least 1."""
    most = 1
    for index in range(count):
        most = max(most, int(chances[index]))
    return most


@rule
def follow(tree: Any, desk: Any, node: int, move: int) -> int:
    """The child for something that nobody chooses, made if it is new; NO_NODE if the tree is full."""
    child = child_of(tree, node, move)
    return child if child != NO_NODE else add_child(tree, desk, node, move, 0.0)


@rule
def with_secret(tree: Any, desk: Any, node: int, number: int) -> int:
    """The node at which a seat with a secret weighs its moves, made if it is new; NO_NODE if the tree is full."""
    place = int(tree[node].apart)
    while place != NO_NODE and tree[place].move != number:
        place = int(tree[place].following)
    if place == NO_NODE:
        place = new_node(tree, desk, number, 0.0)
        if place != NO_NODE:
            tree[place].following = tree[node].apart
            tree[node].apart = place
    return place


@rule
def credit(
    options: Any, tree: Any, desk: Any, path: Array, movers: Array, aside: Array, scores: Array, depth: int
) -> None:
    """Note what every seat scored along the way."""
    tree[ROOT].visits += 1
    for seat in range(int(options[0].seats)):
        desk.total[seat] += scores[seat]
    for step in range(depth):
        tree[path[step]].visits += 1
        if movers[step] >= 0:
            tree[path[step]].score += scores[movers[step]]
        if aside[step] != NO_NODE:
            tree[aside[step]].visits += 1
            tree[aside[step]].score += scores[movers[step]]
