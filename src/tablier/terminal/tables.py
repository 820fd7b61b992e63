"""Tables of measurements, for terminals and for the documentation."""

import platform
import subprocess
from collections.abc import Iterable, Iterator
from importlib.metadata import version
from pathlib import Path
from typing import Any, TypeVar

from rich import box
from rich.console import Console
from rich.progress import MofNCompleteColumn, Progress
from rich.table import Table

Row = TypeVar("Row")
COLUMNS = ("game", "seats", "options", "decisions/s", "games/s", "sims/s", "playouts/s", "tree", "cold", "warm")
SPEEDS = (
    "decisions_per_second", "playouts_per_second", "simulations_per_second", "advised_playouts_per_second",
)  # fmt: skip

INTRODUCTION = """# Benchmarks

Random play on one core: legal moves are listed, one is drawn, it is made; chance counts as a decision. Made by
`make bench`; the median of five runs. Options that are not named have their defaults. Cold and warm: seconds until the
first random game of a new process, without and with compiled code on disk. Sims: simulations of a bot's search at the
start of a game, each a walk down its tree and a playout with the game's advice. Playouts: such
playouts alone, from the same positions. Tree: the share of a simulation that its playout does not take, the moves made
on the way down included.
"""


def cells(row: dict[str, Any]) -> list[str]:
    """A row of the benchmark as text."""
    options = ", ".join(f"{name}={value}" for name, value in row["options"].items())
    speeds = [f"{row[key]:,}" for key in SPEEDS]
    compiling = [f"{row[key]:.2f} s" for key in ("compile_seconds_cold", "compile_seconds_warm")]
    return [row["game"], str(row["seats"]), options, *speeds, f"{row['tree_share']:.0%}", *compiling]


def benchmarks(rows: list[dict[str, Any]]) -> Table:
    """The benchmark for a terminal."""
    table = Table(title="Random play on one core", box=box.SIMPLE_HEAD, padding=(0, 1, 0, 0), pad_edge=False)
    for column in COLUMNS:
        text = column in ("game", "options")
        table.add_column(column, justify="left" if text else "right", overflow="fold", no_wrap=column != "options")
    for row in rows:
        table.add_row(*cells(row))
    return table


def markdown(rows: list[dict[str, Any]]) -> str:
    """The benchmark as a page of the documentation, with machine and commit."""
    heads = f"| {' | '.join(COLUMNS)} |\n|{' --- |' * len(COLUMNS)}\n"
    body = "".join(f"| {' | '.join(cells(row))} |\n" for row in rows)
    return f"{INTRODUCTION}\n{machine()}\n\n{heads}{body}"


def machine() -> str:
    """The machine, the versions and the commit that a measurement belongs to."""
    names = [line.partition(":")[2].strip() for line in cpu_lines() if line.startswith("model name")]
    parts = [names[0] if names else platform.processor(), f"{len(names)} cores", f"Python {platform.python_version()}"]
    parts += [f"numba {version('numba')}", f"commit {commit()}"]
    return ", ".join(parts) + "."


def cpu_lines() -> list[str]:
    """What Linux says of its processors; nothing elsewhere."""
    path = Path("/proc/cpuinfo")
    return path.read_text().splitlines() if path.exists() else []


def commit() -> str:
    """The commit of the sources, marked if they have changed since."""
    command = ["git", "describe", "--always", "--dirty", "--exclude=*"]
    found = subprocess.run(command, cwd=Path(__file__).parent, capture_output=True, text=True, check=False)
    return found.stdout.strip() or "unknown"


def progress(rows: Iterable[Row], total: int, console: Console, name: str = "games") -> Iterator[Row]:
    """The same rows, with a bar that shows how many there have been."""
    with Progress(*Progress.get_default_columns(), MofNCompleteColumn(), console=console) as bar:
        task = bar.add_task(name, total=total)
        for row in rows:
            bar.advance(task)
            yield row


def counting(counts: Iterable[tuple[int, Row]], total: int, console: Console, name: str) -> Iterator[Row]:
    """What comes beside some numbers, with a bar that follows those up to a total."""
    with Progress(*Progress.get_default_columns(), MofNCompleteColumn(), console=console) as bar:
        task = bar.add_task(name, total=total)
        for number, row in counts:
            bar.update(task, completed=min(number, total))
            yield row


def results(table: list[dict[str, Any]]) -> Table:
    """What an arena found, for a terminal."""
    found = Table(
        title=f"{table[0]['games']} games, {table[0]['decisions_per_game']:.0f} decisions each", box=box.SIMPLE
    )
    for column in ("bot", "score", "95 %", "per seat", "Elo", "time per move"):
        found.add_column(column, justify="left" if column == "bot" else "right")
    for row in table:
        low, high = row["interval"]
        elo = "" if row["elo"] is None else f"{row['elo']:+.0f}"
        seats = " ".join(f"{score:.0%}" for score in row["per_seat"])
        share, time = f"{row['score']:.1%}", f"{row['seconds_per_move'] * 1000:.1f} ms"
        found.add_row(row["bot"], share, f"{low:.0%}–{high:.0%}", seats, elo, time)
    return found
