"""Training as anybody runs it: with a bar and its time left, a curve at the end, and games against the present bot."""

from __future__ import annotations

import tempfile
import time
from collections.abc import Callable, Generator, Iterator
from dataclasses import dataclass, replace
from html import escape
from pathlib import Path
from typing import Any, NamedTuple

from rich.console import Console
from rich.markup import escape as plain
from rich.progress import Progress, TextColumn

from tablier.bots.bot import Bot
from tablier.core.engine import Engine
from tablier.core.errors import BadOption, BadText
from tablier.core.game import Game
from tablier.core.match import Match
from tablier.core.networks import FILE, Network, read, write
from tablier.core.registry import load
from tablier.core.words import Word
from tablier.lab import arena, calibration, page, plots
from tablier.lab.sections import Speaker
from tablier.lab.training import Assignment, Mark, Training, begun, resumed
from tablier.terminal import tables

DEVICES = ("cpu",)
KEEP_EACH = 20.0  # seconds, after which a training is kept
MINUTE = 60.0
SIMULATIONS = 1_000  # for each move of the games by which chances are calibrated
WIDE = 40  # letters of the longest bar of a curve at the terminal


@dataclass(frozen=True)
class Limits:
    """When a training is over: after some minutes, or games, whatever comes first."""

    minutes: float
    games: int | None = None

    def progress(self, training: Training) -> float:
        """How much of it is done, from 0 to 1."""
        done = training.seconds / (self.minutes * MINUTE)
        return max(done, training.games / self.games if self.games else 0.0)


class After(NamedTuple):
    """What comes after learning: games by which chances are calibrated, and games against the present bot."""

    calibrating: int
    games: int
    seconds: float


@dataclass(frozen=True)
class Places:
    """Where things lie: the network, what is needed to go on, and the page with the curve."""

    network: Path

    @property
    def training(self) -> Path:
        """What is kept of a training."""
        return self.network.with_suffix(".training.npz")

    @property
    def page(self) -> Path:
        """The curve."""
        return self.network.with_suffix(".html")


def prepared(engine: Engine, device: str, seed: int, places: Places, resume: bool) -> Training:
    """A training, new or resumed, after checking that it can be made and its network written."""
    if device not in DEVICES:
        raise BadOption("lab.train.device", given=repr(device))
    others(engine.game, places.network)
    wanted = Assignment(engine.game.key, engine.game.version, engine.seats, engine.options, seed)
    if resume and not places.training.exists():
        raise BadText("lab.train.nothing", file=str(places.training))
    if not resume and places.training.exists():
        raise BadText("lab.train.there", file=str(places.training))
    return resumed(engine, wanted, places.training) if resume else begun(engine, wanted)


def others(game: Game, file: Path) -> tuple[Network, ...]:
    """The networks that the file holds already."""
    return read(file, game) if file.exists() else ()


def learn(
    training: Training, limits: Limits, places: Places, clock: Callable[[], float] = time.monotonic
) -> Generator[float]:
    """Train until it is over, kept from time to time and however it ends; how much is done, after each slice."""
    last = kept = clock()
    try:
        while limits.progress(training) < 1:
            training.advance()
            now = clock()
            training.seconds, last = training.seconds + now - last, now
            if now - kept > KEEP_EACH:
                training.save(places.training)
                kept = now
            yield limits.progress(training)
    finally:
        places.training.parent.mkdir(parents=True, exist_ok=True)
        training.save(places.training)


def shown(training: Training, limits: Limits, places: Places, console: Console, speaker: Speaker) -> None:
    """The same, with a bar."""
    columns = *Progress.get_default_columns(), TextColumn("{task.fields[state]}")
    with Progress(*columns, console=console) as bar:
        task = bar.add_task(speaker.say("lab.train.learning"), total=1.0, state="")
        for done in learn(training, limits, places):
            bar.update(task, completed=done, state=plain(state(training, speaker)))


def state(training: Training, speaker: Speaker) -> str:
    """How far it has come, in words."""
    if not training.curve:
        return ""
    mark = training.curve[-1]
    numbers = {"loss": speaker.number(mark.loss, 4), "points": speaker.percent(mark.points)}
    return speaker.say("lab.train.state", games=training.games, **numbers)


# What came of it


