"""The pages: what they say, in both languages, for everybody who may come to any address."""

import asyncio
import re
import string
import xml.etree.ElementTree as ElementTree
from pathlib import Path
from typing import Any

import httpx
import pytest
from fastapi import FastAPI

import tablier
from tablier.core import scene
from tablier.core.registry import load
from tablier.core.words import LANGUAGES, catalogue, word
from tablier.games import GAMES
from tablier.server import app as server
from tablier.server.operation.settings import Settings
from tablier.server.pages import boxes
from tablier.server.pages.booklet import booklet
from tablier.web import STATIC, TEMPLATES
from tests.server.kit import application as application

SOURCE = Path(tablier.__file__).parent
LONGEST_SCRIPT = 300


class Browser:
    """Somebody who looks at pages and keeps cookies."""

    def __init__(self, application: FastAPI, language: str = "fr") -> None:
        self.application = application
        self.headers = {"accept": "text/html", "accept-language": language, "origin": "http://test"}
        self.cookies = httpx.Cookies()

    def ask(self, method: str, url: str, **more: Any) -> httpx.Response:
        """One request, without following where it leads."""

        async def asked() -> httpx.Response:
            transport = httpx.ASGITransport(self.application)
            async with httpx.AsyncClient(
                transport=transport, base_url="http://test", cookies=self.cookies, headers=self.headers
            ) as client:
                answer = await client.request(method, url, **more)
                self.cookies = client.cookies
                return answer

        return asyncio.run(asked())

    def get(self, url: str, **headers: str) -> httpx.Response:
        return self.ask("GET", url, headers={name.replace("_", "-"): value for name, value in headers.items()})

    def post(self, url: str, data: Any) -> httpx.Response:
        return self.ask("POST", url, json=data)


@pytest.fixture
def browser(application: FastAPI) -> Browser:
    return Browser(application)


def invite(browser: Browser, game: str = "minelfield") -> tuple[str, str]:
    """The addresses of a new table and of the link to its second seat."""
    made = browser.post("/api/tables", {"game": game, "seats": [{"kind": "me"}, {"kind": "link"}]}).json()
    return made["url"], made["seats"][1]["link"]


# The shelf


@pytest.mark.parametrize("language", LANGUAGES)
def test_the_shelf_shows_every_box_in_the_visitors_language(application: FastAPI, language: str) -> None:
    page = Browser(application, language).get("/").text
    assert f'<html lang="{language}"' in page
    for game in GAMES:
        assert word(f"{game}.tagline").say(language) in page
        assert f'action="/play/{game}"' in page


@pytest.mark.parametrize("language", LANGUAGES)
def test_a_box_names_its_author_and_what_kind_of_game_it_is_and_marks_our_estimates(
    application: FastAPI, language: str
) -> None:
    page = Browser(application, language).get("/").text
    for game in map(load, GAMES):
        assert word(f"{game.key}.author").say(language).replace("'", "&#39;") in page
        assert all(f"<li>{mechanism.say(language)}</li>" in page for mechanism in game.box.mechanism_words)
        facts = {fact.meaning: fact.text for fact in boxes.facts(game, language)}
        assert sum("≈" in text for text in facts.values()) == len({"minutes", "age"} & set(game.box.estimates))
        assert all(text in page and meaning in page for meaning, text in facts.items())


def test_boxes_can_be_chosen_by_the_number_of_players_without_a_script(browser: Browser) -> None:
    for number in range(2, 9):
        page = browser.get(f"/?players={number}").text
        shown = {game for game in GAMES if f'action="/play/{game}"' in page}
        assert shown == {game for game in GAMES if number in load(game).seats}


@pytest.mark.parametrize("players", ["0", "99", "-1", "two", "²", "3" * 5000])
def test_a_number_of_players_for_which_there_is_nothing_shows_everything(browser: Browser, players: str) -> None:
    page = browser.get(f"/?players={players}").text
    assert all(f'action="/play/{game}"' in page for game in GAMES)


def test_numbers_of_players_with_the_same_games_are_one_choice() -> None:
    assert [choice.text for choice in boxes.filters(list(GAMES), 4, "all")] == ["all", "2", "3–4", "5–8"]
    assert [choice.chosen for choice in boxes.filters(list(GAMES), 4, "all")] == [False, False, True, False]


