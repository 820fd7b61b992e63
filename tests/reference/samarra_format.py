"""The board, the options and the JSON form of a position of Ce soir, à Samarra, with every check made on loading."""

from typing import Any

PRESETS = {
    "classic": ".SSS./...../...../...../.BBB.",
    "corners": "...SS/....S/...../B..../BB...",
    "long": ".SSS./...../...../...../...../...../.BBB.",
}
DEFAULTS = {
    "board": "classic",
    "arrival": "entry",
    "automatic_death": False,
    "passing": False,
    "no_repetition": False,
    "turn_limit": 120,
}
CITY = ("B", "S")
POSITION_KEYS = {"game", "options", "turn", "actions", "turns", "pieces", "kill", "reveal"}
PIECE_KEYS = {"seat", "character", "tent", "cell", "revealed"}
REASONS = ("killed", "arrived", "nearer", "passed", "limit")


def require(condition: bool, constraint: str) -> None:
    """Raise an error that names the constraint unless the condition holds."""
    if not condition:
        raise ValueError(constraint)


def is_whole(value: Any) -> bool:
    """Whether a JSON value is a whole number (true and false are not)."""
    return isinstance(value, int) and not isinstance(value, bool)


def grid(board: str) -> dict[str, str]:
    """Map every cell of the board that is not rock to its letter: desert, Baghdad or Samarra."""
    rows = PRESETS.get(board, board).split("/")
    cells = {}
    for number, row in enumerate(reversed(rows), start=1):
        for column, letter in zip("abcdefgh", row, strict=False):
            if letter != "#":
                cells[f"{column}{number}"] = letter
    return cells


def neighbours(cell: str) -> list[str]:
    """Give the names of the four orthogonally adjacent cells, on the board or not."""
    column, number = ord(cell[0]), int(cell[1:])
    steps = ((0, 1), (1, 0), (0, -1), (-1, 0))
    return [f"{chr(column + east)}{number + north}" for east, north in steps]


def order(cell: str) -> tuple[int, str]:
    """Sort key of cells for giving out the tents: lowest row first, then column from a."""
    return int(cell[1:]), cell[0]


def city(cells: dict[str, str], seat: int) -> list[str]:
    """List the cells of a seat's own city in the order of the tents."""
    return sorted((cell for cell in cells if cells[cell] == CITY[seat]), key=order)


def steps_to(cells: dict[str, str], start: str, goals: list[str]) -> int | None:
    """Count the steps from a cell to the nearest goal over cells that are not rock, pieces ignored; None if cut off."""
    steps = 0
    reached = {start}
    while not reached & set(goals):
        wider = reached | {near for cell in reached for near in neighbours(cell) if near in cells}
        if wider == reached:
            return None
        reached = wider
        steps += 1
    return steps


def check_board(board: Any) -> None:
    """Refuse a board that is neither a preset nor a proper drawing."""
    require(isinstance(board, str), "board: a preset or a drawing")
    if board in PRESETS:
        return
    rows = board.split("/")
    require(set(board) <= set(".BS#/"), "board: a preset, or a drawing of . B S # and /")
    require(len(rows) <= 8 and 1 <= len(rows[0]) <= 8, "board: at most 8 by 8")
    require(all(len(row) == len(rows[0]) for row in rows), "board: a rectangle")
    cells = grid(board)
    for seat in (0, 1):
        require(3 <= len(city(cells, seat)) <= 8, "board: each city has 3 to 8 cells")
    first = next(iter(cells))
    require(all(steps_to(cells, first, [cell]) is not None for cell in cells), "board: every non-rock cell connected")


def check_options(options: Any) -> dict:
    """Refuse wrong options and give them complete, missing ones with their defaults."""
    require(isinstance(options, dict), "options: an object")
    require(set(options) <= set(DEFAULTS), "options: unknown option")
    complete = {**DEFAULTS, **options}
    check_board(complete["board"])
    require(complete["arrival"] in ("entry", "presence"), "arrival: entry or presence")
    for name in ("automatic_death", "passing", "no_repetition"):
        require(isinstance(complete[name], bool), f"{name}: true or false")
    limit = complete["turn_limit"]
    require(is_whole(limit) and 0 <= limit <= 1000, "turn_limit: 0 to 1000")
    return complete


