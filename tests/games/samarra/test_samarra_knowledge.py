"""What seats and spectators can conclude, how a redeal draws, and what an account of a running game keeps."""

from collections import Counter

from tablier import Match
from tablier.core.contract import SPECTATOR
from tablier.core.random import seeded
from tests.games.samarra.boards import drawn, opened, played, possible

ALL = {"SMD", "SDM", "MSD", "MDS", "DSM", "DMS"}
AT_THE_GATE = """
    . . m d .
    . S . . .
    . . . . .
    . . . s .
    . M D . .
"""


def test_at_first_everything_is_possible() -> None:
    match = opened()
    assert possible(match, 0) == possible(match, 1) == ALL
    assert len(possible(match, None)) == 36


def test_a_servant_that_enters_and_does_not_win_tells_its_owner_where_death_is() -> None:
    match = played(drawn(AT_THE_GATE), "b4-b5")
    # The white tents stand on d2, c5 and d5; Death is under one of those in the city.
    assert possible(match, 0) == ALL - {"DSM", "DMS"}


def test_a_piece_that_enters_and_does_not_win_is_no_servant_if_death_is_away() -> None:
    match = drawn("""
        . . m s .
        . M . d .
        . . . . .
        . . . . .
        . S D . .
    """)
    match.play("b4-b5")
    # White knows that its Death is away, so the third black tent is no Servant; the others may be.
    assert possible(match, 1) == {"SMD", "SDM", "MSD", "DSM"}
    assert possible(match, 0) == ALL
    assert len(possible(match, None)) == 36 - 2 * 2


def test_an_automatic_death_that_does_not_strike_tells_that_death_is_away() -> None:
    match = drawn(
        """
        . . m s .
        . M . d .
        . . . . .
        . . . . .
        . S D . .
        """,
        automatic_death=True,
    )
    match.play("b4-b5")
    assert possible(match, 0) == {"DSM", "DMS"}


def test_a_killed_piece_was_no_servant_and_its_killer_is_death() -> None:
    match = drawn("""
        . . . . .
        . . s . .
        . d D . .
        . . m . .
        . S . M .
    """)
    match.play("c3xc2")
    assert possible(match, 0) == {"MSD", "MDS", "DSM", "DMS"}
    assert possible(match, 1) == {"SMD", "MSD"}


def test_a_reveal_tells_who_both_are() -> None:
    match = drawn("""
        . . . . .
        . . s . .
        . d M . .
        . . m . .
        . S . D .
    """)
    match.play("c3?b3")
    assert possible(match, 0) == {"SDM", "MDS"}
    assert possible(match, 1) == {"SDM", "DSM"}


def test_a_turn_that_ends_by_itself_tells_what_could_not_be_done() -> None:
    match = drawn(
        """
        M D S . s
        # # # m d
        """,
        board="BBBSS/###S.",
        turn=1,
        actions=1,
    )
    assert possible(match, 1) == ALL
    match.play("e2-d2")
    assert match.actor == 1
    assert possible(match, 1) == {"MDS", "DMS"}  # a Merchant or Death on c2 could have used its power


def test_a_turn_that_does_not_end_by_itself_tells_that_something_can_be_done() -> None:
    match = drawn(
        """
        S D M . s
        # # # m d
        """,
        board="BBBSS/###S.",
        turn=1,
        actions=1,
    )
    match.play("e2-d2")
    assert match.actor == 0
    assert possible(match, 1) == ALL - {"MDS", "DMS"}


def test_a_loaded_position_leaves_all_that_fits_its_constraints() -> None:
    match = drawn(AT_THE_GATE)
    assert len(possible(match, None)) == 36
    match = drawn(AT_THE_GATE.replace("m", "."), dead="m")
    assert possible(match, 0) == {"SMD", "SDM", "MSD", "DSM"}
    assert possible(match, 1) == {"MDS", "SDM"}
    match = drawn(AT_THE_GATE, revealers=(1,))
    assert possible(match, 0) == {"SMD", "DMS"}


def test_behind_the_screen_nothing_of_the_other_set_up_is_known() -> None:
    one, two = (played(Match("samarra"), move) for move in ("S@b1 M@c1 D@d1", "S@d1 M@c1 D@b1"))
    for seat in (1, None):
        assert one.known(seat).tobytes() == two.known(seat).tobytes()
    assert one.known(0).tobytes() != two.known(0).tobytes()


