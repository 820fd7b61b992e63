"""A process in which a game is looked at: whatever it does there, raise, crash or never end, happens to nobody else.

It is given a phase, seconds for each game, and the modules of the games by key, as JSON; it prints a line of JSON for
each fault, and one when a game is done.
"""

from __future__ import annotations

import faulthandler
import json
import os
import sys

from tablier.authors.checking import PHASES
from tablier.authors.faults import Fault, raised, serious
from tablier.core import registry


def main() -> None:
    """Look at every game that was named."""
    request = json.loads(sys.argv[1])
    told = os.fdopen(os.dup(1), "w", encoding="utf-8")  # what a package prints is not taken for a fault
    os.dup2(2, 1)
    faulthandler.enable()
    registry.announce(request["games"])
    for key in request["games"]:
        faulthandler.dump_traceback_later(request["seconds"], exit=True)
        for fault in found(request["phase"], key):
            print(json.dumps({"game": key, "fault": fault.data()}), file=told, flush=True)
        print(json.dumps({"game": key}), file=told, flush=True)
        faulthandler.cancel_dump_traceback_later()
    told.flush()
    os._exit(0)  # threads that a package has left running wait for nobody


def found(phase: str, key: str) -> list[Fault]:
    """The faults of one game in a phase, each once."""
    known: dict[Fault, None] = {}
    for part in PHASES[phase]:
        try:
            known |= dict.fromkeys(part(key))
        except Exception as error:  # whatever a package does, it is told of
            known[raised(error, registry.folder(registry.SOURCES[key]), rule=part.__name__)] = None
        if serious(known):
            break
    return list(known)


if __name__ == "__main__":
    main()
