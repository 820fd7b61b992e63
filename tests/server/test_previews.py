"""What is shown of a page where its link is posted, and pictures of a game that somebody has."""

import asyncio
import io
import json
import random
from collections.abc import Iterator
from typing import Any

import pytest
from PIL import Image

from tablier import Match
from tablier.core import puzzle_words
from tablier.core.puzzles import puzzles
from tablier.core.random import seeded
from tablier.games import GAMES
from tablier.server.api import films
from tablier.server.app import create
from tablier.server.authority.events import Event, Setup
from tablier.server.authority.refusals import Refused
from tablier.server.authority.summaries import summary
from tablier.server.authority.table import Table
from tablier.server.operation.settings import Settings
from tablier.server.pages import previews
from tests.house.test_saved import HIDDEN
from tests.server.kit import NOW, TestClient, bot, person
from tests.server.test_analysis import played

CARD = '<meta name="twitter:card" content="summary_large_image">'


@pytest.fixture(scope="module")
def browser(tmp_path_factory: pytest.TempPathFactory) -> Iterator[TestClient]:
    """A browser at a server that is not hurried."""
    settings = Settings(tmp_path_factory.mktemp("tables"), workers=1, prepare=False, limited=False)
    with TestClient(create(settings), headers={"accept-language": "en"}) as client:
        yield client


def kept(browser: TestClient, match: Match, name: str) -> str:
    """A table that is kept with the moves of a match; its address."""
    setup = Setup(name, match.game, match.options, 1, (person("ann"), *[bot()] * (match.seats - 1)), made=NOW)
    events = [Event("move", NOW, None, move) for move in match.moves]
    store = browser.app.state.hub.store  # type: ignore[attr-defined]
    store.create(setup, events, summary(Table(setup, events))).result()
    return f"/t/{name}"


def picture(browser: TestClient, address: str) -> Image.Image:
    answer = browser.get(address)
    assert answer.status_code == 200, answer.text
    assert answer.headers["content-type"] == "image/png"
    return Image.open(io.BytesIO(answer.content))


def image_of(page: str) -> str:
    """The address of the picture of a page, without the server."""
    return page.split('<meta property="og:image" content="http://testserver')[1].split('"')[0].replace("&amp;", "&")


def test_a_finished_game_is_shown_at_its_move(browser: TestClient) -> None:
    match = played("konane", 999)
    address = kept(browser, match, "over".ljust(16, "-"))
    pages = [browser.get(f"{address}/replay?move={number}", headers={"accept": "text/html"}).text for number in (3, 9)]
    assert all(CARD in page for page in pages)
    assert '<meta property="og:title" content="Konane">' in pages[0]
    shown = [picture(browser, image_of(page)) for page in pages]
    assert {image.size for image in shown} == {(previews.WIDTH, previews.HEIGHT)}
    assert shown[0].tobytes() != shown[1].tobytes()
    last = picture(browser, f"{address}/preview.png")
    assert last.tobytes() == picture(browser, f"{address}/preview.png?move=99999999999").tobytes()


@pytest.mark.parametrize("game", HIDDEN)
def test_of_a_running_game_only_the_box_is_shown(browser: TestClient, game: str) -> None:
    match = played(game)
    address = kept(browser, match, f"{game}-on".ljust(16, "-"))
    page = browser.get(address, headers={"accept": "text/html"}).text
    cover = browser.get(f"/preview/{game}.png").content
    assert browser.get(image_of(page)).content == cover
    assert browser.get(f"{address}/preview.png?move=1").content == cover
    ended = kept(browser, match.at(1), f"{game}-one".ljust(16, "-"))
    assert browser.get(f"{ended}/preview.png").content == cover


def test_a_link_to_a_position_shows_it(browser: TestClient) -> None:
    position = json.dumps(played("konane").position())
    for path in ("/analysis", "/games/konane/editor"):
        page = browser.get(f"{path}?position={previews.packed(position)}").text
        assert picture(browser, image_of(page)).size == (previews.WIDTH, previews.HEIGHT)
    for wrong in ("x", "!!", previews.packed("{}"), "a" * 9_000):
        assert browser.get(f"/preview/position.png?position={wrong}").status_code in (413, 422)
    assert browser.get("/preview/nothing.png").status_code == 404


@pytest.mark.parametrize("game", GAMES)
def test_every_box_has_a_picture(browser: TestClient, game: str) -> None:
    page = browser.get(f"/games/{game}").text
    assert len(picture(browser, image_of(page)).convert("RGB").getcolors(1 << 24) or []) > 40


