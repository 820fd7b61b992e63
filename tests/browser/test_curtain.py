"""Two people at one screen in a game with secrets: a curtain falls between them, and nothing stays for the other."""

import random
from collections.abc import Callable

from tests.browser.people import Person

TURNS = 8
LABELS = """[...document.querySelectorAll("#board [data-id]")].map((node) => node.getAttribute("aria-label") ?? "")"""
SAME = f"(wanted) => JSON.stringify([...new Set({LABELS})].sort()) === JSON.stringify(wanted)"


def labels(person: Person) -> set[str]:
    """What can be read off the board."""
    return set(person.page.evaluate(LABELS))


def looked_at(person: Person) -> str:
    """All that the page holds, seen or unseen."""
    return str(person.page.evaluate("document.documentElement.outerHTML"))


def came(person: Person) -> str:
    """All that came over the wire since everything was last sent anew."""
    begin = max(number for number, text in enumerate(person.heard) if text.startswith('{"type":"table"'))
    return "".join(person.heard[begin:])


def leaks(screen: Person, watcher: Person, secret: set[str]) -> set[str]:
    """What is in the page, or came to it, of what only somebody else knows."""
    kept, page, wire = secret - labels(watcher), looked_at(screen), came(screen)
    return {label for label in kept if label in page or label in wire}


def play_turn(screen: Person, watcher: Person, choice: int) -> set[str]:
    """Play until the curtain falls; what was to be seen that others may not see."""
    known: set[str] = set()
    chance = random.Random(choice)
    while not (seen := screen.asked()).curtain:
        assert not seen.end
        if seen.dialog:
            screen.page.locator("dialog[open] .row button").first.click()
            continue
        watcher.awaits(seen.made)
        known = labels(screen) - labels(watcher)
        screen.go_on(seen, chance)
    return known


def test_nothing_of_one_seat_is_left_for_the_other(meet: Callable[..., Person]) -> None:
    screen, watcher = meet(), meet()
    screen.go("/games/samarra")
    screen.page.locator("[data-seat='1'] [data-kind]").select_option("here")
    screen.page.locator("form#table > button").click()
    screen.page.wait_for_url("**/t/*")
    watcher.go(screen.page.url)
    secrets: dict[str, set[str]] = {}
    for turn in range(TURNS):
        seen = screen.asked()
        assert seen.curtain, "before the set-up and between turns"
        assert not seen.lit
        watcher.awaits(seen.made)
        watcher.page.wait_for_function(SAME, arg=sorted(labels(screen)))  # behind the curtain is what anybody may see
        seat = screen.page.locator("#players .turn").inner_text()
        assert not leaks(screen, watcher, set().union(*secrets.values()))
        screen.page.locator("#curtain button").click()
        screen.page.locator("#curtain").wait_for(state="hidden")
        assert not leaks(screen, watcher, set().union(*(kept for name, kept in secrets.items() if name != seat)))
        secrets[seat] = play_turn(screen, watcher, turn)
    assert len(secrets) == 2
    assert all(secrets.values()), "each seat knows something"
