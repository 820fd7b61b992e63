"""Sam Liam, played slowly and plainly, to compare other engines with."""

import copy

from tests.reference import samliam_loading
from tests.reference.samliam_board import FACINGS, Board, Part

TRIANGLES = 40


def start(seats: int, options: dict) -> "Reference":
    """A new game."""
    board = Board(options["size"], seats, {})
    return Reference(dict(options), board, [TRIANGLES] * seats, [[] for _ in range(seats)])


def load(position: dict) -> "Reference":
    """The game at a position; ValueError names what is wrong with it."""
    position = copy.deepcopy(position)
    options, board = samliam_loading.read_format(position)
    game = Reference(options, board, position["reserve"], [sorted(cells) for cells in position["banned"]])
    game.turns = position["turns"]
    if position["lifted"] is not None:
        game.lifted = (position["lifted"]["cell"], position["lifted"]["facing"])
    samliam_loading.check_triangles(game, position["turn"])
    if "outcome" in position:
        game.result = position["outcome"]
        game.kept_turn = position["turn"]
        return game
    samliam_loading.check_running(game, position["turn"])
    return game


class Reference:
    """A game of Sam Liam."""

    def __init__(self, options: dict, board: Board, reserve: list[int], banned: list[list[str]]) -> None:
        """A game at the beginning of its first turn."""
        self.options = options
        self.board = board
        self.reserve = reserve
        self.banned = banned
        self.turns = 0
        self.lifted: Part | None = None
        self.result: dict | None = None
        self.kept_turn: int | None = None

    def copy(self) -> "Reference":
        """The same game, to be played on apart."""
        return copy.deepcopy(self)

    # Who decides what

    def turn(self) -> int:
        """The seat whose turn it is."""
        return self.turns % self.board.seats

    def actor(self) -> int | str | None:
        """The seat to decide, or None when the game is over."""
        return None if self.result is not None else self.turn()

    def weights(self) -> dict[str, int]:
        """Chance decides nothing here."""
        return {}

    def legal(self) -> list[str]:
        """The legal decisions."""
        if self.result is not None:
            return []
        if self.reserve[self.turn()] == 0 and self.lifted is None:
            return self.lifts(self.turn())
        return [notation for placement in self.dutiful_placements() for notation in self.notations(*placement)]

    def lifts(self, seat: int) -> list[str]:
        """The lifts of all triangles of a seat."""
        board = self.board.triangles
        return [f"-{cell}{facing}" for cell in board for facing, owner in board[cell].items() if owner == seat]

    def notations(self, cell: str, facing: str) -> list[str]:
        """One notation, or two where a placement may be announced or silent."""
        plain, seat = f"{cell}{facing}", self.turn()
        if self.options["announcements"] != "strict" or self.banned[seat]:
            return [plain]
        if self.board.completes(seat, cell, facing):
            return [plain]
        due = announcement(self.board.after(seat, cell, facing), seat)
        return [plain] if due is None else [plain, f"{plain}!"]

    # Bans and duties

    def free_placements(self) -> list[Part]:
        """The placements that the rule of no return and the ban leave, all if the ban leaves none."""
        placements = [placement for placement in self.board.placements() if placement != self.lifted]
        banned = self.banned[self.turn()]
        return [(cell, facing) for cell, facing in placements if cell not in banned] or placements

    def dutiful_placements(self) -> list[Part]:
        """The free placements that the duty to block allows."""
        free, seat = self.free_placements(), self.turn()
        asked = self.duty(free)
        if not asked:
            return free
        return [placement for placement in free if placement in asked or self.board.completes(seat, *placement)]

    def duty(self, free: list[Part]) -> list[Part]:
        """The free placements that do what the duty asks; none where there is no duty or none does."""
        seat, seats = self.turn(), self.board.seats
        if seats == 2:
            return []
        others = [(seat + distance) % seats for distance in range(1, seats)]
        for other in others:
            if not self.banned[other] and self.board.winning_cells(other):
                return self.blocking(free, other)
        last = others[-1]
        if not self.banned[last] and self.board.forking_cells(last):
            return [placement for placement in free if not self.board.after(seat, *placement).forking_cells(last)]
        return []

    def blocking(self, free: list[Part], other: int) -> list[Part]:
        """The free placements after which another seat's threats need fewer blocks than before."""
        before = self.board.blocks_needed(other)
        return [
            placement for placement in free if self.board.after(self.turn(), *placement).blocks_needed(other) < before
        ]

    # Decisions

    def play(self, move: str) -> None:
        """Take a legal decision."""
        if move[0] == "-":
            self.lifted = (move[1:3], move[3:])
            self.board.take(*self.lifted)
        else:
            self.place(move[:2], move[2:4], move.endswith("!"))

    def place(self, cell: str, facing: str, aloud: bool) -> None:
        """Place the triangle in hand, and complete the turn."""
        seat = self.turn()
        if self.lifted is None:
            self.reserve[seat] -= 1
        self.lifted = None
        self.board.put(seat, cell, facing)
        may_be_silent = self.options["announcements"] == "strict" and not self.banned[seat]
        self.banned[seat] = []
        self.turns += 1
        figure = self.board.standing(seat)
        if figure is not None:
            self.win(seat, figure)
        elif self.options["announcements"] != "off":
            self.announce(seat, silent=may_be_silent and not aloud)
        limit = self.options["turn_limit"]
        if self.result is None and limit and self.turns >= limit:
            self.result = {"scores": [1 / self.board.seats] * self.board.seats, "reason": "limit"}

    def announce(self, seat: int, silent: bool) -> None:
        """Make the announcement that is due, or ban the seat that kept silent about it."""
        call = announcement(self.board, seat)
        if call is not None and silent:
            self.banned[seat] = sorted(self.board.winning_cells(seat) or self.board.forking_cells(seat))
        elif call == "WIN":
            self.win(seat, "announced")

    def win(self, winner: int, reason: str) -> None:
        """End the game with one winner."""
        scores = [1.0 if seat == winner else 0.0 for seat in range(self.board.seats)]
        self.result = {"scores": scores, "reason": reason}

    def outcome(self) -> tuple[list[float], str] | None:
        """Scores and reason when the game is over."""
        if self.result is None:
            return None
        return list(self.result["scores"]), self.result["reason"]

    # Position

    def position(self) -> dict:
        """The position as saved."""
        board = self.board.triangles
        position = {"game": "samliam", "options": dict(self.options), "seats": self.board.seats}
        position["turn"] = self.turn() if self.kept_turn is None else self.kept_turn
        position["turns"] = self.turns
        position["triangles"] = [
            {"cell": cell, "facing": facing, "seat": board[cell][facing]}
            for cell in sorted(board)
            for facing in FACINGS
            if facing in board[cell]
        ]
        position["reserve"] = list(self.reserve)
        position["lifted"] = None
        if self.lifted is not None:
            position["lifted"] = {"cell": self.lifted[0], "facing": self.lifted[1]}
        position["banned"] = [list(cells) for cells in self.banned]
        if self.result is not None:
            position["outcome"] = copy.deepcopy(self.result)
        return position


def announcement(board: Board, seat: int) -> str | None:
    """What is to be announced after a turn of the seat that did not win."""
    winning, blocks = board.winning_cells(seat), board.blocks_needed(seat)
    others = [other for other in range(board.seats) if other != seat]
    if winning and blocks > board.seats - 1 and not any(board.winning_cells(other) for other in others):
        return "WIN"
    if board.seats >= 3 and blocks >= 2:
        return "SONG SAM"
    if winning:
        return "SAM"
    return "SONG" if board.forking_cells(seat) else None
