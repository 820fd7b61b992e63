"""The same rules compiled, with every index checked, beside plain Python; and games that go where few others go."""

from __future__ import annotations

import random
import re
import time
from collections.abc import Iterator, Sequence
from pathlib import Path

from tablier.authors import secrecy
from tablier.authors.bounded import Bounded, Broken
from tablier.authors.cases import LONGEST_GAME, TestedVariant, cases
from tablier.authors.faults import Fault, raised, shortened
from tablier.authors.reaching import Reach, Unvisited
from tablier.core.contract import CHANCE, NOBODY
from tablier.core.engine import Engine, Survey
from tablier.core.random import seeded
from tablier.core.records import Bytes
from tablier.core.registry import load

MOST_CASES = 12  # variants that are looked at, those with the usual options first
GAMES = 3  # to their end, of each variant
COMPARED = 150  # decisions of a game that are made both ways
A_VARIANT = 3.0  # seconds after which its random game is left
A_GAME = 0.5  # seconds for the decisions of a steered game that are made both ways
SPARES = 0.02  # of the decisions that are nothing new are made both ways as well
EXPLORING = 5.0  # seconds for games that are steered where no game was before
STEERED = 1_000  # decisions of such a game
QUIET = 20  # such games of a variant without a new move, after which it is left
AHEAD = 6  # moves that are tried on the way to kinds of which none was made
NUMBA_PLACE = re.compile(r'File "([^"]+)", line (\d+)')


def compared(key: str) -> Iterator[Fault]:
    """Random games both ways, then games to their end, then steered ones; remarks on what none of them reached."""
    lines = Unvisited(load(key))
    for case in cases(key)[:MOST_CASES]:
        found = attempted(case, [], one_compared(case, lines), ended(case))
        yield from found
        if found:
            return
    yield from explored(key, lines)


def attempted(case: TestedVariant, codes: Sequence[int], *looks: Iterator[Fault]) -> list[Fault]:
    """What is found by looking; where compiled rules fail, plain Python says where, after the moves made so far."""
    try:
        return [fault for look in looks for fault in look]
    except Broken as broken:
        return [broken.fault]
    except Exception as error:
        return replayed(case, codes) or [uncompiled(error, load(case.game).folder)]


def replayed(case: TestedVariant, codes: Sequence[int]) -> list[Fault]:
    """What plain Python finds when these moves are made, and then any other."""
    bounded = Bounded(case)
    try:
        state = bounded.start()
        for code in codes:
            state = bounded.after(state, code)
        for code in plain_survey(bounded, state).moves:
            bounded.after(state, code)
    except Broken as broken:
        return [broken.fault]
    return []


def uncompiled(error: Exception, folder: Path) -> Fault:
    """Why rules cannot be compiled, or fail when they are, where numba says."""
    said = str(error)
    for path, line in reversed(NUMBA_PLACE.findall(said)):
        if Path(path).name and (folder / Path(path).name).is_file():
            short = shortened(folder / Path(path).name, folder)
            return Fault("compiled.error", short, int(line), {"error": gist(said)})
    return raised(error, folder, "compiled.error")


def gist(said: str) -> str:
    """The lines of a long message of the compiler that say most."""
    lines = [line.strip() for line in said.splitlines() if line.strip() and "File" not in line]
    return " ".join(lines[1:3])[:300] if len(lines) > 1 else said[:300]


# Both ways


def one_compared(case: TestedVariant, lines: Unvisited) -> Iterator[Fault]:
    """A random game, both ways."""
    bounded, rng, until = Bounded(case), random.Random(7), time.monotonic() + A_VARIANT
    engine = bounded.engine
    state = engine.start()
    with lines.watched():
        plain = bounded.start()
    if state.tobytes() != plain.tobytes():
        yield bounded.differs("start")
    for number in range(COMPARED):
        moves = engine.survey(state).moves
        move = rng.choice(moves) if moves else None
        found = list(one_step(bounded, state, move, lines))
        yield from found
        if found or move is None or time.monotonic() > until:
            break
        if bounded.game.hidden and number % 5 == 0:
            yield from concealed_alike(bounded, state, lines)
        state = engine.after(state, move)
    engine.outcome(state)


def one_step(bounded: Bounded, state: Bytes, move: int | None, lines: Unvisited) -> Iterator[Fault]:
    """What there is to choose, and a move if one is made, both ways."""
    engine = bounded.engine
    with lines.watched():
        wanted = plain_survey(bounded, state)
    if engine.survey(state) != wanted:
        yield bounded.differs("legal_moves")
    elif move is not None:
        with lines.watched():
            plain = bounded.after(state, move)
        if engine.after(state, move).tobytes() != plain.tobytes():
            yield bounded.differs("apply")


