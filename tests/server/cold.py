"""A server without anything compiled is asked for everything; printed is what it compiled to answer, one a line.

``python -m tests.server.cold GAME``, with an empty ``NUMBA_CACHE_DIR``.
"""

import sys
import tempfile
from pathlib import Path
from typing import Any

from numba.core.compiler import CompilerBase

from tablier import Match
from tablier.core.compile import defer
from tablier.core.registry import load
from tablier.server.app import create
from tablier.server.operation.settings import Settings
from tests.server.kit import TestClient
from tests.server.test_live import BOT, ME, Player, QuickBots, live, make

MOVES = 3

compiled: list[str] = []


class Watched(CompilerBase):  # type: ignore[misc]
    """What is in the place of the compiler's own step."""

    original = CompilerBase.compile_extra

    def compile_extra(self, function: Any) -> Any:
        """Write down what is compiled."""
        compiled.append(function.__qualname__)
        return Watched.original(self, function)


def ask_for_everything(client: TestClient, game: str) -> None:
    """One request of each kind that has to do with a game."""
    seats = [ME] + [BOT] * (min(load(game).seats) - 1)
    table = make(client, game, *seats)["table"]
    with live(client, table) as socket:
        player = Player(socket)
        player.play(MOVES)
        player.say("takeback")
        player.say("resign", seat=0)
    for page in ("/", f"/games/{game}", f"/games/{game}/editor", f"/games/{game}/start.svg", f"/t/{table}"):
        assert client.get(page).status_code == 200, page
    for data in ("replay", "verify", "text"):
        assert client.get(f"/api/tables/{table}/{data}").status_code == 200, data
    begin_again(client, game)


def begin_again(client: TestClient, game: str) -> None:
    """A draft, what is done with a saved game, and tables that begin in one and at a position."""
    match = Match(game, seed=1)
    while len(match.moves) < MOVES:
        match.roll() if match.actor == "chance" else match.play(match.legal()[0])
    for path, body in (("editor", {"game": game}), *((path, {"text": match.text()}) for path in ("replays", "verify"))):
        assert client.post(f"/api/{path}", json=body).status_code == 200, path
    for start in ({"text": match.text(), "number": 1}, {"position": match.position()}):
        made = client.post("/api/tables", json={"from": start})
        assert made.status_code == 201, made.text
        with live(client, made.json()["table"]) as socket:
            Player(socket).wait()


def main() -> None:
    """Ask, and say what was compiled."""
    defer()
    CompilerBase.compile_extra = Watched.compile_extra
    with tempfile.TemporaryDirectory() as data:
        settings = Settings(Path(data), prepare=False, pace=0.0, limited=False)
        with TestClient(create(settings, QuickBots(1, 1.0)), base_url="http://testserver") as client:
            ask_for_everything(client, sys.argv[1])
    print(*compiled, sep="\n")


if __name__ == "__main__":
    main()
