"""Secrets on the wire: whoever cannot tell two games apart is sent the same frames, pages and refusals in both.

The two games are played on a whole server, the viewer asks for everything there is at every step, and all that comes
back is compared byte for byte, but for the names of the tables and the hour.
"""

import json
import re
from collections.abc import Iterator
from contextlib import ExitStack
from itertools import islice
from typing import Any

import pytest

from tablier import Match
from tablier.core.contract import SPECTATOR
from tablier.server.bots.pool import Bots
from tablier.server.entrance import visitors
from tests.contract.kit import at_move
from tests.contract.test_secrets import alike, running
from tests.server.kit import PEOPLE, TestClient, dice_message, unhurried
from tests.server.test_leaks import each_game, plain

HOURS = re.compile(r'"(moved|at)":[\d.]+|datetime="[^"]*"|[0-9a-f]{64}')
SIDES = ("", "?as=everyone", "?as=spectator", "?as=0", "?as=1")
PAGES = (
    "/t/{table}", "/", "/api/tables", "/api/tables/{table}/live", "/seat/{table}", "/t/{table}/replay",
    "/api/tables/{table}/verify",
    *(f"/api/tables/{{table}}/{kind}{side}" for kind in ("text", "replay") for side in SIDES),
)  # fmt: skip
OTHERS = 1  # games compared with each game, for each viewer


@pytest.fixture(scope="module")
def client(tmp_path_factory: pytest.TempPathFactory) -> Iterator[TestClient]:
    with unhurried(tmp_path_factory.mktemp("data"), Bots(1, 1.0)) as client:
        yield client


class Person:
    """Somebody with a browser of their own; keeps all that was sent to it."""

    def __init__(self, client: TestClient) -> None:
        self.client, self.headers = client, {"cookie": f"visitor={visitors.fresh()}", "accept-language": "en"}
        self.socket: Any = None
        self.sent: list[str] = []

    def ask(self, method: str, path: str, **body: Any) -> Any:
        self.client.cookies.clear()
        answer = self.client.request(method, path, headers=self.headers, **body)
        self.sent.append(f"{path} {answer.status_code} {answer.text}")
        return answer

    def connect(self, table: str, query: str = "") -> Any:
        self.client.cookies.clear()
        return self.client.websocket_connect(f"/api/tables/{table}/live?language=en{query}", headers=self.headers)

    def hear(self, *kinds: str, number: int = 0) -> dict[str, Any]:
        """Listen until something of a kind is told, about so many moves at least."""
        while True:
            self.sent.append(self.socket.receive_text())
            message: dict[str, Any] = json.loads(self.sent[-1])
            assert message["type"] != "refused" or "refused" in kinds, message
            if message["type"] in kinds and message.get("number", number) >= number:
                return message

    def try_out(self, **command: Any) -> None:
        """Say something that has to be refused."""
        self.socket.send_text(json.dumps(command))
        self.hear("refused")


def recorded(client: TestClient, match: Match, viewpoint: int, probes: list[str]) -> list[str]:
    """All that is sent to a viewer of a game, who tries out all sorts of things on the way."""
    people = [Person(client) for _ in PEOPLE[: match.seats]]
    everybody = [*people, Person(client)]
    viewer = everybody[viewpoint if viewpoint != SPECTATOR else -1]
    seats = [{"kind": "me"}] + [{"kind": "link"}] * (match.seats - 1)
    made = people[0].ask("POST", "/api/tables", json={"game": match.game, "seats": seats, "options": match.options})
    table, links = made.json()["table"], [seat["link"] for seat in made.json()["seats"]]
    for person, link in zip(people[1:], links[1:], strict=True):
        person.ask("POST", f"/api/seats/{link.removeprefix('/seat/')}/claim", json={"name": "Bea"})
    with ExitStack() as open_sockets:
        for person in everybody:
            person.socket = open_sockets.enter_context(person.connect(table))
            person.hear("table")
        for given in ("hashes", "salts"):
            for seat, person in enumerate(people):
                before = {"dice": {"hashes": [None if given == "hashes" else ""] * len(people)}}
                person.socket.send_text(json.dumps(dice_message(before, seat)))
                for other in everybody:
                    while other.hear("now")["dice"][given][seat] is None:
                        pass
        now: dict[str, Any] = {}
        for number, (seat, move) in enumerate(zip(seats_of(match), match.moves, strict=True)):
            people[seat].socket.send_text(json.dumps({"type": "move", "number": number, "move": move}))
            for person in everybody:
                told = person.hear("now", "table", number=number + 1)
                now = told.get("now", told) if person is viewer else now
            look_around(viewer, table, number + 1, now, probes)
    secrets = [table, *(link.removeprefix("/seat/") for link in links if link)]
    return [anonymous(text, secrets) for text in viewer.sent]


