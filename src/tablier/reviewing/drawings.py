"""The pictures of a review: everybody's chances over the game, and what a seat's chances are made of."""

from collections.abc import Iterable, Sequence
from html import escape
from typing import NamedTuple

from tablier.reviewing.passages import Ledger
from tablier.reviewing.speaking import Voice

WIDTH, HEIGHT = 760, 300
LEFT, RIGHT, TOP, BOTTOM = 46, 14, 26, 34
QUARTERS = (0.0, 0.25, 0.5, 0.75, 1.0)
DASHES = ("", "9 5", "2 5", "14 4 3 4", "5 3", "1 3", "12 6 2 6 2 6", "18 4")
"""How the lines of the seats are drawn, so that they can be told apart without their colours."""
MARKS_APART = 22  # at least, of the numbers above the graph
STEPS = 10  # numbers below it, at most

ROW, BAR, NAMES, NUMBERS, ACROSS = 28, 16, 150, 56, 440


class Curve(NamedTuple):
    """The chances of a seat over the game, its name and its colour."""

    seat: int
    name: str
    colour: str
    chances: Sequence[float | None]


class Numbered(NamedTuple):
    """A place on the graph that is spoken of below it: after which move, its number there, and what happened."""

    after: int
    number: int
    title: str


def graph(lines: Sequence[Curve], marks: Sequence[Numbered], title: str) -> str:
    """The chances of all seats, with the turning points numbered."""
    last = max(1, len(lines[0].chances) - 1)
    parts = [*axes(last)]
    for mark in marks:
        parts.append(upright(mark, last))
    for line in lines:
        parts += drawn(line, last)
    parts += numbered(marks, last)
    return framed(parts, title, WIDTH, HEIGHT)


def across(number: float, last: int) -> float:
    """Where a position stands, from left to right."""
    return LEFT + number / last * (WIDTH - LEFT - RIGHT)


def upwards(chance: float) -> float:
    """Where a chance stands."""
    return HEIGHT - BOTTOM - chance * (HEIGHT - TOP - BOTTOM)


def axes(last: int) -> Iterable[str]:
    """The grid with its numbers."""
    for chance in QUARTERS:
        y = upwards(chance)
        yield f'<line class="grid" x1="{LEFT}" x2="{WIDTH - RIGHT}" y1="{y:.1f}" y2="{y:.1f}"/>'
        yield f'<text x="{LEFT - 8}" y="{y + 5:.1f}" text-anchor="end">{round(100 * chance)}</text>'
    for number in range(0, last + 1, -(-last // STEPS)):
        yield f'<text x="{across(number, last):.1f}" y="{HEIGHT - 10}" text-anchor="middle">{number}</text>'


def drawn(line: Curve, last: int) -> Iterable[str]:
    """One line, on an edge of ink that shows it on any ground."""
    places = [(number, chance) for number, chance in enumerate(line.chances) if chance is not None]
    points = " ".join(f"{across(number, last):.1f},{upwards(chance):.1f}" for number, chance in places)
    dash = f' stroke-dasharray="{DASHES[line.seat]}"' if DASHES[line.seat] else ""
    yield f'<polyline class="edge" points="{points}"{dash}/>'
    yield f'<polyline class="own" points="{points}"{dash} stroke="{line.colour}"/>'


def upright(mark: Numbered, last: int) -> str:
    """The dashed line of a turning point."""
    x = across(mark.after, last)
    return f'<line class="turn" x1="{x:.1f}" x2="{x:.1f}" y1="{TOP - 4}" y2="{HEIGHT - BOTTOM}"/>'


def numbered(marks: Sequence[Numbered], last: int) -> Iterable[str]:
    """The numbers of the turning points above the graph, moved apart where they would touch."""
    x = 0.0
    for mark in marks:
        x = max(x + MARKS_APART, across(mark.after, last))
        yield f'<text class="number" x="{x:.1f}" y="{TOP - 10}" text-anchor="middle">{mark.number}'
        yield f"<title>{escape(mark.title)}</title></text>"


def legend(lines: Sequence[Curve]) -> str:
    """The lines with their names."""
    return f'<ul class="legend">{"".join(f"<li>{sample(line)}{escape(line.name)}</li>" for line in lines)}</ul>'


def sample(line: Curve) -> str:
    """A piece of a line."""
    dash = f' stroke-dasharray="{DASHES[line.seat]}"' if DASHES[line.seat] else ""
    ends = 'x1="2" x2="42" y1="8" y2="8"'
    return (
        f'<svg viewBox="0 0 44 16" width="44" height="16" aria-hidden="true"><line class="edge" {ends}{dash}/>'
        f'<line class="own" {ends}{dash} stroke="{line.colour}"/></svg>'
    )


class Contribution(NamedTuple):
    """A part of a seat's chances: its name, from where to where it goes, and how it looks."""

    name: str
    begin: float
    end: float
    look: str
    told: str


def pieces(own: Ledger, speaker: Voice) -> list[Contribution]:
    """What a seat began with, each part on the end of the one before, and what it came to."""
    found = [Contribution(speaker.say("part.start"), 0.0, own.start, "whole", speaker.percent(own.start))]
    reached = own.start
    for name, part in (("luck", own.luck), ("own", own.own), ("others", own.others), ("settled", own.settled)):
        if part or name == "own":
            look = "gain" if part >= 0 else "loss"
            found.append(Contribution(speaker.say(f"part.{name}"), reached, reached + part, look, speaker.signed(part)))
            reached += part
    return [*found, Contribution(speaker.say("part.end"), 0.0, own.end, "whole", speaker.percent(own.end))]


def waterfall(own: Ledger, speaker: Voice, title: str) -> str:
    """What a seat's chances are made of."""
    shown = pieces(own, speaker)
    low = min(min(piece.begin, piece.end) for piece in shown)
    high = max(1.0, *(max(piece.begin, piece.end) for piece in shown))
    room = ACROSS - NAMES - NUMBERS
    parts = [part for row, piece in enumerate(shown) for part in bar(piece, row, low, room / (high - low))]
    zero = NAMES - low * room / (high - low)
    parts.append(f'<line class="grid" x1="{zero:.1f}" x2="{zero:.1f}" y1="0" y2="{ROW * len(shown)}"/>')
    return framed(parts, title, ACROSS, ROW * len(shown))


def bar(piece: Contribution, row: int, low: float, scale: float) -> Iterable[str]:
    """One part with its name before it and its number behind it."""
    left, right = (NAMES + (place - low) * scale for place in sorted((piece.begin, piece.end)))
    top, baseline = ROW * row + (ROW - BAR) / 2, ROW * row + ROW / 2 + 5
    yield f'<text x="0" y="{baseline:.1f}">{escape(piece.name)}</text>'
    width = max(1.5, right - left)
    yield f'<rect class="{piece.look}" x="{left:.1f}" y="{top:.1f}" width="{width:.1f}" height="{BAR}" rx="2"/>'
    yield f'<text x="{right + 8:.1f}" y="{baseline:.1f}">{escape(piece.told)}</text>'


def framed(parts: Iterable[str], title: str, width: int, height: int) -> str:
    """A drawing with its meaning for whoever does not see it."""
    label = escape(title, quote=True)
    return f'<svg viewBox="0 0 {width} {height}" role="img" aria-label="{label}">{"".join(parts)}</svg>'
