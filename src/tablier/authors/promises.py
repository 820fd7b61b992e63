"""What every game promises, looked at on a match: each promise yields the faults that it finds.

What cannot be enumerated is sampled, so that it takes no longer in a game with a thousand moves than in one with ten.
"""

from __future__ import annotations

import itertools
import json
import random
import xml.etree.ElementTree as ElementTree
from collections.abc import Callable, Iterable, Iterator, Sequence
from typing import Any

import numpy as np

from tablier.authors.cases import sampled
from tablier.authors.faults import Fault, function_fault, shortened
from tablier.authors.reaching import firsts
from tablier.authors.texts import missing_word
from tablier.core import scene as scenes
from tablier.core.contract import CHANCE, EVERYONE, SPECTATOR
from tablier.core.game import Game
from tablier.core.match import Match
from tablier.core.records import frozen
from tablier.core.scene import Choice, Part, Scene
from tablier.core.words import LANGUAGES, Word, is_said

SAMPLES = 4  # positions of a match, besides the first and the last
Faults = Iterator[Fault]
Promise = Callable[[Match], Faults]


def here(match: Match, seed: int, count: int = SAMPLES, each: int = 1) -> Iterator[Match]:
    """A match at some of its moves, the first and the last, and the first ones of each kind, always."""
    for number in sorted({*sampled(match, random.Random(seed), count), *firsts(match, each)}):
        yield match.at(number)


def fault(game: Game, key: str, module: str, name: str, **args: Any) -> Fault:
    """A fault of what a game has for a name of the contract, where it is defined; if it is derived, in its rules."""
    held = getattr(getattr(game, module), name)
    found = function_fault(key, getattr(held, "func", held), game.folder, **args)
    return found if found.path else Fault(key, shortened(game.source.__file__ or "", game.folder), 0, args)


# Notation


def notations(match: Match) -> Faults:
    """Legal moves have different notations."""
    for now in here(match, 1):
        moves = now.engine.survey(now.state).moves
        if len(now.legal()) < len(moves):
            yield fault(match.engine.game, "notation", "notation", "write", moves=len(moves), texts=len(now.legal()))
            return


def positions(match: Match) -> Faults:
    """Positions come back as they were written."""
    game = match.engine.game
    for now in here(match, 2):
        position = now.position()
        again = Match.from_position(json.dumps(position))
        lost = [name for name, value in position.items() if again.position().get(name) != value]
        if not lost and not game.hidden:
            before, after = now.state[0], again.state[0]
            lost = [name for name in now.state.dtype.names if before[name].tobytes() != after[name].tobytes()]
        if lost or again.actor != now.actor:
            yield fault(game, "position", "notation", "place", fields=lost or ["turn"])
            return


def saved_games(match: Match) -> Faults:
    """A saved game replays to the same record."""
    again = Match.from_text(match.text())
    if again.state.tobytes() != match.state.tobytes() or again.text() != match.text():
        yield fault(match.engine.game, "saved", "notation", "write")


# Pictures


def pictures(match: Match) -> Faults:
    """Parts of a picture have ids of their own and symbols that are there; it is an SVG in both languages."""
    game = match.engine.game
    for now in here(match, 3):
        for viewpoint in (SPECTATOR, 0):
            picture = seen_scene(now, viewpoint)
            yield from part_faults(game, picture)
            yield from said(game, picture)
            for language in LANGUAGES:
                ElementTree.fromstring(scenes.svg(picture, game.art, language))


def seen_scene(now: Match, viewpoint: int) -> Scene:
    """The picture that a viewpoint sees."""
    known = frozen(now.engine.concealed(now.state, viewpoint))
    return now.engine.game.view.scene(now.engine.frozen_options, known, viewpoint)


def part_faults(game: Game, picture: Scene) -> Faults:
    """What is wrong with the parts of a picture."""
    ids = [part.id for part in picture.parts]
    for name in sorted({name for name in ids if ids.count(name) > 1}):
        yield fault(game, "picture.twice", "view", "scene", id=name)
    for symbol in sorted({part.symbol for part in picture.parts if part.symbol}):
        if f'id="{game.key}-{symbol}"' not in game.art:
            yield fault(game, "picture.symbol", "view", "scene", symbol=f"{game.key}-{symbol}")


