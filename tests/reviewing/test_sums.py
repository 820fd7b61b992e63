"""Luck and skill: they add up exactly, and nothing is luck where nothing is left to chance or hidden."""

import pytest

from tablier import Match, review
from tablier.core.contract import CHANCE
from tablier.core.registry import load
from tests.reviewing.kit import ALL, SIMULATIONS, played, recorded, reviewed

each_game = pytest.mark.parametrize("game", ALL)


@each_game
def test_luck_and_decisions_add_up_exactly_to_the_change_in_chances(game: str) -> None:
    found = reviewed(game)
    assert len(found.ledgers) == found.match.seats
    for own in found.ledgers:
        assert own.start + own.luck + own.own + own.others + own.settled == own.end
        assert own.end == found.match.outcome.scores[own.seat]
        steps = sum(passage.luck(own.seat) + passage.skill(own.seat) for passage in found.passages)
        assert own.start + steps == found.last[own.seat]


@each_game
def test_each_move_begins_where_the_one_before_has_ended(game: str) -> None:
    found = reviewed(game)
    befores = [*(passage.before for passage in found.passages), found.last]
    assert befores == [found.start, *(passage.after for passage in found.passages)]


@each_game
def test_chance_is_luck_and_open_decisions_are_none(game: str) -> None:
    found, hidden = reviewed(game), load(game).hidden
    for passage in found.passages:
        seats = range(found.match.seats)
        if passage.actor == CHANCE:
            assert not any(passage.skill(seat) for seat in seats)
        elif not hidden:
            assert not any(passage.luck(seat) for seat in seats)
        else:  # of what one does, others do not learn by luck
            assert not any(passage.luck(seat) for seat in seats if seat != passage.actor)


def test_a_throw_is_as_lucky_as_another_is_unlucky() -> None:
    """What a die is worth before it is thrown is the mean of all its faces, each reviewed with the same searches."""
    match = played("minelfield")
    number = next(number for number in range(len(match.moves)) if match.at(number).actor == "chance")
    before = match.at(number)
    lucky = []
    for face in before.legal():
        other = before.copy()
        other.play(face)
        lucky.append(review(other, simulations=400).passages[number].luck(0))
    assert min(lucky) <= 0 <= max(lucky)
    assert abs(sum(lucky)) < 0.2


def test_what_the_table_decides_is_neither_luck_nor_skill() -> None:
    match = Match("konane", seed=1)
    match.play(match.legal()[0])
    match.end([0, 1], "resigned")
    found = review(match, simulations=SIMULATIONS)
    assert [own.settled for own in found.ledgers] == [-found.last[0], 1 - found.last[1]]
    assert [own.end for own in found.ledgers] == [0, 1]


@each_game
def test_a_game_of_no_moves_has_a_review_too(game: str) -> None:
    match = Match(game, seed=1)
    if load(game).hidden:
        match.end([1, *[0] * (match.seats - 1)], "resigned")
    found = review(match, simulations=SIMULATIONS)
    assert found.passages == found.turning_points == ()
    assert "tablier-review" in found.html("fr")


@each_game
def test_the_same_game_has_the_same_review_on_however_many_cores(game: str) -> None:
    again = review(played(game), simulations=SIMULATIONS, cores=3)
    assert again.data() == reviewed(game).data()


def test_another_seed_searches_otherwise() -> None:
    assert (
        review(recorded("rim"), simulations=SIMULATIONS, seed=1).data()
        != review(recorded("rim"), simulations=SIMULATIONS, seed=2).data()
    )
