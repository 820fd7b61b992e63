"""Puzzles are what they are said to be: proofs are made again, odds counted again, bots asked again."""

import datetime
import json
from collections.abc import Iterator, Mapping
from itertools import pairwise
from pathlib import Path
from typing import Any

import pytest
from typer.testing import CliRunner

from tablier.cli import app
from tablier.core.contract import CHANCE, NOBODY
from tablier.core.engine import Engine, Outcome
from tablier.core.match import Match
from tablier.core.puzzles import LEVELS, Puzzle, of_the_day, puzzles
from tablier.core.records import Bytes
from tablier.core.registry import load
from tablier.games import GAMES
from tablier.lab import finder, hardness
from tablier.lab import puzzles as finding
from tablier.lab.counting import DEEPEST, OddsCounter
from tablier.lab.examining import DEALS_MARGIN, ODDS_MARGIN, Examination, Wishes, leaders
from tablier.lab.finder import Quest
from tablier.lab.jobs import Crew
from tablier.lab.lines import MOST_WAYS, chosen, notations, theme
from tablier.lab.proving import USUAL, Proofs, proved
from tablier.lab.puzzle_tables import tables
from tablier.lab.solving import LOST, UNKNOWN, WON, Solver

ROOT = Path(__file__).parents[2]
SAMPLE = 20  # of so many puzzles one is looked at quickly; all of them, in slow tests
QUICK_LEVELS = 2  # the lowest levels, which are quick
ROUNDING = 0.001
LEAST_FORCED = 25  # wins by force in Sam Liam that take two moves or more
THIRD_MARGIN = 0.04  # in a search that nobody has chosen the puzzles by


def every(game: str) -> list[Puzzle]:
    return list(puzzles(game).values())


def sampled(game: str, step: int = SAMPLE) -> list[Puzzle]:
    """Other puzzles each day."""
    return every(game)[datetime.date.today().toordinal() % step :: step]


def proofs_of(puzzle: Puzzle) -> Proofs:
    match = puzzle.match()
    return Proofs(match.engine, match.state, puzzle.seat, USUAL)


def codes(puzzle: Puzzle) -> set[int]:
    return {puzzle.match()._legal[line[0]] for line in puzzle.lines}


def is_right(puzzle: Puzzle) -> bool:
    """Whether what proved a puzzle proves it again."""
    proofs, match = proofs_of(puzzle), puzzle.match()
    answers = codes(puzzle)
    if puzzle.proof == "now":
        return {tuple(line) for line in puzzle.lines} == set(written_wins(match, proofs))
    if puzzle.proof == "solved":
        solved = proofs.solved()
        return solved is not None and set(chosen(proofs.moves, solved)) == answers
    if puzzle.proof == "force":
        return set(proofs.forced(MOST_WAYS)) == answers
    if puzzle.proof == "only":
        return set(proofs.safe(1)) == answers
    if puzzle.proof == "deals":
        return set(leaders(Examination(match, proofs).balances(), DEALS_MARGIN)) == answers
    return is_ahead(puzzle, Examination(match, proofs), answers.pop())


def written_wins(match: Match, proofs: Proofs) -> Iterator[tuple[Any, ...]]:
    """All wins of this turn as they are written."""
    return map(tuple, notations(match, [list(win) for win in proofs.wins_now()]))


def is_ahead(puzzle: Puzzle, examination: Examination, answer: int) -> bool:
    """Whether exact odds, or a search with a seed of its own, put the answer first."""
    others = [move for move in examination.proofs.moves if move != answer]
    if puzzle.proof == "odds":
        return examination.balance(answer) - max(map(examination.balance, others)) >= ODDS_MARGIN
    tried = [puzzle.match()._legal[move] for move in puzzle.tries]
    rivals = [answer, *(move for move in tried if move != answer)]
    return examination.weigh_up(rivals, USUAL.second, 77) >= THIRD_MARGIN


