"""The command line. Heavy modules are imported when a command needs them."""

import json
import sys
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import asdict
from pathlib import Path
from typing import Annotated, Any

import typer
from rich.console import Console

from tablier import __version__
from tablier.core.errors import BadOption, Error
from tablier.lab.commands import Cluster, Given, Seats, lab, read_options
from tablier.terminal import commands, labour
from tablier.terminal.moderating import app as moderate

app = typer.Typer(
    invoke_without_command=True,
    add_completion=False,
    pretty_exceptions_enable=False,
    rich_markup_mode="markdown",
    epilog="Example: `tablier play minelfield`",
)
app.add_typer(lab, name="lab")
app.add_typer(moderate, name="moderate")
app.command(epilog=labour.EXAMPLE)(labour.worker)
app.command(epilog="Example: `tablier review game.txt -o review.html`")(commands.review)
app.command(epilog="Example: `tablier puzzle samarra`")(commands.puzzle)
errors = Console(stderr=True)

GameName = Annotated[str, typer.Argument(metavar="GAME", help="minelfield, samarra, …; `tablier games` lists them.")]
Seed = Annotated[int | None, typer.Option(help="Fixes dice, cards and random players.")]
AsJson = Annotated[bool, typer.Option("--json", help="Print JSON.")]
Language = Annotated[str | None, typer.Option(help="en or fr; from the environment if not given.")]
SavedFile = Annotated[
    Path, typer.Argument(metavar="FILE", help="A saved game, or one of several: games.txt#2. - reads the input.")
]
AsSeenBy = Annotated[str | None, typer.Option(help="As a seat saw it: its number, spectator or everyone.")]
DataFolder = Annotated[Path | None, typer.Option(help="The folder in which tables are kept.")]
SeatLink = Annotated[str | None, typer.Option(metavar="LINK", help="A seat of the server, by its link.")]
IdentityFolder = Annotated[Path | None, typer.Option(help="The folder with the key by which a server knows you.")]
Version = Annotated[bool, typer.Option("--version", help="Print the version.")]
MoveNumber = Annotated[int | None, typer.Option("--move", metavar="N", help="After so many moves; 0 is the start.")]


def main() -> None:
    """Run a command; a refusal is a sentence and exit status 1."""
    try:
        app()
    except Error as error:
        warn(str(error))
        sys.exit(1)
    except BrokenPipeError:
        sys.exit(1)


@contextmanager
def reading(language: str) -> Iterator[None]:
    """Bad input is a sentence and exit status 2."""
    try:
        yield
    except Error as error:
        warn(error.say(language))
        raise typer.Exit(2) from None


def warn(sentence: str) -> None:
    """Say what is wrong, beside what is printed."""
    errors.print(sentence, style="red", markup=False, highlight=False, soft_wrap=True)


def spoken_language(given: str | None) -> str:
    """The language that was asked for, else that of the environment."""
    from tablier.core.match import spoken
    from tablier.core.words import environment_language

    with reading("en"):
        return spoken(given or environment_language())


@app.callback()
def without_command(context: typer.Context, version: Version = False) -> None:
    """Tablier: open a box and play. Without a command: the shelf, in a browser."""
    if version:
        print(__version__)
        raise typer.Exit
    if context.invoked_subcommand is None:
        serve()


@app.command(epilog="Example: `tablier serve --port 8000`; `docs/operate.md` lists all settings")
def serve(
    host: Annotated[str | None, typer.Option(help="Where to listen; 0.0.0.0 lets other machines in.")] = None,
    port: Annotated[int | None, typer.Option(min=0, max=65535, help="A free one if not given.")] = None,
    browser: Annotated[bool | None, typer.Option(help="Open a browser; by default if no port is given.")] = None,
    data: DataFolder = None,
    store: Annotated[str | None, typer.Option(metavar="URL", help="Keep tables in this PostgreSQL database.")] = None,
    processes: Annotated[int | None, typer.Option(min=1, help="How many serve, with a database.")] = None,
    node: Annotated[str | None, typer.Option(metavar="HOST:PORT", help="Where other nodes reach this one.")] = None,
    workers: Annotated[int | None, typer.Option(min=0, help="How many bots think at the same time.")] = None,
    only: Annotated[list[str] | None, typer.Option("--game", help="Only this game; may be repeated.")] = None,
    log: Annotated[str | None, typer.Option(help="text or json: how to write down what happens.")] = None,
    dev: Annotated[bool, typer.Option("--dev", help="For authors: show every edit of a game at once.")] = False,
) -> None:
    """Serve the shelf to browsers. Every setting can also be given in the environment, as TABLIER_PORT=8000."""
    from tablier.server.operation.settings import from_environment

    games = tuple(only) if only else None
    where: dict[str, Any] = {"host": host, "port": port, "data": data, "store": store, "node": node}
    settings = from_environment(**where, processes=processes, workers=workers, games=games, log=log)
    opened = not settings.port if browser is None else browser
    if dev:
        from tablier.server.net import developing

        developing.run(settings, opened)
        return
    from tablier.authors.looking import set_broken_aside
    from tablier.server.net.serving import run

    set_broken_aside()
    run(settings, opened, spoken_language(None))


