"""A seat's own account of a game of Samarra that runs: what it may know, and what its positions may stand for."""

from collections.abc import Iterator
from itertools import combinations, permutations, product
from typing import Any

from tablier.core.contract import EVERYONE, RUNNING
from tablier.core.errors import Error
from tablier.core.positions import loaded, read_engine
from tablier.core.reading import Reader
from tablier.games.samarra.board import name
from tablier.games.samarra.options import Options
from tablier.games.samarra.positions import position
from tablier.games.samarra.state import CHARACTERS, PLAY, TENTS, State

# What there is to be known


def knowledge(options: Options, state: State) -> bytes:
    """Whether the screen is gone, which assignments are possible, and what has been shown and spent."""
    shown = state.revealed.tobytes() + state.kill_used.tobytes() + state.reveal_used.tobytes()
    return f"{state.stage == PLAY} {int(state.possible)} ".encode() + shown


def shows_all(now: State, seat: int, owner: int) -> bool:
    """Whether somebody knows all that a seat hid."""
    return bool(seat in (EVERYONE, owner) or now.reason != RUNNING)


# Positions


def masked_position(options: Options, start: State, now: State, seat: int) -> dict[str, Any]:
    """The first position of a match as a seat may write it down: what is still hidden now is null."""
    data = position(options, start)
    if now.stage != PLAY:
        data["pieces"] = [piece for piece in data["pieces"] if shows_all(now, seat, piece["seat"])]
    for piece in data["pieces"]:
        if not shows_all(now, seat, piece["seat"]) and not now.revealed[piece["seat"], piece["tent"]]:
            piece["character"] = None
    return data


def completions(data: dict[str, Any]) -> Iterator[dict[str, Any]]:
    """The positions that JSON in which characters, or seat 0's set-up, are missing may stand for."""
    found = False
    for whole in filled(data):
        if loads(whole):
            found = True
            yield whole
    if not found:
        yield data


def loads(data: dict[str, Any]) -> bool:
    """Whether this is a position."""
    try:
        loaded(data)
    except Error:
        return False
    return True


def filled(data: dict[str, Any]) -> Iterator[dict[str, Any]]:
    """The same JSON with characters, or seat 0's set-up, filled in in every way."""
    pieces = data.get("pieces")
    if pieces == [] and data.get("turn") == 1:
        for screened in screened_pieces(data):
            yield data | {"pieces": screened}
    elif isinstance(pieces, list) and all(is_piece(piece) for piece in pieces):
        for ways in product(permutations(CHARACTERS), repeat=2):
            characters = [ways[piece["seat"]][piece["tent"]] for piece in pieces]
            if all(piece["character"] in (None, letter) for piece, letter in zip(pieces, characters, strict=True)):
                dealt = zip(pieces, characters, strict=True)
                yield data | {"pieces": [piece | {"character": letter} for piece, letter in dealt]}


def is_piece(piece: Any) -> bool:
    """Whether JSON has what is needed to find a piece's character."""
    return (
        isinstance(piece, dict)
        and "character" in piece
        and type(piece.get("seat")) is type(piece.get("tent")) is int
        and piece["seat"] in range(2)
        and piece["tent"] in range(TENTS)
    )


def screened_pieces(data: dict[str, Any]) -> Iterator[list[dict[str, Any]]]:
    """All that seat 0 may have placed behind the screen."""
    options = read_engine(Reader(data)).record[0]
    city = options.city_cells[0, : options.city_size[0]].tolist()
    for cells, letters in product(combinations(city, TENTS), permutations(CHARACTERS)):
        yield [
            {"seat": 0, "character": letters[tent], "tent": tent, "cell": name(cells[tent]), "revealed": False}
            for tent in range(TENTS)
        ]
