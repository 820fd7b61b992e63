"""A slow and plain engine of Ce soir, à Samarra, to compare with the fast one decision by decision."""

import copy
from dataclasses import dataclass, replace
from itertools import permutations

from tests.reference.samarra_format import check_options, check_position, city, grid, neighbours, order, steps_to

ASSIGNMENTS = ["".join(characters) for characters in permutations("SMD")]


@dataclass
class Piece:
    """A character under its tent; the cell is None when it is dead."""

    seat: int
    character: str
    tent: int
    cell: str | None
    revealed: bool


@dataclass
class Table:
    """What lies on the table: the pieces and the powers not yet used, per seat."""

    pieces: list[Piece]
    kill: list[bool]
    reveal: list[bool]

    def on(self, cell: str) -> Piece | None:
        """Give the piece that stands on a cell."""
        return next((piece for piece in self.pieces if piece.cell == cell), None)

    def the(self, seat: int, character: str) -> Piece:
        """Give a seat's piece by its character."""
        return next(piece for piece in self.pieces if (piece.seat, piece.character) == (seat, character))

    def copy(self) -> "Table":
        """Give an independent copy of the table."""
        return Table([replace(piece) for piece in self.pieces], list(self.kill), list(self.reveal))

    def record(self) -> tuple:
        """Give the position in the sense of no_repetition."""
        pieces = sorted((piece.seat, piece.character, str(piece.cell), piece.revealed) for piece in self.pieces)
        return tuple(pieces), tuple(self.kill), tuple(self.reveal)


def start(seats: int, options: dict) -> "Reference":
    """Begin a new game with its set-up."""
    if seats != 2:
        raise ValueError("seats: 2")
    powers = {"kill": [True, True], "reveal": [True, True]}
    return load({"game": "samarra", "options": options, "turn": 0, "actions": 1, "turns": 0, "pieces": [], **powers})


def load(position: dict) -> "Reference":
    """Take up a game from the JSON form of a position."""
    check_position(position)
    game = Reference(position)
    if game.outcome() is None and not game.legal():
        raise ValueError("whoever is to decide has nothing legal")
    return game


