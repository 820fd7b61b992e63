"""What really travels is what is declared: nothing missing, nothing undeclared, nothing said that could be left out."""

import json
import random
from collections.abc import Iterator, Sequence
from functools import cache
from pathlib import Path
from typing import Any, NamedTuple

import pytest
from pydantic import BaseModel, TypeAdapter, ValidationError

from tablier.core.puzzles import puzzles
from tablier.core.registry import load
from tablier.core.words import LANGUAGES
from tablier.games import GAMES
from tablier.remote.client import Server
from tablier.server.api.reference.browser import script
from tablier.server.api.reference.document import OPERATIONS, declared, members
from tablier.server.declaration import tables
from tests.api import timed
from tests.api.kit import BOT, HERE, LINK, ROOT, House
from tests.api.people import Game, Message, Player, helped

MOVES = 40  # of people at a table, before they give up
CHATS = 12  # more than anybody may say at once


@pytest.fixture(scope="module")
def house(tmp_path_factory: pytest.TempPathFactory) -> Iterator[House]:
    """A server with no patience: a seat may be handed over at once."""
    with House(tmp_path_factory.mktemp("data"), patience=0.0) as house:
        yield house


@cache
def adapter(shape: Any) -> TypeAdapter[Any]:
    return TypeAdapter(shape)


def checked(shape: Any, text: str | bytes) -> Any:
    """Some JSON as what it is declared to be; what is as usual has to be left out of it."""
    found = adapter(shape).validate_json(text, strict=True)
    assert adapter(shape).dump_python(found, mode="json", by_alias=True, exclude_defaults=True) == json.loads(text)
    return found


def names(found: Any) -> Iterator[tuple[str, str]]:
    """All that was really said, by the names of shapes and of what is in them."""
    if isinstance(found, BaseModel):
        for name in found.model_fields_set:
            yield type(found).__name__, name
            yield from names(getattr(found, name))
    elif isinstance(found, list):
        for item in found:
            yield from names(item)


def play_on(game: Game, rng: random.Random) -> None:
    """Let people move, as long as they have patience; then they give up, one after the other."""
    for _ in range(MOVES):
        mover = next((player for player in (game.ann, game.bob) if player.now["moves"]), None)
        if mover is None:
            break
        move(mover, rng, (game.ann, game.bob))
    for player in (game.ann, game.bob):
        give_up(player)
    if game.ann.now["outcome"] is None:
        game.ann.until(lambda now: now["outcome"] is not None)


def move(mover: Player, rng: random.Random, listeners: Sequence[Player]) -> None:
    """A move, and all that comes of it before people move again."""
    number, chosen = mover.now["number"], rng.choice(mover.now["moves"])["move"]
    mover.send({"type": "move", "number": number, "move": chosen})
    for player in listeners:
        player.until(lambda now: now["number"] > number and settled(now))


def give_up(player: Player) -> None:
    """Resign, if it is not over."""
    [seat] = player.yours
    if player.now["outcome"] is None:
        player.send({"type": "resign", "seat": seat})
        player.until(lambda now: now["outcome"] is not None or now["seats"][seat]["resigned"])


def settled(now: Message) -> bool:
    """Whether it is a person's turn, or the end."""
    return now["to_move"] in (0, 1, None)


class Evening(NamedTuple):
    """A table at the end, and all that was told to everybody there."""

    game: Game
    texts: list[str]


def evening(house: House, key: str) -> Evening:
    """A game with everything that can happen at a table."""
    others = [BOT] * (load(key).seats[0] - 2)
    empty = Game(house, key, LINK, *others)
    empty.close()
    game = Game(house, key, LINK, *others)
    crowd = Player(house.visitor("fr"), game.table)
    game.begin()
    crowd.send({"type": "chat", "text": "Bonsoir"})
    game.ann.hear(lambda message: message["type"] == "chat")
    game.ann.send({"type": "mute", "spectator": 1, "yes": True})
    game.ann.until(lambda now: bool(now["talk"]["muted"]["spectators"]))
    game.ann.send({"type": "mute", "seat": 1, "yes": True})
    game.ann.until(lambda now: bool(now["talk"]["muted"]["seats"]))
    game.ann.send({"type": "move", "number": 0, "move": "x"})
    game.ann.hear(lambda message: message["type"] == "refused")
    helped(game)
    game.bob.send({"type": "draw"})
    if not others:
        game.ann.until(lambda now: bool(now["offers"]))
        game.ann.send({"type": "answer", "offer": "draw", "yes": False})
        game.bob.until(lambda now: not now["offers"])
    play_on(game, random.Random(key))
    game.ann.visitor.post(f"/api/tables/{game.table}/rematch")
    game.ann.until(lambda now: now["rematch"] is not None)
    late = Player(house.visitor("fr"), game.table)
    people = (empty.ann, game.ann, game.bob, crowd, late)
    for player in people:
        player.stack.close()
    return Evening(game, [text for player in people for text in player.texts])


