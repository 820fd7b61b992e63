"""Tests for authors of games: what every game promises, to be inherited, and helpers for what only one of them does.

    from tablier.testing import GameTests, drawn, drawing

    class TestFour(GameTests):
        game = "four"
        perft = {1: 7, 2: 49, 3: 343, 4: 2401}

    def test_a_full_column_takes_no_disc() -> None:
        match = drawn("four", ". . . O . . .   . . . X . . .   …")
        assert "d7" not in match.legal()

What the contract calls optional is optional here. What cannot be enumerated is sampled, and everything is bounded in
time. The rules are looked at in a process of their own first: if they crash there, the tests say so and run no further.
"""

from collections.abc import Mapping, Sequence
from functools import cache
from typing import Any, ClassVar

from tablier.authors.cases import TestedVariant, cases, random_match, sampled
from tablier.authors.checking import attempted, has_secrets
from tablier.authors.drawing import drawing, drawn
from tablier.authors.faults import Fault, serious
from tablier.authors.looking import check
from tablier.authors.promises import PROMISES
from tablier.authors.secrecy import SECRETS
from tablier.core.match import Match
from tablier.core.registry import load
from tablier.lab.perft import perft

__all__ = ["GameTests", "TestedVariant", "cases", "counted", "drawing", "drawn", "random_match", "sampled"]

LONGEST = 3_000  # decisions of a match that is looked at
SEED = 1


class GameTests:
    """What every game promises, on random games of its variants. ``game`` is its key.

    ``perft`` is how many sequences of so many decisions there are, by their number: counted by hand, or by another
    program. ``most_cases`` bounds how many variants are looked at, those with the usual options first.
    """

    game: ClassVar[str]
    perft: ClassVar[Mapping[int, int]] = {}
    most_cases: ClassVar[int] = 12

    def pytest_generate_tests(self, metafunc: Any) -> None:
        """Run each test that asks for a case on all of them."""
        if "case" in metafunc.fixturenames:
            metafunc.parametrize("case", cases(self.game)[: self.most_cases], ids=str)

    def test_nothing_is_wrong_that_a_check_can_see(self) -> None:
        """Sources, words, art and box; random games as plain Python within bounds; the same compiled."""
        expect(checked(self.game))

    def test_sequences_of_decisions_are_as_many_as_was_counted(self) -> None:
        """Held-out numbers, if there are some."""
        require(self.game)
        for depth, count in self.perft.items():
            found = counted(Match(self.game), depth)
            assert found == count, f"{self.game}: {found} sequences of {depth} decisions, and not {count}"

    def test_moves_have_notations_of_their_own(self, case: TestedVariant) -> None:
        """No two legal moves of a position are written alike."""
        look(case, "notations")

    def test_positions_come_back_as_they_were_written(self, case: TestedVariant) -> None:
        """Positions as JSON, out and in."""
        look(case, "positions")

    def test_saved_games_replay(self, case: TestedVariant) -> None:
        """Saved games lead to the same record again."""
        look(case, "saved_games")

    def test_pictures_and_touches(self, case: TestedVariant) -> None:
        """Pictures can be drawn, what is touched is in them, and every move is touched in its own way."""
        look(case, "pictures", "touches", "offers", "drawings")

    def test_stories_are_told_in_both_languages(self, case: TestedVariant) -> None:
        """Every move and the end have words."""
        look(case, "stories")

    def test_learners_and_bots_get_numbers(self, case: TestedVariant) -> None:
        """Tensors and advice are as the contract wants them."""
        look(case, "tensors", "advice")

    def test_secrets_stay_secret(self, case: TestedVariant) -> None:
        """What a seat cannot tell apart looks the same to it."""
        look(case, "concealing", "redealing", "deciding", "moving")

    def test_accounts_hold_what_the_seat_knows(self, case: TestedVariant) -> None:
        """What a seat may keep of a running game is read again as what it knows."""
        look(case, "accounts")


@cache
def checked(game: str) -> tuple[Fault, ...]:
    """All that is wrong with a game, found in processes of their own."""
    return tuple(serious(check(game)))


def require(game: str) -> None:
    """Go no further with rules that might crash."""
    expect(checked(game))


def expect(faults: Sequence[Fault]) -> None:
    """Fail with what is wrong."""
    assert not faults, "\n" + "\n".join(fault.say() for fault in dict.fromkeys(faults))


def look(case: TestedVariant, *names: str) -> None:
    """See whether a random game of a variant keeps some promises."""
    require(case.game)
    match, promises = whole(case), PROMISES | (SECRETS if has_secrets(load(case.game)) else {})
    expect([fault for name in names if name in promises for fault in attempted(match, name, promises[name])])


@cache
def played_already(game: str, number: int) -> Match:
    """A random match of a variant, by its number."""
    return random_match(cases(game)[number], SEED, LONGEST)


def whole(case: TestedVariant) -> Match:
    """A random match of a variant."""
    return played_already(case.game, cases(case.game).index(case))


def counted(match: Match, depth: int) -> int:
    """How many sequences of so many decisions follow a match."""
    return perft(match.engine, match.state, depth)