@pytest.mark.parametrize("game", GAMES)
def test_some_puzzles_are_proved_again(game: str) -> None:
    assert [puzzle.id for puzzle in sampled(game) if not is_right(puzzle)] == []


@pytest.mark.slow
@pytest.mark.parametrize("game", GAMES)
def test_all_puzzles_are_proved_again(game: str) -> None:
    assert [puzzle.id for puzzle in every(game) if not is_right(puzzle)] == []


def counted(puzzle: Puzzle, levels: int) -> list[int]:
    answers = {line[0] for line in puzzle.lines}
    return [hardness.hits(hardness.choices(puzzle.match(), level), answers) for level in LEVELS[:levels]]


@pytest.mark.parametrize("game", GAMES)
def test_bots_find_some_as_often_as_is_said(game: str) -> None:
    for puzzle in sampled(game):
        assert counted(puzzle, QUICK_LEVELS) == list(puzzle.hits[:QUICK_LEVELS]), puzzle.id


@pytest.mark.slow
@pytest.mark.parametrize("game", GAMES)
def test_bots_find_all_as_often_as_is_said(game: str) -> None:
    for puzzle in every(game):
        assert counted(puzzle, len(LEVELS)) == list(puzzle.hits), puzzle.id


@pytest.mark.parametrize("game", GAMES)
def test_how_hard_it_is_follows_from_who_finds_it(game: str) -> None:
    for puzzle in every(game):
        assert puzzle.difficulty == hardness.difficulty(puzzle.hits)
        assert all(0 <= hits <= hardness.TRIES for hits in puzzle.hits)


@pytest.mark.parametrize("game", GAMES)
def test_the_answer_is_worth_most(game: str) -> None:
    for puzzle in every(game):
        if puzzle.proof == "best":
            answers = {line[0] for line in puzzle.lines}
            best = min(puzzle.tries[move][0] for move in answers)
            assert all(kept[0] <= best + ROUNDING for move, kept in puzzle.tries.items() if move not in answers)


HIDDEN = [game for game in GAMES if load(game).hidden]


def tallied(proofs: Proofs, deals: list[Bytes], move: int) -> tuple[int, int]:
    """In how many deals the best plan that begins with a move wins, and can be lost next, as plainly as can be."""
    engine, seat = proofs.engine, proofs.seat
    reached = [engine.after(deal, move) for deal in deals]
    over = [state for state in reached if engine.actor(state) != seat]
    win = sum(proofs.has_won(state) for state in over)
    loss = sum(engine.actor(state) >= 0 and can_win(engine, state, engine.actor(state)) for state in over)
    loss += sum(engine.actor(state) == NOBODY and not proofs.has_won(state) for state in over)
    seen = {engine.concealed(state, seat).tobytes() for state in reached if engine.actor(state) == seat}
    for view in seen:
        alike = [state for state in reached if engine.concealed(state, seat).tobytes() == view]
        each = [tallied(proofs, alike, second) for second in engine.survey(alike[0]).moves]
        more = max(each, key=lambda odds: (odds[0] - odds[1], odds[0]))
        win, loss = win + more[0], loss + more[1]
    return win, loss


def can_win(engine: Engine, state: Bytes, seat: int) -> bool:
    """Whether a seat that knows everything wins within its turn."""
    if engine.actor(state) != seat:
        return engine.actor(state) == NOBODY and int(state[0].winners) == 1 << seat
    return any(can_win(engine, engine.after(state, move), seat) for move in engine.survey(state).moves)


@pytest.mark.parametrize("game", HIDDEN)
def test_what_is_right_is_right_whatever_is_hidden(game: str) -> None:
    """A win of this turn wins in every deal."""
    for puzzle in sampled(game, 5):
        if puzzle.proof == "now":
            proofs = proofs_of(puzzle)
            deals = proofs.worlds()
            assert all(tallied(proofs, deals, code)[0] == len(deals) for code in codes(puzzle))


