"""The one scheduler of the lab: numbered jobs, done here, on processes of this machine, or on a Dask cluster.

A job is a function of arguments that can be pickled, seeds included, and of nothing else: whoever does it, and however
often it has to be given again because a worker was lost, its result is the same.
"""

import os
import signal
from collections.abc import Callable, Iterator, Mapping
from concurrent.futures import ProcessPoolExecutor, as_completed
from concurrent.futures.process import BrokenProcessPool
from contextlib import contextmanager
from dataclasses import dataclass
from multiprocessing import active_children, get_context
from typing import Any, TypeVar

from tablier.core.errors import BadOption, Error

Result = TypeVar("Result")
Arguments = Mapping[int, tuple[Any, ...]]
"""The arguments of every job, by its number."""
MOST_LOSSES = 5  # workers lost in a row without a result in between, before we give up
ONE_THREAD = ("OMP_NUM_THREADS", "OPENBLAS_NUM_THREADS", "MKL_NUM_THREADS", "NUMBA_NUM_THREADS")
PATIENCE = "10s"  # to find a scheduler


class LostWorkers(Error):
    """Workers die whatever they are given."""


@dataclass(frozen=True)
class Crew:
    """Who does the jobs: so many processes here, or, if there is an address, the workers of a cluster."""

    jobs: int = 1
    cluster: str | None = None


def spread(work: Callable[..., Result], arguments: Arguments, crew: Crew) -> Iterator[tuple[int, Result]]:
    """The results as they come, with the numbers of their jobs; closing the iterator cancels what is not done."""
    if crew.cluster is not None:
        return on_cluster(work, arguments, crew.cluster)
    if crew.jobs == 1 or not arguments:
        return ((number, work(*given)) for number, given in arguments.items())
    return on_processes(work, arguments, crew.jobs)


def on_processes(work: Callable[..., Result], arguments: Arguments, jobs: int) -> Iterator[tuple[int, Result]]:
    """Jobs on processes; those that a killed process leaves undone are given again, to a new pool."""
    left, losses = dict(arguments), 0
    while left:
        try:
            for number, result in in_pool(work, left, jobs):
                del left[number]
                losses = 0
                yield number, result
        except BrokenProcessPool:
            losses += 1
            if losses == MOST_LOSSES:
                raise LostWorkers("lab.jobs.lost", times=losses) from None


def in_pool(work: Callable[..., Result], arguments: Arguments, jobs: int) -> Iterator[tuple[int, Result]]:
    """Jobs in one pool of processes, until it breaks; leaving early stops the processes at once."""
    others = set(active_children())
    with single_threads():
        pool = ProcessPoolExecutor(jobs, mp_context=get_context("spawn"), initializer=ignore_interrupts)
        try:
            futures = {pool.submit(work, *given): number for number, given in arguments.items()}
            for future in as_completed(futures):
                yield futures[future], future.result()
        except BaseException:
            for process in set(active_children()) - others:
                process.terminate()
            raise
        finally:
            pool.shutdown(cancel_futures=True)


def ignore_interrupts() -> None:
    """Leave Ctrl+C to the process that gives the jobs."""
    signal.signal(signal.SIGINT, signal.SIG_IGN)


@contextmanager
def single_threads() -> Iterator[None]:
    """Processes that are started meanwhile compute in one thread each."""
    before = {name: os.environ.get(name) for name in ONE_THREAD}
    os.environ.update(dict.fromkeys(ONE_THREAD, "1"))
    try:
        yield
    finally:
        for name, value in before.items():
            if value is None:
                os.environ.pop(name, None)
            else:
                os.environ[name] = value


def on_cluster(work: Callable[..., Result], arguments: Arguments, address: str) -> Iterator[tuple[int, Result]]:
    """Jobs on the workers of a Dask cluster, which may come and go meanwhile."""
    client = connected(address)
    from distributed import KilledWorker, as_completed

    try:
        futures = {client.submit(work, *given, pure=False): number for number, given in arguments.items()}
        waiting, losses = as_completed(list(futures), loop=client.loop), 0
        for future in waiting:
            try:
                result = future.result()
            except KilledWorker:  # its workers were lost several times, which need not be its fault
                losses += 1
                if losses == MOST_LOSSES:
                    raise LostWorkers("lab.jobs.lost", times=losses) from None
                number = futures.pop(future)
                again = client.submit(work, *arguments[number], pure=False)
                futures[again] = number
                waiting.add(again)
            else:
                losses = 0
                yield futures.pop(future), result
    finally:
        client.close()  # which gives up what is not done


def connected(address: str) -> Any:
    """A client of a cluster; a sentence says what is missing if there is none."""
    try:
        from distributed import Client
    except ModuleNotFoundError:
        raise BadOption("lab.jobs.extra") from None
    try:
        return Client(address, timeout=PATIENCE, set_as_default=False)
    except (OSError, TimeoutError, ValueError):
        raise BadOption("lab.jobs.no_cluster", address=address) from None
