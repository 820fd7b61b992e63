"""Training: it learns, the same from the same seed, goes on after an interruption as if there had been none."""

from collections.abc import Iterator
from itertools import islice
from pathlib import Path

import numpy as np
import pytest

from tablier import BadOption, BadText
from tablier.core.engine import Engine
from tablier.core.networks import read
from tablier.core.registry import load
from tablier.lab import train
from tablier.lab.arena import contest, play
from tablier.lab.train import Limits, Places, learn, prepared
from tablier.lab.training import KEPT, SLICE, Training
from tests.examples import announced
from tests.house.test_terminal import tablier

GAMES = 20 * SLICE


@pytest.fixture(scope="module", autouse=True)
def examples() -> Iterator[None]:
    """Two examples without advice of their own are known while these tests run."""
    with announced("four", "liars"):
        yield


@pytest.fixture
def places(tmp_path: Path) -> Places:
    return Places(tmp_path / "network.npz")


def trained(places: Places, games: int = GAMES, seed: int = 1, resume: bool = False, game: str = "four") -> Training:
    training = prepared(Engine(load(game)), "cpu", seed, places, resume)
    assert list(learn(training, Limits(60.0, games), places))[-1] >= 1
    return training


def ticking() -> Iterator[float]:
    """A clock by which every look takes a while."""
    now = 0.0
    while True:
        yield now
        now += train.KEEP_EACH / 2


def test_some_hundred_games_make_a_player_that_hardly_loses_to_drawn_moves(places: Places) -> None:
    before = prepared(Engine(load("four")), "cpu", 1, places, False).points()
    training = trained(places)
    assert before < 0.75
    assert training.points() > 0.88
    assert [mark.games for mark in training.curve] == sorted({mark.games for mark in training.curve})


def test_the_same_seed_gives_the_same_network_and_another_does_not(tmp_path: Path) -> None:
    files = [tmp_path / name for name in ("one.npz", "two.npz", "other.npz")]
    for file, seed in zip(files, (1, 1, 2), strict=True):
        places = Places(file)
        train.finish(trained(places, 4 * SLICE, seed), places, [])
    one, two, other = (file.read_bytes() for file in files)
    assert one == two
    assert one != other


def test_an_interrupted_training_goes_on_as_if_it_had_not_been(tmp_path: Path) -> None:
    whole = trained(Places(tmp_path / "whole.npz"))
    places = Places(tmp_path / "part.npz")
    begun = prepared(Engine(load("four")), "cpu", 1, places, False)
    running = learn(begun, Limits(60.0, GAMES), places)
    assert len(list(islice(running, 7))) == 7
    running.close()
    again = trained(places, resume=True)
    assert (again.games, again.curve) == (whole.games, whole.curve)
    for name in KEPT:
        assert (getattr(again, name) == getattr(whole, name)).all(), name


def test_what_is_killed_has_been_kept_a_moment_before(places: Places) -> None:
    training = prepared(Engine(load("four")), "cpu", 1, places, False)
    running = learn(training, Limits(60.0), places, ticking().__next__)
    list(islice(running, 5))
    kept = prepared(Engine(load("four")), "cpu", 1, places, True)
    assert 0 < training.games - kept.games <= 2 * SLICE
    assert kept.games > 0
    assert kept.seconds > 0


def test_a_training_is_never_overwritten_nor_taken_for_another(places: Places) -> None:
    engine = Engine(load("four"))
    with pytest.raises(BadText) as caught:
        prepared(engine, "cpu", 1, places, True)
    assert caught.value.key == "lab.train.nothing"
    trained(places, SLICE)
    for seed, resume, key in ((1, False, "there"), (2, True, "other")):
        with pytest.raises(BadText) as caught:
            prepared(engine, "cpu", seed, places, resume)
        assert caught.value.key == f"lab.train.{key}"
    places.training.write_bytes(places.training.read_bytes()[:99])
    with pytest.raises(BadText) as caught:
        prepared(engine, "cpu", 1, places, True)
    assert caught.value.key == "lab.train.unreadable"
    with pytest.raises(BadOption) as refused:
        prepared(engine, "cuda", 1, places, False)
    assert refused.value.key == "lab.train.device"


def test_a_variant_is_put_beside_the_others_of_its_file(tmp_path: Path) -> None:
    file = tmp_path / "network.npz"
    for options in ({"board": "small"}, {"board": "calm"}, {"board": "small"}):
        training = prepared(Engine(load("minelfield"), None, options), "cpu", 1, Places(file), False)
        train.finish(training, Places(file), [])
    assert [network.options["board"] for network in read(file, load("minelfield"))] == ["calm", "small"]


def test_a_game_of_secrets_and_more_seats_is_learned_without_a_line_of_its_own(places: Places) -> None:
    training = trained(places, 2 * SLICE, game="liars")
    assert training.practice[0].deals > 1
    assert np.isfinite(training.numbers).all()
    assert (training.squares > training.squares.min()).any()


def test_the_command_tells_a_curve_and_plays_against_the_present_bot(places: Places) -> None:
    command = ("lab", "train", "four", "--games", "300", "--seed", "1", "-o", str(places.network))
    done = tablier(*command, "--arena", "2", "--seconds", "0.002", "--calibrate", "2")
    assert done.returncode == 0, done.stderr
    assert "against drawn moves" in done.stdout
    assert "The network wins" in done.stdout
    network = read(places.network, load("four"))[0]
    assert network.told == {"games": 320, "seed": 1}
    assert network.calibration != (1.0, 0.0)
    page = places.page.read_text(encoding="utf-8")
    assert page.count("<svg") == 2
    assert "http" not in page
    again = tablier(*command)
    assert (again.returncode, again.stderr.count("--resume")) == (2, 1)


def test_paired_games_have_the_same_dice_once_for_each_rotation() -> None:
    paired = contest("minelfield", ["random", "random"], None, {"turn_limit": 20}, seed=3, paired=True)
    assert paired.dice(0) == paired.dice(1) != paired.dice(2)
    assert [play(paired, number)["lineup"] for number in range(2)] == [[0, 1], [1, 0]]
