"""Play at tables of a server elsewhere, through the interface that is open to everybody (``docs/api.md``)."""

from pathlib import Path

from tablier.core.words import FOLDERS

FOLDERS["remote"] = lambda: Path(__file__).parent
