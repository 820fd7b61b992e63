"""What can be set when a server is started."""

import os
from dataclasses import dataclass, field
from pathlib import Path

DAY = 86_400.0
UNLIMITED = "TABLIER_UNLIMITED"
"""Set in the environment to measure the server: nobody is told to come less often."""


def default_data() -> Path:
    """Where tables are kept if nothing else is said."""
    home = os.environ.get("XDG_DATA_HOME") or Path.home() / ".local" / "share"
    return Path(os.environ.get("TABLIER_DATA") or Path(home) / "tablier")


def default_workers() -> int:
    """As many bots think at the same time as there are processors, but one."""
    return max(1, min(8, (os.cpu_count() or 2) - 1))


def default_limited() -> bool:
    """Whether visitors are limited in how often and how much they may ask."""
    return not os.environ.get(UNLIMITED)


@dataclass(frozen=True)
class Settings:
    """The settings of one server."""

    data: Path = field(default_factory=default_data)  # the folder in which tables are kept
    workers: int = field(default_factory=default_workers)  # processes in which bots think
    bot_seconds: float = 10.0  # after so long a bot has moved, come what may
    pace: float = 0.3  # seconds between two moves of bots, so that people can follow
    patience: float = 3 * DAY  # after so long without a move a seat may be handed over to a bot
    open_tables: int = 500  # kept in memory
    origins: tuple[str, ...] = ()  # other addresses under which the site is reached
    prepare: bool = True  # compile games in the background before they can be played
    limited: bool = field(default_factory=default_limited)  # how often and how much one visitor or address may ask
    games: tuple[str, ...] = ()  # the games on the shelf; all, if none is named
