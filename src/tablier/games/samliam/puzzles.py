"""Puzzles of Sam Liam: what a strong placement does, and which positions are alike."""

from collections.abc import Mapping, Sequence
from functools import partial
from typing import Any

from tablier.core.contract import RUNNING
from tablier.core.likeness import apart_from, namings, renamed
from tablier.games.samliam.options import Options
from tablier.games.samliam.rules import ANNOUNCED
from tablier.games.samliam.state import NOWHERE, State, decode
from tablier.games.samliam.threats import blocks_needed, first_open


def theme(options: Options, before: State, move: int, after: State) -> str:
    """Whether a placement completes a figure, is announced as won, blocks somebody, or opens a cell or two."""
    if decode(move)[0]:
        return "lift"
    seat = int(before.turn)
    if after.reason != RUNNING:
        return "announced" if after.reason == ANNOUNCED else "figure"
    rivals = [rival for rival in range(int(options.seats)) if rival != seat]
    if any(first_open(before, rival) != NOWHERE == first_open(after, rival) for rival in rivals):
        return "counter" if first_open(after, seat) != NOWHERE else "block"
    opened = int(blocks_needed(after, seat))
    return ("", "threat", "double")[min(opened, 2)]


def twins(position: Mapping[str, Any]) -> Sequence[Mapping[str, Any]]:
    """The position turned and mirrored."""
    size = position["options"]["size"]
    return [apart_from(position, partial(renamed, naming=naming)) for naming in namings(size, size)]