def redealt(match: Match, seat: int, count: int) -> Counter[bytes]:
    """How often each state comes out of so many redeals."""
    known, rng = match.engine.concealed(match.state, seat), seeded(1)
    return Counter(match.engine.redealt(known, seat, rng).tobytes() for _ in range(count))


def test_a_redeal_draws_evenly_among_what_is_possible() -> None:
    match = played(drawn(AT_THE_GATE), "b4-b5")
    dealt = redealt(match, 0, 4000)
    assert len(dealt) == 4
    assert all(900 < times < 1100 for times in dealt.values())
    assert match.state.tobytes() in dealt
    assert len(redealt(match, SPECTATOR, 4000)) == len(possible(match, None))


def test_a_redeal_behind_the_screen_draws_evenly_among_all_set_ups() -> None:
    match = played(Match("samarra", options={"board": "SSS/.../BBB/B.."}), "S@b2 M@a1 D@c2")
    dealt = redealt(match, 1, 4800)
    assert len(dealt) == 4 * 3 * 2
    assert all(140 < times < 260 for times in dealt.values())
    assert match.state.tobytes() in dealt
    assert set(redealt(match, 0, 10)) == {match.state.tobytes()}


def test_the_end_shows_everything() -> None:
    match = drawn(AT_THE_GATE.replace("d", "."), dead="d")
    match.play("b4-b5")
    assert match.view(0) == match.view(1) == match.view(None) == match.position()
    assert match.known(None).tobytes() == match.state.tobytes()


def moves(match: Match, seat: int | None) -> list[str]:
    return match.text(seat).split("\n\n")[1].split("\n")[:-1]


def test_an_account_hides_the_enemys_set_up() -> None:
    match = played(Match("samarra"), "S@b1 M@c1 D@d1")
    assert moves(match, 1) == moves(match, None) == ["?"]
    assert moves(match, 0) == ["S@b1 M@c1 D@d1"]
    match.play("S@d5 M@c5 D@b5")
    assert moves(match, 0) == ["S@b1 M@c1 D@d1", "?@b5 ?@c5 ?@d5"]
    assert moves(match, 1) == ["?@b1 ?@c1 ?@d1", "S@d5 M@c5 D@b5"]
    assert moves(match, None) == ["?@b1 ?@c1 ?@d1", "?@b5 ?@c5 ?@d5"]


def revealing() -> Match:
    """A game in which the white Merchant reveals the black Death."""
    match = opened("S@b1 M@c1 D@d1", "S@d5 M@c5 D@b5")
    return played(match, "d1-d2", "c5-c4", "c4-c3", "b1-a1", "a1-b1", "c3-c2", "c2?d2")


def test_an_account_shows_what_was_revealed() -> None:
    assert moves(revealing(), 1)[0] == "?@b1 ?@c1 D@d1"
    assert moves(revealing(), 0)[1] == "?@b5 M@c5 ?@d5"


def test_an_account_loads_as_exactly_what_its_seat_knows() -> None:
    match = revealing()
    for seat in (0, 1, None):
        account = Match.from_text(match.text(seat))
        assert account.known(seat).tobytes() == match.known(seat).tobytes()
        assert account.text(seat) == match.text(seat)
        assert account.legal() == (match.legal() if match.actor == seat else [])


def test_an_account_of_a_game_from_a_position_hides_its_start() -> None:
    match = played(drawn(AT_THE_GATE, revealed="m"), "b4-b5", "b5-a5")
    for seat in (0, 1, None):
        account = Match.from_text(match.text(seat))
        assert account.known(seat).tobytes() == match.known(seat).tobytes()
        hidden = [p["character"] for p in account.start["pieces"]].count(None)
        assert hidden == {0: 2, 1: 3, None: 5}[seat]


def test_an_account_of_a_game_from_a_set_up_hides_it() -> None:
    match = Match.from_position(played(Match("samarra"), "S@b1 M@c1 D@d1").position())
    account = Match.from_text(match.text(1))
    assert account.start["pieces"] == []
    assert account.known(1).tobytes() == match.known(1).tobytes()
    match.play("S@d5 M@c5 D@b5")
    account = Match.from_text(match.text(1))
    assert [p["cell"] for p in account.start["pieces"]] == ["b1", "c1", "d1"]
    assert account.known(1).tobytes() == match.known(1).tobytes()
