"""A data folder is for one process at a time."""

import sqlite3
from pathlib import Path

from tablier import private
from tablier.server.authority.refusals import Refused

HELD = "held.sqlite"


def held(data: Path) -> sqlite3.Connection:
    """A data folder for this process alone, until it ends in whatever way: two servers would not know of each other."""
    try:
        private.make_folder(data)
        private.mend(data)
        private.make_file(data / HELD)
        hold = sqlite3.connect(data / HELD, timeout=0, isolation_level=None)
        hold.execute("begin exclusive")
    except OSError as error:
        raise Refused("server.data.unusable", folder=str(data), detail=error.strerror) from error
    except sqlite3.Error as error:
        taken = error.sqlite_errorcode == sqlite3.SQLITE_BUSY
        raise Refused(f"server.data.{'taken' if taken else 'unusable'}", folder=str(data), detail=str(error)) from error
    return hold
