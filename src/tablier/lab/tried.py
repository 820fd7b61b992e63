"""Rounds of faults as anybody runs them, and the page about them."""

from __future__ import annotations

import argparse
import asyncio
import os
import random
import sys
import tempfile
from collections.abc import Callable, Sequence
from pathlib import Path
from statistics import quantiles

from tablier.core.registry import load
from tablier.games import GAMES
from tablier.lab.bench_clients import Laid
from tablier.lab.bench_server import lay
from tablier.lab.faults import FAULTS, Endured, Harm, Ordeal, disk_full, name_of
from tablier.lab.stage import LEASE, OrdealStage, staged
from tablier.server.authority.making import Wish

ROUNDS, TABLES, NODES = 1_000, 6, 2
AHEAD = 3  # games of people, and of people against bots, that are laid out for each round
BOT = Wish("bot", 1)
MINUTE = 60.0
PAGE = Path(__file__).with_name("faults.md")
HEAD = """\
| what was done | rounds | lasted, s | play went on after, s: p50 | p99 | longest |
| --- | --- | --- | --- | --- | --- |"""


async def tried(rounds: int, faults: Sequence[Harm], given: argparse.Namespace, tell: Callable[[str], None]) -> Endured:
    """So many rounds, or as many as there is time for."""
    laid: list[tuple[Laid, int]] = []

    def lay_all(address: str) -> None:
        with tempfile.TemporaryDirectory() as nowhere:
            count = AHEAD * (rounds + given.tables)
            laid.extend((one, 2) for one in lay(Path(nowhere), given.game, count, address))
            laid.extend((one, 1) for one in lay(Path(nowhere), given.game, count // 3, address, BOT))

    rng = random.Random(given.seed)
    async with staged(given.nodes, 1, given.game, lay_all) as stage:
        rng.shuffle(laid)
        ordeal = Ordeal(stage, laid, given.tables, rng)
        await all_rounds(ordeal, rounds, possible(faults, stage), given.minutes * MINUTE, tell)
        return await ordeal.end()


async def all_rounds(
    ordeal: Ordeal, rounds: int, faults: Sequence[Harm], seconds: float, tell: Callable[[str], None]
) -> None:
    """Each fault in turn, until there were enough rounds, time is over, or something is wrong."""
    loop = asyncio.get_running_loop()
    end = loop.time() + seconds
    for number in range(rounds):
        fault = faults[number % len(faults)]
        await ordeal.round(fault)
        tell(f"{number + 1}/{rounds} {name_of(fault)}: {max(ordeal.latest):.2f} s")
        if ordeal.found.wrong or loop.time() > end:
            return


def possible(faults: Sequence[Harm], stage: OrdealStage) -> list[Harm]:
    """The faults that can be had here: only who is root has a disk to fill."""
    return [fault for fault in faults if stage.disk or fault is not disk_full]


# Telling


def row(name: str, lasted: Sequence[float], seconds: Sequence[float]) -> str:
    """What one fault has shown."""
    cuts = quantiles(seconds, n=100, method="inclusive") if len(seconds) > 1 else [*seconds] * 99
    numbers = f"{sum(lasted) / len(lasted):.1f} | {cuts[49]:.2f} | {cuts[98]:.2f} | {max(seconds):.2f}"
    return f"| {name} | {len(lasted)} | {numbers} |"


def table(found: Endured) -> str:
    """All faults, and all together."""
    rows = [row(name, found.lasted[name], found.seconds[name]) for name in found.seconds if found.seconds[name]]
    everything = [one for some in found.seconds.values() for one in some]
    lasted = [one for some in found.lasted.values() for one in some]
    return "\n".join([HEAD, *rows, row("all", lasted, everything)])


def page(found: Endured, given: argparse.Namespace) -> str:
    """The page about them."""
    wrong = (
        "\n".join(f"- {line}" for line in found.wrong) or "Nothing was lost, doubled, reordered or told in two ways."
    )
    return PAGE.read_text(encoding="utf-8").format(
        rounds=found.rounds, moves=found.moves, tables=found.tables, at_once=given.tables, nodes=given.nodes,
        lease=LEASE, cores=os.cpu_count(), table=table(found), wrong=wrong, game=given.game,
    )  # fmt: skip


def read_arguments(arguments: Sequence[str] | None = None) -> argparse.Namespace:
    """How many rounds, and of what."""
    names = [fault.__name__ for fault in FAULTS]
    parser = argparse.ArgumentParser(description="Do harm to servers and their database while people play.")
    parser.add_argument("--rounds", type=int, default=ROUNDS)
    parser.add_argument("--minutes", type=float, default=1e6, help="after which no further round begins")
    parser.add_argument("--fault", action="append", choices=names, help="only this one; may be repeated")
    parser.add_argument("--tables", type=int, default=TABLES, help="at which is played at the same time")
    parser.add_argument("--nodes", type=int, default=NODES)
    parser.add_argument("--game", default=quick_game())
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--write", type=Path, help="write a page about it to this file")
    return parser.parse_args(arguments)


def quick_game() -> str:
    """A game without chance and secrets, so that every event is somebody's move."""
    return next(key for key in GAMES if not load(key).has_chance and not load(key).hidden)


def main(arguments: Sequence[str] | None = None) -> None:
    """Try, and tell."""
    given = read_arguments(arguments)
    faults = [fault for fault in FAULTS if not given.fault or fault.__name__ in given.fault]
    found = asyncio.run(tried(given.rounds, faults, given, lambda line: print(line, file=sys.stderr, flush=True)))
    told = page(found, given)
    if given.write:
        given.write.write_text(told, encoding="utf-8")
    print(told)
    sys.exit(1 if found.wrong else 0)
