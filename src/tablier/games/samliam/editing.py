"""Setting up positions of Sam Liam: triangles in cells, the one that was lifted, and the cells of a silent turn."""

from collections.abc import Iterator, Mapping
from typing import Any

from tablier.core.reading import Reader, read_turns
from tablier.core.tools import CELL, CLEAR, ERASE, MARKS, Position, Tool
from tablier.core.words import word
from tablier.games.samliam.board import numbers
from tablier.games.samliam.geometry import angle
from tablier.games.samliam.options import GAME, STRICT, Options, seat_word
from tablier.games.samliam.positions import place_bans, place_lifted, place_triangle
from tablier.games.samliam.state import FACINGS, TRIANGLES, State, opposite, trace_seats
from tablier.games.samliam.view import facing_word

LIFTED, BANNED = "lifted", "banned"


def tools(options: Options, position: Mapping[str, Any]) -> Iterator[Tool]:
    """A triangle of every colour and facing; in strict play the cells of a silent turn; what was lifted."""
    for seat in range(int(options.seats)):
        for number, facing in enumerate(FACINGS):
            label = word("samliam.tool.triangle", seat=seat_word(seat), facing=facing_word(number))
            yield Tool(f"{facing}.{seat}", label, f"triangle{seat}", f"samliam{seat}", angle(number), seat=seat)
        if options.announcements == STRICT:
            label = word("samliam.tool.banned", seat=seat_word(seat))
            yield Tool(f"{BANNED}.{seat}", label, BANNED, group=MARKS, seat=seat)
    for number, facing in enumerate(FACINGS):
        label = word("samliam.tool.lifted", facing=facing_word(number))
        yield Tool(f"{LIFTED}.{facing}", label, LIFTED, turn=angle(number), group=MARKS)


def targets(options: Options, position: Mapping[str, Any], tool: str) -> list[str]:
    """Every cell; to take a triangle away, those that hold one."""
    held = {triangle["cell"] for triangle in position["triangles"]}
    return [CELL + cell for cell in numbers(int(options.side)) if tool != ERASE or cell in held]


def edit(options: Options, position: Position, tool: str, target: str) -> None:
    """Put a triangle into a cell, take the last one away, or note what was lifted there or is forbidden."""
    (kind, _, detail), cell = tool.partition("."), target.removeprefix(CELL)
    if kind in FACINGS:
        put(position, {"cell": cell, "facing": kind, "seat": int(detail)})
    elif kind == LIFTED:
        wanted = {"cell": cell, "facing": detail}
        position[LIFTED] = None if position[LIFTED] == wanted else wanted
    elif kind == BANNED:
        position[BANNED][int(detail)] = toggled(position[BANNED][int(detail)], cell)
    elif kind == CLEAR:
        position.update(triangles=[], lifted=None, banned=[[] for _ in position[BANNED]])
    else:
        last = next(triangle for triangle in reversed(position["triangles"]) if triangle["cell"] == cell)
        position["triangles"].remove(last)


def put(position: Position, new: dict[str, Any]) -> None:
    """Put a triangle into a cell; there it leaves only one that faces the other way."""
    across = FACINGS[opposite(FACINGS.index(new["facing"]))]
    kept = [other for other in position["triangles"] if other["cell"] != new["cell"] or other["facing"] == across]
    position["triangles"] = [*kept, new]


def toggled(cells: list[str], cell: str) -> list[str]:
    """Cells with one more, or without one that was there."""
    return [other for other in cells if other != cell] if cell in cells else [*cells, cell]


def tidy(options: Options, position: Position) -> None:
    """What is not on the board is in reserve; only cells of the board count, and bans only in strict play."""
    known, seats = numbers(int(options.side)), range(int(options.seats))
    position["triangles"] = [
        triangle for triangle in position["triangles"] if triangle["cell"] in known and triangle["seat"] in seats
    ]
    if position[LIFTED] and position[LIFTED]["cell"] not in known:
        position[LIFTED] = None
    owners = [triangle["seat"] for triangle in position["triangles"]]
    owners += [position["turn"]] if position[LIFTED] else []
    position["reserve"] = [max(TRIANGLES - owners.count(seat), 0) for seat in seats]
    banned = position[BANNED] if options.announcements == STRICT else []
    kept = [[cell for cell in cells if cell in known] for cells in banned]
    position[BANNED] = [kept[seat] if seat < len(kept) else [] for seat in seats]


def sketch(options: Options, state: State, data: Reader) -> None:
    """Fill a record with what there is, whether or not it adds up and a figure stands."""
    data.keys("turn", "turns", "triangles", "reserve", "lifted", "banned")
    state.turn, state.turns = read_turns(data, GAME, int(options.seats), finished=True)
    state.taken[:] = options.board
    for triangle in data.objects("triangles"):
        place_triangle(options, state, triangle)
    state.reserve[: options.seats] = data.wholes("reserve", int(options.seats), 0, TRIANGLES)
    place_lifted(options, state, data, finished=True)
    place_bans(options, state, data)
    trace_seats(options, state)