@app.command(epilog="Example: `tablier backup --data /var/lib/tablier tables-monday.sqlite`")
def backup(
    file: Annotated[Path, typer.Argument(metavar="FILE", help="Where to copy to; replaced if it is there.")],
    data: DataFolder = None,
    language: Language = None,
) -> None:
    """Copy all tables as they are at one moment, while the server runs, and check the copy."""
    from tablier.terminal import storage

    language = spoken_language(language)
    with reading(language):
        storage.copied(file, data, language)


@app.command(
    "move-store", epilog="Example: `tablier move-store /var/lib/tablier postgresql://tablier@db.example/tablier`"
)
def move_store(
    source: Annotated[str, typer.Argument(metavar="FROM", help="A data folder, a file of tables, or a database.")],
    target: Annotated[str, typer.Argument(metavar="TO", help="The same; empty, or where this was interrupted.")],
    language: Language = None,
) -> None:
    """Carry all tables from SQLite to PostgreSQL or back, while no server runs; interrupted, run it again to go on."""
    from tablier.terminal import storage

    language = spoken_language(language)
    with reading(language):
        storage.moved(source, target, language, errors)


@app.command(epilog="Example: `tablier games`")
def games(as_json: AsJson = False, language: Language = None) -> None:
    """List the games, their seats and options; those that are broken are named last, with what is wrong."""
    from tablier.terminal import authors

    authors.listed(as_json, spoken_language(language))


@app.command(epilog="Example: `tablier new morris --kind graph`")
def new(
    key: Annotated[str, typer.Argument(metavar="KEY", help="How the game is called in programs: a short word.")],
    kind: Annotated[str, typer.Option(help="squares, hexagons, graph, cards or dice.")] = "squares",
    seats: Annotated[str, typer.Option(help="2, 3, 4 or from to, as 2-4.")] = "2",
    hidden: Annotated[bool, typer.Option("--hidden", help="Each seat keeps its cards or dice to itself.")] = False,
    chance: Annotated[
        bool, typer.Option("--chance", help="Dice decide something; they do with cards and dice.")
    ] = False,
    language: Language = None,
) -> None:
    """Begin a game of your own: a package in the folder KEY that runs at once."""
    from tablier.authors.beginning import NewGame, begin
    from tablier.core.words import word

    language = spoken_language(language)
    with reading(language):
        folder = begin(NewGame(key, kind, seats, hidden, chance), Path.cwd())
    print(word("authors.new.done", folder=folder.name, game=key).say(language))


@app.command(epilog="Example: `tablier check morris`")
def check(
    game: Annotated[
        str | None, typer.Argument(metavar="[KEY]", help="All games of other packages if not given.")
    ] = None,
    quick: Annotated[bool, typer.Option("--quick", help="Only what can be seen without playing.")] = False,
    language: Language = None,
) -> None:
    """Say what is wrong with a game, in sentences with file and line; exit status 1 if anything is."""
    from tablier.terminal import authors

    language = spoken_language(language)
    with reading(language):
        raise typer.Exit(authors.checked(game, quick, language))