@pytest.mark.parametrize("game", HIDDEN)
def test_what_others_would_answer_is_not_kept_where_it_would_tell_what_they_have(game: str) -> None:
    assert all(not kept[1] for puzzle in every(game) for kept in puzzle.tries.values())


@pytest.mark.parametrize("game", HIDDEN)
def test_deals_are_counted_exactly(game: str) -> None:
    for puzzle in [each for each in every(game) if each.proof == "deals"][datetime.date.today().toordinal() % 15 :: 15]:
        proofs, match = proofs_of(puzzle), puzzle.match()
        deals = proofs.worlds()
        for move, kept in list(puzzle.tries.items())[:4]:
            found = tallied(proofs, deals, match._legal[move])
            assert tuple(kept[2:]) == tuple(round(number / len(deals), 3) for number in found)


def test_a_win_that_follows_from_what_the_first_move_shows_is_found() -> None:
    """The Servant is under one of two tents: the Merchant looks under one, then Death strikes the right one."""
    places = [("S", "a1"), ("M", "b4"), ("D", "c3")], [("S", "c4"), ("M", "d3"), ("D", "e5")]
    pieces = [
        {"seat": seat, "character": character, "tent": tent, "cell": cell, "revealed": (seat, character) == (1, "D")}
        for seat, row in enumerate(places)
        for tent, (character, cell) in enumerate(row)
    ]
    position = Match("samarra").position() | {"pieces": pieces, "turn": 0, "turns": 6, "actions": 2}
    match = Match.from_position(position)
    proofs = Proofs(match.engine, match.state, 0, USUAL)
    assert len(proofs.worlds()) == 2
    found = Examination(match, proofs).at_once()
    assert found is not None
    assert list(notations(match, found.lines)) == [["b4?c4", "c3xc4"]]
    assert theme(match, 0, found.answers[0]) == "reveal"
    assert proofs.search.sure_win() is None, "no move wins that does not look first"


# Proofs


def ending(decisions: int) -> tuple[Engine, list[Bytes]]:
    """The last positions of a game of Konane."""
    match = Match("konane", seed=3)
    while match.actor is not None:
        legal = match.legal()
        match.play(legal[len(match.moves) * 7 % len(legal)])
    return match.engine, match.history[-decisions - 1 :]


def wins(engine: Engine, state: Bytes, seat: int) -> bool:
    """The same as a proof, as plainly as can be."""
    survey = engine.survey(state)
    if not survey.moves:
        return int(state[0].winners) == 1 << seat
    found = (wins(engine, engine.after(state, move), seat) for move in survey.moves)
    return any(found) if survey.actor == seat else all(found)


def test_a_proof_finds_what_looking_at_everything_finds() -> None:
    engine, states = ending(6)
    for seat in range(2):
        solver = Solver(engine, seat)
        assert [solver.solved(state, 10**6) == WON for state in states] == [wins(engine, each, seat) for each in states]


def test_a_proof_that_runs_out_of_positions_says_so() -> None:
    engine, states = ending(12)
    assert Solver(engine, 0).solved(states[0], 3) == UNKNOWN
    assert {Solver(engine, 0).solved(states[-1], 3), Solver(engine, 1).solved(states[-1], 3)} == {LOST, WON}


def holds(proofs: Proofs, state: Bytes) -> bool:
    """Whether a win is reached against every legal reply, by the moves that the game's own proof names."""
    engine, seat = proofs.engine, proofs.seat
    if engine.actor(state) == NOBODY:
        return proofs.has_won(state)
    if engine.actor(state) != seat:
        return all(holds(proofs, engine.after(state, reply)) for reply in engine.survey(state).moves)
    move = proved(engine, state, seat, USUAL.threats)
    return move is not None and holds(proofs, engine.after(state, move))


def is_tree(puzzle: Puzzle) -> bool:
    """Whether each answer wins by force, against everything."""
    proofs = proofs_of(puzzle)
    return all(holds(proofs, proofs.engine.after(proofs.state, code)) for code in codes(puzzle))


