"""A slow and plain engine of Konane, to compare with the fast one decision by decision."""

import copy
import re

SIDE = 8
LETTERS = "abcdefgh"
OPENINGS = ("a1", "d4", "e5", "h8")
WAYS = ((1, 0), (-1, 0), (0, 1), (0, -1))
NAME = re.compile("[a-h][1-8]")


def start(seats: int, options: dict) -> "Reference":
    """Begin a new game on a full board."""
    if seats != 2 or options:
        raise ValueError("two seats, no options")
    cells = {letter + str(row): (LETTERS.index(letter) + row - 1) % 2 for letter in LETTERS for row in range(1, 9)}
    return load({"game": "konane", "options": {}, "turn": 0, "turns": 0, "cells": cells})


def load(position: dict) -> "Reference":
    """Take up a game from the JSON form of a position."""
    check(position)
    game = Reference(position)
    if game.outcome() is None and not game.legal():
        raise ValueError("whoever is to decide has nothing legal")
    return game


def check(position: dict) -> None:
    """Refuse what is no position."""
    keys = {"game", "options", "turn", "turns", "cells"}
    if not keys <= set(position) <= keys | {"outcome"}:
        raise ValueError("keys")
    if type(position["turn"]) is not int or position["turn"] not in (0, 1):
        raise ValueError("turn")
    if type(position["turns"]) is not int or not 0 <= position["turns"] < 2**31 - 1:
        raise ValueError("turns")
    if not isinstance(position["cells"], dict):
        raise ValueError("cells")
    for cell, stone in position["cells"].items():
        if not NAME.fullmatch(cell) or type(stone) is not int or stone not in (0, 1):
            raise ValueError("cells")
    if "outcome" in position:
        check_outcome(position["outcome"])


def check_outcome(outcome: dict) -> None:
    """Refuse what is no outcome."""
    if not isinstance(outcome, dict) or set(outcome) != {"scores", "reason"} or outcome["reason"] != "blocked":
        raise ValueError("outcome")
    scores = outcome["scores"]
    if not isinstance(scores, list) or len(scores) != 2 or any(type(score) not in (int, float) for score in scores):
        raise ValueError("scores")
    if sorted(scores) not in ([0, 1], [0.5, 0.5]):
        raise ValueError("scores")


def moved(cell: str, way: tuple[int, int], steps: int) -> str | None:
    """The cell so many steps away, None beyond the rim."""
    column, row = LETTERS.index(cell[0]) + way[0] * steps, int(cell[1]) - 1 + way[1] * steps
    return LETTERS[column] + str(row + 1) if 0 <= column < SIDE and 0 <= row < SIDE else None


class Reference:
    """A game of Konane."""

    def __init__(self, position: dict) -> None:
        """Lay out a position that has been checked."""
        self.turn: int = position["turn"]
        self.turns: int = position["turns"]
        self.cells: dict[str, int] = dict(position["cells"])
        self.end: dict | None = copy.deepcopy(position.get("outcome"))

    def actor(self) -> int | None:
        """Give the seat that decides."""
        return None if self.end else self.turn

    def outcome(self) -> tuple[list, str] | None:
        """Give the scores and why it ended."""
        return (self.end["scores"], self.end["reason"]) if self.end else None

    def legal(self) -> list[str]:
        """List what may be played."""
        if self.end:
            return []
        mine = [cell for cell, stone in self.cells.items() if stone == self.turn]
        if self.turns == 0:
            return [cell for cell in mine if cell in OPENINGS]
        if self.turns == 1:
            return [cell for cell in mine if any(self.is_hole(moved(cell, way, 1)) for way in WAYS)]
        return [f"{cell}-{target}" for cell in mine for way in WAYS for target in self.landings(cell, way)]

    def is_hole(self, cell: str | None) -> bool:
        """Say whether a cell is on the board and empty."""
        return cell is not None and cell not in self.cells

    def landings(self, cell: str, way: tuple[int, int]) -> list[str]:
        """List where a stone can come down, one jump after the other."""
        found: list[str] = []
        while True:
            over, target = moved(cell, way, 1), moved(cell, way, 2)
            if over is None or self.cells.get(over) != 1 - self.turn or not self.is_hole(target):
                return found
            assert target is not None
            found.append(target)
            cell = target

    def play(self, move: str) -> None:
        """Make a legal move."""
        if "-" not in move:
            del self.cells[move]
        else:
            source, target = move.split("-")
            columns, rows = (sorted(LETTERS.index(end[0]) for end in (source, target)), sorted((source[1], target[1])))
            stone = self.cells.pop(source)
            for cell in list(self.cells):
                within = columns[0] <= LETTERS.index(cell[0]) <= columns[1] and rows[0] <= cell[1] <= rows[1]
                if within:
                    del self.cells[cell]
            self.cells[target] = stone
        self.turn, self.turns = 1 - self.turn, self.turns + 1
        if not self.legal():
            self.end = {"scores": [1.0, 0.0] if self.turn == 1 else [0.0, 1.0], "reason": "blocked"}

    def position(self) -> dict:
        """Give the position as JSON."""
        order = sorted(self.cells, key=lambda cell: (cell[1], cell[0]))
        data = {"game": "konane", "options": {}, "turn": self.turn, "turns": self.turns}
        data["cells"] = {cell: self.cells[cell] for cell in order}
        return data | ({"outcome": self.end} if self.end else {})
