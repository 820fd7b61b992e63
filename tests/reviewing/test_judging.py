"""Known blunders are found, with the better move and a sentence that is a fact."""

import pytest

from tablier import BadOption, Match, review
from tablier.bots.branch import branch, child
from tablier.bots.search import Search, strong_plan
from tablier.core.words import catalogue
from tablier.reviewing import pace
from tablier.reviewing.estimates import effort
from tablier.reviewing.passages import KINDS
from tests.reviewing.kit import played, recorded, reviewed


def test_a_threat_that_was_not_blocked_is_a_blunder() -> None:
    found = review(recorded("unblocked"), simulations=80)
    blunder = found.passages[19]
    assert (blunder.kind, blunder.better[:2]) == ("blunder", "d3")
    assert blunder.reason is not None
    assert blunder.reason.say("en") == "This left Red a square at d3 that nothing could stop."
    assert blunder.reason.say("fr").startswith("Cela a laissé à Rouge un carré à fermer en d3")
    assert blunder.after == (1.0, 0.0)
    assert blunder in found.turning_points
    assert "cell.d3" in blunder.ringed


def test_a_win_that_was_not_taken_is_missed() -> None:
    match = recorded("unblocked").at(20)
    match.play(next(move for move in match.legal() if not move.startswith("d3")))
    missed = review(match, simulations=40).passages[20]
    assert (missed.kind, missed.before, missed.better[:2]) == ("missed", (1.0, 0.0), "d3")
    assert missed.reason is not None
    assert missed.reason.key == "review.missed.now"


def test_a_game_without_advice_of_its_own_is_judged_too() -> None:
    allowed, missed = review(recorded("missed"), simulations=40).passages[49:51]
    assert (missed.kind, missed.better) == ("missed", "e1-g1")
    assert allowed.reason is not None
    assert allowed.reason.say() == "This let Blue win at once by e1-g1."


def test_a_step_that_risks_the_game_is_told_by_the_odds_of_the_die() -> None:
    risky = review(recorded("rim"), simulations=80).passages[8]
    assert risky.kind in ("mistake", "blunder")
    assert risky.reason is not None
    assert "50% of cases" in risky.reason.say("en")
    assert "50\u202f%" in risky.reason.say("fr")


def test_a_forced_win_stays_won_until_it_is_given_away() -> None:
    """From the proof on the winner's chances are certain, whatever the other does."""
    text = recorded("unblocked")
    found = review(text, simulations=60)
    assert [passage.after[0] for passage in found.passages[19:]] == [1.0, 1.0]


@pytest.mark.parametrize("game", ["konane", "minelfield", "samarra", "liars"])
def test_accuracy_is_that_of_decisions_and_judgements_follow_from_what_was_lost(game: str) -> None:
    found = reviewed(game)
    for own in found.ledgers:
        assert own.accuracy is None or 0 <= own.accuracy <= 1
        assert set(own.judged) == set(KINDS)
    for passage in found.passages:
        assert (passage.kind != "") == (passage.reason is not None)
        assert not passage.kind or (passage.loss >= 0.05 and passage.better not in ("", passage.move))
        assert not passage.kind or f"review.kind.{passage.kind}" in catalogue("review")


def test_wrong_efforts_are_refused() -> None:
    match = recorded("rim")
    for wrong in ({"level": 8}, {"level": True}, {"simulations": 0}, {"simulations": 2.5}, {"cores": 0}):
        with pytest.raises(BadOption):
            review(match, **wrong)


def test_progress_is_told_to_the_end() -> None:
    told: list[tuple[int, int]] = []
    review(recorded("rim"), simulations=5, progress=lambda *step: told.append(step))
    assert [done for done, _ in told] == list(range(1, told[-1][1] + 1))
    assert len(told) == len(recorded("rim").moves) + 1


@pytest.mark.parametrize("game", ["konane", "minelfield", "sprawl"])
def test_a_search_goes_on_from_what_the_one_before_has_found(game: str) -> None:
    match = played(game).at(0)
    assert isinstance(match.actor, int)
    search = Search(match.engine, match.state, match.actor, strong_plan(match.engine.game), seed=1)
    search.run(300, None)
    move = max(search.children(), key=lambda found: found[1])[0]
    node = child(search.nodes, 0, move)
    grown = branch(search.nodes, node)
    other = Search(match.engine, match.engine.after(match.state, move), 0, search.plan, seed=1)
    other.nodes = grown
    assert [each[:3] for each in other.children()] == [each[:3] for each in search.children(node)]
    assert grown[0].visits == search.nodes[node].visits
    assert len(grown) < int(search.desk[0].used)


def test_turning_points_stand_in_the_order_of_the_game() -> None:
    numbers = [passage.number for passage in review(recorded("missed"), simulations=40).turning_points]
    assert numbers == sorted(numbers)
    assert 0 < len(numbers) <= 6


def test_a_match_is_not_changed_by_its_review() -> None:
    match = Match.from_text(recorded("rim").text())
    before = match.text(), match.state.tobytes()
    review(match, simulations=5)
    assert (match.text(), match.state.tobytes()) == before


def test_in_a_long_game_each_move_is_thought_about_less_unless_it_is_said_how_much(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setattr(pace, "BUDGET", 20_000)
    monkeypatch.setattr(pace, "LEAST", 7)
    match = recorded("rim")
    usual = effort(match.engine, None, None)
    assert pace.paced(match.at(2), usual, 0).simulations > 7
    assert review(recorded("missed")).effort.simulations == 7
    assert review(match, level=1).effort.simulations == effort(match.engine, 1, None).simulations
    assert review(match, simulations=9).effort.simulations == 9
