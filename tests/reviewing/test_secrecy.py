"""In games with secrets everybody is judged by what they knew, and a running game tells nothing else."""

from typing import Any

import pytest

from tablier import Bot, Match, NotNow, review
from tablier.core.contract import CHANCE
from tablier.reviewing.passages import Passage
from tests.contract.test_secrets import alike
from tests.reviewing.kit import SEATS, played, reviewed

SIMULATIONS = 10


def running(game: str, moves: int, seed: int) -> Match:
    """A game that still runs after so many moves, between quick bots."""
    match, bot = Match(game, SEATS.get(game), seed=seed), Bot(game, level=1, simulations=10, seed=seed)
    while match.outcome is None and len(match.moves) < moves:
        if match.actor == "chance":
            match.roll()
        else:
            match.play(bot.choose(match))
    assert match.outcome is None
    return match


def data(match: Match, seat: int) -> dict[str, Any]:
    """What a seat is told of a running game."""
    return review(match, simulations=SIMULATIONS, seat=seat).data()


def test_games_that_a_seat_cannot_tell_apart_have_the_same_review() -> None:
    compared = 0
    for seed in range(3):
        match = running("samarra", 6, seed)
        for seat in range(2):
            told = data(match, seat)
            for other in alike(match, seat)[:3]:
                assert data(other, seat) == told
                compared += other.state.tobytes() != match.state.tobytes()
    assert compared > 3


def twin(match: Match, seat: int) -> Match:
    """Another game that a seat cannot tell from this one: where it sees no difference, chance threw something else."""
    other = match.at(0)
    for number, move in enumerate(match.moves):
        seen = match.at(number + 1).known(seat).tobytes()
        moves = [*other.legal()[::-1], move] if other.actor == "chance" else [move]
        after = [other.copy() for _ in moves]
        for fork, chosen in zip(after, moves, strict=True):
            fork.play(chosen)
        other = next(fork for fork in after if fork.known(seat).tobytes() == seen)
    return other


def test_dice_under_the_cups_of_others_do_not_change_a_review() -> None:
    match = running("liars", 20, 1)
    other = twin(match, 0)
    assert other.state.tobytes() != match.state.tobytes()
    assert data(other, 0) == data(match, 0)
    assert data(other, 0)["moves"]


@pytest.mark.parametrize("game", ["samarra", "liars"])
def test_an_account_is_reviewed_as_the_game_is_from_that_seat(game: str) -> None:
    match = running(game, 8, 2)
    assert review(Match.from_text(match.text(1)), simulations=SIMULATIONS).data() == data(match, 1)


@pytest.mark.parametrize("game", ["samarra", "liars"])
def test_of_a_running_game_a_seat_is_told_of_nobody_but_itself(game: str) -> None:
    match = running(game, 8, 3)
    found = review(match, simulations=SIMULATIONS, seat=1)
    assert [own.seat for own in found.ledgers] == [1]
    for passage in found.passages:
        assert [seat for seat, chance in enumerate(passage.after) if chance is not None] == [1]
        assert set(passage.beliefs) <= {1}
        if passage.actor not in (1, CHANCE):
            assert not passage.decided
            assert (passage.better, passage.line, passage.alternatives) == ("", (), ())


def test_a_running_game_with_secrets_has_no_review_for_everybody() -> None:
    match = running("samarra", 6, 1)
    spectator = Match.from_text(match.text(None))
    for wrong, seat in ((match, None), (spectator, None), (Match.from_text(match.text(0)), 1)):
        with pytest.raises(NotNow):
            review(wrong, simulations=SIMULATIONS, seat=seat)


def test_beliefs_are_shares_that_hold_the_truth() -> None:
    match, found = played("samarra"), reviewed("samarra")
    told = 0
    for passage in found.passages:
        position = match.at(passage.number).position()
        for seat, held in passage.beliefs.items():
            hidden = {piece["tent"]: piece["character"] for piece in position["pieces"] if piece["seat"] != seat}
            for tent, belief in enumerate(held):
                shares = [share for _, share in belief.shares]
                assert sum(shares) == pytest.approx(1)
                if tent in hidden:
                    assert shares["SMD".index(hidden[tent])] > 0
                told += 1
    assert told > 20


def test_when_all_is_known_a_seat_is_still_judged_by_what_it_knew_then() -> None:
    """Over and open, the games that a seat could not tell apart have the same review of that seat."""
    match = running("samarra", 9, 6)
    games = [match.copy(), *alike(match, 0)[:3]]
    told = []
    for game in games:
        game.end([1, 0], "resigned")
        found = review(game, simulations=SIMULATIONS)
        assert len(found.ledgers) == 2
        told.append([judged(passage) for passage in found.passages])
    assert len({game.state.tobytes() for game in games}) > 1
    assert all(each == told[0] for each in told)


def judged(passage: Passage) -> tuple[object, ...]:
    """What a review says of seat 0 and its decisions."""
    own = (passage.better, passage.kind, passage.line, passage.alternatives) if passage.actor == 0 else ()
    chances = passage.before[0], passage.expected[0], passage.after[0]
    return (*chances, *own, passage.beliefs.get(0))
