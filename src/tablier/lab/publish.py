"""The published reports: every game with every number of seats, and every option changed alone, into ``docs/reports``.

``python -m tablier.lab.publish --dry-run`` says what it would play; games are kept, so it can be interrupted.
"""

import argparse
import sys
import time
from collections.abc import Iterator
from contextlib import closing
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from tablier.core.registry import keys, load
from tablier.lab.compare import compared, verdict, written
from tablier.lab.jobs import Crew
from tablier.lab.report import Files, write
from tablier.lab.sections import Commentary, Speaker, remarks
from tablier.lab.study import Study, jobs, rows, study
from tablier.lab.variants import Variant, variants

LEVEL, SCALE = 4, 0.25  # nothing is overlooked, but a quarter of the level's thinking has to do
SIMULATIONS = 30
GAMES, DOUBLINGS, WEIGHT = 60, 2, 3  # of a game with its usual options, which may take so many times as long
OPTION_GAMES = 40  # of a changed option, without a skill curve
MINUTES = 20.0  # of everything, on one core
INTRODUCTION = """# Reports of the laboratory

How every game plays between bots of level {level} that think a quarter as much as usual, with every number
of seats and with every option changed alone. Made by `python -m tablier.lab.publish`; how to read them is said in
[the laboratory](../laboratory.md). All reports together had a limit of time, so slow games were played less often. The
remarks are only those that the intervals show.

"""
HEADS = ("game", "seats", "options", "games", "remarks", "against the usual options")


@dataclass(frozen=True)
class Publication:
    """One report: what is played, how often, and where it is written."""

    study: Study
    variant: Variant
    games: int
    doublings: int
    files: Files

    @property
    def weight(self) -> int:
        """How much of the time it may take."""
        return 1 if self.variant.options else WEIGHT


def publications(names: list[str], folder: Path, games: float) -> Iterator[Publication]:
    """All reports of some games, those with the usual options first."""
    for key in names:
        for variant in variants(load(key)):
            number, doublings = (OPTION_GAMES, 0) if variant.options else (GAMES, DOUBLINGS)
            wanted = study(key, variant.seats, variant.options, LEVEL, simulations=SIMULATIONS, scale=SCALE)
            changed = "".join(f"-{name}-{value}".lower() for name, value in variant.options.items())
            files = Files(folder / f"{key}-{variant.seats}{changed}.html")
            yield Publication(wanted, variant, max(1, round(number * games)), doublings, files)


def publish(publication: Publication, crew: Crew, language: str, deadline: float) -> dict[str, Any]:
    """Play, as long as there is time, and write one report; one game is played in any case."""
    made = publication
    kept, found = Path("reports") / made.files.games.name, []
    with closing(rows(made.study, made.games, made.doublings, crew, kept)) as played:
        for row in played:
            found.append(row)
            if time.monotonic() > deadline:
                break
    return write(made.study, found, made.files, language)


def line(publication: Publication, data: dict[str, Any], usual: dict[str, Any] | None, speaker: Speaker) -> str:
    """A report as a row of the list; its comparison with the usual options is written beside it."""
    made, against = publication, ""
    if usual is not None and made.variant.options:
        found = compared(usual, data)
        page = made.files.page.with_name(f"{made.files.page.stem}-compared.html")
        page.write_text(written(usual, data, found, speaker), encoding="utf-8")
        against = f"[{verdict(found, speaker)}]({page.name})"
    options = ", ".join(f"{name}={value}" for name, value in made.variant.options.items())
    linked = f"[{made.study.game}]({made.files.page.name})"
    told = " ".join(remarks(Commentary(data, speaker)))
    return f"| {' | '.join([linked, str(made.study.seats), options, str(data['games']), told, against])} |"


def listed(found: list[Publication], crew: Crew, language: str, minutes: float) -> Iterator[str]:
    """The rows of the list, as reports are written; time that one leaves over is there for those after it."""
    end = time.monotonic() + 60 * minutes
    usual: dict[tuple[str, int], dict[str, Any]] = {}
    for number, made in enumerate(found):
        print(f"{made.files.page.name} …", file=sys.stderr, flush=True)
        now = time.monotonic()
        part = made.weight / sum(other.weight for other in found[number:])
        data = publish(made, crew, language, now + part * (end - now))
        if not made.variant.options:
            usual[made.study.game, made.study.seats] = data
        yield line(made, data, usual.get((made.study.game, made.study.seats)), Speaker(language))


def main() -> None:
    """Play and write all reports, and the list of them."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("names", nargs="*", metavar="GAME", help="all games if none is named")
    parser.add_argument("--games", type=float, default=1.0, help="how many times the usual number of games")
    parser.add_argument("--minutes", type=float, default=MINUTES, help="after which slow games are cut short")
    parser.add_argument("--jobs", type=int, default=1)
    parser.add_argument("--cluster", metavar="ADDRESS", help="of a Dask scheduler, instead of --jobs")
    parser.add_argument("--folder", type=Path, default=Path("docs/reports"))
    parser.add_argument("--language", default="en")
    parser.add_argument("--dry-run", action="store_true", help="only say what would be played")
    given = parser.parse_args()
    found = list(publications(given.names or keys(), given.folder, given.games))
    if given.dry_run:
        for made in found:
            print(made.files.page.name, len(jobs(made.study, made.games, made.doublings)))
        return
    crew = Crew(given.jobs, given.cluster)
    heads = f"| {' | '.join(HEADS)} |\n|{' --- |' * len(HEADS)}\n"
    lines = "".join(f"{row}\n" for row in listed(found, crew, given.language, given.minutes))
    text = INTRODUCTION.format(level=LEVEL) + heads + lines
    (given.folder / "README.md").write_text(text, encoding="utf-8")


if __name__ == "__main__":
    main()
