"""Dice that nobody can choose: no move before every salt, each given once by whom it belongs to, and a secret seed."""

import json
import logging
import random
from collections.abc import Iterator
from dataclasses import replace
from typing import Any

import pytest

from tablier import Match
from tablier.core import dice
from tablier.server.authority import checks, fair, making
from tablier.server.authority.events import Event, SeatPlan, setup_from, setup_text
from tablier.server.authority.limits import DAY
from tablier.server.authority.making import Wish
from tablier.server.authority.table import Table
from tablier.server.tables.hub import Hub
from tablier.server.telling import Teller, Viewer
from tablier.server.telling.writing import read
from tests.server.kit import NOW, PEOPLE, TestClient, do, free, move, random_moves, salt_of, table, unhurried
from tests.server.test_authority import refusal
from tests.server.test_live import QuickBots
from tests.server.test_wire import Person

OPEN, DICE, SECRET, MANY = "samliam", "minelfield", "samarra", "sprawl"
GAMES = {OPEN: 2, DICE: 2, SECRET: 2, MANY: 3}
SALT = "0123456789abcdef"
HASH = dice.hash_of(SALT)
MANY_DICE = 20
ROUNDS = 8
SEED = 0x5EED_0F_D1CE_7AB1E_0123456789ABCDE0


def sealed(game: str, *kinds: str, **options: Any) -> Table:
    """A table as the server makes it; seats of people belong to ann, bob, cid and dan."""
    wishes = [Wish(kind, 1 if kind == "bot" else None) for kind in kinds]
    setup = making.arranged(game, wishes, options, "ann", NOW)
    places = (
        replace(place, salt=place.salt and f"{number + 0xB07_0000:032x}") for number, place in enumerate(setup.places)
    )
    setup = replace(setup, seed=SEED, commitment=dice.commitment(SEED), places=tuple(places))
    here = Table(setup)
    for seat, place in enumerate(setup.places):
        if place.kind == "link":
            for event in checks.claim(here, PEOPLE[seat], seat, "", NOW).events:
                here.apply(event)
    return here


def promise(here: Table, *seats: int) -> list[Event]:
    """Hashes for seats, given by whoever sits there."""
    hashes = [(seat, dice.hash_of(salt_of(seat))) for seat in seats]
    return [event for seat, hashed in hashes for event in do(here, owner(here, seat), "seal", seat=seat, hash=hashed)]


def show(here: Table, *seats: int) -> list[Event]:
    """Salts for seats, shown by whoever sits there."""
    events = [do(here, owner(here, seat), "salt", seat=seat, salt=salt_of(seat)) for seat in seats]
    return [event for some in events for event in some]


def season(here: Table) -> list[Event]:
    """Hashes and salts for all seats that are waited for."""
    seats = here.unsealed
    return promise(here, *seats) + show(here, *seats)


def owner(here: Table, seat: int) -> str:
    return here.seats[seat].owners[0]


def played_out(here: Table, seed: int = 1) -> Table:
    """A table whose game has been played to its end, by anybody."""
    while not here.over:
        random_moves(here, 1, seed + here.number)
    return here


def long_game(*kinds: str) -> Table:
    """A table with many dice, played to its end; most random games end sooner."""
    for seed in range(300):
        here = sealed(DICE, *kinds)
        season(here)
        if played_out(here, seed).actors.count(-1) > MANY_DICE:
            return here
    raise AssertionError("no long game")


def begun_game(*kinds: str) -> Table:
    """A table at which dice have been thrown, and which is not over."""
    while True:
        here = sealed(DICE, *kinds)
        season(here)
        random_moves(here, 6, 1)
        if not here.over and -1 in here.actors:
            return here


# Waiting