def seats_of(match: Match) -> list[int]:
    """Who made each move."""
    actors = [at_move(match, number).actor for number in range(len(match.moves))]
    return [actor for actor in actors if isinstance(actor, int)]


def look_around(viewer: Person, table: str, number: int, now: dict[str, Any], probes: list[str]) -> None:
    """Ask for every page, come back in every way, and try what is not allowed."""
    for page in PAGES:
        viewer.ask("GET", page.format(table=table))
    viewer.ask("POST", f"/api/tables/{table}/rematch")
    for query in ("", f"&number={number - 1}", f"&number={max(0, number - 5)}"):
        with viewer.connect(table, query) as second:
            viewer.sent.append(second.receive_text())
    legal = {move["move"] for move in now["moves"]}
    for move in probes:
        if move not in legal:
            viewer.try_out(type="move", number=number, move=move)
    viewer.try_out(type="move", number=number - 1, move=probes[0])
    viewer.try_out(type="ready", seat=0)
    viewer.try_out(type="hand_over", seat=1)
    viewer.try_out(type="nonsense")
    if not now["may"]["takeback"]:
        viewer.try_out(type="takeback")


def anonymous(text: str, secrets: list[str]) -> str:
    """A text without what differs from table to table, or with the hour."""
    for secret in secrets:
        text = text.replace(secret, "SECRET")
    return HOURS.sub("", text)


@each_game
@pytest.mark.parametrize("seed", [1, 2])
def test_whoever_cannot_tell_two_games_apart_is_sent_the_same(client: TestClient, game: str, seed: int) -> None:
    case, compared = plain(game), 0
    here = [match for match in running(case, seed, 4) if len(alike(match, SPECTATOR)) > 1][-1]
    probes = sorted({move for step in range(len(here.moves)) for move in at_move(here, step).legal()})[:: 1 + seed]
    for viewpoint in (SPECTATOR, *range(case.seats)):
        seen = recorded(client, here, viewpoint, probes[:12])
        for other in islice((other for other in alike(here, viewpoint) if other.moves != here.moves), OTHERS):
            assert recorded(client, other, viewpoint, probes[:12]) == seen
            compared += 1
    assert compared


@each_game
def test_two_windows_of_one_person_are_told_the_same_and_closing_one_leaves_the_other(
    client: TestClient, game: str
) -> None:
    person = Person(client)
    seats = [{"kind": "me"}, {"kind": "here"}]
    table = person.ask("POST", "/api/tables", json={"game": game, "seats": seats}).json()["table"]
    with person.connect(table) as first, person.connect(table) as second:
        assert first.receive_text() == second.receive_text()
        second.close()
        first.send_text(json.dumps({"type": "chat", "text": "still here"}))
        assert json.loads(first.receive_text())["text"] == "still here"


@each_game
def test_whoever_can_tell_two_games_apart_is_not_sent_the_same(client: TestClient, game: str) -> None:
    """The comparison above could fail."""
    case = plain(game)
    here = list(running(case, 1, 4))[-1]
    other = next(other for other in alike(here, SPECTATOR) if other.moves != here.moves)
    seat = next(seat for seat in range(case.seats) if other.known(seat).tobytes() != here.known(seat).tobytes())
    assert recorded(client, here, seat, here.moves) != recorded(client, other, seat, here.moves)
