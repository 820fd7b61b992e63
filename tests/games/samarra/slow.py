"""Samarra once more, slowly and plainly, straight from its rules: what the compiled rules are compared with."""

from copy import copy
from functools import cache
from itertools import permutations, product

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
LETTERS = "abcdefgh"
UNSEEN = {"character": None}


def board_cells(board):
    """What each cell is, by name."""
    rows = PRESETS.get(board, board).split("/")
    return {LETTERS[x] + str(len(rows) - y): mark for y, row in enumerate(rows) for x, mark in enumerate(row)}


def order(cell):
    """Lowest row first, then column."""
    return cell[1], cell[0]


@cache
def beside(cell):
    x, y = LETTERS.index(cell[0]), int(cell[1])
    around = [(x, y + 1), (x + 1, y), (x, y - 1), (x - 1, y)]
    return [LETTERS[x] + str(y) for x, y in around if 0 <= x < 8]


class SlowGame:
    """One game; every field is plain."""

    def __init__(self, options=None, position=None):
        self.options = DEFAULTS | (options or {})
        self.cells = board_cells(self.options["board"])
        cities = [[cell for cell, mark in self.cells.items() if mark == city] for city in "BS"]
        self.cities = [sorted(city, key=order) for city in cities]
        self.pieces, self.kill, self.reveal = [], [True, True], [True, True]
        self.turn, self.turns, self.actions = 0, 0, 1
        self.setting_up = True
        self.outcome = None
        self.began = None  # the position in which this turn began; None if not known
        self.made = []  # the actions of this turn; None for one made before loading
        self.ends = [[], []]
        self.passed = 0
        self.lost = 0
        self.snapshots = []
        if position is not None:
            self.load(position)

    def load(self, position):
        self.pieces = [dict(p) for p in position["pieces"]]
        self.kill, self.reveal = list(position["kill"]), list(position["reveal"])
        self.turn, self.turns, self.actions = position["turn"], position["turns"], position["actions"]
        self.setting_up = len(self.pieces) < 6
        if not self.setting_up:
            under_way = self.actions < self.whole_turn()
            self.made = [None] if under_way else []
            self.began = None if under_way else self.stands()

    def fork(self):
        """The same game, to be played otherwise."""
        other = copy(self)
        other.pieces = [dict(p) for p in self.pieces]
        other.ends = [list(ends) for ends in self.ends]
        for name in ("kill", "reveal", "made", "snapshots"):
            setattr(other, name, list(getattr(self, name)))
        return other

    # What there is

    def city(self, seat):
        return self.cities[seat]

    def whole_turn(self):
        return 1 if self.turns == 0 else 2

    def piece(self, **wanted):
        found = [p for p in self.pieces if all(p[key] == value for key, value in wanted.items())]
        return found[0] if found else None

    def at(self, cell):
        return self.piece(cell=cell)

    def stands(self):
        pieces = sorted((p["seat"], p["tent"], str(p["cell"]), p["character"], p["revealed"]) for p in self.pieces)
        return tuple(pieces), tuple(self.kill), tuple(self.reveal)

    def death_is_home(self, seat):
        return self.piece(seat=seat, character="D")["cell"] in self.city(seat)

    def distance(self, seat):
        start = self.piece(seat=seat, character="S")["cell"]
        ring, seen, steps = {start}, {start}, 0
        while not ring & set(self.city(1 - seat)):
            ring = {n for cell in ring for n in beside(cell) if self.cells.get(n, "#") != "#"} - seen
            seen |= ring
            steps += 1
        return steps

    # What can be done

    def legal(self):
        if self.outcome:
            return []
        if self.setting_up:
            places = permutations(self.city(self.turn), 3)
            return [f"S@{s} M@{m} D@{d}" for s, m, d in places]
        return [move for move in self.thinkable() if not self.forbidden(move)]

    def thinkable(self):
        for own in [p for p in self.pieces if p["seat"] == self.turn and p["cell"]]:
            for cell in beside(own["cell"]):
                if self.cells.get(cell, "#") == "#":
                    continue
                other = self.at(cell)
                if other is None:
                    yield f"{own['cell']}-{cell}"
                elif other["seat"] != self.turn:
                    if own["character"] == "M" and self.reveal[self.turn] and not other["revealed"]:
                        yield f"{own['cell']}?{cell}"
                    if own["character"] == "D" and self.kill[self.turn]:
                        yield f"{own['cell']}x{cell}"
        if self.options["passing"]:
            yield "pass"

    def forbidden(self, move):
        if not self.options["no_repetition"] or self.actions != 1:
            return False
        if "x" in move or self.enters(move) or ([*self.made, move] == ["pass"] * self.whole_turn()):
            return False
        after = self.fork()
        after.change(move)
        return after.stands() == self.began or self.ends[self.turn][-32:].count(after.stands()) >= 2

    def enters(self, move):
        goal = self.city(1 - self.turn)
        return "-" in move and move[3:] in goal and move[:2] not in goal

    def change(self, move):
        """The bare change on the board."""
        if move == "pass":
            return
        own, target = self.at(move[:2]), self.at(move[3:])
        if move[2] == "-":
            own["cell"] = move[3:]
        elif move[2] == "?":
            own["revealed"] = target["revealed"] = True
            self.reveal[self.turn] = False
        else:
            own["revealed"] = True
            target["cell"] = None
            self.kill[self.turn] = False

    # What happens

    def play(self, move):
        assert move in self.legal(), move
        if self.setting_up:
            self.set_up(move)
        else:
            self.act(move)
            if not self.outcome:
                self.made.append(move)
                self.actions -= 1
                if self.actions == 0:
                    self.end_turn()
        while not self.setting_up and not self.outcome and not self.legal():
            without_action = self.actions == self.whole_turn()
            self.lost = self.lost + 1 if without_action else 0
            self.end_turn()
        self.snapshots.append(self.snapshot())

    def set_up(self, move):
        placed = sorted(((word[2:], word[0]) for word in move.split()), key=lambda item: order(item[0]))
        for tent, (cell, character) in enumerate(placed):
            piece = {"seat": self.turn, "character": character, "tent": tent, "cell": cell, "revealed": False}
            self.pieces.append(piece)
        if self.turn == 1:
            self.setting_up = False
            self.began = self.stands()
        self.turn = 1 - self.turn

    def act(self, move):
        self.lost = 0
        seat, enters = self.turn, self.enters(move)
        mover = self.at(move[:2]) if move != "pass" else None
        victim = self.at(move[3:]) if "x" in move else None
        self.change(move)
        if enters and self.options["automatic_death"] and self.kill[1 - seat] and self.death_is_home(1 - seat):
            victim, enters = mover, False
            mover["cell"] = None
            self.kill[1 - seat] = False
            self.piece(seat=1 - seat, character="D")["revealed"] = True
        if victim is not None and victim["character"] == "S":
            self.win(1 - victim["seat"], "killed")
        elif self.options["arrival"] == "entry":
            if enters and mover["character"] == "S" and not self.death_is_home(1 - seat):
                self.win(seat, "arrived")
        else:
            arrived = [s for s in (seat, 1 - seat) if self.is_present(s)]
            if arrived:
                self.win(arrived[0], "arrived")

    def is_present(self, seat):
        servant = self.piece(seat=seat, character="S")["cell"]
        return servant in self.city(1 - seat) and not self.death_is_home(1 - seat)

    def end_turn(self):
        seat = self.turn
        passed = self.made == ["pass"] * self.whole_turn()
        self.passed = self.passed + 1 if passed else 0
        self.ends[seat].append(self.stands())
        self.turns += 1
        self.turn = 1 - seat
        self.actions, self.made, self.began = 2, [], self.stands()
        if not any(self.kill) and self.death_is_home(0) and self.death_is_home(1):
            self.compare("nearer")
        elif self.passed == 4:
            self.win(seat, "passed")  # the first of four was the other's
        elif self.lost == 2:
            self.compare("nearer")
        elif self.options["turn_limit"] and self.turns >= self.options["turn_limit"]:
            self.compare("limit")
        self.snapshots.append(self.snapshot())

    def win(self, seat, reason):
        self.outcome = {"scores": [float(s == seat) for s in range(2)], "reason": reason}

    def compare(self, reason):
        mine, yours = self.distance(0), self.distance(1)
        if mine == yours:
            self.outcome = {"scores": [0.5, 0.5], "reason": reason}
        else:
            self.win(int(yours < mine), reason)

    # What is seen

    def snapshot(self):
        """The position without game and options."""
        data = {
            "turn": self.turn,
            "actions": self.actions,
            "turns": self.turns,
            "pieces": [dict(p) for p in sorted(self.pieces, key=lambda p: (p["seat"], p["tent"]))],
            "kill": list(self.kill),
            "reveal": list(self.reveal),
        }
        return data | ({"outcome": self.outcome} if self.outcome else {})

    def view(self, observer, snapshot=None):
        """A snapshot, of now or of then, as seat 0, seat 1 or None sees it."""
        data = snapshot or self.snapshot()
        if "outcome" in data:
            return data
        screened = len(data["pieces"]) < 6
        seen = [p for p in data["pieces"] if p["seat"] == observer or not screened]
        return data | {"pieces": [p if p["seat"] == observer or p["revealed"] else p | UNSEEN for p in seen]}

    def last_views(self, observer, since):
        return [self.view(observer, snapshot) for snapshot in self.snapshots[since:]]


