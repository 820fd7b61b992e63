"""One position, looked at for one kind of puzzle after the other: what proves that a move is the best."""

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from typing import NamedTuple

from tablier.core.match import Match
from tablier.core.puzzles import EASIEST, LEVELS
from tablier.lab import hardness, weighing
from tablier.lab.counting import OddsCounter
from tablier.lab.dealing import DealCount
from tablier.lab.lines import GLANCE, MOST_WAYS, CodedLine, chosen, lines, named, theme
from tablier.lab.proving import Proofs

MOST_BEGINNINGS = 3  # of a win that the game itself proves
SCREEN = 0.06  # of a quick look, from which a longer one is worth it
MARGIN, SECOND_MARGIN = 0.10, 0.08  # by which the best move leads in two searches that know nothing of each other
ODDS_MARGIN = 0.04  # by which the best odds lead, which are counted exactly
DEALS_MARGIN = 0.15  # the same, over deals, of which there are few
LEAST_CHANCE = 0.10  # where it is not a win that is looked for
RIVALS = 4  # moves that are weighed against the best


class Wishes(NamedTuple):
    """What is looked for: proofs and themes, all if none is named, and how hard it has to be at least."""

    proofs: tuple[str, ...] = ()
    themes: tuple[str, ...] = ()
    least: int = EASIEST


ANYTHING = Wishes()


@dataclass(frozen=True)
class Discovery:
    """What is clear in a position: how it is proved, and the lines that are right."""

    proof: str
    lines: Sequence[CodedLine]

    @property
    def answers(self) -> list[int]:
        """The first moves that are right."""
        return list(dict.fromkeys(line[0] for line in self.lines))


