"""A game: its modules put together with what is declared of it, and completed by what they leave out."""

from collections.abc import Mapping
from functools import cached_property
from pathlib import Path
from types import ModuleType
from typing import Any

from tablier.core import box
from tablier.core.box import Box
from tablier.core.compile import Found
from tablier.core.contract import Advice, Editing, Notation, Options, Rules, Tensors, Terminal, View
from tablier.core.defaults import completed, found
from tablier.core.options import Option


class Game:
    """One game. ``version`` is that of its rules: raise it when an old saved game would replay otherwise.

    ``hidden`` says whether its seats know different things, ``has_chance`` whether anything is left to dice or cards,
    be it under some options only, and ``chance_option`` names the one without which nothing is. Everything that the
    contract declares can be found in ``rules``, ``advice``, ``notation``, ``view`` and ``terminal``, whatever the
    game's modules hold; ``editing`` and ``tensors`` are None in a game without them. ``functions`` are those of the
    compiled modules that kernels may call.
    """

    def __init__(
        self,
        *,
        key: str,
        version: int,
        seats: tuple[int, ...],
        folder: Path,
        hidden: bool,
        has_chance: bool,
        options: Options,
        rules: ModuleType,
        notation: ModuleType,
        view: ModuleType,
        terminal: ModuleType,
        advice: ModuleType | None = None,
        editing: ModuleType | None = None,
        tensors: ModuleType | None = None,
        chance_option: str = "",
    ) -> None:
        self.key, self.version, self.seats, self.folder = key, version, seats, folder
        self.hidden, self.has_chance, self.chance_option = hidden, has_chance, chance_option
        self.options = options
        self.rules: Rules = completed(self, Rules, rules)
        self.advice: Advice = completed(self, Advice, advice)
        self.notation: Notation = completed(self, Notation, notation)
        self.view: View = completed(self, View, view)
        self.terminal: Terminal = completed(self, Terminal, terminal)
        self.editing: Editing | None = completed(self, Editing, editing) if editing else None
        self.tensors: Tensors | None = completed(self, Tensors, tensors) if tensors else None
        self.functions: dict[str, Found] = found(Rules, rules) | found(Advice, advice)
        if tensors:
            self.functions |= found(Tensors, tensors)

    @cached_property
    def box(self) -> Box:
        """What stands on the game's box; little, if it has none."""
        return box.read(self.key, self.folder)

    def rolls(self, options: Mapping[str, Any]) -> bool:
        """Whether anything is left to dice or cards under some options."""
        return self.has_chance and (not self.chance_option or bool(options[self.chance_option]))

    @cached_property
    def table(self) -> dict[str, Option]:
        """The options by name."""
        return {option.name: option for option in self.options.TABLE}
