"""The dice as a browser sees them: it promises, notes and shows by itself, and believes what it works out itself."""

import json
from collections.abc import Callable
from typing import Any

import pytest
from playwright.sync_api import Route, expect

from tablier import Match, verify
from tablier.core import dice
from tests.browser.people import Person
from tests.browser.test_access import findings
from tests.browser.test_people import claim, invited
from tests.browser.test_replay import stands

Meet = Callable[..., Person]
DICE, OPEN = "minelfield", "samliam"
KEPT = "(prefix) => Object.keys(localStorage).filter((key) => key.startsWith(prefix))"
NOTE = "() => JSON.parse(localStorage.getItem('dice.note.' + location.pathname.split('/')[2]))"
OLD = "() => localStorage.setItem('dice.note.old', JSON.stringify({ at: 0 }))"
WITHOUT_HTTPS = "Object.defineProperty(Crypto.prototype, 'subtle', { value: undefined })"
Lie = Callable[[dict[str, Any]], object]


def played(person: Person, seed: int = 5) -> None:
    """A whole game with dice against a bot."""
    person.go("/")
    person.page.locator(f"form[action='/play/{DICE}'] button").click()
    person.page.wait_for_url("**/t/*")
    person.sit()
    list(person.play(seed))


def checked(person: Person, words: tuple[str, ...] = ("Dice", "Check")) -> None:
    for word in words:
        person.press(word)


def found(person: Person, by: str, right: str, text: str) -> None:
    person.reads(f"#dialog .found[data-by={by}][data-right={right}]", text)


def forged(person: Person, lie: Lie) -> None:
    """Have the server tell something else about the dice, and call it right."""

    def answer(route: Route) -> None:
        told = route.fetch().json()
        lie(told)
        route.fulfill(json=told)

    person.page.route("**/verify", answer)


def another_game(told: dict[str, Any]) -> None:
    """A record that agrees with itself, of a seed that was never promised."""
    told["record"] |= {"seed": "7", "commitment": dice.commitment("7")}
    for chance in told["chances"]:
        drawn = dice.drawn(b"7", chance["number"], chance["weights"], told["record"]["salts"])
        chance["made"] = chance["moves"][drawn]


def another_hash(told: dict[str, Any]) -> None:
    told["record"]["salts"][1] = "0" * 32
    told["record"]["hashes"][1] = dice.hash_of("0" * 32)


def another_salt(told: dict[str, Any]) -> None:
    told["record"]["salts"][1] = "0" * 32


def another_own_salt(told: dict[str, Any]) -> None:
    told["record"]["salts"][0] = "0" * 32


def another_seed(told: dict[str, Any]) -> None:
    told["record"]["seed"] += "0"


def another_die(told: dict[str, Any]) -> None:
    chance = told["chances"][-1]
    chance["made"] = next(move for move in chance["moves"] if move != chance["made"])


LIES: dict[Lie, str] = {
    another_game: "promise in the record is not the one that this browser noted",
    another_hash: "is not the one that this browser noted before it showed its own",
    another_salt: "is not the one that was promised",
    another_own_salt: "is not the one that this browser gave",
    another_seed: "The seed does not have the SHA-256",
    another_die: "is not what this browser draws",
}


def test_a_server_that_lies_about_the_dice_is_found_out_by_the_browser(meet: Meet) -> None:
    person = meet()
    played(person)
    checked(person)
    found(person, "own", "true", "Checked by this browser itself")
    person.press("Close")
    for lie, sentence in LIES.items():
        forged(person, lie)
        checked(person)
        found(person, "own", "false", sentence)
        found(person, "server", "true", "All is right")
        person.press("Close")
        person.page.unroute("**/verify")


