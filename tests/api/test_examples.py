"""Every example of ``docs/api.md`` is sent to a real server, or held against what a real server sends."""

import json
from collections.abc import Callable, Iterator
from typing import Any

import pytest

from tablier import Match
from tablier.remote.client import Denied, last_step
from tests.api import timed
from tests.api.document import examples, keys, marked, of_kind
from tests.api.kit import HERE, LINK, House
from tests.api.people import Game, Message, Player, allow_hints, helped, some_move


@pytest.fixture(scope="module")
def house(tmp_path_factory: pytest.TempPathFactory) -> Iterator[House]:
    """A server with no patience: a seat may be handed over at once."""
    with House(tmp_path_factory.mktemp("data"), patience=0.0) as house:
        yield house


def to_send(kind: str) -> list[Message]:
    return [message for message in marked("to-server") if message["type"] == kind]


KINDS = sorted({message["type"] for message in marked("to-server")})


@pytest.mark.parametrize("kind", KINDS)
def test_what_clients_send(house: House, kind: str) -> None:
    """Each example is sent where it makes sense, and the server does what it asks for."""
    game = ARRANGED[kind](house)
    for message in to_send(kind):
        game.ann.send(message)
        game.ann.hear(lambda told: HAPPENS[kind](told, told.get("now", told)))
    game.close()


def minelfield(house: House) -> Game:
    return Game(house, "minelfield").begin()


def after_a_move(house: House) -> Game:
    game = Game(house, "samliam").begin()
    some_move(game.ann, game.ann.now)
    game.ann.until(lambda now: now["to_move"] == 1)
    return game


def offered(house: House) -> Game:
    game = minelfield(house)
    game.bob.send({"type": "draw"})
    game.ann.until(lambda now: bool(now["offers"]))
    return game


def handed(house: House) -> Game:
    game = Game(house, "samliam").begin()
    game.bob.send({"type": "hand_over", "seat": 0})
    game.ann.until(lambda now: now["seats"][0]["handed"])
    return game


def watched(house: House) -> Game:
    game = minelfield(house)
    spectator = Player(house.visitor(), game.table)
    spectator.send({"type": "chat", "text": "Hello"})
    game.ann.hear(lambda message: message["type"] == "chat" and message["spectator"] == 1)
    spectator.stack.close()
    return game


def hinting(house: House) -> Game:
    game = minelfield(house)
    allow_hints(game)
    return game


def by_correspondence(house: House) -> Game:
    game = Game(house, "samliam", clock={"kind": "days", "days": 3, "holidays": 14}).begin()
    some_move(game.ann, game.ann.now)
    game.ann.until(lambda now: now["to_move"] == 1)
    return game


ARRANGED: dict[str, Callable[[House], Game]] = {
    "seal": lambda house: Game(house, "minelfield"), "salt": lambda house: Game(house, "minelfield").seal(0, 1),
    "lost": lambda house: Game(house, "minelfield").seal(0, 1), "move": minelfield, "chat": minelfield,
    "name": minelfield,
    "takeback": after_a_move, "draw": minelfield, "answer": offered, "resign": minelfield, "hand_over": after_a_move,
    "take_seat_back": handed, "mute": watched, "open_chat": minelfield,
    "ready": lambda house: Game(house, "samarra", HERE).begin(), "why": minelfield, "hints": minelfield,
    "hint": hinting, "holiday": by_correspondence, "suppose": by_correspondence, "conditions": by_correspondence,
    "swap": minelfield, "withdraw": lambda house: Game(house, "samliam", LINK, wide=True),
}  # fmt: skip
HAPPENS: dict[str, Callable[[Message, Message], bool]] = {
    "seal": lambda told, now: told["type"] == "now" and now["waiting"] == [1] and not now["dice"]["salts"][0],
    "salt": lambda told, now: told["type"] == "now" and now["waiting"] == [1] and bool(now["dice"]["salts"][0]),
    "lost": lambda told, now: told["type"] == "now" and now["dice"]["given_by"] == ["replaced", None],
    "move": lambda told, now: told["type"] == "happened" and told["who"] == 0,
    "chat": lambda told, now: told["type"] == "chat" and told["text"] == to_send("chat")[0]["text"],
    "name": lambda told, now: told["type"] == "now" and now["seats"][0]["name"] == to_send("name")[0]["name"],
    "takeback": lambda told, now: told["type"] == "now" and now["offers"] == [{"kind": "takeback", "by": 0}],
    "draw": lambda told, now: told["type"] == "now" and now["offers"] == [{"kind": "draw", "by": 0}],
    "answer": lambda told, now: told["type"] == "table" and now["outcome"]["reason"] == "agreed",
    "resign": lambda told, now: told["type"] == "table" and now["outcome"]["reason"] == "resigned",
    "hand_over": lambda told, now: told["type"] == "table" and now["seats"][1]["handed"],
    "take_seat_back": lambda told, now: told["type"] == "table" and not now["seats"][0]["handed"],
    "mute": lambda told, now: told["type"] == "table" and now["talk"]["muted"]["spectators"] == [1],
    "open_chat": lambda told, now: told["type"] == "now" and not now["talk"]["open"],
    "ready": lambda told, now: told["type"] == "table" and now["curtain"] is None and bool(now["moves"]),
    "why": lambda told, now: told["type"] == "why" and "i3" in told["text"],
    "hints": lambda told, now: told["type"] == "now" and now["offers"] == [{"kind": "hints", "by": 0}],
    "holiday": lambda told, now: told["type"] == "table" and now["clock"]["resting"] == [0],
    "suppose": lambda told, now: told["type"] == "supposed" and bool(told["moves"]),
    "conditions": lambda told, now: told["type"] == "now" and now["conditions"] == to_send("conditions")[0]["lines"],
    "swap": lambda told, now: told["type"] == "now" and now["offers"] == [{"kind": "swap", "by": 0, "other": 1}],
    "withdraw": lambda told, now: told["type"] == "table" and "withdraw" not in now["may"],
    "hint": lambda told, now: told["type"] == "hint" and len(told["chances"]) == 2,
}


