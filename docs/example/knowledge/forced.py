"""How far proofs reach in Sam Liam on the small board: what head start wins by force, and when games are decided.

    python docs/example/knowledge/forced.py heads --triangles 3
    python docs/example/knowledge/forced.py games --level 5 --games 20

A proof is what the game's `forced_win` finds: a win by threats, each of which has to be blocked, against every block.
`heads` gives the first seat some triangles on the empty board, in all ways that differ by more than a turn or a mirror,
and its turn. `games` lets bots play and looks, backwards from the end, for the first placement with which the winner
could force it.
"""

import argparse
import itertools
from collections import Counter

import numpy as np

from tablier import Bot, Match
from tablier.bots import wins
from tablier.bots.search import DEEPEST_PROOF
from tablier.core import positions

FACINGS = ("ne", "se", "sw", "nw")
BUDGETS = (1_000, 10_000, 100_000)
ROOM = {}


def proof(engine, state, budgets=BUDGETS):
    """The smallest of some numbers of positions within which the seat to move is proved to win, and how; or None."""
    if not ROOM:
        ROOM["states"] = engine.blank(DEEPEST_PROOF)
        ROOM["moves"] = np.zeros((DEEPEST_PROOF, engine.game.rules.MOST_MOVES), dtype=np.int16)
    for budget in budgets:
        ROOM["states"][0] = state[0]
        move = int(engine.call(wins.prove, ROOM["states"], ROOM["moves"], budget))
        if move != wins.NO_MOVE:
            return budget, move
    return None


def slots(size):
    """All slots of a board: column, row and facing, as numbers."""
    return list(itertools.product(range(size), range(size), range(4)))


def turned(slot, size):
    """A slot after a quarter turn to the right."""
    column, row, facing = slot
    return row, size - 1 - column, (facing + 1) % 4


def mirrored(slot, size):
    """A slot in a mirror, left for right."""
    column, row, facing = slot
    return size - 1 - column, row, 3 - facing


def symmetries(size):
    """For each turn and mirror of the board, where every slot goes, by its place in the list."""
    known = slots(size)
    for mirror in (False, True):
        now = [mirrored(slot, size) if mirror else slot for slot in known]
        for _ in range(4):
            yield [known.index(slot) for slot in now]
            now = [turned(slot, size) for slot in now]


def arrangements(size, count):
    """All sets of so many slots, one of each kind."""
    images = np.array(list(symmetries(size)))
    for chosen in itertools.combinations(range(4 * size * size), count):
        if all(tuple(sorted(image)) >= chosen for image in images[:, chosen].tolist()):
            yield chosen


def placed(size, chosen, turn=0):
    """A position with triangles of the first seat in some slots, or None if they do not fit or end the game."""
    known = slots(size)
    triangles = [
        {"cell": f"{'abcdefghi'[c]}{r + 1}", "facing": FACINGS[f], "seat": 0}
        for c, r, f in map(known.__getitem__, chosen)
    ]
    cells = Counter(triangle["cell"] for triangle in triangles)
    for cell, number in cells.items():
        facings = [FACINGS.index(t["facing"]) for t in triangles if t["cell"] == cell]
        if number > 2 or (number == 2 and abs(facings[0] - facings[1]) != 2):
            return None
    start = Match("samliam", options={"size": size}).position()
    left = start["reserve"]
    return {**start, "turn": turn, "turns": turn, "triangles": triangles, "reserve": [left[0] - len(chosen), left[1]]}


def heads(size, count, sample, told=print):
    """What head starts win by force, beside those in which three of a square's triangles stand already."""
    tried, sizes, at_once, example, held = 0, Counter(), 0, None, Counter()
    for chosen in sampled(size, count, sample) if sample else arrangements(size, count):
        position = placed(size, chosen)
        if position is None:
            continue
        tried += 1
        engine, state = positions.loaded(position)
        found = proof(engine, state)
        if found and completes(engine, state, found[1]):
            at_once += 1
        elif found:
            sizes[found[0]] += 1
            example = example or position
            held[stops(size, chosen)] += 1
    told(f"{count} triangles: {tried:,} arrangements, in {at_once:,} a square can be completed at once")
    told(f"  {sum(sizes.values()):,} more win by force, proofs within so many positions: {dict(sizes)}")
    if example:
        told("  such as " + " ".join(t["cell"] + t["facing"] for t in example["triangles"]))
        told(f"  if the rival moves first, so many of its placements stop that: {dict(sorted(held.items()))}")


def completes(engine, state, move):
    """Whether a move completes a square."""
    outcome = engine.outcome(engine.after(state, move))
    return outcome is not None and outcome.reason == "square"


def sampled(size, count, sample):
    """So many sets of slots, drawn at random."""
    chance = np.random.default_rng(0)
    for _ in range(sample):
        yield tuple(sorted(chance.choice(4 * size * size, count, replace=False).tolist()))


def stops(size, chosen):
    """How many placements of the rival leave no proof, if it moves first."""
    match = Match.from_position(placed(size, chosen, turn=1))
    after = [match.engine.after(match.state, code) for code in match._survey.moves]
    return sum(proof(match.engine, state, BUDGETS[:2]) is None for state in after)


def games(size, level, count, told=print):
    """From which placement on the winner of a game could force the win."""
    for number in range(count):
        match = Match("samliam", options={"size": size}, seed=number)
        bots = [Bot("samliam", level=level, seed=2 * number + seat) for seat in range(2)]
        while match.actor is not None:
            match.play(bots[match.actor].choose(match))
        outcome = f"game {number}: {len(match.moves)} placements, {match.outcome.reason} {match.outcome.scores}"
        if max(match.outcome.scores) < 1:
            told(outcome)
            continue
        placement, within = decided(match, match.outcome.scores.index(1))
        told(f"{outcome}, forced from placement {placement} on, proof within {within} positions")


def decided(match, winner):
    """The number of the winner's first placement from which on all of them are proved to win, and the largest proof."""
    turns = [at for at in range(len(match.moves)) if int(match.history[at][0].turn) == winner]
    first, largest = None, 0
    for at in reversed(turns):
        found = proof(match.engine, match.history[at])
        if found is None:
            break
        first, largest = at + 1, max(largest, found[0])
    return first, largest


def main():
    """As the command line says."""
    parser = argparse.ArgumentParser(description=__doc__.split("\n")[0])
    parser.add_argument("what", choices=["heads", "games"])
    parser.add_argument("--size", type=int, default=7)
    parser.add_argument("--triangles", type=int, default=3)
    parser.add_argument("--sample", type=int, help="so many arrangements at random, instead of all")
    parser.add_argument("--level", type=int, default=5)
    parser.add_argument("--games", type=int, default=20)
    given = parser.parse_args()
    if given.what == "heads":
        heads(given.size, given.triangles, given.sample)
    else:
        games(given.size, given.level, given.games)


if __name__ == "__main__":
    main()
