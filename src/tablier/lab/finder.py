"""Positions of one game of bots in which one move is clearly the best, with what proves it."""

import random
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass, field
from typing import Any

from tablier.bots.bot import Bot
from tablier.core import records
from tablier.core.contract import CHANCE
from tablier.core.match import Match
from tablier.core.puzzles import LEVELS
from tablier.lab import hardness, weighing
from tablier.lab.counting import OddsCounter
from tablier.lab.keeping import KeptRow
from tablier.lab.proving import USUAL, Diligence, Proofs

PLAYERS = (2, 3, 4)  # levels of the players: good enough to get somewhere, and weak enough to leave something to find
LEAST_MOVES = 4  # legal ones
MOST_EACH = 3  # puzzles of one game
APART = 4  # decisions between two of them
ROUNDS_BEFORE = 2  # decisions of each seat before the first one that is looked at
NEAR_END = 16  # decisions
MOST_TURNS = 4  # of the solver in one line
MOST_WAYS = 3  # that are right at one point
MOST_BEGINNINGS = 2  # of a win that the game itself proves
PROVED = ("now", "solved", "force", "only")
SURE_HITS = 3  # of the highest level that is asked, where nothing is proved
GLANCE = 1_000  # simulations
SCREEN = 0.06  # of a quick look, from which a longer one is worth it
MARGIN, SECOND_MARGIN = 0.10, 0.08  # by which the best move leads in two searches that know nothing of each other
ODDS_MARGIN = 0.04  # by which the best odds lead, which are counted exactly
LEAST_CHANCE = 0.10  # of a puzzle in which only one move does not lose
RIVALS = 4  # moves that are weighed against the best
MOST_TRIES = 10  # wrong moves of which something is kept
DIGITS = 3
CodedLine = list[Any]
"""Moves of the solver; between them, as lists, what others answer."""


@dataclass(frozen=True)
class Quest:
    """What is looked for: in games of which variant, and how hard."""

    game: str
    seats: int
    options: dict[str, Any] = field(default_factory=dict)
    seed: int = 0
    effort: Diligence = USUAL
    most: int = MOST_EACH


def explore(quest: Quest, number: int) -> KeptRow:
    """One game, by its number: the puzzles in it."""
    rng = random.Random(f"{quest.seed} {number}")
    match = played(quest, rng)
    found: dict[int, dict[str, Any]] = {}
    looks = worth_a_look(match, rng)
    for place, at_once in [*((place, False) for place in looks), *((place, True) for place in looks)]:
        if len(found) < quest.most and all(abs(place - other) > APART for other in found):
            puzzle = examined(standing(match, place), effort_at(quest, place, len(match.codes)), at_once)
            if puzzle and not is_usual(puzzle, found.values()):
                found[place] = puzzle | {"place": [number, place]}
    return {"number": number, "moves": len(match.codes), "puzzles": list(found.values())}


def is_usual(puzzle: dict[str, Any], others: Iterable[dict[str, Any]]) -> bool:
    """Whether odds are counted once more in a game for the same kind of move, of which there would be too many."""
    return any(puzzle["proof"] == "odds" == other["proof"] and puzzle["theme"] == other["theme"] for other in others)


def effort_at(quest: Quest, place: int, moves: int) -> Diligence:
    """All that can follow is looked at only near the end of a game."""
    return quest.effort if moves - place <= NEAR_END else quest.effort._replace(whole=0)


def played(quest: Quest, rng: random.Random) -> Match:
    """A game between bots of different strength."""
    match = Match(quest.game, quest.seats, quest.options, rng.getrandbits(32))
    bots = [Bot(quest.game, level=rng.choice(PLAYERS), seed=rng.getrandbits(32)) for _ in range(match.seats)]
    while match.actor is not None:
        if isinstance(match.actor, int):
            match.play(bots[match.actor].choose(match))
        else:
            match.roll()
    return match


