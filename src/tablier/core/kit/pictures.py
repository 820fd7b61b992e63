"""Pictures of what lies on the table, as they follow from the declared fields of a record."""

from typing import Any

from tablier.core.scene import Group, Part, Scene
from tablier.core.words import word


def scene(game: Any, options: Any, state: Any, seat: int) -> Scene:
    """The board with its pieces, and what each seat has beside it."""
    return Scene(game.key, 100, 100, Group(Part("table")), [], word(f"{game.key}.name"))