@pytest.mark.parametrize("game", GAMES)
def test_nobody_moves_before_every_salt_is_there(game: str) -> None:
    here = sealed(game, "me", "link", *["bot"] * (GAMES[game] - 2))
    first = Match(game, GAMES[game]).legal()[0]
    for give, seat, waiting in (
        (promise, 0, (0, 1)), (promise, 1, (1,)), (show, 1, (0, 1)), (show, 0, (0,)),
    ):  # fmt: skip
        assert here.waiting == waiting
        assert read(Teller(here).now(Viewer("ann", "en"), NOW))["waiting"] == list(waiting)
        assert here.deciding is None
        assert not checks.opening(here, NOW).events
        assert not read(Teller(here).now(Viewer("ann", "en"), NOW))["moves"]
        for visitor in ("ann", "bob"):
            assert refusal(do, here, visitor, "move", number=0, move=first) == "table.waiting"
        assert refusal(checks.bot_move, here, 0, first, NOW) == "table.waiting"
        give(here, seat)
    assert not here.waiting
    assert here.deciding is not None or here.match.actor == "chance"


def test_a_bot_does_not_move_before_the_salts_of_people() -> None:
    here = sealed(OPEN, "bot", "me")
    assert here.waiting == (1,)
    assert refusal(checks.bot_move, here, 0, here.match.legal()[0], NOW) == "table.waiting"
    season(here)
    assert checks.bot_move(here, 0, here.match.legal()[0], NOW).events


def test_a_free_seat_is_waited_for() -> None:
    here = Table(making.arranged(OPEN, [Wish("me"), Wish("link")], {}, "ann", NOW))
    promise(here, 0)
    assert here.waiting == (1,)
    assert Teller(here).status(Viewer("ann", "en")).key == "server.status.free"
    assert refusal(do, here, "bob", "seal", seat=1, hash=HASH) == "seat.not_yours"
    assert refusal(do, here, "ann", "salt", seat=0, salt=salt_of(0)) == "salt.early"


@pytest.mark.parametrize("game", GAMES)
def test_a_seat_that_never_comes_is_handed_over_with_a_salt_that_nobody_chose(game: str) -> None:
    here = sealed(game, "me", "link", *["bot"] * (GAMES[game] - 2))
    promise(here, 0)
    assert refusal(do, here, "ann", "hand_over", seat=1) == "seat.not_idle"
    assert read(Teller(here).now(Viewer("ann", "en"), NOW + 3 * DAY))["may"]["hand_over"] == [1]
    do(here, "ann", "hand_over", now=NOW + 3 * DAY, seat=1)
    assert here.waiting == (0,)
    assert here.seats[1].hash == dice.hash_of(here.seats[1].salt)
    show(here, 0)
    assert not here.waiting
    assert here.match.sealing
    assert here.match.sealing.given_by[:2] == ("player", "server")
    assert here.match.sealing.binds
    assert here.match.actor != "chance"
    assert here.seats[1].salt == dice.spare_salt(here.setup.seed, 1) != dice.spare_salt(here.setup.seed, 0)
    do(here, "bob", "take_seat_back", seat=1)
    assert here.seats[1].is_person


def test_what_is_waited_for_is_said() -> None:
    here = sealed(OPEN, "me", "link")
    teller = Teller(here)
    assert teller.status(Viewer("ann", "en")).key == "server.status.awaited"
    for give in (promise, show):
        give(here, 1)
        assert teller.status(Viewer("ann", "en")).key == "server.status.opening"
        assert teller.status(Viewer("bob", "en")).key == "server.status.awaited"
        give(here, 0)
    assert teller.status(Viewer("ann", "en")).key == "server.status.you"


def test_what_chance_decides_first_follows_the_last_salt_at_once(monkeypatch: pytest.MonkeyPatch) -> None:
    """A game that begins with a die: the last salt and the die are kept together."""
    before = Match(DICE, seed=1)
    while before.actor != "chance":
        before.play(before.legal()[0])
    here = Table(making.arranged(DICE, [Wish("me"), Wish("here")], {}, "ann", NOW, beginning=before))
    assert not checks.opening(here, NOW).events
    promise(here, 0, 1)
    assert [event.kind for event in show(here, 0)] == ["salt"]
    events = show(here, 1)
    assert [event.kind for event in events][:2] == ["salt", "move"]
    assert here.match.moves[0] == Match.from_position(before.position(), here.setup.seed, here.match.salts).draw()


