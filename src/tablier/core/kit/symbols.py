"""The symbols of a game's pictures: those of its own ``art.svg``, and those of the kit that it does not draw itself.

The kit's own lie in ``art.svg`` beside this module; others follow from what the game declares: its board, its panels,
its kinds of pieces, its cards. A game that draws a symbol of the same name, such as ``KEY-piece-king``, has its own.
"""

from __future__ import annotations

import re
import xml.etree.ElementTree as ElementTree
from collections.abc import Iterator, Mapping, Sequence
from functools import cache
from pathlib import Path
from typing import Any
from xml.sax.saxutils import escape

from tablier.core.kit.boards import Board, Graph, Track
from tablier.core.kit.equipment import Cards, Deck, Dice, Pieces
from tablier.core.kit.geometry import HALF_CELL, table_of
from tablier.core.kit.telling import FRENCH
from tablier.core.records import fields
from tablier.core.scene import inner

ART = Path(__file__).parent / "art.svg"
SPACE = "{http://www.w3.org/2000/svg}"
OWN = "kit-"
SIGNS = {"king": "crown", "queen": "crown", "dame": "crown"}
"""Kinds of pieces that have a sign; others have their first letters."""
PIPS = 6  # faces that are drawn with pips
IDS = re.compile(r'\bid="([^"]+)"')
CARD_WIDTH = 40.0  # that a name may fill
LETTER_WIDTH = 0.6  # of a letter's height


def art(game: Any) -> str:
    """All symbols of a game, its own first, as they stand within an SVG document."""
    path = game.folder / "art.svg"
    own = inner(path) if path.is_file() else ""
    if game.moves is None:
        return own
    taken = set(IDS.findall(own))
    found = {f"{game.key}-{name}": text for name, text in {**drawn(), **made(game)}.items()}
    needed = [f'<g id="{name}">{named(game.key, text)}</g>' for name, text in found.items() if name not in taken]
    return "\n".join([f"<style>{game.looks.style()}</style>", own, *needed])


def named(key: str, text: str) -> str:
    """A symbol that uses those of a game."""
    return text.replace(f'href="#{OWN}', f'href="#{key}-')


@cache
def drawn() -> dict[str, str]:
    """The symbols of the kit's file by name."""
    ElementTree.register_namespace("", SPACE[1:-1])
    groups = ElementTree.parse(ART).getroot().findall(f"{SPACE}g")
    return {group.attrib["id"].removeprefix(OWN): content(group) for group in groups}


def content(group: ElementTree.Element) -> str:
    """What stands in a group."""
    shapes = (ElementTree.tostring(shape, encoding="unicode").strip() for shape in group)
    return "".join(shape.replace(f' xmlns="{SPACE[1:-1]}"', "") for shape in shapes)


def use(name: str, place: str = "") -> str:
    """A symbol within another."""
    moved = f' transform="{place}"' if place else ""
    return f'<use href="#{OWN}{name}"{moved}/>'


def letters(text: str, size: float, style: str = "kit-letter", y: float = 0.0) -> str:
    """A text within a symbol; in its middle by itself, since a page's style does not reach into symbols."""
    placed = f'y="{y:g}" font-size="{size:g}" text-anchor="middle" dominant-baseline="central"'
    return f'<text class="{style}" {placed}>{escape(text)}</text>'


# What follows from a game


def made(game: Any) -> dict[str, str]:
    """The symbols that follow from what a game declares, by name."""
    declared = fields(game.state).values()
    found = dict(grounds(game))
    for field in declared:
        if isinstance(field, Pieces):
            found |= dict(piece_symbols(game, field))
        elif isinstance(field, Dice):
            faces = range(PIPS + 1, field.faces + 1)
            found |= {f"die-{face}": use("die") + letters(str(face), 20) for face in faces}
    for deck in decks(game):
        found |= {f"card-{number + 1}": card(name) for number, name in enumerate(deck.names)}
    return found


