"""A seat's own account of a game of Samarra."""

import pytest

from tablier import Match

TIGHT = {
    "game": "samarra", "options": {"board": "BBBSS/###S."}, "turn": 1, "actions": 1, "turns": 5,
    "pieces": [
        {"seat": 0, "character": "M", "tent": 0, "cell": "a2", "revealed": False},
        {"seat": 0, "character": "D", "tent": 1, "cell": "b2", "revealed": False},
        {"seat": 0, "character": "S", "tent": 2, "cell": "c2", "revealed": False},
        {"seat": 1, "character": "S", "tent": 0, "cell": "e2", "revealed": False},
        {"seat": 1, "character": "M", "tent": 1, "cell": "d1", "revealed": False},
        {"seat": 1, "character": "D", "tent": 2, "cell": "e1", "revealed": False},
    ],
    "kill": [True, True], "reveal": [True, True],
}  # fmt: skip


@pytest.mark.parametrize("seat", [0, 1, None])
def test_an_account_knows_whether_the_last_move_left_the_next_seat_without_any(seat: int | None) -> None:
    match = Match.from_position(TIGHT)
    match.play("e2-d2")
    loaded = Match.from_text(match.text(seat))
    assert loaded.actor == match.actor == 1
    assert loaded.known(seat).tobytes() == match.known(seat).tobytes()
