"""What can be set when a server is started: by arguments, by the environment, or left as it is here."""

import os
import types
import typing
from collections.abc import Mapping
from dataclasses import dataclass, field, fields
from pathlib import Path
from typing import Any, Literal

from tablier.server.authority.limits import DAY
from tablier.server.authority.refusals import Refused

PREFIX = "TABLIER_"
LEAST = {"open_tables": 1, "processes": 1, "lease": 1}
YES_AND_NO = {"1": True, "yes": True, "true": True, "on": True, "0": False, "no": False, "false": False, "off": False}


def default_data() -> Path:
    """Where tables are kept if nothing else is said."""
    return Path(os.environ.get("XDG_DATA_HOME") or Path.home() / ".local" / "share") / "tablier"


def default_workers() -> int:
    """As many bots think at the same time as there are processors, but one."""
    return max(1, min(8, (os.cpu_count() or 2) - 1))


@dataclass(frozen=True)
class Settings:
    """The settings of one server. Each can be set in the environment; ``docs/operate.md`` has them in a table."""

    data: Path = field(default_factory=default_data)  # the folder in which tables are kept
    store: str = field(default="", repr=False)  # a PostgreSQL database in which they are kept instead, by its address
    node: str = ""  # where the other nodes that share the database reach this one, such as 10.0.0.5:9000
    processes: int = 1  # of this machine that serve at one address, over a database that they share
    lease: float = 5.0  # seconds after which others take the tables of a node that is gone
    workers: int = field(default_factory=default_workers)  # processes in which bots think
    bot_seconds: float = 10.0  # after so long a bot has moved, come what may
    pace: float = 0.3  # seconds between two moves of bots, so that people can follow
    patience: float = 3 * DAY  # after so long without a move a seat may be handed over to a bot
    open_tables: int = 500  # kept in memory
    origins: tuple[str, ...] = ()  # other addresses under which the site is reached
    domain: str = ""  # for which passkeys are made, if not for the host under which the site is asked for
    prepare: bool = True  # compile games in the background before they can be played
    limited: bool = True  # how often and how much one visitor or address may ask; measurements lift it
    games: tuple[str, ...] = ()  # the games on the shelf; all, if none is named
    host: str = "127.0.0.1"  # the address to listen at
    port: int = 0  # where to listen; 0 is a free one
    proxies: tuple[str, ...] = ("127.0.0.1", "::1")  # machines that are believed when they say for whom they ask
    log: Literal["text", "json"] = "text"  # how the server writes down what happens
    log_level: Literal["debug", "info", "warning", "error"] = "warning"  # from where on it does
    metrics: Literal["local", "everyone", "off"] = "local"  # who may read /metrics
    contact: str = ""  # whom push services may write to: mailto:… or https://…
    push_private: bool = False  # whether notices may be sent into the own network; for tests
    abandoned_days: float = 60.0  # a running table that has not moved for so long is closed, and its seed published
    forget_abandoned_days: float = 365.0  # so long after that it is deleted; 0 is never
    forget_finished_days: float = 0.0  # so long after its end a game is deleted; 0 is never


HINTS = typing.get_type_hints(Settings)


def variable(name: str) -> str:
    """The name of a setting in the environment."""
    return PREFIX + name.upper()


def from_environment(environment: Mapping[str, str] = os.environ, **given: Any) -> Settings:
    """The settings: what is given, else what the environment says, else the usual; empty variables say nothing."""
    names = [entry.name for entry in fields(Settings)]
    found = {name: environment[variable(name)] for name in names if environment.get(variable(name))}
    values = {name: read(name, text) for name, text in found.items()}
    for name, value in given.items():
        if value is not None:
            values[name] = read(name, value) if isinstance(value, str) else value
    return Settings(**values)


def read(name: str, text: str) -> Any:
    """The value of a setting as it is written in the environment; refused if it cannot be one."""
    kind = HINTS[name]
    try:
        value = readers(kind)(text.strip())
        if kind in (int, float) and not value >= LEAST.get(name, 0):
            raise ValueError(value)
        return value
    except (KeyError, ValueError):
        raise Refused("server.setting", name=variable(name), given=text, expected=expected(kind)) from None


def readers(kind: Any) -> Any:
    """What makes a value of a kind from its text."""
    if kind is bool:
        return lambda text: YES_AND_NO[text.lower()]
    if typing.get_origin(kind) is tuple:
        return lambda text: tuple(text.replace(",", " ").split())
    if typing.get_origin(kind) is Literal:
        return {word: word for word in typing.get_args(kind)}.__getitem__
    if typing.get_origin(kind) is types.UnionType:  # a kind, or nothing
        return typing.get_args(kind)[0]
    return kind


def expected(kind: Any) -> str:
    """What a setting may be, briefly."""
    if kind is bool:
        return "yes, no"
    if typing.get_origin(kind) is Literal:
        return ", ".join(typing.get_args(kind))
    return {int: "0, 1, 2, …", float: "0.5, 10, …"}.get(kind, "…")
