"""Folders and files that are for their owner alone: they hold seeds of running games, and links and keys to seats.

What is new is made so, whatever the process would leave open by default (its umask); what is there already is mended,
and a line of the log says what it was.
"""

import logging
import os
import stat
from pathlib import Path

FOLDER, FILE, EVERYTHING = 0o700, 0o600, 0o777  # modes
OURS = ("*.sqlite*", "*.key")  # tables, copies of them, and keys

log = logging.getLogger(__name__)


def make_folder(folder: Path) -> None:
    """Make a folder, unless it is there; those in which it lies are made as usual."""
    folder.parent.mkdir(parents=True, exist_ok=True)
    try:
        folder.mkdir(FOLDER)
    except FileExistsError:
        if not folder.is_dir():
            raise
    else:
        folder.chmod(FOLDER)


def make_file(file: Path, content: bytes = b"") -> None:
    """Make a file, unless it is there."""
    try:
        handle = os.open(file, os.O_CREAT | os.O_EXCL | os.O_WRONLY, FILE)
    except FileExistsError:
        return
    with open(handle, "wb") as fresh:
        os.chmod(file, FILE)
        fresh.write(content)


def mend(folder: Path) -> None:
    """Take from everybody else what they may do with a folder of ours and with our files in it."""
    mend_one(folder, FOLDER)
    for pattern in OURS:
        for file in sorted(folder.glob(pattern)):
            mend_one(file, FILE)


def mend_one(path: Path, mode: int) -> None:
    """Take from everybody else what they may do with a folder or file; links are left alone.

    So is a folder that is everybody's by its nature, such as the one for temporary files: it has the sticky bit.
    """
    found = path.lstat().st_mode
    if stat.S_ISLNK(found) or found & stat.S_ISVTX or not found & EVERYTHING & ~mode:
        return
    was = f"{stat.S_IMODE(found):04o}"
    try:
        path.chmod(mode)
    except OSError as error:
        log.warning("others can open %s (mode %s), and that could not be changed: %s", path, was, error.strerror)
    else:
        log.warning("others could open %s (mode %s); now it is for its owner alone (mode %04o)", path, was, mode)
