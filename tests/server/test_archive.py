"""Games that are kept: downloaded, replayed from every side, checked, and played on from any position."""

import json
import random
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

from tablier import Match
from tablier.core.contract import EVERYONE, SPECTATOR
from tablier.core.errors import Error
from tablier.core.registry import load
from tablier.server.api import replay
from tablier.server.app import create
from tablier.server.authority import checks, fair, limits, making, starting
from tablier.server.authority.events import Event, Setup
from tablier.server.authority.making import Wish
from tablier.server.authority.table import Table
from tablier.server.entrance import rates
from tablier.server.operation.settings import Settings
from tablier.server.telling import Teller, Viewer
from tablier.server.telling.cache import Cache
from tablier.server.telling.parts import scene_data
from tablier.server.telling.witness import Witness
from tablier.server.telling.writing import read, written
from tests.server.kit import NOW, TestClient, do, person, random_moves
from tests.server.test_fair import client as client
from tests.server.test_fair import played_out, sealed, season
from tests.server.test_live import Player, QuickBots, followed, live, make

FOLDER = Path(__file__).parent.parent
RECORDED = sorted((FOLDER / "playthroughs").glob("*-?.txt"))
OLDER = (FOLDER / "house" / "saved" / "older.txt").read_text()
GAMES = ("minelfield", "samarra", "samliam", "sprawl")
each_recording = pytest.mark.parametrize("path", RECORDED, ids=lambda path: path.stem)
each_game = pytest.mark.parametrize("game", GAMES)


@pytest.fixture(autouse=True)
def nobody(client: TestClient) -> None:
    """Everybody is new."""
    client.cookies.clear()


def saved_text(path: Path) -> str:
    return path.read_text().partition("\n---\n")[0]


def first_of(game: str) -> str:
    return saved_text(FOLDER / "playthroughs" / f"{game}-0.txt")


def as_table(match: Match) -> Table:
    """A table at which people have played a match."""
    places = tuple(person(f"person {seat}") for seat in range(match.seats))
    setup = Setup("table", match.game, match.options, match.seed, places, made=NOW)
    return Table(setup, [Event("move", NOW, None, move) for move in match.moves])


# Replays


@each_recording
def test_each_recorded_game_is_replayed_picture_by_picture(path: Path) -> None:
    """Whoever applies what happened sees at every number what somebody sees who looks only there."""
    text = saved_text(path)
    match = Match.from_text(text)
    for side in ["everyone", "spectator", "0"] if match.engine.game.hidden else ["everyone"]:
        told = replay.of_text(text, "en", side)
        assert (told["number"], told["fault"], told["as"]) == (len(match.moves), None, side)
        drawn = followed({}, {"type": "table", "scene": told["scene"]})
        for number in range(len(match.moves) + 1):
            if number:
                assert told["moves"][number - 1]["number"] == number
                drawn = followed(drawn, told["moves"][number - 1])
            assert list(drawn.values()) == fresh_picture(match, number, side)["parts"]
        assert told["result"]


def fresh_picture(match: Match, number: int, side: str) -> dict[str, Any]:
    """The picture after so many moves, drawn from nothing else."""
    eyes = replay.eyes_of(side)
    there = replay.laid_out(match.at(number))
    known = eyes if there.hidden else EVERYONE
    witness = Witness(there, Cache(), known, SPECTATOR if side == "everyone" else eyes)
    return read(written(scene_data(witness.scene(number), "en")))


@each_recording
def test_a_table_and_its_saved_game_are_replayed_alike(path: Path) -> None:
    match = Match.from_text(saved_text(path))
    here = as_table(match)
    assert here.outcome
    for side in ("everyone", "1"):
        from_table = replay.of_table(here, "eve", "fr", side)
        from_text = replay.of_text(match.text(), "fr", side)
        assert from_table["moves"] == from_text["moves"]
        assert from_table["scene"] == from_text["scene"]
        assert from_table["written"] == from_text["written"] == match.moves


