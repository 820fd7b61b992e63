"""The count at the end of a game of Sprawl."""

from tests.reference.sprawl_board import Board


def winners(board: Board, card_points: list[int]) -> list[int]:
    """The seats that win: the lowest penalty, then the tie-breaks in their order."""
    kept = what_stays(board)
    leading = list(range(board.seats))
    merits = [[-penalty(kept, seat, card_points[seat]), *tie_breaks(board, kept, seat)] for seat in leading]
    for rank in range(len(merits[0])):
        best = max(merits[seat][rank] for seat in leading)
        leading = [seat for seat in leading if merits[seat][rank] == best]
    return leading


def what_stays(board: Board) -> Board:
    """The board without its neutralised towers and the branches rooted in them, all judged at once."""
    gone = [tower for tower in board.towers if board.neutralised(tower)]
    rooted = [branch for branch in board.branches if board.root(branch) in gone]
    kept = board.copy()
    for branch in rooted:
        kept.take_branch(branch)
    for tower in gone:
        kept.take_tower(tower)
    return kept


def penalty(kept: Board, seat: int, card_points: int) -> int:
    """The pips in the stash less the points of the cards."""
    small, medium, large = kept.stash[seat]
    return small + 2 * medium + 3 * large - card_points


def tie_breaks(board: Board, kept: Board, seat: int) -> list[int]:
    """The five numbers that break ties, the larger the better."""
    helped = [tower for tower in board.towers if helps_against(board, seat, tower)]
    cells = [cell for cell, branch in kept.branches.items() if branch.seat == seat]
    cells += [cell for cell, pieces in kept.towers.items() if any(owner == seat for owner, _ in pieces)]
    controlled = [tower for tower in kept.towers if kept.controller(tower) == seat]
    return [
        sum(board.pips(tower) for tower in helped),
        len(helped),
        len(cells),
        sum(kept.pips(tower) for tower in controlled),
        len(controlled),
    ]


def helps_against(board: Board, seat: int, tower: str) -> bool:
    """Whether the tower is another's, neutralised, and the seat helps to neutralise it."""
    if board.controller(tower) == seat or not board.neutralised(tower):
        return False
    own = [branch for branch in board.attackers(tower) if branch.seat == seat]
    return any(board.helps_to_neutralise(branch, tower) for branch in own)
