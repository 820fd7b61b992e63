"""The pages' own files: templates, style sheets, scripts, and the texts that scripts show."""

from pathlib import Path

from tablier.core.words import catalogue

FOLDER = Path(__file__).parent
TEMPLATES = FOLDER / "templates"
STATIC = FOLDER / "static"
CATALOGUE = "web"


def words(language: str) -> dict[str, str]:
    """The texts of the scripts in a language, by their keys without the catalogue's name."""
    return {key.removeprefix(f"{CATALOGUE}."): texts[language] for key, texts in catalogue(CATALOGUE).items()}