def test_every_message_that_can_be_sent_has_an_example() -> None:
    from tablier.server.api.messages import COMMANDS

    schema = COMMANDS.json_schema()
    types = (shape["properties"]["type"] for shape in schema["$defs"].values())
    known = {kind for entry in types for kind in entry.get("enum", [entry.get("const")])}
    assert known == set(KINDS)


def one_move(*players: Player) -> None:
    """A move of whoever decides, heard by all; none if dice have ended the game."""
    mover = next((player for player in players if player.now["moves"]), None)
    if mover is None:
        return
    number = mover.now["number"]
    some_move(mover, mover.now)
    for player in players:
        player.until(lambda now: now["number"] > number)


@pytest.fixture(scope="module")
def heard(house: House) -> list[Message]:
    """All that is told in games of several kinds, with everything in it that there is to tell."""
    told: list[Message] = []
    for key, moves in (("minelfield", 6), ("samarra", 4)):
        free = Player(house.visitor(), Game(house, key).table)
        game = Game(house, key).begin()
        helped(game)
        game.bob.send({"type": "draw"})
        game.ann.until(lambda now: bool(now["offers"]))
        game.ann.send({"type": "chat", "text": "Hello"})
        game.ann.hear(lambda message: message["type"] == "chat")
        for _ in range(moves):
            one_move(game.ann, game.bob)
        game.ann.send({"type": "move", "number": 0, "move": "x"})
        game.ann.hear(lambda message: message["type"] == "refused")
        if game.ann.now["outcome"] is None:
            game.ann.send({"type": "resign", "seat": 0})
            game.ann.until(lambda now: now["outcome"] is not None)
        late = Player(game.ann.visitor, game.table)
        for player in (game.ann, game.bob, late, free):
            told += player.heard
            player.stack.close()
    simulated = map(json.loads, timed.told())
    return [*told, *(message for message in simulated if message["type"] != "table")]


@pytest.mark.parametrize("kind", ["table", "happened", "now", "chat", "why", "hint", "supposed", "refused"])
def test_what_the_server_sends(heard: list[Message], kind: str) -> None:
    """The examples of a message have exactly the names that such messages really have."""
    shown, sent = (outside_pictures(of_kind(source, kind)) for source in (marked("from-server"), heard))
    assert shown
    assert sorted(shown ^ sent) == []


def outside_pictures(messages: Iterator[Message]) -> set[str]:
    return {key for key in keys(messages) if key.startswith(".")}


def test_what_a_part_of_a_picture_has(heard: list[Message]) -> None:
    shown, sent = (keys(source) for source in (marked("from-server"), heard))
    assert {key for key in shown if key.startswith("part")} == {key for key in sent if key.startswith("part")}


def test_every_message_that_is_told_has_an_example(heard: list[Message]) -> None:
    assert {message["type"] for message in heard} == {message["type"] for message in marked("from-server")}


def test_requests_and_their_answers(house: House) -> None:
    """The requests of the document, in its order, with the ids and tokens that there really are."""
    ann, bob = house.visitor(), house.visitor()
    real = {"ID": "", "TOKEN": ""}
    answer: Any = None
    for example in examples():
        method, _, path = example.mark.partition(" ")
        for name, value in real.items():
            path = path.replace(name, value)
        if method == "POST":
            answer = (bob if "/claim" in path else ann).post(path, example.data)
            if path == "/api/tables":
                real = {"ID": answer["table"], "TOKEN": last_step(answer["seats"][1]["link"])}
        elif example.mark in ("200", "201"):
            assert keys([example.data]) == keys([answer])
        elif method == "GET" and example.kind == "json":
            assert keys([ann.get(path)]) - presets() == keys([example.data]) - presets()
        elif method == "GET":
            heads = [line.partition(":")[0] for line in example.text.split("\n\n")[0].splitlines()]
            found = ann.ask("GET", path).decode()
            assert Match.from_text(found).viewpoint == 0
            assert [line.partition(":")[0] for line in found.split("\n\n")[0].splitlines()] == [
                head for head in heads if head not in ("salts", "sealing")
            ]


def presets() -> set[str]:
    """Names of options are a game's own."""
    return {f".presets.options.{name}" for name in ("board", "die", "lives", "turn_limit")}


def test_a_refusal_is_as_shown(house: House) -> None:
    with pytest.raises(Denied) as found:
        house.visitor().get("/api/games/nothing")
    assert set(vars(found.value)) >= {"code", "retry_after"}
    assert keys(marked("refusal")) == {".error", ".error.code", ".error.message", ".error.retry_after"}
