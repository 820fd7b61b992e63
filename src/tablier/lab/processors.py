"""What processes have worked, as the kernel counts it: the account by which servers and databases are compared."""

from __future__ import annotations

import os
from collections import defaultdict
from collections.abc import Iterable, Iterator
from pathlib import Path

TICKS = os.sysconf("SC_CLK_TCK")
PARENT, OWN, OWN_AND_OF_THE_DEAD = (
    1,
    slice(11, 13),
    slice(11, 15),
)  # of what the kernel tells about a process after its name
KILOBYTE = 1024


def told(process: int) -> list[str]:
    """What the kernel tells about a process after its name; nothing if it has gone."""
    try:
        return Path(f"/proc/{process}/stat").read_text().rpartition(")")[2].split()
    except OSError:
        return []


def family(processes: Iterable[int]) -> set[int]:
    """Processes with all that they have started, as far as they still live."""
    children: defaultdict[int, list[int]] = defaultdict(list)
    for process in everyone():
        if fields := told(process):
            children[int(fields[PARENT])].append(process)
    found, waiting = set[int](), list(processes)
    while waiting:
        process = waiting.pop()
        found.add(process)
        waiting += children[process]
    return found


def everyone() -> Iterator[int]:
    """All processes of this machine."""
    return (int(path.name) for path in Path("/proc").glob("[0-9]*"))


def worked(*processes: int) -> float:
    """Seconds that processors have worked for these, for all that they have started, and for those that have ended."""
    ticks = sum(int(field) for one in family(processes) for field in told(one)[OWN_AND_OF_THE_DEAD])
    return ticks / TICKS


def alone(process: int) -> float:
    """Seconds that processors have worked for one process, without those that it has started."""
    return sum(map(int, told(process)[OWN])) / TICKS


def held(*processes: int) -> float:
    """Megabytes that these hold, with all that they have started; what they share is counted once for each."""
    return sum(resident(one) for one in family(processes)) / 1e6


def resident(process: int) -> int:
    """The bytes of a process that are in memory."""
    try:
        lines = Path(f"/proc/{process}/status").read_text().splitlines()
    except OSError:
        return 0
    return next((int(line.split()[1]) * KILOBYTE for line in lines if line.startswith("VmRSS")), 0)