def decks(game: Any) -> list[Deck]:
    """The decks of a game, each once."""
    held = [field.deck for field in fields(game.state).values() if isinstance(field, Cards)]
    chosen = [part for kind in game.moves.all for part in kind.parts if isinstance(part, Deck)]
    return list(dict.fromkeys([*held, *chosen]))


def grounds(game: Any) -> Iterator[tuple[str, str]]:
    """The boards, and the panels beside them."""
    table = table_of(game, max(game.seats))
    for number, placed in enumerate(table.boards):
        yield f"board{number}", rounded(placed.width, placed.height, "kit-frame") + ways(placed.board, placed)
    for name in ("panel", "middle") if "middle" in table.sizes else ("panel",):
        yield name, rounded(*table.sizes[name], "kit-panel")
    yield "panel-now", rounded(*table.sizes["panel"], "kit-now")


def rounded(width: float, height: float, style: str) -> str:
    """A rectangle with round corners around the middle, a little smaller than its place."""
    wide, high = width - 6, height - 6
    place = f'x="{-wide / 2:g}" y="{-high / 2:g}" width="{wide:g}" height="{high:g}"'
    return f'<rect {place} rx="12" class="{style}"/>'


def ways(board: Board, placed: Any) -> str:
    """The lines between points, or the track under its spaces, on a bright ground."""
    if board.shape in ("square", "hexagon"):
        return ""
    points = [placed.relative(cell) for cell in range(board.size)]
    wide, high = placed.width - 40, placed.height - 40
    place = f'x="{-wide / 2:g}" y="{-high / 2:g}" width="{wide:g}" height="{high:g}"'
    ground = f'<rect {place} rx="8" class="kit-ground"/>'
    return ground + f'<path class="kit-way" d="{"".join(line(path, points) for path in paths(board))}"/>'


def paths(board: Board) -> Sequence[Sequence[int]]:
    """The cells along each line of a board."""
    if isinstance(board, Graph):
        return board.paths
    along = list(range(board.size))
    return [[*along, 0] if isinstance(board, Track) and board.loop else along]


def line(cells: Sequence[int], points: Sequence[Any]) -> str:
    """A line through the middles of cells."""
    return "M" + "L".join(f"{points[cell].x:.1f} {points[cell].y:.1f}" for cell in cells)


# Pieces and cards


def piece_symbols(game: Any, field: Pieces) -> Iterator[tuple[str, str]]:
    """How every kind of piece of a board looks: the first one plain, others with a sign or their first letters."""
    base, signs = use(game.looks.symbol(field.board.shape)), signs_of(field.kinds)
    for number, kind in enumerate(field.kinds):
        yield f"piece-{kind}", base + (sign(kind, signs[kind]) if number else "")
    for number, kind in enumerate(field.neutral):
        yield f"piece-{kind}", use("block") + (letters(signs_of(field.neutral)[kind], 18) if number else "")


def sign(kind: str, text: str) -> str:
    """What tells a kind of piece from others."""
    return use(SIGNS[kind]) if kind in SIGNS else use("plate") + letters(text, 15 if len(text) == 1 else 12)


def signs_of(kinds: Sequence[str]) -> Mapping[str, str]:
    """The first letters by which kinds of pieces are told apart."""
    found: dict[str, str] = {}
    for kind in kinds:
        short = [kind[:length].capitalize() for length in range(1, len(kind) + 1)]
        found[kind] = next((text for text in short if text not in found.values()), kind)
    return found


def card(name: str) -> str:
    """The face of a card: rank and suit, or its name."""
    found = FRENCH.fullmatch(name)
    if not found:
        size = min(20.0, CARD_WIDTH / (LETTER_WIDTH * len(name)))
        return use("card") + letters(name, round(size, 1))
    rank, style = found[2].replace("T", "10"), "kit-letter kit-red" if name[0] in "dh" else "kit-letter"
    return use("card") + letters(rank, 21, style, -14) + use(f"suit-{name[0]}", f"translate(0 {HALF_CELL / 2.5:g})")