def by_force() -> list[Puzzle]:
    return [puzzle for puzzle in every("samliam") if puzzle.proof == "force"]


def test_some_wins_by_force_hold_against_every_reply() -> None:
    found = by_force()[datetime.date.today().toordinal() % SAMPLE :: SAMPLE]
    assert [puzzle.id for puzzle in found if not is_tree(puzzle)] == []


@pytest.mark.slow
def test_all_wins_by_force_hold_against_every_reply() -> None:
    found = by_force()
    assert len([puzzle for puzzle in found if puzzle.turns >= 2]) >= LEAST_FORCED
    assert [puzzle.id for puzzle in found if not is_tree(puzzle)] == []


def counted_plainly(
    engine: Engine, state: Bytes, seat: int, goes_on: bool, depth: int = DEEPEST
) -> tuple[float, float]:
    """How likely a seat wins and loses: by chance alone or, if it goes on, by the reply with the best odds too."""
    survey = engine.survey(state)
    if survey.actor == NOBODY:
        share = (engine.outcome(state) or Outcome((0.5, 0.5), "")).scores[seat]
        return float(share == 1), float(share == 0)
    afters = [engine.after(state, move) for move in survey.moves] if depth else []
    if survey.actor == CHANCE and depth:
        each = [counted_plainly(engine, after, seat, goes_on, depth - 1) for after in afters]
        parts = [(weight / sum(survey.weights), odds) for weight, odds in zip(survey.weights, each, strict=True)]
        return sum(part * odds[0] for part, odds in parts), sum(part * odds[1] for part, odds in parts)
    if survey.actor in (seat, CHANCE) or not goes_on or not depth:
        return 0.0, 0.0
    found = [counted_plainly(engine, after, survey.actor, False) for after in afters]
    loss, win = max(found, key=lambda odds: odds[0] - odds[1])
    return win, loss


def test_odds_are_counted_exactly() -> None:
    found = [puzzle for puzzle in every("minelfield") if puzzle.position["options"]["die"] == 6][:2]
    for puzzle in found:
        match = puzzle.match()
        for move, kept in list(puzzle.tries.items())[:5]:
            after = match.engine.after(match.state, match._legal[move])
            told = OddsCounter(match.engine).ahead(after, puzzle.seat)
            assert tuple(told) == pytest.approx(counted_plainly(match.engine, after, puzzle.seat, True))
            assert tuple(kept[2:]) == (round(told.win, 3), round(told.loss, 3))


# Finding


SMALL = USUAL._replace(whole=2_000, threats=200, first=200, second=400)


def canned(number: int) -> dict[str, Any]:
    """What a game might have brought: a puzzle that we have, and in every second game one that came before."""
    known = [{key: value for key, value in vars(puzzle).items() if key != "game"} for puzzle in every("konane")]
    return {"number": number, "moves": 40, "puzzles": [known[number % 40], known[0]][: 1 + number % 2]}


def found(quest: Quest, number: int, file: Path | None = None) -> list[dict[str, Any]]:
    return list(finding.rounds(quest, number, Crew(), file))[-1][1]


@pytest.fixture
def konane(monkeypatch: pytest.MonkeyPatch) -> Quest:
    monkeypatch.setattr(finding, "explore", lambda quest, number: canned(number))
    return finding.quest("konane", None, {}, 0)


def test_it_is_looked_for_until_there_are_enough_that_differ(konane: Quest) -> None:
    rows = found(konane, 20)
    assert len(rows) >= 20
    assert len({row["id"] for row in rows}) == len(rows)
    assert all(list(row) == list(finding.KEPT) for row in rows)
    assert found(konane, 20) == rows


