"""A slow and plain engine of Minelfield, to compare with the fast one decision by decision."""

import copy
from dataclasses import dataclass

from tests.reference.minelfield_format import (
    CLOCKWISE,
    cell_at,
    check_options,
    check_position,
    layout,
    neighbour,
    order,
    points,
    saved_board,
    stepped,
)


@dataclass
class Piece:
    """A commander or soldier on its cell; a soldier has no lives to count (None)."""

    seat: int
    kind: str
    cell: str
    lives: int | None = None


@dataclass
class Scatter:
    """A mine that goes off under the piece on a cell, which has just moved in a direction."""

    cell: str
    direction: str


def start(seats: int, options: dict) -> "Reference":
    """Begin a new game with both commanders on their green stars."""
    if seats != 2:
        raise ValueError("seats: 2")
    options = check_options(options)
    green = layout(options["board"])["green"]
    pieces = [{"seat": s, "kind": "commander", "cell": green[s], "lives": options["lives"]} for s in (0, 1)]
    return load({"game": "minelfield", "options": options, "turn": 0, "turns": 0, "pieces": pieces, "scatter": None})


def load(position: dict) -> "Reference":
    """Take up a game from the JSON form of a position."""
    check_position(position)
    game = Reference(position)
    if game.outcome() is None and not game.legal():
        raise ValueError("whoever is to decide has nothing legal")
    return game