def test_bots_have_their_salts_from_the_beginning_and_they_are_told() -> None:
    here = sealed(MANY, "me", "bot", "bot")
    told = read(Teller(here).now(Viewer("eve", "en"), NOW))["dice"]
    assert told["commitment"] == dice.commitment(here.setup.seed)
    assert told["salts"][0] is None
    assert all(dice.is_salt(salt) for salt in told["salts"][1:])
    assert told["hashes"] == [None, *map(dice.hash_of, told["salts"][1:])]
    assert told["given_by"] == [None, "server", "server"]
    assert told["salts"][1] != told["salts"][2]
    assert told["seed"] is None


# Forged salts


def test_a_salt_is_given_once_and_only_for_a_seat_of_ones_own() -> None:
    here = sealed(OPEN, "me", "link")
    for kind, given in (("seal", {"hash": HASH}), ("salt", {"salt": SALT}), ("lost", {})):
        assert refusal(do, here, "ann", kind, seat=1, **given) == "seat.not_yours"
        assert refusal(do, here, "eve", kind, seat=0, **given) == "seat.not_yours"
    promise(here, 0, 1)
    show(here, 0)
    assert refusal(do, here, "ann", "salt", seat=0, salt=SALT) == "salt.given"
    assert refusal(do, here, "ann", "lost", seat=0) == "salt.given"
    show(here, 1)
    salts = here.match.salts
    move(here, "ann")
    assert refusal(do, here, "bob", "salt", seat=1, salt=SALT) == "salt.given"
    assert here.match.salts == salts


@pytest.mark.parametrize(
    "salt", ["", "0" * 15, "0" * 65, "g" * 16, "0" * 16 + "\n", "0" * 16 + ".", 16 * "é", 10**16, None, ["0" * 16]]
)
def test_a_malformed_salt_is_refused(client: TestClient, salt: Any) -> None:
    person = Person(client)
    made = person.ask("POST", "/api/tables", json={"game": OPEN, "seats": [{"kind": "me"}, {"kind": "here"}]})
    with person.connect(made.json()["table"]) as socket:
        socket.receive_text()
        socket.send_text(json.dumps({"type": "salt", "seat": 0, "salt": salt}))
        assert json.loads(socket.receive_text())["code"] == "request.malformed"
        for kind, given in (("seal", {"hash": HASH}), ("salt", {"salt": SALT})):
            for seat in (0, 1):
                socket.send_text(json.dumps({"type": kind, "seat": seat, **given}))
                told = json.loads(socket.receive_text())
        assert (told["waiting"], told["dice"]["salts"]) == ([], [SALT, SALT])


def test_a_salt_is_never_a_reason_for_other_dice_later() -> None:
    """Handing a seat over, taking it back and a second device leave the salts as they are."""
    here = sealed(OPEN, "me", "link")
    season(here)
    salts = here.match.salts
    do(here, "bob", "hand_over", now=NOW + 4 * DAY, seat=0)
    do(here, "ann", "take_seat_back", seat=0)
    for event in checks.device(here, "ann", "ann's telephone", NOW).events:
        here.apply(event)
    assert refusal(do, here, "ann's telephone", "salt", seat=0, salt=SALT) == "salt.given"
    assert (here.match.salts, [seat.salt for seat in here.seats]) == (salts, list(salts))


def test_a_second_device_can_give_the_salt() -> None:
    here = sealed(OPEN, "me", "bot")
    for event in checks.device(here, "ann", "ann's telephone", NOW).events:
        here.apply(event)
    do(here, "ann's telephone", "seal", seat=0, hash=HASH)
    do(here, "ann", "salt", seat=0, salt=SALT)
    assert not here.waiting


