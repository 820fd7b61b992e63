"""A network learns a game by playing itself through PettingZoo, and then beats chance.

    python docs/example/research/selfplay.py minelfield --option board=small

The network is scikit-learn's. It is shown what a seat saw and the move it made, and learns to say how the game ended
for that seat. A move is chosen by asking it about each legal one. Nothing here knows a game.
"""

import argparse
import math

import numpy as np
from sklearn.neural_network import MLPRegressor
from threadpoolctl import threadpool_limits

from tablier.adapters import pettingzoo

CURIOUS = 0.15  # of the moves of self-play are drawn at random
HELD = 4  # rounds of self-play from which it learns
TIMES = 12  # that it looks at all of them

threadpool_limits(1)  # such small tables are multiplied faster on one core than on several


class Player:
    """Chooses moves by what a network expects of them; at random until it has learned."""

    def __init__(self, env, seed):
        self.rng, self.seed = np.random.default_rng(seed), seed
        self.shape = env.observation_space(env.possible_agents[0])["observation"].shape
        self.used = np.zeros(0, int)  # numbers of what is seen that differ at all: the others say nothing
        self.codes = np.zeros(0, int)  # moves that were ever made
        self.has_learned = False

    def rows(self, seen, moves):
        """What the network is shown: a row for each move, with what the seat sees."""
        board = np.broadcast_to(seen.ravel()[self.used], (len(moves), len(self.used)))
        return np.hstack([board, np.asarray(moves)[:, None] == self.codes]).astype(np.float32)

    def choose(self, observation, curious=0.0):
        """One of the legal moves."""
        legal = np.flatnonzero(observation["action_mask"])
        if not self.has_learned or self.rng.random() < curious:
            return int(self.rng.choice(legal))
        return int(legal[np.argmax(self.network.predict(self.rows(observation["observation"], legal)))])

    def learn(self, rounds):
        """Learn from rounds of (what was seen, move, reward)."""
        told = [one for played in rounds for one in played]
        seen = np.array([one[0].ravel() for one in told])
        moves, rewards = np.array([one[1] for one in told]), np.array([one[2] for one in told])
        self.used, self.codes = np.flatnonzero(seen.max(0) != seen.min(0)), np.unique(moves)
        shown = np.hstack([seen[:, self.used], moves[:, None] == self.codes]).astype(np.float32)
        self.network = MLPRegressor(hidden_layer_sizes=(64,), random_state=self.seed, learning_rate_init=2e-3)
        for _ in range(TIMES):
            self.network.partial_fit(shown, rewards)
        self.has_learned = True


def play(env, players, seed, curious=0.0):
    """One game; what every seat saw, did and won in the end, in order, and the rewards by agent."""
    env.reset(seed=seed)
    told, rewards = [], {}
    for agent in env.agent_iter():
        observation, reward, over, _, _ = env.last()
        if over:
            rewards[agent] = reward
            env.step(None)
            continue
        move = players[agent].choose(observation, curious)
        told.append((observation["observation"], move, agent))
        env.step(move)
    return [(seen, move, rewards[agent]) for seen, move, agent in told], rewards


def compare(env, player, games, seed):
    """The share of the points that a player takes from chance, with the 95 % interval; seats take turns."""
    chance, points = Player(env, seed), []
    for game in range(games):
        own = env.possible_agents[game % len(env.possible_agents)]
        players = {agent: player if agent == own else chance for agent in env.possible_agents}
        _, rewards = play(env, players, seed + game)
        points.append((rewards[own] + 1) / 2)
    share = float(np.mean(points))
    return share, *wilson(share, games)


def wilson(share, games, z=1.96):
    """Where a share lies that was found in so many games."""
    middle = (share + z * z / (2 * games)) / (1 + z * z / games)
    width = z * math.sqrt(share * (1 - share) / games + z * z / (4 * games * games)) / (1 + z * z / games)
    return middle - width, middle + width


def train(game, options, rounds, games, tests, seed=1, told=print):
    """Learn by self-play; the shares of points against chance after each round."""
    env = pettingzoo.env(game, options=options)
    player, played, curve = Player(env, seed), [], []
    for number in range(rounds):
        everybody = dict.fromkeys(env.possible_agents, player)
        found = []
        for one in range(games):
            found += play(env, everybody, seed + games * number + one, CURIOUS)[0]
        played = [*played[1 - HELD :], found]
        player.learn(played)
        curve.append(compare(env, player, tests, seed=10**6 * (number + 1)))
        share, low, high = curve[-1]
        told(f"round {number + 1}: {games * (number + 1)} games, {share:.0%} against chance ({low:.0%}-{high:.0%})")
    return curve


def main():
    """As the command line says."""
    parser = argparse.ArgumentParser(description=__doc__.split("\n")[0])
    parser.add_argument("game")
    parser.add_argument("--option", action="append", default=[], help="NAME=VALUE")
    parser.add_argument("--rounds", type=int, default=5)
    parser.add_argument("--games", type=int, default=2000)
    parser.add_argument("--tests", type=int, default=400)
    given = parser.parse_args()
    train(given.game, dict(pair.split("=") for pair in given.option), given.rounds, given.games, given.tests)


if __name__ == "__main__":
    main()
