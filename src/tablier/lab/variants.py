"""The main variants of a game, made from its options table: every number of seats, and every option changed alone."""

from collections.abc import Iterator
from typing import Any, NamedTuple

from tablier.core.game import Game
from tablier.core.options import Option


class Variant(NamedTuple):
    """A number of seats and the options that differ from the default."""

    seats: int
    options: dict[str, Any]


def variants(game: Game) -> Iterator[Variant]:
    """The default with every number of seats, then each other value of each option with the fewest seats it allows."""
    for seats in game.seats:
        yield Variant(seats, {})
    for option in game.options.TABLE:
        for value in option.values[1:]:
            yield Variant(min(allowed(game, option, value)), {option.name: value})


def allowed(game: Game, option: Option, value: Any) -> tuple[int, ...]:
    """The numbers of seats that go with a value of an option."""
    return option.seats.get(value, game.seats)
