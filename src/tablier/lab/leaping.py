"""The command ``tablier`` with a clock that jumps: ``python -m tablier.lab.leaping FILE serve …``.

The time of day is what it is, and as many seconds more as the file says at that moment. So one process alone has a
clock that is wrong, as a machine may; steady clocks go on as they are.
"""

import sys
import time
from pathlib import Path

wall = time.time


def leap(file: Path) -> None:
    """Let the time of day be as wrong as a file says."""

    def wrong() -> float:
        return wall() + float(file.read_text() or 0)

    time.time = wrong


def main() -> None:
    """Run a command with such a clock."""
    leap(Path(sys.argv.pop(1)))
    from tablier.__main__ import main as run

    run()


if __name__ == "__main__":
    main()
