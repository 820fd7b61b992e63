"""The shelf: which games can be played here, and which of them are ready."""

from __future__ import annotations

from collections.abc import Sequence
from typing import NamedTuple

from tablier.core.registry import keys
from tablier.core.words import seat_word, word
from tablier.server.authority.refusals import Refused, preparing


class Progress(NamedTuple):
    """How far a game is: so many steps of so many."""

    done: int
    all: int


class Shelf:
    """The games of a server: those that it was told, or all that are installed."""

    def __init__(self, chosen: Sequence[str] = ()) -> None:
        self.chosen = tuple(chosen)
        self.ready: set[str] = set()  # games that are compiled

    @property
    def games(self) -> Sequence[str]:
        """The keys of all games on the shelf."""
        return self.chosen or keys()

    def refuse_absent(self, game: str) -> None:
        """Refuse a game that is not on the shelf, or no longer installed."""
        if game not in self.games or game not in keys():
            raise Refused("server.game.absent", 404)

    def refuse_withheld(self, game: object) -> None:
        """Refuse a game that is installed but not on the shelf; what is no game is refused by whoever reads it."""
        if isinstance(game, str) and game in keys():
            self.refuse_absent(game)

    def refuse_unprepared(self, game: object) -> None:
        """Refuse what takes too long with a game that is not compiled yet, and never will be if it is withheld."""
        self.refuse_withheld(game)
        if game in list(keys()) and game not in self.ready:
            raise preparing()


def game_name(game: str, language: str) -> str:
    """What a game is called; by its key if it is no longer installed."""
    return word(f"{game}.name").say(language) if game in keys() else game


def seat_name(game: str, seat: int, language: str) -> str:
    """What a game calls a seat; by its number if the game is no longer installed."""
    called = seat_word(game, seat) if game in keys() else word("server.seat.number", number=seat + 1)
    return called.say(language)