def check_pieces(pieces: Any, cells: dict[str, str]) -> None:
    """Refuse a list of pieces whose entries are malformed, double or off the board."""
    require(isinstance(pieces, list), "pieces: a list")
    for piece in pieces:
        require(isinstance(piece, dict) and set(piece) == PIECE_KEYS, "pieces: the keys of a piece")
        require(is_whole(piece["seat"]) and piece["seat"] in (0, 1), "pieces: seat 0 or 1")
        require(isinstance(piece["character"], str) and piece["character"] in ("S", "M", "D"), "pieces: S, M or D")
        require(is_whole(piece["tent"]) and piece["tent"] in (0, 1, 2), "pieces: tent 0, 1 or 2")
        require(isinstance(piece["revealed"], bool), "pieces: revealed is true or false")
        cell = piece["cell"]
        require(cell is None or (isinstance(cell, str) and cell in cells), "pieces: a cell of the board, not rock")
    standing = [piece["cell"] for piece in pieces if piece["cell"] is not None]
    require(len(standing) == len(set(standing)), "pieces: cells distinct")
    for key in ("character", "tent"):
        had = [(piece["seat"], piece[key]) for piece in pieces]
        require(len(had) == len(set(had)), f"pieces: each seat has each {key} once")


def check_powers(position: dict) -> None:
    """Refuse powers that are not two truth values each."""
    for power in ("kill", "reveal"):
        values = position[power]
        require(isinstance(values, list) and len(values) == 2, f"{power}: one value per seat")
        require(all(isinstance(value, bool) for value in values), f"{power}: true or false")


def check_setup(position: dict, cells: dict[str, str]) -> None:
    """Refuse a position during set-up that breaks a constraint of the set-up."""
    pieces = sorted(position["pieces"], key=lambda piece: piece["tent"])
    require(len(pieces) in (0, 3), "set-up: no pieces or seat 0's three")
    require(all(piece["seat"] == 0 for piece in pieces), "set-up: only seat 0 has placed")
    require(position["turn"] == (1 if pieces else 0), "set-up: turn is the seat that decides")
    require(position["turns"] == 0 and position["actions"] == 1, "set-up: turns 0 and actions 1")
    require(not any(piece["revealed"] for piece in pieces), "set-up: pieces hidden")
    taken = [piece["cell"] for piece in pieces]
    require(all(cell in city(cells, 0) for cell in taken), "set-up: cells of the own city")
    require(taken == sorted(taken, key=order), "set-up: tents in the order of cells")
    require(position["kill"] == position["reveal"] == [True, True], "set-up: powers unused")


def check_used_powers(position: dict) -> None:
    """Refuse deaths that do not match the used kills, and a hidden Death or Merchant whose power is used."""
    for seat in (0, 1):
        own = {piece["character"]: piece for piece in position["pieces"] if piece["seat"] == seat}
        dead = [piece for piece in own.values() if piece["cell"] is None]
        require(len(dead) == (0 if position["kill"][1 - seat] else 1), "one dead piece if the enemy's kill is used")
        for power, character in (("kill", "D"), ("reveal", "M")):
            shown = own[character]["revealed"] or own[character]["cell"] is None
            require(position[power][seat] or shown, f"a used {power} means a revealed {character}")


def check_running(position: dict, limit: int) -> None:
    """Refuse bookkeeping and deaths that cannot be while the game runs."""
    require(position["turn"] == position["turns"] % 2, "turn is turns mod 2")
    require(position["actions"] in (1, 2), "actions 1 or 2")
    require(position["turns"] > 0 or position["actions"] == 1, "actions 1 when turns is 0")
    require(limit == 0 or position["turns"] < limit, "turns below the limit")
    servants = [piece for piece in position["pieces"] if piece["character"] == "S"]
    require(all(servant["cell"] is not None for servant in servants), "both Servants alive")


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
    require(position["game"] == "samarra", "game: samarra")
    options = check_options(position["options"])
    cells = grid(options["board"])
    for key in ("turn", "actions", "turns"):
        require(is_whole(position[key]) and position[key] >= 0, f"{key}: a whole number")
    require(position["turn"] in (0, 1), "turn: a seat")
    check_pieces(position["pieces"], cells)
    check_powers(position)
    if "outcome" in position:
        check_outcome(position["outcome"])
        require(len(position["pieces"]) == 6, "pieces: each seat has S, M, D")
        check_used_powers(position)
    elif len(position["pieces"]) == 6:
        check_running(position, options["turn_limit"])
        check_used_powers(position)
    else:
        check_setup(position, cells)
    return options