@each_game
def test_a_running_table_is_replayed_as_it_was_told(game: str) -> None:
    """The moves of a replay are the very messages that players were sent."""
    here = sealed(game, "me", "link", *["bot"] * (min(load(game).seats) - 2))
    season(here)
    teller, viewer, sent = Teller(here), Viewer("bob", "fr"), list[Any]()
    for step in range(8):
        before = here.number
        random_moves(here, 1, step)
        sent += map(read, teller.happened(viewer, range(before + 1, here.number + 1)))
    assert not here.over
    told = replay.of_table(here, "bob", "fr", None)
    assert (told["as"], told["moves"], told["result"]) == ("1", sent, None)


def test_after_the_end_everything_is_shown_with_a_switch_for_each_side() -> None:
    here = sealed("samarra", "me", "link")
    season(here)
    random_moves(here, 6, 1)
    do(here, "ann", "resign", seat=0)
    told = replay.of_table(here, "bob", "en", None)
    assert [view["as"] for view in told["views"]] == ["everyone", "spectator", "0", "1"]
    assert told["as"] == "everyone"
    assert told["heads"]["Seed"] == str(here.setup.seed)
    assert told["result"]
    seen = {side: json.dumps(replay.of_table(here, "bob", "en", side)["moves"]) for side in ("everyone", "0", "1")}
    assert len(set(seen.values())) == 3


def test_whoever_knows_a_replay_is_told_it_again_only_when_it_has_changed(client: TestClient) -> None:
    table = make(client, "samarra", {"kind": "me"}, {"kind": "bot", "level": 1})["table"]

    def asked(tag: str, **more: Any) -> tuple[int, str, bytes]:
        answer = client.get(f"/api/tables/{table}/replay", headers={"if-none-match": tag}, **more)
        return answer.status_code, answer.headers["etag"], answer.content

    status, first, _ = asked("")
    assert status == 200
    assert asked(first) == (304, first, b"")
    assert asked(first, params={"as": "spectator"})[0] == 200, "another side is another replay"
    with live(client, table) as socket:
        player = Player(socket)
        player.play(3)
        player.wait()
        status, later, told = asked(first)
        assert (status, json.loads(told)["number"] > 0) == (200, True)
        assert asked(later)[0] == 304
        player.say("resign", seat=0)
        player.hear("table")
    status, last, _ = asked(later)
    assert status == 200, "nobody has moved, but the game is over"
    assert asked(last)[0] == 304


def test_the_tag_of_a_replay_is_made_of_nothing_that_is_hidden_from_its_side() -> None:
    """Set-ups of the other seat that look the same have the same tag, so nobody can try out what it hides."""
    tags: dict[str, set[str]] = {"0": set(), "1": set(), "spectator": set()}
    for order in range(2):
        here = sealed("samarra", "me", "link")
        season(here)
        do(here, "ann", "move", number=0, move=here.match.legal()[order])
        for side, visitor in (("0", "ann"), ("1", "bob"), ("spectator", "eve")):
            tags[side].add(replay.stamp(here, visitor, "en", side))
    assert [len(found) for found in tags.values()] == [2, 1, 1]


def test_a_side_that_does_not_exist_is_refused(client: TestClient) -> None:
    table = make(client, "samliam", {"kind": "me"}, {"kind": "here"})["table"]
    for side, status in (("7", 422), ("me", 422), ("", 422), ("everyone", 403), ("0", 200), ("spectator", 200)):
        for kind in ("text", "replay"):
            assert client.get(f"/api/tables/{table}/{kind}", params={"as": side}).status_code == status, (kind, side)
    assert client.get("/api/tables/nothing/replay").status_code == 404


# Downloads


@each_game
def test_the_text_of_a_finished_table_is_replayed_byte_for_byte(game: str) -> None:
    here = sealed(game, "me", *["bot"] * (min(load(game).seats) - 1))
    season(here)
    played_out(here)
    text = replay.text(here, "eve", "en", None)
    match = Match.from_text(text)
    assert match.text() == text
    assert match.moves == here.match.moves
    assert (match.names[1], match.salts, match.commitment) == ("Level 1 bot", here.match.salts, here.setup.commitment)


