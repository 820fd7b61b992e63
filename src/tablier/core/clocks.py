"""What a saved game says of the clock by which it was played: how it was set, and what it showed after each move."""

from __future__ import annotations

import json
from collections.abc import Callable, Mapping, Sequence
from typing import Any, Protocol

from tablier.core.errors import BadText

KINDS = {"fischer": ("minutes", "seconds"), "delay": ("minutes", "seconds"), "days": ("days", "holidays")}
"""Kinds of clocks, and the numbers by which each is set."""
Read = Callable[[str, type], Any]


class TimedMatch(Protocol):
    """A match that knows by which clock it was played."""

    clock: dict[str, Any] | None
    times: tuple[float, ...]
    left: tuple[float | None, ...]


def headers(match: TimedMatch) -> dict[str, str]:
    """The clock of a game, and what each move took and left; nothing of a game without one."""
    if match.clock is None:
        return {}
    return {"clock": json.dumps(match.clock), "times": json.dumps(match.times), "left": json.dumps(match.left)}


def take(match: TimedMatch, heads: Mapping[str, str], read: Read) -> None:
    """Read them again; games of old have none."""
    if "clock" in heads:
        match.clock = read("clock", dict)
        if not is_clock(match.clock or {}):
            raise BadText("core.text.value", header="clock")
    if "times" in heads:
        match.times = tuple(read("times", list))
        if not all(map(is_time, match.times)):
            raise BadText("core.text.value", header="times")
    if "left" in heads:
        match.left = tuple(read("left", list))
        if not all(value is None or is_time(value) for value in match.left):
            raise BadText("core.text.value", header="left")


def is_clock(data: Mapping[str, Any]) -> bool:
    """Whether this is how a clock may be set."""
    kind = data.get("kind")
    names = KINDS.get(kind, ()) if isinstance(kind, str) else ()
    return bool(names) and set(data) == {"kind", *names} and all(is_time(data[name]) for name in names)


def is_time(value: Any) -> bool:
    """Whether this is a time: a number that is not negative."""
    return type(value) in (int, float) and value >= 0


def shown(match: TimedMatch, actors: Sequence[int], seats: int) -> list[list[float | None]]:
    """What the clocks of all seats showed before the first move and after each; None for who has none."""
    if match.clock is None:
        return []
    first = match.clock["minutes"] * 60 if "minutes" in match.clock else match.clock["days"] * 86_400
    playing = {actor for actor, left in zip(actors, match.left, strict=False) if left is not None}
    moments: list[list[float | None]] = [[float(first) if seat in playing else None for seat in range(seats)]]
    for number, actor in enumerate(actors):
        now = list(moments[-1])
        if actor in playing and number < len(match.left) and match.left[number] is not None:
            now[actor] = match.left[number]
        moments.append(now)
    return moments
