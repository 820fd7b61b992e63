"""Looking at games in processes of their own, and setting aside those of other packages that are broken."""

from __future__ import annotations

import json
import os
import re
import subprocess
import sys
from collections.abc import Iterable, Sequence
from pathlib import Path

from tablier.authors.faults import Fault, read, serious, shortened
from tablier.core import registry

QUICK, PLAIN, COMPILED = "quick", "plain", "compiled"
SECONDS = {QUICK: 20, PLAIN: 90, COMPILED: 240}  # for one game, before it is said to hang
SETTINGS = {
    QUICK: {"NUMBA_DISABLE_JIT": "1"},
    PLAIN: {"NUMBA_DISABLE_JIT": "1"},
    COMPILED: {"NUMBA_BOUNDSCHECK": "1", "NUMBA_DISABLE_JIT": "0"},
}
"""How rules run in each phase."""
PLACE = re.compile(r'File "([^"]+)", line (\d+)')
HUNG = "Timeout ("


def check(key: str, is_quick: bool = False) -> list[Fault]:
    """All that is wrong with a game, and remarks; in quick looks, what can be seen without playing."""
    if key not in registry.SOURCES:
        registry.load(key)
    found: list[Fault] = []
    for phase in (QUICK,) if is_quick else (PLAIN, COMPILED):
        found += looked_at(phase, [key])[key]
        if serious(found):
            break
    return found


def set_broken_aside() -> None:
    """Look at all games of other packages, quickly, and set aside those that are broken."""
    keys = registry.foreign()
    for key, found in looked_at(QUICK, keys).items():
        registry.set_aside(key, [fault.word for fault in serious(found)])


def looked_at(phase: str, keys: Iterable[str]) -> dict[str, list[Fault]]:
    """The faults of some games; one that ends its process is looked at no further, and the rest in another one."""
    left, known = list(keys), dict[str, list[Fault]]()
    while left:
        ended, output, errors = run(phase, left)
        for line in output.splitlines():
            told = json.loads(line)
            known.setdefault(told["game"], [])
            if "fault" in told:
                known[told["game"]].append(read(told["fault"]))
            else:
                left.remove(told["game"])
        if left:
            key = left.pop(0)
            known.setdefault(key, []).append(died(key, ended, errors))
    return known


def run(phase: str, keys: Sequence[str]) -> tuple[int, str, str]:
    """Run a process that looks at games: its status, what it told and its errors."""
    games = {key: registry.SOURCES[key] for key in keys}
    request = json.dumps({"phase": phase, "seconds": SECONDS[phase], "games": games})
    environment = os.environ | SETTINGS[phase] | {"PYTHONPATH": os.pathsep.join(filter(None, sys.path))}
    command = [sys.executable, "-m", "tablier.authors.child", request]
    done = subprocess.run(
        command, env=environment, capture_output=True, text=True, errors="replace", check=False,
        timeout=SECONDS[phase] * len(keys) + 60,
    )  # fmt: skip
    return done.returncode, done.stdout, done.stderr


def died(key: str, status: int, errors: str) -> Fault:
    """A game that ended the process in which it was looked at, or came to no end, at its own last line."""
    sign = "hangs" if HUNG in errors else "crashes"
    args = {} if sign == "hangs" else {"status": status}
    try:
        folder = registry.folder(registry.SOURCES[key])
    except (ImportError, AttributeError, ValueError):
        return Fault(sign, args=args)
    for path, line in PLACE.findall(errors):  # the latest call comes first
        if Path(path).is_relative_to(folder):
            return Fault(sign, shortened(path, folder), int(line), args)
    return Fault(sign, args=args)