def touches(match: Match) -> Faults:
    """The paths of all legal moves differ, none is the beginning of another, and all lie in the picture."""
    game = match.engine.game
    for now in here(match, 4):
        actor = now.actor
        if not isinstance(actor, int):
            continue
        known = frozen(now.engine.concealed(now.state, actor))
        codes = now.engine.survey(now.state).moves
        paths = sorted((tuple(game.view.steps(now.engine.frozen_options, known, code)), code) for code in codes)
        for (path, code), (following, other) in itertools.pairwise(paths):
            if following[: len(path)] == path:
                key = "touch.same" if following == path else "touch.beginning"
                moves = [game.notation.write(now.engine.frozen_options, known, move) for move in (code, other)]
                yield fault(game, key, "view", "steps", moves=moves)
                return
        ids = {part.id for part in seen_scene(now, actor).parts}
        missing = sorted(set().union(*(path for path, _ in paths)) - ids)
        if missing or not all(path for path, _ in paths):
            yield fault(game, "touch.nowhere", "view", "steps", ids=missing[:3] or ["()"])
            return


def offers(match: Match) -> Faults:
    """Moves are offered one by one, with their own paths; what is asked and refused is said."""
    game = match.engine.game
    for now in here(match, 5):
        actor = now.actor
        if not isinstance(actor, int):
            continue
        options, known = now.engine.frozen_options, frozen(now.engine.concealed(now.state, actor))
        codes = now.engine.survey(now.state).moves
        offered = game.view.choices(options, known, codes, actor)
        paths = [tuple(choice.path) for choice in offered]
        if paths != [tuple(game.view.steps(options, known, code)) for code in codes]:
            yield fault(game, "choices", "view", "choices")
            return
        yield from said(game, offered, game.view.asked(options, known), refusals(now, actor, paths))


def refusals(now: Match, actor: int, paths: Sequence[Sequence[str]]) -> list[Word]:
    """Why some parts of a picture cannot be touched first."""
    known = frozen(now.engine.concealed(now.state, actor))
    named = {part.id for part in seen_scene(now, actor).parts if part.label}
    idle = sorted(named - {step for path in paths for step in path})
    some = random.Random(6).sample(idle, min(SAMPLES, len(idle)))
    return [now.engine.game.view.why(now.engine.frozen_options, known, (), part) for part in some]


def drawings(match: Match) -> Faults:
    """The board in text is lines of texts, or of words that are there, with styles."""
    game = match.engine.game
    if not hasattr(game.modules.get("terminal"), "draw"):
        return
    for now in here(match, 6):
        for viewpoint in (EVERYONE, SPECTATOR, 0):
            known = frozen(now.engine.concealed(now.state, viewpoint))
            lines = game.terminal.draw(now.engine.frozen_options, known, viewpoint)
            pieces = [piece for line in lines for piece in line]
            good = all(isinstance(text, str | Word) and isinstance(style, str) for text, style in pieces)
            if not good or not any(isinstance(text, Word) or text.strip() for text, _ in pieces):
                yield fault(game, "drawing", "terminal", "draw")
                return
            yield from said(game, [text for text, _ in pieces])


# Words


def stories(match: Match) -> Faults:
    """Every move has a story, in words that are there in both languages; so has the end."""
    game, count = match.engine.game, len(match.moves)
    for number in sorted({*range(min(count, 8)), *firsts(match), *range(max(0, count - 8), count)} - {count}):
        for viewpoint in (EVERYONE, SPECTATOR, 0):
            told = match._story(number, viewpoint)
            if not told:
                yield fault(game, "story", "view", "story", move=match.moves[number])
                return
            yield from said(game, told)
    if match.outcome and count:
        before, after = (frozen(match.history[number]) for number in (count - 1, count))
        yield from said(game, game.view.reasons(match.engine.frozen_options, before, match.codes[-1], after))


