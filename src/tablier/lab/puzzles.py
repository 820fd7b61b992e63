"""Puzzles out of games of bots: rounds of games until there are enough, none like another, of all kinds."""

import json
from collections.abc import Generator, Iterable, Iterator, Mapping, Sequence
from dataclasses import asdict
from itertools import count
from pathlib import Path
from typing import Any

from tablier.core import likeness
from tablier.core.errors import BadOption, BadText
from tablier.core.match import Match
from tablier.core.puzzles import EASIEST, FILE, PROOFS
from tablier.core.words import catalogue
from tablier.lab.examining import ANYTHING, Wishes
from tablier.lab.finder import PLAYERS, Quest, explore
from tablier.lab.jobs import Crew
from tablier.lab.keeping import KeptRow, played

ROUND = 16  # games that are played before it is looked whether there is enough
MOST_ROUNDS = 200
KEPT = ("id", "seat", "proof", "theme", "difficulty", "hits", "lines", "tries", "position")
PuzzleRow = dict[str, Any]
"""A puzzle as it is written."""


def quest(
    game: str, seats: int | None, options: Mapping[str, Any], seed: int, wishes: Wishes = ANYTHING,
    players: Sequence[int] = (),
) -> Quest:  # fmt: skip
    """What is looked for, after checking that it can be played and can be there."""
    first = Match(game, seats, options)
    if len(first.engine.game.seats) == 1 and first.seats < 2:
        raise BadOption("lab.puzzles.alone", game=game)
    for proof in wishes.proofs:
        if proof not in PROOFS:
            raise BadOption("lab.puzzles.proof", given=repr(proof), proofs=list(PROOFS))
    for theme in wishes.themes:
        if theme not in themes(game):
            raise BadOption("lab.puzzles.theme", given=repr(theme), game=game, themes=themes(game))
    return Quest(game, first.seats, first.options, seed, wishes=wishes, players=tuple(players) or PLAYERS)


def themes(game: str) -> list[str]:
    """The names of what a game's puzzles can be about."""
    begin = f"{game}.theme."
    return sorted(key.removeprefix(begin) for key in catalogue(game) if key.startswith(begin))


def rounds(wanted: Quest, number: int, crew: Crew, file: Path | None) -> Generator[tuple[int, list[PuzzleRow]]]:
    """After every game how many puzzles have been found, and those of all rounds that are complete.

    A round is looked at as a whole, in the order of its games, so it does not matter which of them was ready first.
    """
    found = list[PuzzleRow]()
    for first in range(0, MOST_ROUNDS * ROUND, ROUND):
        rows = list[KeptRow]()
        arguments = {place: (wanted, place) for place in range(first, first + ROUND)}
        for row in played(explore, arguments, crew, asdict(wanted), file):
            rows.append(row)
            yield len(found) + sum(len(each["puzzles"]) for each in rows), found
        rows.sort(key=lambda row: int(row["number"]))
        found = different([*found, *(finished(puzzle) for row in rows for puzzle in row["puzzles"])])
        yield len(found), found
        if len(found) >= number:
            return


def finished(puzzle: Mapping[str, Any]) -> PuzzleRow:
    """A puzzle under the name of its position."""
    row = dict(puzzle) | {"id": name(puzzle["position"])}
    return {key: row[key] for key in KEPT}


def name(position: Mapping[str, Any]) -> str:
    """A short name, the same for positions that are alike."""
    game = Match.from_position(position).engine.game
    return likeness.name_of(likeness.canonical(position, game.puzzles.twins(position)))


def different(rows: Iterable[PuzzleRow]) -> list[PuzzleRow]:
    """Rows of which none is like another; the first one stays."""
    return list({row["id"]: row for row in reversed(list(rows))}.values())[::-1]


def spread(rows: Iterable[PuzzleRow], number: int) -> list[PuzzleRow]:
    """So many of these, of all themes, difficulties and proofs as evenly as can be, the first ones of each."""
    groups: dict[tuple[Any, ...], list[PuzzleRow]] = {}
    for row in rows:
        groups.setdefault((row["theme"] or row["proof"], row["difficulty"]), []).append(row)
    chosen = list(one_of_each(groups))[:number]
    return sorted(chosen, key=order)


def order(row: PuzzleRow) -> tuple[Any, ...]:
    """The easiest first, and the best proved of them."""
    return row["difficulty"], PROOFS.index(row["proof"]), row["theme"], row["id"]


def one_of_each(groups: Mapping[tuple[Any, ...], list[PuzzleRow]]) -> Iterator[PuzzleRow]:
    """The first one of each group, then the second ones, and so on."""
    for place in count():
        found = [groups[key][place] for key in sorted(groups) if place < len(groups[key])]
        if not found:
            return
        yield from found


def read(file: Path) -> list[PuzzleRow]:
    """The puzzles that a file holds; none if there is no file."""
    if not file.exists():
        return []
    try:
        rows: list[PuzzleRow] = json.loads(file.read_text(encoding="utf-8"))
    except ValueError:
        raise BadText("lab.puzzles.file", file=str(file)) from None
    return rows


def write(rows: Iterable[PuzzleRow], file: Path) -> None:
    """Write puzzles, each on a line of its own."""
    lines = (json.dumps(row, ensure_ascii=False, separators=(",", ":")) for row in rows)
    file.parent.mkdir(parents=True, exist_ok=True)
    file.write_text("[\n" + ",\n".join(lines) + "\n]\n", encoding="utf-8")


def default_file(wanted: Quest) -> Path:
    """Where puzzles lie if nobody says otherwise."""
    return Path(f"{wanted.game}-{wanted.seats}-{FILE}")


def journal(file: Path, wanted: Quest) -> Path:
    """What was found in every game of one variant, beside the file of the puzzles."""
    values = {name: value for name, value in wanted.options.items() if value != Match(wanted.game).options[name]}
    wishes = [*wanted.wishes.proofs, *wanted.wishes.themes]
    wishes += [f"least-{wanted.wishes.least}"] * (wanted.wishes.least > EASIEST)
    players = map(str, wanted.players if wanted.players != PLAYERS else ())
    parts = [str(wanted.seats), *(f"{key}-{value}" for key, value in values.items()), *wishes, *players]
    parts += [str(wanted.seed)]
    plain = "".join(sign if sign.isalnum() or sign in "-_" else "_" for sign in "-".join(parts))
    return file.with_suffix(f".{plain}.games.jsonl")
