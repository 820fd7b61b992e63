"""Minelfield once more, slow and obvious, over position JSON alone: the measure for the compiled rules."""

import copy
from typing import Any

STEPS = {"ne": (1, 1), "e": (0, 2), "se": (-1, 1), "sw": (-1, -1), "w": (0, -2), "nw": (1, -1)}
DIRECTIONS = list(STEPS)
BOARDS: dict[str, dict[str, Any]] = {
    "classic": {"side": 5, "green": ["a3", "i3"], "red": ["d4", "d5", "e4", "e5", "e6", "f4", "f5"]},
    "small": {"side": 4, "green": ["a2", "g3"], "red": ["d3", "d4", "d5"]},
    "calm": {"side": 5, "green": ["a3", "i3"], "red": []},
}
Cell = tuple[int, int]  # row from 0, and half cells to the right of the middle; beyond the rim as well


class Definition:
    """The rules for one set of options."""

    def __init__(self, options: dict[str, Any]) -> None:
        self.options = options
        board = options["board"]
        board = BOARDS[board] if isinstance(board, str) else board
        self.side: int = board["side"]
        self.green = [self.cell(name) for name in board["green"]]
        self.red = [self.cell(name) for name in board["red"]]

    def length(self, row: int) -> int:
        return 2 * self.side - 1 - abs(row - (self.side - 1))

    def cell(self, name: str) -> Cell:
        row = "abcdefghijk".index(name[0])
        return row, 2 * int(name[1:]) - self.length(row) - 1

    def name(self, cell: Cell) -> str:
        row, right = cell
        return f"{'abcdefghijk'[row]}{(right + self.length(row) + 1) // 2}"

    def on_board(self, cell: Cell) -> bool:
        row, right = cell
        return 0 <= row <= 2 * self.side - 2 and abs(right) < self.length(row)

    def neighbour(self, cell: Cell, direction: str) -> Cell:
        up, right = STEPS[direction]
        return cell[0] + up, cell[1] + right

    def legal(self, position: dict[str, Any]) -> set[str]:
        if "outcome" in position:
            return set()
        if position["scatter"]:
            return {f"*{face}" for face in range(1, self.options["die"] + 1)}
        return self.moves(position) | self.entries(position)

    def at(self, position: dict[str, Any], cell: Cell) -> dict[str, Any] | None:
        return next((piece for piece in position["pieces"] if self.cell(piece["cell"]) == cell), None)

    def is_free(self, position: dict[str, Any], cell: Cell) -> bool:
        return self.on_board(cell) and self.at(position, cell) is None

    def own(self, position: dict[str, Any]) -> list[dict[str, Any]]:
        return [piece for piece in position["pieces"] if piece["seat"] == position["turn"]]

    def moves(self, position: dict[str, Any]) -> set[str]:
        found = set()
        for piece in self.own(position):
            for direction in DIRECTIONS:
                target = self.neighbour(self.cell(piece["cell"]), direction)
                if self.is_free(position, target):
                    found.add(f"{piece['cell']}-{self.name(target)}")
        return found

    def entries(self, position: dict[str, Any]) -> set[str]:
        if sum(piece["kind"] == "soldier" for piece in self.own(position)) >= 4:
            return set()
        star = self.green[position["turn"]]
        around = [self.neighbour(star, direction) for direction in DIRECTIONS]
        found = set()
        for fictitious in around:
            for direction in DIRECTIONS:
                target = self.neighbour(fictitious, direction)
                if not self.on_board(fictitious) and self.is_free(position, target):
                    found.add(f"+{self.name(target)}" + ("" if target == star else direction))
        return found

    def play(self, position: dict[str, Any], move: str) -> dict[str, Any]:
        after = copy.deepcopy(position)
        if move[0] == "*":
            self.throw(after, int(move[1:]))
        elif move[0] == "+":
            cell = move[1:].rstrip("nesw")
            direction = move[1 + len(cell) :]
            after["pieces"].append({"seat": after["turn"], "kind": "soldier", "cell": cell})
            self.arrive(after, cell, direction)
        else:
            start, target = move.split("-")
            ways = [way for way in DIRECTIONS if self.neighbour(self.cell(start), way) == self.cell(target)]
            piece = self.at(after, self.cell(start))
            assert piece is not None
            piece["cell"] = target
            self.arrive(after, target, ways[0])
        after["pieces"].sort(key=lambda piece: (piece["seat"], piece["kind"], self.cell(piece["cell"])))
        return after

    def arrive(self, position: dict[str, Any], cell: str, direction: str) -> None:
        if self.cell(cell) in self.green:
            self.end_turn(position)
        else:
            position["scatter"] = {"cell": cell, "direction": direction}

    def throw(self, position: dict[str, Any], face: int) -> None:
        scatter = position["scatter"]
        position["scatter"] = None
        piece = self.at(position, self.cell(scatter["cell"]))
        assert piece is not None
        if face == 7:
            return self.end_turn(position)
        direction = DIRECTIONS[(DIRECTIONS.index(scatter["direction"]) + face - 1) % 6]
        target = self.neighbour(self.cell(piece["cell"]), direction)
        if face == 8 or not self.on_board(target):
            return self.eliminate(position, piece)
        other = self.at(position, target)
        if other is not None and other["seat"] == piece["seat"]:
            return self.end_turn(position)
        if other is not None and other.get("lives") == 2:
            other["lives"] = 1
            return self.eliminate(position, piece)
        piece["cell"] = self.name(target)
        if other is not None:
            position["pieces"].remove(other)
            if other["kind"] == "commander":
                return self.lose(position, other["seat"])
        if target in self.red:
            position["scatter"] = {"cell": piece["cell"], "direction": direction}
            return None
        return self.end_turn(position)

    def eliminate(self, position: dict[str, Any], piece: dict[str, Any]) -> None:
        position["pieces"].remove(piece)
        if piece["kind"] == "commander":
            self.lose(position, piece["seat"])
        else:
            self.end_turn(position)

    def lose(self, position: dict[str, Any], seat: int) -> None:
        scores = [0.0, 0.0]
        scores[1 - seat] = 1.0
        position["outcome"] = {"scores": scores, "reason": "commander"}

    def end_turn(self, position: dict[str, Any]) -> None:
        position["turns"] += 1
        position["turn"] = position["turns"] % 2
        if self.options["turn_limit"] and position["turns"] >= self.options["turn_limit"]:
            position["outcome"] = {"scores": [0.5, 0.5], "reason": "limit"}
        elif not self.legal(position):
            self.end_turn(position)
