"""Moderation at a terminal: what was reported, what is decided about it, and what was decided before.

Heavy modules are imported when a command needs them.
"""

import asyncio
import getpass
import json
from collections.abc import Callable, Coroutine, Iterable, Iterator, Sequence
from contextlib import contextmanager
from dataclasses import dataclass
from datetime import UTC, datetime
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any, Literal

import typer

if TYPE_CHECKING:
    from tablier.server.people.moderation import Operator
    from tablier.server.store.protocol import Document

NAME_DAYS = 30.0
app = typer.Typer(
    no_args_is_help=True,
    rich_markup_mode="markdown",
    help="Reports, names, words and bans; also while the server runs. Every decision is noted and can be undone.",
    epilog="Example: `tablier moderate reports`, then `tablier moderate unname 3f2a…`",
)

ReportKey = Annotated[str, typer.Argument(metavar="REPORT", help="A report, by its key.")]
Days = Annotated[float, typer.Option(min=0.01, max=3650, help="For so many days.")]
Json = Annotated[bool, typer.Option("--json", help="Print JSON.")]


@dataclass
class Premises:
    """Where tables are kept, and in which language to speak."""

    data: Path | None = None
    store: str | None = None
    language: str = "en"


place = Premises()


@app.callback()
def where(
    data: Annotated[Path | None, typer.Option(help="The folder in which tables are kept.")] = None,
    store: Annotated[str | None, typer.Option(metavar="URL", help="The PostgreSQL database, if one is used.")] = None,
    language: Annotated[str | None, typer.Option(help="en or fr; from the environment if not given.")] = None,
) -> None:
    """Say where tables are kept, as for `tablier serve`."""
    from tablier.core.match import spoken
    from tablier.core.words import environment_language

    place.data, place.store, place.language = data, store, spoken(language or environment_language())


@contextmanager
def operator() -> "Iterator[Operator]":
    """Somebody who decides, at the store of the settings."""
    from tablier.server.operation.settings import from_environment
    from tablier.server.people.moderation import Operator
    from tablier.server.store.beside import beside

    settings = from_environment(data=place.data, store=place.store)
    kept = beside(settings.store if place.data is None else "", settings.data)
    try:
        yield Operator(kept, getpass.getuser())
    finally:
        kept.close()


def asked(do: Callable[["Operator"], Coroutine[Any, Any, Any]]) -> Any:
    """What an operator asks for."""
    with operator() as somebody:
        return asyncio.run(do(somebody))


def decided(do: Callable[["Operator"], Coroutine[Any, Any, str]], key: str = "moderate.done") -> None:
    """Decide something, and say so."""
    print(say(key, act=asked(do)))


def say(key: str, **args: Any) -> str:
    """A sentence."""
    from tablier.core.words import word

    return word(f"server.{key}", **args).say(place.language)


def table(rows: Iterable[Sequence[str]]) -> str:
    """Rows, each column as wide as it needs to be."""
    lines = [list(row) for row in rows]
    widths = [max(map(len, column)) for column in zip(*lines, strict=True)]
    return "\n".join("  ".join(map(str.ljust, line, widths)).rstrip() for line in lines)


@app.command(epilog="Example: `tablier moderate reports --all`")
def reports(
    every: Annotated[bool, typer.Option("--all", help="Those that are settled, too.")] = False, as_json: Json = False
) -> None:
    """List the reports that wait, the latest first."""
    found: list[Document] = asked(lambda somebody: somebody.reports(every))
    if as_json:
        print(json.dumps([{"key": one.key, **one.data} for one in found], ensure_ascii=False, indent=1))
    elif not found:
        print(say("moderate.nothing"))
    else:
        print(table([(one.key, when(one.moment), thing(one), one.data["text"]) for one in found]))


