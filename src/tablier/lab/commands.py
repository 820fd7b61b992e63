"""The commands of the laboratory, ``tablier lab …``. Heavy modules are imported when a command needs them."""

import json
from collections.abc import Sequence
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any, NamedTuple

import typer

if TYPE_CHECKING:
    from tablier.lab.finder import Quest
    from tablier.lab.jobs import Crew
    from tablier.lab.report import Files
    from tablier.lab.study import Study

lab = typer.Typer(help="Find out how a game plays: bots against bots, as a page to read.", no_args_is_help=True)

Cluster = Annotated[str | None, typer.Option(metavar="ADDRESS", help="Of a Dask scheduler, instead of --jobs.")]
Seats = Annotated[int | None, typer.Option(help="Number of seats; the fewest if not given.")]
Given = Annotated[list[str] | None, typer.Option("--option", help="name=value, a word or JSON; may be repeated.")]
Games = Annotated[int, typer.Option(min=1, help="How many games of equals; half as many for each doubling.")]
LevelOfAll = Annotated[int, typer.Option(min=1, max=8, help="Of all bots; only 8 thinks by the clock.")]
Doublings = Annotated[int, typer.Option(min=0, max=6, help="How often to double one seat's thinking.")]
Jobs = Annotated[int, typer.Option(min=1, help="How many games at the same time.")]
GameSeed = Annotated[int, typer.Option(help="Fixes dice, cards and bots.")]
Out = Annotated[Path | None, typer.Option(metavar="FILE.html", help="The page; its JSON and the games lie beside it.")]
Spoken = Annotated[str | None, typer.Option(help="en or fr; from the environment if not given.")]


class Run(NamedTuple):
    """How much is played, and by whom."""

    games: int
    doublings: int
    jobs: int
    cluster: str | None
    language: str


def read_options(given: list[str] | None) -> dict[str, Any]:
    """Options as typed: a value is JSON if it can be, else a word."""
    values: dict[str, Any] = {}
    for item in given or []:
        name, equals, value = item.partition("=")
        if not equals:
            raise typer.BadParameter(f"{item!r} is not of the form name=value", param_hint="--option")
        try:
            values[name] = json.loads(value)
        except ValueError:
            values[name] = value
    return values


@lab.command(epilog="Example: `tablier lab report samliam --seats 3 --games 200 --level 4 --jobs 2`")
def report(
    game: Annotated[str, typer.Argument(metavar="GAME")],
    seats: Seats = None,
    option: Given = None,
    games: Games = 100,
    level: LevelOfAll = 4,
    doublings: Doublings = 3,
    jobs: Jobs = 1,
    cluster: Cluster = None,
    seed: GameSeed = 0,
    out: Out = None,
    language: Spoken = None,
) -> None:
    """Let bots play a game against each other and write a page about it; interrupted, the same command goes on."""
    from tablier.cli import reading, spoken_language
    from tablier.lab.report import Files, default_files
    from tablier.lab.study import study

    language = spoken_language(language)
    with reading(language):
        wanted = study(game, seats, read_options(option), level, seed=seed)
        files = Files(out) if out else default_files(wanted)
        reported(wanted, files, Run(games, doublings, jobs, cluster, language))


def reported(wanted: "Study", files: "Files", run: Run) -> dict[str, Any]:
    """Play with a bar that shows the time left, and write; when interrupted, say what is kept."""
    from tablier.cli import errors
    from tablier.core.words import word
    from tablier.lab.jobs import Crew
    from tablier.lab.report import write
    from tablier.lab.study import jobs, rows
    from tablier.terminal.tables import progress

    played = rows(wanted, run.games, run.doublings, Crew(run.jobs, run.cluster), files.games)
    total, name = len(jobs(wanted, run.games, run.doublings)), word("lab.playing").say(run.language)
    found = []
    try:
        for row in progress(played, total, errors, name):
            found.append(row)
    except KeyboardInterrupt:
        told = word("lab.kept", games=len(found), file=str(files.games)).say(run.language)
        errors.print(told, markup=False, highlight=False, soft_wrap=True)
        raise typer.Exit(130) from None
    data = write(wanted, found, files, run.language)
    tell_files(run.language, files.page, files.data)
    return data


