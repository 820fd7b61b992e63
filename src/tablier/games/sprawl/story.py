"""What is told of a game of Sprawl."""

from collections.abc import Iterator
from typing import Any

import numpy as np

from tablier.core.compile import bind
from tablier.core.contract import RUNNING
from tablier.core.records import revived
from tablier.core.registry import load
from tablier.core.words import Word, word
from tablier.games.sprawl.equipment import NO_SEAT, State
from tablier.games.sprawl.moves import ASK, BRANCH, BUILD, CARD, DONE, LET, STAND, branch_of, piece_of
from tablier.games.sprawl.notation import cell_name, cells_of, pieces_on, source_of
from tablier.games.sprawl.options import DIRECTIONS, GAME, Options
from tablier.games.sprawl.score import penalty, staying


def seat_word(seat: int) -> Word:
    """A seat by its colour."""
    return word(f"sprawl.seat.{seat}")


def size_word(size: int) -> Word:
    """A size by its name."""
    return word(f"sprawl.size.{size + 1}")


def story(options: Any, before: Any, move: int, after: Any) -> list[Word]:
    """The decision, what it did to towers, who passed, and the end."""
    told = [decision(options, before, move), *struck(options, before, after)]
    if sum(after.cards.tolist()) > sum(before.cards.tolist()):
        told.append(word("sprawl.story.took_card", seat=seat_word(int(before.asked))))
    if after.turns != before.turns:
        told += passes(options, before, after)
    if after.reason != RUNNING:
        told += result(options, last_count(before, move, after), after)
    return told


def called(options: Any, state: Any, move: int) -> Word:
    """How a move is called before it is made."""
    if move >= BRANCH and move < DONE and options.loose:
        grew, points, size, cell = branch_of(move)
        told = {"size": size_word(size), "cell": cell_name(cell), "direction": direction_word(points)}
        return word("sprawl.move.branch_from", source=cell_name(source_of(cell, grew)), **told)
    return decision(options, state, move, "move")


def direction_word(direction: int) -> Word:
    """The name of a direction."""
    return word(f"sprawl.direction.{DIRECTIONS[direction]}")


def decision(options: Any, before: Any, move: int, tense: str = "story") -> Word:
    """The move itself, when it was made or (tense ``move``) before it is."""
    seat = seat_word(int(before.turn))
    if move >= CARD:
        return word("sprawl.story.card", seat=seat_word(card_owner(before)), points=move - CARD + 1)
    if move >= DONE:
        return answer(before, move, tense)
    if move >= BRANCH:
        _, points, size, cell = branch_of(move)
        told = {"size": size_word(size), "cell": cell_name(cell), "direction": direction_word(points)}
        return word(f"sprawl.{tense}.branch", seat=seat, **told)
    return upright(options, before, move, tense)


def upright(options: Any, before: Any, move: int, tense: str) -> Word:
    """A starting tower, a spore, a build, or a tower that changes hands."""
    cell, size = piece_of(move)
    seat = int(before.turn)
    told = {"seat": seat_word(seat), "size": size_word(size), "cell": cell_name(cell)}
    if move < BUILD:
        return word(f"sprawl.{tense}.spore" if before.holds[seat].any() else f"sprawl.{tense}.start", **told)
    former = pieces_on(options, before, cell)[-1][0]
    if former == seat:
        return word(f"sprawl.{tense}.build", **told)
    return word(f"sprawl.{tense}.capture", **told, other=seat_word(former))


def answer(before: Any, move: int, tense: str) -> Word:
    """A word in an unfinished turn."""
    seat, cell = seat_word(int(before.turn)), cell_name(int(before.tower))
    if move == DONE:
        return word(f"sprawl.{tense}.done", seat=seat, cell=cell)
    other = seat_word(int(before.asked))
    if move == ASK:
        return word(f"sprawl.{tense}.ask", seat=seat, other=other, cell=cell)
    if move == LET:
        return word(f"sprawl.{tense}.let", seat=seat, other=other, cell=cell)
    if move == STAND:
        return word(f"sprawl.{tense}.stand", seat=seat, cell=cell)
    return word(f"sprawl.{tense}.undo", seat=seat, cell=cell)


def card_owner(before: Any) -> int:
    """The seat whose card is turned up next."""
    ends = np.cumsum(before.cards)
    return int(np.searchsorted(ends, int(before.turned), side="right"))


def struck(options: Any, before: Any, after: Any) -> Iterator[Word]:
    """Towers neutralised, and set free."""
    is_now = int(after.neutralised)
    for cell in cells_of(int(before.neutralised) ^ is_now):
        kind = "neutralised" if is_now >> cell & 1 else "freed"
        owner = seat_word(pieces_on(options, after, cell)[-1][0])
        yield word(f"sprawl.story.{kind}", seat=owner, cell=cell_name(cell))


def passes(options: Any, before: Any, after: Any) -> Iterator[Word]:
    """The seats that passed by themselves, and the one that ends the game by it."""
    seats = int(options.seats)
    for turns in range(int(before.turns) + 1, int(after.turns)):
        yield word("sprawl.story.passed", seat=seat_word(turns % seats))
        if before.ending == NO_SEAT and after.ending == turns % seats:
            yield word("sprawl.story.ending", seat=seat_word(turns % seats))


# The end


def tally(variants: Any, states: Any, found: Any) -> None:
    """The penalty that each seat would have if the count came now."""
    options, state = variants[0], states[0]
    stays = staying(options, state)
    for seat in range(int(options.seats)):
        found[seat] = penalty(state, seat, stays)


def penalties(options: Any, state: Any) -> list[int]:
    """The same, as a list."""
    found = np.zeros(int(options.seats), dtype=np.int64)
    bind(tally, load(GAME))(revived(Options, options), revived(State, state), found)
    return found.tolist()


def last_count(before: Any, move: int, after: Any) -> Any:
    """The record as it was counted: the cards, which are put away afterwards, all turned up."""
    counted = revived(State, after)[0]
    if move >= CARD:
        counted.turned = int(before.turned) + 1
        counted.twos = np.uint64(int(before.twos) | (move - CARD) << int(before.turned))
    return counted


def result(options: Any, counted: Any, after: Any) -> Iterator[Word]:
    """Why it is over, what each seat has left, and who has won."""
    yield word("sprawl.reason.stash")
    found = penalties(options, counted)
    for seat, left in enumerate(found):
        yield word("sprawl.story.penalty", seat=seat_word(seat), penalty=left)
    winners = [seat for seat in range(int(options.seats)) if int(after.winners) >> seat & 1]
    yield word(
        "sprawl.story.shared" if winners[1:] else "sprawl.story.won", seats=[seat_word(seat) for seat in winners]
    )
