"""What is said at the terminal while games are compiled."""

import io

from tablier.server.authority.shelf import Progress
from tablier.server.net.ticker import Ticker


class Terminal(io.StringIO):
    def isatty(self) -> bool:
        return True


def test_a_terminal_shows_how_far_every_game_is_on_one_line() -> None:
    out = Terminal()
    tick = Ticker(("minelfield", "sprawl"), "en", out)
    tick("minelfield", Progress(2, 9))
    tick("sprawl", Progress(1, 9))
    assert out.getvalue().rpartition("\r")[2].endswith("Minelfield 2/9, Sprawl 1/9")
    assert "\n" not in out.getvalue()
    tick("minelfield", None)
    tick("sprawl", None)
    assert out.getvalue().endswith("Sprawl: ready. All games are ready.\n")


def test_elsewhere_a_line_is_written_for_each_game() -> None:
    out = io.StringIO()
    tick = Ticker(("minelfield", "sprawl"), "fr", out)
    tick("minelfield", Progress(2, 9))
    tick("minelfield", None)
    assert out.getvalue() == "Minelfield\u00a0: prêt.\n"