ASSIGNMENTS = list(permutations("SMD"))


class Worlds:
    """All games that differ from the true one in nothing but the assignments, and who cannot tell them apart."""

    def __init__(self, options, position=None):
        self.true = SlowGame(options, position)
        self.games = None
        self.alike = {}
        if position is not None and len(position["pieces"]) == 6:
            self.begin({pair: self.true_with(pair) for pair in product(ASSIGNMENTS, repeat=2)})

    def true_with(self, pair):
        other = self.true.fork()
        for piece in other.pieces:
            piece["character"] = pair[piece["seat"]][piece["tent"]]
        if other.began is not None:
            other.began = other.stands()
        return other

    def begin(self, games):
        """From here on every game is played beside the true one."""
        own = tuple(tuple(self.true.piece(seat=s, tent=t)["character"] for t in range(3)) for s in range(2))
        fit = {pair: game for pair, game in games.items() if fits_constraints(self.true, game)}
        self.games = fit
        self.alike = {None: set(fit), **{s: {pair for pair in fit if pair[s] == own[s]} for s in range(2)}}

    def play(self, move):
        before = len(self.true.snapshots)
        opening = self.true.setting_up and self.true.turn == 1
        starts = {pair: self.swapped(pair, move) for pair in product(ASSIGNMENTS, repeat=2)} if opening else self.games
        self.true.play(move)
        if opening:
            self.begin(starts)
        elif self.games is not None:
            self.games = {pair: game for pair, game in self.games.items() if move in game.legal()}
            for game in self.games.values():
                game.play(move)
        for observer in self.alike:
            views = self.true.last_views(observer, before)
            self.alike[observer] = {
                pair
                for pair in self.alike[observer]
                if pair in self.games and self.games[pair].last_views(observer, before) == views
            }
        if self.games:
            self.games = {pair: game for pair, game in self.games.items() if pair in self.alike[None]}

    def swapped(self, pair, move):
        """The game after both set-ups, on the same cells, with other characters."""
        other = self.true.fork()
        for piece in other.pieces:
            piece["character"] = pair[0][piece["tent"]]
        cells = sorted((word[2:] for word in move.split()), key=order)
        placed = dict(zip(pair[1], cells, strict=True))
        other.play(f"S@{placed['S']} M@{placed['M']} D@{placed['D']}")
        return other


def fits_constraints(true, game):
    """Whether another assignment would still make a position: revealed ones agree, and the rules on loading hold."""
    for real, piece in zip(true.pieces, game.pieces, strict=True):
        unseen = piece["cell"] and not piece["revealed"]
        if real["revealed"] and real["character"] != piece["character"]:
            return False
        if piece["character"] == "S" and not piece["cell"] and not true.outcome:
            return False
        if piece["character"] == "D" and unseen and not game.kill[piece["seat"]]:
            return False
        if piece["character"] == "M" and unseen and not game.reveal[piece["seat"]]:
            return False
    return bool(game.outcome or game.legal())
