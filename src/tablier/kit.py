"""The kit for authors of games: all that rules are made with, in one place.

    from tablier.kit import Array, BaseState, Moves, Squares, pieces, rule

A game is put together in its ``__init__.py`` by ``tablier.Game``, which is not part of this module: rules are compiled
anew when anything changes on which they depend, and pictures and words are no part of that.
"""

from tablier.core.compile import compiled, rule
from tablier.core.contract import CHANCE, EVERYONE, NOBODY, RUNNING, SPECTATOR, UNSEEN, BaseOptions, BaseState
from tablier.core.endings import draw, next_turn, win
from tablier.core.kit.boards import (
    HEX_E,
    HEX_NE,
    HEX_NW,
    HEX_SE,
    HEX_SW,
    HEX_W,
    NE,
    NW,
    OFF,
    SE,
    SW,
    Board,
    E,
    Graph,
    Hexagons,
    N,
    Rhombus,
    S,
    Squares,
    Track,
    W,
)
from tablier.core.kit.equipment import (
    HIDDEN,
    MOST_SEATS,
    Deck,
    cell,
    counter,
    dice,
    flag,
    kind_of_piece,
    owner,
    piece,
    pieces,
)
from tablier.core.kit.generated import cleared
from tablier.core.kit.moves import Among, Moves, Range
from tablier.core.options import OURS, SHEET, Option
from tablier.core.random import below
from tablier.core.records import Array, f32, f64, i8, i16, i32, u8, u16, u64

__all__ = [
    "CHANCE", "EVERYONE", "HEX_E", "HEX_NE", "HEX_NW", "HEX_SE", "HEX_SW", "HEX_W", "HIDDEN", "MOST_SEATS", "NE",
    "NOBODY", "NW", "OFF", "OURS", "RUNNING", "SE", "SHEET", "SPECTATOR", "SW", "UNSEEN", "Among", "Array",
    "BaseOptions", "BaseState", "Board", "Deck", "E", "Graph", "Hexagons", "Moves", "N", "Option", "Range", "Rhombus",
    "S", "Squares", "Track", "W", "below", "cell", "cleared", "compiled", "counter", "dice", "draw", "f32", "f64",
    "flag", "i8", "i16", "i32", "kind_of_piece", "next_turn", "owner", "piece", "pieces", "rule", "u8", "u16", "u64",
    "win",
]  # fmt: skip
