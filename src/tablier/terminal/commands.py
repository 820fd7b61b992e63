"""Commands that stand beside those of ``cli.py``, in which heavy modules are imported when they need them too."""

import json
from pathlib import Path
from typing import Annotated

import typer


def puzzle(
    game: Annotated[str | None, typer.Argument(metavar="[GAME]", help="Of all games if not given.")] = None,
    name: Annotated[str | None, typer.Argument(metavar="[NAME]", help="That of the day if not given.")] = None,
    language: Annotated[str | None, typer.Option(help="en or fr; from the environment if not given.")] = None,
) -> None:
    """Solve a puzzle in the terminal: type the moves; `hint` says what it is about, `show` gives the answer."""
    from tablier.cli import reading, spoken_language
    from tablier.terminal import puzzling

    spoken = spoken_language(language)
    with reading(spoken):
        puzzling.begun(game, name, spoken).run()


def review(
    file: Annotated[Path, typer.Argument(metavar="FILE", help="A saved game; - reads the standard input.")],
    output: Annotated[
        Path | None, typer.Option("--output", "-o", metavar="FILE.html", help="Write a page with pictures.")
    ] = None,
    level: Annotated[int | None, typer.Option(min=1, max=7, help="How much is thought: levels as of bots.")] = None,
    simulations: Annotated[int | None, typer.Option(min=1, help="For each position, instead of a level.")] = None,
    seat: Annotated[int | None, typer.Option(help="Whose knowledge is used while a game with secrets runs.")] = None,
    seed: Annotated[int, typer.Option(help="Fixes the searches; the same review every time.")] = 0,
    as_json: Annotated[bool, typer.Option("--json", help="Print JSON.")] = False,
    language: Annotated[str | None, typer.Option(help="en or fr; from the environment if not given.")] = None,
) -> None:
    """Review a game: everybody's chances, luck and skill told apart, and what would have been better."""
    from tablier.cli import errors, reading, spoken_language, warn
    from tablier.terminal import reviews

    spoken = spoken_language(language)
    with reading(spoken):
        saved, match = reviews.opened(file)
        found = reviews.reviewed(match, reviews.ReviewWish(level, simulations, seat, seed), errors, spoken)
        if output is not None:
            reviews.write(output, found.html(spoken))
        if as_json:
            print(json.dumps(found.data(spoken), ensure_ascii=False))
        else:
            reviews.tell(found, output, spoken)
        wrong = [] if saved.fault is None else [saved.fault.word]
        for sentence in [*wrong, *saved.doubts]:
            warn(sentence.say(spoken))
