"""Networks: files are refused in words, searches judge by them, they see no secrets, and nothing is compiled anew."""

import json
import os
import subprocess
import sys
from collections.abc import Callable, Iterator
from dataclasses import replace
from pathlib import Path
from typing import Any

import numpy as np
import pytest

from tablier import BadText, Bot, Match
from tablier.bots import judging, tree
from tablier.bots.levels import LEVELS
from tablier.bots.network import foresee, notice, sight
from tablier.bots.rehearsal import rehearse
from tablier.core import networks
from tablier.core.compile import bound, kernel
from tablier.core.engine import Engine
from tablier.core.networks import FILE, ROWS, Network, fitting, read, write
from tablier.core.records import Array
from tablier.core.registry import load
from tablier.games import GAMES
from tests import EXAMPLE
from tests.bots.test_bots import decision
from tests.contract.test_secrets import alike
from tests.examples import announced

UNITS = 4


@pytest.fixture(scope="module", autouse=True)
def examples() -> Iterator[None]:
    """Two examples without advice of their own are known while these tests run."""
    with announced("four", "hex"):
        yield


def invented(game: str, seats: int | None = None, options: dict[str, Any] | None = None, seed: int = 1) -> Network:
    """A network that has learned nothing: numbers drawn at random."""
    engine = Engine(load(game), seats, options)
    shape = int(engine.game.advice.FEATURES) + ROWS, UNITS
    numbers = np.random.default_rng(seed).normal(0, 0.3, shape).astype(np.float32)
    return Network(game, engine.game.version, engine.seats, engine.options, numbers, (1.5, 0.1), {"games": 7})


# Files


def test_a_file_holds_networks_of_several_variants(tmp_path: Path) -> None:
    file = tmp_path / FILE
    given = [invented("minelfield"), invented("minelfield", options={"board": "small"}, seed=2)]
    given[0].numbers[5] = 0
    write(given, file)
    for one, other in zip(given, read(file, load("minelfield")), strict=True):
        assert replace(one, numbers=other.numbers).__dict__ == other.__dict__
        assert np.abs(one.numbers - other.numbers).max() <= np.abs(one.numbers).max() / networks.STEPS
        assert (one.numbers[-ROWS:] == other.numbers[-ROWS:]).all()
    assert not read(file, load("minelfield"))[0].numbers[5].any()
    again = tmp_path / "again.npz"
    write(given, again)
    assert again.read_bytes() == file.read_bytes()
    assert [path.name for path in tmp_path.iterdir()] == ["again.npz", FILE] or len(list(tmp_path.iterdir())) == 2


def changed(file: Path, change: Callable[[dict[str, Any], dict[str, Array]], object]) -> None:
    """Write a file anew with something otherwise."""
    with np.load(file) as found:
        arrays = dict(found)
    told = json.loads(arrays[networks.HEADER].tobytes())
    change(told, arrays)
    arrays[networks.HEADER] = np.frombuffer(json.dumps(told).encode(), np.uint8)
    np.savez(file, **arrays)


def shorter(told: dict[str, Any], arrays: dict[str, Array]) -> None:
    arrays["parts0"] = arrays["parts0"][1:]


def endless(told: dict[str, Any], arrays: dict[str, Array]) -> None:
    arrays["rest0"] = arrays["rest0"] * np.inf


def outside(told: dict[str, Any], arrays: dict[str, Array]) -> None:
    arrays["rows0"] = arrays["rows0"] + 1


ALIEN: dict[str, tuple[str, Callable[[dict[str, Any], dict[str, Array]], object]]] = {
    "format": ("format", lambda told, arrays: told.update(format=2)),
    "game": ("game", lambda told, arrays: told.update(game="chess")),
    "version": ("version", lambda told, arrays: told.update(version=99)),
    "features": ("features", lambda told, arrays: told["networks"][0].update(features=3)),
    "seats": ("options", lambda told, arrays: told["networks"][0].update(seats=9)),
    "options": ("options", lambda told, arrays: told["networks"][0].update(options={"side": 3})),
    "units": ("unreadable", lambda told, arrays: told["networks"][0].update(units=5)),
    "no units": ("unreadable", lambda told, arrays: told["networks"][0].update(units="4")),
    "lacking": ("unreadable", lambda told, arrays: arrays.pop("scale0")),
    "nothing": ("unreadable", lambda told, arrays: told.clear()),
    "lists": ("unreadable", lambda told, arrays: told.update(networks=[[]])),
    "calibration": ("unreadable", lambda told, arrays: told["networks"][0].update(calibration=[1])),
    "shorter": ("unreadable", shorter),
    "endless": ("unreadable", endless),
    "outside": ("unreadable", outside),
}