@pytest.mark.parametrize("kind", ["resigned", "agreed", "abandoned"])
def test_however_a_table_has_ended_its_text_says_so(kind: str) -> None:
    here = sealed("minelfield", "me", "link")
    season(here)
    random_moves(here, 6, 1)
    if kind == "resigned":
        do(here, "bob", "resign", seat=1)
    else:
        here.apply(Event(kind, NOW))
    text = replay.text(here, "eve", "en", None)
    match = Match.from_text(text)
    assert match.text() == text
    assert match.outcome == here.outcome
    assert f"seed: {here.setup.seed}\n" in text


def test_a_running_table_is_downloaded_as_the_seat_may_keep_it(client: TestClient) -> None:
    table = make(client, "samarra", {"kind": "me"}, {"kind": "bot", "level": 1})["table"]
    with live(client, table) as socket:
        Player(socket).play(3)
    answer = client.get(f"/api/tables/{table}/text")
    assert answer.headers["content-type"].startswith("text/plain")
    assert "attachment" in answer.headers["content-disposition"]
    account = Match.from_text(answer.text)
    assert account.knower == 0
    assert "seed:" not in answer.text
    assert answer.text == account.text(0)
    told = client.get(f"/api/tables/{table}/replay").json()
    uploaded = client.post("/api/replays", json={"text": answer.text}).json()
    assert (uploaded["moves"], uploaded["as"]) == (told["moves"], "0")
    assert client.post("/api/replays", json={"text": answer.text, "as": "everyone"}).status_code == 403
    assert client.post("/api/verify", json={"text": answer.text}).json()["right"] is None


# Uploads


def test_a_game_of_an_older_version_is_shown_as_far_as_todays_rules_allow(client: TestClient) -> None:
    answer = client.post("/api/replays", json={"text": OLDER}, headers={"accept-language": "fr"})
    told, saved = answer.json(), Match.read(OLDER)
    assert saved.fault
    assert 0 < saved.replayed < len(saved.moves)
    assert (told["source"], told["number"], len(told["moves"])) == ("text", saved.replayed, saved.replayed)
    assert told["written"] == list(saved.moves)
    assert told["fault"] == saved.fault.say("fr")
    assert told["heads"]["Version des règles"] == "0"
    assert told["heads"]["Résultat noté"] == saved.result
    assert [seat["name"] for seat in told["seats"]] == ["Ève", "Bob"]
    assert client.get("/api/tables").json() == []


def test_a_game_that_cannot_even_begin_is_shown_by_its_headers(client: TestClient) -> None:
    newer = OLDER.replace("rules: 0", "rules: 99")
    told = client.post("/api/replays", json={"text": newer}).json()
    assert (told["scene"], told["moves"], told["number"]) == (None, [], 0)
    assert told["fault"]
    assert told["heads"]["Version of the rules"] == "99"


@pytest.mark.parametrize(
    "body",
    [
        {}, {"text": ""}, {"text": 1}, {"text": "nonsense"}, {"text": OLDER, "more": 1}, {"text": OLDER, "as": 0},
        {"text": OLDER, "as": "somebody"}, {"text": OLDER.replace("game: minelfield", "name: x")},
        {"text": "\n" * 7_000}, {"text": OLDER.replace("tablier: 1", "tablier: 7")},
    ],
)  # fmt: skip
def test_what_is_no_saved_game_is_refused_in_a_sentence(client: TestClient, body: dict[str, Any]) -> None:
    answer = client.post("/api/replays", json=body)
    assert answer.status_code == 422, answer.text
    assert answer.json()["error"]["message"]
    if "as" not in body:
        assert client.post("/api/verify", json=body).status_code == 422


def test_a_text_that_is_too_long_is_refused(client: TestClient) -> None:
    long = {"text": "x" * limits.TEXT_BYTES}
    for address in ("/api/replays", "/api/verify"):
        assert client.post(address, json=long).status_code == 413


def test_replays_are_not_made_without_end(client: TestClient, tmp_path: Path) -> None:
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(rates, "READINGS", rates.Rate(2, 0.001))
        application = create(Settings(tmp_path, prepare=False), QuickBots(1, 1.0))
    with TestClient(application) as other:
        answers = [other.post("/api/verify", json={"text": OLDER}) for _ in range(3)]
    assert [answer.status_code for answer in answers] == [200, 200, 429]
    assert answers[2].json()["error"]["retry_after"] > 0


