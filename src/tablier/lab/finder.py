"""Positions of one game of bots in which one move is clearly the best, with what proves it."""

import random
from collections.abc import Iterable, Sequence
from dataclasses import dataclass, field
from typing import Any

from tablier.bots.bot import Bot
from tablier.core.match import Match
from tablier.core.puzzles import LEVELS
from tablier.lab import hardness, weighing
from tablier.lab.counting import OddsCounter
from tablier.lab.examining import ANYTHING, Discovery, Examination, Wishes, rolls, weighings
from tablier.lab.keeping import KeptRow
from tablier.lab.lines import GLANCE, named, notations, theme
from tablier.lab.proving import USUAL, Diligence, Proofs

PLAYERS = (2, 3, 4)  # levels of the players: good enough to get somewhere, and weak enough to leave something to find
LEAST_MOVES = 4  # legal ones
MOST_EACH = 3  # puzzles of one game
APART = 4  # decisions between two of them
ROUNDS_BEFORE = 2  # decisions of each seat before the first one that is looked at
NEAR_END = 16  # decisions
COUNTED = ("odds", "deals")
SEARCHED = ("best",)
COMPARED = (*COUNTED, *SEARCHED)  # with what wrong moves are worth
SURE_HITS = 3  # of the highest level that is asked, where nothing is proved
MOST_TRIES = 10  # wrong moves of which something is kept
DIGITS = 3


@dataclass(frozen=True)
class Quest:
    """What is looked for: in games of which variant and of whom, and how hard."""

    game: str
    seats: int
    options: dict[str, Any] = field(default_factory=dict)
    seed: int = 0
    effort: Diligence = USUAL
    most: int = MOST_EACH
    wishes: Wishes = ANYTHING
    players: tuple[int, ...] = PLAYERS


def explore(quest: Quest, number: int) -> KeptRow:
    """One game, by its number: the puzzles in it."""
    rng = random.Random(f"{quest.seed} {number}")
    match = played(quest, rng)
    found: dict[int, dict[str, Any]] = {}
    looks = worth_a_look(match, rng)
    for place, at_once in [*((place, False) for place in looks), *((place, True) for place in looks)]:
        if len(found) < quest.most and all(abs(place - other) > APART for other in found):
            puzzle = examined(standing(match, place), effort_at(quest, place, len(match.codes)), quest.wishes, at_once)
            if puzzle and not is_usual(puzzle, found.values()):
                found[place] = puzzle | {"place": [number, place]}
    return {"number": number, "moves": len(match.codes), "puzzles": list(found.values())}


def is_usual(puzzle: dict[str, Any], others: Iterable[dict[str, Any]]) -> bool:
    """Whether odds are counted once more in a game for the same kind of move, of which there would be too many."""
    kind = puzzle["proof"], puzzle["theme"]
    return kind[0] in COUNTED and any(kind == (other["proof"], other["theme"]) for other in others)


def effort_at(quest: Quest, place: int, moves: int) -> Diligence:
    """All that can follow is looked at only near the end of a game."""
    return quest.effort if moves - place <= NEAR_END else quest.effort._replace(whole=0)


def played(quest: Quest, rng: random.Random) -> Match:
    """A game between bots of different strength."""
    match = Match(quest.game, quest.seats, quest.options, rng.getrandbits(32))
    bots = [Bot(quest.game, level=rng.choice(quest.players), seed=rng.getrandbits(32)) for _ in range(match.seats)]
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


def examined(match: Match, effort: Diligence, wishes: Wishes, at_once: bool) -> dict[str, Any] | None:
    """What there is to find in a position, as data; a win at once, or anything else. None if nothing is clear."""
    assert isinstance(match.actor, int)
    proofs = Proofs(match.engine, match.state, match.actor, effort)
    examination = Examination(match, proofs, wishes)
    look = examination.at_once if at_once else examination.found
    found = look() if examination.may_suit() else None
    told = found and described(match, found, effort)
    return told if told and (told["proof"] not in SEARCHED or told["hits"][-1] >= SURE_HITS) else None


def described(match: Match, found: Discovery, effort: Diligence) -> dict[str, Any]:
    """A finding with how hard it is, and what becomes of wrong moves, in the words of the game's notation."""
    assert isinstance(match.actor, int)
    written = list(notations(match, found.lines))
    answers = {line[0] for line in written}
    made = [hardness.choices(match, level) for level in LEVELS]
    hits = [hardness.hits(moves, answers) for moves in made]
    wrong = [move for moves in made for move in moves if move not in answers]
    told = {"seat": match.actor, "proof": found.proof, "lines": written}
    told |= {
        "theme": theme(match, match.actor, found.answers[0]),
        "hits": hits,
        "difficulty": hardness.difficulty(hits),
    }
    simulations = effort.first if found.proof in COMPARED else GLANCE
    return told | {"tries": tries(match, answers, wrong, simulations), "position": match.position()}


def tries(match: Match, answers: set[str], wrong: Sequence[str], simulations: int) -> dict[str, list[Any]]:
    """Of the answers and of wrong moves that come to mind: the chances, and in games without secrets the reply."""
    assert isinstance(match.actor, int)
    proofs = Proofs(match.engine, match.state, match.actor, USUAL)
    search = weighing.searched(match.engine, proofs.known, match.actor, simulations, 8)
    names = {code: name for name, code in match._legal.items()}
    likely = [names[code] for code in weighing.ranked(search)]
    wanted = list(dict.fromkeys([*sorted(answers), *wrong, *(move for move in likely if move not in answers)]))
    codes = [match._legal[move] for move in wanted[: MOST_TRIES + len(answers)]]
    return {names[each.code]: tried(match, proofs, each) for each in weighings(match, proofs, codes, simulations, 9)}


def tried(match: Match, proofs: Proofs, each: weighing.Weighed) -> list[Any]:
    """A move: the chances after it, the reply or nothing, and what is counted of it."""
    odds = [round(number, DIGITS) for number in counted(match, proofs, each.code)]
    return [round(each.chance, DIGITS), reply(match, each), *odds]


def counted(match: Match, proofs: Proofs, move: int) -> Sequence[float]:
    """How likely a move wins and loses before the next one, by dice or over deals; nothing, if neither is there."""
    if rolls(match):
        return OddsCounter(match.engine).ahead(match.engine.after(match.state, move), proofs.seat)
    if not match.engine.game.hidden:
        return ()
    deals = proofs.worlds()
    return [number / len(deals) for number in proofs.dealings.after(deals, move)]


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