@pytest.mark.parametrize("game", GAMES)
def test_a_link_to_a_puzzle_shows_it_as_its_seat_knows_it(browser: TestClient, game: str) -> None:
    puzzle = next(iter(puzzles(game).values()))
    page = browser.get(f"/puzzles/{game}/{puzzle.id}").text
    assert f'<meta property="og:description" content="{puzzle_words.goal(puzzle).say("en")}">' in page
    answer = browser.get(image_of(page))
    match = puzzle.match()
    assert answer.content == previews.framed(match.svg(puzzle.seat, "en"))
    if game in HIDDEN:
        known = match.engine.concealed(match.state, puzzle.seat)
        match.history[-1] = match.engine.redealt(known, puzzle.seat, seeded(3))
        assert answer.content == previews.framed(match.svg(puzzle.seat, "en"))
    assert browser.get(f"/preview/{game}/none.png").status_code == 404


def test_without_the_extra_there_is_no_picture_and_no_fault(
    browser: TestClient, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(previews, "NEEDED", ("no_such_module",))
    page = browser.get("/games/konane")
    assert page.status_code == 200
    assert "og:title" in page.text
    assert "og:image" not in page.text
    assert browser.get("/preview/konane.png").status_code == 404
    answer = browser.post("/api/films", json={"text": played("konane").text(), "number": 2})
    assert (answer.status_code, answer.json()["error"]["code"]) == (503, "film.extra")


# Diagrams and films


def asked(browser: TestClient, what: str, **wish: Any) -> Any:
    return browser.post(f"/api/{what}", json=wish)


@pytest.mark.parametrize("game", GAMES)
def test_a_diagram_is_the_picture_of_the_match(browser: TestClient, game: str) -> None:
    match = played(game)
    answer = asked(browser, "diagrams", text=match.text(), number=4)
    assert answer.text == match.at(4).svg("everyone", "en")
    assert asked(browser, "diagrams", text=match.text(), number=4, **{"as": "1"}).text == match.at(4).svg(1, "en")


@pytest.mark.parametrize("game", HIDDEN)
def test_an_account_is_drawn_as_its_seat_sees_it(browser: TestClient, game: str) -> None:
    match = played(game)
    text = match.text(0)
    assert asked(browser, "diagrams", text=text, number=99).text == match.svg(0, "en")
    for side in ("everyone", "1"):
        assert asked(browser, "diagrams", text=text, number=99, **{"as": side}).status_code == 422
        assert asked(browser, "films", text=text, number=99, **{"as": side}).status_code == 422


def test_a_film_shows_the_last_moves(browser: TestClient) -> None:
    match = played("konane")
    answer = asked(browser, "films", text=match.text(), number=6, most=3, kind="gif")
    assert answer.status_code == 200, answer.text
    film = Image.open(io.BytesIO(answer.content))
    assert film.format == "GIF"
    assert getattr(film, "n_frames", 1) == 3
    assert asked(browser, "films", text=match.text(), number=6, most=films.MOST_FRAMES + 1).status_code == 422
    assert asked(browser, "films", text="tablier: 1", number=6).status_code == 422


def test_what_cannot_be_made_is_said(monkeypatch: pytest.MonkeyPatch) -> None:
    async def refusal(seconds: float, *command: str) -> str:
        monkeypatch.setattr(films, "COMMAND", command)
        monkeypatch.setattr(films, "SECONDS", seconds)
        with pytest.raises(Refused) as caught:
            await films.Projection().made(b"{}")
        return caught.value.key

    assert asyncio.run(refusal(60.0, "false")) == "server.film.failed"
    assert asyncio.run(refusal(0.01, "sleep", "60")) == "server.film.long"
    projection = films.Projection()
    projection.waiting = films.WAITING
    with pytest.raises(Refused) as caught:
        asyncio.run(projection.film(films.FilmWish(text="x", number=1), "en"))
    assert caught.value.key == "server.film.busy"


def test_nothing_is_kept_for_ever(browser: TestClient, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(previews, "KEPT", 2)
    monkeypatch.setattr(previews, "framed", str.encode)
    shown = previews.Previews(browser.app.state.pages)  # type: ignore[attr-defined]

    async def work() -> None:
        for number in [random.Random(1).randrange(9) for _ in range(3)] + list(range(9)):
            await shown.answer(f"<svg>{number}</svg>", 1)

    asyncio.run(work())
    assert len(shown.kept) == 2
