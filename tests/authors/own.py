"""Tests of the examples as their authors would write them: drawn boards, counts by hand, and what rules say.

Run as a program with the key of a game and the module of it, it fails if one of them does.
"""

import sys
from collections.abc import Callable
from typing import Any

from tablier import Match
from tablier.core import registry
from tablier.testing import counted, drawing, drawn

# Heap


def heap_is_taken_from() -> None:
    match = Match("heap", 2)
    assert match.legal() == ["1", "2", "3"]
    match.play("3")
    assert (match.position()["stones"], match.actor) == (9, 1)


def heap_ends_with_the_last_stone() -> None:
    match = Match("heap", 2)
    for move in ("3", "3", "3", "3"):
        match.play(move)
    assert match.outcome is not None
    assert match.outcome.scores == (0, 1)


def heap_of_three_goes_round() -> None:
    match = Match("heap", 3)
    turns = []
    for _ in range(4):
        turns.append(match.actor)
        match.play("1")
    assert turns == [0, 1, 2, 0]
    assert counted(Match("heap", 2), 4) == 81


# Four


def four_counts_as_published() -> None:
    assert [counted(Match("four"), depth) for depth in range(1, 5)] == [7, 49, 343, 2401]


def four_falls_and_alternates() -> None:
    match = Match("four")
    for move in ("d1", "d2", "d3"):
        match.play(move)
    assert drawing(match).split("\n")[-3:] == [". . . X . . .", ". . . O . . .", ". . . X . . ."]


ENDS = {
    ". . . . . . ." * 5 + "X X X . O O O": ("d1", (1, 0)),
    ". . . . . . ." * 2 + ". X . . . . ." * 3 + "O O O . . . .": ("b5", (1, 0)),
    ". . . . . . ." * 3 + ". . X O . . ." + ". X O O . . ." + "X O O O . X X": ("d4", (1, 0)),
    ". . . . . . ." * 3 + ". O X . . . ." + ". O O X . . ." + "X X O O X . O": ("b4", (1, 0)),
}
"""Boards on which a move of seat 0 wins, by the move."""


def four_in_every_direction_win() -> None:
    for board, (move, scores) in ENDS.items():
        match = drawn("four", board)
        match.play(move)
        assert match.outcome is not None, board
        assert match.outcome.scores == scores


def four_ends_with_a_full_board() -> None:
    rows = [". X O O X O X", "X X O X X O O", "O O X O O X X", "X X O X X O O", "O O X O O X X", "X X O O X O X"]
    match = drawn("four", "\n".join([". . O O X O X", *rows[1:]]), turn=1, turns=40)
    match.play("a6")
    assert match.outcome is None
    match.play("b6")
    assert match.outcome is not None
    assert match.outcome.scores == (0.5, 0.5)


def four_in_a_row_take_four() -> None:
    match = drawn("four", ". . . . . . ." * 5 + "X X . . O O .", turns=4)
    match.play("c1")
    assert match.outcome is None


# Liar's Dice


def liars_at(cups: list[list[int]], **fields: Any) -> Match:
    """Two seats after all dice were thrown."""
    start = Match("liars", 2).position()
    left = [sum(face > 0 for face in cup) for cup in cups]
    said = {"cups": cups, "left": left, "rolling": 0, "first": 0, "turn": 0}
    return Match.from_position(start | said | fields)


def liars_bids_rise() -> None:
    match = liars_at([[3, 0, 0, 0, 0], [5, 0, 0, 0, 0]])
    assert len(match.legal()) == 12
    match.play("1-4")
    assert match.legal() == ["1-5", "1-6", "2-1", "2-2", "2-3", "2-4", "2-5", "2-6", "doubt"]


def liars_lose_a_die_where_they_are_wrong() -> None:
    for bid, left in (((1, 4), [1, 2]), ((2, 4), [1, 2]), ((3, 4), [2, 1])):
        match = liars_at([[4, 3, 0, 0, 0], [5, 4, 0, 0, 0]], count=bid[0], face=bid[1])
        match.play("doubt")
        assert match.position()["left"] == left
        assert match.view(1)["cups"][0][0] == 4
        assert match.actor == "chance"


