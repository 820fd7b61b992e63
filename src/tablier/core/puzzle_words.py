"""What is said of a puzzle: what is to be done, why a move is not right, and why the answer is, from the facts kept."""

from collections.abc import Iterator, Sequence
from typing import Any

from tablier.core import records
from tablier.core.puzzles import PROOFS, Attempt, Puzzle
from tablier.core.registry import load
from tablier.core.words import Word, seat_word, word

FORCED = ("solved", "force")
COUNTED = ("odds", "deals")


def goal(puzzle: Puzzle) -> Word:
    """What is to be done."""
    return word(f"core.puzzle.goal.{puzzle.proof}", seat=seat_word(puzzle.game, puzzle.seat))


def length(puzzle: Puzzle) -> Word:
    """How many moves are to be found; where something is hidden a number would tell of it."""
    if load(puzzle.game).hidden:
        return word("core.puzzle.moves.turn")
    return word("core.puzzle.moves.one" if puzzle.turns == 1 else "core.puzzle.moves.several", count=puzzle.turns)


def theme(puzzle: Puzzle) -> Word:
    """What it is about."""
    return group_word(puzzle.game, puzzle.group)


def group_word(game: str, group: str) -> Word:
    """A theme of a game, or one that all games have."""
    return word(f"core.puzzle.theme.{group}" if group in PROOFS else f"{game}.theme.{group}")


def wrong(attempt: Attempt, move: str) -> list[Word]:
    """Why a legal move is not right, and what would be answered."""
    puzzle, kept = attempt.puzzle, known(attempt, move)
    replies = [word("core.puzzle.wrong.reply", reply=kept[1])] if kept and kept[1] else []
    return [reason(puzzle, move, kept), *replies]


def known(attempt: Attempt, move: str) -> Sequence[Any]:
    """What is kept of a move; of later ones nothing is."""
    return attempt.puzzle.tries.get(move, ()) if not attempt.match.codes else ()


def reason(puzzle: Puzzle, move: str, kept: Sequence[Any]) -> Word:
    """Why a move is not right."""
    if puzzle.proof in FORCED:
        return word("core.puzzle.wrong.force", move=move)
    if puzzle.proof in ("now", "only"):
        return word(f"core.puzzle.wrong.{puzzle.proof}", move=move)
    if not kept:
        return word("core.puzzle.wrong.less", move=move)
    best = puzzle.tries[puzzle.lines[0][0]]
    if puzzle.proof in COUNTED:
        return word(f"core.puzzle.wrong.{puzzle.proof}", move=move, **odds(kept), **odds(best, "better_"))
    return word("core.puzzle.wrong.best", move=move, chance=points(kept[0]), better=points(best[0]))


def odds(kept: Sequence[Any], which: str = "") -> dict[str, int]:
    """How likely a move wins and loses, in points."""
    return {f"{which}win": points(kept[2]), f"{which}loss": points(kept[3])}


def points(share: float) -> int:
    """A share of 1 in points, as per cent."""
    return round(100 * share)


def explained(puzzle: Puzzle) -> Iterator[Word]:
    """Why the answer is right, and who finds it."""
    yield why(puzzle)
    names = ("first", "second", "third", "fourth")
    yield word("core.puzzle.why.levels", **dict(zip(names, puzzle.hits, strict=True)))


def why(puzzle: Puzzle) -> Word:
    """How it was proved that the answer is right."""
    best = puzzle.tries[puzzle.lines[0][0]]
    if puzzle.proof in COUNTED:
        return word(f"core.puzzle.why.{puzzle.proof}", **odds(best))
    if puzzle.proof == "best":
        move, chance = second(puzzle)
        return word("core.puzzle.why.best", better=points(best[0]), move=move, chance=points(chance))
    hides = puzzle.proof == "now" and load(puzzle.game).hidden
    return word(f"core.puzzle.why.{puzzle.proof}{'_hidden' if hides else ''}")


def second(puzzle: Puzzle) -> tuple[str, float]:
    """The best one of the moves that are not right, and the chances after it."""
    answers = {line[0] for line in puzzle.lines}
    others = [(kept[0], move) for move, kept in puzzle.tries.items() if move not in answers]
    chance, move = max(others)
    return move, chance


def first_touch(attempt: Attempt) -> str:
    """The part of the picture with which the main line goes on."""
    match, seat = attempt.match, attempt.puzzle.seat
    known, code = match.engine.concealed(match.state, seat), match._legal[attempt.answers[0]]
    steps: Sequence[str] = match.engine.game.view.steps(match.engine.frozen_options, records.frozen(known), code)
    return steps[0]
