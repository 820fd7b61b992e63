"""Jobs for the scheduler's tests, in a module that is imported quickly by every process."""

import os
import signal
from pathlib import Path

from tablier.lab.jobs import ONE_THREAD


def square(number: int) -> int:
    return number * number


def dies_once(folder: Path, number: int) -> int:
    """A job that takes its process with it the first time."""
    mark = folder / str(number)
    if number == 2 and not mark.exists():
        mark.touch()
        os.kill(os.getpid(), signal.SIGKILL)
    return number * number


def dies(number: int) -> int:
    os.kill(os.getpid(), signal.SIGKILL)
    return number


def fails(number: int) -> int:
    raise ArithmeticError(number)


def threads(_: int) -> list[str | None]:
    return [os.environ.get(name) for name in ONE_THREAD]