def plain_survey(bounded: Bounded, state: Bytes) -> Survey:
    """What can happen in a position, as plain Python has it."""
    actor = bounded.actor(state)
    bounded.judge(state, actor == NOBODY)
    if actor == NOBODY:
        return Survey(actor, (), ())
    moves = bounded.moves(state)
    weights = tuple(bounded.weights(state, len(moves))) if actor == CHANCE else ()
    return Survey(actor, tuple(moves), weights)


def concealed_alike(bounded: Bounded, state: Bytes, lines: Unvisited) -> Iterator[Fault]:
    """Concealing and redealing, both ways."""
    for seat in range(bounded.engine.seats):
        known, plain = bounded.engine.concealed(state, seat), state.copy()
        with lines.watched():
            bounded.call("conceal", plain[0], seat)
        if known.tobytes() != plain.tobytes():
            yield bounded.differs("conceal")
        dealt = bounded.engine.redealt(known, seat, seeded(3))
        with lines.watched():
            bounded.call("redeal", plain[0], seat, seeded(3))
        if dealt.tobytes() != plain.tobytes():
            yield bounded.differs("redeal")


def ended(case: TestedVariant) -> Iterator[Fault]:
    """Games that come to no end."""
    bounded = Bounded(case)
    for seed in range(GAMES):
        state = bounded.engine.start()
        if len(bounded.engine.wander(state, seeded(seed), LONGEST_GAME)) == LONGEST_GAME:
            yield bounded.fault("endless", "apply", decisions=LONGEST_GAME)
            return


# Where few games go


def explored(key: str, lines: Unvisited) -> Iterator[Fault]:
    """Games of all variants in turn, steered to rare moves, those with new ones both ways; then what none reached."""
    reach, rng, until = Reach(load(key)), random.Random(key), time.monotonic() + EXPLORING
    quiet = dict.fromkeys(cases(key)[:MOST_CASES], 0)
    games = 0
    while time.monotonic() < until and min(quiet.values()) < QUIET:
        for case in [case for case, count in quiet.items() if count < QUIET]:
            known, games = len(reach.codes), games + 1
            yield from (found := led_game(case, reach, rng, lines))
            quiet[case] = 0 if len(reach.codes) > known else quiet[case] + 1
            if found:
                return
            if time.monotonic() > until:
                break
    yield from reach.remarks(games)
    yield from lines.remarks()


def led_game(case: TestedVariant, reach: Reach, rng: random.Random, lines: Unvisited) -> list[Fault]:
    """What is found by one such game, of which the decisions that are news, and some others, are made both ways."""
    codes, news = list[int](), dict[int, Bytes]()
    found = attempted(case, codes, steered(case, reach, rng, codes, news))
    return found or attempted(case, codes, renewed(case, codes, news, lines))


def renewed(case: TestedVariant, codes: Sequence[int], news: dict[int, Bytes], lines: Unvisited) -> Iterator[Fault]:
    """Some decisions of a game, both ways, the last ones first: few games come that far."""
    bounded, until = Bounded(case), time.monotonic() + A_GAME
    for number in sorted(news, reverse=True):
        if time.monotonic() > until:
            break
        yield from one_step(bounded, news[number], codes[number] if number < len(codes) else None, lines)


def steered(
    case: TestedVariant, reach: Reach, rng: random.Random, codes: list[int], news: dict[int, Bytes]
) -> Iterator[Fault]:
    """A game of compiled rules, more or less steered; what it gives away is told.

    Its moves are added to the codes, and the positions before new moves, its last ones and some others to the news.
    """
    engine, boldness = Engine(load(case.game), case.seats, dict(case.options)), rng.random()
    state = engine.start()
    for _ in range(STEERED):
        found = engine.survey(state)
        if found.actor == NOBODY:
            break
        if engine.game.hidden:
            yield from secrecy.glimpsed(engine, state, found, rng)
        ahead = next(leading(engine, state, found.moves, reach, rng), None)
        move = reach.chosen(found.moves, found.weights or None, boldness, rng) if ahead is None else ahead
        if reach.note([move]) or rng.random() < SPARES:
            news[len(codes)] = state
        codes.append(move)
        before, state = state, engine.after(state, move)
    news |= {len(codes) - 1: before, len(codes): state} if codes else {}


def leading(engine: Engine, state: Bytes, moves: Sequence[int], reach: Reach, rng: random.Random) -> Iterator[int]:
    """Moves of a kind that was never made, or after which there are some; of the others only a few are tried."""
    unseen = reach.unseen
    if not unseen:
        return
    yield from (move for move in moves if reach.kind(move) in unseen)
    for move in rng.sample(moves, min(AHEAD, len(moves))):
        if any(reach.kind(code) in unseen for code in engine.survey(engine.after(state, move)).moves):
            yield move