def test_what_is_noted_stays_and_is_compared_by_the_replay_as_well(meet: Meet) -> None:
    person = meet("fr")
    person.go("/")
    person.page.evaluate(OLD)
    played(person)
    note = person.page.evaluate(NOTE)
    assert len(note["hashes"]) == 2
    assert dice.hash_of(note["salts"]["0"]) == note["hashes"][0]
    assert not person.page.evaluate(KEPT, "dice.note.old"), "what is old is forgotten"
    person.page.reload()
    person.page.locator("#end").get_by_role("link", name="Revoir").click()
    person.page.locator("#about summary").click()
    checked(person, ("Vérifier les dés",))
    person.reads("#check .found[data-by=own][data-right=true]", "Vérifié par ce navigateur lui-même")
    person.reads("#check .found[data-by=server][data-right=true]", "Tout est juste")


def test_who_noted_nothing_is_told_so(meet: Meet) -> None:
    player, other = meet(), meet()
    played(player)
    other.go(player.page.url)
    other.page.locator("#end p").wait_for()
    checked(other)
    found(other, "own", "true", "noted nothing")


@pytest.mark.parametrize(("language", "words", "sentence", "opinion"), [
    ("en", ("Dice", "Check"), "did not come over https", "The server’s own opinion"),
    ("fr", ("Dés", "Vérifier"), "n’est pas venue par https", "Le serveur, de son côté"),
])  # fmt: skip
def test_without_https_the_game_goes_on_and_only_the_server_has_an_opinion(
    meet: Meet, language: str, words: tuple[str, str], sentence: str, opinion: str
) -> None:
    person = meet(language)
    person.context.add_init_script(WITHOUT_HTTPS)
    played(person)
    checked(person, words)
    found(person, "own", "null", sentence)
    found(person, "server", "true", opinion)


def test_two_windows_of_one_browser_promise_one_salt(meet: Meet) -> None:
    host, guest = meet(), meet()
    link = invited(host, OPEN)
    host.page.locator("#links a[data-go]").click()
    host.reads("#players", "seat open")
    second = host.look()
    second.goto(host.page.url)
    second.locator("#players").filter(has_text="seat open").wait_for()
    claim(guest, link, "Bob")
    guest.page.wait_for_url("**/t/*")
    assert host.sit().lit
    host.move()
    guest.awaits(1)
    assert len(host.page.evaluate(KEPT, "dice.salt.")) == 1
    expect(second.locator("#offers .card")).to_have_count(0)
    heard = [json.loads(text) for text in host.heard]
    assert not [message for message in heard if message["type"] == "refused"]


def test_the_device_that_came_last_shows_the_salt(meet: Meet) -> None:
    laptop, phone, guest = meet(), meet(), meet()
    link = invited(laptop, OPEN)
    laptop.page.locator("#links a[data-go]").click()
    laptop.reads("#players", "seat open")
    laptop.watch()
    laptop.press("Settings")
    laptop.press("Go on on another device")
    device = laptop.page.locator("#dialog .device input").input_value()
    laptop.press("Close")
    phone.go(device)
    phone.page.locator("form[data-post] button").click()
    phone.page.wait_for_url("**/t/*")
    phone.page.wait_for_function(f"() => ({KEPT})('dice.salt.').length === 1")
    claim(guest, link, "Bob")
    guest.page.wait_for_url("**/t/*")
    assert phone.sit().lit
    assert laptop.sit().lit
    assert laptop.page.evaluate(NOTE) is None
    assert phone.page.evaluate(NOTE)["hashes"] == guest.page.evaluate(NOTE)["hashes"]


def test_two_people_at_one_screen_give_two_salts(meet: Meet) -> None:
    person = meet()
    person.go(f"/games/{OPEN}")
    person.page.locator("[data-seat='1'] [data-kind]").select_option("here")
    person.page.locator("form#table > button").click()
    person.page.wait_for_url("**/t/*")
    assert person.sit().lit
    note = person.page.evaluate(NOTE)
    assert sorted(note["salts"]) == ["0", "1"]
    assert note["salts"]["0"] != note["salts"]["1"]


