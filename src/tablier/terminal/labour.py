"""The command by which a machine thinks for servers elsewhere; what is heavy is imported when it is given."""

from typing import Annotated

import typer

EXAMPLE = "Example: `tablier worker --store postgresql://tablier@db.example/tablier --workers 4`"


def worker(
    store: Annotated[str | None, typer.Option(metavar="URL", help="The PostgreSQL database of the nodes.")] = None,
    workers: Annotated[int | None, typer.Option(min=1, help="How many bots think at the same time.")] = None,
    log: Annotated[str | None, typer.Option(help="text or json: how to write down what happens.")] = None,
    language: Annotated[str | None, typer.Option(help="en or fr; from the environment if not given.")] = None,
) -> None:
    """Let bots think on this machine for all servers that share a database."""
    from tablier.authors.looking import set_broken_aside
    from tablier.core.words import environment_language
    from tablier.server.net.laboring import run
    from tablier.server.operation.settings import from_environment

    set_broken_aside()
    run(from_environment(store=store, workers=workers, log=log), language or environment_language())
