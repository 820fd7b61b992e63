"""Plots as SVG inside a page: drawn in the page's own colours, so that they are readable by day and by night."""

from collections.abc import Callable, Iterable, Sequence
from html import escape
from typing import NamedTuple

WIDTH, HEIGHT = 440, 250  # about a phone's, so that texts stay readable there
LEFT, RIGHT, TOP, BOTTOM = 48, 12, 28, 44
BAR, LABEL, TOLD = 44, 20, 56  # a bar with its label above it; room for the number behind it
LONGEST_LABEL = 56
TICKS = 5


class Bar(NamedTuple):
    """A bar with its interval, all of them parts of the longest that can be."""

    label: str
    value: float
    low: float
    high: float
    told: str


def bars(rows: Sequence[Bar], title: str, fair: float | None = None) -> str:
    """Bars to the right, each with its interval and its number; a dashed line where all of them should end."""
    height, room = BAR * len(rows) + 4, WIDTH - TOLD
    parts = [part for number, row in enumerate(rows) for part in bar(row, BAR * number, room)]
    if fair is not None:
        x = fair * room
        parts.append(f'<line class="fair" x1="{x:.1f}" x2="{x:.1f}" y1="0" y2="{height}"/>')
    return framed(parts, title, WIDTH, height)


def bar(row: Bar, top: int, room: float) -> Iterable[str]:
    """One bar."""
    middle = top + (LABEL + BAR) / 2
    yield f'<text x="0" y="{top + LABEL - 5}">{escape(short(row.label))}</text>'
    yield f'<rect class="bar" x="0" y="{top + LABEL}" width="{row.value * room:.1f}" height="{BAR - LABEL}"/>'
    if row.high > row.low:
        yield f'<path class="interval" d="M{row.low * room:.1f} {middle - 5}v10m0-5H{row.high * room:.1f}m0-5v10"/>'
    yield f'<text x="{max(row.value, row.high) * room + 6:.1f}" y="{middle + 5:.1f}">{escape(row.told)}</text>'


def short(label: str) -> str:
    """A label that fits above its bar."""
    return label if len(label) <= LONGEST_LABEL else label[: LONGEST_LABEL - 1] + "…"


Scale = Callable[[float], float]
Measured = tuple[float, float, float, float]
"""To the right; upwards; and from where to where a band or an interval goes."""


def curve(
    points: Sequence[Measured], title: str, axes: tuple[str, str], percent: bool = False, fair: float | None = None
) -> str:
    """A line through points, with a band around it."""
    if not points:
        return framed([], title, WIDTH, HEIGHT)
    right = max(point[0] for point in points) or 1
    top = 1.0 if percent else max(point[3] for point in points) or 1
    across, up = scaled(right, top)
    band = [(x, high) for x, _, _, high in points] + [(x, low) for x, _, low, _ in reversed(points)]
    parts = list(axis_lines(right, top, axes, percent))
    parts.append(f'<polygon class="band" points="{joined((across(x), up(y)) for x, y in band)}"/>')
    parts.append(f'<polyline class="line" points="{joined((across(x), up(y)) for x, y, *_ in points)}"/>')
    if fair is not None:
        parts.append(f'<line class="fair" x1="{LEFT}" x2="{WIDTH - RIGHT}" y1="{up(fair):.1f}" y2="{up(fair):.1f}"/>')
    return framed(parts, title, WIDTH, HEIGHT)


def scaled(right: float, top: float) -> tuple[Scale, Scale]:
    """From values to places in the plot: to the right, and upwards."""
    return (
        lambda x: LEFT + x / right * (WIDTH - LEFT - RIGHT),
        lambda y: HEIGHT - BOTTOM - y / top * (HEIGHT - TOP - BOTTOM),
    )


def joined(points: Iterable[tuple[float, float]]) -> str:
    """Points as SVG has them."""
    return " ".join(f"{x:.1f},{y:.1f}" for x, y in points)


def axis_lines(right: float, top: float, axes: tuple[str, str], percent: bool) -> Iterable[str]:
    """Both axes with their numbers and what they mean."""
    across, up = scaled(right, top)
    for number in range(TICKS):
        y, x = top * number / (TICKS - 1), right * number / (TICKS - 1)
        told = f"{y:.0%}" if percent else f"{y:.3g}"
        yield f'<line class="grid" x1="{LEFT}" x2="{WIDTH - RIGHT}" y1="{up(y):.1f}" y2="{up(y):.1f}"/>'
        yield f'<text x="{LEFT - 6}" y="{up(y) + 5:.1f}" text-anchor="end">{told}</text>'
        anchor = "end" if number == TICKS - 1 else "middle"
        yield f'<text x="{across(x):.1f}" y="{HEIGHT - BOTTOM + 18}" text-anchor="{anchor}">{x:.3g}</text>'
    yield f'<text class="axis" x="{WIDTH - RIGHT}" y="{HEIGHT - 6}" text-anchor="end">{escape(axes[0])}</text>'
    yield f'<text class="axis" x="0" y="14">{escape(axes[1])}</text>'


def columns(counts: Sequence[tuple[str, float]], title: str, axis: str) -> str:
    """Upright bars, for how often each number was seen."""
    highest, wide = max((count for _, count in counts), default=1) or 1, (WIDTH - LEFT - RIGHT) / max(1, len(counts))
    _, up = scaled(1, highest)
    parts = []
    for number, (label, count) in enumerate(counts):
        x, y = LEFT + number * wide, up(count)
        parts.append(
            f'<rect class="bar" x="{x + 1:.1f}" y="{y:.1f}" width="{max(1, wide - 2):.1f}" '
            f'height="{HEIGHT - BOTTOM - y:.1f}"/>'
        )
        if number % max(1, -(-len(counts) // 9)) == 0:
            parts.append(
                f'<text x="{x + wide / 2:.1f}" y="{HEIGHT - BOTTOM + 18}" text-anchor="middle">{escape(label)}</text>'
            )
    parts.append(f'<text class="axis" x="{WIDTH - RIGHT}" y="{HEIGHT - 6}" text-anchor="end">{escape(axis)}</text>')
    return framed(parts, title, WIDTH, HEIGHT)


def histogram(values: Sequence[float], title: str, axis: str, most: int = 20) -> str:
    """How often values of about that size were seen."""
    top = max(values, default=0) or 1
    width = max(1.0, float(-(-top // most)))
    bins = [0] * (int(top // width) + 1)
    for value in values:
        bins[int(value // width)] += 1
    return columns([(f"{number * width:g}", count) for number, count in enumerate(bins)], title, axis)


def framed(parts: Iterable[str], title: str, width: int, height: int) -> str:
    """A plot with its meaning for whoever does not see it."""
    return (
        f'<svg viewBox="0 0 {width} {height}" role="img" aria-label="{escape(title, quote=True)}">'
        f"{''.join(parts)}</svg>"
    )