def tell_files(language: str, *files: Path) -> None:
    """Say what was written."""
    from tablier.core.words import word

    print(word("lab.written", files=[str(file) for file in files]).say(language))


@lab.command(epilog="Example: `tablier lab compare a.json b.json`, or `… compare samliam --seats 2 -- --option size=7`")
def compare(
    what: Annotated[list[str], typer.Argument(metavar="A.json B.json", help="Two reports, or a game.")],
    seats: Seats = None,
    option: Given = None,
    games: Games = 100,
    level: LevelOfAll = 4,
    jobs: Jobs = 1,
    cluster: Cluster = None,
    seed: GameSeed = 0,
    out: Out = None,
    language: Spoken = None,
) -> None:
    """Put two reports, or two variants that are played now, side by side, and say what differs significantly."""
    from tablier.cli import reading, spoken_language
    from tablier.lab.report import read

    language = spoken_language(language)
    with reading(language):
        if len(what) == 2 and not what[1].startswith("-"):
            pair = [read(Path(file)) for file in what]
        else:
            run = Run(games, 0, jobs, cluster, language)
            folder = out.parent if out else Path()
            variants = [(seats, option or []), other_variant(what[1:], seats)]
            pair = [played_variant(what[0], *variant, level, seed, folder, run) for variant in variants]
        tell_comparison(pair, out, language)


def other_variant(words: Sequence[str], seats: int | None) -> tuple[int | None, list[str]]:
    """The seats and options that are given after ``--``."""
    options: list[str] = []
    if len(words) % 2 or any(name not in ("--option", "--seats") for name in words[::2]):
        raise typer.BadParameter("after -- there can only be --option NAME=VALUE and --seats N")
    for name, value in zip(words[::2], words[1::2], strict=True):
        if name == "--option":
            options.append(value)
        elif value.isdecimal():
            seats = int(value)
    return seats, options


def played_variant(
    game: str, seats: int | None, option: list[str], level: int, seed: int, folder: Path, run: Run
) -> dict[str, Any]:
    """A report of one variant, under a name of its own."""
    from tablier.lab.report import Files
    from tablier.lab.study import study

    wanted = study(game, seats, read_options(option), level, seed=seed)
    name = "-".join([game, str(wanted.seats), *("".join(c if c.isalnum() else "_" for c in each) for each in option)])
    return reported(wanted, Files(folder / f"{name}.html"), run)


def tell_comparison(pair: Sequence[dict[str, Any]], out: Path | None, language: str) -> None:
    """Print a comparison, and write its page if there is a place for it."""
    from rich.console import Console
    from rich.table import Table

    from tablier.lab import compare as comparing
    from tablier.lab.sections import Speaker

    rows, speaker = comparing.compared(pair[0], pair[1]), Speaker(language)
    table = Table(*comparing.head(speaker))
    for row in rows:
        table.add_row(*comparing.cells(row, speaker), style="bold" if row.differs else "")
    console = Console()
    console.print(table)
    print(comparing.verdict(rows, speaker))
    print(comparing.method(rows, speaker))
    if out:
        out.write_text(comparing.written(pair[0], pair[1], rows, speaker), encoding="utf-8")
        tell_files(language, out)