def test_what_was_found_before_an_interruption_is_not_looked_for_again(
    konane: Quest, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    file = tmp_path / "journal.jsonl"
    whole, played = found(konane, 20), list[int]()

    def explored(quest: Quest, number: int) -> Mapping[str, Any]:
        played.append(number)
        if len(played) == 10:
            raise KeyboardInterrupt
        return canned(number)

    monkeypatch.setattr(finding, "explore", explored)
    with pytest.raises(KeyboardInterrupt):
        found(konane, 20, file)
    file.write_text(file.read_text(encoding="utf-8") + '{"number": 9, "pu', encoding="utf-8")  # a line was torn
    assert found(konane, 20, file) == whole
    assert sorted(set(played)) == list(range(max(played) + 1))
    assert len(played) == len(set(played)) + 1, "only the game that was interrupted is played again"


def test_a_game_brings_the_same_puzzles_every_time() -> None:
    match = Match("konane")
    quest = Quest("konane", 2, match.options, 5, SMALL)
    one, other = (json.loads(json.dumps(finder.explore(quest, 3))) for _ in range(2))
    assert one == other
    places = sorted(puzzle["place"][1] for puzzle in one["puzzles"])
    assert all(later - earlier > finder.APART for earlier, later in pairwise(places))


def test_only_what_is_wished_for_is_found() -> None:
    quest = Quest("konane", 2, Match("konane").options, 5, SMALL, wishes=Wishes(("now",), ("chain", "blocked")))
    rows = [puzzle for number in range(6) for puzzle in finder.explore(quest, number)["puzzles"]]
    assert rows
    assert all((row["proof"], row["theme"] in ("chain", "blocked")) == ("now", True) for row in rows)


@pytest.mark.parametrize(("wish", "given"), [("--proof", "luck"), ("--theme", "strike")])
def test_a_wish_that_nothing_can_fulfil_is_refused_in_a_sentence(wish: str, given: str) -> None:
    done = CliRunner().invoke(app, ["lab", "puzzles", "konane", wish, given, "--language", "en"])
    assert done.exit_code == 2
    assert f"'{given}'" in done.output.replace("\n", " ")


def test_puzzles_are_chosen_of_all_kinds() -> None:
    rows = [
        {"id": f"{theme}{difficulty}{number}", "theme": theme, "proof": "best", "difficulty": difficulty}
        for theme, count in (("often", 30), ("seldom", 2))
        for difficulty in (1, 2)
        for number in range(count)
    ]
    chosen = finding.spread(rows, 10)
    assert len(chosen) == 10
    assert sum(row["theme"] == "seldom" for row in chosen) == 4
    assert [row["difficulty"] for row in chosen] == sorted(row["difficulty"] for row in chosen)
    assert finding.spread(rows, 10) == chosen


def test_the_command_writes_what_can_be_read_and_keeps_what_was_there(
    konane: Quest, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    file = tmp_path / "puzzles.json"
    for count in ("5", "8"):
        done = CliRunner().invoke(app, ["lab", "puzzles", "konane", "--count", count, "-o", str(file)])
        assert done.exit_code == 0, done.output
    rows = finding.read(file)
    assert len(rows) >= 8
    assert len({row["id"] for row in rows}) == len(rows)
    file.write_text("no puzzles", encoding="utf-8")
    done = CliRunner().invoke(app, ["lab", "puzzles", "konane", "--count", "5", "-o", str(file)])
    assert done.exit_code == 2
    assert file.read_text(encoding="utf-8") == "no puzzles"


def test_the_numbers_in_the_documentation_are_current() -> None:
    """``python -m tablier.lab.puzzle_tables docs/puzzles.md`` writes them anew."""
    assert tables() in (ROOT / "docs" / "puzzles.md").read_text(encoding="utf-8")


def test_every_day_has_one_puzzle_and_days_have_different_ones() -> None:
    days = [datetime.date(2026, 11, day) for day in range(1, 31)]
    drawn = [of_the_day(list(GAMES), day) for day in days]
    assert drawn == [of_the_day(list(reversed(GAMES)), day) for day in days]
    assert len({puzzle.id for puzzle in drawn if puzzle}) > 20
    assert of_the_day([], days[0]) is None