class Examination:
    """A position, looked at for one kind of puzzle after the other."""

    def __init__(self, match: Match, proofs: Proofs, wishes: Wishes = ANYTHING) -> None:
        self.match, self.proofs, self.wishes = match, proofs, wishes
        self.seat, self.effort = proofs.seat, proofs.effort
        self.counter = OddsCounter(match.engine)

    def at_once(self) -> Discovery | None:
        """A win within the turn, if there are few."""
        now = self.proofs.wins_now() if self.wants("now") else []
        if not 0 < len(now) <= MOST_WAYS:
            return None
        now.sort(key=lambda codes: not self.is_about(codes[0]))
        return Discovery("now", [list(codes) for codes in now]) if self.suits([now[0][0]]) else None

    def found(self) -> Discovery | None:
        """The first other kind that fits."""
        if self.proofs.search.sure_win() is not None:
            return None
        solved = self.proofs.solved() if self.wants("solved") else None
        if solved is not None:
            winners = chosen(self.proofs.moves, solved)
            if winners or self.match.seats == 2:
                return self.forced("solved", winners)
        winners = list(self.proofs.forced(MOST_BEGINNINGS)) if self.wants("force") else []
        if winners:
            return self.forced("force", winners)
        others: tuple[tuple[str, Callable[[], Discovery | None]], ...] = (
            ("only", self.only), ("odds", self.by_odds), ("deals", self.by_deals), ("best", self.best),
        )  # fmt: skip
        return next((found for proof, look in others if self.wants(proof) and (found := look())), None)

    def wants(self, proof: str) -> bool:
        """Whether such a proof is looked for."""
        return not self.wishes.proofs or proof in self.wishes.proofs

    def may_suit(self) -> bool:
        """Whether some move does what is looked for."""
        return any(map(self.is_about, self.proofs.moves))

    def is_about(self, move: int) -> bool:
        """Whether a move does what is looked for."""
        return not self.wishes.themes or theme(self.match, self.seat, move) in self.wishes.themes

    def suits(self, answers: Sequence[int]) -> bool:
        """Whether an answer, of which the first is the main one, does what is looked for, and is hard enough."""
        if not self.is_about(answers[0]):
            return False
        names = {named(self.match, code) for code in answers}
        missed = (not hardness.finds(self.match, level, names) for level in LEVELS[: self.wishes.least - EASIEST])
        return all(missed)

    def forced(self, proof: str, winners: Sequence[int]) -> Discovery | None:
        """A win by force, if one move begins it, or of the game's own proofs a few."""
        if not 0 < len(winners) <= (MOST_BEGINNINGS if proof == "force" else 1) or not self.suits(winners):
            return None
        found = [*lines(self.match, self.proofs, winners[0]), *([other] for other in winners[1:])]
        return Discovery(proof, found) if proof != "force" or len(found[0]) > 1 else None

    def only(self) -> Discovery | None:
        """The one move after which the game is not lost at once."""
        safe = self.proofs.safe(1)
        if len(safe) != 1 or not self.suits(safe):
            return None
        first = self.weigh(safe, self.effort.first, 1)[0]
        second = self.weigh(safe, self.effort.second, 2)[0]
        return Discovery("only", [list(safe)]) if min(first.chance, second.chance) >= LEAST_CHANCE else None

    def by_odds(self) -> Discovery | None:
        """The move with the best odds, counted exactly, if searches agree that it is the best."""
        if not rolls(self.match):
            return None
        balances = {move: self.balance(move) for move in self.proofs.moves}
        answers = leaders(balances, ODDS_MARGIN)
        suits = len(answers) == 1 and self.suits(answers) and self.is_agreed(answers)
        return Discovery("odds", [answers]) if suits else None

    def balance(self, move: int) -> float:
        """By how much a win is more likely than a loss before the seat decides again, exactly."""
        return self.counter.ahead(self.match.engine.after(self.match.state, move), self.seat).balance

    def by_deals(self) -> Discovery | None:
        """The best plan for this turn, counted over all deals, if searches agree on how it begins."""
        balances = self.balances() if self.match.engine.game.hidden else {}
        if not balances or max(balances.values()) == 1:  # which is a win within the turn
            return None
        answers = sorted(leaders(balances, DEALS_MARGIN), key=lambda move: not self.is_about(move))
        suits = 0 < len(answers) <= MOST_WAYS and self.suits(answers) and self.is_agreed(answers)
        return Discovery("deals", self.plans(answers)) if suits else None

    def balances(self) -> dict[int, float]:
        """By how much more deals are won than can be lost before the seat's next turn, by each move."""
        deals, found = self.proofs.worlds(), self.proofs.dealings
        tallies = {move: found.after(deals, move) for move in self.proofs.moves}
        return {move: share(tally, len(deals)) for move, tally in tallies.items()}

    def plans(self, answers: Sequence[int]) -> list[CodedLine]:
        """Beginnings of the best plans with what goes on from there, where that is not nearly anything."""
        whole = [[first, *second] for first in answers for second in self.proofs.continued(first)]
        return whole if len(whole) <= MOST_WAYS else [[first] for first in answers]

    def is_agreed(self, answers: Sequence[int]) -> bool:
        """Whether two searches that know nothing of each other put the answers before all rivals, with some hope."""
        search = weighing.searched(self.match.engine, self.proofs.known, self.seat, GLANCE, 3)
        likely = dict.fromkeys([*weighing.ranked(search), *self.proofs.moves])
        moves = [*answers, *[move for move in likely if move not in answers][:RIVALS]]
        found = (self.weigh(moves, *each) for each in self.both())
        return all(lead(each, len(answers)) > 0 and each[0].chance >= LEAST_CHANCE for each in found)

    def both(self) -> list[tuple[int, int]]:
        """Simulations and seeds of two searches that know nothing of each other."""
        return [(self.effort.first, 5), (self.effort.second, 6)]

    def weigh_up(self, moves: Sequence[int], simulations: int, seed: int) -> float:
        """By how much the first of some moves leads the next ones."""
        return lead(self.weigh(moves[: 1 + RIVALS], simulations, seed))

    def weigh(self, moves: Sequence[int], simulations: int, seed: int) -> list[weighing.Weighed]:
        """Moves, each searched by itself."""
        return weighings(self.match, self.proofs, moves, simulations, seed)

    def best(self) -> Discovery | None:
        """The move that is ahead of all others in two searches, of which the second knows nothing of the first."""
        search = weighing.searched(self.match.engine, self.proofs.known, self.seat, self.effort.first, 3)
        contenders = weighing.ranked(search)
        if len(contenders) < 2 or self.weigh_up(contenders[:2], self.effort.first // 4, 4) < SCREEN:
            return None
        if not self.suits(contenders[:1]):
            return None
        for each, margin in zip(self.both(), (MARGIN, SECOND_MARGIN), strict=True):
            if self.weigh_up(contenders, *each) < margin:
                return None
        again = weighing.searched(self.match.engine, self.proofs.known, self.seat, 2 * self.effort.second, 7)
        return Discovery("best", [[contenders[0]]]) if weighing.ranked(again)[0] == contenders[0] else None


def share(tally: DealCount, deals: int) -> float:
    """Deals won less deals lost, of so many."""
    return (tally.win - tally.loss) / deals


def leaders(balances: Mapping[int, float], margin: float) -> list[int]:
    """The moves with the best balance, if all others are worse by so much; none if there are no others."""
    best = max(balances.values())
    others = [balance for balance in balances.values() if balance < best]
    if not others or best - max(others) < margin:
        return []
    return [move for move, balance in balances.items() if balance == best]


def rolls(match: Match) -> bool:
    """Whether chance decides something, and nothing else is hidden."""
    return match.engine.game.rolls(match.engine.options) and not match.engine.game.hidden


def weighings(
    match: Match, proofs: Proofs, moves: Sequence[int], simulations: int, seed: int
) -> list[weighing.Weighed]:
    """Moves of a position, each searched by itself."""
    given = match.engine, proofs.known, proofs.seat, proofs.moves
    return [weighing.weighed(*given, move, simulations, seed) for move in moves]


def lead(found: Sequence[weighing.Weighed], first: int = 1) -> float:
    """By how much the first one of some moves, or each of so many, is better than every other one."""
    return min(each.chance for each in found[:first]) - max(other.chance for other in found[first:])
