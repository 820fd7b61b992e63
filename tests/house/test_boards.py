"""What the boards of all games have in common: names of cells, sizes of texts, and whose turn it is in a position."""

import importlib
from itertools import product

import pytest

from tablier import Match
from tablier.core.boards import cell_called, cell_name, text_scale
from tablier.core.errors import BadPosition
from tablier.core.reading import MOST_TURNS, Reader, read_turns
from tablier.games import GAMES


def test_a_cell_is_found_by_its_name() -> None:
    cells = list(product(range(26), range(12)))
    assert [cell_called(cell_name(*cell)) for cell in cells] == cells
    assert len({cell_name(*cell) for cell in cells}) == len(cells)
    assert (cell_name(0, 0), cell_name(2, 3)) == ("a1", "c4")


def test_a_text_has_the_size_that_is_asked_for() -> None:
    picture = Match("minelfield").svg()
    width = float(picture.split('viewBox="0 0 ')[1].split()[0])
    letters = float(picture.split('font-size="')[1].split('"')[0])
    assert letters * text_scale(17.0, width) == pytest.approx(17.0, rel=1e-3)


def test_cells_are_read_by_name_and_others_refused() -> None:
    cells = {"a1": 0, "a2": 1, "b1": 8}
    assert Reader({"at": "b1"}).cell("at", cells) == 8
    for wrong in ("b2", "", 8, None, ["b1"]):
        with pytest.raises(BadPosition, match="a1, a2, b1"):
            Reader({"at": wrong}, "piece").cell("at", cells)


def test_the_turn_follows_from_the_turns_as_long_as_the_game_runs() -> None:
    assert read_turns(Reader({"turn": 1, "turns": 7}), "sprawl", 3) == (1, 7)
    with pytest.raises(BadPosition, match="After 7 turns"):
        read_turns(Reader({"turn": 2, "turns": 7}), "sprawl", 3)
    assert read_turns(Reader({"turn": 2, "turns": 7}), "sprawl", 3, finished=True) == (2, 7)
    for data in ({"turn": 3, "turns": 7}, {"turn": 2, "turns": MOST_TURNS + 1}, {"turn": True, "turns": 7}):
        with pytest.raises(BadPosition):
            read_turns(Reader(data), "sprawl", 3, finished=True)


@pytest.mark.parametrize("game", GAMES)
def test_every_cell_in_a_picture_is_a_cell_of_the_board(game: str) -> None:
    match = Match(game)
    if match.engine.game.boards:
        pytest.skip("its board is the kit's")
    board = importlib.import_module(f"tablier.games.{game}.board")
    options = match.engine.record[0]
    sizes = [name for name in ("side", "columns", "width", "rows", "height") if name in options.dtype.names]
    known = board.numbers(*(int(options[size]) for size in sizes))
    scene = match.engine.game.view.scene(options, match.state[0], 0)
    shown = [part.id.removeprefix("cell.") for part in scene.parts if part.id.startswith("cell.")]
    assert sorted(shown) == sorted(known)
    assert len(set(known.values())) == len(known)
