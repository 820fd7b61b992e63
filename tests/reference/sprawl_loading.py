"""What a saved position of Sprawl has to fulfil."""

from collections import Counter
from typing import TYPE_CHECKING, Any

from tests.reference.sprawl_board import SIZES, STEPS, Board, Branch

if TYPE_CHECKING:
    from tests.reference.sprawl import Reference

OPTIONS = {
    "branching": ("strict", "loose"),
    "friendly_fire": (True, False),
    "coup": (False, True),
    "sprawlgame": (False, True),
    "fast_building": (False, True),
    "strongest": (False, True),
}
KEYS = "game options seats turn turns ending towers branches stash cards started pending"
PENDING_KEYS = [{"build", "left"}, {"ask", "tower"}, {"asked", "tower"}, {"turned"}]


def need(condition: bool, fault: str) -> None:
    """Refuse the position with the fault unless the condition holds."""
    if not condition:
        raise ValueError(fault)


def need_keys(value: Any, keys: str, name: str) -> None:
    """Refuse what is not an object with exactly these keys."""
    need(isinstance(value, dict), f"{name} is not an object")
    need(set(value) == set(keys.split()), f"{name} has unknown or missing keys")


def need_list(value: Any, name: str, length: int | None = None) -> None:
    """Refuse what is not a list, of a given length where there is one."""
    need(isinstance(value, list), f"{name} is not a list")
    need(length is None or len(value) == length, f"{name} has the wrong length")


def need_number(value: Any, name: str, lowest: int, highest: int | None = None) -> None:
    """Refuse what is not a whole number in the range."""
    need(type(value) is int, f"{name} is not a whole number")
    need(value >= lowest and (highest is None or value <= highest), f"{name} is out of range")


def need_cell(value: Any, board: Board, name: str) -> None:
    """Refuse what is not a cell of the board."""
    need(isinstance(value, str) and value in board.cells(), f"{name} is not a cell of the board")


# Format


def read_format(position: Any) -> Board:
    """Check keys and types of the whole position, fill in its options, and give its board."""
    need(isinstance(position, dict), "the position is not an object")
    need_keys(position, KEYS + (" outcome" if "outcome" in position else ""), "the position")
    need(position["game"] == "sprawl", "the game is not sprawl")
    need_number(position["seats"], "seats", 3, 8)
    seats = position["seats"]
    board = Board(seats, read_options(position["options"]), {}, {}, [])
    need_number(position["turn"], "turn", 0, seats - 1)
    need_number(position["turns"], "turns", 0)
    if position["ending"] is not None:
        need_number(position["ending"], "ending", 0, seats - 1)
    read_towers(position["towers"], board)
    read_branches(position["branches"], board)
    read_stash(position["stash"], board)
    need_list(position["cards"], "cards", seats)
    for number in position["cards"]:
        need_number(number, "cards", 0)
    need_list(position["started"], "started", seats)
    need(all(type(value) is bool for value in position["started"]), "started is not of true and false")
    if position["pending"] is not None:
        check_pending_format(position["pending"], board)
    if "outcome" in position:
        check_outcome(position["outcome"], seats)
    return board


def read_options(options: Any) -> dict:
    """The options, with the missing ones at their defaults."""
    need(isinstance(options, dict), "options is not an object")
    need(set(options) <= set(OPTIONS), "unknown option")
    for name, value in options.items():
        fits = any(type(value) is type(allowed) and value == allowed for allowed in OPTIONS[name])
        need(fits, f"option {name} has no such value")
    return {name: options.get(name, values[0]) for name, values in OPTIONS.items()}


def read_towers(towers: Any, board: Board) -> None:
    """Put the towers on the board."""
    need_list(towers, "towers")
    for tower in towers:
        need_keys(tower, "cell pieces", "a tower")
        need_cell(tower["cell"], board, "the cell of a tower")
        need(board.empty(tower["cell"]), "two things on one cell")
        need_list(tower["pieces"], "pieces")
        need(bool(tower["pieces"]), "a tower without pieces")
        for piece in tower["pieces"]:
            need_keys(piece, "seat size", "a piece")
            need_number(piece["seat"], "the seat of a piece", 0, board.seats - 1)
            need_number(piece["size"], "the size of a piece", 1, 3)
        board.towers[tower["cell"]] = [(piece["seat"], piece["size"]) for piece in tower["pieces"]]


def read_branches(branches: Any, board: Board) -> None:
    """Put the branches on the board."""
    need_list(branches, "branches")
    for branch in branches:
        need_keys(branch, "cell seat size points source", "a branch")
        need_cell(branch["cell"], board, "the cell of a branch")
        need(board.empty(branch["cell"]), "two things on one cell")
        need_number(branch["seat"], "the seat of a branch", 0, board.seats - 1)
        need_number(branch["size"], "the size of a branch", 1, 3)
        need(isinstance(branch["points"], str) and branch["points"] in STEPS, "a branch points nowhere")
        need_cell(branch["source"], board, "the source of a branch")
        board.branches[branch["cell"]] = Branch(branch["seat"], branch["size"], branch["points"], branch["source"])


def read_stash(stash: Any, board: Board) -> None:
    """Give the seats their stashes."""
    need_list(stash, "stash", board.seats)
    for counts in stash:
        need_list(counts, "the stash of a seat", 3)
        for number in counts:
            need_number(number, "a number in the stash", 0)
        board.stash.append(list(counts))