@app.command(epilog="Example: `tablier play samarra --people 2 --option passing=true`")
def play(
    game: Annotated[str | None, typer.Argument(metavar="[GAME]", help="Asked for if not given.")] = None,
    seats: Seats = None,
    people: Annotated[int, typer.Option(help="How many of the seats, the first ones, are people here.")] = 1,
    level: Annotated[int | None, typer.Option(min=0, max=8, help="Of the bots: 1 to 8, 0 for random moves.")] = None,
    option: Given = None,
    seed: Seed = None,
    language: Language = None,
    load: Annotated[Path | None, typer.Option(help="A saved game to go on with.")] = None,
    server: Annotated[str | None, typer.Option(metavar="URL", help="Play at a table of this server.")] = None,
    table: Annotated[str | None, typer.Option(metavar="URL", help="A table of the server that is there.")] = None,
    seat: SeatLink = None,
    name: Annotated[str, typer.Option(help="How you are called at the server.")] = "",
    clock: Annotated[str, typer.Option(help="Of a new table: 5+3 adds, 5d3 delays, 3d is by days.")] = "",
    data: IdentityFolder = None,
) -> None:
    """Play in the terminal, people on one screen and bots on the other seats; or, with --server, with people anywhere.

    There the seats after the first one are for people with links if --people says so, the others for bots."""
    from tablier.core.words import environment_language
    from tablier.terminal import play as terminal

    language, address = language or environment_language(), server or seat or table
    if address is None:
        match = terminal.opened(game, seats, read_options(option), seed, language, load)
        terminal.Session(match, people, level, language).run()
        return
    with reading(spoken_language(language)):
        from tablier.bots.levels import DEFAULT_LEVEL
        from tablier.remote import play as remote
        from tablier.remote import visiting

        if seed is not None or load is not None:
            raise BadOption("terminal.here_only")
        visited = visiting.visitor(address, seat, language, data)
        if seat or table:
            remote.at_seat(visited, seat, name) if seat else remote.at_table(visited, str(table))
        else:
            wish = game or terminal.chosen(language), seats, people, level or DEFAULT_LEVEL, read_options(option), name
            remote.at_new_table(visited, remote.TableWish(*wish, remote.read_clock(clock)))


@app.command(epilog="Example: `tablier learn samarra`")
def learn(
    game: Annotated[str | None, typer.Argument(metavar="[GAME]", help="Asked for if not given.")] = None,
    language: Language = None,
) -> None:
    """Learn a game step by step, in the terminal: type the moves; `show` makes the right one, `back` goes back."""
    from tablier.core.words import environment_language
    from tablier.terminal import learn as terminal
    from tablier.terminal import play

    language = spoken_language(language or environment_language())
    terminal.begun(game or play.chosen(language), language).run()


@app.command(epilog="Example: `tablier bot --server https://tablier.example --seat /seat/TOKEN --level 5`")
def bot(
    seat: Annotated[str, typer.Option(metavar="LINK", help="The link to the seat, or its end.")],
    server: Annotated[str | None, typer.Option(metavar="URL", help="The server, if the link does not say.")] = None,
    level: Annotated[int, typer.Option(min=1, max=8, help="How strong it is.")] = 4,
    name: Annotated[str, typer.Option(help="How it is called at the table.")] = "",
    language: Language = None,
    data: IdentityFolder = None,
) -> None:
    """Seat one of our bots at a table of a server anywhere, with what the seat knows and no more."""
    from tablier.remote import bot as remote
    from tablier.remote.sitting import Sitting
    from tablier.remote.visiting import visitor

    language = spoken_language(language)
    with reading(language):
        elsewhere = visitor(server or seat, seat, language, data)
        remote.play(Sitting(elsewhere, elsewhere.claim(seat, name)), level, print)


@app.command(epilog="Example: `tablier show game.txt --seat 1 --language fr`")
def show(file: SavedFile, move: MoveNumber = None, seat: AsSeenBy = None, language: Language = None) -> None:
    """Replay a saved game: with keys at a terminal, else its headers, log and last position are printed.

    ← and → walk, Home and End jump; ↑ and ↓ show what else was tried in the place of a move; q leaves."""
    from tablier.terminal.show import run

    language = spoken_language(language)
    with reading(language):
        raise typer.Exit(run(file, move, seat, language))


@app.command(epilog="Example: `tablier picture game.txt --move 12 -o board.png`, or `--animate -o game.webp`")
def picture(
    file: SavedFile,
    output: Annotated[Path, typer.Option("--output", "-o", help="SVG or PNG; with --animate WebP or GIF.")],
    move: MoveNumber = None,
    seat: AsSeenBy = None,
    width: Annotated[int, typer.Option(min=50, max=4000, help="In pixels.")] = 800,
    animate: Annotated[bool, typer.Option("--animate", help="Every position, up to --move.")] = False,
    pace: Annotated[float, typer.Option(min=0.02, max=60, help="With --animate: seconds for each move.")] = 1.0,
    language: Language = None,
) -> None:
    """Draw a position of a saved game, the last one if no move is given, or the whole game as an animated picture."""
    from tablier.terminal import picture as painter

    language = spoken_language(language)
    with reading(language):
        saved, match = painter.opened(file, move, output, animate)
        viewpoint = painter.viewpoint(match, seat)
        if animate:
            painter.film(match, viewpoint, language, output, width, pace, errors)
        else:
            painter.still(match, viewpoint, language, output, width)
        for remark in painter.remarks(saved, output):
            warn(remark.say(language))


