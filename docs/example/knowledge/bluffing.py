"""How much an opponent who knows them could take from our bots on a Samarra so small that this can be known exactly.

    python docs/example/knowledge/bluffing.py --level 4

The board and the number of turns are those of `docs/example/research/regret.py`, where OpenSpiel learns play that can
hardly be exploited. A bot is asked several times, with other seeds, in each situation that a seat can tell apart; how
often it chose a move is its policy. OpenSpiel finds the best answer to it. Points are from -1, lost, to 1, won.
"""

import argparse
import sys
from collections import Counter
from pathlib import Path

sys.path.insert(0, str(Path(__file__).parents[1] / "research"))

import pyspiel
import regret

from tablier import Bot, Match


def policy(game, options, level, times, told=print):
    """What a level does in each situation, as a policy for OpenSpiel; Samarra has no dice."""
    bots, found = [Bot("samarra", level=level, seed=seed) for seed in range(times)], {}
    left = [game.new_initial_state()]
    while left:
        state = left.pop()
        if state.is_terminal():
            continue
        known = state.information_state_string()
        if known not in found:
            found[known] = chosen(bots, options, state)
            if len(found) % 500 == 0:
                told(f"{len(found)} situations …")
        left += [state.child(action) for action in state.legal_actions()]
    return pyspiel.TabularPolicy(found)


def chosen(bots, options, state):
    """How often each move is chosen."""
    match, names = (
        Match("samarra", options=options),
        {state.action_to_string(code): code for code in state.legal_actions()},
    )
    walked = state.get_game().new_initial_state()
    for code in state.history():
        match.play(walked.action_to_string(code))
        walked.apply_action(code)
    times = Counter(bot.choose(match) for bot in bots) if len(names) > 1 else Counter(names)
    total = sum(times.values())
    return [(code, times[name] / total) for name, code in names.items()]


def taken(game, found):
    """What the best answer wins against a policy, as the second seat and as the first, and half their sum."""
    answers = [
        pyspiel.TabularBestResponse(game, seat, found).value_from_state(game.new_initial_state()) for seat in (1, 0)
    ]
    return answers[0], answers[1], sum(answers) / 2


def main():
    """As the command line says."""
    parser = argparse.ArgumentParser(description=__doc__.split("\n")[0])
    parser.add_argument("--board", default=regret.BOARD)
    parser.add_argument("--turns", type=int, default=regret.TURNS)
    parser.add_argument("--level", type=int, action="append", default=[])
    parser.add_argument("--times", type=int, default=16, help="how often each bot is asked")
    parser.add_argument("--iterations", type=int, default=300, help="of CFR+, to compare with")
    given = parser.parse_args()
    game = regret.tree_of(f"tablier_samarra(board={given.board},turn_limit={given.turns})")
    told("at random", game, pyspiel.UniformRandomPolicy(game))
    for level in given.level:
        told(
            f"level {level}", game, policy(game, {"board": given.board, "turn_limit": given.turns}, level, given.times)
        )
    told(
        f"CFR+, {given.iterations} iterations",
        game,
        regret.solve(game, given.iterations, told=str)[1].tabular_average_policy(),
    )


def told(name, game, found):
    """A row."""
    second, first, mean = taken(game, found)
    print(f"| {name} | {second:+.3f} | {first:+.3f} | {mean:.3f} |", flush=True)


if __name__ == "__main__":
    main()
