"""The board, the options and the JSON form of a position of Minelfield, with every check made on loading."""

from functools import cache
from typing import Any

PRESETS = {
    "classic": {"side": 5, "green": ["a3", "i3"], "red": ["d4", "d5", "e4", "e5", "e6", "f4", "f5"]},
    "small": {"side": 4, "green": ["a2", "g3"], "red": ["d3", "d4", "d5"]},
    "calm": {"side": 5, "green": ["a3", "i3"], "red": []},
}
DEFAULTS = {"board": "classic", "die": 6, "lives": 1, "turn_limit": 600}
CLOCKWISE = ["ne", "e", "se", "sw", "w", "nw"]
# One step as rows upwards and half cells to the right.
STEP = {"ne": (1, 1), "e": (0, 2), "se": (-1, 1), "sw": (-1, -1), "w": (0, -2), "nw": (1, -1)}
POSITION_KEYS = {"game", "options", "turn", "turns", "pieces", "scatter"}
REASONS = ("commander", "limit")

Point = tuple[int, int]


def require(condition: bool, constraint: str) -> None:
    """Raise an error that names the constraint unless the condition holds."""
    if not condition:
        raise ValueError(constraint)


def is_whole(value: Any) -> bool:
    """Whether a JSON value is a whole number (true and false are not)."""
    return isinstance(value, int) and not isinstance(value, bool)


@cache
def points(side: int) -> dict[str, Point]:
    """Map every cell of the hexagon to its point: the row from 0 and the half cells right of the middle."""
    rows = 2 * side - 1
    found = {}
    for row in range(rows):
        length = side + min(row, rows - 1 - row)
        for number in range(1, length + 1):
            found[f"{'abcdefghijk'[row]}{number}"] = (row, 2 * number - length)
    return found


def stepped(point: Point, direction: str) -> Point:
    """Give the point one step away, on the board or not."""
    up, right = STEP[direction]
    return point[0] + up, point[1] + right


def neighbour(side: int, cell: str, direction: str) -> str | None:
    """Give the neighbouring cell in a direction, or None off the board."""
    return cell_at(side, stepped(points(side)[cell], direction))


def cell_at(side: int, point: Point) -> str | None:
    """Give the cell at a point, or None off the board."""
    return next((cell for cell, place in points(side).items() if place == point), None)


def order(cell: str) -> tuple[str, int]:
    """Sort key of cells: row, then number."""
    return cell[0], int(cell[1:])


def layout(board: str | dict) -> dict:
    """Give the side, the green stars and the red stars of a board."""
    return PRESETS[board] if isinstance(board, str) else board


def saved_board(board: str | dict) -> str | dict:
    """Give a board in the form in which it is saved: as given, the red stars sorted."""
    if isinstance(board, str):
        return board
    return {"side": board["side"], "green": list(board["green"]), "red": sorted(board["red"], key=order)}


def check_board(board: Any) -> None:
    """Refuse a board that is neither a preset nor a proper board of one's own."""
    if isinstance(board, str):
        require(board in PRESETS, "board: classic, small, calm or an object")
        return
    require(isinstance(board, dict) and set(board) == {"side", "green", "red"}, "board: side, green and red")
    side, green, red = board["side"], board["green"], board["red"]
    require(is_whole(side) and 3 <= side <= 6, "board: side 3 to 6")
    for stars in (green, red):
        require(isinstance(stars, list), "board: stars are lists")
        require(all(isinstance(star, str) and star in points(side) for star in stars), "board: stars on the board")
        require(len(stars) == len(set(stars)), "board: stars without repeats")
    require(len(green) == 2, "board: one green star for each seat")
    for star in green:
        around = [neighbour(side, star, direction) for direction in CLOCKWISE]
        require(None in around, "board: green stars on the rim")
        require(not set(green) & set(around), "board: green stars not neighbours")
        require(star not in red, "board: green stars not red")


def check_options(options: Any) -> dict:
    """Refuse wrong options and give them complete, missing ones with their defaults."""
    require(isinstance(options, dict), "options: an object")
    require(set(options) <= set(DEFAULTS), "options: unknown option")
    complete = {**DEFAULTS, **options}
    check_board(complete["board"])
    require(is_whole(complete["die"]) and complete["die"] in (6, 8), "die: 6 or 8")
    require(is_whole(complete["lives"]) and complete["lives"] in (1, 2), "lives: 1 or 2")
    limit = complete["turn_limit"]
    require(is_whole(limit) and 0 <= limit <= 5000, "turn_limit: 0 to 5000")
    return complete


