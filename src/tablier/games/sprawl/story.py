"""What is told of a game of Sprawl."""

from collections.abc import Iterable, Iterator, Sequence
from functools import cache

import numpy as np

from tablier.core.contract import RUNNING
from tablier.core.records import revived
from tablier.core.words import Word, word
from tablier.games.sprawl.board import DIRECTIONS, cell_name
from tablier.games.sprawl.options import Options, seat_word
from tablier.games.sprawl.score import PLACE, count_penalties, standing
from tablier.games.sprawl.state import (
    ASK,
    BRANCH,
    BUILD,
    CARD,
    DONE,
    LET,
    NO_SEAT,
    STAND,
    State,
    branch_of,
    cells_of,
    has_begun,
    piece_of,
    pieces_on,
    source_of,
)

TIES = ("struck_pips", "struck_towers", "cells", "kept_pips", "kept_towers")  # in the order of a standing


@cache
def size_word(size: int) -> Word:
    """A size by its name."""
    return word(f"sprawl.size.{size + 1}")


def story(options: Options, before: State, move: int, after: State) -> list[Word]:
    """The decision, what it did to towers, who passed, and the end."""
    told = [decision(options, before, move), *struck(options, before, after)]
    if sum(after.cards.tolist()) > sum(before.cards.tolist()):
        told.append(word("sprawl.story.took_card", seat=seat_word(int(before.asked))))
    if after.turns != before.turns:
        told += passes(options, before, after)
    if after.reason != RUNNING:
        told += result(options, last_count(before, move, after), after)
    return told


def called(options: Options, state: State, move: int) -> Word:
    """How a move is called before it is made."""
    if move >= BRANCH and move < DONE and options.loose:
        grew, points, size, cell = branch_of(move)
        told = {"size": size_word(size), "cell": cell_name(cell), "direction": direction_word(points)}
        return word("sprawl.move.branch_from", source=cell_name(source_of(cell, grew)), **told)
    return decision(options, state, move, "move")


@cache
def direction_word(direction: int) -> Word:
    """The name of a direction."""
    return word(f"sprawl.direction.{DIRECTIONS[direction]}")


def decision(options: Options, before: State, move: int, tense: str = "story") -> Word:
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


def upright(options: Options, before: State, move: int, tense: str) -> Word:
    """A starting tower, a spore, a build, or a tower that changes hands."""
    cell, size = piece_of(move)
    seat = int(before.turn)
    told = {"seat": seat_word(seat), "size": size_word(size), "cell": cell_name(cell)}
    if move < BUILD:
        return word(f"sprawl.{tense}.spore" if has_begun(before, seat) else f"sprawl.{tense}.start", **told)
    former = pieces_on(options, before, cell)[-1][0]
    if former == seat:
        return word(f"sprawl.{tense}.build", **told)
    return word(f"sprawl.{tense}.capture", **told, other=seat_word(former))


def answer(before: State, move: int, tense: str) -> Word:
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


def card_owner(before: State) -> int:
    """The seat whose card is turned up next."""
    ends = np.cumsum(before.cards)
    return int(np.searchsorted(ends, int(before.turned), side="right"))


def struck(options: Options, before: State, after: State) -> Iterator[Word]:
    """Towers neutralised, and set free."""
    is_now = int(after.neutralised)
    for cell in cells_of(int(before.neutralised) ^ is_now):
        kind = "neutralised" if is_now >> cell & 1 else "freed"
        owner = seat_word(pieces_on(options, after, cell)[-1][0])
        yield word(f"sprawl.story.{kind}", seat=owner, cell=cell_name(cell))


def passes(options: Options, before: State, after: State) -> Iterator[Word]:
    """The seats that passed by themselves, and the one that ends the game by it."""
    seats = int(options.seats)
    for turns in range(int(before.turns) + 1, int(after.turns)):
        yield word("sprawl.story.passed", seat=seat_word(turns % seats))
        if before.ending == NO_SEAT and after.ending == turns % seats:
            yield word("sprawl.story.ending", seat=seat_word(turns % seats))


# The end


def penalties(options: Options, state: State) -> list[int]:
    """The penalty that each seat would have if the count came now."""
    found = np.zeros(int(options.seats), dtype=np.int64)
    count_penalties(revived(Options, options), revived(State, state), found)
    return found.tolist()


def last_count(before: State, move: int, after: State) -> State:
    """The record as it was counted: the cards, which are put away afterwards, all turned up."""
    counted: State = revived(State, after)[0]
    if move >= CARD:
        counted.turned = int(before.turned) + 1
        counted.twos = np.uint64(int(before.twos) | (move - CARD) << int(before.turned))
    return counted


def result(options: Options, counted: State, after: State) -> Iterator[Word]:
    """Why it is over, what each seat has left, what broke a tie, and who has won."""
    yield from counts(options, counted)
    winners = [seat for seat in range(int(options.seats)) if int(after.winners) >> seat & 1]
    yield word(
        "sprawl.story.shared" if winners[1:] else "sprawl.story.won", seats=[seat_word(seat) for seat in winners]
    )


def reasons(options: Options, before: State, move: int, after: State) -> Sequence[Word]:
    """Why it ended, with the numbers that decided."""
    return list(counts(options, last_count(before, move, after)))


def counts(options: Options, counted: State) -> Iterator[Word]:
    """Why it is over, what each seat has left, and what broke a tie."""
    yield word("sprawl.reason.stash")
    found, kind = penalties(options, counted), "penalty" if options.coup else "left"
    yield word(f"sprawl.story.{kind}", numbers=numbered(enumerate(found)))
    level = [seat for seat, left in enumerate(found) if left == min(found)]
    if level[1:]:
        yield word("sprawl.story.level", seats=list(map(seat_word, level)), penalty=min(found))
        yield from tie_breaks(options, counted, level)


def numbered(numbers: Iterable[tuple[int, int]]) -> list[Word]:
    """Seats, each with its number."""
    return [word("sprawl.story.counted", seat=seat_word(seat), count=count) for seat, count in numbers]


def tie_breaks(options: Options, counted: State, level: list[int]) -> Iterator[Word]:
    """The numbers that set seats with the same penalty apart, until one is left."""
    record = revived(Options, options)[0]
    counts = {seat: tie_numbers(int(standing(record, counted, seat))) for seat in level}
    for place, name in enumerate(TIES):
        numbers = {seat: counts[seat][place] for seat in level}
        if len(set(numbers.values())) > 1:
            yield word(f"sprawl.story.tie.{name}", numbers=numbered(numbers.items()))
            level = [seat for seat in level if numbers[seat] == max(numbers.values())]
    if level[1:]:
        yield word("sprawl.story.even")


def tie_numbers(result: int) -> list[int]:
    """The numbers of all tie-breaks out of a standing, the one that counts first in front."""
    return [result // PLACE**place % PLACE for place in reversed(range(len(TIES)))]
