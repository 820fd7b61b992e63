"""A game: its modules put together with what is declared of it, and completed by what they leave out."""

from collections.abc import Mapping
from functools import cached_property
from pathlib import Path
from types import ModuleType
from typing import Any

from tablier.core import box
from tablier.core.box import Box
from tablier.core.compile import Found
from tablier.core.contract import Advice, Options, Rules, Tensors
from tablier.core.defaults import completed, found
from tablier.core.kit import symbols
from tablier.core.kit.equipment import Kept, Pieces
from tablier.core.kit.generated import secrets
from tablier.core.kit.looks import Looks
from tablier.core.kit.moves import Moves
from tablier.core.options import Option
from tablier.core.presentation import Editing, Notation, Puzzles, Terminal, View, Workshop
from tablier.core.records import fields

PLAIN = Looks()


class Game:
    """One game. ``version`` is that of its rules: raise it when an old saved game would replay otherwise.

    ``hidden`` says whether its seats know different things, ``has_chance`` whether anything is left to dice or cards,
    be it under some options only, and ``chance_option`` names the one without which nothing is. Fields of the record
    that are declared as secret say the first by themselves. ``looks`` choose pieces and colours for pictures that are
    left to the kit.

    Everything that the contract declares can be found in ``options``, ``rules``, ``advice``, ``notation``, ``view``,
    ``terminal``, ``puzzles`` and ``tensors``, whatever the game's modules hold; ``editing`` is None in a game that has
    none and from whose fields none follows, ``workshop`` in one whose boards are not drawn by hand. ``functions`` are
    those of the compiled modules that kernels may call; ``modules`` are those that the game itself has, as they were
    given.
    """

    def __init__(
        self,
        *,
        key: str,
        seats: tuple[int, ...],
        rules: ModuleType,
        version: int = 1,
        folder: Path | None = None,
        hidden: bool | None = None,
        has_chance: bool = False,
        looks: Looks = PLAIN,
        options: ModuleType | None = None,
        notation: ModuleType | None = None,
        view: ModuleType | None = None,
        terminal: ModuleType | None = None,
        advice: ModuleType | None = None,
        editing: ModuleType | None = None,
        tensors: ModuleType | None = None,
        workshop: ModuleType | None = None,
        puzzles: ModuleType | None = None,
        chance_option: str = "",
    ) -> None:
        self.key, self.version, self.seats = key, version, seats
        self.folder = folder or Path(rules.__file__ or "").parent
        self.source, self.state = rules, rules.State
        given = {"options": options, "rules": rules, "notation": notation, "view": view, "terminal": terminal}
        given |= {"advice": advice, "editing": editing, "tensors": tensors, "workshop": workshop}
        given["puzzles"] = puzzles
        self.modules = {name: module for name, module in given.items() if module is not None}
        self.moves: Moves | None = getattr(rules, "MOVES", None)
        self.hidden = bool(secrets(self.state)) if hidden is None else hidden
        self.has_chance, self.chance_option, self.looks = has_chance, chance_option, looks
        self.keeps_views = self.hidden and not hasattr(notation, "masked")
        self._complete()

    def _complete(self) -> None:
        """Fill in what its modules leave out."""
        own = self.modules.get
        self.options: Options = completed(self, Options, own("options"))
        self.rules: Rules = completed(self, Rules, own("rules"))
        self.tensors: Tensors = completed(self, Tensors, own("tensors"))
        self.advice: Advice = completed(self, Advice, own("advice"))
        self.notation: Notation = completed(self, Notation, own("notation"))
        self.view: View = completed(self, View, own("view"))
        self.terminal: Terminal = completed(self, Terminal, own("terminal"))
        edited = own("editing") or (self._has_equipment and not hasattr(own("notation"), "position"))
        self.editing: Editing | None = completed(self, Editing, own("editing")) if edited else None
        self.workshop: Workshop | None = completed(self, Workshop, own("workshop")) if own("workshop") else None
        self.puzzles: Puzzles = completed(self, Puzzles, own("puzzles"))
        self.functions: dict[str, Found] = {}
        for protocol in (Rules, Advice, Tensors):
            self.functions |= found(self, protocol, own(protocol.__name__.lower()))

    @property
    def _has_equipment(self) -> bool:
        """Whether there is anything that can be laid on the table by hand: pieces, dice or cards."""
        return any(isinstance(field, Pieces | Kept) for field in fields(self.state).values())

    @cached_property
    def boards(self) -> dict[str, Pieces]:
        """The fields that say what stands on a board."""
        return {name: field for name, field in fields(self.state).items() if isinstance(field, Pieces)}

    def part(self, protocol: type) -> Any:
        """What it has for a protocol of the contract."""
        return getattr(self, protocol.__name__.lower())

    @cached_property
    def box(self) -> Box:
        """What stands on the game's box; little, if it has none."""
        return box.read(self.key, self.folder)

    def rolls(self, options: Mapping[str, Any]) -> bool:
        """Whether anything is left to dice or cards under some options."""
        return self.has_chance and (not self.chance_option or bool(options[self.chance_option]))

    @cached_property
    def art(self) -> str:
        """The symbols of its pictures: its own, and those of the kit that it leaves out."""
        return symbols.art(self)

    @cached_property
    def table(self) -> dict[str, Option]:
        """The options by name."""
        return {option.name: option for option in self.options.TABLE}