class Reference:
    """A game of Minelfield."""

    def __init__(self, position: dict) -> None:
        """Lay out a position that has been checked."""
        position = copy.deepcopy(position)
        self.options = check_options(position["options"])
        board = layout(self.options["board"])
        self.side: int = board["side"]
        self.green: list[str] = board["green"]
        self.red: list[str] = board["red"]
        self.turn: int = position["turn"]
        self.turns: int = position["turns"]
        self.pieces = [Piece(**piece) for piece in position["pieces"]]
        self.scatter = Scatter(**position["scatter"]) if position["scatter"] else None
        self.end: dict | None = position.get("outcome")

    # What may be decided

    def actor(self) -> int | str | None:
        """Give the seat that decides, or chance while the die is to be thrown."""
        if self.end:
            return None
        return "chance" if self.scatter else self.turn

    def legal(self) -> list[str]:
        """List the notations of all legal decisions."""
        if self.end:
            return []
        if self.scatter:
            return [f"*{number}" for number in range(1, self.options["die"] + 1)]
        return self.moves() + self.entries()

    def weights(self) -> dict[str, int]:
        """Give the weights of the faces of the die, all equally likely."""
        return dict.fromkeys(self.legal(), 1) if self.actor() == "chance" else {}

    def on(self, cell: str) -> Piece | None:
        """Give the piece that stands on a cell."""
        return next((piece for piece in self.pieces if piece.cell == cell), None)

    def moves(self) -> list[str]:
        """List the moves of the seat's pieces to neighbouring empty cells."""
        own = [piece.cell for piece in self.pieces if piece.seat == self.turn]
        steps = [(cell, neighbour(self.side, cell, direction)) for cell in own for direction in CLOCKWISE]
        return [f"{cell}-{near}" for cell, near in steps if near is not None and self.on(near) is None]

    def entries(self) -> list[str]:
        """List the entries of a new soldier from the fictitious cells."""
        soldiers = [piece for piece in self.pieces if piece.seat == self.turn and piece.kind == "soldier"]
        if len(soldiers) >= 4:
            return []
        star = self.green[self.turn]
        around = [stepped(points(self.side)[star], direction) for direction in CLOCKWISE]
        fictitious = [point for point in around if cell_at(self.side, point) is None]
        entries = set()
        for point in fictitious:
            for direction in CLOCKWISE:
                cell = cell_at(self.side, stepped(point, direction))
                if cell is not None and self.on(cell) is None:
                    entries.add(f"+{cell}" if cell == star else f"+{cell}{direction}")
        return sorted(entries)

    # What a decision does

    def play(self, move: str) -> None:
        """Take a legal decision of a seat or of chance, then end the turn unless a mine goes off."""
        if self.scatter:
            self.throw(int(move[1:]))
        elif move.startswith("+"):
            self.enter(move)
        else:
            self.move(move)
        if self.end is None and self.scatter is None:
            self.end_turn()
            self.end_shut_in_turns()

    def move(self, move: str) -> None:
        """Move a piece to a neighbouring cell."""
        first, second = move.split("-")
        direction = next(d for d in CLOCKWISE if neighbour(self.side, first, d) == second)
        self.on(first).cell = second
        self.come_to(second, direction)

    def enter(self, entry: str) -> None:
        """Bring a new soldier onto the board."""
        number = "".join(letter for letter in entry if letter.isdigit())
        cell = entry[1] + number
        direction = entry[1 + len(cell) :]
        self.pieces.append(Piece(self.turn, "soldier", cell))
        self.come_to(cell, direction)

    def come_to(self, cell: str, direction: str) -> None:
        """Let the mine go off under a piece that came to a cell by move or entry, unless on a green star."""
        if cell not in self.green:
            self.scatter = Scatter(cell, direction)

    def throw(self, number: int) -> None:
        """Scatter the piece on the mine as the die says."""
        piece, direction = self.on(self.scatter.cell), self.scatter.direction
        self.scatter = None
        if number == 7:
            return
        if number == 8:
            self.eliminate(piece)
            return
        direction = CLOCKWISE[(CLOCKWISE.index(direction) + number - 1) % 6]
        cell = neighbour(self.side, piece.cell, direction)
        if cell is None:
            self.eliminate(piece)
            return
        other = self.on(cell)
        if other is not None and other.seat == piece.seat:
            return
        if other is not None and other.kind == "commander" and other.lives == 2:
            other.lives = 1
            self.eliminate(piece)
            return
        if other is not None:
            self.eliminate(other)
        piece.cell = cell
        if self.end is None and cell in self.red:
            self.scatter = Scatter(cell, direction)

    def eliminate(self, piece: Piece) -> None:
        """Take a piece off the board; a commander's owner loses."""
        self.pieces = [other for other in self.pieces if other is not piece]
        if piece.kind == "commander":
            self.end = {"scores": [float(seat != piece.seat) for seat in (0, 1)], "reason": "commander"}

    def end_turn(self) -> None:
        """Complete the turn and apply the turn limit."""
        self.turns += 1
        self.turn = self.turns % 2
        if self.turns == self.options["turn_limit"]:
            self.end = {"scores": [0.5, 0.5], "reason": "limit"}

    def end_shut_in_turns(self) -> None:
        """Let a seat with no legal decision pass by itself."""
        while self.end is None and not self.legal():
            self.end_turn()

    # What is shown

    def outcome(self) -> tuple[list[float], str] | None:
        """Give the scores and the reason of a finished game."""
        return (list(self.end["scores"]), self.end["reason"]) if self.end else None

    def position(self) -> dict:
        """Give the JSON form of the position."""
        pieces = sorted(self.pieces, key=lambda piece: (piece.seat, piece.kind, order(piece.cell)))
        position = {
            "game": "minelfield",
            "options": {**self.options, "board": saved_board(self.options["board"])},
            "turn": self.turn,
            "turns": self.turns,
            "pieces": [shown(piece) for piece in pieces],
            "scatter": dict(vars(self.scatter)) if self.scatter else None,
        }
        if self.end:
            position["outcome"] = copy.deepcopy(self.end)
        return position

    def copy(self) -> "Reference":
        """Give an independent copy of the game."""
        return copy.deepcopy(self)


def shown(piece: Piece) -> dict:
    """Give the JSON form of a piece, with lives on commanders only."""
    form = {"seat": piece.seat, "kind": piece.kind, "cell": piece.cell}
    return {**form, "lives": piece.lives} if piece.kind == "commander" else form
