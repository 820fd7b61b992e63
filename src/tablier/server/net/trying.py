"""A first look at games that were edited: whatever is wrong with them should show before anybody plays."""

import random
import re
import tomllib
import xml.etree.ElementTree as Xml
from collections.abc import Callable, Iterable, Mapping
from pathlib import Path

from tablier.core import words
from tablier.core.compile import defer, keep_sources
from tablier.core.diagrams import diagrams
from tablier.core.lessons import lesson
from tablier.core.match import Match
from tablier.core.puzzles import puzzles
from tablier.core.registry import load
from tablier.server.net.faults import EditFault, Unreadable, fault
from tablier.server.net.watching import Root

MOVES = 4  # that are played and shown
SEED = 1
AT_LINE = re.compile(r"line (\d+)")


def tried(games: Iterable[str], places: Mapping[str, Root]) -> dict[str, EditFault]:
    """What is wrong with games, by their keys."""
    defer()
    found: dict[str, EditFault] = {}
    for key in games:
        folders = [places[key].folder] if key in places else []
        try:
            look_at(key, places.get(key))
        except Exception as error:  # an author's code may raise anything
            found[key] = fault(key, error, folders)
    return found


def look_at(key: str, place: Root | None) -> None:
    """Read everything of a game, and play a few moves."""
    if place is not None:
        read_files(place)
    game = load(key)
    keep_sources(game)
    words.catalogue(key)
    str(game.box)
    lesson(key)
    diagrams(key)
    puzzles(key)
    play(key)


def read_files(place: Root) -> None:
    """Read what is no Python: its own errors name no file."""
    for file in sorted(place.folder.rglob("*.toml") if place.deep else place.folder.glob("words.toml")):
        read(file, tomllib.loads)
    for file in sorted(place.folder.rglob("*.svg") if place.deep else ()):
        read(file, Xml.fromstring)


def read(file: Path, reader: Callable[[str], object]) -> None:
    """Read a file, or say in which line it cannot be read."""
    try:
        reader(file.read_text(encoding="utf-8"))
    except (tomllib.TOMLDecodeError, Xml.ParseError, UnicodeDecodeError) as error:
        at = AT_LINE.search(str(error))
        raise Unreadable(file, int(at[1]) if at else 1, error) from None


def play(key: str) -> None:
    """Look at a game's first positions from every side, and at what can be done there."""
    match, player = Match(key, seed=SEED), random.Random(SEED)
    for _ in range(MOVES):
        show(match)
        if match.actor is None:
            break
        if match.actor == "chance":
            match.roll()
        else:
            match.play(player.choice(match.legal()))
    show(match)


def show(match: Match) -> None:
    """Draw a position, tell how it came about, and offer its moves."""
    match.log("everyone")
    match.position()
    match.svg("everyone")
    if isinstance(match.actor, int):
        match.svg(match.actor)
        engine, state = match.engine, match.known(match.actor)
        engine.game.view.choices(engine.frozen_options, state[0], engine.survey(state).moves, match.actor)
        engine.game.view.asked(engine.frozen_options, state[0])