@pytest.mark.parametrize("case", ALIEN)
def test_a_file_of_something_else_is_refused_with_what_is_wrong(case: str, tmp_path: Path) -> None:
    key, change = ALIEN[case]
    file = tmp_path / FILE
    write([invented("four")], file)
    changed(file, change)
    with pytest.raises(BadText) as caught:
        Bot("four", network=file)
    assert caught.value.key == f"core.network.{key}"
    assert FILE in caught.value.say("en")
    assert FILE in caught.value.say("fr")


@pytest.mark.parametrize("length", [0, 1, 100, 700])
def test_a_torn_file_is_refused(length: int, tmp_path: Path) -> None:
    file = tmp_path / FILE
    write([invented("four")], file)
    file.write_bytes(file.read_bytes()[:length])
    with pytest.raises(BadText) as caught:
        Bot("four", network=file)
    assert caught.value.key == "core.network.unreadable"


@pytest.mark.parametrize("game", GAMES)
def test_what_comes_with_a_game_is_of_that_game_and_small(game: str) -> None:
    file = load(game).folder / FILE
    for network in networks.own(load(game)):
        assert network.numbers.any()
        assert network.told["games"] > 0
    assert not file.exists() or file.stat().st_size < 600_000


# Searching


def test_a_network_judges_what_it_was_learned_for_and_nothing_else() -> None:
    network = invented("minelfield", options={"board": "small"})
    for options, judges in (({"board": "small"}, True), ({}, False), ({"board": "small", "die": 8}, False)):
        match = Match("minelfield", options=options, seed=1)
        search = Bot("minelfield", simulations=20, seed=1, network=network)._searches(match)[0]
        assert bool(search.judge) == judges
        assert (search.calibration == network.calibration) == judges
        if not judges:
            plain = Bot("minelfield", simulations=20, seed=1, network=False).analyse(match)
            assert Bot("minelfield", simulations=20, seed=1, network=network).analyse(match).moves == plain.moves
    match = Match("minelfield", options={"board": "small"})
    assert not Bot("minelfield", kind="uct", network=network)._searches(match)[0].judge


def test_the_highest_levels_judge_by_what_comes_with_the_game_and_so_does_whoever_is_given_limits() -> None:
    match = Match("minelfield", seed=1)
    assert fitting(match.engine)
    for level in LEVELS:
        assert bool(Bot("minelfield", level=level)._searches(match)[0].judge) == (level >= 7)
        assert Bot("minelfield", level=level, seconds=0.1)._searches(match)[0].judge
    assert Bot("minelfield", simulations=9)._searches(match)[0].judge
    assert not Bot("minelfield", simulations=9, network=False)._searches(match)[0].judge
    assert not Bot("minelfield", simulations=9)._searches(Match("minelfield", options={"lives": 2}))[0].judge


@pytest.mark.parametrize(("game", "seats"), [("four", 2), ("heap", 3)])
def test_the_same_seed_gives_the_same_search_and_its_values_are_chances(game: str, seats: int) -> None:
    network, match = invented(game, seats), Match(game, seats, seed=1)
    one, two = (Bot(game, simulations=200, seed=7, network=network).analyse(match) for _ in range(2))
    assert (one.moves, one.values, one.line) == (two.moves, two.values, two.line)
    assert sum(one.values) == pytest.approx(1)
    assert one.simulations == 200
    assert one.values != Bot(game, simulations=200, seed=7, network=False).analyse(match).values


@kernel
def foreseen(options: Any, states: Any, network: Array, sight: Any, scores: Array) -> None:
    """What seats may expect."""
    foresee(options[0], states[0], network, sight, scores)


