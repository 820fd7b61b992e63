"""Requests that no browser sends are refused in a sentence, and the server never fails because of them."""

import json
import subprocess
from collections.abc import Iterator
from pathlib import Path

import pytest
from starlette.requests import HTTPConnection
from starlette.websockets import WebSocketDisconnect

from tablier import Match
from tablier.core.reading import is_plain
from tablier.server.app import create
from tablier.server.bots.pool import Bots
from tablier.server.entrance.gate import same_origin
from tablier.server.operation.settings import Settings
from tests.api.kit import TABLIER
from tests.server.kit import TestClient
from tests.server.test_live import HERE, ME, live, make

JSON = {"content-type": "application/json"}
DEEP = '{"game": "samliam", "seats": [{"kind": "me"}, {"kind": "here"}], "options": ' + '{"a":' * 300 + "1" + "}" * 301


@pytest.fixture(scope="module")
def client(tmp_path_factory: pytest.TempPathFactory) -> Iterator[TestClient]:
    settings = Settings(tmp_path_factory.mktemp("data"), prepare=False, limited=False)
    with TestClient(create(settings, Bots(1, 1.0)), base_url="http://testserver") as client:
        yield client


@pytest.mark.parametrize("address", ["http://[", "http://]x", "//[", "http://a]b", ""])
def test_an_origin_that_cannot_be_read_is_another_site(client: TestClient, address: str) -> None:
    answer = client.post("/play/samliam", headers={"origin": address})
    assert (answer.status_code, answer.json()["error"]["code"]) == (403, "request.origin")
    table = make(client, "samliam", ME, HERE)["table"]
    with pytest.raises(WebSocketDisconnect) as closed, live(client, table, origin=address):
        pass
    assert closed.value.code == 1008
    answer = client.get("/language/fr", headers={"referer": address}, follow_redirects=False)
    assert (answer.status_code, answer.headers["location"]) == (303, "/")


@pytest.mark.parametrize("host", [[], [(b"host", b"")]])
def test_nobody_without_a_host_is_taken_for_one_of_our_pages(host: list[tuple[bytes, bytes]]) -> None:
    for origin in (b"http://[", b"null", b""):
        asked = HTTPConnection({"type": "http", "headers": [(b"origin", origin), *host]})
        assert not same_origin(asked, ())


@pytest.mark.parametrize("host", ["[", "[::1", "a b", "a/b", "a@b", "x" * 300, "testserver:999999"])
def test_a_host_that_cannot_be_read_is_refused(client: TestClient, host: str) -> None:
    for path in ("/", "/language/fr", "/api/games", "/seat/none/code.svg"):
        answer = client.get(path, headers={"host": host, "accept": "text/html"})
        assert answer.status_code == 400
    table = make(client, "samliam", ME, HERE)["table"]
    with pytest.raises(WebSocketDisconnect) as closed, live(client, table, host=host):
        pass
    assert closed.value.code == 1008


@pytest.mark.parametrize("host", ["localhost", "localhost:8000", "[::1]:8000", "192.0.2.1", "a-b.example.org"])
def test_usual_hosts_are_served(client: TestClient, host: str) -> None:
    assert client.get("/api/games", headers={"host": host}).status_code == 200


@pytest.mark.parametrize(
    "options",
    ['{"\\ud800": 1}', '{"size": "\\udfff"}', '{"size": NaN}', '{"size": 1e999}', '{"size": 99999999999999999999}',
     '{"size": [[{"a": "\\ud800"}]]}', '{"size": ' + "[" * 300 + "]" * 300 + "}", '{"size": "\\u0000"}'],
)  # fmt: skip
def test_options_that_could_not_be_written_again_are_refused(client: TestClient, options: str) -> None:
    seats = '[{"kind": "me"}, {"kind": "here"}]'
    for path, body in (
        ("/api/tables", f'{{"game": "samliam", "seats": {seats}, "options": {options}}}'),
        ("/api/tables", f'{{"from": {{"position": {{"game": "samliam", "options": {options}}}}}}}'),
        ("/api/editor", f'{{"game": "samliam", "options": {options}}}'),
        ("/api/editor", f'{{"game": "samliam", "position": {{"game": "samliam", "options": {options}}}}}'),
    ):
        answer = client.post(path, content=body, headers=JSON)
        assert answer.status_code == 422, answer.text
        assert answer.json()["error"]["message"]
    assert client.get("/games/samliam/start.svg", params={"options": options}).status_code == 422


