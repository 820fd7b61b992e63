"""The interface described: as an OpenAPI document, and as a page that people read."""

from pathlib import Path

from tablier.core.words import FOLDERS

FOLDERS["reference"] = lambda: Path(__file__).parent
