"""The pictures of a game that has none: on its box a lively position, or dice and cards, and its name; and an icon."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from typing import Any
from xml.sax.saxutils import escape

from tablier.core.scene import MARKS, STYLE, Area, Part, Scene, inner, svg
from tablier.core.words import LANGUAGES, word

WIDTH, HEIGHT = 400, 300
PLATE = 56  # the height of what the name stands on
NAME, LETTER = 30.0, 0.58  # the size of the name, and the width of a letter in parts of it
MOST = 5  # dice or cards
LARGE = 1.6  # times as large as on the table
STEP, TILT = 76.0, 7.0  # between them, and by how many degrees more each is turned
ICON, LOOK = 64, 2.6  # the side of an icon, and what part of the board it shows
VIEW = re.compile(r'viewBox="[^"]*"')
SERIF = 'style="font-family:ui-serif,Georgia,serif"'


def cover(game: Any, scene: Scene, language: str) -> str:
    """A picture of 4 by 3 from the scene of a position."""
    things = [part for part in scene.parts if is_thing(part)]
    name = word(f"{game.key}.name").say(language)
    picture = spread(game, things[:MOST]) if not has_board(scene) and things else cropped(game, scene, language)
    size = min(NAME, (WIDTH - 60) / (LETTER * max(1, len(name))))
    top = HEIGHT - PLATE
    return (
        f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {WIDTH} {HEIGHT}">\n{picture}\n'
        f'<rect y="{top}" width="{WIDTH}" height="{PLATE}" fill="#f6f1e7"/>'
        f'<rect y="{top}" width="{WIDTH}" height="4" fill="#b5432e"/>'
        f'<text x="{WIDTH / 2:g}" y="{top + 2 + PLATE / 2:g}" font-size="{size:.1f}" {SERIF} font-weight="600" '
        f'fill="#2b2622" text-anchor="middle" dominant-baseline="central">{escape(name)}</text>\n</svg>\n'
    )


def icon(game: Any, scene: Scene) -> str:
    """A small square: a die or card where there is no board, else the piece of the board where most lies."""
    things = [part for part in scene.parts if is_thing(part)]
    if not has_board(scene) and things:
        picture = f"<style>{STYLE}</style><defs>{inner(MARKS)}{game.art}</defs>{one(game, things[0])}"
    else:
        x, y, side = crowd(scene)
        place = f'width="{ICON}" height="{ICON}" viewBox="{x - side / 2:g} {y - side / 2:g} {side:g} {side:g}"'
        picture = VIEW.sub(place, svg(scene, game.art, LANGUAGES[0]), count=1)
    return (
        f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {ICON} {ICON}"><clipPath id="icon-round">'
        f'<rect width="{ICON}" height="{ICON}" rx="{ICON / 6:g}"/></clipPath>\n'
        f'<g clip-path="url(#icon-round)">{picture.strip()}</g></svg>\n'
    )


def one(game: Any, part: Part) -> str:
    """The ground with one die or card."""
    place = f"translate({ICON / 2} {ICON / 2}) scale({LARGE * ICON / HEIGHT * 2:g})"
    ground = f'<rect width="{ICON}" height="{ICON}" class="kit-frame"/>'
    return f'{ground}<use href="#{game.key}-{part.symbol}" transform="{place}"/>'


def crowd(scene: Scene) -> tuple[float, float, float]:
    """Where on the board the most coloured things lie near each other, and how wide a look at them is."""
    board = scene.layouts[0].areas[0] if scene.layouts else Area(0, 0, scene.width, scene.height)
    side = min(board.width, board.height) / LOOK
    lying = [part for part in scene.seen() if part.symbol and board.holds(part)]
    coloured = [part for part in lying if part.seat is not None] or lying
    best = max(coloured, key=lambda part: sum(near(part, other, side / 2) for other in coloured))
    half = side / 2
    x = min(max(best.x, board.x + half), board.x + board.width - half)
    return x, min(max(best.y, board.y + half), board.y + board.height - half), side


def near(part: Part, other: Part, reach: float) -> bool:
    """Whether a part lies within a square around another."""
    return max(abs(part.x - other.x), abs(part.y - other.y)) <= reach


def has_board(scene: Scene) -> bool:
    """Whether cells are seen, or the picture is not one of the kit's."""
    return any(part.id.startswith("cell") for part in scene.still.parts) or "panel0" not in ids(scene)


def ids(scene: Scene) -> set[str]:
    """The ids of all that is seen."""
    return {part.id for part in scene.parts}


def is_thing(part: Part) -> bool:
    """Whether something is a die or a card that lies on the table."""
    return part.symbol.startswith(("die-", "card-")) and part.id.startswith(("die.", "card."))


def cropped(game: Any, scene: Scene, language: str) -> str:
    """The board, cut to the shape of the box."""
    board = scene.layouts[0].areas[0] if scene.layouts else None
    place = f'width="{WIDTH}" height="{HEIGHT}" preserveAspectRatio="xMidYMid slice" '
    return svg(scene, game.art, language, board).replace("<svg ", f"<svg {place}", 1).strip()


def spread(game: Any, things: Sequence[Part]) -> str:
    """Some dice or cards, large and side by side."""
    return f"<style>{STYLE}</style><defs>{inner(MARKS)}{game.art}</defs>{''.join(laid(game, things))}"


def laid(game: Any, things: Sequence[Part]) -> Iterator[str]:
    """The ground, then each of them, turned a little more than the one before."""
    yield f'<rect width="{WIDTH}" height="{HEIGHT}" class="kit-frame"/>'
    for number, part in enumerate(things):
        off = number - (len(things) - 1) / 2
        place = f"translate({WIDTH / 2 + off * STEP:g} {(HEIGHT - PLATE) / 2 + 7 * off * off:g})"
        yield f'<use href="#{game.key}-{part.symbol}" transform="{place} rotate({off * TILT:g}) scale({LARGE:g})"/>'