@pytest.mark.parametrize("header", ["names", "options", "position", "salts"])
@pytest.mark.parametrize("value", ['["\\ud800", "b"]', '{"a": "\\ud800"}', "NaN", "[" * 900 + "]" * 900])
def test_saved_games_that_could_not_be_written_again_are_refused(client: TestClient, header: str, value: str) -> None:
    lines = [line for line in Match("samliam", seed=1).text().splitlines() if not line.startswith(f"{header}:")]
    text = "\n".join([*lines[:4], f"{header}: {value}", *lines[4:]])
    for path in ("/api/replays", "/api/verify", "/api/tables"):
        body = {"from": {"text": text}} if path == "/api/tables" else {"text": text}
        assert client.post(path, json=body).status_code in (200, 422)


@pytest.mark.parametrize(
    "path", ["/static/%00", "/t/%00", "/t/%ff", "/seat/%ed%a0%80", "/games/%00/start.svg", "/%2e%2e/x"]
)
def test_addresses_that_nobody_types_lead_nowhere(client: TestClient, path: str) -> None:
    assert client.get(path).status_code == 404


def test_names_and_texts_of_halves_of_characters_are_refused(client: TestClient) -> None:
    for path in ("/api/seats/none/claim", "/api/replays"):
        key = "name" if "claim" in path else "text"
        answer = client.post(path, content=f'{{"{key}": "\\ud800"}}', headers=JSON)
        assert (answer.status_code, answer.json()["error"]["code"]) == (422, "request.malformed")
    assert client.post("/api/tables", content=DEEP, headers=JSON).status_code == 422


def test_what_can_be_written_again_is_plain() -> None:
    assert is_plain({"a": [1, -1.5, True, None, "é", {"b": []}]})
    for odd in ("\ud800", {"\ud800": 1}, [float("nan")], {"a": float("-inf")}, 2**53 + 1, [-(2**60)], object()):
        assert not is_plain(odd)
    nested: list[object] = []
    for _ in range(40):
        nested = [nested]
    assert not is_plain(nested)


# Starting


@pytest.mark.parametrize("spoilt", ["tables.sqlite", "held.sqlite", "a folder"])
def test_a_start_without_a_store_ends_in_one_sentence(tmp_path: Path, spoilt: str) -> None:
    tmp_path.chmod(0o700)
    if spoilt == "a folder":
        (tmp_path / "tables.sqlite").mkdir(0o600)
    else:
        (tmp_path / spoilt).write_bytes(b"This is no database.\n" * 100)
        (tmp_path / spoilt).chmod(0o600)
    command = [TABLIER, "serve", "--port", "0", "--data", str(tmp_path), "--workers", "1"]
    ended = subprocess.run(command, check=False, capture_output=True, text=True, timeout=60)
    assert ended.returncode == 1
    assert ended.stdout == ""
    sentence = " ".join(ended.stderr.split())
    assert str(tmp_path) in sentence
    assert sentence.startswith("Cannot use")
    assert sentence.endswith(("file is not a database.", "Is a directory."))


def test_refusals_can_always_be_written(client: TestClient) -> None:
    answer = client.post("/api/tables", content='{"\\ud800": 1, "game": "samliam"}', headers=JSON)
    assert answer.status_code == 422
    assert json.loads(answer.content)["error"]["message"]