def worth_a_look(match: Match, rng: random.Random) -> list[int]:
    """The decisions of a game, in an order that has nothing to do with it."""
    begin = ROUNDS_BEFORE * match.seats
    numbers = [number for number in range(begin, len(match.codes)) if decides(match, number)]
    rng.shuffle(numbers)
    return numbers


def decides(match: Match, number: int) -> bool:
    """Whether a seat has something to choose."""
    survey = match.engine.survey(match.history[number])
    return survey.actor >= 0 and len(survey.moves) >= LEAST_MOVES


def standing(match: Match, number: int) -> Match:
    """A position of a game as one that was set up, without what led there."""
    return Match.from_position(match.at(number).position(), seed=0)


def examined(match: Match, effort: Diligence, at_once: bool) -> dict[str, Any] | None:
    """What there is to find in a position, as data; a win at once, or anything else. None if nothing is clear."""
    assert isinstance(match.actor, int)
    proofs = Proofs(match.engine, match.state, match.actor, effort)
    examination = Examination(match, proofs)
    found = examination.at_once() if at_once else examination.found()
    told = found and described(match, found, effort)
    return told if told and (told["proof"] in PROVED or told["hits"][-1] >= SURE_HITS) else None


class Examination:
    """A position, looked at for one kind of puzzle after the other."""

    def __init__(self, match: Match, proofs: Proofs) -> None:
        self.match, self.proofs, self.seat = match, proofs, proofs.seat
        self.effort, self.counter = proofs.effort, OddsCounter(match.engine)

    def at_once(self) -> dict[str, Any] | None:
        """A win within the turn, if there are few."""
        now = self.proofs.wins_now()
        return self.told("now", [list(codes) for codes in now]) if 0 < len(now) <= MOST_WAYS else None

    def found(self) -> dict[str, Any] | None:
        """The first other kind that fits: a proof, and the lines that are right."""
        if self.proofs.search.sure_win() is not None:
            return None
        solved = self.proofs.solved()
        if solved is not None:
            winners = chosen(self.proofs.moves, solved)
            if winners or self.match.seats == 2:
                return self.forced("solved", winners)
        winners = list(self.proofs.forced(MOST_BEGINNINGS))
        return self.forced("force", winners) if winners else self.only() or self.by_odds() or self.best()

    def told(self, proof: str, lines: Sequence[CodedLine], **more: Any) -> dict[str, Any]:
        """A finding as data."""
        return {"seat": self.seat, "proof": proof, "lines": lines, **more}

    def forced(self, proof: str, winners: Sequence[int]) -> dict[str, Any] | None:
        """A win by force, if one move begins it, or of the game's own proofs two."""
        if not 0 < len(winners) <= (MOST_BEGINNINGS if proof == "force" else 1):
            return None
        return self.told(proof, [*lines(self.match, self.proofs, winners[0]), *([other] for other in winners[1:])])

    def only(self) -> dict[str, Any] | None:
        """The one move after which the game is not lost at once."""
        safe = self.proofs.safe(1)
        if len(safe) != 1:
            return None
        move = safe[0]
        first = self.weigh([move], self.effort.first, 1)[0]
        second = self.weigh([move], self.effort.second, 2)[0]
        return self.told("only", [[move]]) if min(first.chance, second.chance) >= LEAST_CHANCE else None

    def by_odds(self) -> dict[str, Any] | None:
        """The move with the best odds, counted exactly, if searches agree that it is the best."""
        if not rolls(self.match):
            return None
        moves = weighing.ranked(weighing.searched(self.match.engine, self.proofs.known, self.seat, GLANCE, 3))
        moves += [move for move in self.proofs.moves if move not in moves]
        balances = map(self.balance, moves)
        enough = next(balances) - ODDS_MARGIN
        if any(balance > enough for balance in balances):
            return None
        return self.told("odds", [moves[:1]]) if all(self.weigh_up(moves, *each) > 0 for each in self.both()) else None

    def balance(self, move: int) -> float:
        """By how much a win is more likely than a loss before the seat decides again, exactly."""
        return self.counter.ahead(self.match.engine.after(self.match.state, move), self.seat).balance

    def both(self) -> list[tuple[int, int]]:
        """Simulations and seeds of two searches that know nothing of each other."""
        return [(self.effort.first, 5), (self.effort.second, 6)]

    def weigh_up(self, moves: Sequence[int], simulations: int, seed: int) -> float:
        """By how much the first of some moves leads the next ones."""
        return lead(self.weigh(moves[: 1 + RIVALS], simulations, seed))

    def weigh(self, moves: Sequence[int], simulations: int, seed: int) -> list[weighing.Weighed]:
        """Moves, each searched by itself."""
        return weighings(self.match, self.proofs, moves, simulations, seed)

    def best(self) -> dict[str, Any] | None:
        """The move that is ahead of all others in two searches, of which the second knows nothing of the first."""
        search = weighing.searched(self.match.engine, self.proofs.known, self.seat, self.effort.first, 3)
        contenders = weighing.ranked(search)
        if len(contenders) < 2 or self.weigh_up(contenders[:2], self.effort.first // 4, 4) < SCREEN:
            return None
        for each, margin in zip(self.both(), (MARGIN, SECOND_MARGIN), strict=True):
            if self.weigh_up(contenders, *each) < margin:
                return None
        again = weighing.searched(self.match.engine, self.proofs.known, self.seat, 2 * self.effort.second, 7)
        return self.told("best", [[contenders[0]]]) if weighing.ranked(again)[0] == contenders[0] else None


def chosen(moves: Sequence[int], verdicts: Sequence[bool]) -> list[int]:
    """The moves of which something is true."""
    return [move for move, verdict in zip(moves, verdicts, strict=True) if verdict]


def rolls(match: Match) -> bool:
    """Whether chance decides something, and nothing else is hidden."""
    return match.engine.game.rolls(match.engine.options) and not match.engine.game.hidden


def weighings(
    match: Match, proofs: Proofs, moves: Sequence[int], simulations: int, seed: int
) -> list[weighing.Weighed]:
    """Moves of a position, each searched by itself."""
    given = match.engine, proofs.known, proofs.seat, proofs.moves
    return [weighing.weighed(*given, move, simulations, seed) for move in moves]


def lead(found: Sequence[weighing.Weighed]) -> float:
    """By how much the first of some moves is better than every other one."""
    return found[0].chance - max(other.chance for other in found[1:])


def lines(match: Match, proofs: Proofs, first: int) -> list[CodedLine]:
    """The line of a forced win, as long as few moves are right, against the replies that a bot would give."""
    line: CodedLine = [first]
    ways = list[CodedLine]()
    state = match.engine.after(match.state, first)
    for turn in range(1, MOST_TURNS):
        replies, state = answered(match, state, proofs.seat, turn)
        if match.engine.actor(state) != proofs.seat:
            break
        winners = winning(match, Proofs(match.engine, state, proofs.seat, proofs.effort))
        if not 0 < len(winners) <= MOST_WAYS:
            break
        more: CodedLine = [replies] if replies else []
        ways += [[*line, *more, *other] for other in winners[1:]]
        line += [*more, *winners[0]]
        for code in winners[0]:
            state = match.engine.after(state, code)
    return [line, *ways]


def winning(match: Match, proofs: Proofs) -> list[CodedLine]:
    """All that wins from a position in which a win can be forced."""
    now = proofs.wins_now()
    if now:
        return [list(codes) for codes in now]
    solved = proofs.solved()
    if solved is not None:
        return [[move] for move in chosen(proofs.moves, solved)]
    return [[move] for move in proofs.forced(MOST_WAYS)]


def answered(match: Match, state: records.Bytes, seat: int, turn: int) -> tuple[list[int], records.Bytes]:
    """What others answer until the seat is to move again."""
    replies = list[int]()
    while (actor := match.engine.actor(state)) not in (seat, CHANCE) and actor >= 0:
        known = match.engine.concealed(state, actor)
        replies.append(weighing.ranked(weighing.searched(match.engine, known, actor, GLANCE, turn))[0])
        state = match.engine.after(state, replies[-1])
    return replies, state


def described(match: Match, found: dict[str, Any], effort: Diligence) -> dict[str, Any]:
    """A finding with how hard it is, and what becomes of wrong moves, in the words of the game's notation."""
    written = list(notations(match, found["lines"]))
    answers = {line[0] for line in written}
    made = [hardness.choices(match, level) for level in LEVELS]
    hits = [hardness.hits(moves, answers) for moves in made]
    wrong = [move for moves in made for move in moves if move not in answers]
    told = found | {"theme": theme(match, found), "lines": written}
    told |= {"hits": hits, "difficulty": hardness.difficulty(hits)}
    return told | {"tries": tries(match, answers, wrong, effort), "position": match.position()}


def theme(match: Match, found: dict[str, Any]) -> str:
    """What the first move of the main line does, as the game calls it."""
    engine, seat, code = match.engine, found["seat"], found["lines"][0][0]
    before, after = engine.concealed(match.state, seat), engine.concealed(engine.after(match.state, code), seat)
    told: str = engine.game.puzzles.theme(engine.frozen_options, records.frozen(before), code, records.frozen(after))
    return told


def notations(match: Match, found: Sequence[CodedLine]) -> Iterator[CodedLine]:
    """Lines as they are written."""
    for line in found:
        position, told = match.copy(), list[Any]()
        for step in line:
            codes = step if isinstance(step, list) else [step]
            for code in codes:
                position.play(named(position, code))
            told.append(position.moves[-len(codes) :] if isinstance(step, list) else position.moves[-1])
        yield told


def named(match: Match, code: int) -> str:
    """The notation of a legal move."""
    notation: Any = match.engine.game.notation
    return str(notation.write(match.engine.frozen_options, records.frozen(match.state), code))


def tries(match: Match, answers: set[str], wrong: Sequence[str], effort: Diligence) -> dict[str, list[Any]]:
    """Of the answers and of wrong moves that come to mind: the chances, and in games without secrets the reply."""
    assert isinstance(match.actor, int)
    proofs = Proofs(match.engine, match.state, match.actor, effort)
    search = weighing.searched(match.engine, proofs.known, match.actor, effort.first, 8)
    names = {code: name for name, code in match._legal.items()}
    likely = [names[code] for code in weighing.ranked(search)]
    wanted = list(dict.fromkeys([*sorted(answers), *wrong, *(move for move in likely if move not in answers)]))
    codes = [match._legal[move] for move in wanted[: MOST_TRIES + len(answers)]]
    return {names[each.code]: tried(match, each) for each in weighings(match, proofs, codes, effort.first, 9)}


def tried(match: Match, each: weighing.Weighed) -> list[Any]:
    """A move: the chances after it, the reply or nothing, and how likely it wins and loses before the next one."""
    told: list[Any] = [round(each.chance, DIGITS), reply(match, each)]
    if rolls(match):
        assert isinstance(match.actor, int)
        found = OddsCounter(match.engine).ahead(match.engine.after(match.state, each.code), match.actor)
        told += [round(number, DIGITS) for number in found]
    return told


def reply(match: Match, each: weighing.Weighed) -> str:
    """What the next seat would answer to a move; nothing where that would tell what the seat cannot know."""
    seat, position = match.actor, match.copy()
    if match.engine.game.hidden:
        return ""
    position.play(named(position, each.code))
    for code in each.replies:
        if position.actor == "chance" or position.actor is None or code not in position._survey.moves:
            return ""
        if position.actor != seat:
            return named(position, code)
        position.play(named(position, code))
    return ""
