"""French and English, light and dark: from the browser, switched, remembered; every text translated."""

import re
import tomllib
from collections.abc import Callable
from pathlib import Path

import pytest

from tablier import web
from tablier.core.words import LANGUAGES, flattened
from tablier.games import GAMES
from tests.browser.house import ANN, Server
from tests.browser.people import Person

Meet = Callable[..., Person]
TEXTS = """() => {
  const texts = [document.title, document.body.innerText];
  for (const node of document.querySelectorAll("[aria-label], [title], [placeholder], [alt]"))
    for (const name of ["aria-label", "title", "placeholder", "alt"]) texts.push(node.getAttribute(name) ?? "");
  return texts.join("\\n");
}"""
PAPER = "(colour) => document.body && getComputedStyle(document.body).backgroundColor === colour"
LONG = 8  # characters; a shorter text may be a part of a word
LIGHT, DARK = "rgb(246, 241, 231)", "rgb(28, 26, 25)"
KEY = re.compile(r"(?<![\w./])[a-z_]+(?:\.[a-z_0-9]+)+(?![\w/])")
SOURCE = Path(web.__file__).parents[1]
WORDS = {path: flattened("", tomllib.loads(path.read_text(encoding="utf-8"))) for path in SOURCE.rglob("words.toml")}
PAGES = [texts for path, texts in WORDS.items() if path.is_relative_to(SOURCE / "web") or path.parent.name == "server"]


def keys() -> set[str]:
    """All keys of texts."""
    return {key.removeprefix(".") for texts in WORDS.values() for key in texts if key.count(".") > 1}


def foreign(language: str) -> set[str]:
    """Sentences of the pages that belong to the other language alone."""
    other = "en" if language == "fr" else "fr"
    pairs = [(text[other], text[language]) for texts in PAGES for text in texts.values()]
    mine = {own for _, own in pairs}
    return {text for text, _ in pairs if "{" not in text and len(text) > LONG} - mine


def checked(person: Person, language: str) -> None:
    """A page is in one language, and no text is missing or unfinished."""
    person.page.locator(f"html[lang={language}]").wait_for()
    person.page.wait_for_load_state()
    text = str(person.page.evaluate(TEXTS))
    assert not keys() & set(KEY.findall(text))
    assert not re.findall(r"\{\w+\}|undefined|\[object|NaN", text)
    assert not [sentence for sentence in foreign(language) if re.search(rf"(?<!\w){re.escape(sentence)}(?!\w)", text)]


@pytest.mark.parametrize("language", LANGUAGES)
def test_every_page_speaks_one_language(meet: Meet, server: Server, language: str) -> None:
    person = meet(language, ANN)
    person.forgiven = ("404",)
    tables = [server.lay(game, 10) for game in GAMES]
    for address in ("/", *(f"/games/{game}" for game in GAMES), "/nowhere", *tables):
        person.go(address)
        if address in tables:
            person.asked()
            checked(person, language)
            person.sit()
        checked(person, language)
    person.page.locator("#settings").click()
    checked(person, language)


def test_the_language_is_switched_and_remembered(meet: Meet, server: Server) -> None:
    person = meet("fr", ANN)
    table = server.lay("samliam", 3)
    person.go("/games/samliam")
    checked(person, "fr")
    person.page.locator("a[hreflang=en]").click()
    assert person.page.url.endswith("/games/samliam")
    checked(person, "en")
    person.page = person.look()
    person.go(table)
    person.sit()
    checked(person, "en")
    person.page.locator("a[hreflang=fr]").click()
    person.sit()
    checked(person, "fr")
    assert person.page.url.endswith(table)


def test_light_and_dark_follow_the_system_until_one_is_chosen(meet: Meet) -> None:
    person = meet(color_scheme="dark")
    person.go("/")
    person.page.wait_for_function(PAPER, arg=DARK)
    person.page.emulate_media(color_scheme="light")
    person.page.wait_for_function(PAPER, arg=LIGHT)
    person.page.locator("a.to-dark").click()
    person.page.wait_for_function(PAPER, arg=DARK)
    person.page = person.look()
    person.go("/games/sprawl")
    person.page.wait_for_function(PAPER, arg=DARK)
    person.page.locator("a.to-light").click()
    person.page.emulate_media(color_scheme="dark")
    person.page.wait_for_function(PAPER, arg=LIGHT)
