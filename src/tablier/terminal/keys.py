"""Single keys at a terminal."""

import os
import re
import sys
from collections.abc import Iterator

try:
    import termios
    import tty
except ImportError:  # Windows
    termios = None  # type: ignore[assignment]

ONE_KEY = re.compile(rb"\x1b\[[0-9;]*[A-Za-z~]|\x1bO[A-Za-z]|.", re.DOTALL)
MOST_BYTES = 64  # read at once
KEYS = {
    "forward": (b"\x1b[C", b"\x1bOC", b" ", b"\n", b"\r"),
    "back": (b"\x1b[D", b"\x1bOD", b"\x7f", b"\x08"),
    "next": (b"\x1b[B", b"\x1bOB"),
    "previous": (b"\x1b[A", b"\x1bOA"),
    "first": (b"\x1b[H", b"\x1bOH", b"\x1b[1~", b"\x1b[7~"),
    "last": (b"\x1b[F", b"\x1bOF", b"\x1b[4~", b"\x1b[8~"),
    "quit": (b"q", b"Q", b"\x1b", b"\x04"),
}
ACTIONS = {key: action for action, keys in KEYS.items() for key in keys}


def can_read() -> bool:
    """Whether somebody sits at a terminal whose keys can be read one by one."""
    return termios is not None and sys.stdin.isatty() and sys.stdout.isatty()


def pressed() -> Iterator[str]:
    """What the keys that are pressed ask for: forward, back, another variation, first, last, until it is quit."""
    terminal = sys.stdin.fileno()
    before = termios.tcgetattr(terminal)
    tty.setcbreak(terminal, termios.TCSADRAIN)
    try:
        while typed := os.read(terminal, MOST_BYTES):
            for key in ONE_KEY.findall(typed):
                action = ACTIONS.get(key)
                if action == "quit":
                    return
                if action is not None:
                    yield action
    except KeyboardInterrupt:
        return
    finally:
        termios.tcsetattr(terminal, termios.TCSADRAIN, before)
