"""The server: tables that people and bots share, in a browser. It knows no game by name."""

from pathlib import Path

from tablier.core.words import FOLDERS

FOLDERS["server"] = lambda: Path(__file__).parent