class Reference:
    """A game of Samarra from the position in which it began or was loaded."""

    def __init__(self, position: dict) -> None:
        """Lay out a position that has been checked, with empty histories."""
        self.origin = copy.deepcopy(position)
        self.moves: list[str] = []
        self.options = check_options(self.origin["options"])
        self.cells = grid(self.options["board"])
        self.turn: int = position["turn"]
        self.actions: int = position["actions"]
        self.turns: int = position["turns"]
        pieces = [Piece(**piece) for piece in self.origin["pieces"]]
        self.table = Table(pieces, list(position["kill"]), list(position["reveal"]))
        self.end: dict | None = copy.deepcopy(position.get("outcome"))
        # The turn under way: the position in which it began and its actions; None where they are not known.
        under_way = self.turns > 0 and self.actions == 1
        self.began: tuple | None = None if under_way else self.table.record()
        self.taken: list[str | None] = [None] if under_way else []
        # One (seat, actions, position at the end) for every completed turn since the origin.
        self.past: list[tuple[int, list, tuple]] = []

    # What may be decided

    def actor(self) -> int | None:
        """Give the seat that decides."""
        return None if self.end else self.turn

    def legal(self) -> list[str]:
        """List the notations of all legal decisions."""
        if self.end:
            return []
        if self.in_setup():
            return [f"S@{s} M@{m} D@{d}" for s, m, d in permutations(city(self.cells, self.turn), 3)]
        actions = self.move_actions() + self.power_actions()
        if self.options["passing"]:
            actions.append("pass")
        return [action for action in actions if not self.repeats(action)]

    def weights(self) -> dict[str, int]:
        """Give the weights at chance, of which there is none in this game."""
        return {}

    def in_setup(self) -> bool:
        """Whether a seat still has to place its characters."""
        return len(self.table.pieces) < 6

    def living(self) -> list[Piece]:
        """List the pieces on the board of the seat whose turn it is."""
        return [piece for piece in self.table.pieces if piece.seat == self.turn and piece.cell is not None]

    def move_actions(self) -> list[str]:
        """List the moves to adjacent cells that are empty and not rock."""
        steps = [(piece.cell, near) for piece in self.living() for near in neighbours(piece.cell)]
        return [f"{cell}-{near}" for cell, near in steps if near in self.cells and self.table.on(near) is None]

    def power_actions(self) -> list[str]:
        """List the reveals of the Merchant and the kills of Death."""
        actions = []
        for piece in self.living():
            for near in neighbours(piece.cell):
                target = self.table.on(near)
                if target is None or target.seat == self.turn:
                    continue
                if piece.character == "M" and self.table.reveal[self.turn] and not target.revealed:
                    actions.append(f"{piece.cell}?{near}")
                if piece.character == "D" and self.table.kill[self.turn]:
                    actions.append(f"{piece.cell}x{near}")
        return actions

    def repeats(self, action: str) -> bool:
        """Whether no_repetition forbids the action."""
        if not self.options["no_repetition"] or self.actions != 1:
            return False
        if self.enters(action) or "x" in action or is_passed([*self.taken, action]):
            return False
        after = self.table.copy()
        self.carry_out(action, after)
        ends = [end for seat, _, end in self.past if seat == self.turn]
        return after.record() == self.began or ends[-32:].count(after.record()) >= 2

    def enters(self, action: str) -> bool:
        """Whether the action moves a piece from outside the enemy city into it."""
        if "-" not in action:
            return False
        before, after = action.split("-")
        enemy_city = city(self.cells, 1 - self.turn)
        return before not in enemy_city and after in enemy_city

    # What a decision does

    def play(self, move: str) -> None:
        """Take a legal decision, then end turns as far as they end by themselves."""
        self.moves.append(move)
        if self.in_setup():
            self.place(move)
            return
        victim = self.carry_out(move, self.table)
        self.taken.append(move)
        self.look_for_end_after_action(move, victim)
        if self.end:
            return
        self.actions -= 1
        if self.actions == 0:
            self.end_turn()
        self.end_stuck_turns()

    def place(self, move: str) -> None:
        """Place the three characters of a seat under tents in the order of their cells."""
        character_on = {part[2:]: part[0] for part in move.split(" ")}
        for tent, cell in enumerate(sorted(character_on, key=order)):
            self.table.pieces.append(Piece(self.turn, character_on[cell], tent, cell, False))
        self.turn = 1 - self.turn
        if not self.in_setup():
            self.began = self.table.record()
            self.end_stuck_turns()

    def carry_out(self, action: str, table: Table) -> Piece | None:
        """Change the table by an action and give the piece that it killed, if any."""
        if action == "pass":
            return None
        sign = next(sign for sign in "-?x" if sign in action)
        first, second = action.split(sign)
        piece, target = table.on(first), table.on(second)
        if sign == "?":
            piece.revealed = target.revealed = True
            table.reveal[self.turn] = False
            return None
        if sign == "x":
            return strike(table, piece, target)
        piece.cell = second
        guard = table.the(1 - self.turn, "D")
        automatic = self.options["automatic_death"] and self.enters(action) and table.kill[guard.seat]
        if automatic and self.at_home(guard):
            return strike(table, guard, piece)
        return None

    def at_home(self, piece: Piece) -> bool:
        """Whether a piece is alive and stands in its own city."""
        return piece.cell in city(self.cells, piece.seat)

    # How the game ends

    def finish(self, winner: int | None, reason: str) -> None:
        """End the game with a winner, or None for a draw."""
        scores = [0.5, 0.5] if winner is None else [float(seat == winner) for seat in (0, 1)]
        self.end = {"scores": scores, "reason": reason}

    def look_for_end_after_action(self, action: str, victim: Piece | None) -> None:
        """Apply ends 1 and 2 after an action of the seat whose turn it is."""
        if victim is not None and victim.character == "S":
            self.finish(1 - victim.seat, "killed")
        elif self.options["arrival"] == "presence":
            for seat in (self.turn, 1 - self.turn):
                if self.end is None and self.stands_unguarded(seat):
                    self.finish(seat, "arrived")
        elif self.enters(action) and self.stands_unguarded(self.turn):
            servant = self.table.the(self.turn, "S")
            if action.split("-")[1] == servant.cell:
                self.finish(self.turn, "arrived")

    def stands_unguarded(self, seat: int) -> bool:
        """Whether a seat's Servant stands in the enemy city without the enemy's Death in it."""
        inside = self.table.the(seat, "S").cell in city(self.cells, 1 - seat)
        return inside and not self.at_home(self.table.the(1 - seat, "D"))

    def end_turn(self) -> None:
        """Complete the turn, apply the ends at the end of a turn, and begin the next turn."""
        self.past.append((self.turn, self.taken, self.table.record()))
        self.turns += 1
        self.turn = self.turns % 2
        self.actions = 2
        self.taken = []
        self.began = self.table.record()
        last_four = self.past[-4:]
        if not any(self.table.kill) and all(self.at_home(self.table.the(seat, "D")) for seat in (0, 1)):
            self.finish(self.nearer(), "nearer")
        elif len(last_four) == 4 and all(is_passed(taken) for _, taken, _ in last_four):
            self.finish(1 - last_four[0][0], "passed")
        elif len(self.past) >= 2 and all(taken == [] for _, taken, _ in self.past[-2:]):
            self.finish(self.nearer(), "nearer")
        elif self.turns == self.options["turn_limit"]:
            self.finish(self.nearer(), "limit")

    def end_stuck_turns(self) -> None:
        """End turns in which nothing is legal."""
        while self.end is None and not self.legal():
            self.end_turn()

    def nearer(self) -> int | None:
        """Give the seat whose Servant is nearer to the enemy city, or None if both are equally near."""
        servants = [self.table.the(seat, "S") for seat in (0, 1)]
        steps = [steps_to(self.cells, servant.cell, city(self.cells, 1 - servant.seat)) for servant in servants]
        if steps[0] == steps[1]:
            return None
        return steps.index(min(steps))

    def outcome(self) -> tuple[list[float], str] | None:
        """Give the scores and the reason of a finished game."""
        return (list(self.end["scores"]), self.end["reason"]) if self.end else None

    def copy(self) -> "Reference":
        """Give an independent copy of the game."""
        return copy.deepcopy(self)

    # What is seen and known

    def position(self) -> dict:
        """Give the JSON form of the position."""
        pieces = sorted(self.table.pieces, key=lambda piece: (piece.seat, piece.tent))
        position = {
            "game": "samarra",
            "options": dict(self.options),
            "turn": self.turn,
            "actions": self.actions,
            "turns": self.turns,
            "pieces": [dict(vars(piece)) for piece in pieces],
            "kill": list(self.table.kill),
            "reveal": list(self.table.reveal),
        }
        if self.end:
            position["outcome"] = copy.deepcopy(self.end)
        return position

    def view(self, seat: int | None) -> dict:
        """Give what a seat sees, or a spectator for None."""
        view = self.position()
        if self.end:
            return view
        if self.in_setup():
            view["pieces"] = [piece for piece in view["pieces"] if piece["seat"] == seat]
        for piece in view["pieces"]:
            if piece["seat"] != seat and not piece["revealed"]:
                piece["character"] = None
        return view

    def assignment(self, seat: int) -> str:
        """Give the characters of a seat's tents 0, 1, 2; empty before its set-up."""
        own = [piece for piece in self.table.pieces if piece.seat == seat]
        return "".join(piece.character for piece in sorted(own, key=lambda piece: piece.tent))


def is_passed(taken: list[str | None]) -> bool:
    """Whether a turn with these actions is a passed one."""
    return taken != [] and all(action == "pass" for action in taken)


def strike(table: Table, death: Piece, victim: Piece) -> Piece:
    """Let Death use its kill on a victim, which leaves the board."""
    death.revealed = True
    victim.cell = None
    table.kill[death.seat] = False
    return victim


def reassigned(setup: str, assignment: str) -> str:
    """Write a set-up with the same cells and the characters of the assignment under tents 0, 1, 2."""
    cells = sorted((part[2:] for part in setup.split(" ")), key=order)
    cell_of = dict(zip(assignment, cells, strict=True))
    return " ".join(f"{character}@{cell_of[character]}" for character in "SMD")
