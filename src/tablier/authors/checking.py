"""What is wrong with a game: its sources and texts, then random games as plain Python, then the same compiled."""

from __future__ import annotations

import itertools
import random
import time
from collections.abc import Callable, Iterator
from functools import partial
from importlib import import_module

from tablier.authors import declaring, riddles, texts
from tablier.authors.bounded import UNWRITTEN, Bounded, Broken
from tablier.authors.cases import TestedVariant, cases
from tablier.authors.comparing import MOST_CASES, compared
from tablier.authors.faults import Fault, message, raised, serious, shortened
from tablier.authors.promises import PROMISES, Promise, facts
from tablier.authors.reaching import Reach
from tablier.authors.secrecy import SECRETS
from tablier.core import registry
from tablier.core.errors import Error
from tablier.core.game import Game
from tablier.core.match import Match
from tablier.core.words import catalogue

GAMES = 3  # of each variant: a random one, and others that are steered to rare moves
FIRST_MOVES = 3  # for a quick look
MOST_DECISIONS = 400  # of a game as plain Python
SECONDS = 6.0  # after which no further game is begun, and once more no further one looked at
A_GAME = 2.0  # seconds; then it is left unfinished
LOOKED_AT = 6  # matches at which all is looked at that is made of the rules


# Without playing


def static(key: str) -> Iterator[Fault]:
    """What can be seen of a package without playing: its sources, its texts, what it declares."""
    try:
        folder = registry.folder(registry.SOURCES[key])
    except (ImportError, AttributeError, ValueError) as error:
        yield Fault("import", args={"error": message(error)})
        return
    found = [*declaring.source_faults(folder), *texts.word_faults(key, folder), *texts.art_faults(key, folder)]
    yield from found
    count = len(found)
    try:
        module = import_module(registry.SOURCES[key])
        if not isinstance(getattr(module, "GAME", None), Game):
            yield Fault("no_game", shortened(module.__file__ or "", folder))
            return
        game: Game = module.GAME
    except Exception as error:
        yield from declaring.import_fault(error, folder, found)
        return
    found += declaring.game_faults(game, key)
    yield from found[count:]
    if not any(fault.key in ("key", "seats", "toml", "words.file", "words.shape") for fault in found):
        yield from beside(game)


def beside(game: Game) -> Iterator[Fault]:
    """The box, the network, the words that all games have, and puzzles."""
    found = [*texts.box_faults(game), *declaring.network_faults(game)]
    yield from found
    catalogue(game.key)
    if not found:
        yield from texts.missing_words(game)
        yield from texts.unused_words(game)
    yield from riddles.puzzle_faults(game)


def quick(key: str) -> Iterator[Fault]:
    """All of that, and the first moves with every number of seats."""
    found = list(static(key))
    yield from found
    if serious(found):
        return
    reach = Reach(registry.load(key))
    for case in cases(key)[: len(registry.load(key).seats)]:
        matches: list[Match] = []
        yield from one_game(case, 1, reach, matches, FIRST_MOVES)
        for match in matches:
            yield from looked(match, PROMISES)


# Playing


def played(key: str) -> Iterator[Fault]:
    """Games as plain Python, random ones and steered ones: the rules first, then all that is made of them."""
    game, found, matches = registry.load(key), list[Fault](), list[Match]()
    reach = Reach(game)
    until = time.monotonic() + SECONDS
    for number, case in enumerate(cases(key)[:MOST_CASES]):
        for seed in range(GAMES):
            if time.monotonic() > until and number >= len(game.seats):
                break
            found += one_game(case, seed, reach, matches)
            if found:
                yield from found
                return
    until = time.monotonic() + SECONDS
    for number, match in enumerate(worth_looking(matches)):
        if time.monotonic() > until and number:
            break
        yield from looked(match, PROMISES | (SECRETS if has_secrets(game) else {}))
    yield from facts(matches, len(matches) == GAMES * len(cases(key)) and all(match.outcome for match in matches))
    for faults in (texts.lesson_faults, texts.diagram_faults):
        yield from faults(game)


def worth_looking(matches: list[Match]) -> list[Match]:
    """Matches of several variants, first those in which a kind of moves is made for the first time."""
    reach, found = Reach(matches[0].engine.game), list[Match]()
    for match in matches:
        if set(map(reach.kind, match.codes)) & reach.unseen:
            found.append(match)
            reach.note(match.codes)
    others = [match for match in matches[::GAMES] if match not in found]
    return found + others[: max(0, LOOKED_AT - len(found))]


def has_secrets(game: Game) -> bool:
    """Whether anything is hidden, or called secret."""
    return game.hidden or (game.moves is not None and any(kind.secret for kind in game.moves.all))


def one_game(
    case: TestedVariant, seed: int, reach: Reach, matches: list[Match], most: int = MOST_DECISIONS
) -> Iterator[Fault]:
    """A game by the rules alone, the first random, others steered to rare moves, then made a match."""
    until = time.monotonic() + A_GAME
    choose = partial(reach.chosen, boldness=min(1.0, seed / (GAMES - 1)), rng=random.Random(seed))
    try:
        game = Bounded(case).play(choose, most)
        steps = list(itertools.takewhile(lambda _: time.monotonic() < until, game))
    except Broken as broken:
        yield broken.fault
        return
    except Error as error:
        yield Fault("file", args={"error": error.word})
        return
    reach.note([move for _, _, _, move in steps if move != UNWRITTEN])
    match = case.match(seed)
    write = match.engine.game.notation.write
    try:
        for state, _, _, move in steps:
            if move != UNWRITTEN:
                match._push(write(match.engine.frozen_options, state[0], move), move)
    except Exception as error:
        yield raised(error, match.engine.game.folder, "raises", rule="write")
        return
    matches.append(match)


def looked(match: Match, promises: dict[str, Promise]) -> Iterator[Fault]:
    """What a match shows to be wrong; something that raises is a fault of its own."""
    for name, promise in promises.items():
        yield from attempted(match, name, promise)


def attempted(match: Match, name: str, promise: Promise) -> Iterator[Fault]:
    """What one promise finds."""
    try:
        yield from promise(match)
    except Error as error:
        yield Fault("refused", args={"what": name, "error": error.word})
    except Exception as error:
        yield raised(error, match.engine.game.folder, "raises", rule=name)


PHASES: dict[str, tuple[Callable[[str], Iterator[Fault]], ...]] = {
    "quick": (quick,), "plain": (static, played), "compiled": (compared,),
}  # fmt: skip
"""What is looked at in one process; each part only if those before it found nothing."""