def at_one_screen(house: House, key: str) -> list[str]:
    """What is told to two people who share a screen, and to one of them when the other is handed over."""
    game = Game(house, key, HERE, *[BOT] * (load(key).seats[0] - 2)).begin()
    game.ann.send({"type": "ready", "seat": 0})
    if game.ann.now["curtain"] is not None:
        game.ann.until(lambda now: now["curtain"] is None)
    game.close()
    return game.ann.texts


@pytest.fixture(scope="module")
def told(house: House) -> dict[str, Evening]:
    """All that is told in an evening with each game."""
    return {key: evening(house, key) for key in GAMES}


@pytest.mark.parametrize("key", GAMES)
def test_what_is_told_at_a_table_is_as_declared(house: House, told: dict[str, Evening], key: str) -> None:
    for text in (*told[key].texts, *at_one_screen(house, key)):
        checked(tables.Told, text)


def test_everything_that_is_declared_is_told(tmp_path: Path, told: dict[str, Evening]) -> None:
    with House(tmp_path, limited=True) as strict:
        texts = too_fast(strict)
        texts += at_a_strict_table(strict)
    texts += timed.told()
    texts += [text for evening in told.values() for text in evening.texts]
    found = {name for text in texts for name in names(checked(tables.Told, text))}
    assert {shape for shape, _ in found} >= {shape.__name__ for shape in members(tables.Told)}
    known = {shape.__name__: shape for shape in declared()}
    due = {(shape, name) for shape, _ in found for name in known[shape].model_fields}
    assert not due - found


def at_a_strict_table(house: House) -> list[str]:
    """What is told where announcements may be forgotten: a button that tells nothing by its light."""
    game = Game(house, "samliam", options={"announcements": "strict"}).begin()
    game.close()
    return game.ann.texts


def too_fast(house: House) -> list[str]:
    """What is told to somebody who talks too much."""
    game = Game(house, min(GAMES))
    for _ in range(CHATS):
        game.ann.send({"type": "chat", "text": "Hello"})
    game.ann.hear(lambda message: message["type"] == "refused")
    game.close()
    return game.ann.texts


@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize("key", GAMES)
def test_what_is_answered_about_a_game_is_as_declared(
    house: House, told: dict[str, Evening], key: str, language: str
) -> None:
    game = told[key].game
    visitor = Server(house.url, game.ann.visitor.visitor, language)
    text = visitor.ask("GET", f"/api/tables/{game.table}/text").decode()
    puzzle = f"/api/games/{key}/puzzles/{next(iter(puzzles(key)))}"
    asked: list[tuple[str, str, str, Message | None]] = [
        ("get", "/health", "/health", None),
        ("get", "/api/games", "/api/games", None),
        ("get", "/api/games/{game}", f"/api/games/{key}", None),
        ("get", "/api/games/{game}/lesson", f"/api/games/{key}/lesson", None),
        ("get", "/api/games/{game}/puzzles/{puzzle}", puzzle, None),
        ("post", "/api/games/{game}/puzzles/{puzzle}/solution", f"{puzzle}/solution", {"made": []}),
        ("post", "/api/games/{game}/puzzles/{puzzle}/hint", f"{puzzle}/hint", {"made": []}),
        ("get", "/api/puzzles", f"/api/puzzles?game={key}", None),
        ("get", "/api/tables", "/api/tables", None),
        ("get", "/api/tables/{table}/replay", f"/api/tables/{game.table}/replay", None),
        ("get", "/api/tables/{table}/verify", f"/api/tables/{game.table}/verify", None),
        ("post", "/api/replays", "/api/replays", {"text": text}),
        ("post", "/api/verify", "/api/verify", {"text": text}),
        ("post", "/api/editor", "/api/editor", {"game": key}),
    ]
    if load(key).workshop:
        asked.append(("post", "/api/workshop", "/api/workshop", {"game": key}))
    for method, path, address, body in asked:
        checked(OPERATIONS[method, path].answer, visitor.ask(method.upper(), address, body))


def test_the_types_of_the_browser_are_current() -> None:
    """``make declarations`` writes them anew."""
    assert (ROOT / "src" / "tablier" / "web" / "declared.d.ts").read_text(encoding="utf-8") == script()


@pytest.mark.parametrize(
    "lie",
    [{"more": 1}, {"number": "1"}, {"gone": None}, {"changed": [{"id": "a", "colour": 1}]}, {"changed": [{"x": 1}]}],
)
def test_what_is_not_declared_would_be_found(lie: Message) -> None:
    true: Message = {
        "type": "happened", "number": 1, "who": 0, "lines": [], "changed": [], "gone": [], "order": None, "effects": [],
        "marked": [],
    }  # fmt: skip
    checked(tables.Told, json.dumps(true))
    with pytest.raises(ValidationError):
        checked(tables.Told, json.dumps(true | lie))
