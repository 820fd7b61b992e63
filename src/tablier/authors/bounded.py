"""Rules as plain Python with more room than they ask for, so that whatever reaches beyond is noticed and named."""

from __future__ import annotations

import itertools
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import numpy as np

from tablier.authors.cases import TestedVariant
from tablier.authors.faults import Fault, function_fault, raised, shortened
from tablier.authors.sources import line_of, parsed
from tablier.core.contract import CHANCE, NOBODY, RUNNING
from tablier.core.engine import Engine
from tablier.core.records import Bytes, copied
from tablier.core.registry import load

CODES = 1 << 15
SPARE = 4096  # codes more than the game promises
UNWRITTEN = -99_999
DIRT = 0x5A
Chooser = Callable[[list[int], list[int] | None], int]
"""What chooses among moves, with their weights if chance decides."""


class Broken(Exception):
    """Rules that cannot be played on."""

    def __init__(self, fault: Fault) -> None:
        self.fault = fault
        super().__init__(fault.say())


class Bounded:
    """A variant of a game whose rules are watched."""

    def __init__(self, case: TestedVariant) -> None:
        self.game = load(case.game)
        self.engine = Engine(self.game, case.seats, dict(case.options))
        self.options, self.rules = self.engine.record[0], self.game.rules
        self.most = int(self.rules.MOST_MOVES)

    def fault(self, key: str, rule: str, **args: Any) -> Fault:
        """A fault of one of the rules, where it is defined; of one that follows from the others, in their module."""
        found = function_fault(key, getattr(self.rules, rule), self.game.folder, **args)
        if found.path:
            return found
        path = Path(self.game.source.__file__ or "")
        return Fault(key, shortened(path, self.game.folder), line_of(parsed(path), key.upper()), args)

    def differs(self, rule: str) -> Fault:
        """A rule that does something else when it is compiled."""
        return function_fault("compiled.differs", getattr(self.rules, rule), self.game.folder, rule=rule)

    def call(self, rule: str, *args: Any) -> Any:
        """A rule on the options and some arguments; Broken, at the author's own line, if it raises."""
        try:
            with np.errstate(all="ignore"):
                return getattr(self.rules, rule)(self.options, *args)
        except Exception as error:
            raise Broken(raised(error, self.game.folder, "raises", rule=rule)) from error

    def start(self) -> Bytes:
        """The start of a game; Broken if it depends on what was in the record."""
        clean, dirty = self.engine.blank(), self.engine.blank()
        dirty.view(np.uint8)[...] = DIRT
        for state in (clean, dirty):
            self.call("start", state[0])
        for name in clean.dtype.names:
            if name != "filling" and clean[0][name].tobytes() != dirty[0][name].tobytes():
                raise Broken(self.fault("start", "start", field=name))
        return clean

    def after(self, state: Bytes, move: int) -> Bytes:
        """The position after a move; Broken if nothing has changed."""
        following = copied(state)
        self.call("apply", following[0], move)
        if following.tobytes() == state.tobytes():
            raise Broken(self.fault("unchanged", "apply", move=move))
        self.see_what_follows(following)
        return following

    def see_what_follows(self, state: Bytes) -> None:
        """See that what is said to follow from the rest is so; Broken if moves have left it otherwise."""
        filled = copied(state)
        self.call("follow", filled[0])
        wrong = [name for name in state.dtype.names if filled[0][name].tobytes() != state[0][name].tobytes()]
        if wrong:
            raise Broken(self.fault("follow", "follow", field=wrong[0]))

    def actor(self, state: Bytes) -> int:
        """Who decides; Broken if it is nobody that there is."""
        actor = int(self.call("actor", state[0]))
        if actor not in (CHANCE, NOBODY, *range(self.engine.seats)):
            raise Broken(self.fault("actor", "actor", actor=actor, seats=self.engine.seats))
        if actor == CHANCE and not self.game.has_chance:
            raise Broken(self.fault("chance.undeclared", "actor"))
        return actor

    def moves(self, state: Bytes) -> list[int]:
        """The codes of the legal moves; Broken if they are not as the contract wants them."""
        room = np.full(self.most + SPARE, UNWRITTEN, dtype=np.int64)
        count = int(self.call("legal_moves", state[0], room))
        written = int((room != UNWRITTEN).sum())
        if max(count, written) > self.most:
            raise Broken(self.fault("most_moves", "legal_moves", most=self.most, count=max(count, written)))
        if count <= 0:
            raise Broken(self.fault("no_moves", "legal_moves", count=count))
        codes: list[int] = room[:count].tolist()
        for code in codes:
            if not 0 <= code < CODES:
                raise Broken(self.fault("codes.range", "legal_moves", code=code if code != UNWRITTEN else "?"))
        for before, code in itertools.pairwise(codes):
            if code <= before:
                key = "codes.twice" if code == before else "codes.order"
                raise Broken(self.fault(key, "legal_moves", before=before, code=code))
        return codes

    def weights(self, state: Bytes, count: int) -> list[int]:
        """The weights at CHANCE; Broken unless there is a positive one for each move, and no more."""
        room = np.full(self.most + SPARE, UNWRITTEN, dtype=np.int64)
        self.call("weights", state[0], room)
        found: list[int] = room[:count].tolist()
        if min(found) <= 0 or (room[count:] != UNWRITTEN).any():
            raise Broken(self.fault("weights", "weights", count=count))
        return found

    def judge(self, state: Bytes, over: bool) -> None:
        """See that the scores are as the contract wants them: zeros while it runs, then 1 split among the winners."""
        scores = np.full(self.engine.seats, np.nan)
        reason = int(self.call("returns", state[0], scores))
        ended = 0 < reason <= len(self.rules.REASONS) and np.isclose(scores.sum(), 1.0)
        if not (ended if over else reason == RUNNING and (scores == 0).all()):
            args = {"reason": reason, "scores": scores.tolist()}
            raise Broken(self.fault("scores.end" if over else "scores.running", "returns", **args))

    def play(self, choose: Chooser, most: int) -> Iterator[tuple[Bytes, int, list[int], int]]:
        """A game of chosen moves: each position with who decides, what is legal and what is made; UNWRITTEN at last."""
        state = self.start()
        for _ in range(most):
            actor = self.actor(state)
            self.judge(state, actor == NOBODY)
            if actor == NOBODY:
                yield state, actor, [], UNWRITTEN
                return
            codes = self.moves(state)
            weights = self.weights(state, len(codes)) if actor == CHANCE else None
            move = choose(codes, weights)
            yield state, actor, codes, move
            state = self.after(state, move)