def test_the_events_give_the_same_table_again() -> None:
    here = sealed(DICE, "me", "bot")
    events = season(here)
    while here.number < 30 and not here.over:
        made = checks.moved_by(here, here.deciding or 0, here.match.legal()[0], NOW).events
        for event in made:
            here.apply(event)
        events += made
    again = Table(setup_from(setup_text(here.setup)), events)
    assert (again.match.moves, again.match.salts, again.dice) == (here.match.moves, here.match.salts, here.dice)
    assert again.match.sealing == here.match.sealing != None  # noqa: E711


# Tables of before


def test_a_table_without_a_commitment_plays_on_as_before() -> None:
    here = table(DICE, *(SeatPlan("me", owners=(visitor,)) for visitor in ("ann", "bob")))
    assert (here.waiting, here.dice) == ((), None)
    assert refusal(do, here, "ann", "salt", seat=0, salt=SALT) == "salt.never"
    alone = Match(DICE, seed=1)
    while alone.outcome is None:
        move(here, PEOPLE[here.deciding or 0])
        alone.play(alone.legal()[0])
        while alone.actor == "chance":
            alone.roll()
        assert here.match.moves == alone.moves
    assert fair.of_table(here, "en")["right"]


def test_a_free_seat_of_before_does_not_hold_the_others_up() -> None:
    here = table(OPEN, SeatPlan("me", owners=("ann",)), free())
    move(here, "ann")
    assert here.number == 1


# Checking


@pytest.mark.parametrize("kinds", [("me", "bot"), ("me", "link"), ("me", "here"), ("bot", "bot")])
def test_the_dice_of_a_whole_table_are_right(kinds: tuple[str, str]) -> None:
    here = long_game(*kinds)
    report = fair.of_table(here, "fr")
    assert (report["right"], report["draws"]) == (True, here.actors.count(-1))
    assert report["key"] == ("core.dice.server_only" if kinds == ("bot", "bot") else "core.dice.right")


@pytest.mark.parametrize("game", GAMES)
def test_a_running_game_cannot_be_checked_yet(game: str) -> None:
    here = sealed(game, "me", "link", *["bot"] * (GAMES[game] - 2))
    season(here)
    report = fair.of_table(here, "fr")
    assert (report["right"], report["draws"], report["record"], report["chances"]) == (None, 0, None, [])


def test_every_changed_die_of_a_table_is_found() -> None:
    here = long_game("me", "bot")
    heads, _, body = here.match.text().partition("\n\n")
    moves, rng, found = body.splitlines(), random.Random(1), 0
    for number, actor in enumerate(here.actors):
        if actor != -1:
            continue
        others = [move for move in here.match.at(number).legal() if move != moves[number]]
        forged = [*moves[:number], rng.choice(others), *moves[number + 1 :]]
        report = fair.of_text(heads + "\n\n" + "\n".join(forged) + "\n", "en")
        assert report["right"] is False
        assert str(number + 1) in report["sentence"]
        found += 1
    assert found == here.actors.count(-1)


def test_other_salts_another_seed_and_another_commitment_are_found() -> None:
    here = long_game("me", "bot")
    text, other = here.match.text(), making.fresh_seed()
    for old, new in (
        (here.match.salts[0], SALT),
        (dice.hash_of(here.match.salts[0]), HASH),
        (f"seed: {here.setup.seed}", f"seed: {other}"),
        (here.setup.commitment, dice.commitment(other)),
    ):
        assert text.count(old) == 1
        assert fair.of_text(text.replace(old, new), "en")["right"] is False
    assert fair.of_text(text, "en")["right"] is True