def liars_without_dice_are_out() -> None:
    match = liars_at([[4, 0, 0, 0, 0], [5, 0, 0, 0, 0]], count=2, face=4)
    match.play("doubt")
    assert match.outcome is not None
    assert match.outcome.scores == (1, 0)


def liars_hide_their_dice() -> None:
    match = liars_at([[4, 0, 0, 0, 0], [5, 0, 0, 0, 0]])
    assert match.view(0)["cups"][1][0] is None
    assert match.view(1)["cups"][0][0] is None
    assert match.view(1)["cups"][1][0] == 5


# Konane


def leaps_jumps() -> None:
    """Counted by another program of a few lines, on squares by their coordinates."""
    assert [counted(Match("leaps"), depth) for depth in range(1, 5)] == [leaps(depth) for depth in range(1, 5)]


SIDES = range(8)
Squares = dict[tuple[int, int], int]


def leaps(depth: int) -> int:
    """How many sequences of lifts and jumps there are."""
    return sum(lifted(place, depth - 1) for place in ((0, 0), (3, 3), (4, 4), (7, 7)))


def lifted(first: tuple[int, int], depth: int) -> int:
    """The same after a stone was lifted: one beside it is next."""
    board = {(x, y): (x + y) % 2 for x in SIDES for y in SIDES if (x, y) != first}
    beside = [place for place in board if abs(place[0] - first[0]) + abs(place[1] - first[1]) == 1]
    rest = [{place: seat for place, seat in board.items() if place != second} for second in beside]
    return 1 if depth == 0 else sum(jumps(after, 0, depth - 1) for after in rest)


def jumps(board: Squares, seat: int, depth: int) -> int:
    """The same from a board on."""
    found = [after for place in board if board[place] == seat for after in jumped(board, place, seat)]
    return 1 if depth == 0 else sum(jumps(after, 1 - seat, depth - 1) for after in found)


def jumped(board: Squares, place: tuple[int, int], seat: int) -> list[Squares]:
    """The boards after each jump of a stone."""
    found = []
    for dx, dy in ((1, 0), (-1, 0), (0, 1), (0, -1)):
        after, (x, y) = dict(board), place
        while after.get((x + dx, y + dy)) == 1 - seat and (x + 2 * dx, y + 2 * dy) not in after:
            if x + 2 * dx not in SIDES or y + 2 * dy not in SIDES:
                break
            del after[x, y], after[x + dx, y + dy]
            x, y = x + 2 * dx, y + 2 * dy
            after[x, y] = seat
            found.append(dict(after))
    return found


def leaps_takes_what_is_jumped_over() -> None:
    match = drawn("leaps", ". . . . . . . ." * 7 + "X O . O . . . .", turn=0, turns=2)
    match.play("a1-e1")
    assert drawing(match).splitlines()[-1] == ". . . . X . . ."
    assert match.outcome is not None
    assert match.outcome.scores == (1, 0)


def leaps_is_lost_by_whoever_cannot_jump() -> None:
    match = drawn("leaps", ". . . . . . . ." * 7 + "X O . . . X O .", turn=0, turns=2)
    match.play("f1-h1")
    assert match.outcome is not None
    assert match.outcome.scores == (1, 0)


OWN: dict[str, tuple[Callable[[], None], ...]] = {
    "heap": (heap_is_taken_from, heap_ends_with_the_last_stone, heap_of_three_goes_round),
    "four": (
        four_counts_as_published, four_falls_and_alternates, four_in_every_direction_win, four_ends_with_a_full_board,
        four_in_a_row_take_four,
    ),
    "liars": (
        liars_bids_rise, liars_lose_a_die_where_they_are_wrong, liars_without_dice_are_out, liars_hide_their_dice,
    ),
    "leaps": (leaps_jumps, leaps_takes_what_is_jumped_over, leaps_is_lost_by_whoever_cannot_jump),
}  # fmt: skip
"""The tests of each game."""

if __name__ == "__main__":
    registry.announce({sys.argv[1]: sys.argv[1]})
    for test in OWN[sys.argv[1]]:
        test()
