"""What a saved position of Sam Liam has to fulfil."""

from typing import TYPE_CHECKING, Any

from tests.reference.samliam_board import FACINGS, Board, cells

if TYPE_CHECKING:
    from tests.reference.samliam import Reference

OPTIONS = {"size": 9, "announcements": "automatic", "turn_limit": 400}
KEYS = "game options seats turn turns triangles reserve lifted banned"
REASONS = ("square", "cross", "line", "announced", "limit")


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


def need_cell(value: Any, size: int, name: str) -> None:
    """Refuse what is not a cell of the board."""
    need(isinstance(value, str) and value in cells(size), f"{name} is not a cell of the board")


def need_facing(value: Any, name: str) -> None:
    """Refuse what is not a facing."""
    need(isinstance(value, str) and value in FACINGS, f"{name} is not a facing")


# Format


def read_format(position: Any) -> tuple[dict, Board]:
    """Check keys and types of the whole position, and give its complete options and its board."""
    need(isinstance(position, dict), "the position is not an object")
    need_keys(position, KEYS + (" outcome" if "outcome" in position else ""), "the position")
    need(position["game"] == "samliam", "the game is not samliam")
    need_number(position["seats"], "seats", 2, 4)
    seats = position["seats"]
    options = read_options(position["options"], seats)
    board = Board(options["size"], seats, {})
    need_number(position["turn"], "turn", 0, seats - 1)
    need_number(position["turns"], "turns", 0)
    read_triangles(position["triangles"], board)
    need_list(position["reserve"], "reserve", seats)
    for number in position["reserve"]:
        need_number(number, "reserve", 0)
    if position["lifted"] is not None:
        need_keys(position["lifted"], "cell facing", "lifted")
        need_cell(position["lifted"]["cell"], board.size, "the cell of lifted")
        need_facing(position["lifted"]["facing"], "the facing of lifted")
    check_banned(position["banned"], board, options)
    if "outcome" in position:
        check_outcome(position["outcome"], seats)
    return options, board


def read_options(options: Any, seats: int) -> dict:
    """The options, with the missing ones at their defaults."""
    need(isinstance(options, dict), "options is not an object")
    need(set(options) <= set(OPTIONS), "unknown option")
    complete: dict = OPTIONS | options
    need_number(complete["size"], "option size", 7, 9)
    need(complete["size"] == 9 or (complete["size"] == 7 and seats == 2), "no such size with these seats")
    announcements = complete["announcements"]
    need(announcements in ("automatic", "strict", "off"), "no such announcements")
    need(announcements != "off" or seats == 2, "announcements off with more than two seats")
    need_number(complete["turn_limit"], "option turn_limit", 0, 5000)
    return complete


def read_triangles(triangles: Any, board: Board) -> None:
    """Put the triangles on the board."""
    need_list(triangles, "triangles")
    for triangle in triangles:
        need_keys(triangle, "cell facing seat", "a triangle")
        need_cell(triangle["cell"], board.size, "the cell of a triangle")
        need_facing(triangle["facing"], "the facing of a triangle")
        need_number(triangle["seat"], "the seat of a triangle", 0, board.seats - 1)
        need(board.fits(triangle["cell"], triangle["facing"]), "triangles in a cell that are not two opposite ones")
        board.put(triangle["seat"], triangle["cell"], triangle["facing"])


def check_banned(banned: Any, board: Board, options: dict) -> None:
    """Check that bans are lists of cells, and made in strict play only."""
    need_list(banned, "banned", board.seats)
    for some in banned:
        need_list(some, "the bans of a seat")
        for cell in some:
            need_cell(cell, board.size, "a banned cell")
        need(len(set(some)) == len(some), "a cell banned twice")
        need(not some or options["announcements"] == "strict", "bans without strict announcements")


def check_outcome(outcome: Any, seats: int) -> None:
    """Check the form of an outcome."""
    need_keys(outcome, "scores reason", "outcome")
    need_list(outcome["scores"], "scores", seats)
    need(all(type(score) in (int, float) for score in outcome["scores"]), "scores is not of numbers")
    need(outcome["reason"] in REASONS, "no such reason")


# Constraints


def check_triangles(game: "Reference", turn: int) -> None:
    """Check that every seat has forty triangles on the board, in the reserve and lifted."""
    for seat in range(game.board.seats):
        number = game.reserve[seat] + sum(list(held.values()).count(seat) for held in game.board.triangles.values())
        if game.lifted is not None and seat == turn:
            number += 1
        need(number == 40, "not forty triangles of each seat")


def check_running(game: "Reference", turn: int) -> None:
    """Check what holds only while a game runs."""
    need(turn == game.turn(), "turn is not turns mod seats")
    limit = game.options["turn_limit"]
    need(limit == 0 or game.turns < limit, "turns is at or beyond the limit")
    standing = [game.board.standing(seat) for seat in range(game.board.seats)]
    need(not any(standing), "a figure stands")
    if game.lifted is not None:
        need(game.reserve[turn] == 0, "lifted while there is a reserve")
        need(game.board.fits(*game.lifted), "the lifted triangle does not fit back")
    need(bool(game.free_placements()), "nothing legal")
