"""Puzzles: positions with one move that is clearly the best. A game may have some, in ``puzzles.json``, a list of

    {"id": "3f1c9a",
     "seat": 0,                     # who solves it; the position is told as this seat may know it
     "proof": "now",                # how the answer was proved: see PROOFS
     "theme": "strike",             # what it does, a name of the game's own; "" if it has none for it
     "difficulty": 2,               # from 1 to 5
     "hits": [1, 3, 4, 4],          # how many tries out of four of levels 1, 3, 5 and 7 find the first move
     "lines": [["a1-a3", ["b2-b4"], "c1-c5"], …],   # what is right: own moves and, as lists, what is answered
     "tries": {"a1-a3": [0.93, ""], "b1-b3": [0.2, "c3-c5"], …},   # chances after first moves, and what others answer
     "position": { … }}             # as Match.position() gives it

The first line is the main one; the others are as good and end where they differ. In games with dice or secrets a try
has two more numbers: how likely it wins, and loses, before the seat decides again, or in what share of all deals.
"""

from __future__ import annotations

import datetime
import hashlib
import json
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from functools import cache
from typing import Any

from tablier.core.errors import BadText
from tablier.core.match import Match
from tablier.core.registry import load

FILE = "puzzles.json"
PROOFS = ("now", "solved", "force", "only", "odds", "deals", "best")
"""A win within the turn, whatever is hidden; a win by force, all that can follow looked at; one that the game itself
proves; the only move that does not lose at once; the best odds, counted; the best plan for the turn, counted over all
deals; the best move by far, as searches agree."""
EASIEST, HARDEST = 1, 5
LEVELS = (1, 3, 5, 7)
"""Of the bots that say how hard it is."""
AnswerLine = Sequence[Any]
"""Moves of the solver and, as lists, what others answer."""


@dataclass(frozen=True)
class Puzzle:
    """One position, and what is right in it."""

    game: str
    id: str
    seat: int
    proof: str
    difficulty: int
    lines: Sequence[AnswerLine]
    position: Mapping[str, Any]
    theme: str = ""
    hits: Sequence[int] = ()
    tries: Mapping[str, Sequence[Any]] = field(default_factory=dict)

    @property
    def group(self) -> str:
        """By what it is chosen: the game's theme or, without one, the way it was proved."""
        return self.theme or self.proof

    @property
    def turns(self) -> int:
        """How many moves the solver has to find in the main line."""
        return sum(isinstance(step, str) for step in self.lines[0])

    def match(self) -> Match:
        """The position."""
        return Match.from_position(self.position, seed=0)

    def begun(self, made: Sequence[str]) -> Attempt:
        """How far somebody is who has found these moves; BadText if one of them was not right."""
        attempt = Attempt(self, self.match(), self.lines)
        for move in made:
            if move not in attempt.answers:
                raise BadText("core.puzzle.made", move=repr(move))
            attempt = attempt.after(move)
        return attempt


@dataclass(frozen=True)
class Attempt:
    """A puzzle as far as it is solved: where it stands, and what is left of the lines."""

    puzzle: Puzzle
    match: Match
    left: Sequence[AnswerLine]

    @property
    def answers(self) -> list[str]:
        """The moves that are right now, that of the main line first; none when it is solved."""
        return list(dict.fromkeys(line[0] for line in self.left))

    @property
    def solved(self) -> bool:
        """Whether everything is found."""
        return not self.left

    def after(self, move: str) -> Attempt:
        """After a right move, and what others answer to it."""
        match, left = self.match.copy(), [line[1:] for line in self.left if line[0] == move]
        match.play(move)
        replies = left[0][0] if left[0] and isinstance(left[0][0], list) else []
        for reply in replies:
            match.play(reply)
        further = [line[bool(replies) :] for line in left]
        return Attempt(self.puzzle, match, [line for line in further if line] if all(further) else [])


@cache
def puzzles(game: str) -> Mapping[str, Puzzle]:
    """The puzzles of a game by their ids, in their order; none, if it has no file of them."""
    path = load(game).folder / FILE
    if not path.is_file():
        return {}
    return {puzzle.id: puzzle for puzzle in read(game, path.read_text(encoding="utf-8"))}


def read(game: str, text: str) -> list[Puzzle]:
    """The puzzles of a file as they stand there."""
    return [Puzzle(game, **row) for row in json.loads(text)]


def replay(puzzle: Puzzle) -> None:
    """Play all lines and tries; raises what is wrong with them, or with what is said of the puzzle."""
    right = puzzle.proof in PROOFS and EASIEST <= puzzle.difficulty <= HARDEST and len(puzzle.hits) == len(LEVELS)
    if not right or not puzzle.lines or not set(puzzle.tries) >= {line[0] for line in puzzle.lines}:
        raise BadText("core.puzzle.shape", proofs=list(PROOFS))
    for move in puzzle.tries:
        if not puzzle.match().allows(move):
            puzzle.match().play(move)  # which says why it is refused
    for line in puzzle.lines:
        replay_line(puzzle, line)


def replay_line(puzzle: Puzzle, line: AnswerLine) -> None:
    """Play one line: its moves are the solver's, and those in lists somebody else's."""
    match = puzzle.match()
    for step in line:
        for move in [step] if isinstance(step, str) else step:
            if (match.actor == puzzle.seat) != isinstance(step, str):
                raise BadText("core.puzzle.turn", move=repr(move))
            match.play(move)


def of_the_day(games: Sequence[str], day: datetime.date) -> Puzzle | None:
    """One puzzle of these games for everybody, by the date alone; None if there are none."""
    known = [puzzle for game in games for puzzle in puzzles(game).values()]
    return min(known, key=lambda puzzle: drawn(day, puzzle), default=None)


def drawn(day: datetime.date, puzzle: Puzzle) -> str:
    """The number that a puzzle draws on a day: the smallest one wins."""
    return hashlib.sha256(f"{day.isoformat()} {puzzle.game} {puzzle.id}".encode()).hexdigest()


def today() -> datetime.date:
    """The date, everywhere the same."""
    return datetime.datetime.now(datetime.UTC).date()
