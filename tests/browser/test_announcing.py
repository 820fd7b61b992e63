"""Announcements that may be forgotten: nothing on the page tells whether one is due, and silence costs no touch."""

from collections.abc import Callable

import pytest

from tablier import Match
from tests.browser.house import ANN, Server, ann, bob
from tests.browser.people import PHONE, Person
from tests.browser.test_choosing import lit

Meet = Callable[..., Person]
QUIET = "cell.i9", "facing.ne"
DUE = "cell.a1", "facing.sw"  # leaves a square that lacks one corner


def strict_game() -> Match:
    """Red has two corners of a square, and is to move."""
    match = Match("samliam", 2, {"announcements": "strict"})
    for move in ("a2nw", "e5ne", "b2ne", "e6ne"):
        match.play(move)
    return match


def seated(meet: Meet, server: Server, language: str, look: dict[str, object]) -> Person:
    person = meet(language, ANN, **look)
    person.go(server.keep(strict_game(), (ann(), bob())))
    person.sit()
    return person


def offered(person: Person) -> list[tuple[str, str]]:
    """What is lit, and how it is called."""
    return sorted((found.id, found.name) for found in person.sees().lit)


def touch(person: Person, *ids: str) -> None:
    for id in ids:
        person.touch(lit(person, id))


@pytest.mark.parametrize(("language", "look"), [("en", {}), ("fr", PHONE)], ids=["mouse", "finger"])
def test_the_voice_is_lit_and_so_is_all_that_follows_it(
    meet: Meet, server: Server, language: str, look: dict[str, object]
) -> None:
    person = seated(meet, server, language, look)
    cells = {id for id, _ in offered(person) if id.startswith("cell.")}
    touch(person, "voice.aloud")
    assert {id for id, _ in offered(person)} == cells
    after = []
    for cell, _ in (QUIET, DUE):
        touch(person, cell)
        after.append({found for found in offered(person) if found[0].startswith("facing.")})
        person.page.keyboard.press("Escape")
    assert after[0] == after[1], "the names do not tell it either"
    assert len(after[0]) == 4


@pytest.mark.parametrize(
    ("touched", "called"),
    [(DUE, False), (QUIET, False), (("voice.aloud", *DUE), True), (("voice.aloud", *QUIET), False)],
    ids=["silent", "nothing to say", "announced", "announced in vain"],
)
def test_an_announcement_is_made_if_it_is_due_and_costs_nothing_otherwise(
    meet: Meet, server: Server, touched: tuple[str, ...], called: bool
) -> None:
    person = seated(meet, server, "en", {})
    touch(person, *touched)
    person.awaits(5)
    assert ("Red called: SAM!" in " ".join(person.log())) == called, person.log()


def test_a_move_that_waits_for_its_confirmation_is_called_by_what_was_touched(meet: Meet, server: Server) -> None:
    person = seated(meet, server, "fr", {})
    person.page.evaluate("localStorage.setItem('setting.confirm', 'yes')")
    person.page.reload()
    person.sit()
    said = []
    for cell, facing in (QUIET, DUE):
        touch(person, "voice.aloud", cell, facing)
        said.append(person.page.locator("#status").inner_text())
        for _ in range(3):
            person.page.keyboard.press("Escape")
    assert all("Annoncer" in text for text in said)
    assert said[0].replace("i9", "a1").replace("nord-est", "sud-ouest") == said[1]
