"""A process that makes one film: ``python -m tablier.server.api.projector``. A wish as JSON in, the film out."""

import json
import os
import sys

from tablier import pictures
from tablier.core.compile import defer
from tablier.server.api.films import frames_of

NICENESS = 10
WIDTH = 480  # pixels


def main() -> None:
    """Read the wish, make the film."""
    defer()
    os.nice(NICENESS)
    told = json.load(sys.stdin)
    match, seat, numbers = frames_of(told)
    shown = pictures.frames(match, seat, told["language"], WIDTH, numbers)
    sys.stdout.buffer.write(pictures.film(shown, told["kind"]))


if __name__ == "__main__":
    main()
