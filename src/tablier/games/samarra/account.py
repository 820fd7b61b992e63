"""A seat's own account of a game of Samarra that runs: what it writes down, and what that may stand for."""

from collections.abc import Iterator
from itertools import combinations, permutations, product
from typing import Any

from tablier.core.contract import EVERYONE, RUNNING
from tablier.core.errors import Error
from tablier.core.positions import loaded, read_engine
from tablier.core.reading import Reader
from tablier.core.records import remembered
from tablier.games.samarra.options import name
from tablier.games.samarra.tables import CHARACTERS, PLACES, PLAY, SET_UP, SET_UP_CODE, TENTS, UNKNOWN
from tablier.games.samarra.writing import HIDDEN, hidden_at, position, set_up, write

POSITIONS_KEPT = 1_024

# What there is to be known


@remembered(POSITIONS_KEPT)
def knowledge(options: Any, state: Any) -> bytes:
    """Whether the screen is gone, which assignments are possible, and what has been shown and spent."""
    shown = (state.revealed, state.kill_used, state.reveal_used)
    return f"{state.stage == PLAY} {int(state.possible)} ".encode() + b"".join(part.tobytes() for part in shown)


# Moves


def masked(options: Any, before: Any, move: int, now: Any, seat: int) -> str:
    """A set-up as another seat may write it down: the cells once both have decided, the characters once revealed."""
    owner = int(before.turn)
    if move < SET_UP or shows_all(now, seat, owner):
        return write(options, before, move)
    if now.stage != PLAY:
        return HIDDEN
    shown = enumerate(by_cell(options, owner, move))
    return " ".join(hidden_at(hides if now.revealed[owner, tent] else UNKNOWN, cell) for tent, (hides, cell) in shown)


def shows_all(now: Any, seat: int, owner: int) -> bool:
    """Whether somebody knows all that a seat hid."""
    return bool(seat in (EVERYONE, owner) or now.reason != RUNNING)


def by_cell(options: Any, seat: int, move: int) -> list[tuple[int, int]]:
    """The characters and their cells in a seat's set-up, in the order of the tents."""
    return sorted(set_up(options, seat, move), key=lambda hidden: hidden[1])


def guesses(options: Any, before: Any, text: str) -> Iterator[int]:
    """The set-ups that such a text may stand for."""
    if before.stage == PLAY:
        return
    seat, size = int(before.turn), int(options.city_size[before.turn])
    for move in SET_UP_CODE[:size, :size, :size].ravel().tolist():
        if len(set(PLACES[move - SET_UP].tolist())) == TENTS and (text == HIDDEN or fits(options, seat, move, text)):
            yield move


def fits(options: Any, seat: int, move: int, text: str) -> bool:
    """Whether a masked text may stand for a set-up."""
    given = text.split(" ")
    return len(given) == TENTS and all(
        word in (hidden_at(character, cell), hidden_at(UNKNOWN, cell))
        for word, (character, cell) in zip(given, by_cell(options, seat, move), strict=True)
    )


# Positions


def masked_position(options: Any, start: Any, now: Any, seat: int) -> dict[str, Any]:
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
