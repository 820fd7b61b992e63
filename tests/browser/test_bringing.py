"""Saved games that somebody brings: pasted, chosen, dropped; older ones, broken ones and forged ones."""

from collections.abc import Callable
from pathlib import Path

import pytest
from playwright.sync_api import expect

from tablier import Match, verify
from tablier.core.words import LANGUAGES
from tests.browser.people import PHONE, WAIT, Person
from tests.browser.test_access import findings
from tests.browser.test_languages import checked
from tests.browser.test_phone import fits
from tests.browser.test_replay import ended, stands

Meet = Callable[..., Person]
OLDER = Path(__file__).parents[1] / "house" / "saved" / "older.txt"
FAIR = OLDER.with_name("fair.txt")


def test_a_saved_game_is_pasted_chosen_or_dropped(meet: Meet) -> None:
    person, match = meet(), ended("samliam")
    text, last = match.text(), len(match.moves)
    person.go("/")
    person.page.get_by_role("link", name="Replay a saved game").click()
    person.page.locator("#text").fill(text)
    person.press("Replay")
    stands(person, 0, last)
    person.page.keyboard.press("End")
    person.reads("#log .result", "Won by")
    with person.page.expect_download() as download:
        person.page.get_by_role("button", name="Save game").click()
    assert download.value.path().read_text(encoding="utf-8") == text
    person.page.wait_for_url(f"**/replay?move={last}")
    person.page.reload()
    stands(person, last, last)
    person.page.go_back()
    expect(person.page.locator("#bring button")).to_be_enabled(timeout=WAIT)
    person.page.locator("#file").set_input_files({"name": "g.txt", "mimeType": "text/plain", "buffer": text.encode()})
    stands(person, 0, last)
    person.go("/replay")
    expect(person.page.locator("#bring button")).to_be_enabled(timeout=WAIT)
    dropped = person.page.evaluate_handle(
        "(text) => { const data = new DataTransfer(); data.items.add(new File([text], 'g.txt')); return data; }", text
    )
    person.page.locator(".drop").dispatch_event("drop", {"dataTransfer": dropped})
    stands(person, 0, last)


def test_what_is_no_saved_game_is_refused_in_words(meet: Meet) -> None:
    person = meet("fr")
    person.forgiven = ("422", "400")
    person.go("/replay")
    person.press("Revoir")
    person.reads(".refusal", "Collez d’abord une partie")
    person.page.locator("#text").fill("Bonjour")
    person.press("Revoir")
    person.reads(".refusal", "Ce n’est pas une partie enregistrée")
    person.page.locator("#text").fill("tablier: 1\ngame: go")
    person.press("Revoir")
    person.reads(".refusal", "rules")
    large = b"x" * 300_000
    person.page.locator("#file").set_input_files({"name": "g.txt", "mimeType": "text/plain", "buffer": large})
    person.reads(".refusal", "trop grand")


@pytest.mark.parametrize("language", LANGUAGES)
def test_an_older_game_is_shown_as_far_as_it_goes_with_its_fault_and_the_rest_of_its_moves(
    meet: Meet, language: str
) -> None:
    person, text = meet(language, **(PHONE if language == "fr" else {})), OLDER.read_text(encoding="utf-8")
    saved = Match.read(text)
    assert saved.fault
    person.go("/replay")
    person.page.locator("#text").fill(text)
    person.page.locator("#bring button").click()
    person.reads("#fault", saved.fault.say(language))
    person.reads("#fault h2", str(saved.replayed))
    expect(person.page.locator("#slider")).to_have_attribute("max", str(saved.replayed))
    unplayed = person.page.locator("#log .unplayed").all_text_contents()[1:]
    rest = enumerate(saved.moves[saved.replayed :], saved.replayed + 1)
    assert unplayed == [f"{number}. {move}" for number, move in rest]
    expect(person.page.locator("#heads")).to_contain_text("0 1 commander")
    expect(person.page.locator("#players")).to_contain_text("Ève")
    checked(person, language)
    assert not findings(person)
    if language == "fr":
        fits(person)


def test_a_game_that_cannot_even_begin_is_shown_as_it_was_written(meet: Meet) -> None:
    person = meet()
    person.go("/replay")
    person.page.locator("#text").fill(OLDER.read_text(encoding="utf-8").replace('"die": 6', '"die": 7'))
    person.press("Replay")
    person.reads("#fault h2", "cannot be replayed")
    person.reads("#log .unplayed", "1. a3-b3")
    expect(person.page.locator("#board")).to_be_hidden()
    assert not findings(person)


def test_a_changed_die_of_a_game_that_somebody_brings_is_found_out(meet: Meet) -> None:
    text, person = FAIR.read_text(encoding="utf-8"), meet()
    die = next(line for line in text.splitlines() if line.startswith("*"))
    forged = text.replace(f"\n{die}\n", f"\n*{int(die[1:]) % 6 + 1}\n", 1)
    for brought, right in ((text, "true"), (forged, "false")):
        person.go("/replay")
        person.page.locator("#text").fill(brought)
        person.page.locator("#bring button").click()
        person.page.locator("#about summary").click()
        expect(person.page.locator("#players .nobody")).to_have_count(0)
        person.press("Check the dice")
        person.reads(f"#check [data-by=server][data-right={right}]", verify(brought).say())
        person.reads(f"#check [data-by=own][data-right={right}]", "this browser")