def test_a_browser_that_has_lost_its_salt_promises_another_one_while_that_is_possible(meet: Meet) -> None:
    host, guest = meet(), meet()
    link = invited(host, OPEN)
    host.page.locator("#links a[data-go]").click()
    host.reads("#players", "seat open")
    host.page.evaluate("localStorage.clear()")
    host.page.reload()
    host.page.wait_for_function(f"() => ({KEPT})('dice.salt.').length === 1")
    claim(guest, link, "Bob")
    assert host.sit().lit
    assert guest.page.evaluate(NOTE)["hashes"] == host.page.evaluate(NOTE)["hashes"]


def test_a_salt_that_is_lost_for_good_can_be_done_without_and_the_verdict_says_so(meet: Meet) -> None:
    host, guest = meet(), meet()
    link = invited(host, DICE)
    host.page.locator("#links a[data-go]").click()
    host.reads("#players", "seat open")
    table = host.page.url
    host.page.evaluate("localStorage.clear()")
    host.go("/dice")
    claim(guest, link, "Bob")
    guest.page.wait_for_url("**/t/*")
    guest.reads("#status", "Waiting for Ann to come to the table")
    host.go(table)
    host.reads("#offers", "is not in this browser")
    host.press("Begin without it")
    host.move(seed=1)
    guest.watch()
    host.press("Resign")
    host.page.locator("#dialog .main").click()
    guest.reads("#end", "resigned")
    checked(guest)
    found(guest, "own", "true", "could choose between two runs of dice")
    found(guest, "server", "true", "the server’s took its place")
    text = guest.page.evaluate(f"async () => (await fetch('/api/tables/{table.split('/')[-1]}/text')).text()")
    assert verify(text).key == "core.dice.replaced"


def test_after_a_game_its_dice_are_checked_and_its_text_is_kept(meet: Meet) -> None:
    person = meet()
    person.go("/")
    person.page.locator(f"form[action='/play/{DICE}'] button").click()
    person.page.wait_for_url("**/t/*")
    person.sit()
    person.press("Dice")
    shown = person.page.locator("#dialog dd").all_text_contents()
    assert len(shown[0]) == 64, "the promise"
    assert all(len(hashed) == 64 for hashed in shown[1:3]), "a hash for each seat"
    assert all(shown[3:5]), "a salt for each seat"
    assert shown[5] == "secret until the end of the game"
    person.press("Check")
    person.reads("#dialog .found", "stays secret")
    found = findings(person)
    person.press("Close")
    list(person.play(seed=5))
    person.press("Dice")
    after = person.page.locator("#dialog dd").all_text_contents()
    assert after[:5] == shown[:5]
    person.press("Check")
    person.reads("#dialog .found[data-by=own][data-right=true]", "Checked by this browser itself")
    person.reads("#dialog .found[data-by=server][data-right=true]", "All is right")
    found += findings(person)
    person.press("Close")
    with person.page.expect_download() as download:
        person.page.locator("#side").get_by_role("link", name="Save game").click()
    text = download.value.path().read_text(encoding="utf-8")
    assert verify(text).right
    assert f"seed: {after[5]}\n" in text
    assert f"commitment: {shown[0]}\n" in text
    person.page.locator("#end").get_by_role("link", name="Replay").click()
    stands(person, 0, len(Match.from_text(text).moves))
    person.go("/dice")
    person.reads("h1", "Dice that anyone can check")
    assert not found + findings(person)


def test_a_table_waits_for_who_has_not_come_and_says_for_whom(meet: Meet) -> None:
    host, guest = meet(), meet("fr")
    host.go(f"/games/{DICE}")
    host.page.locator("[data-seat='0'] [data-name]").fill("Ann")
    host.page.locator("[data-seat='1'] [data-kind]").select_option("link")
    host.page.locator("form#table > button").click()
    link = host.page.locator("#links input[type=url]").input_value()
    host.page.locator("#links a[data-go]").click()
    host.reads("#status", "Waiting for somebody to take the seat")
    host.watch()
    host.press("Dice")
    host.reads("#dialog", "not given yet")
    host.press("Close")
    guest.go(link)
    guest.page.locator("form[data-post] button").click()
    assert host.sit().lit
