"""What a game may leave out is declared in the contract and supplied in one place; what it declares of itself is so."""

import inspect
import types
from importlib import import_module
from typing import Any

import numpy as np
import pytest

from tablier.authors.promises import hides, rolls
from tablier.core import contract
from tablier.core.contract import Advice, Options, Rules, Tensors
from tablier.core.defaults import SUPPLIED, declared
from tablier.core.engine import Engine
from tablier.core.game import Game
from tablier.core.kit.deriving import DERIVED
from tablier.core.presentation import Editing, Notation, Puzzles, Terminal, View
from tablier.core.reading import Reader
from tablier.core.registry import load
from tests import EXAMPLE
from tests.contract.kit import ALL_CASES, GAMES, random_match

PROTOCOLS = (Rules, Advice, Notation, View, Terminal, Editing, Tensors, Options, Puzzles)
SEEDS = 5  # of random games of each variant: cards may be rare


def parts(game: Game) -> dict[type, Any]:
    """All modules of a game, completed, by what the contract says of them."""
    known = {Rules: game.rules, Advice: game.advice, Notation: game.notation, View: game.view}
    known |= {
        Terminal: game.terminal,
        Editing: game.editing,
        Tensors: game.tensors,
        Options: game.options,
        Puzzles: game.puzzles,
    }
    return {protocol: part for protocol, part in known.items() if part is not None}


def member(protocol: type, name: str) -> Any:
    """A function or constant, as the contract declares it."""
    found = vars(protocol)[name]
    return found.fget if isinstance(found, property) else found


def example(**changes: Any) -> Game:
    """The example, put together in another way."""
    facts: dict[str, Any] = {"key": "heap", "version": 1, "seats": (2,), "folder": EXAMPLE / "heap"}
    facts |= {"hidden": False, "has_chance": False}
    modules: dict[str, Any] = {
        name: import_module(f"heap.{name}") for name in ("options", "rules", "notation", "view", "terminal")
    }
    return Game(**facts | modules | changes)


def without(module: types.ModuleType, *names: str) -> types.ModuleType:
    """A module that lacks something."""
    other = types.ModuleType(module.__name__)
    vars(other).update({name: value for name, value in vars(module).items() if name not in names})
    return other


# What is declared is supplied


@pytest.mark.parametrize("protocol", PROTOCOLS, ids=lambda protocol: protocol.__name__)
def test_whatever_may_be_left_out_is_supplied_and_the_contract_says_what_happens_then(protocol: type) -> None:
    for name, fact in declared(protocol):
        text = " ".join((member(protocol, name).__doc__ or "").split())
        assert (fact is not None) == ("Left out: " in text), name
        assert fact in (None, contract.ALWAYS, contract.HIDDEN, contract.HAS_CHANCE)
        assert (fact is not None) == (hasattr(SUPPLIED[protocol], name) or name in DERIVED), name


@pytest.mark.parametrize("key", GAMES)
def test_everything_that_is_declared_is_found_in_every_game(key: str) -> None:
    for protocol, part in parts(load(key)).items():
        for name, _ in declared(protocol):
            assert hasattr(part, name), f"{protocol.__name__}.{name}"


@pytest.mark.parametrize("key", GAMES)
def test_functions_take_what_the_contract_gives_them(key: str) -> None:
    for protocol, part in parts(load(key)).items():
        for name, _ in declared(protocol):
            if inspect.isfunction(vars(protocol)[name]):
                function = getattr(part, name)
                given = list(inspect.signature(member(protocol, name)).parameters)[1:]
                taken = list(inspect.signature(getattr(function, "py_func", function)).parameters)
                assert len(taken) == len(given), f"{protocol.__name__}.{name}"


def test_what_may_not_be_left_out_is_missed_by_name() -> None:
    rules = import_module("heap.rules")
    with pytest.raises(TypeError, match="heap: its rules must have legal_moves"):
        example(rules=without(rules, "legal_moves"))


@pytest.mark.parametrize(("fact", "missed"), [("hidden", "conceal"), ("has_chance", "weights")])
def test_a_game_with_secrets_or_chance_says_all_about_them(fact: str, missed: str) -> None:
    with pytest.raises(TypeError, match=f"must have {missed}"):
        example(**{fact: True})


def test_a_game_of_chance_says_when_chance_decides() -> None:
    rules = without(import_module("heap.rules"), "actor")
    with pytest.raises(TypeError, match="must have actor"):
        example(has_chance=True, rules=rules)
    assert example(rules=rules).rules.actor(*(Engine(example()).record[0], Engine(example()).start()[0])) == 0


# What the defaults do


def test_without_advice_all_moves_and_seats_are_alike() -> None:
    advice = example().advice
    assert advice.SEAT_EFFORT == {}
    assert (advice.PLAN, advice.EFFORT, advice.ENOUGH, advice.CALIBRATION) == ({}, 1.0, None, (1.0, 0.0))
    engine = Engine(example())
    out = np.zeros(2)
    advice.evaluate(engine.record[0], engine.start()[0], out)
    assert out.tolist() == [0.5, 0.5]
    assert advice.seen(engine.record[0], engine.start()[0], 3, 1) == 3
    assert advice.secret(engine.record[0], engine.start()[0], 1) == -1
    assert advice.forced_win(engine.record[0], engine.start(), None, 100) == -1


def test_an_open_game_writes_down_everything_and_every_move_teaches() -> None:
    engine = Engine(example())
    notation, options, before = engine.game.notation, engine.record[0], engine.start()
    after = engine.after(before, 2)
    assert notation.masked(options, before[0], 2, after[0], 1) == "2"
    assert list(notation.guesses(options, before[0], "?")) == []
    position = notation.position(options, before[0])
    assert notation.masked_position(options, before[0], after[0], 0) == position
    assert list(notation.completions(position)) == [position]
    assert notation.knowledge(options, before[0]) != notation.knowledge(options, after[0])


def test_what_a_view_a_board_and_an_editor_can_do_without() -> None:
    engine = Engine(example(editing=example_editing()))
    options, state = engine.record[0], engine.start()[0]
    assert list(engine.game.view.effects(options, state, 1, state)) == []
    assert engine.game.terminal.COLOURS == ()
    drawn = engine.blank()
    assert engine.game.editing is not None
    engine.game.editing.sketch(options, drawn[0], Reader({"turn": 0, "turns": 2, "stones": 5}))
    assert int(drawn[0].stones) == 5


def example_editing() -> types.ModuleType:
    """A module that sets up positions of the example and leaves out what it may."""
    module = types.ModuleType("heap.editing")
    for name in ("tools", "targets", "edit", "tidy"):
        setattr(module, name, lambda *_: ())
    return module


def test_a_game_without_tensors_shows_a_learner_its_fields() -> None:
    engine = Engine(example())
    after = engine.after(engine.start(), 2)
    assert engine.observed(after, 0).ravel().tolist() == [2, 10]  # the other seat's turn, and the stones
    assert engine.observed(after, 1).ravel().tolist() == [1, 10]


# What a game declares of itself


@pytest.mark.parametrize("key", GAMES)
def test_a_game_has_chance_if_and_only_if_it_says_so(key: str) -> None:
    matches = (random_match(case, seed) for seed in range(SEEDS) for case in ALL_CASES if case.game == key)
    assert any(map(rolls, matches)) == load(key).has_chance


@pytest.mark.parametrize("key", GAMES)
def test_a_game_hides_something_if_and_only_if_it_says_so(key: str) -> None:
    matches = [random_match(case, 0) for case in ALL_CASES if case.game == key]
    assert any(hides(match) for match in matches) == load(key).hidden
