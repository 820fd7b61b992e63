"""What the games of a check have come to: kinds of moves, single moves, and lines of rules; and what they missed."""

from __future__ import annotations

import ast
import random
import sys
from bisect import bisect_right
from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from contextlib import contextmanager
from functools import cache
from pathlib import Path
from types import CodeType, FrameType
from typing import Any

from tablier.authors.faults import Fault, shortened
from tablier.authors.sources import line_of, names_in, parsed, rule_functions
from tablier.core.contract import Rules
from tablier.core.defaults import declared
from tablier.core.game import Game
from tablier.core.match import Match

ASIDE = ("advice.py", "tensors.py")
"""Modules whose rules play no game."""
SILENT = (ast.Pass, ast.Break, ast.Continue)
"""Statements of which Python does not always tell."""


class Reach:
    """Which moves were made, and how often: so that others can be made."""

    def __init__(self, game: Game) -> None:
        self.game = game
        self.firsts = [kind.first for kind in game.moves.all] if game.moves else [0]
        self.kinds: Counter[int] = Counter()
        self.codes: Counter[int] = Counter()

    def kind(self, code: int) -> int:
        """Of which kind a move is; one kind for all in a game that has not said of what moves are made."""
        return bisect_right(self.firsts, code) - 1

    @property
    def unseen(self) -> set[int]:
        """The kinds of which no move was made yet."""
        return set(range(len(self.firsts))) - set(self.kinds)

    def note(self, codes: Sequence[int]) -> bool:
        """Count the moves of a game; whether one of them was never made before."""
        is_news = any(code not in self.codes for code in codes)
        self.kinds.update(map(self.kind, codes))
        self.codes.update(codes)
        return is_news

    def rarest(self, codes: Sequence[int], rng: random.Random) -> int:
        """The move that was made least often, of the kind that was."""
        return min(codes, key=lambda code: (self.kinds[self.kind(code)], self.codes[code], rng.random()))

    def chosen(self, codes: Sequence[int], weights: Sequence[int] | None, boldness: float, rng: random.Random) -> int:
        """A move: the bolder, the more often a rare one."""
        return self.rarest(codes, rng) if rng.random() < boldness else rng.choices(codes, weights)[0]

    def remarks(self, games: int) -> Iterator[Fault]:
        """The kinds that were never made."""
        path = Path(self.game.source.__file__ or "")
        place = shortened(path, self.game.folder), line_of(parsed(path), "MOVES")
        known = self.game.moves.all if self.game.moves else []
        for kind in (kind for number, kind in enumerate(known) if number in self.unseen):
            yield Fault("remark.kind", *place, {"kind": kind.name, "games": games})


def firsts(match: Match, each: int = 1) -> list[int]:
    """Numbers of moves of a match: those before and after the first moves of each kind."""
    reach, found = Reach(match.engine.game), set[int]()
    for number, code in enumerate(match.codes):
        if reach.kinds[reach.kind(code)] < each and match.engine.game.moves:
            found |= {number, number + 1}
        reach.note([code])
    return sorted(found)


class Unvisited:
    """The lines of a game's rules to which no game has come yet."""

    def __init__(self, game: Game) -> None:
        self.game = game
        self.rules = dict(rules_of(game))
        self.left = {path: {line for rule in rules for line in lines_of(rule)} for path, rules in self.rules.items()}

    @contextmanager
    def watched(self) -> Iterator[None]:
        """While this lasts, lines that are reached as plain Python are taken off."""
        sys.settrace(self.entered)
        try:
            yield
        finally:
            sys.settrace(None)

    def entered(self, frame: FrameType, event: str, value: Any) -> Any:
        """Watch a function of the game in which something is left."""
        left = self.left.get(frame.f_code.co_filename)
        return None if not left or left.isdisjoint(numbers(frame.f_code)) else self.reached

    def reached(self, frame: FrameType, event: str, value: Any) -> Any:
        """Take a line off."""
        if event == "line":
            self.left[frame.f_code.co_filename].discard(frame.f_lineno)
        return self.reached

    def remarks(self) -> Iterator[Fault]:
        """The first line of each rule to which no game has come."""
        for path, rules in self.rules.items():
            for rule in rules:
                missed = [line for line in sorted(lines_of(rule)) if line in self.left[path]]
                if missed:
                    yield Fault("remark.line", shortened(path, self.game.folder), missed[0], {"rule": rule.name})


@cache
def numbers(code: CodeType) -> frozenset[int]:
    """The lines of a function."""
    return frozenset(line for _, _, line in code.co_lines() if line is not None)


def rules_of(game: Game) -> Iterator[tuple[str, list[ast.FunctionDef]]]:
    """The rules by which a game is played, by the files in which they stand; helpers only if one of them calls them."""
    files = [path for path in sorted(game.folder.glob("*.py")) if path.name not in ASIDE]
    known = {str(path): list(rule_functions(parsed(path))) for path in files}
    played = {name for name, _ in declared(Rules)} | {"is_legal"}
    called = reachable({rule.name: rule for rules in known.values() for rule in rules}, played)
    for path, rules in known.items():
        yield path, [rule for rule in rules if rule.name in called]


def reachable(rules: Mapping[str, ast.FunctionDef], names: set[str]) -> set[str]:
    """The rules that are called by some of them, directly or through others, and these."""
    found, fresh = set[str](), names & set(rules)
    while fresh:
        found |= fresh
        fresh = {callee for name in fresh for callee in names_in(rules[name]) & set(rules)} - found
    return found


def lines_of(rule: ast.FunctionDef) -> set[int]:
    """The lines of a rule on which a statement begins that Python tells of."""
    statements = [node for inner in rule.body for node in ast.walk(inner) if isinstance(node, ast.stmt)]
    return {node.lineno for node in statements if not isinstance(node, SILENT) and not is_silent(node)}


def is_silent(node: ast.stmt) -> bool:
    """Whether nothing is done by a statement: a text for people, or the name of a type."""
    is_text = isinstance(node, ast.Expr) and isinstance(node.value, ast.Constant)
    return is_text or (isinstance(node, ast.AnnAssign) and node.value is None)
