"""Several people at one table, each with a browser of their own."""

from collections.abc import Callable

from tests.browser.house import ANN, BOB, Server, ann, bob
from tests.browser.people import Person

Meet = Callable[..., Person]
PICTURE = """[...document.querySelectorAll("#board .layer-parts [data-id]")].map((node) => node.dataset.id).sort()"""


def invited(host: Person, game: str) -> str:
    """Have somebody set a table with a seat for whoever has its link; the link."""
    host.go(f"/games/{game}")
    host.page.locator("[data-seat='0'] [data-name]").fill("Ann")
    host.page.locator("[data-seat='1'] [data-kind]").select_option("link")
    host.page.locator("form#table > button").click()
    return host.page.locator("#links input[type=url]").input_value()


def claim(guest: Person, link: str, name: str) -> None:
    """Take a seat by its link."""
    guest.go(link)
    guest.page.locator("[name=name]").fill(name)
    guest.page.locator("form[data-post] button").click()


def test_two_browsers_and_a_spectator_see_every_move(meet: Meet) -> None:
    host, guest, watcher = meet(), meet("fr"), meet()
    link = invited(host, "samliam")
    host.page.wait_for_function("() => document.querySelector('#links img.code')?.naturalWidth > 0")
    host.page.locator("#links a[data-go]").click()
    host.reads("#players", "seat open")
    claim(guest, link, "Bob")
    guest.page.wait_for_url("**/t/*")
    host.reads("#players", "Bob")
    watcher.go(guest.page.url)
    watcher.watch()
    for number, mover in enumerate((host, guest, host, guest), 1):
        mover.move(seed=number)
        for person in (host, guest, watcher):
            person.awaits(number)
        pictures = [person.page.evaluate(PICTURE) for person in (host, guest, watcher)]
        assert pictures[0] == pictures[1] == pictures[2]
        assert len(host.log()) == len(guest.log()) == len(watcher.log())
    assert host.log() == watcher.log()
    assert host.log() != guest.log(), "one reads English, the other French"
    assert not watcher.sees().lit
    watcher.page.locator("#board").click()
    watcher.reads("#why", "You are watching this game")


def test_a_seat_link_is_claimed_once(meet: Meet) -> None:
    host, first, second, third = meet(), meet(), meet(), meet("fr")
    second.forgiven = third.forgiven = ("409", "410")
    link = invited(host, "minelfield")
    second.go(link)  # the invitation is open in two browsers
    claim(first, link, "Bob")
    first.page.wait_for_url("**/t/*")
    second.page.locator("form[data-post] button").click()
    second.reads(".refusal", "Somebody else already has this seat")
    assert "/seat/" in second.page.url
    third.go(link)
    third.reads("h1", "prise")
    first.go(link)
    first.page.wait_for_url("**/t/*")
    first.reads("#players", "Bob")


def test_a_second_device_opens_the_same_seat(meet: Meet, server: Server) -> None:
    laptop, phone = meet(cookie=ANN), meet()
    phone.forgiven = ("404",)
    address = server.lay("samliam", 2)
    laptop.go(address)
    laptop.sit()
    laptop.press("Settings")
    laptop.press("Go on on another device")
    link = laptop.page.locator("#dialog .device input").input_value()
    phone.go(link)
    phone.page.locator("form[data-post] button").click()
    phone.page.wait_for_url(f"**{address}")
    assert phone.sit().lit
    phone.go(link)
    phone.reads("main", "has been used")


def test_what_players_can_agree_on(meet: Meet, server: Server) -> None:
    me, other = meet(cookie=ANN), meet(cookie=BOB)
    address = server.lay("samliam", 4, places=(ann(), bob()))
    me.go(address)
    me.sit()
    other.go(address)
    other.watch()
    other.page.locator("#board").click(position={"x": 5, "y": 5})
    other.reads("#why", "it is Ann’s turn")

    me.page.locator("#say").fill("Hello, Bob")
    me.press("Send")
    other.reads("#said", "Hello, Bob")

    made = me.move()
    other.awaits(made)
    me.press("Take back")
    me.reads("#offers", "Offer sent")
    other.press("Decline")
    me.page.locator("#offers .offer").wait_for(state="detached")
    assert me.sees().made == made
    other.move()
    me.awaits(made + 1)
    other.press("Take back")
    me.press("Accept")
    me.reads("#log", "Bob took a move back")
    other.page.wait_for_function("() => document.querySelectorAll('#board [data-target]').length > 0")

    me.press("Offer a draw")
    other.press("Accept")
    for person in (me, other):
        person.reads("#end", "A draw")
    me.press("Rematch")
    me.page.wait_for_url(lambda url: not url.endswith(address))
    other.page.get_by_role("link", name="Rematch").click()
    other.page.wait_for_url(me.page.url)
    assert other.sit().lit, "the seats have changed"
    assert not me.sees().lit
