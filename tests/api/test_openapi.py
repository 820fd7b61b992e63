"""The description of the interface is true: whatever is sent, valid or not, is answered as it says."""

import json
import re
import urllib.error
import urllib.request
from collections.abc import Iterator
from html import escape
from pathlib import Path
from typing import Any

import pytest
import schemathesis
from hypothesis import HealthCheck, given, settings
from schemathesis import GenerationMode
from schemathesis.config import SchemathesisConfig

from tablier.core.puzzles import puzzles
from tablier.core.words import LANGUAGES
from tablier.remote.client import Denied, Server, last_step
from tablier.server.api.reference.document import OPERATIONS, document, raw, shapes, undescribed
from tablier.server.entrance.visitors import identity
from tablier.server.notices.keys import fresh
from tablier.server.ratings.book import rated_document
from tablier.server.ratings.counting import Division, Played
from tablier.server.ratings.glicko import Strength
from tablier.server.ratings.rated import Rated, handle
from tablier.server.store.protocol import Document
from tests.api.kit import BOT, LINK, ME, ROOT, House

ACCEPTED = ["2xx", "401", "403", "404", "409", "422", "429"]
"""Data of the right shape may still be refused with 422: which options a game has is not said by a schema."""
REJECTED = ["400", "401", "403", "404", "405", "406", "409", "413", "415", "422", "428", "429", "5xx"]
"""What is wrong may also be too long to be looked at."""
EXAMPLES = 20
MINELFIELD = Division("minelfield", 2, "fast")


@pytest.fixture(scope="module")
def house(tmp_path_factory: pytest.TempPathFactory) -> Iterator[House]:
    with House(tmp_path_factory.mktemp("data")) as house:
        yield house


@pytest.fixture(scope="module")
def schema(house: House) -> Any:
    checks = {
        "positive_data_acceptance": {"expected-statuses": ACCEPTED},
        "negative_data_rejection": {"expected-statuses": REJECTED},
    }
    config = SchemathesisConfig.from_dict({"checks": checks})
    return schemathesis.openapi.from_url(f"{house.url}/openapi.json", config=config)


@pytest.fixture(scope="module")
def visitor(house: House) -> Server:
    return house.visitor()


@pytest.fixture(scope="module")
def known(house: House, visitor: Server) -> dict[str, str]:
    """Things that are really there, by the beginning of a path: a running table, links to a seat and a device."""
    made = visitor.post("/api/tables", {"game": "minelfield", "seats": [ME, LINK]})
    device = visitor.post(f"/api/tables/{made['table']}/device")["link"]
    tokens = {"seats": last_step(made["seats"][1]["link"]), "devices": last_step(device)}
    seats = {"games": "minelfield", "reviews": "0" * 64, "tables": made["table"], "invitations": "x" * 22}
    return {**seats, **tokens, **contests(house, visitor)}


def contests(house: House, visitor: Server) -> dict[str, str]:
    """A tournament of the visitor, who keeps a name and has a rating."""
    me, now, store = identity(visitor.visitor), 1.0, house.hub.store
    rating = rated_document(Document("rating", "r"), Played("t", MINELFIELD, (0,), now), me, Rated(), Strength())
    store.keep([Document("person", me).saying({"name": "Ann", "made": now}), rating]).result()
    made = visitor.post("/api/tournaments", SENSE["/api/tournaments"])
    visitor.post(f"/api{made['url']}/join", {})
    return {"ratings": MINELFIELD.key, "rated": handle(me), "tournaments": last_step(made["url"])}


CASES = [(*key, GenerationMode.POSITIVE) for key in OPERATIONS]
BODILESS = {"/api/lobby/leave", "/api/notices/seen", "/api/notices/feeds", "/api/notices/feeds/revoke"}
"""Where nothing can be wrong."""
ASKED = [key for key in OPERATIONS if (key[0] == "post" and key[1] not in BODILESS) or "{" in key[1]]
CASES += [(*key, GenerationMode.NEGATIVE) for key in ASKED]