def test_a_box_that_is_not_compiled_yet_can_be_opened_and_its_pictures_wait(
    application: FastAPI, browser: Browser, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(application.state.hub.shelf, "ready", set(GAMES) - {"samarra"})
    assert browser.ask("POST", "/play/samarra").status_code == 303
    assert re.findall(r'data-waiting="(\w+)"', browser.get("/games/samarra").text)
    assert browser.get("/games/samarra/start.svg").status_code == 503


def test_the_shelf_shows_my_tables_and_nobody_elses(application: FastAPI, browser: Browser) -> None:
    table, _ = invite(browser)
    assert f'href="{table}"' in browser.get("/").text
    assert f'href="{table}"' not in Browser(application).get("/").text


# Games


@pytest.mark.parametrize("game", GAMES)
@pytest.mark.parametrize("language", LANGUAGES)
def test_a_game_page_has_a_field_for_every_option_and_seat(application: FastAPI, game: str, language: str) -> None:
    page = Browser(application, language).get(f"/games/{game}").text
    assert re.findall(r'data-option="(\w+)"', page) == list(load(game).table)
    assert page.count("data-seat=") == max(load(game).seats)
    assert page.count("data-preset") == len(load(game).box.presets)


@pytest.mark.parametrize("game", GAMES)
def test_rules_are_in_the_visitors_language_and_fit_into_the_page(game: str) -> None:
    french, english = booklet(game, "fr", True), booklet(game, "en", True)
    assert re.search(r"\b(une|les)\b", french.rules)
    assert not re.search(r"\b(the|and)\b", french.rules)
    assert re.search(r"\b(the|and)\b", english.rules)
    for text in (french, english):
        assert text.further
        assert not re.search(r"<h[12]|style=|<script", text.rules + text.further)


def test_what_a_readme_says_is_text_and_never_markup(monkeypatch: pytest.MonkeyPatch) -> None:
    box = type(load("samarra").box)
    monkeypatch.setattr(box, "rules", lambda self, language: "<script>alert(1)</script>\n\n[x](javascript:alert)")
    html = booklet.__wrapped__("samarra", "fr", True).rules
    assert "<script" not in html
    assert "href" not in html


def test_values_that_only_some_numbers_of_seats_have_say_so() -> None:
    sizes = next(field for field in boxes.fields(load("samliam"), "en") if field.name == "size")
    assert {value.json: value.seats for value in sizes.values} == {"9": (), "7": (2,)}


def test_a_game_with_an_empty_box_has_its_pages_too(tmp_path: Path) -> None:
    made = server.create(Settings(data=tmp_path, workers=1, games=("heap",)))
    made.state.hub.shelf.ready.add("heap")
    browser = Browser(made)
    for url in ("/", "/games/heap", "/games/heap/cover.svg", "/games/heap/start.svg", "/games/heap/end.svg"):
        assert browser.get(url).status_code == 200, url
    made.state.hub.store.close()


# Pictures


@pytest.mark.parametrize("game", GAMES)
def test_art_is_split_into_symbols_and_styles(browser: Browser, game: str) -> None:
    art, style = browser.get(f"/games/{game}/art.svg"), browser.get(f"/games/{game}/art.css")
    assert art.headers["content-type"] == "image/svg+xml"
    assert "<style" not in art.text
    assert len(ElementTree.fromstring(art.text)) > len(scene.STYLE.split("seat")) - 1
    assert style.headers["content-type"].startswith("text/css")
    assert ".scene text{" in style.text
    assert not re.search(r"^text", style.text, re.MULTILINE)


@pytest.mark.parametrize("game", GAMES)
@pytest.mark.parametrize("picture", ["cover", "start", "middle", "end"])
def test_pictures_are_drawn_and_bring_nothing_but_styles(browser: Browser, game: str, picture: str) -> None:
    answer = browser.get(f"/games/{game}/{picture}.svg?language=fr")
    assert ElementTree.fromstring(answer.text).tag.endswith("svg")
    assert answer.headers["content-security-policy"].startswith("default-src 'none'")


def test_the_start_is_drawn_with_the_options_that_were_chosen(browser: Browser) -> None:
    plain = browser.get("/games/minelfield/start.svg").text
    small = browser.get('/games/minelfield/start.svg?seats=2&options={"board":"small"}').text
    assert plain != small


@pytest.mark.parametrize(
    "options", ['{"board":"none"}', '{"no":1}', "[]", "{", "[" * 1500, '{"a":"' + "x" * 3000 + '"}']
)
def test_wrong_options_are_refused_in_words(browser: Browser, options: str) -> None:
    answer = browser.ask("GET", "/games/samarra/start.svg", params={"options": options})
    assert answer.status_code == 422
    assert answer.json()["error"]["message"]


def test_a_picture_that_the_browser_has_is_not_sent_again(browser: Browser) -> None:
    first = browser.get("/games/samarra/cover.svg")
    again = browser.get("/games/samarra/cover.svg", if_none_match=first.headers["etag"])
    assert (again.status_code, again.content) == (304, b"")


# Tables and links


def test_a_table_has_a_page_for_everybody(application: FastAPI, browser: Browser) -> None:
    table, _ = invite(browser)
    assert browser.get(table).status_code == 200
    assert Browser(application).get(table).status_code == 200


def test_a_link_is_taken_once_and_then_leads_whoever_took_it_to_the_table(
    application: FastAPI, browser: Browser
) -> None:
    table, link = invite(browser)
    guest, other = Browser(application), Browser(application)
    post = re.search(r'data-post="([^"]+)"', guest.get(link).text)
    assert post
    assert guest.post(post[1], {"name": "Ada"}).json() == {"url": table}
    assert guest.get(link).headers["location"] == table
    late = other.get(link)
    assert late.status_code == 410
    assert f'href="{table}"' in late.text


def test_looking_at_an_invitation_does_not_take_it(application: FastAPI, browser: Browser) -> None:
    _, link = invite(browser)
    for _ in range(2):
        assert "data-post" in Browser(application).get(link).text


def test_a_second_device_is_opened_by_a_link(application: FastAPI, browser: Browser) -> None:
    table, _ = invite(browser)
    link = browser.post(f"/api/tables/{table.removeprefix('/t/')}/device", {}).json()["link"]
    second = Browser(application)
    post = re.search(r'data-post="([^"]+)"', second.get(link).text)
    assert post
    assert second.post(post[1], {}).json() == {"url": table}
    assert second.get(link).status_code == 404


def test_a_link_can_be_scanned(browser: Browser) -> None:
    _, link = invite(browser)
    answer = browser.get(f"{link}/code.svg")
    assert ElementTree.fromstring(answer.text).tag.endswith("svg")
    assert browser.get("/seat/none/code.svg").status_code == 404


@pytest.mark.parametrize(
    "url",
    ["/games/none", "/games/samarra/none.svg", "/t/none", "/seat/none", "/device/none", "/none", "/a/b/c", "/t/%00"],
)
@pytest.mark.parametrize("language", LANGUAGES)
def test_bad_addresses_get_a_friendly_page(application: FastAPI, url: str, language: str) -> None:
    answer = Browser(application, language).get(url)
    assert answer.status_code == 404
    assert word("pages.fault.shelf").say(language) in answer.text


def test_programs_get_no_page_at_an_unknown_address(browser: Browser) -> None:
    answer = browser.get("/api/none")
    assert answer.status_code == 404
    assert answer.json()["error"]["code"]


# Language, light and safety


def test_language_and_light_are_kept_and_the_visitor_stays_on_the_page(browser: Browser) -> None:
    answer = browser.get("/language/en", referer="http://test/games/samarra?x=1")
    assert (answer.status_code, answer.headers["location"]) == (303, "/games/samarra?x=1")
    browser.get("/theme/dark")
    assert '<html lang="en" data-theme="dark">' in browser.get("/").text


@pytest.mark.parametrize(
    "referer", ["http://evil.example/x", "http://test//evil.example", "http://test/\\evil.example", "nonsense", ""]
)
def test_nobody_is_sent_to_another_site(browser: Browser, referer: str) -> None:
    location = browser.get("/language/fr", referer=referer).headers["location"]
    assert location.startswith("/")
    assert not location.startswith(("//", "/\\"))


@pytest.mark.parametrize("url", ["/language/de", "/theme/pink"])
def test_languages_and_lights_that_do_not_exist_are_not_set(browser: Browser, url: str) -> None:
    answer = browser.get(url)
    assert answer.status_code == 404
    assert "language" not in answer.cookies
    assert "theme" not in answer.cookies


def test_pages_hold_no_inline_scripts_nor_styles_and_nothing_from_elsewhere(browser: Browser) -> None:
    table, link = invite(browser)
    for url in ("/", "/games/samarra", "/games/sprawl", table, link, "/none"):
        page = browser.get(url)
        assert "default-src 'self'" in page.headers["content-security-policy"]
        assert not re.search(r"<script(?![^>]*\bsrc=)|<style|\sstyle=|\son\w+=", page.text)
        assert not re.search(r'(?:src|href)="(?:https?:)?//', page.text)


def test_names_that_people_give_are_text_and_never_markup(application: FastAPI, browser: Browser) -> None:
    seats = [{"kind": "me"}, {"kind": "link", "name": "<b>x</b>"}]
    browser.post("/api/tables", {"game": "minelfield", "seats": seats, "name": "<i>y</i>"})
    page = browser.get("/").text
    assert "<b>" not in page
    assert "<i>" not in page


def test_scripts_are_small() -> None:
    for path in STATIC.rglob("*.js"):
        assert path.read_text(encoding="utf-8").count("\n") <= LONGEST_SCRIPT, path.name


# Words


def placeholders(text: str) -> set[str]:
    return {field for _, field, _, _ in string.Formatter().parse(text) if field}


def test_texts_are_in_both_languages_with_the_same_arguments() -> None:
    for key, texts in catalogue("pages").items():
        assert set(texts) == set(LANGUAGES), key
        assert placeholders(texts["fr"]) == placeholders(texts["en"]), key


def test_french_typography() -> None:
    for key, texts in catalogue("pages").items():
        assert not re.search(r"[^\u202f\u00a0][;?!»]| [;:?!»]|« |'", texts["fr"]), key


def test_every_text_is_used() -> None:
    files = [*TEMPLATES.glob("*.html"), *(SOURCE / "server").rglob("*.py")]
    sources = "\n".join(path.read_text(encoding="utf-8") for path in files)
    for key in catalogue("pages"):
        rest = key.removeprefix("pages.")
        stem = rest.rsplit(".", 1)[0]
        whole = any(f"{mark}{rest}{mark}" in sources for mark in "\"'")
        assert whole or f"{stem}.{{" in sources or f'"{key}"' in sources, f"{key} is not used"


# Refusals


def test_a_form_that_is_refused_is_answered_by_a_page_with_a_sentence(browser: Browser) -> None:
    answer = browser.ask("POST", "/play/chess")
    assert answer.status_code == 404
    assert answer.headers["content-type"].startswith("text/html")
    assert word("server.request.unknown").say("fr") in answer.text


def test_a_program_is_answered_with_data(browser: Browser) -> None:
    answer = browser.ask("POST", "/play/chess", headers={"accept": "application/json"})
    assert answer.json()["error"]["code"] == "request.unknown"
    assert browser.post("/api/tables", {}).json()["error"]["code"] == "request.malformed"


@pytest.mark.parametrize("url", ["/games/samliam/start.svg", "/games/samliam/middle.svg", "/games/samliam/end.svg"])
def test_a_picture_of_a_game_that_is_being_prepared_is_worth_asking_for_again(
    application: FastAPI, browser: Browser, url: str
) -> None:
    application.state.hub.shelf.ready.discard("samliam")
    try:
        answer = browser.get(url, accept="image/svg+xml")
        shown = browser.get(url)
    finally:
        application.state.hub.shelf.ready.add("samliam")
    for refused in (answer, shown):
        assert refused.status_code == 503
        assert int(refused.headers["retry-after"]) > 0
    assert answer.json()["error"]["message"] == word("server.table.preparing").say("fr")
    assert word("server.table.preparing").say("fr") in shown.text
