"""What planes are called is said of each of them, and is true where that can be told."""

import re
from pathlib import Path
from typing import Any

import pytest

import tablier
from tablier.authors import planes
from tablier.core.engine import Engine
from tablier.core.game import Game
from tablier.core.registry import OURS, load
from tests import EXAMPLE
from tests.adapters.conftest import EXAMPLES
from tests.contract.test_defaults import example

PAGE = EXAMPLE.parent / "observations.md"
OPTION = re.compile(r"with the option (\w+)(?:=(\w+))?$")
FLAGS = [
    (key, plane, *OPTION.search(name).groups())
    for key in sorted(OURS)
    for plane, name in enumerate(load(key).tensors.PLANE_NAMES)
    if OPTION.search(name)
]


@pytest.mark.parametrize("key", [*sorted(OURS), "heap", *EXAMPLES])
def test_every_plane_has_a_name_of_its_own(key: str) -> None:
    tensors = load(key).tensors
    assert len(tensors.PLANE_NAMES) == tensors.PLANES[0]
    assert len(set(tensors.PLANE_NAMES)) == len(tensors.PLANE_NAMES)
    assert all(name and name == name.strip() for name in tensors.PLANE_NAMES)


@pytest.mark.parametrize(("key", "plane", "option", "value"), FLAGS)
def test_a_plane_of_an_option_shows_it(key: str, plane: int, option: str, value: str | None) -> None:
    chosen: list[Any] = [known for known in load(key).table[option].values if str(known) == value or known is True]
    seen = {}
    for known in load(key).table[option].values:
        engine = Engine(load(key), None, {option: known})
        seen[known] = set(engine.observed(engine.start(), 0)[plane].ravel().tolist())
    assert [known for known, numbers in seen.items() if numbers == {1.0}] == chosen
    assert all(numbers == {0.0} for known, numbers in seen.items() if known not in chosen)


def test_names_that_follow_from_fields_stand_where_the_numbers_do() -> None:
    """Own dice and the number of them that are left, as Liar's Dice has them after the first throws."""
    engine = Engine(load("liars"), 3)
    state = engine.start()
    while engine.actor(state) < 0:
        state = engine.after(state, 2)
    names = load("liars").tensors.PLANE_NAMES
    seen = engine.observed(state, 1).ravel()
    told = {name: float(number) for name, number in zip(names, seen, strict=True)}
    assert told["`cups`: own, number 5, divided by 6"] == pytest.approx(3 / 6)
    assert told["`cups`: the next seat's, number 1, divided by 6"] == pytest.approx(-1 / 6)
    assert told["`left`: the next seat's, divided by 5"] == 1
    assert told["`left`: the seat's 3 places on, divided by 5"] == 0


def test_planes_of_one_s_own_without_names_are_numbered() -> None:
    game: Game = example(tensors=__import__("heap.tensors").tensors)
    assert game.tensors.PLANE_NAMES == ("plane 0",)


def test_the_page_says_what_the_code_says() -> None:
    assert PAGE.read_text(encoding="utf-8") == planes.page(sorted(OURS)), "make contract writes it anew"


def test_the_documentation_s_code_runs() -> None:
    """Every piece of Python in the page for researchers, in order, but for the one that wants a GPU and PyTorch."""
    page = Path(PAGE.parent / "research.md").read_text(encoding="utf-8")
    pieces = [piece for piece in re.findall(r"```python\n(.*?)```", page, re.DOTALL) if "cuda" not in piece]
    assert len(pieces) == 4
    known: dict[str, Any] = {}
    for piece in pieces:
        exec(piece, known)
    assert known["games"].masks.shape == (4096, tablier.batch("minelfield", 1).actions)
    assert known["game"].num_players() == 5