def check_pending_format(pending: Any, board: Board) -> None:
    """Check keys and types of an unfinished turn."""
    need(isinstance(pending, dict), "pending is not an object")
    keys = set(pending) - {"withdrawn"}
    need(keys in PENDING_KEYS or set(pending) == {"withdrawn"}, "pending has unknown or missing keys")
    need("turned" not in pending or "withdrawn" not in pending, "withdrawn spores while cards are turned up")
    for name in keys & {"build", "tower"}:
        need_cell(pending[name], board, name)
    for name in keys & {"ask", "asked"}:
        need_number(pending[name], name, 0, board.seats - 1)
    if "left" in pending:
        need_number(pending["left"], "left", 1, 2)
    if "turned" in pending:
        need_list(pending["turned"], "turned")
        for points in pending["turned"]:
            need_number(points, "a card", 1, 2)
    if "withdrawn" in pending:
        check_withdrawn(pending["withdrawn"], board)


def check_withdrawn(withdrawn: Any, board: Board) -> None:
    """Check that spores, each once, are withdrawn in a game with `coup`."""
    need_list(withdrawn, "withdrawn")
    spores = [f"T{size}{cell}" for cell in board.cells() for size in SIZES]
    need(all(isinstance(spore, str) and spore in spores for spore in withdrawn), "withdrawn is not of spores")
    need(bool(withdrawn), "withdrawn is empty")
    need(len(set(withdrawn)) == len(withdrawn), "withdrawn repeats a spore")
    need(board.options["coup"], "withdrawn without coup")


def check_outcome(outcome: Any, seats: int) -> None:
    """Check the form of an outcome."""
    need_keys(outcome, "scores reason", "outcome")
    need_list(outcome["scores"], "scores", seats)
    need(all(type(score) in (int, float) for score in outcome["scores"]), "scores is not of numbers")
    need(outcome["reason"] == "stash", "no such reason")


# Constraints


def check_board(board: Board) -> None:
    """Check towers, branches and the number of pieces."""
    for pieces in board.towers.values():
        sizes = [size for _, size in pieces]
        need(sizes == [sizes[0] - height for height in range(len(sizes))], "a tower does not fall by one")
        owners = {seat for seat, _ in pieces}
        need(board.options["sprawlgame"] or len(owners) == 1, "a tower of several owners without sprawlgame")
    for cell in board.branches:
        check_growth(board, cell)
    for cell in board.branches:
        need(board.depth(cell) <= len(board.towers[board.root(cell)]), "a branch deeper than its root is high")
    check_piece_count(board)


def check_growth(board: Board, cell: str) -> None:
    """Check the branch on the cell against its source."""
    branch = board.branches[cell]
    source = branch.source
    need(source in [board.ahead(cell, direction) for direction in STEPS], "the source is no neighbour")
    need(not board.empty(source), "the source is empty")
    need(board.ahead(cell, branch.points) is not None, "a branch points off the board")
    need(board.may_point(cell, branch.points, source), "a branch points where it may not")
    if source in board.towers:
        owners = [seat for seat, _ in board.towers[source]]
        need(branch.seat in owners, "a branch on a tower without a piece of its owner")
    else:
        parent = board.branches[source]
        need(branch.seat == parent.seat, "a branch on a branch of another owner")
        need(branch.size == parent.size - 1, "a branch on a branch is not one smaller")


def check_piece_count(board: Board) -> None:
    """Check that every seat has five pieces of each size in all."""
    pieces = Counter((branch.seat, branch.size) for branch in board.branches.values())
    for tower in board.towers.values():
        pieces.update(tower)
    for seat in range(board.seats):
        for size in SIZES:
            need(pieces[seat, size] + board.stash[seat][size - 1] == 5, "not five pieces of each size")


def check_seats(game: "Reference") -> None:
    """Check who has started, and the cards."""
    board = game.board
    on_board = {branch.seat for branch in board.branches.values()}
    on_board |= {seat for pieces in board.towers.values() for seat, _ in pieces}
    need(game.started == [seat in on_board for seat in range(board.seats)], "started is not who is on the board")
    need(sum(game.cards) <= 52, "more than 52 cards")
    need(board.options["coup"] or sum(game.cards) == 0, "cards without coup")


def check_running(game: "Reference", turn: int) -> None:
    """Check what holds only while a game runs."""
    need(turn == game.turn(), "turn is not turns mod seats")
    pending = game.pending or {}
    need(("turned" in pending) == (game.ending == turn), "ending is turn exactly while cards are turned up")
    if "turned" in pending:
        check_turned(pending["turned"], game.cards)
    elif "build" in pending:
        need(game.board.options["fast_building"], "build without fast_building")
        check_new_tower(game, pending["build"])
        need(game.board.may_build(turn, pending["build"]), "no build is possible")
    elif pending:
        check_new_tower(game, pending["tower"])
        asked = pending.get("ask", pending.get("asked"))
        need(game.would_be_asked(asked, pending["tower"]), "a seat that would not be asked")
    need(bool(game.legal()), "nothing legal")


def check_turned(turned: list[int], cards: list[int]) -> None:
    """Check the cards turned up so far."""
    need(len(turned) < sum(cards), "turned is not shorter than the number of cards")
    need(turned.count(1) <= 40 and turned.count(2) <= 12, "too many cards of a kind")


def check_new_tower(game: "Reference", cell: str) -> None:
    """Check that the tower can be the new one of this turn."""
    board = game.board
    need(cell in board.towers, "the new tower is none")
    need(all(seat == game.turn() for seat, _ in board.towers[cell]), "the new tower is not of turn alone")
    need(not board.neutralised(cell), "the new tower is neutralised")
    need(all(branch.source != cell for branch in board.branches.values()), "a branch grew from the new tower")
