"""What games with secrets promise: what a seat cannot tell apart looks the same to it, and nothing tells more."""

from __future__ import annotations

import random
from collections.abc import Iterator

from tablier.authors.promises import SAMPLES, Faults, Promise, fault, here
from tablier.core.contract import EVERYONE, SPECTATOR
from tablier.core.match import Match
from tablier.core.random import seeded

REDEALS = 4  # of each record that is looked at
MOVES_TRIED = 8  # of each position, whatever there are


def viewpoints(match: Match) -> list[int]:
    """Everybody who may know less than all."""
    return [SPECTATOR, *range(match.seats)]


def named(viewpoint: int) -> int | None:
    """A viewpoint as a match calls it."""
    return None if viewpoint == SPECTATOR else viewpoint


def running(match: Match, seed: int) -> Iterator[Match]:
    """A match at some of its moves, while it runs."""
    return (now for now in here(match, seed, SAMPLES) if now.outcome is None)


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
    is_hidden = engine.concealed(now.state, viewpoint).tobytes() != now.state.tobytes()
    looks: dict[int, bytes] = {}  # what is seen afterwards, by how the move itself is seen
    texts: dict[bytes, tuple[str, bytes]] = {}  # how it is written down and what there is, by what is seen afterwards
    for code in codes:
        after = now.copy()
        after._push(engine.game.notation.write(engine.frozen_options, now.state[0], code), code)
        if after.outcome is not None:
            continue
        look, state = engine.concealed(after.state, viewpoint).tobytes(), after.state.tobytes()
        if look == state and is_hidden:
            continue  # the move has uncovered everything
        seen = int(engine.game.advice.seen(engine.record[0], now.state[0], code, viewpoint))
        text = after.notation(len(after.moves) - 1, named(viewpoint))
        if looks.setdefault(seen, look) != look:
            return "secret.record", "rules", "conceal"
        known, real = texts.setdefault(look, (text, state))
        if known != text and real != state:
            return "secret.told", "notation", "masked"
    return None


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


SECRETS: dict[str, Promise] = {
    "concealing": concealing, "redealing": redealing, "deciding": deciding, "moving": moving, "accounts": accounts,
}  # fmt: skip
