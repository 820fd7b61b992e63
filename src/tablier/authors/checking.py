"""What is wrong with a game: its sources and texts, then random games as plain Python, then the same compiled."""

from __future__ import annotations

import itertools
import random
import re
import time
from collections.abc import Callable, Iterator
from importlib import import_module
from pathlib import Path

from tablier.authors import declaring, texts
from tablier.authors.bounded import UNWRITTEN, Bounded, Broken
from tablier.authors.cases import LONGEST_GAME, TestedVariant, cases
from tablier.authors.faults import Fault, message, raised, shortened
from tablier.authors.promises import PROMISES, Promise, facts
from tablier.authors.secrecy import SECRETS
from tablier.core import registry
from tablier.core.contract import CHANCE, NOBODY
from tablier.core.engine import Survey
from tablier.core.errors import Error
from tablier.core.game import Game
from tablier.core.match import Match
from tablier.core.random import seeded
from tablier.core.records import Bytes
from tablier.core.words import catalogue

MOST_CASES = 12  # variants that are looked at, those with the usual options first
GAMES = 3  # random ones of each variant
FIRST_MOVES = 3  # for a quick look
MOST_DECISIONS = 400  # of a game as plain Python
SECONDS = 6.0  # after which no further game is begun, and once more no further one looked at
A_GAME = 2.0  # seconds; then it is left unfinished
LOOKED_AT = 6  # matches at which all is looked at that is made of the rules
COMPARED = 150  # decisions of each variant that are made both ways
NUMBA_PLACE = re.compile(r'File "([^"]+)", line (\d+)')


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
    """The box, the words that all games have, lessons and diagrams."""
    found = list(texts.box_faults(game))
    yield from found
    catalogue(game.key)
    if not found:
        yield from texts.missing_words(game)


def quick(key: str) -> Iterator[Fault]:
    """All of that, and the first moves with every number of seats."""
    found = list(static(key))
    yield from found
    if found:
        return
    for case in cases(key)[: len(registry.load(key).seats)]:
        matches: list[Match] = []
        yield from one_game(case, 1, matches, FIRST_MOVES)
        for match in matches:
            yield from looked(match, PROMISES)


# Playing


def played(key: str) -> Iterator[Fault]:
    """Random games as plain Python: the rules first, then all that is made of them."""
    game, found, matches = registry.load(key), list[Fault](), list[Match]()
    until = time.monotonic() + SECONDS
    for number, case in enumerate(cases(key)[:MOST_CASES]):
        for seed in range(GAMES):
            if time.monotonic() > until and number >= len(game.seats):
                break
            found += one_game(case, seed, matches)
            if found:
                yield from found
                return
    until = time.monotonic() + SECONDS
    for number, match in enumerate(matches[::GAMES][:LOOKED_AT]):
        if time.monotonic() > until and number:
            break
        yield from looked(match, PROMISES | (SECRETS if has_secrets(game) else {}))
    yield from facts(matches, len(matches) == GAMES * len(cases(key)) and all(match.outcome for match in matches))
    for faults in (texts.lesson_faults, texts.diagram_faults):
        yield from faults(game)


def has_secrets(game: Game) -> bool:
    """Whether anything is hidden, or called secret."""
    return game.hidden or (game.moves is not None and any(kind.secret for kind in game.moves.all))


def one_game(case: TestedVariant, seed: int, matches: list[Match], most: int = MOST_DECISIONS) -> Iterator[Fault]:
    """A random game by the rules alone, then made a match."""
    until = time.monotonic() + A_GAME
    try:
        game = Bounded(case).play(random.Random(seed), most)
        steps = list(itertools.takewhile(lambda _: time.monotonic() < until, game))
    except Broken as broken:
        yield broken.fault
        return
    except Error as error:
        yield Fault("file", args={"error": error.word})
        return
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


# Compiled


def compared(key: str) -> Iterator[Fault]:
    """The same games compiled, with every index checked, move by move beside plain Python; then games to their end."""
    folder = registry.load(key).folder
    for case in cases(key)[:MOST_CASES]:
        try:
            found = [*one_compared(case), *ended(case)]
        except Broken as broken:
            found = [broken.fault]
        except Exception as error:
            found = [uncompiled(error, folder)]
        yield from found
        if found:
            return


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


def one_compared(case: TestedVariant) -> Iterator[Fault]:
    """One game, both ways."""
    bounded, rng = Bounded(case), random.Random(7)
    engine = bounded.engine
    state = engine.start()
    if state.tobytes() != bounded.start().tobytes():
        yield bounded.differs("start")
    for number in range(COMPARED):
        found, wanted = engine.survey(state), plain_survey(bounded, state)
        if found != wanted:
            yield bounded.differs("legal_moves")
            return
        if found.actor == NOBODY:
            break
        move = rng.choice(found.moves)
        following = engine.after(state, move)
        if following.tobytes() != bounded.after(state, move).tobytes():
            yield bounded.differs("apply")
            return
        if bounded.game.hidden and number % 5 == 0:
            yield from concealed_alike(bounded, state)
        state = following
    engine.outcome(state)


def plain_survey(bounded: Bounded, state: Bytes) -> Survey:
    """What can happen in a position, as plain Python has it."""
    actor = bounded.actor(state)
    if actor == NOBODY:
        return Survey(actor, (), ())
    moves = bounded.moves(state)
    weights = tuple(bounded.weights(state, len(moves))) if actor == CHANCE else ()
    return Survey(actor, tuple(moves), weights)


def concealed_alike(bounded: Bounded, state: Bytes) -> Iterator[Fault]:
    """Concealing and redealing, both ways."""
    for seat in range(bounded.engine.seats):
        known, plain = bounded.engine.concealed(state, seat), state.copy()
        bounded.call("conceal", plain[0], seat)
        if known.tobytes() != plain.tobytes():
            yield bounded.differs("conceal")
        dealt = bounded.engine.redealt(known, seat, seeded(3))
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


PHASES: dict[str, tuple[Callable[[str], Iterator[Fault]], ...]] = {
    "quick": (quick,), "plain": (static, played), "compiled": (compared,),
}  # fmt: skip
"""What is looked at in one process; each part only if those before it found nothing."""