def curve(marks: list[Mark], speaker: Speaker) -> Iterator[str]:
    """The curve for a terminal: a line for each point."""
    yield f"{speaker.say('lab.train.games'):>20}  {speaker.say('lab.train.points')}"
    for mark in marks:
        yield f"{mark.games:>20}  {'█' * round(mark.points * WIDE):<{WIDE}} {speaker.percent(mark.points)}"


def written(training: Training, speaker: Speaker) -> str:
    """A page with the curves."""
    game, marks = Word(f"{training.wanted.game}.name"), training.curve
    title = speaker.say("lab.train.title", game=game)
    games, points, loss = (speaker.say(f"lab.train.{name}") for name in ("games", "points", "loss"))
    fair = 1 / training.wanted.seats
    drawn = [(float(mark.games), mark.points, mark.points, mark.points) for mark in marks]
    lost = [(float(mark.games), mark.loss, mark.loss, mark.loss) for mark in marks]
    rows = [(str(mark.games), speaker.percent(mark.points), speaker.number(mark.loss, 4)) for mark in marks]
    table = f"<summary>{escape(speaker.say('lab.numbers'))}</summary>{page.table((games, points, loss), rows)}"
    parts = [
        plots.curve(drawn, points, (games, points), percent=True, fair=fair), plots.curve(lost, loss, (games, loss)),
        f"<details>{table}</details>",
    ]  # fmt: skip
    return page.document(speaker.language, title, parts)


def games_of_its_own(network: Network, games: int) -> Iterator[dict[str, Any]]:
    """Games in which a search by the network plays itself, as calibration has them."""
    for number in range(games):
        match = Match(network.game, network.seats, network.options, number)
        bot = Bot(network.game, simulations=SIMULATIONS, seed=number, network=network)
        yield {"number": number, **calibration.watched(match, bot)}


def finish(training: Training, places: Places, rows: list[dict[str, Any]]) -> Network:
    """Write the network, calibrated by some games, beside those of other variants that the file holds already."""
    game, network = training.engine.game, training.network()
    if rows:
        network = replace(network, calibration=calibration.fitted(rows))
    left = [other for other in others(game, places.network) if not other.fits(training.engine)]
    write([*left, network], places.network)
    return network


def tried(network: Network, seed: int, games: int, seconds: float, console: Console, told: str) -> dict[str, Any]:
    """How a network does against the present bot, at equal time, the same dice for each seat."""
    seats = network.seats
    with tempfile.TemporaryDirectory() as folder:
        file = Path(folder) / FILE
        write([network], file)
        names = [f"level8@{file}", "level8"]
        settings = {"seed": seed, "seconds": seconds, "paired": True}
        contest = arena.contest(network.game, names, seats, dict(network.options), **settings)
        games = -(-games // seats) * seats
        rows = list(tables.progress(arena.run(contest, games, 1, None), games, console, told))
    return arena.summary(contest, rows)[0]


def verdict(found: dict[str, Any], seats: int, speaker: Speaker) -> str:
    """What those games say, in a sentence."""
    low, high = found["interval"]
    shares = {"score": found["score"], "low": low, "high": high, "even": 1 / seats}
    told = {name: speaker.percent(share) for name, share in shares.items()}
    return speaker.say(f"lab.train.{'wins' if low > 1 / seats else 'loses'}", games=found["games"], **told)


def concluded(training: Training, places: Places, after: After, console: Console, speaker: Speaker) -> None:
    """Write everything, and tell what came of it."""
    playing, seats = speaker.say("lab.playing"), training.wanted.seats
    own = games_of_its_own(training.network(), after.calibrating)
    network = finish(training, places, list(tables.progress(own, after.calibrating, console, playing)))
    places.page.write_text(written(training, speaker), encoding="utf-8")
    for line in curve(training.curve, speaker):
        print(line)
    if after.games:
        print(speaker.say("lab.train.against", seconds=speaker.number(after.seconds, 3)))
        found = tried(network, training.wanted.seed, after.games, after.seconds, console, playing)
        print(verdict(found, seats, speaker))
    print(speaker.say("lab.written", files=[str(places.network), str(places.page)]))
    print(speaker.say("lab.train.ship", file=str(places.network), name=FILE))


def opened(game: str, seats: int | None, options: dict[str, Any]) -> Engine:
    """What is played."""
    return Engine(load(game), seats, options)
