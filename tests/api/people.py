"""People at the tables of a server, and all that they hear there."""

import hashlib
import json
from collections.abc import Callable
from contextlib import ExitStack
from typing import Any

from websockets.sync.client import ClientConnection, connect

from tablier.remote.client import Server
from tests.api.kit import LINK, House

SALT = "10f96c5944a2d1c86f048db6f80b2c27"  # that of the document
Message = dict[str, Any]


class Player:
    """Somebody at a table, and all that was heard there."""

    def __init__(self, visitor: Server, table: str) -> None:
        self.visitor, self.stack = visitor, ExitStack()
        address = f"{visitor.url.replace('http', 'ws')}/api/tables/{table}/live"
        line = connect(address, additional_headers=visitor.headers, max_size=None, max_queue=None)
        self.socket: ClientConnection = self.stack.enter_context(line)
        self.heard: list[Message] = []
        self.texts: list[str] = []  # the same as it came
        self.now: Message = {}
        self.yours: list[int] = self.hear(lambda message: message["type"] == "table")["yours"]

    def hear(self, wanted: Callable[[Message], bool]) -> Message:
        """Listen until something that is wanted is told."""
        while True:
            self.texts.append(str(self.socket.recv(timeout=30)))
            message: Message = json.loads(self.texts[-1])
            self.heard.append(message)
            if message["type"] in ("table", "now"):
                self.now = message.get("now", message)
            if wanted(message):
                return message
            assert message["type"] != "refused", message

    def until(self, state: Callable[[Message], bool]) -> Message:
        """Listen until things stand in a certain way."""
        return self.hear(lambda m: m["type"] in ("table", "now") and state(m.get("now", m)))

    def part(self) -> str:
        """Something named in the picture with which no move begins."""
        scene = next(message["scene"] for message in reversed(self.heard) if message["type"] == "table")
        begins = {move.get("idle") for move in self.now["moves"]}
        for move in self.now["moves"]:
            begins.update(move["path"][::2] if move.get("pairs") else move["path"][: move.get("free", 1)])
        return next(
            str(part["id"])
            for part in scene["still"] + scene["parts"]
            if part.get("label") and part["id"] not in begins
        )

    def send(self, message: Message) -> None:
        self.socket.send(json.dumps(message))


class Game:
    """Two people at a table, and whoever else."""

    def __init__(
        self,
        house: House,
        game: str,
        second: Message = LINK,
        *others: Message,
        options: Message | None = None,
        clock: Message | None = None,
        wide: bool = False,
    ) -> None:
        ann, bob = house.visitor(), house.visitor()
        seats = [{"kind": "me", "name": "Ann"}, second, *others]
        timed: Message = {"clock": clock} if clock else {}
        timed |= {"open": True} if wide else {}
        made = ann.post("/api/tables", {"game": game, "seats": seats, "options": options or {}, **timed})
        self.table, link = made["table"], made["seats"][1]["link"]
        self.ann = Player(ann, self.table)
        if link and not wide:
            bob.claim(link)
        self.bob = Player(bob, self.table)

    def begin(self) -> "Game":
        """Promise and show both salts."""
        self.seal(0, 1)
        for seat in (0, 1):
            self.give(seat, {"type": "salt", "salt": SALT})
        self.ann.until(lambda now: not now["waiting"])
        self.bob.until(lambda now: not now["waiting"])
        return self

    def seal(self, *seats: int) -> "Game":
        """Send the hash of the salt of seats, and wait until it is told."""
        for seat in seats:
            self.give(seat, {"type": "seal", "hash": hashlib.sha256(SALT.encode()).hexdigest()})
        self.ann.until(lambda now: all(now["dice"]["hashes"][seat] for seat in seats))
        return self

    def give(self, seat: int, message: Message) -> None:
        """Send something for a seat, by whoever sits there."""
        (self.bob if seat and self.bob.yours else self.ann).send({**message, "seat": seat})

    def close(self) -> None:
        self.ann.stack.close()
        self.bob.stack.close()


def some_move(player: Player, now: Message) -> None:
    player.send({"type": "move", "number": now["number"], "move": now["moves"][0]["move"]})


def helped(game: Game) -> None:
    """Ask why not, let everybody agree to hints, and take one."""
    decides = game.ann if game.ann.now["moves"] else game.bob
    number = decides.now["number"]
    decides.send({"type": "why", "number": number, "begun": [], "part": decides.part()})
    decides.hear(lambda message: message["type"] == "why")
    allow_hints(game)
    decides.send({"type": "hint", "number": number})
    decides.hear(lambda message: message["type"] == "hint")


def allow_hints(game: Game) -> None:
    """Let everybody agree to hints."""
    game.ann.send({"type": "hints"})
    game.bob.until(lambda now: bool(now["offers"]))
    game.bob.send({"type": "answer", "offer": "hints", "yes": True})
    for player in (game.ann, game.bob):
        player.until(lambda now: now["may"]["hint"])
