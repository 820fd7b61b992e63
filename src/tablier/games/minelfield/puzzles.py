"""Puzzles of Minelfield: what a strong step does, and which positions are alike."""

from collections.abc import Iterator, Mapping, Sequence
from typing import Any

from tablier.core.likeness import Naming, apart_from, renamed
from tablier.games.minelfield.board import BOARDS, DIRECTIONS, STEPS, axial, names
from tablier.games.minelfield.options import Options
from tablier.games.minelfield.state import ENTER, ROLL, State, decode, is_green, owner

SIXTHS = len(DIRECTIONS)


def theme(options: Options, before: State, move: int, after: State) -> str:
    """An entry beside an enemy, a shot at the commander or at a soldier, a commander who takes shelter or flees."""
    kind, cell, number = decode(move)
    if kind == ROLL:
        return ""
    seat = int(before.turn)
    target = cell if kind == ENTER else int(options.neighbours[cell, number])
    around = [] if is_green(options, target) else options.neighbours[target].tolist()
    if kind == ENTER:
        return "entry"
    if int(before.commander[1 - seat]) in around:
        return "shot"
    if cell == before.commander[seat]:
        return "shelter" if is_green(options, target) else "escape"
    return "clearing" if any(owner(before, beside) == 1 - seat for beside in around) else "way"


def twins(position: Mapping[str, Any]) -> Sequence[Mapping[str, Any]]:
    """The position turned and mirrored as far as the stars allow; the seats change places with their havens."""
    board = position["options"]["board"]
    field = BOARDS[board] if isinstance(board, str) else board
    green, red = field["green"], set(field["red"])
    found = []
    for naming in hexagon_namings(field["side"]):
        havens = [naming[cell] for cell in green]
        if {naming[cell] for cell in red} == red and set(havens) == set(green):
            found.append(twin(position, naming, havens != green))
    return found


def hexagon_namings(side: int) -> Iterator[Naming]:
    """For each turn and mirror of a hexagon what cells and directions are called then."""
    cells = axial(side)
    middle = cells[len(cells) // 2]
    called = dict(zip(cells, names(side), strict=True))
    for first in range(SIXTHS):
        for turning in (1, -1):
            up, along = STEPS[first], STEPS[(first + turning) % SIXTHS]
            naming = {called[cell]: called[moved(cell, middle, up, along)] for cell in cells}
            yield naming | {
                name: DIRECTIONS[(first + turning * number) % SIXTHS] for number, name in enumerate(DIRECTIONS)
            }


def moved(
    cell: tuple[int, int], middle: tuple[int, int], up: tuple[int, int], along: tuple[int, int]
) -> tuple[int, int]:
    """Where a cell comes to lie, if a row further up and a column further along become other steps."""
    rows, columns = cell[0] - middle[0], cell[1] - middle[1]
    return middle[0] + rows * up[0] + columns * along[0], middle[1] + rows * up[1] + columns * along[1]


def twin(position: Mapping[str, Any], naming: Naming, changes: bool) -> Mapping[str, Any]:
    """One of them."""
    found = apart_from(position, lambda data: renamed(data, naming))
    if not changes:
        return found
    pieces = [piece | {"seat": 1 - piece["seat"]} for piece in found["pieces"]]
    return found | {"turn": 1 - found["turn"], "pieces": pieces}
