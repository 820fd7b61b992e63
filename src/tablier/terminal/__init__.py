"""Play and replay in a terminal."""

from pathlib import Path

from tablier.core.words import FOLDERS

FOLDERS["terminal"] = lambda: Path(__file__).parent