def check_piece(piece: Any, options: dict) -> None:
    """Refuse a malformed piece."""
    require(isinstance(piece, dict) and "kind" in piece, "pieces: the keys of a piece")
    require(piece["kind"] in ("commander", "soldier"), "pieces: commander or soldier")
    keys = {"seat", "kind", "cell"} | ({"lives"} if piece["kind"] == "commander" else set())
    require(set(piece) == keys, "pieces: the keys of a piece, lives on commanders only")
    require(is_whole(piece["seat"]) and piece["seat"] in (0, 1), "pieces: seat 0 or 1")
    cells = points(layout(options["board"])["side"])
    require(isinstance(piece["cell"], str) and piece["cell"] in cells, "pieces: a cell of the board")
    if piece["kind"] == "commander":
        require(is_whole(piece["lives"]) and 1 <= piece["lives"] <= options["lives"], "lives: 1 up to the option")


def check_pieces(pieces: Any, options: dict) -> None:
    """Refuse malformed pieces, two on a cell, and too many of a seat."""
    require(isinstance(pieces, list), "pieces: a list")
    for piece in pieces:
        check_piece(piece, options)
    cells = [piece["cell"] for piece in pieces]
    require(len(cells) == len(set(cells)), "pieces: one piece per cell")
    for seat in (0, 1):
        kinds = [piece["kind"] for piece in pieces if piece["seat"] == seat]
        require(kinds.count("commander") <= 1, "pieces: one commander per seat")
        require(kinds.count("soldier") <= 4, "pieces: at most four soldiers per seat")


def check_scatter(scatter: Any, options: dict) -> None:
    """Refuse a malformed scatter."""
    if scatter is None:
        return
    require(isinstance(scatter, dict) and set(scatter) == {"cell", "direction"}, "scatter: cell and direction")
    cells = points(layout(options["board"])["side"])
    require(isinstance(scatter["cell"], str) and scatter["cell"] in cells, "scatter: a cell of the board")
    require(scatter["direction"] in CLOCKWISE, "scatter: a direction")


def check_running(position: dict, options: dict) -> None:
    """Refuse what cannot be while the game runs."""
    require(position["turn"] == position["turns"] % 2, "turn is turns mod 2")
    require(options["turn_limit"] == 0 or position["turns"] < options["turn_limit"], "turns below the limit")
    commanders = sorted(piece["seat"] for piece in position["pieces"] if piece["kind"] == "commander")
    require(commanders == [0, 1], "pieces: exactly one commander per seat")
    if position["scatter"] is not None:
        cell = position["scatter"]["cell"]
        own = [piece["cell"] for piece in position["pieces"] if piece["seat"] == position["turn"]]
        require(cell in own, "scatter: the cell holds a piece of the seat whose turn it is")
        require(cell not in layout(options["board"])["green"], "scatter: not a green star")


def check_outcome(outcome: Any) -> None:
    """Refuse an outcome that is not a proper score per seat with a reason of this game."""
    require(isinstance(outcome, dict) and set(outcome) == {"scores", "reason"}, "outcome: scores and reason")
    scores = outcome["scores"]
    require(isinstance(scores, list) and not any(isinstance(score, bool) for score in scores), "outcome: scores")
    require(scores in ([1, 0], [0, 1], [0.5, 0.5]), "outcome: a win or a draw")
    require(isinstance(outcome["reason"], str) and outcome["reason"] in REASONS, "outcome: reason")


def check_position(position: Any) -> dict:
    """Refuse a position that breaks a format rule or constraint, and give its complete options."""
    require(isinstance(position, dict), "position: an object")
    require(set(position) - {"outcome"} == POSITION_KEYS, "position: unknown or missing keys")
    require(position["game"] == "minelfield", "game: minelfield")
    options = check_options(position["options"])
    for key in ("turn", "turns"):
        require(is_whole(position[key]) and position[key] >= 0, f"{key}: a whole number")
    require(position["turn"] in (0, 1), "turn: a seat")
    check_pieces(position["pieces"], options)
    check_scatter(position["scatter"], options)
    if "outcome" in position:
        check_outcome(position["outcome"])
    else:
        check_running(position, options)
    return options
