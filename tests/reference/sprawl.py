"""Sprawl, played slowly and plainly, to compare other engines with."""

import copy

from tests.reference import sprawl_loading
from tests.reference.sprawl_board import OPPOSITE, Board, Branch
from tests.reference.sprawl_count import winners

ONES, TWOS = 40, 12


def start(seats: int, options: dict) -> "Reference":
    """A new game."""
    board = Board(seats, dict(options), {}, {}, [[5, 5, 5] for _ in range(seats)])
    return Reference(board, [0] * seats, [False] * seats)


def load(position: dict) -> "Reference":
    """The game at a position; ValueError names what is wrong with it."""
    position = copy.deepcopy(position)
    board = sprawl_loading.read_format(position)
    game = Reference(board, position["cards"], position["started"])
    game.turns, game.ending = position["turns"], position["ending"]
    if position["pending"] is not None:
        game.withdrawn = position["pending"].pop("withdrawn", [])
        game.pending = position["pending"] or None
    sprawl_loading.check_board(board)
    sprawl_loading.check_seats(game)
    if "outcome" in position:
        game.result = position["outcome"]
        game.kept_turn = position["turn"]
        return game
    sprawl_loading.check_running(game, position["turn"])
    return game


class Reference:
    """A game of Sprawl."""

    def __init__(self, board: Board, cards: list[int], started: list[bool]) -> None:
        """A game at the beginning of its first turn."""
        self.board = board
        self.cards = cards
        self.started = started
        self.turns = 0
        self.ending: int | None = None
        self.pending: dict | None = None
        self.withdrawn: list[str] = []
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
        """The seat to decide, "chance", or None when the game is over."""
        if self.result is not None:
            return None
        if self.pending is not None and "turned" in self.pending:
            return "chance"
        if self.pending is not None and "ask" in self.pending:
            return int(self.pending["ask"])
        return self.turn()

    def legal(self) -> list[str]:
        """The legal decisions."""
        if self.result is not None:
            return []
        if self.pending is None:
            return self.whole_turns(self.turn())
        if "build" in self.pending:
            return [self.board.build(self.pending["build"]), "done"]
        if "ask" in self.pending:
            return ["ask", "let"]
        if "asked" in self.pending:
            return ["stand", "undo"] if self.undo_leaves_something() else ["stand"]
        return list(self.weights())

    def weights(self) -> dict[str, int]:
        """The weight of each card that may be turned up."""
        turned = self.pending["turned"]
        left = {"card1": ONES - turned.count(1), "card2": TWOS - turned.count(2)}
        return {card: weight for card, weight in left.items() if weight > 0}

    def whole_turns(self, seat: int) -> list[str]:
        """What the seat may take as its turn."""
        if not self.started[seat]:
            return self.board.starts(seat)
        return [turn for turn in self.board.turns(seat) if turn not in self.withdrawn]

    def undo_leaves_something(self) -> bool:
        """Whether the sporing seat would have something legal after taking its turn back."""
        after = self.copy()
        after.take_back(self.pending["tower"])
        return bool(after.whole_turns(self.turn()))

    def would_be_asked(self, seat: int, tower: str) -> bool:
        """Whether the seat may challenge the new tower."""
        if not self.board.options["coup"] or seat == self.turn() or not self.has_turn_before_end(seat):
            return False
        return self.board.could_neutralise(seat, tower)

    def has_turn_before_end(self, seat: int) -> bool:
        """Whether the seat comes before the one at whose turn the game ends."""
        if self.ending is None:
            return True
        return self.seats_until(seat) < self.seats_until(self.ending)

    def seats_until(self, seat: int) -> int:
        """How many turns after this one the next turn of the seat comes."""
        return (seat - self.turn() - 1) % self.board.seats + 1

    # Decisions

    def play(self, move: str) -> None:
        """Take a legal decision."""
        if move.startswith("card"):
            self.turn_up(int(move[4]))
        elif move in ("ask", "let"):
            self.answer_asking(move)
        elif move == "undo":
            self.undo()
        elif move in ("stand", "done"):
            self.close_decision(move)
        elif self.pending is not None:
            self.build_fast(move)
        else:
            self.take_turn(move)

    def take_turn(self, move: str) -> None:
        """A starting tower, build, branch or spore."""
        seat, size, cell = self.turn(), int(move[1]), move[2:4]
        if move[0] == "R":
            points = move[4]
            source = move[6:] or self.board.ahead(cell, OPPOSITE[points])
            self.board.lay(cell, Branch(seat, size, points, source))
            self.end_turn()
        elif move[0] == "B" or not self.started[seat]:
            self.board.put(seat, size, cell)
            self.started[seat] = True
            self.end_turn()
        else:
            self.spore(seat, size, cell)

    def spore(self, seat: int, size: int, cell: str) -> None:
        """Start a new tower; fast building and challenges may follow."""
        more = len(self.board.targeting(cell, seat)) - 1
        self.board.put(seat, size, cell)
        self.go_on_building(cell, min(more, 2) if self.board.options["fast_building"] else 0)

    def build_fast(self, move: str) -> None:
        """One more piece on the new tower."""
        cell, left = self.pending["build"], self.pending["left"]
        self.board.put(self.turn(), int(move[1]), cell)
        self.go_on_building(cell, left - 1)

    def go_on_building(self, cell: str, left: int) -> None:
        """Offer another build on the new tower, or have it challenged."""
        if left > 0 and self.board.may_build(self.turn(), cell):
            self.pending = {"build": cell, "left": left}
        else:
            self.ask_after(self.turn(), cell)

    def ask_after(self, last: int, tower: str) -> None:
        """Ask the next seat after the last that may challenge the tower, or end the turn."""
        order = [(self.turn() + distance) % self.board.seats for distance in range(self.board.seats)]
        for seat in order[order.index(last) + 1 :]:
            if self.would_be_asked(seat, tower):
                self.pending = {"ask": seat, "tower": tower}
                return
        self.end_turn()

    def answer_asking(self, move: str) -> None:
        """The asked seat challenges or lets it go."""
        seat, tower = self.pending["ask"], self.pending["tower"]
        if move == "ask":
            self.pending = {"asked": seat, "tower": tower}
        else:
            self.ask_after(seat, tower)

    def close_decision(self, move: str) -> None:
        """No more building, or the spore stands."""
        if move == "done":
            self.ask_after(self.turn(), self.pending["build"])
        else:
            self.end_turn()

    def undo(self) -> None:
        """Take the turn back and pay the challenger with a card."""
        challenger = self.pending["asked"]
        self.take_back(self.pending["tower"])
        if sum(self.cards) < ONES + TWOS:
            self.cards[challenger] += 1
        self.pending = None

    def take_back(self, tower: str) -> None:
        """Remove the new tower and withdraw its spore for this turn."""
        spore = f"T{self.board.towers[tower][0][1]}{tower}"
        if spore not in self.withdrawn:
            self.withdrawn.append(spore)
        self.board.take_tower(tower)

    # Ends

    def end_turn(self) -> None:
        """Complete the turn, let stuck seats pass, and end the game when its time has come."""
        self.pending, self.withdrawn = None, []
        self.turns += 1
        while self.turn() != self.ending and not self.whole_turns(self.turn()):
            if self.ending is None:
                self.ending = self.turn()
            self.turns += 1
        if self.turn() == self.ending:
            self.turned([])

    def turn_up(self, points: int) -> None:
        """Chance turns up one card."""
        self.turned([*self.pending["turned"], points])

    def turned(self, points: list[int]) -> None:
        """Go on turning up cards, or count when all are up."""
        if len(points) < sum(self.cards):
            self.pending = {"turned": points}
            return
        self.pending = None
        owners = [seat for seat in range(self.board.seats) for _ in range(self.cards[seat])]
        totals = [0] * self.board.seats
        for owner, worth in zip(owners, points, strict=True):
            totals[owner] += worth
        best = winners(self.board, totals)
        scores = [1 / len(best) if seat in best else 0.0 for seat in range(self.board.seats)]
        self.result = {"scores": scores, "reason": "stash"}

    def outcome(self) -> tuple[list[float], str] | None:
        """Scores and reason when the game is over."""
        if self.result is None:
            return None
        return list(self.result["scores"]), self.result["reason"]

    # Position

    def position(self) -> dict:
        """The position as saved."""
        board = self.board
        position = {"game": "sprawl", "options": dict(board.options), "seats": board.seats}
        position["turn"] = self.turn() if self.kept_turn is None else self.kept_turn
        position |= {"turns": self.turns, "ending": self.ending}
        position["towers"] = [
            {"cell": cell, "pieces": [{"seat": seat, "size": size} for seat, size in board.towers[cell]]}
            for cell in sorted(board.towers)
        ]
        position["branches"] = [{"cell": cell, **vars(board.branches[cell])} for cell in sorted(board.branches)]
        position["stash"] = [list(counts) for counts in board.stash]
        position |= {"cards": list(self.cards), "started": list(self.started), "pending": self.saved_pending()}
        if self.result is not None:
            position["outcome"] = copy.deepcopy(self.result)
        return position

    def saved_pending(self) -> dict | None:
        """The unfinished turn as saved."""
        pending = copy.deepcopy(self.pending) or {}
        if self.withdrawn:
            pending["withdrawn"] = sorted(self.withdrawn, key=lambda spore: (spore[2:], spore[1]))
        return pending or None
