"""Pictures of saved games, written to files."""

from collections.abc import Iterable
from pathlib import Path

from rich.console import Console

from tablier import pictures
from tablier.core.errors import BadOption, NotNow
from tablier.core.match import Match, Saved, Viewpoint
from tablier.core.words import Word, word
from tablier.terminal.reading import reached, saved_text, viewpoint
from tablier.terminal.tables import progress

__all__ = ["film", "opened", "remarks", "still", "viewpoint"]


def opened(file: Path, move: int | None, output: Path, animate: bool) -> tuple[Saved, Match]:
    """A saved game, and the match up to a move; refused if the file to be written is of no kind that we write."""
    if animate and kind(output) not in pictures.FILMS:
        raise BadOption("terminal.picture.film", file=str(output))
    if not animate and kind(output) not in pictures.STILLS:
        raise BadOption("terminal.picture.still", file=str(output))
    saved = Match.read(saved_text(file))
    return saved, reached(saved, move)


def kind(output: Path) -> str:
    """What the ending of a file's name asks for."""
    return output.suffix.lower().removeprefix(".")


def still(match: Match, seat: Viewpoint, language: str, output: Path, width: int) -> None:
    """Write the last position."""
    svg = match.svg(seat, language)
    write(output, pictures.png(svg, width) if kind(output) == "png" else svg.encode("utf-8"))


def film(match: Match, seat: Viewpoint, language: str, output: Path, width: int, pace: float, console: Console) -> None:
    """Write every position, one after the other, with a bar that shows how far it is."""
    frames = pictures.frames(match, seat, language, width)
    shown = progress(frames, len(match.moves) + 1, console, word("terminal.picture.drawing").say(language))
    write(output, pictures.film(shown, kind(output), pace))


def write(output: Path, content: bytes) -> None:
    """Write a file, or say why not."""
    try:
        output.write_bytes(content)
    except OSError as error:
        raise NotNow("terminal.not_written", file=str(output), detail=error.strerror or str(error)) from None


def remarks(saved: Saved, output: Path) -> Iterable[Word]:
    """What is to be said beside a picture: that the game goes on otherwise, or that texts are missing."""
    if saved.fault is not None:
        yield saved.fault.word
    if kind(output) != "svg" and not pictures.has_fonts():
        yield word("terminal.picture.no_fonts")
