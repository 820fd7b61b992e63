"""What games with secrets promise: what a seat cannot tell apart looks the same to it, and nothing tells more."""

from __future__ import annotations

import random
from collections.abc import Iterator, Sequence

from tablier.authors.promises import SAMPLES, Faults, Promise, fault, here
from tablier.core.contract import EVERYONE, NOBODY, SPECTATOR
from tablier.core.engine import Engine, Survey
from tablier.core.match import Match
from tablier.core.random import seeded
from tablier.core.records import Bytes

OF_A_KIND = 3  # moves around which a match is looked at
REDEALS = 4  # of each record that is looked at
MOVES_TRIED = 8  # of each position, whatever there are
GLIMPSED = 3  # moves that are compared at each of very many positions
BETRAYED = ("secret.record", "rules", "conceal")


def viewpoints(match: Match) -> list[int]:
    """Everybody who may know less than all."""
    return [SPECTATOR, *range(match.seats)]


def named(viewpoint: int) -> int | None:
    """A viewpoint as a match calls it."""
    return None if viewpoint == SPECTATOR else viewpoint


def running(match: Match, seed: int) -> Iterator[Match]:
    """A match at some of its moves, and around several of each kind, while it runs."""
    return (now for now in here(match, seed, SAMPLES, OF_A_KIND) if now.outcome is None)


def concealing(match: Match) -> Faults:
    """Concealing twice is concealing once; for everyone nothing is concealed, nor is anything after the end."""
    engine, game = match.engine, match.engine.game
    for now in running(match, 11):
        everything = now.state.copy()
        game.rules.conceal(engine.record[0], everything[0], EVERYONE)
        for viewpoint in viewpoints(match):
            once = engine.concealed(now.state, viewpoint)
            twice = engine.concealed(once, viewpoint)
            outside = engine.concealed(once, SPECTATOR).tobytes() == engine.concealed(now.state, SPECTATOR).tobytes()
            if twice.tobytes() != once.tobytes() or not outside or everything.tobytes() != now.state.tobytes():
                yield fault(game, "secret.twice", "rules", "conceal")
                return
    if match.outcome and any(match.view(named(viewpoint)) != match.position() for viewpoint in viewpoints(match)):
        yield fault(game, "secret.end", "rules", "conceal")


def redealing(match: Match) -> Faults:
    """A redeal cannot be told from what the seat knows, and can be played on."""
    engine, rng = match.engine, seeded(5)
    for now in running(match, 12):
        for viewpoint in viewpoints(match):
            known = engine.concealed(now.state, viewpoint)
            for _ in range(REDEALS):
                dealt = engine.redealt(known, viewpoint, rng)
                if engine.concealed(dealt, viewpoint).tobytes() != known.tobytes():
                    yield fault(engine.game, "secret.redeal", "rules", "redeal")
                    return
                for move in engine.survey(dealt).moves[:1]:
                    engine.survey(engine.after(dealt, move))


def deciding(match: Match) -> Faults:
    """The legal moves of a seat follow from what it knows."""
    engine = match.engine
    for now in running(match, 13):
        if isinstance(now.actor, int) and engine.survey(engine.concealed(now.state, now.actor)) != engine.survey(
            now.state
        ):
            yield fault(engine.game, "secret.moves", "rules", "legal_moves")
            return


def moving(match: Match) -> Faults:
    """Moves that a seat cannot tell apart lead to what it cannot tell apart, and others are not told as if it could."""
    game, rng = match.engine.game, random.Random(14)
    for now in running(match, 14):
        codes = now.engine.survey(now.state).moves
        some = rng.sample(codes, min(MOVES_TRIED, len(codes)))
        for viewpoint in viewpoints(match):
            if viewpoint != now.actor:
                told = leak(now, some, viewpoint)
                if told:
                    yield fault(game, *told)
                    return


def leak(now: Match, codes: list[int], viewpoint: int) -> tuple[str, str, str] | None:
    """What gives a secret away when one of these moves is made: a fault and what is at fault; None if nothing does."""
    engine = now.engine
    if is_betrayed(engine, now.state, codes, viewpoint):
        return BETRAYED
    texts: dict[bytes, tuple[str, bytes]] = {}  # how a move is written down and what there is, by what is seen
    for code in codes:
        after = now.copy()
        after._push(engine.game.notation.write(engine.frozen_options, now.state[0], code), code)
        look = looked(engine, now.state, after.state, viewpoint)
        if look is not None:
            state, text = after.state.tobytes(), after.notation(len(after.moves) - 1, named(viewpoint))
            known, real = texts.setdefault(look, (text, state))
            if known != text and real != state:
                return "secret.told", "notation", "masked"
    return None


def is_betrayed(engine: Engine, state: Bytes, codes: Sequence[int], viewpoint: int) -> bool:
    """Whether what somebody sees after moves that look alike to them is not alike."""
    looks: dict[int, bytes] = {}
    for code in codes:
        look = looked(engine, state, engine.after(state, code), viewpoint)
        if look is not None:
            seen = int(engine.game.advice.seen(engine.record[0], state[0], code, viewpoint))
            if looks.setdefault(seen, look) != look:
                return True
    return False


def looked(engine: Engine, before: Bytes, after: Bytes, viewpoint: int) -> bytes | None:
    """What somebody sees after a move; None if the game is over, or the move has uncovered everything."""
    if engine.actor(after) == NOBODY:
        return None
    look = engine.concealed(after, viewpoint).tobytes()
    was_hidden = engine.concealed(before, viewpoint).tobytes() != before.tobytes()
    return None if look == after.tobytes() and was_hidden else look


def accounts(match: Match) -> Faults:
    """What a seat may keep of a game is read again as what it knows."""
    for now in running(match, 15):
        for viewpoint in viewpoints(match):
            seat = named(viewpoint)
            text = now.text(seat)
            again = Match.from_text(text)
            same = again.text(seat) == text and again.known(seat).tobytes() == now.known(seat).tobytes()
            if not same or again.log(seat) != now.log(seat) or f"seed {now.seed}" in text:
                yield fault(match.engine.game, "account", "notation", "masked")
                return


# Quickly, at every position of many games


def glimpsed(engine: Engine, state: Bytes, found: Survey, rng: random.Random) -> Faults:
    """Legal moves that tell more than their seat knows, redeals that it tells apart, moves that give secrets away."""
    if found.actor >= 0:
        known = engine.concealed(state, found.actor)
        dealt = engine.redealt(known, found.actor, seeded(rng.getrandbits(32)))
        if engine.survey(known) != found or engine.survey(dealt) != found:
            yield fault(engine.game, "secret.moves", "rules", "legal_moves")
        elif engine.concealed(dealt, found.actor).tobytes() != known.tobytes():
            yield fault(engine.game, "secret.redeal", "rules", "redeal")
    codes = rng.sample(found.moves, min(GLIMPSED, len(found.moves)))
    for viewpoint in (SPECTATOR, *range(engine.seats)):
        if viewpoint != found.actor and is_betrayed(engine, state, codes, viewpoint):
            yield fault(engine.game, *BETRAYED)
            return


SECRETS: dict[str, Promise] = {
    "concealing": concealing, "redealing": redealing, "deciding": deciding, "moving": moving, "accounts": accounts,
}  # fmt: skip
