"""OpenSpiel's CFR learns to bluff on a Samarra so small that its exploitability can be known exactly.

    python docs/example/research/regret.py

Two cities with three streets each, a row of desert between them, three turns: 38,541 histories, 2,636 information
states. The tree is walked once and handed to OpenSpiel's solvers in C++ as an extensive-form game.
"""

import argparse

import pyspiel
from open_spiel.python.algorithms import gambit

import tablier.adapters.openspiel  # noqa: F401  registers the games

BOARD = "SSS/.../BBB"
TURNS = 3


def tree_of(name):
    """A game as a tree in C++, which is walked many times faster than states in Python."""
    return pyspiel.load_efg_game(gambit.export_gambit(pyspiel.load_game(name)))


def solve(game, iterations, steps=10, told=print):
    """The exploitability of the average policy, in points of a game from -1 to 1, at some steps on the way."""
    solver, curve, done = pyspiel.CFRPlusSolver(game), [], 0
    for step in range(1, steps + 1):
        until = max(done + 1, round(iterations ** (step / steps)))
        for _ in range(done, until):
            solver.evaluate_and_update_policy()
        done = until
        curve.append((done, pyspiel.exploitability(game, solver.tabular_average_policy())))
        told(f"{done:6} iterations: exploitability {curve[-1][1]:.5f}")
    return curve, solver


def value(game, policy):
    """What seat 0 can expect if both play by a policy."""
    return pyspiel.expected_returns(game.new_initial_state(), policy, -1, True)[0]


def main():
    """As the command line says."""
    parser = argparse.ArgumentParser(description=__doc__.split("\n")[0])
    parser.add_argument("--board", default=BOARD)
    parser.add_argument("--turns", type=int, default=TURNS)
    parser.add_argument("--iterations", type=int, default=300)
    given = parser.parse_args()
    game = tree_of(f"tablier_samarra(board={given.board},turn_limit={given.turns})")
    print(f"playing at random: exploitability {pyspiel.exploitability(game, pyspiel.UniformRandomPolicy(game)):.5f}")
    _, solver = solve(game, given.iterations)
    print(f"the game is worth {value(game, solver.tabular_average_policy()):+.3f} to the first seat")


if __name__ == "__main__":
    main()