def words_in(thing: Any) -> Iterator[Word]:
    """All words in something that is shown or said."""
    if isinstance(thing, Word):
        yield thing
        yield from words_in(list(thing.args.values()))
    elif isinstance(thing, Scene):
        yield from words_in([thing.label, *thing.parts])
    elif isinstance(thing, Part):
        yield from words_in([thing.text, thing.label])
    elif isinstance(thing, Choice):
        yield from words_in([thing.name, *thing.questions, *thing.ghost])
    elif isinstance(thing, Iterable) and not isinstance(thing, str):
        for inner in thing:
            yield from words_in(inner)


def said(game: Game, *things: Any) -> Faults:
    """Words that are not there, or lack an argument."""
    for each in dict.fromkeys(words_in(things)):
        if not is_said(each.key):
            yield missing_word(game, each.key.partition(".")[2])
            continue
        for language in LANGUAGES:
            try:
                each.say(language)
            except (KeyError, IndexError) as error:
                args = {"word": each.key.partition(".")[2], "argument": str(error.args[0])}
                yield Fault("words.argument", missing_word(game, "").path, 0, args)
                break


# Learners


def tensors(match: Match) -> Faults:
    """Tensors are finite, and nothing is left of what was there."""
    game, engine = match.engine.game, match.engine
    for now in here(match, 7):
        for seat in range(match.seats):
            known = engine.concealed(now.state, seat)
            one, two = (np.full(game.tensors.PLANES, filling, dtype=np.float32) for filling in (0, 7))
            for planes in (one, two):
                game.tensors.observe(engine.record[0], known[0], seat, planes)
            if not np.isfinite(one).all() or (one != two).any():
                yield fault(game, "tensor", "tensors", "observe")
                return


def advice(match: Match) -> Faults:
    """Moves look as good as positive numbers say, and prospects add up to 1."""
    game, engine = match.engine.game, match.engine
    for now in here(match, 9):
        if not isinstance(now.actor, int):
            continue
        moves = np.array(engine.survey(now.state).moves, dtype=np.int16)
        looks, prospects = np.zeros(len(moves), dtype=np.int32), np.zeros(match.seats)
        for careful in (False, True):
            game.advice.favour(engine.record[0], now.state[0], moves, len(moves), careful, looks)
            if (looks <= 0).any():
                yield fault(game, "advice", "advice", "favour", what="favour")
                return
        game.advice.evaluate(engine.record[0], now.state[0], prospects)
        if not np.isclose(prospects.sum(), 1):
            yield fault(game, "advice", "advice", "evaluate", what="evaluate")
            return


# What is declared


def facts(matches: Sequence[Match], are_all: bool) -> Faults:
    """What a game declares of itself is so: that dice or cards decide, that something is hidden.

    That something never happens is said only if these matches are of all variants, and whole.
    """
    game = matches[0].engine.game
    if are_all and game.has_chance and not any(rolls(match) for match in matches):
        yield fault(game, "chance.never", "rules", "actor")
    is_hiding = any(hides(match) for match in matches)
    if is_hiding and not game.hidden:
        yield fault(game, "hidden.undeclared", "rules", "conceal")
    if are_all and game.hidden and not is_hiding:
        yield fault(game, "hidden.never", "rules", "conceal")


def rolls(match: Match) -> bool:
    """Whether chance decides anything in a match."""
    return any(match.engine.actor(state) == CHANCE for state in match.history)


def hides(match: Match) -> bool:
    """Whether a seat or a spectator does not know all of some position of a match."""
    engine = match.engine
    for now in here(match, 8, 12):
        for seat in (SPECTATOR, *range(engine.seats)):
            known = now.state.copy()
            engine.game.rules.conceal(engine.record[0], known[0], seat)
            if known.tobytes() != now.state.tobytes():
                return True
    return False


PROMISES: dict[str, Promise] = {
    "notations": notations, "positions": positions, "saved_games": saved_games, "pictures": pictures,
    "touches": touches, "offers": offers, "drawings": drawings, "stories": stories, "tensors": tensors,
    "advice": advice,
}  # fmt: skip
