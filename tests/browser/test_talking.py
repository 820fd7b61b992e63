"""Whom players read: they mute one another and spectators for themselves, and close the chat to spectators for all."""

from collections.abc import Callable

from tests.browser.house import ANN, BOB, Server, ann, bob
from tests.browser.people import Person
from tests.browser.test_access import findings

Meet = Callable[..., Person]


def says(person: Person, text: str) -> None:
    """Say something in the chat."""
    person.page.locator("#say").fill(text)
    person.page.locator("#say").press("Enter")


def ticks(person: Person, name: str) -> None:
    """Tick or untick a box of the dialog by the keyboard alone, and close it."""
    person.page.locator("#people").focus()
    person.page.keyboard.press("Enter")
    box = person.page.get_by_role("checkbox", name=name)
    box.focus()
    person.page.keyboard.press("Space")
    person.page.keyboard.press("Escape")


def test_a_player_mutes_a_spectator_and_closes_the_chat_to_all_of_them(meet: Meet, server: Server) -> None:
    me, other, one, two = meet(cookie=ANN), meet("fr", cookie=BOB), meet(), meet("fr")
    address = server.lay("samliam", 4, places=(ann(), bob()))
    for person in (me, other, one, two):
        person.go(address)
        person.watch()
    for watcher in (one, two):
        assert watcher.page.locator("#people").is_hidden()
    says(one, "first")
    me.reads("#said", "Spectator 1 first")
    says(two, "second")
    me.reads("#said", "Spectator 2 second")
    other.reads("#said", "Spectateur 2 second")

    ticks(me, "Read Spectator 1")
    me.page.locator("#said").filter(has_text="first").wait_for(state="detached")
    says(one, "third")
    other.reads("#said", "third")
    says(two, "fourth")
    me.reads("#said", "fourth")
    assert "third" not in me.page.locator("#said").inner_text()
    ticks(me, "Read Spectator 1")
    me.reads("#said", "third")

    other.press("Qui parle…")
    assert not findings(other)
    other.page.get_by_role("checkbox", name="Les spectateurs peuvent écrire").click()
    other.press("Fermer")
    one.page.locator("#say:disabled").wait_for()
    assert one.page.locator("#say").get_attribute("placeholder") == "Only the players can write."
    says(me, "among ourselves")
    other.reads("#said", "among ourselves")
    one.page.reload()
    one.page.locator("#say:disabled").wait_for()
    ticks(me, "Spectators may write")
    one.page.locator("#say:enabled").wait_for()


def test_a_player_mutes_another_and_it_stays_so(meet: Meet, server: Server) -> None:
    me, other = meet(cookie=ANN), meet(cookie=BOB)
    address = server.lay("samliam", 4, places=(ann(), bob()))
    for person in (me, other):
        person.go(address)
        person.watch()
    says(other, "chatter")
    me.reads("#said", "chatter")
    ticks(me, "Read Bob")
    me.page.locator("#said").filter(has_text="chatter").wait_for(state="detached")
    me.page.reload()
    me.reads("#players", "Bob")
    assert "chatter" not in me.page.locator("#said").inner_text()
    ticks(me, "Read Bob")
    me.reads("#said", "chatter")
