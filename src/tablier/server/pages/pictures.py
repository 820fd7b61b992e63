"""Pictures for the pages: a game's art for the browser, positions drawn by its own scene, and codes to be scanned."""

import io
import json
import random
import re
from functools import cache, lru_cache
from pathlib import Path
from typing import Any

import segno

from tablier.core import scene
from tablier.core.contract import EVERYONE
from tablier.core.diagrams import diagrams
from tablier.core.errors import BadOption
from tablier.core.kit import covers
from tablier.core.match import Match
from tablier.core.reading import is_plain
from tablier.core.registry import load

LONGEST_OPTIONS = 2000  # characters of JSON
LONGEST_GAME = 300  # moves, for pictures of a game
MIDDLE = 0.6  # of the way through it
TRIED = 6  # games
STYLE = re.compile(r"<style>(.*?)</style>", re.DOTALL)
BARE_TEXT = re.compile(r"^text(?=\s*\{)", re.MULTILINE)


@cache
def art(game: str) -> str:
    """The symbols and patterns of a game as an SVG document without styles."""
    symbols = scene.inner(scene.MARKS) + load(game).art
    return f'<svg xmlns="http://www.w3.org/2000/svg">{STYLE.sub("", symbols)}</svg>\n'


@cache
def style(game: str) -> str:
    """The style sheet of a game's art; rules for all texts hold within ``.scene`` only."""
    own = STYLE.findall(load(game).art)
    return "\n".join(BARE_TEXT.sub(".scene text", part.strip()) for part in (scene.STYLE, *own)) + "\n"


def cover(game: str, language: str, is_ready: bool) -> str:
    """The picture on a game's box; without one, its table in the middle of a game, or a plain lid until it is ready."""
    path = load(game).box.cover
    if path:
        return own_cover(path)
    return drawn_cover(game, language) if is_ready else PLAIN_LID


def icon(game: str, is_ready: bool) -> str:
    """A small square picture; without one, where most lies in the middle of a game, or a plain lid at first."""
    path = load(game).box.icon
    if path:
        return own_cover(path)
    return drawn_icon(game) if is_ready else PLAIN_LID


@cache
def drawn_icon(game: str) -> str:
    """A piece of the picture from the middle of a game."""
    return covers.icon(load(game), middle_scene(game))


def middle_scene(game: str) -> scene.Scene:
    """The picture from the middle of a game."""
    match = middle(game)
    return match.engine.game.view.scene(match.engine.record[0], match.state[0], EVERYONE)


@cache
def own_cover(path: Path) -> str:
    """A picture that lies in the box."""
    return path.read_text(encoding="utf-8")


@cache
def drawn_cover(game: str, language: str) -> str:
    """A picture from the middle of a game."""
    return covers.cover(load(game), middle_scene(game), language)


PLAIN_LID = (
    '<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 400 300"><rect width="400" height="300" fill="#d9b98c"/>'
    '<path d="M120 210V90h120z" fill="#b5432e"/><circle cx="250" cy="180" r="38" fill="#2b2622"/></svg>\n'
)


def chosen(text: str) -> dict[str, Any]:
    """Options as they come in a query: a JSON object."""
    try:
        values = json.loads(text) if len(text) <= LONGEST_OPTIONS else None
    except (ValueError, RecursionError):
        values = None
    if not isinstance(values, dict) or not is_plain(values):
        raise BadOption("core.option.mapping")
    return values


def on_page(picture: str) -> str:
    """A picture as it stands on a page: light or dark as the page is, if the game's art has both looks."""
    return picture.replace("<svg ", '<svg class="scene" ', 1).replace(scene.GROUND, LIGHT_OR_DARK, 1)


LIGHT_OR_DARK = f"<style>svg{{color-scheme:light dark;background:{scene.PAPER}}}</style>"


@lru_cache(maxsize=256)
def start(game: str, seats: int | None, options: str, language: str) -> str:
    """The position in which a game with these options begins."""
    return on_page(Match(game, seats, chosen(options), seed=0).svg("everyone", language))


@cache
def example(game: str) -> Match:
    """A whole game, the same every time: the longest of some that were played at random."""
    return max((random_game(game, seed) for seed in range(TRIED)), key=lambda match: len(match.moves))


def random_game(game: str, seed: int) -> Match:
    """A game played at random to its end, or as far as it is worth a picture."""
    match, player = Match(game, seed=seed), random.Random(seed)
    while match.outcome is None and len(match.moves) < LONGEST_GAME:
        if match.actor == "chance":
            match.roll()
        else:
            match.play(player.choice(match.legal()))
    return match


@cache
def middle(game: str) -> Match:
    """The same game when much is on the board, and somebody decides."""
    match = example(game).copy()
    goal = round(len(match.moves) * MIDDLE)
    while match.moves and (len(match.moves) > goal or match.actor == "chance"):
        match.undo()
    return match


MOMENTS = {"middle": middle, "end": example}
"""Moments of a game that the rules are illustrated with."""


@cache
def moment(name: str, game: str, language: str) -> str:
    """The picture of a moment."""
    return on_page(MOMENTS[name](game).svg("everyone", language))


@cache
def diagram(game: str, name: str, language: str) -> str:
    """A diagram of the rules."""
    return on_page(diagrams(game)[name].svg(language))


@cache
def moment_words(name: str, game: str, language: str) -> str:
    """What happened last before it."""
    return " ".join(MOMENTS[name](game).log("everyone", language)[-1:])


def code(address: str) -> str:
    """An address as a code to be scanned."""
    file = io.BytesIO()
    segno.make(address, micro=False).save(file, kind="svg", border=2, dark="#2b2622", light="#fff", omitsize=True)
    return file.getvalue().decode()