def test_a_table_is_checked_by_whoever_asks(client: TestClient, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(making, "fresh_seed", lambda: 1)
    monkeypatch.setattr(making, "fresh_salt", lambda: "salt")
    table = make(client, "minelfield", {"kind": "me"}, {"kind": "bot", "level": 1})["table"]
    with live(client, table) as socket:
        player = Player(socket)
        player.move()
        assert client.get(f"/api/tables/{table}/verify").json()["right"] is None
        while not player.now["outcome"]:
            player.move()
        salt = player.now["dice"]["salts"][0]
    drawn = [message for message in player.messages if message["type"] == "happened" and message["who"] == "chance"]
    client.cookies.clear()
    report = client.get(f"/api/tables/{table}/verify").json()
    assert report["right"] is True
    assert report["draws"] == len(drawn) > 3
    text = client.get(f"/api/tables/{table}/text").text
    assert client.post("/api/verify", json={"text": text}).json() == report
    assert client.post("/api/verify", json={"text": text.replace(salt, "f" * 16)}).json()["right"] is False


# Playing on


def middles(game: str, count: int) -> Iterator[tuple[Match, int]]:
    """A recorded game, and numbers of moves after which it still runs."""
    match = Match.from_text(first_of(game))
    numbers = [number for number in range(len(match.moves)) if match.at(number).outcome is None]
    for number in random.Random(1).sample(numbers, count):
        yield match, number


def begun(match: Match, *kinds: str) -> Table:
    """A table of ann's that begins where a match stands."""
    wishes = [Wish(kind, 1 if kind == "bot" else None) for kind in kinds]
    return Table(making.arranged(match.game, wishes, {}, "ann", NOW, beginning=match))


@each_game
def test_from_any_position_of_a_saved_game_one_can_play_on(game: str) -> None:
    for match, number in middles(game, 6):
        here = begun(starting.in_text(match.text(), number), "me", *["here"] * (match.seats - 1))
        assert here.match.position() == match.at(number).position()
        season(here)
        played_out(here)
        text = replay.text(here, "ann", "en", None)
        assert Match.from_text(text).text() == text
        told = replay.of_table(here, "ann", "en", None)
        assert told["number"] == here.number
        assert told["heads"]["Beginning"]


def test_what_is_hidden_is_dealt_anew_and_what_was_revealed_stays() -> None:
    dealt: set[int] = set()
    for match, number in middles("samarra", 12):
        there = match.at(number)
        if not there.history[2:]:
            continue
        known = there.engine.concealed(there.state, SPECTATOR).tobytes()
        found = set()
        for kinds in 6 * (("me", "link"), ("me", "bot"), ("link", "bot")):
            here = begun(there, *kinds)
            assert here.match.engine.concealed(here.match.state, SPECTATOR).tobytes() == known
            found.add(json.dumps(here.match.position(), sort_keys=True))
        dealt.add(len(found))
        mine = begun(there, "me", "here")
        assert mine.match.position() == there.position()
    assert max(dealt) > 3


def test_a_rematch_of_a_hidden_position_is_dealt_anew_too() -> None:
    match = Match.from_text(first_of("samarra"))
    here = begun(match.at(4), "me", "bot")
    here.apply(Event("agreed", NOW))
    found = {json.dumps(making.again(here, NOW).start, sort_keys=True) for _ in range(30)}
    assert len(found) > 3


def test_a_seats_own_account_is_played_on_with_what_it_does_not_know_dealt_anew() -> None:
    match = Match.from_text(first_of("samarra")).at(5)
    for seat in (0, None):
        account = starting.in_text(match.text(seat), None)
        for kinds in (("me", "bot"), ("me", "here")):
            here = begun(account, *kinds)
            seen = SPECTATOR if kinds[1] == "bot" or seat is None else seat
            assert (
                here.match.engine.concealed(here.match.state, seen).tobytes()
                == match.engine.concealed(match.state, seen).tobytes()
            )


@each_game
def test_a_table_is_made_from_a_position_or_a_text(client: TestClient, game: str) -> None:
    text = first_of(game)
    match = Match.from_text(text)
    number = len(match.moves) // 2
    position = match.at(number).position()
    others = [{"kind": "bot", "level": 1}] * (match.seats - 1)
    for start in ({"position": position}, {"text": text, "number": number}):
        for more in ({}, {"game": game, "seats": [{"kind": "me"}, *others], "options": match.options}):
            answer = client.post("/api/tables", json={"from": start, **more})
            assert answer.status_code == 201, answer.text
            with live(client, answer.json()["table"]) as socket:
                player = Player(socket)
                shown = player.messages[0]["scene"]
                while not player.now["outcome"]:
                    player.move()
            if not match.engine.game.hidden:
                fresh = fresh_picture(match, number, "0")
                assert shown["parts"] == fresh["parts"]
            report = client.get(f"{answer.json()['url'].replace('/t/', '/api/tables/')}/verify").json()
            assert report["right"] is (True if report["chances"] else None)
            assert report["key"] in ("core.dice.right", "core.dice.none")


def test_a_beginning_that_does_not_fit_is_refused(client: TestClient) -> None:
    text = first_of("samliam")
    match = Match.from_text(text)
    position = match.at(3).position()
    two = [{"kind": "me"}, {"kind": "here"}]
    for body, code in (
        ({"from": {"position": match.position()}}, "from.over"),
        ({"from": {"text": text}}, "from.over"),
        ({"from": {"text": text, "number": len(match.moves) + 1}}, "from.number"),
        ({"from": {"position": position}, "game": "sprawl"}, "from.differs"),
        ({"from": {"position": position}, "seats": [*two, *two]}, "from.differs"),
        ({"from": {"position": position}, "options": {"turn_limit": 7}}, "from.differs"),
        ({"from": {"position": position}, "options": {"wings": 7}}, "from.differs"),
        ({"from": {"position": position, "text": text}}, "request.malformed"),
        ({"from": {"position": position, "number": 1}}, "request.malformed"),
        ({"from": {}}, "request.malformed"),
        ({"from": {"position": {}}}, "core.position.missing"),
        ({"from": {"position": {"game": ["samliam"], "options": {}}}}, None),
        ({"from": {"text": "nonsense"}}, "core.text.none"),
    ):
        answer = client.post("/api/tables", json=body)
        assert answer.status_code == 422, body
        assert code is None or answer.json()["error"]["code"] == code
    assert client.get("/api/tables").json() == []


def test_a_game_that_was_given_up_can_be_played_on() -> None:
    match = Match("samliam", seed=1)
    match.play(match.legal()[0])
    match.end([0, 1], "resigned")
    here = begun(starting.in_text(match.text(), None), "me", "here")
    season(here)
    assert here.deciding is not None
    assert not here.over


def test_a_shuffled_table_from_a_position_keeps_its_salts_where_the_bots_are() -> None:
    match = Match("sprawl", 3, seed=1)
    wishes = [Wish("me"), Wish("bot", 1), Wish("bot", 2)]
    for _ in range(5):
        setup = making.arranged("sprawl", wishes, {}, "ann", NOW, order="random", beginning=match)
        assert all(bool(place.salt) == (place.kind == "bot") for place in setup.places)


def test_a_start_position_is_checked_when_a_table_is_loaded() -> None:
    """A position that today's rules refuse closes the table in a sentence."""
    match = Match("samliam", seed=1)
    broken = match.position() | {"options": {"turn_limit": -1}}
    with pytest.raises(Error):
        Table(Setup("table", "samliam", match.options, 1, (person("ann"), person("bob")), start=broken))


def test_checks_of_a_table_from_a_position_number_moves_from_there() -> None:
    match = next(match.at(number) for match, number in middles("minelfield", 1))
    here = begun(match, "me", "bot")
    season(here)
    for event in checks.opening(here, NOW).events:
        here.apply(event)
    played_out(here)
    report = fair.of_table(here, "en")
    assert (report["right"], report["draws"]) == (True, here.actors.count(-1))
