"""What adapters are tried with: the main variants of all games."""

from typing import Any

from tablier.core import registry
from tablier.games import GAMES
from tablier.lab.variants import variants
from tests.adapters.conftest import EXAMPLES

ALL: list[tuple[str, int | None, dict[str, Any]]] = [
    *((key, variant.seats, variant.options) for key in GAMES for variant in variants(registry.load(key))),
    *((key, None, {}) for key in ("heap", *EXAMPLES)),
    ("liars", 4, {}),
]


def named(value: object) -> str | None:
    """A variant, for the name of a test."""
    if not isinstance(value, dict):
        return None
    return ",".join(f"{name}={chosen}" for name, chosen in value.items()) or "usual"
