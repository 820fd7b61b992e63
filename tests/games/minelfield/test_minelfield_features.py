"""What a network sees of Minelfield: both seats see the board alike, and every soldier is seen."""

import numpy as np

from tablier.authors.cases import cases, random_match
from tablier.core.records import Bytes
from tablier.games.minelfield.advice import FEATURES, features
from tablier.games.minelfield.board import OFF
from tablier.games.minelfield.options import Options


def seen(options: Options, state: Bytes, seat: int) -> list[int]:
    """The features of a position for a seat, in order."""
    places, amounts = np.zeros(FEATURES, np.int32), np.zeros(FEATURES, np.float32)
    count = features(options, state[0], seat, places, amounts)
    assert (amounts[:count] == 1).all()
    return sorted(places[:count].tolist())


def swapped(options: Options, state: Bytes) -> Bytes:
    """The same position for the other seats, on a board that lies the other way round."""
    other = state.copy()
    for seat in range(2):
        cells = [int(options.cells) - 1 - int(cell) for cell in state[0].pieces[1 - seat] if cell != OFF]
        other[0].pieces[seat] = [*sorted(cells), *[OFF] * (len(other[0].pieces[seat]) - len(cells))]
        other[0].commander[seat] = int(options.cells) - 1 - int(state[0].commander[1 - seat])
        other[0].lives[seat] = state[0].lives[1 - seat]
    other[0].turn = 1 - state[0].turn
    return other


def test_both_seats_see_the_board_alike() -> None:
    for case in cases("minelfield")[:4]:
        match = random_match(case, 1, 40)
        options = match.engine.record[0]
        for state in match.history:
            if state[0].reason == 0:
                for seat in range(2):
                    assert seen(options, state, seat) == seen(options, swapped(options, state), 1 - seat)


def test_every_piece_is_seen_and_whose_turn_it_is() -> None:
    match = random_match(cases("minelfield")[0], 2, 60)
    options, pieces = match.engine.record[0], 0
    for state in match.history:
        if state[0].reason == 0:
            count = int((state[0].pieces != OFF).sum())
            pieces = max(pieces, count)
            assert [len(seen(options, state, seat)) - count for seat in (0, 1)] in ([0, 1], [1, 0])
    assert pieces > 4