@pytest.mark.parametrize(("method", "path", "mode"), CASES, ids=lambda part: getattr(part, "value", part))
def test_every_answer_is_as_described(schema: Any, method: str, path: str, mode: GenerationMode) -> None:
    """Whatever is sent, valid or not."""
    operation = schema[path][method.upper()]

    @settings(
        max_examples=EXAMPLES, derandomize=True, deadline=None, database=None, suppress_health_check=list(HealthCheck)
    )
    @given(case=operation.as_strategy(generation_mode=mode))
    def check(case: Any) -> None:
        case.call_and_validate()

    check()


SAVED = (ROOT / "tests" / "playthroughs" / "minelfield-0.txt").read_text(encoding="utf-8")
POINT = fresh().public
PUZZLE = next(iter(puzzles("minelfield").values()))
SENSE: dict[str, dict[str, Any]] = {
    "/api/tables": {"game": "minelfield", "seats": [ME, BOT], "options": {}, "from": None},
    "/api/editor": {"game": "minelfield", "seats": None, "options": None, "position": None, "tool": None},
    "/api/workshop": {"game": "minelfield", "board": None, "tool": None},
    "/api/replays": {"text": SAVED, "as": "everyone"},
    "/api/verify": {"text": SAVED},
    "/api/reviews": {"text": SAVED.partition("\n---")[0]},
    "/api/reviews/better": {"text": SAVED},
    "/api/lobby/search": {"games": ["minelfield"], "seats": [2], "clocks": ["none"], "name": "Ann"},
    "/api/notices/subscribe": {"endpoint": "https://push.example.org/x", "p256dh": POINT, "auth": "A" * 22},
    "/api/tournaments": {
        "name": "Cup",
        "game": "minelfield",
        "options": {},
        "seats": 2,
        "kind": "swiss",
        "rounds": 0,
        "at": None,
        "clock": {"kind": "fischer", "minutes": 5, "seconds": 3},
        "bots": 0,
        "most": 8,
    },
    "/api/tournaments/{tournament}/expel": {"entrant": 0},
    "/api/games/{game}/lesson/why": {"step": 1, "begun": [], "part": "commander.1"},
    "/api/games/{game}/puzzles/{puzzle}/try": {"made": [], "move": PUZZLE.lines[0][0]},
    "/api/games/{game}/puzzles/{puzzle}/hint": {"made": []},
    "/api/games/{game}/puzzles/{puzzle}/solution": {"made": []},
    "/api/games/{game}/puzzles/{puzzle}/why": {"made": [], "begun": [], "part": f"commander.{1 - PUZZLE.seat}"},
}
"""What makes sense in bodies that are otherwise drawn at random."""
NEVER = {
    "/api/tables/{table}/rematch", "/api/tables/{table}/reports", "/api/tables/{table}/sit",
    "/api/tables/{table}/review", "/api/tables/{table}/review/{number}", "/api/reviews/better",
    "/api/tables/{table}/invite", "/api/invitations/{token}/answer", "/api/tournaments/{tournament}/start",
}  # fmt: skip
"""The table that is there is not over and not open, nobody else sits at it or was there, nobody is invited, and for the
tournament there are too few people; and nothing was reviewed."""


@pytest.mark.parametrize(("method", "path"), OPERATIONS, ids=lambda part: part)
def test_answers_to_what_makes_sense_are_as_described(
    schema: Any, known: dict[str, str], visitor: Server, method: str, path: str
) -> None:
    """The same with ids, tokens and games that nobody could draw by chance."""
    operation, statuses = schema[path][method.upper()], set()

    @settings(
        max_examples=EXAMPLES, derandomize=True, deadline=None, database=None, suppress_health_check=list(HealthCheck)
    )
    @given(case=operation.as_strategy())
    def check(case: Any) -> None:
        if case.path_parameters:
            case.path_parameters = dict.fromkeys(case.path_parameters, known[path.split("/")[2]])
            case.path_parameters |= {"puzzle": PUZZLE.id} if "{puzzle}" in path else {}
        if method == "post" and path in SENSE:
            case.body = {**case.body, **SENSE[path]}
        statuses.add(case.call_and_validate(headers=visitor.headers).status_code)

    check()
    assert OPERATIONS[method, path].status in statuses or path in NEVER


def test_a_method_that_is_not_there_is_refused_with_those_that_are(house: House) -> None:
    request = urllib.request.Request(f"{house.url}/api/games", method="DELETE")
    with pytest.raises(urllib.error.HTTPError) as found:
        urllib.request.urlopen(request)
    with found.value as answer:
        assert answer.code == 405
        assert answer.headers["allow"] == "GET"
        assert json.load(answer)["error"]["code"] == "request.method"