@app.command(epilog="Example: `tablier moderate show 3f2a…`")
def show(report: ReportKey, as_json: Json = False) -> None:
    """Show a report with what stood around it; what it is about is marked with a star."""
    found: Document = asked(lambda somebody: somebody.report(report))
    if as_json:
        print(json.dumps({"key": found.key, **found.data}, ensure_ascii=False, indent=1))
        return
    data = found.data
    print(f"{found.key}  {when(found.moment)}  {data['state']}\n{thing(found)}  {data['text']}")
    print(f"/t/{data['table']}  {data['game']}  {' '.join(data['whom'])}")
    for one in data["said"]:
        who = f"#{one['seat']}" if one["seat"] is not None else f"({one['spectator']})"
        print(f"{'*' if one['it'] else ' '} {one['number']:>4}  {who:<4} {one['text']}")


@app.command(epilog="Example: `tablier moderate unname 3f2a…`, or `tablier moderate unname Annie`")
def unname(
    report: Annotated[str, typer.Argument(metavar="REPORT|NAME", help="A report, or a name that somebody keeps.")],
    days: Days = NAME_DAYS,
) -> None:
    """Remove a name everywhere; whoever had it cannot take it again for some days."""
    decided(lambda somebody: somebody.unname(report, days))


@app.command(epilog="Example: `tablier moderate unsay 3f2a…`, or `tablier moderate unsay TABLE 12`")
def unsay(
    report: Annotated[str, typer.Argument(metavar="REPORT|TABLE", help="A report, or a table by its id.")],
    number: Annotated[int | None, typer.Argument(metavar="[NUMBER]", help="One message, by its number.")] = None,
) -> None:
    """Remove what was said: all that a report is about, or one message."""
    decided(lambda somebody: somebody.unsay(report, number))


@app.command(epilog="Example: `tablier moderate ban 3f2a… --from talk --days 3`")
def ban(
    whom: Annotated[str, typer.Argument(metavar="WHOM", help="A report, a kept name, a visitor's id, or an address.")],
    what: Annotated[Literal["talk", "play"], typer.Option("--from", help="talk, or play: to begin games.")] = "talk",
    days: Days = 7.0,
    why: Annotated[str, typer.Option(help="For the log of decisions.")] = "",
) -> None:
    """Forbid somebody to talk, or to begin games, for some days; running games go on."""
    decided(lambda somebody: somebody.ban(whom, what, days, why))


@app.command(epilog="Example: `tablier moderate dismiss 3f2a…`")
def dismiss(report: ReportKey) -> None:
    """Let a report rest."""
    decided(lambda somebody: somebody.dismiss(report))


@app.command(epilog="Example: `tablier moderate undo 9c01…`")
def undo(act: Annotated[str, typer.Argument(metavar="ACT", help="A decision, by its key.")]) -> None:
    """Undo a decision: what was removed is there again, what was forbidden is allowed."""
    decided(lambda somebody: somebody.undo(act), "moderate.undone")


@app.command(epilog="Example: `tablier moderate log`")
def log(as_json: Json = False) -> None:
    """List what was decided, by whom and when, the latest first."""
    found: list[Document] = asked(lambda somebody: somebody.acts())
    if as_json:
        print(json.dumps([{"key": one.key, **one.data} for one in found], ensure_ascii=False, indent=1))
    elif not found:
        print(say("moderate.empty"))
    else:
        print(table([(one.key, when(one.moment), one.data["by"], act_told(one.data)) for one in found]))


def act_told(data: dict[str, Any]) -> str:
    """A decision in words."""
    args = {name: str(data.get(name, "")) for name in ("name", "number", "what")}
    told = say(f"moderate.do.{data['do']}", **args, until=when(data.get("until", 0.0)))
    reason = f" ({data['why']})" if data.get("why") else ""
    return told + reason + (f" · {say('moderate.annulled')}" if data["annulled"] else "")


def thing(report: "Document") -> str:
    """What a report is about, in words."""
    name = f": {report.data['name']}" if report.data["name"] else ""
    return say(f"moderate.thing.{report.data['thing']}") + name


def when(moment: float) -> str:
    """A moment."""
    return datetime.fromtimestamp(moment, UTC).strftime("%Y-%m-%d %H:%M")
