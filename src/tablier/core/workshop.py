"""Boards drawn by hand: what is the same in every game. A game's own part is its module ``workshop``."""

from functools import cached_property
from typing import Any

from tablier.core.errors import Error, NotNow
from tablier.core.game import Game
from tablier.core.options import Option
from tablier.core.presentation import Workshop
from tablier.core.registry import load
from tablier.core.scene import Scene
from tablier.core.tools import Tool
from tablier.core.words import word


class Sketch:
    """A board being drawn."""

    def __init__(self, game: Game, value: Any) -> None:
        self.game = game
        self.board = self.workshop.board(value)

    @property
    def workshop(self) -> Workshop:
        """The game's own part."""
        assert self.game.workshop
        return self.game.workshop

    @property
    def option(self) -> Option:
        """The option whose value the board is."""
        return self.game.table[self.workshop.OPTION]

    @cached_property
    def fault(self) -> Error | None:
        """Why nobody can play on it, by the same check that every option goes through."""
        try:
            self.option.check(self.board, self.game.seats[0])
        except Error as error:
            return error
        return None

    def scene(self) -> Scene:
        """The picture."""
        return self.workshop.scene(self.board)

    @cached_property
    def tools(self) -> dict[str, Tool]:
        """All that it can be changed with, by key."""
        return {tool.key: tool for tool in self.workshop.tools(self.board)}

    def targets(self, tool: str) -> list[str]:
        """The parts of the picture that can be touched with a tool; none if it acts at once."""
        return [] if self.tool(tool).at_once else list(self.workshop.targets(self.board, tool))

    def tool(self, key: str) -> Tool:
        """A tool by its key."""
        if key not in self.tools:
            raise NotNow("core.editing.tool", tool=key)
        return self.tools[key]

    def edited(self, tool: str, target: str = "") -> "Sketch":
        """The board after a tool was used; refused where it cannot be."""
        if self.tool(tool).at_once != (target == "") or (target and target not in self.targets(tool)):
            raise NotNow("core.editing.target", tool=self.tool(tool).label, target=target or "–")
        return Sketch(self.game, self.workshop.edit(self.board, tool, target))


def begun(game: str, value: Any = None) -> Sketch:
    """A board to begin with: one that is given, or the usual one."""
    found = load(game)
    if found.workshop is None:
        raise NotNow("core.workshop.none", game=word(f"{game}.name"))
    return Sketch(found, found.table[found.workshop.OPTION].default if value is None else value)
