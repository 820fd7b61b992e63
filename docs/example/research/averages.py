"""Thousands of games at once, with NumPy alone: each seat learns how well every move turned out, on average.

    python docs/example/research/averages.py minelfield --option board=small

A table has a number for each seat and each code: the average score of whoever made that move, anywhere in a game. That
is as little as one can learn, and enough to beat chance clearly. Nothing here knows a game.
"""

import argparse
import math

import numpy as np

import tablier

LONGEST = 250  # moves of a game; what lasts longer teaches nothing
GREEDY = 0.7  # of the moves of self-play are the best known; the others are drawn at random
FORGOTTEN = 0.5  # of what is known, each round
DOUBT = 5  # made-up games in which every move was worth as much as the others


def play(found, table, seed, greedy, learners):
    """Play all games of a batch once; who decided and what, per step and game, and the scores.

    ``learners`` marks the seats that go by the table, per game; the others move at random.
    """
    found.seed = seed
    found.restart()
    rng, rows = np.random.default_rng(seed), np.arange(found.size)
    actors, codes, scores = [], [], np.zeros((found.size, found.seats), np.float32)
    while (found.actors >= 0).any() and len(codes) < LONGEST:
        chosen = found.random()
        by_table = learners[rows, found.actors] & (rng.random(found.size) < greedy)
        best = np.where(found.masks[by_table] > 0, table[found.actors[by_table]], -1).argmax(1)
        chosen[by_table] = best
        actors.append(found.actors.copy())
        codes.append(chosen)
        found.step(chosen)
        scores += found.rewards
    return np.array(actors), np.array(codes), scores


def learn(sums, counts, actors, codes, scores):
    """Add what became of every move to the sums; the averages."""
    rows = np.broadcast_to(np.arange(len(scores)), actors.shape)
    told = (actors >= 0) & (scores.sum(1) > 0)[rows]
    for array, value in ((sums, scores[rows[told], actors[told]]), (counts, 1)):
        array *= 1 - FORGOTTEN
        np.add.at(array, (actors[told], codes[told]), value)
    usual = 1 / scores.shape[1]
    return ((sums + DOUBT * usual) / (counts + DOUBT)).astype(np.float32)


def compare(found, table, seed):
    """The share of the points that the table takes from chance, with the 95 % interval; seats take turns."""
    own = np.arange(found.size) % found.seats
    learners = own[:, None] == np.arange(found.seats)
    _, _, scores = play(found, table, seed, 1.0, learners)
    over = scores.sum(1) > 0
    points = scores[over, own[over]]
    width = 1.96 * math.sqrt(points.var() / len(points))
    return points.mean(), points.mean() - width, points.mean() + width


def train(game, options, rounds, size, seed=1, told=print):
    """Learn by self-play; the shares of points against chance after each round."""
    found = tablier.batch(game, size, options=options, seed=seed, restart=False, observations=False)
    sums, counts = np.zeros((2, found.seats, found.actions))
    table, everybody, curve = np.zeros(sums.shape, np.float32), np.ones((size, found.seats), bool), []
    for number in range(rounds):
        played = play(found, table, seed + number, GREEDY if number else 0.0, everybody)
        table = learn(sums, counts, *played)
        curve.append(compare(found, table, 10**6 + number))
        share, low, high = curve[-1]
        told(f"round {number + 1}: {size * (number + 1)} games, {share:.1%} against chance ({low:.1%}-{high:.1%})")
    return curve


def main():
    """As the command line says."""
    parser = argparse.ArgumentParser(description=__doc__.split("\n")[0])
    parser.add_argument("game")
    parser.add_argument("--option", action="append", default=[], help="NAME=VALUE")
    parser.add_argument("--rounds", type=int, default=5)
    parser.add_argument("--size", type=int, default=2048)
    given = parser.parse_args()
    train(given.game, dict(pair.split("=") for pair in given.option), given.rounds, given.size)


if __name__ == "__main__":
    main()
