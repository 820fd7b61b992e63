"""The board in a terminal."""

from rich.text import Text

from tablier.core.contract import EVERYONE, SPECTATOR
from tablier.core.match import Match, Viewpoint
from tablier.core.words import said

STYLES = {
    "seat0": "bold #4aa3df", "seat1": "bold #e8772e", "seat2": "bold #2fbf93", "seat3": "bold #d993bb",
    "seat4": "bold #e69f00", "seat5": "bold #56b4e9", "seat6": "bold #f0e442", "seat7": "bold #9a9a9a",
    "quiet": "dim", "mark": "bold reverse", "star": "bold yellow", "good": "bold green", "bad": "bold red",
}  # fmt: skip


def styles(match: Match) -> dict[str, str]:
    """All styles; seats may have colours of their own."""
    colours = match.engine.game.terminal.COLOURS
    return STYLES | {f"seat{seat}": f"bold {colour}" for seat, colour in enumerate(colours)}


def board(match: Match, seat: Viewpoint, language: str) -> list[Text]:
    """The position as a seat sees it, line by line."""
    engine, known = match.engine, styles(match)
    number = EVERYONE if seat == "everyone" else SPECTATOR if seat is None else int(seat)
    lines = engine.game.terminal.draw(engine.record[0], match.known(seat)[0], number)
    return [Text.assemble(*((said(text, language), known.get(style, style)) for text, style in line)) for line in lines]