@pytest.mark.parametrize("game", ["four", "minelfield"])
def test_compiled_and_plain_it_foresees_the_same(game: str) -> None:
    network = invented(game)
    match = Match(game, seed=3)
    for _ in range(6):
        match.roll() if match.actor == "chance" else match.play(match.legal()[-1])
    engine, scores = match.engine, np.zeros((2, 2))
    given = match.state, network.numbers, sight(engine, network.numbers)
    engine.call(foreseen, *given, scores[0])
    bound(foreseen, engine.game).py_func(engine.record, *given, scores[1])
    assert scores[0] == pytest.approx(scores[1], abs=1e-5)
    assert scores.sum() == pytest.approx(2)


@kernel
def noticed(options: Any, states: Any, seat: int, sight: Any) -> int:
    """The features that a seat sees."""
    return notice(options[0], states[0], seat, sight)


@pytest.mark.parametrize("game", ["four", "sprawl"])
def test_where_a_game_does_not_say_what_matters_a_network_sees_all_that_a_learner_sees(game: str) -> None:
    engine, match = Engine(load(game)), Match(game, seed=1)
    room = sight(engine, np.zeros((1, UNITS), np.float32))
    for _ in range(5):
        match.play(match.legal()[-1])
        for seat in range(engine.seats):
            count = engine.call(noticed, match.state, seat, room)
            planes = engine.observed(match.state, seat).ravel()
            assert (room.places[:count] == np.flatnonzero(planes)).all()
            assert (room.amounts[:count] == planes[planes != 0]).all()


def test_a_network_sees_nothing_that_its_seat_does_not_know() -> None:
    compared = 0
    for seed in range(8):
        match, seen = decision("samarra", seed), []
        assert isinstance(match.actor, int)
        for one in (match, *alike(match, match.actor)):
            room = sight(one.engine, np.zeros((1, UNITS), np.float32))
            count = one.engine.call(noticed, one.state, match.actor, room)
            assert count
            seen.append((room.places[:count].tobytes(), room.amounts[:count].tobytes()))
            compared += one.state.tobytes() != match.state.tobytes()
        assert len(set(seen)) == 1
    assert compared > 5


def test_a_choice_by_a_network_is_the_same_on_games_that_the_seat_cannot_tell_apart() -> None:
    compared, network = 0, invented("samarra", options=decision("samarra", 1).options)
    for seed in range(30):
        match = decision("samarra", seed)
        assert isinstance(match.actor, int)
        if not network.fits(match.engine):
            network = invented("samarra", options=match.options)
        choice = Bot("samarra", simulations=40, seed=3, network=network).choose(match)
        for other in alike(match, match.actor):
            assert Bot("samarra", simulations=40, seed=3, network=network).choose(other) == choice
            compared += other.state.tobytes() != match.state.tobytes()
        if compared > 2:
            return
    raise AssertionError("nothing was compared")


def test_where_a_game_has_no_network_nothing_of_it_is_compiled_or_known() -> None:
    engine = Engine(load("hex"))
    assert fitting(engine) is None
    rehearse("hex", "search")
    rehearse("hex", "judge")
    assert bound(tree.search, engine.game).overloads
    assert not bound(judging.judged_search, engine.game).overloads


# On disk

PROGRAM = """
import sys
from tablier import Bot, Match
from tablier.bots import judging, tree
from tablier.core.compile import bind
from tablier.core.registry import announce, load
announce({"four": "four"})
print(Bot("four", simulations=50, seed=1, network=sys.argv[1]).choose(Match("four", seed=1)))
print(bind(judging.judged_search, load("four")).stats.cache_hits.total())
"""


def test_another_network_is_an_argument_and_a_second_process_compiles_nothing(tmp_path: Path) -> None:
    hits = []
    for seed in (1, 2):
        file = tmp_path / f"{seed}.npz"
        write([invented("four", seed=seed)], file)
        environment = os.environ | {"PYTHONPATH": os.pathsep.join([*sys.path, str(EXAMPLE)])}
        environment |= {"NUMBA_CACHE_DIR": str(tmp_path / "cache")}
        environment.pop("NUMBA_DISABLE_JIT", None)
        command = [sys.executable, "-c", PROGRAM, str(file)]
        done = subprocess.run(command, env=environment, capture_output=True, text=True, check=False)
        assert done.returncode == 0, done.stderr
        hits.append(done.stdout.split()[-1])
    assert hits == ["0", "1"]