def test_a_table_given_up_or_abandoned_publishes_its_seed_and_can_be_checked() -> None:
    for event in (Event("resign", NOW, 0), Event("abandoned", NOW), Event("agreed", NOW)):
        here = begun_game("me", "bot")
        assert here.dice
        assert here.dice["seed"] is None
        here.apply(event)
        assert here.dice
        assert here.dice["seed"] == str(here.setup.seed)
        report = fair.of_table(here, "en")
        assert (report["right"], report["draws"]) == (True, here.actors.count(-1))
        assert ("cut off" in report["sentence"]) == (event.kind != "abandoned")


# The seed on the wire


@pytest.fixture(scope="module")
def client(tmp_path_factory: pytest.TempPathFactory) -> Iterator[TestClient]:
    with unhurried(tmp_path_factory.mktemp("data"), QuickBots(1, 1.0)) as client:
        yield client


def spelled(seed: int) -> list[str]:
    """A seed in all the ways in which it could be written."""
    return [str(seed), f"{seed:x}", f"{seed:X}", f"{seed:o}", str(seed)[:24], f"{seed:x}"[:20]]


ADDRESSES = (
    "/t/{table}", "/t/{table}/replay", "/", "/api/tables", "/api/tables/{table}/text", "/api/tables/{table}/replay",
    "/api/tables/{table}/verify", "/api/tables/{table}/text?as=everyone", "/api/tables/{table}/replay?as=everyone",
    "/api/tables/{table}/replay?as=spectator", "/api/tables/{table}/text?as=spectator", "/api/tables/{table}/nothing",
    "/health", "/metrics",
)  # fmt: skip


def awaited(person: Person) -> dict[str, Any]:
    """How things stand when it is somebody's turn, or when the game is over."""
    while True:
        told = person.hear("now", "table")
        now: dict[str, Any] = told.get("now", told)
        if now["moves"] or now["outcome"]:
            return now


@pytest.mark.parametrize("game", GAMES)
def test_the_seed_of_a_running_table_is_nowhere(
    client: TestClient, game: str, caplog: pytest.LogCaptureFixture
) -> None:
    caplog.set_level(logging.DEBUG)
    person, other = Person(client), Person(client)
    seats = [{"kind": "me"}, *[{"kind": "bot", "level": 1}] * (GAMES[game] - 1)]
    made = person.ask("POST", "/api/tables", json={"game": game, "seats": seats}).json()
    name, hub = made["table"], client.app.state.hub  # type: ignore[attr-defined]
    assert isinstance(hub, Hub)
    seed = hub.open_tables[name].table.setup.seed
    with person.connect(name) as socket:
        person.socket = socket
        person.hear("table")
        for part in ({"type": "seal", "hash": HASH}, {"type": "salt", "salt": SALT}):
            socket.send_text(json.dumps({**part, "seat": 0}))
        running: list[str] = []
        while len(running) < ROUNDS * len(ADDRESSES) and not (now := awaited(person))["outcome"]:
            for somebody in (person, other):
                for address in ADDRESSES:
                    somebody.ask("GET", address.format(table=name))
            for wrong in ({"type": "salt", "seat": 0, "salt": 16 * "f"}, {"type": "move", "number": 0, "move": "?"}):
                socket.send_text(json.dumps(wrong))
                person.hear("refused")
            running = [*person.sent, *other.sent, caplog.text]
            socket.send_text(json.dumps({"type": "move", "number": now["number"], "move": now["moves"][0]["move"]}))
        assert len(running) > 2 * len(ADDRESSES)
        assert not [text for text in running for word in spelled(seed) if word in text]
        if not now["outcome"]:
            socket.send_text(json.dumps({"type": "resign", "seat": 0}))
            while not (now := person.hear("now", "table", "refused")).get("now", now).get("outcome"):
                pass
    over = [other.ask("GET", address.format(table=name)).text for address in ADDRESSES]
    told = {address for address, text in zip(ADDRESSES, over, strict=True) if str(seed) in text}
    assert told >= {"/api/tables/{table}/text", "/api/tables/{table}/replay"}