@app.command(epilog="Example: `tablier verify game.txt`")
def verify(file: SavedFile, language: Language = None, as_json: AsJson = False) -> None:
    """Draw every die and card of a saved game again.

    Exit status 0 only if all is right; 1 if something is not, and if there is nothing to verify or no seed for it.
    """
    from tablier.core.fairness import verify as check
    from tablier.terminal.reading import saved_text

    language = spoken_language(language)
    with reading(language):
        report = check(saved_text(file))
    print(json.dumps(report.data(language), ensure_ascii=False) if as_json else report.say(language))
    raise typer.Exit(0 if report.right else 1)


@app.command(epilog="Example: `tablier perft samliam --depth 2 --option announcements=off`")
def perft(
    game: GameName,
    depth: Annotated[int, typer.Option(min=0, help="How many decisions deep.")],
    seats: Seats = None,
    option: Given = None,
    seed: Seed = None,
    as_json: AsJson = False,
) -> None:
    """Count the sequences of so many decisions, chance included; games over earlier count none."""
    from tablier.core.engine import Engine
    from tablier.core.registry import load as load_game
    from tablier.lab.perft import perft as count

    engine = Engine(load_game(game), seats, read_options(option))
    number = count(engine, engine.start(), depth)
    row = {"game": game, "seats": engine.seats, "options": engine.options, "depth": depth, "count": number}
    print(json.dumps(row) if as_json else number)


@app.command(epilog="Example: `tablier arena samarra level4 uct --games 20 --seconds 0.1`")
def arena(
    game: GameName,
    bots: Annotated[list[str], typer.Argument(metavar="BOT...", help="level1 to level8, level4x2@FILE, uct, random.")],
    games_: Annotated[int, typer.Option("--games", min=1, help="How many games.")] = 100,
    jobs: Annotated[int, typer.Option(min=1, help="How many at the same time.")] = 1,
    seconds: Annotated[float | None, typer.Option(help="Time for each move, instead of the levels' limits.")] = None,
    scale: Annotated[float, typer.Option(help="Every bot thinks so many times as much; 0.1 is a tenth.")] = 1.0,
    paired: Annotated[bool, typer.Option("--paired", help="The same dice for each rotation of seats.")] = False,
    seats: Seats = None,
    option: Given = None,
    seed: Annotated[int, typer.Option(help="Fixes dice, cards and bots with a number of simulations.")] = 0,
    resume: Annotated[Path | None, typer.Option(help="Write games here, and go on if it was interrupted.")] = None,
    json_file: Annotated[Path | None, typer.Option("--json", help="Also write the table to this file.")] = None,
    cluster: Cluster = None,
) -> None:
    """Let bots play against each other, seats rotated; the last one named takes the seats that are left."""
    from tablier.lab import arena as playing
    from tablier.terminal import tables

    how: dict[str, Any] = {"seed": seed, "seconds": seconds, "scale": scale, "paired": paired}
    contest = playing.contest(game, bots, seats, read_options(option), **how)
    rows = list(tables.progress(playing.run(contest, games_, jobs, resume, cluster), games_, errors))
    table = playing.summary(contest, rows)
    if json_file:
        json_file.write_text(json.dumps({"contest": asdict(contest), "bots": table}, indent=1), encoding="utf-8")
    Console().print(tables.results(table))


@app.command(epilog="Example: `tablier bench minelfield --seconds 2`")
def bench(
    game: Annotated[list[str] | None, typer.Argument(metavar="[GAME]...", help="All games if none is given.")] = None,
    seconds: Annotated[float, typer.Option(min=0.1, help="Time for each row.")] = 2.0,
    write: Annotated[Path | None, typer.Option(help="Also write the table to this Markdown file.")] = None,
    as_json: AsJson = False,
) -> None:
    """Measure random play on one core."""
    from tablier.lab.bench import benchmark
    from tablier.terminal import tables

    with errors.status("…") as status:
        rows = list(benchmark(game or [], seconds, status.update))
    if write:
        write.write_text(tables.markdown(rows), encoding="utf-8")
    if as_json:
        print(json.dumps(rows))
    else:
        Console().print(tables.benchmarks(rows))