@lab.command(epilog="Example: `tablier lab train minelfield --option board=small --minutes 15 -o network.npz`")
def train(
    game: Annotated[str, typer.Argument(metavar="GAME")],
    seats: Seats = None,
    option: Given = None,
    minutes: Annotated[float, typer.Option(min=0.01, help="How long it learns.")] = 15.0,
    games: Annotated[int | None, typer.Option(min=1, help="Learn from so many games at most.")] = None,
    device: Annotated[str, typer.Option(help="Where it learns: cpu.")] = "cpu",
    seed: GameSeed = 0,
    resume: Annotated[bool, typer.Option("--resume", help="Go on with a training that was interrupted.")] = False,
    out: Annotated[Path | None, typer.Option("-o", "--out", metavar="FILE.npz", help="The network.")] = None,
    calibrate: Annotated[int, typer.Option(min=0, help="How many games tell how sure it may be.")] = 60,
    arena: Annotated[int, typer.Option(min=0, help="How many games against the present bot at the end.")] = 100,
    seconds: Annotated[float, typer.Option(min=0.001, help="Time for each move of these.")] = 0.05,
    language: Spoken = None,
) -> None:
    """Let a network learn a game by playing itself, and try it against the present bot."""
    from tablier.cli import errors, reading, spoken_language
    from tablier.lab import train as training
    from tablier.lab.sections import Speaker

    language = spoken_language(language)
    with reading(language):
        engine = training.opened(game, seats, read_options(option))
        places = training.Places(out or Path(f"{game}-{engine.seats}-network.npz"))
        begun = training.prepared(engine, device, seed, places, resume)
        speaker = Speaker(language)
        try:
            training.shown(begun, training.Limits(minutes, games), places, errors, speaker)
        except KeyboardInterrupt:
            told = speaker.say("lab.train.kept", games=begun.games, file=str(places.training))
            errors.print(told, markup=False, highlight=False, soft_wrap=True)
            raise typer.Exit(130) from None
        training.concluded(begun, places, training.After(calibrate, arena, seconds), errors, speaker)


@lab.command(epilog="Example: `tablier lab puzzles samliam --proof force --count 40 -o puzzles.json`")
def puzzles(
    game: Annotated[str, typer.Argument(metavar="GAME")],
    seats: Seats = None,
    option: Given = None,
    count: Annotated[int, typer.Option(min=1, max=1000, help="How many are looked for.")] = 20,
    proof: Annotated[list[str] | None, typer.Option(help="Only those proved like this; may be repeated.")] = None,
    theme: Annotated[list[str] | None, typer.Option(help="Only those about this; may be repeated.")] = None,
    least: Annotated[int, typer.Option(min=1, max=5, help="How difficult at least.")] = 1,
    player: Annotated[list[int] | None, typer.Option(min=1, max=8, help="A level of the bots that play.")] = None,
    seed: GameSeed = 0,
    jobs: Jobs = 1,
    cluster: Cluster = None,
    out: Annotated[Path | None, typer.Option("--output", "-o", metavar="FILE", help="What it holds stays.")] = None,
    language: Spoken = None,
) -> None:
    """Find positions with one clearly best move in games of bots; interrupted, the same command goes on."""
    from tablier.cli import reading, spoken_language
    from tablier.lab import puzzles as finding
    from tablier.lab.examining import Wishes
    from tablier.lab.jobs import Crew

    language = spoken_language(language)
    with reading(language):
        wishes = Wishes(tuple(proof or ()), tuple(theme or ()), least)
        wanted = finding.quest(game, seats, read_options(option), seed, wishes, player or ())
        file = out or finding.default_file(wanted)
        before = finding.read(file)
        found = looked_for(wanted, count, Crew(jobs, cluster), finding.journal(file, wanted), language)
        finding.write(finding.different([*before, *finding.spread(found, count)]), file)
    tell_files(language, file)


def looked_for(wanted: "Quest", number: int, crew: "Crew", journal: Path, language: str) -> list[dict[str, Any]]:
    """Look for puzzles with a bar that shows how many there are; when interrupted, say what is kept."""
    from tablier.cli import errors
    from tablier.core.words import word
    from tablier.lab.puzzles import rounds
    from tablier.terminal.tables import counting

    counts, name = rounds(wanted, number, crew, journal), word("lab.puzzles.found").say(language)
    try:
        return list(counting(counts, number, errors, name))[-1]
    except KeyboardInterrupt:
        told = word("lab.puzzles.kept", file=str(journal)).say(language)
        errors.print(told, markup=False, highlight=False, soft_wrap=True)
        raise typer.Exit(130) from None