def test_a_body_that_is_not_text_is_malformed(house: House) -> None:
    request = urllib.request.Request(f"{house.url}/api/verify", b"\xff", {"Content-Type": "application/json"})
    with pytest.raises(urllib.error.HTTPError) as found:
        urllib.request.urlopen(request)
    with found.value as answer:
        assert answer.code == 422
        assert json.load(answer)["error"]["code"] == "request.malformed"


def make_many(visitor: Server) -> None:
    """More tables than anybody needs."""
    for _ in range(100):
        visitor.post("/api/tables", {"game": "minelfield", "seats": [ME, BOT]})


def test_limits_say_how_long_to_wait(tmp_path: Path) -> None:
    with House(tmp_path, limited=True) as house:
        visitor, waits = house.visitor(), list[float]()
        visitor.sleep = waits.append
        with pytest.raises(Denied) as found:
            make_many(visitor)
    assert (found.value.code, found.value.status) == ("limits.rate", 429)
    assert found.value.retry_after > 0
    assert waits[0] > 0


def test_all_that_programs_may_ask_for_is_described(house: House) -> None:
    assert undescribed(house.application) == []
    assert {(method, path) for path, found in raw(house.application)["paths"].items() for method in found} >= set(
        OPERATIONS
    )


def test_no_answer_is_described_under_the_name_of_a_question(house: House) -> None:
    assert not set(raw(house.application)["components"]["schemas"]) & set(shapes())


def test_the_document_in_docs_is_current(house: House) -> None:
    """``make declarations`` writes it anew."""
    written = json.loads((ROOT / "docs" / "openapi.json").read_text(encoding="utf-8"))
    assert written == json.loads(json.dumps(document(house.application)))


def read(house: House, path: str, language: str = "en") -> str:
    """A page as somebody reads it."""
    headers = {"Cookie": f"language={language}", "Accept": "text/html"}
    with urllib.request.urlopen(urllib.request.Request(house.url + path, headers=headers)) as answer:
        return str(answer.read().decode())


@pytest.mark.parametrize("language", LANGUAGES)
def test_a_visitor_finds_on_the_server_itself_all_that_the_page_speaks_of(house: House, language: str) -> None:
    to_read, known = ["/api"], {"/"}
    while to_read:
        page = read(house, to_read.pop(), language)
        assert "docs/" not in page
        main = page.partition("<main")[2].partition("</main>")[0]
        for link in re.findall(r'href="([^"#]+)', main):
            assert link.startswith("/"), link
            to_read += [link] if link not in known else []
            known.add(link)
        for path in re.findall(r"(/api/(?:guide|saved-games))", main):
            assert path in known | set(to_read)
    assert known >= {"/api/guide", "/api/saved-games", "/dice", "/openapi.json", "/api/bot.py", "/api/bot.js"}
    for file, path in (("bots/bot.py", "/api/bot.py"), ("bots/bot.js", "/api/bot.js")):
        assert read(house, path) == (ROOT / "docs" / "example" / file).read_text(encoding="utf-8")


def test_the_guide_holds_every_message_of_the_documentation(house: House) -> None:
    guide, text = read(house, "/api/guide"), (ROOT / "docs" / "api.md").read_text(encoding="utf-8")
    for kind in re.findall(r'"type": "\w+"', text):
        assert escape(kind) in guide
    assert guide.count("<pre") == text.count("```") // 2
    assert guide.count("<h1") == 1
    assert "<script" not in guide


@pytest.mark.parametrize("language", LANGUAGES)
def test_the_page_shows_every_operation_without_any_script(house: House, language: str) -> None:
    headers = {"Cookie": f"language={language}", "Accept": "text/html"}
    with urllib.request.urlopen(urllib.request.Request(f"{house.url}/api", headers=headers)) as answer:
        page = answer.read().decode()
    assert f'<html lang="{language}"' in page
    assert "<script" not in page
    for method, path in OPERATIONS:
        assert re.search(rf">{method.upper()}</span> <code>{re.escape(path)}</code>", page)
    for operation in document(house.application, language)["paths"].values():
        for found in operation.values():
            assert escape(found["summary"]) in page
