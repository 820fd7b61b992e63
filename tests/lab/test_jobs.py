"""The scheduler: every job is done, whoever is killed meanwhile, and the results are the same everywhere."""

import signal
import sys
from pathlib import Path
from typing import Any

import pytest

from tablier import BadOption
from tablier.lab import arena
from tablier.lab.jobs import ONE_THREAD, Crew, LostWorkers, spread
from tests.lab.cluster import cluster
from tests.lab.deeds import dies, dies_once, fails, square, threads

CONTEST = arena.contest("minelfield", ["level1", "random"], None, {"board": "small"}, seed=5)


def timeless(row: dict[str, Any]) -> dict[str, Any]:
    return {name: value for name, value in row.items() if name != "seconds"}


@pytest.mark.parametrize("jobs", [1, 2])
def test_every_job_gives_its_result_with_its_number(jobs: int) -> None:
    assert dict(spread(square, {number: (number,) for number in range(5, 12)}, Crew(jobs))) == {
        number: number**2 for number in range(5, 12)
    }


def test_a_killed_process_is_replaced_and_its_jobs_are_given_again(tmp_path: Path) -> None:
    found = list(spread(dies_once, {number: (tmp_path, number) for number in range(6)}, Crew(2)))
    assert sorted(found) == [(number, number**2) for number in range(6)]
    assert (tmp_path / "2").exists()


def test_jobs_that_always_kill_their_process_are_given_up() -> None:
    with pytest.raises(LostWorkers):
        list(spread(dies, {0: (0,), 1: (1,)}, Crew(2)))


@pytest.mark.parametrize("jobs", [1, 2])
def test_a_job_that_fails_says_so(jobs: int) -> None:
    with pytest.raises(ArithmeticError):
        list(spread(fails, {0: (0,), 1: (1,)}, Crew(jobs)))


def test_a_process_computes_in_one_thread_and_the_environment_is_as_before() -> None:
    before = threads(0)
    assert dict(spread(threads, {0: (0,)}, Crew(2))) == {0: ["1"] * len(ONE_THREAD)}
    assert threads(0) == before


def test_what_is_not_done_is_cancelled_with_the_iterator() -> None:
    results = on = spread(square, {number: (number,) for number in range(50)}, Crew(2))
    next(results)
    on.close()  # type: ignore[attr-defined]
    assert list(results) == []


def test_a_cluster_that_loses_a_worker_and_wins_another_plays_the_same_games(tmp_path: Path) -> None:
    arguments = {number: (CONTEST, number) for number in range(24)}
    here = {number: timeless(row) for number, row in spread(arena.play, arguments, Crew())}
    with cluster(tmp_path) as made:
        first, _ = made.worker(), made.worker()
        there: dict[int, Any] = {}
        for number, row in spread(arena.play, arguments, Crew(cluster=made.address)):
            if not there:
                first.kill()
                made.worker()
            there[number] = timeless(row)
        assert first.wait() == -signal.SIGKILL
    assert there == here


def test_a_cluster_that_is_not_there_is_a_sentence(monkeypatch: pytest.MonkeyPatch) -> None:
    with pytest.raises(BadOption, match="no-such-scheme"):
        list(spread(square, {0: (0,)}, Crew(cluster="no-such-scheme://nowhere")))
    monkeypatch.setitem(sys.modules, "distributed", None)
    with pytest.raises(BadOption, match=r"tablier\[cluster\]"):
        list(spread(square, {0: (0,)}, Crew(cluster="tcp://127.0.0.1:8786")))
